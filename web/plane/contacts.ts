import { type HyperplaneError, invalid, isObject, wrongReceiver } from "../src/errors.js";
import { integerAt } from "../src/memory.js";
import { CONTACT_COUNT, NORMALS, PAIRS, WORLD_POINTS } from "../src/records.js";
import { ContactLoop, keep, type LoopCursor, PASSED } from "../src/world/contact_loop.js";
import { CopyList, copyAt, type ReadonlyList } from "../src/world/copy_list.js";
import { CopiedContact, otherOf } from "../src/world/pair_of_colliders.js";
import type { Collider } from "./collider.js";
import type { ContactPoint } from "./pair.js";
import { plane, worldLayout } from "./plane_module.js";
import type { Vec2 } from "./types.js";
import type { PlaneState } from "./world_state.js";

/**
 * The current contact of a loop. Reading it after the loop has moved on, or after the next update, throws `invalid-argument`:
 * copy the values, or use `toArray`. After a `break` it stays readable until the next update. A contact that the body of the loop
 * has not read becomes a copy instead, which stays readable.
 */
export interface ContactCursor<T = unknown> {
  /** The collider with the lower row. */
  readonly a: Collider<T>;
  /** The collider with the higher row. */
  readonly b: Collider<T>;
  /** The other collider than `me`. @throws HyperplaneError `invalid-argument` for one that is neither `a` nor `b` */
  other(me: Collider<T>): Collider<T>;
  /** Unit length, world space, from a to b. One reused object. */
  readonly normal: Vec2;
  /** In metres; 0 when they only touch. */
  readonly depth: number;
  /** In metres: normal * depth. Move b by it, or a by its opposite, and they only touch. One reused object. */
  readonly mtv: Vec2;
  /** One point, or two that span the contact, in world space, the deepest first. Reused objects. */
  readonly points: readonly ContactPoint[];
  /** Which part of a; -1: it has none. */
  readonly partA: number;
  /** Which part of b; -1: it has none. */
  readonly partB: number;
}

/** A copy of a contact. */
export interface WorldContact<T = unknown> {
  /** The collider with the lower row. */
  a: Collider<T>;
  /** The collider with the higher row. */
  b: Collider<T>;
  /** The other collider than `me`. @throws HyperplaneError `invalid-argument` for one that is neither `a` nor `b` */
  other(me: Collider<T>): Collider<T>;
  /** Unit length, world space, from a to b. */
  normal: Vec2;
  /** In metres; 0 when they only touch. */
  depth: number;
  /** In metres: normal * depth. Move b by it, or a by its opposite, and they only touch. */
  mtv: Vec2;
  /** One point, or two that span the contact, in world space, the deepest first. */
  points: ContactPoint[];
  /** Which part of a; -1: it has none. */
  partA: number;
  /** Which part of b; -1: it has none. */
  partB: number;
}

/**
 * The contacts of the last update, sorted by the row of a, then of b, then by parts. `for (const contact of contacts)`
 * reuses its objects; `[...contacts]` and `Array.from(contacts)` make copies. An update during a loop ends it.
 */
export interface ContactList<T = unknown> extends Iterable<ContactCursor<T>>, ReadonlyList<WorldContact<T>> {
  /** Collider rows: 2 per contact, a < b. A live view: read it before the next update; growing memory detaches it. */
  readonly pairs: Uint32Array;
  /** Normal x, y (unit length, from a to b) and depth in metres: 3 per contact. A live view, like `pairs`. */
  readonly normals: Float32Array;
}

const POINTS_WORDS = worldLayout.pointsSize / 4;
const FIRST_FLOAT = worldLayout.pointsFirst / 4;
const COUNT_WORD = worldLayout.pointsCount / 4;
const FIRST_ID = worldLayout.pointsIds / 4;
const PARTS_WORD = worldLayout.pointsParts / 4;

const newVector = (): Vec2 => ({ x: 0, y: 0 });
const newPoint = (): ContactPoint => ({ onA: newVector(), onB: newVector(), depth: 0, id: 0 });
const copy = ({ x, y }: Vec2): Vec2 => ({ x, y });

/**
 * Reads one contact from the core's memory. Each read first checks that the loop is still there, and whether memory has grown,
 * because the body of the loop may add colliders.
 */
class Cursor implements ContactCursor, LoopCursor {
  readonly #state: PlaneState;
  readonly #normal = newVector();
  readonly #mtv = newVector();
  readonly #pool: readonly ContactPoint[] = [newPoint(), newPoint()];
  /** The first i of the pool. */
  readonly #lists = [0, 1, 2].map((count) => this.#pool.slice(0, count));
  /** Of the contact, or `PASSED`. */
  #index = PASSED;
  #isUnread = true;
  /** The update whose contacts these are. */
  #updates = 0;
  /** Index of the first pair into the view of 32-bit numbers. */
  #pairs = 0;
  /** Index of the first normal into the view of 32-bit floats. */
  #normals = 0;
  /** Index of the first contact's points into the view of 32-bit numbers. */
  #points = 0;

  constructor(state: PlaneState) {
    this.#state = state;
  }

  start(): void {
    const state = this.#state;
    this.#index = PASSED;
    this.#updates = state.updates;
    this.#pairs = state.word(PAIRS) / 4;
    this.#normals = state.word(NORMALS) / 4;
    this.#points = state.word(WORLD_POINTS) / 4;
  }

  moveTo(index: number): void {
    this.#index = index;
    this.#isUnread = true;
  }

  keepUnread(): boolean {
    if (!this.#isUnread || this.#index === PASSED || this.#updates !== this.#state.updates) return false;
    keep(this, new ContactCopy(this));
    return true;
  }

  get a(): Collider {
    const index = indexOf(this);
    return this.#state.colliders[plane.allWords[this.#pairs + 2 * index] as number] as Collider;
  }

  get b(): Collider {
    const index = indexOf(this);
    return this.#state.colliders[plane.allWords[this.#pairs + 2 * index + 1] as number] as Collider;
  }

  other(me: Collider): Collider {
    indexOf(this);
    return otherOf(this, me);
  }

  get normal(): Vec2 {
    const at = this.#normals + 3 * indexOf(this);
    this.#normal.x = plane.allFloats[at] as number;
    this.#normal.y = plane.allFloats[at + 1] as number;
    return this.#normal;
  }

  get depth(): number {
    const index = indexOf(this);
    return plane.allFloats[this.#normals + 3 * index + 2] as number;
  }

  get mtv(): Vec2 {
    const at = this.#normals + 3 * indexOf(this);
    const depth = plane.allFloats[at + 2] as number;
    this.#mtv.x = (plane.allFloats[at] as number) * depth;
    this.#mtv.y = (plane.allFloats[at + 1] as number) * depth;
    return this.#mtv;
  }

  get points(): readonly ContactPoint[] {
    const index = indexOf(this);
    const floats = plane.allFloats;
    const words = plane.allWords;
    const normal = this.#normals + 3 * index;
    const nx = floats[normal] as number;
    const ny = floats[normal + 1] as number;
    const at = this.#points + POINTS_WORDS * index;
    const x = plane.allDoubles[at / 2] as number;
    const y = plane.allDoubles[at / 2 + 1] as number;
    const count = words[at + COUNT_WORD] as number;
    for (let i = 0, from = at + FIRST_FLOAT; i < count; i++, from += 3) {
      const point = this.#pool[i] as ContactPoint;
      const { onA, onB } = point;
      const depth = floats[from + 2] as number;
      point.depth = depth;
      point.id = words[at + FIRST_ID + i] as number;
      const middleX = x + (floats[from] as number);
      const middleY = y + (floats[from + 1] as number);
      const halfX = 0.5 * depth * nx;
      const halfY = 0.5 * depth * ny;
      onA.x = middleX + halfX;
      onA.y = middleY + halfY;
      onB.x = middleX - halfX;
      onB.y = middleY - halfY;
    }
    return this.#lists[count] as readonly ContactPoint[];
  }

  get partA(): number {
    const index = indexOf(this);
    return integerAt(plane.allWords, this.#points + POINTS_WORDS * index + PARTS_WORD);
  }

  get partB(): number {
    const index = indexOf(this);
    return integerAt(plane.allWords, this.#points + POINTS_WORDS * index + PARTS_WORD + 1);
  }

  /**
   * Short, so that engines inline it into all getters: something else than a cursor fails by itself when its private field is read.
   *
   * @returns the index of a contact that can be read
   * @throws HyperplaneError `invalid-argument` if the loop has moved on
   */
  static indexOf(cursor: Cursor): number {
    let index: number;
    try {
      index = cursor.#index;
    } catch {
      throw wrongReceiver(cursor, "a contact");
    }
    if (index === PASSED || cursor.#updates !== cursor.#state.updates) throw passedError();
    cursor.#isUnread = false;
    plane.refresh();
    return index;
  }
}
const indexOf: (cursor: Cursor) => number = Cursor.indexOf;

class ContactCopy extends CopiedContact<Collider, Vec2> implements WorldContact {
  partA: number;
  partB: number;

  constructor(contact: ContactCursor) {
    super(contact, copy);
    this.partA = contact.partA;
    this.partB = contact.partB;
  }
}

function passedError(): HyperplaneError {
  return invalid("the loop has moved past this contact: copy what you need in the loop, or use contacts.toArray()");
}

export class Contacts extends CopyList<WorldContact> implements ContactList {
  readonly #state: PlaneState;
  readonly #reader: Cursor;
  readonly #loop: ContactLoop<Cursor>;
  #pairs = new Uint32Array(0);
  #normals = new Float32Array(0);

  constructor(state: PlaneState) {
    super();
    this.#state = state;
    this.#reader = new Cursor(state);
    this.#loop = loopOf(state);
  }

  get count(): number {
    return stateOfContacts(this).word(CONTACT_COUNT);
  }

  get pairs(): Uint32Array {
    const state = stateOfContacts(this);
    this.#pairs = plane.viewOf(Uint32Array, this.#pairs, state.word(PAIRS), 2 * this.count);
    return this.#pairs;
  }

  get normals(): Float32Array {
    const state = stateOfContacts(this);
    this.#normals = plane.viewOf(Float32Array, this.#normals, state.word(NORMALS), 3 * this.count);
    return this.#normals;
  }

  [Symbol.iterator](): Iterator<ContactCursor> {
    const state = stateOfContacts(this);
    // A nested loop needs its own iterator.
    return (this.#loop.inUse ? loopOf(state) : this.#loop).start();
  }

  [copyAt](index: number): WorldContact {
    stateOfContacts(this);
    const reader = this.#reader;
    reader.start();
    reader.moveTo(index);
    return new ContactCopy(reader);
  }

  static stateOf(contacts: Contacts): PlaneState {
    if (!isObject(contacts) || !(#state in contacts)) throw wrongReceiver(contacts, "a ContactList");
    return contacts.#state;
  }
}
const stateOfContacts: (contacts: Contacts) => PlaneState = Contacts.stateOf;
const loopOf = (state: PlaneState) => new ContactLoop(state, () => new Cursor(state));
