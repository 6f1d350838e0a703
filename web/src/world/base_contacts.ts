import { invalid, isObject, wrongReceiver } from "../errors.js";
import { CONTACT_COUNT, NORMALS, PAIRS } from "../records.js";
import { ContactLoop, keep, type LoopCursor, PASSED } from "./contact_loop.js";
import { CopyList, copyAt, type ReadonlyList } from "./copy_list.js";
import { otherOf } from "./pair_of_colliders.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** What contacts of a world of any dimension are, without their normals and points. */

/** What a cursor of any dimension shows. */
export interface BaseContactCursor<C, Vector> {
  /** The collider with the lower row. */
  readonly a: C;
  /** The collider with the higher row. */
  readonly b: C;
  /** The other collider than `me`. @throws HyperplaneError `invalid-argument` for one that is neither `a` nor `b` */
  other(me: C): C;
  /** Unit length, world space, from a to b. One reused object. */
  readonly normal: Vector;
  /** In metres; 0 when they only touch. */
  readonly depth: number;
  /** In metres: normal * depth. Move b by it, or a by its opposite, and they only touch. One reused object. */
  readonly mtv: Vector;
}

/** What a copy of a contact has in any dimension. */
export interface BaseWorldContact<C, Vector> {
  /** The collider with the lower row. */
  a: C;
  /** The collider with the higher row. */
  b: C;
  /** The other collider than `me`. @throws HyperplaneError `invalid-argument` for one that is neither `a` nor `b` */
  other(me: C): C;
  /** Unit length, world space, from a to b. */
  normal: Vector;
  /** In metres; 0 when they only touch. */
  depth: number;
  /** In metres: normal * depth. Move b by it, or a by its opposite, and they only touch. */
  mtv: Vector;
}

/** The list of contacts of any dimension. */
export interface BaseContactList<Cursor, Contact> extends Iterable<Cursor>, ReadonlyList<Contact> {
  /** Collider rows: 2 per contact, a < b. A live view: read it before the next update; growing memory detaches it. */
  readonly pairs: Uint32Array;
  readonly normals: Float32Array;
}

/** What contacts ask their world. */
interface ContactState<C> {
  readonly module: WorldModule<WorldCalls>;
  readonly colliders: readonly (C | undefined)[];
  readonly updates: number;
  word(field: number): number;
}

/** Makes a copy of what a cursor shows, which belongs to the caller. */
export const copyOf: unique symbol = Symbol("copyOf");
/** Finds the lists of the last update. */
export const find: unique symbol = Symbol("find");

/**
 * What all that reads a cursor calls first: checks that the loop is still there, and whether memory has grown, because the body of
 * the loop may add colliders. Short, so that engines inline it.
 *
 * @returns the index of the contact
 * @throws HyperplaneError `invalid-argument` if the loop has moved on, and for something else than a cursor
 */
export let indexOf: (cursor: object) => number;

/** Reads one contact from the core's memory. */
export abstract class BaseCursor<C, State extends ContactState<C>> implements LoopCursor {
  static {
    indexOf = (cursor) => {
      const it = cursor as BaseCursor<unknown, ContactState<unknown>>;
      let index: number;
      try {
        // Something else than a cursor fails by itself here.
        index = it.#index;
      } catch {
        throw wrongReceiver(cursor, "a contact");
      }
      if (index === PASSED || it.#updates !== it.#state.updates) throw passedError();
      it.#isUnread = false;
      it.#module.refresh();
      return index;
    };
  }

  readonly #state: State;
  readonly #module: WorldModule<WorldCalls>;
  /** Of the contact, or `PASSED`. */
  #index = PASSED;
  #isUnread = true;
  /** The update whose contacts these are. */
  #updates = 0;
  /** Index of the first pair into the view of 32-bit numbers. */
  #pairs = 0;

  constructor(state: State) {
    this.#state = state;
    this.#module = state.module;
  }

  abstract [find](state: State): void;
  abstract [copyOf](): object;

  start(): void {
    const state = this.#state;
    this.#index = PASSED;
    this.#updates = state.updates;
    this.#pairs = state.word(PAIRS) / 4;
    this[find](state);
  }

  moveTo(index: number): void {
    this.#index = index;
    this.#isUnread = true;
  }

  keepUnread(): boolean {
    if (!this.#isUnread || this.#index === PASSED || this.#updates !== this.#state.updates) return false;
    keep(this, this[copyOf]());
    return true;
  }

  get a(): C {
    const index = indexOf(this);
    return this.#state.colliders[this.#module.allWords[this.#pairs + 2 * index] as number] as C;
  }

  get b(): C {
    const index = indexOf(this);
    return this.#state.colliders[this.#module.allWords[this.#pairs + 2 * index + 1] as number] as C;
  }

  other(me: C): C {
    indexOf(this);
    return otherOf(this, me);
  }
}

const passedError = () =>
  invalid("the loop has moved past this contact: copy what you need in the loop, or use contacts.toArray()");

/** What a list of contacts asks of its cursors. */
interface CopyingCursor<Contact> extends LoopCursor {
  [copyOf](): Contact;
}

/** The state of a list's world. @throws HyperplaneError `invalid-argument` for something else than a list of contacts */
export let contactState: <State>(contacts: object) => State;

/** The list of contacts of the last update. */
export class BaseContacts<Cursor extends CopyingCursor<Contact>, Contact, State extends ContactState<unknown>>
  extends CopyList<Contact>
  implements BaseContactList<Cursor, Contact>
{
  static {
    contactState = <State>(contacts: object) => {
      if (!isObject(contacts) || !(#state in contacts)) throw wrongReceiver(contacts, "a ContactList");
      return contacts.#state as unknown as State;
    };
  }

  readonly #state: State;
  readonly #make: () => Cursor;
  readonly #reader: Cursor;
  readonly #loop: ContactLoop<Cursor>;
  readonly #normalSize: number;
  #pairs = new Uint32Array(0);
  #normals = new Float32Array(0);

  /** @param normalSize numbers of a normal and a depth */
  constructor(state: State, normalSize: number, make: () => Cursor) {
    super();
    this.#state = state;
    this.#make = make;
    this.#reader = make();
    this.#loop = new ContactLoop(state, make);
    this.#normalSize = normalSize;
  }

  get count(): number {
    return contactState<State>(this).word(CONTACT_COUNT);
  }

  get pairs(): Uint32Array {
    const { module } = contactState<State>(this);
    this.#pairs = module.viewOf(Uint32Array, this.#pairs, this.#state.word(PAIRS), 2 * this.count);
    return this.#pairs;
  }

  get normals(): Float32Array {
    const { module } = contactState<State>(this);
    this.#normals = module.viewOf(
      Float32Array,
      this.#normals,
      this.#state.word(NORMALS),
      this.#normalSize * this.count,
    );
    return this.#normals;
  }

  [Symbol.iterator](): Iterator<Cursor> {
    const state = contactState<State>(this);
    // A nested loop needs its own iterator.
    return (this.#loop.inUse ? new ContactLoop(state, this.#make) : this.#loop).start();
  }

  [copyAt](index: number): Contact {
    contactState<State>(this);
    const reader = this.#reader;
    reader.start();
    reader.moveTo(index);
    return reader[copyOf]();
  }
}
