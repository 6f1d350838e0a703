import { allDoubles, allFloats, allWords, refresh, viewOf } from "../memory.js";
import type { ContactPoint } from "../pair.js";
import type { Vec3 } from "../types.js";
import type { Collider } from "./collider.js";
import {
  CONTACT_COUNT,
  NORMALS,
  PAIRS,
  POINTS,
  POINTS_BYTES,
  POINTS_COUNT_WORD,
  POINTS_FIRST_FLOAT,
  POINTS_FIRST_ID_WORD,
} from "./record.js";
import { isCurrent, type WorldState } from "./state.js";

/** One contact of a world, while a loop stands at it: its members change with the next round. */
export interface ContactCursor {
  /** The collider with the lower row. */
  readonly a: Collider;
  /** The collider with the higher row. */
  readonly b: Collider;
  /** Unit length, world space, from a to b. One object that is used again. */
  readonly normal: Vec3;
  /** In metres; 0 when they only touch. */
  readonly depth: number;
  /** normal * depth: move b by it, or a by its opposite, and they only touch. One object that is used again. */
  readonly mtv: Vec3;
  /** 1 to 4 points that span the contact area, the deepest first. Objects that are used again. */
  readonly points: readonly ContactPoint[];
}

/** A contact as an object of its own. */
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
  /** How many. */
  readonly count: number;
  /** Collider rows: 2 per contact, a < b. A live view: read it before the next update. */
  readonly pairs: Uint32Array;
  /** Normal x, y, z and depth: 4 per contact. A live view. */
  readonly normals: Float32Array;
  /** All of them as objects that stay as they are. */
  toArray(): WorldContact[];
}

const newVector = (): Vec3 => ({ x: 0, y: 0, z: 0 });
const copy = ({ x, y, z }: Vec3): Vec3 => ({ x, y, z });

/**
 * A loop over the contacts, its own result and the cursor in one, so that a loop allocates nothing. It reads straight from
 * the core's memory; each read looks first whether memory has grown, because the loop's body may add colliders.
 */
class Cursor implements Iterator<ContactCursor>, ContactCursor {
  done = false;
  readonly value = this;
  inUse = false;

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
  #index = -1;
  #count = 0;
  #updates = 0;
  #pairs = 0;
  #normals = 0;
  #points = 0;

  constructor(state: WorldState) {
    this.#state = state;
  }

  start(): this {
    this.inUse = true;
    this.done = false;
    this.#index = -1;
    this.#updates = this.#state.updates;
    this.#count = this.#state.word(CONTACT_COUNT);
    this.#pairs = this.#state.word(PAIRS) / 4;
    this.#normals = this.#state.word(NORMALS) / 4;
    this.#points = this.#state.word(POINTS);
    return this;
  }

  next(): IteratorResult<ContactCursor> {
    this.#index++;
    // An update during the loop has put other contacts in the place of these.
    if (this.#index >= this.#count || this.#updates !== this.#state.updates || this.#state.number === 0) this.return();
    return this as IteratorResult<ContactCursor>;
  }

  return(): IteratorResult<ContactCursor> {
    this.done = true;
    this.inUse = false;
    return this as IteratorResult<ContactCursor>;
  }

  get a(): Collider {
    refresh();
    return this.#state.colliders[allWords[this.#pairs + 2 * this.#index] as number] as Collider;
  }

  get b(): Collider {
    refresh();
    return this.#state.colliders[allWords[this.#pairs + 2 * this.#index + 1] as number] as Collider;
  }

  get normal(): Vec3 {
    refresh();
    const at = this.#normals + 4 * this.#index;
    this.#normal.x = allFloats[at] as number;
    this.#normal.y = allFloats[at + 1] as number;
    this.#normal.z = allFloats[at + 2] as number;
    return this.#normal;
  }

  get depth(): number {
    refresh();
    return allFloats[this.#normals + 4 * this.#index + 3] as number;
  }

  get mtv(): Vec3 {
    const { x, y, z } = this.normal;
    const depth = this.depth;
    this.#mtv.x = x * depth;
    this.#mtv.y = y * depth;
    this.#mtv.z = z * depth;
    return this.#mtv;
  }

  get points(): readonly ContactPoint[] {
    refresh();
    const doubles = allDoubles;
    const floats = allFloats;
    const at = this.#normals + 4 * this.#index;
    const nx = floats[at] as number;
    const ny = floats[at + 1] as number;
    const nz = floats[at + 2] as number;
    const address = this.#points + POINTS_BYTES * this.#index;
    const x = doubles[address / 8] as number;
    const y = doubles[address / 8 + 1] as number;
    const z = doubles[address / 8 + 2] as number;
    const count = allWords[address / 4 + POINTS_COUNT_WORD] as number;
    const firstId = address / 4 + POINTS_FIRST_ID_WORD;
    let from = address / 4 + POINTS_FIRST_FLOAT;
    for (let i = 0; i < count; i++, from += 4) {
      const point = this.#pool[i] as ContactPoint;
      const { onA, onB } = point;
      const depth = floats[from + 3] as number;
      point.depth = depth;
      point.id = allWords[firstId + i] as number;
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
}

export class Contacts implements ContactList {
  readonly #state: WorldState;
  readonly #cursor: Cursor;
  #pairs = new Uint32Array(0);
  #normals = new Float32Array(0);

  constructor(state: WorldState) {
    this.#state = state;
    this.#cursor = new Cursor(state);
  }

  get count(): number {
    this.#state.open();
    return this.#state.word(CONTACT_COUNT);
  }

  get pairs(): Uint32Array {
    const length = 2 * this.count;
    const address = this.#state.word(PAIRS);
    if (!isCurrent(this.#pairs, address, length)) this.#pairs = viewOf(Uint32Array, address, length);
    return this.#pairs;
  }

  get normals(): Float32Array {
    const length = 4 * this.count;
    const address = this.#state.word(NORMALS);
    if (!isCurrent(this.#normals, address, length)) this.#normals = viewOf(Float32Array, address, length);
    return this.#normals;
  }

  [Symbol.iterator](): Iterator<ContactCursor> {
    this.#state.open();
    // A loop within a loop needs a cursor of its own.
    return (this.#cursor.inUse ? new Cursor(this.#state) : this.#cursor).start();
  }

  toArray(): WorldContact[] {
    return Array.from(this, ({ a, b, normal, depth, mtv, points }) => ({
      a,
      b,
      normal: copy(normal),
      depth,
      mtv: copy(mtv),
      points: points.map((point) => ({ onA: copy(point.onA), onB: copy(point.onB), depth: point.depth, id: point.id })),
    }));
  }
}
