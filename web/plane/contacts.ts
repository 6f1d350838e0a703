import { integerAt } from "../src/memory.js";
import { NORMALS, POINTS } from "../src/records.js";
import {
  type BaseContactCursor,
  type BaseContactList,
  BaseContacts,
  BaseCursor,
  type BaseWorldContact,
  copyOf,
  find,
  indexOf,
} from "../src/world/base_contacts.js";
import { CopiedContact } from "../src/world/pair_of_colliders.js";
import type { Collider } from "./collider.js";
import type { ContactPoint } from "./pair.js";
import {
  POINTS_RECORD_COUNT,
  POINTS_RECORD_IDS,
  POINTS_RECORD_PART_A,
  POINTS_RECORD_POINTS,
  POINTS_RECORD_SIZE,
  plane,
} from "./plane_module.js";
import type { Vec2 } from "./types.js";
import type { PlaneState } from "./world_state.js";

/**
 * The current contact of a loop. Reading it after the loop has moved on, or after the next update, throws `invalid-argument`:
 * copy the values, or use `toArray`. After a `break` it stays readable until the next update. A contact that the body of the loop
 * has not read becomes a copy instead, which stays readable.
 */
export interface ContactCursor<T = unknown> extends BaseContactCursor<Collider<T>, Vec2> {
  /** One point, or two that span the contact, in world space, the deepest first. Reused objects. */
  readonly points: readonly ContactPoint[];
  /** Which part of a; -1: it has none. */
  readonly partA: number;
  /** Which part of b; -1: it has none. */
  readonly partB: number;
}

/** A copy of a contact. */
export interface WorldContact<T = unknown> extends BaseWorldContact<Collider<T>, Vec2> {
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
export interface ContactList<T = unknown> extends BaseContactList<ContactCursor<T>, WorldContact<T>> {
  /** Normal x, y (unit length, from a to b) and depth in metres: 3 per contact. A live view, like `pairs`. */
  readonly normals: Float32Array;
}

const newVector = (): Vec2 => ({ x: 0, y: 0 });
const newPoint = (): ContactPoint => ({ onA: newVector(), onB: newVector(), depth: 0, id: 0 });

/** Reads one contact from the core's memory. */
class Cursor extends BaseCursor<Collider, PlaneState> implements ContactCursor {
  readonly #normal = newVector();
  readonly #mtv = newVector();
  readonly #pool: readonly ContactPoint[] = [newPoint(), newPoint()];
  /** The first i of the pool. */
  readonly #lists = [0, 1, 2].map((count) => this.#pool.slice(0, count));
  /** Index of the first normal into the view of 32-bit floats. */
  #normals = 0;
  /** Index of the first contact's points into the view of 32-bit numbers. */
  #points = 0;

  [find](state: PlaneState): void {
    this.#normals = state.word(NORMALS) / 4;
    this.#points = state.word(POINTS) / 4;
  }

  [copyOf](): WorldContact {
    const index = indexOf(this);
    const points = (this.#lists[this.#countAt(index)] as ContactPoint[]).slice();
    for (let i = 0; i < points.length; i++) points[i] = newPoint();
    const [normal, mtv] = [newVector(), newVector()];
    this.#writeVector(index, normal, 1);
    this.#writeVector(index, mtv, this.depth);
    this.#writePoints(index, points);
    return new ContactCopy(this, normal, mtv, points);
  }

  get normal(): Vec2 {
    const index = indexOf(this);
    this.#writeVector(index, this.#normal, 1);
    return this.#normal;
  }

  get depth(): number {
    const index = indexOf(this);
    return plane.allFloats[this.#normals + 3 * index + 2] as number;
  }

  get mtv(): Vec2 {
    const index = indexOf(this);
    this.#writeVector(index, this.#mtv, this.depth);
    return this.#mtv;
  }

  get points(): readonly ContactPoint[] {
    const index = indexOf(this);
    const points = this.#lists[this.#countAt(index)] as readonly ContactPoint[];
    this.#writePoints(index, points);
    return points;
  }

  #countAt(index: number): number {
    return plane.allWords[this.#points + POINTS_RECORD_SIZE * index + POINTS_RECORD_COUNT] as number;
  }

  /** Writes the normal. @param factor of it */
  #writeVector(index: number, into: Vec2, factor: number): void {
    const at = this.#normals + 3 * index;
    into.x = (plane.allFloats[at] as number) * factor;
    into.y = (plane.allFloats[at + 1] as number) * factor;
  }

  #writePoints(index: number, points: readonly ContactPoint[]): void {
    const floats = plane.allFloats;
    const words = plane.allWords;
    const normal = this.#normals + 3 * index;
    const nx = floats[normal] as number;
    const ny = floats[normal + 1] as number;
    const at = this.#points + POINTS_RECORD_SIZE * index;
    const x = plane.allDoubles[at / 2] as number;
    const y = plane.allDoubles[at / 2 + 1] as number;
    for (let i = 0, from = at + POINTS_RECORD_POINTS; i < points.length; i++, from += 3) {
      const point = points[i] as ContactPoint;
      const { onA, onB } = point;
      const depth = floats[from + 2] as number;
      point.depth = depth;
      point.id = words[at + POINTS_RECORD_IDS + i] as number;
      const middleX = x + (floats[from] as number);
      const middleY = y + (floats[from + 1] as number);
      const halfX = 0.5 * depth * nx;
      const halfY = 0.5 * depth * ny;
      onA.x = middleX + halfX;
      onA.y = middleY + halfY;
      onB.x = middleX - halfX;
      onB.y = middleY - halfY;
    }
  }

  get partA(): number {
    const index = indexOf(this);
    return integerAt(plane.allWords, this.#points + POINTS_RECORD_SIZE * index + POINTS_RECORD_PART_A);
  }

  get partB(): number {
    const index = indexOf(this);
    return integerAt(plane.allWords, this.#points + POINTS_RECORD_SIZE * index + POINTS_RECORD_PART_A + 1);
  }
}

class ContactCopy extends CopiedContact<Collider, Vec2> implements WorldContact {
  declare partA: number;
  declare partB: number;

  constructor(contact: ContactCursor, normal: Vec2, mtv: Vec2, points: ContactPoint[]) {
    super(contact, normal, mtv, points);
    this.partA = contact.partA;
    this.partB = contact.partB;
  }
}

export class Contacts extends BaseContacts<Cursor, WorldContact, PlaneState> implements ContactList {
  constructor(state: PlaneState) {
    super(state, 3, () => new Cursor(state));
  }
}
