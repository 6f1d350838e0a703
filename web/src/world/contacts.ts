import { invalid, isObject, wrongReceiver } from "../errors.js";
import type { ContactPoint } from "../pair.js";
import { CONTACT_COUNT, layout, NORMALS, PAIRS, WORLD_POINTS } from "../records.js";
import { space } from "../space.js";
import type { Vec3 } from "../types.js";
import type { Collider } from "./collider.js";
import type { WorldState } from "./state.js";

/**
 * The current contact of a loop. Reading it after the loop has moved on, or after the next update, throws `invalid-argument`:
 * copy the values, or use `toArray`. After a `break` it stays readable until the next update.
 */
export interface ContactCursor {
  /** The collider with the lower row. */
  readonly a: Collider;
  /** The collider with the higher row. */
  readonly b: Collider;
  /** Unit length, world space, from a to b. One reused object. */
  readonly normal: Vec3;
  /** In metres; 0 when they only touch. */
  readonly depth: number;
  /** normal * depth: move b by it, or a by its opposite, and they only touch. One reused object. */
  readonly mtv: Vec3;
  /** 1 to 4 points that span the contact area, the deepest first. Reused objects. */
  readonly points: readonly ContactPoint[];
}

/** A copy of a contact. */
export interface WorldContact {
  /** The collider with the lower row. */
  a: Collider;
  /** The collider with the higher row. */
  b: Collider;
  /** Unit length, world space, from a to b. */
  normal: Vec3;
  /** In metres; 0 when they only touch. */
  depth: number;
  /** normal * depth. */
  mtv: Vec3;
  /** 1 to 4 points that span the contact area, the deepest first. */
  points: ContactPoint[];
}

/** The contacts of the last update, sorted by row. */
export interface ContactList extends Iterable<ContactCursor> {
  /** Number of contacts. */
  readonly count: number;
  /** Collider rows: 2 per contact, a < b. A live view: read it before the next update. */
  readonly pairs: Uint32Array;
  /** Normal x, y, z and depth: 4 per contact. A live view. */
  readonly normals: Float32Array;
  /** Copies of all contacts. */
  toArray(): WorldContact[];
}

const POINTS_BYTES = layout.contactPointsSize;
const POINTS_COUNT_WORD = layout.contactPointsCount / 4;
const POINTS_FIRST_FLOAT = layout.contactPointsFirst / 4;
const POINTS_FIRST_ID_WORD = layout.contactPointsIds / 4;

const newVector = (): Vec3 => ({ x: 0, y: 0, z: 0 });
const copy = ({ x, y, z }: Vec3): Vec3 => ({ x, y, z });

/** `#updates` of a cursor whose loop has moved on. */
const PASSED = -1;

/**
 * Reads one contact from the core's memory. Each read first checks that the loop is still there, and whether memory has grown,
 * because the body of the loop may add colliders.
 */
class Cursor implements ContactCursor {
  readonly #state: WorldState;
  readonly #normal = newVector();
  readonly #mtv = newVector();
  readonly #pool: readonly ContactPoint[] = [0, 1, 2, 3].map(() => ({
    onA: newVector(),
    onB: newVector(),
    depth: 0,
    id: 0,
  }));
  /** The first i of the pool. */
  readonly #lists = [0, 1, 2, 3, 4].map((count) => this.#pool.slice(0, count));
  /** The update whose contact this is, or `PASSED`. */
  #updates = PASSED;
  /** Index into the view of 32-bit numbers. */
  #pairAt = 0;
  /** Index into the view of 32-bit floats. */
  #normalAt = 0;
  /** Address. */
  #pointsAt = 0;

  constructor(state: WorldState) {
    this.#state = state;
  }

  moveTo(updates: number, pairAt: number, normalAt: number, pointsAt: number): void {
    this.#updates = updates;
    this.#pairAt = pairAt;
    this.#normalAt = normalAt;
    this.#pointsAt = pointsAt;
  }

  pass(): void {
    this.#updates = PASSED;
  }

  get a(): Collider {
    checkCursor(this);
    return this.#state.colliders[space.allWords[this.#pairAt] as number] as Collider;
  }

  get b(): Collider {
    checkCursor(this);
    return this.#state.colliders[space.allWords[this.#pairAt + 1] as number] as Collider;
  }

  get normal(): Vec3 {
    checkCursor(this);
    const at = this.#normalAt;
    this.#normal.x = space.allFloats[at] as number;
    this.#normal.y = space.allFloats[at + 1] as number;
    this.#normal.z = space.allFloats[at + 2] as number;
    return this.#normal;
  }

  get depth(): number {
    checkCursor(this);
    return space.allFloats[this.#normalAt + 3] as number;
  }

  get mtv(): Vec3 {
    checkCursor(this);
    const at = this.#normalAt;
    const depth = space.allFloats[at + 3] as number;
    this.#mtv.x = (space.allFloats[at] as number) * depth;
    this.#mtv.y = (space.allFloats[at + 1] as number) * depth;
    this.#mtv.z = (space.allFloats[at + 2] as number) * depth;
    return this.#mtv;
  }

  get points(): readonly ContactPoint[] {
    checkCursor(this);
    const doubles = space.allDoubles;
    const floats = space.allFloats;
    const at = this.#normalAt;
    const nx = floats[at] as number;
    const ny = floats[at + 1] as number;
    const nz = floats[at + 2] as number;
    const address = this.#pointsAt;
    const x = doubles[address / 8] as number;
    const y = doubles[address / 8 + 1] as number;
    const z = doubles[address / 8 + 2] as number;
    const count = space.allWords[address / 4 + POINTS_COUNT_WORD] as number;
    const firstId = address / 4 + POINTS_FIRST_ID_WORD;
    let from = address / 4 + POINTS_FIRST_FLOAT;
    for (let i = 0; i < count; i++, from += 4) {
      const point = this.#pool[i] as ContactPoint;
      const { onA, onB } = point;
      const depth = floats[from + 3] as number;
      point.depth = depth;
      point.id = space.allWords[firstId + i] as number;
      const halfX = 0.5 * depth * nx;
      const halfY = 0.5 * depth * ny;
      const halfZ = 0.5 * depth * nz;
      const middleX = x + (floats[from] as number);
      const middleY = y + (floats[from + 1] as number);
      const middleZ = z + (floats[from + 2] as number);
      onA.x = middleX + halfX;
      onA.y = middleY + halfY;
      onA.z = middleZ + halfZ;
      onB.x = middleX - halfX;
      onB.y = middleY - halfY;
      onB.z = middleZ - halfZ;
    }
    return this.#lists[count] as readonly ContactPoint[];
  }

  /** @throws HyperplaneError `invalid-argument` if its loop has moved on */
  static check(cursor: Cursor): void {
    if (!isObject(cursor) || !(#updates in cursor)) throw wrongReceiver(cursor, "a contact");
    if (cursor.#updates !== cursor.#state.updates) {
      throw invalid("the loop has moved past this contact: copy what you need in the loop, or use contacts.toArray()");
    }
    space.refresh();
  }
}
const checkCursor: (cursor: Cursor) => void = Cursor.check;

/**
 * An iterator that is its own result, so that a loop allocates nothing. It returns two cursors in turn: the previous one
 * throws when it is read, so that spreading the list fails loudly.
 */
class Loop implements Iterator<ContactCursor> {
  done = false;
  value: Cursor;
  inUse = false;

  readonly #state: WorldState;
  #other: Cursor;
  #isHeld = false;
  #index = -1;
  #count = 0;
  #updates = 0;
  #pairs = 0;
  #normals = 0;
  #points = 0;

  constructor(state: WorldState) {
    this.#state = state;
    this.value = new Cursor(state);
    this.#other = new Cursor(state);
  }

  start(): this {
    // After a break the cursor stays readable.
    if (this.#isHeld) this.value = new Cursor(this.#state);
    this.#isHeld = false;
    this.inUse = true;
    this.done = false;
    this.#index = -1;
    this.#updates = this.#state.updates;
    this.#count = this.#state.word(CONTACT_COUNT);
    this.#pairs = this.#state.word(PAIRS) / 4;
    this.#normals = this.#state.word(NORMALS) / 4;
    this.#points = this.#state.word(WORLD_POINTS);
    return this;
  }

  next(): IteratorResult<ContactCursor> {
    const passed = this.value;
    passed.pass();
    const index = ++this.#index;
    // An update during the loop replaces the contacts.
    if (index >= this.#count || this.#updates !== this.#state.updates) {
      this.done = true;
      this.inUse = false;
      return this as IteratorResult<ContactCursor>;
    }
    const next = this.#other;
    next.moveTo(this.#updates, this.#pairs + 2 * index, this.#normals + 4 * index, this.#points + POINTS_BYTES * index);
    this.value = next;
    this.#other = passed;
    return this as IteratorResult<ContactCursor>;
  }

  return(): IteratorResult<ContactCursor> {
    this.done = true;
    this.inUse = false;
    this.#isHeld = true;
    return this as IteratorResult<ContactCursor>;
  }
}

export class Contacts implements ContactList {
  readonly #state: WorldState;
  readonly #loop: Loop;
  #pairs = new Uint32Array(0);
  #normals = new Float32Array(0);

  constructor(state: WorldState) {
    this.#state = state;
    this.#loop = new Loop(state);
  }

  get count(): number {
    return stateOfContacts(this).word(CONTACT_COUNT);
  }

  get pairs(): Uint32Array {
    const state = stateOfContacts(this);
    this.#pairs = space.viewOf(Uint32Array, this.#pairs, state.word(PAIRS), 2 * this.count);
    return this.#pairs;
  }

  get normals(): Float32Array {
    const state = stateOfContacts(this);
    this.#normals = space.viewOf(Float32Array, this.#normals, state.word(NORMALS), 4 * this.count);
    return this.#normals;
  }

  [Symbol.iterator](): Iterator<ContactCursor> {
    const state = stateOfContacts(this);
    // A nested loop needs its own iterator.
    return (this.#loop.inUse ? new Loop(state) : this.#loop).start();
  }

  toArray(): WorldContact[] {
    stateOfContacts(this);
    return Array.from(this, ({ a, b, normal, depth, mtv, points }) => ({
      a,
      b,
      normal: copy(normal),
      depth,
      mtv: copy(mtv),
      points: points.map((point) => ({ onA: copy(point.onA), onB: copy(point.onB), depth: point.depth, id: point.id })),
    }));
  }

  static stateOf(contacts: Contacts): WorldState {
    if (!isObject(contacts) || !(#state in contacts)) throw wrongReceiver(contacts, "a ContactList");
    return contacts.#state;
  }
}
const stateOfContacts: (contacts: Contacts) => WorldState = Contacts.stateOf;
