import { integerAt } from "../memory.js";
import type { ContactPoint } from "../pair.js";
import {
  FEATURES,
  NORMALS,
  PACKED_POINT_DEPTH,
  PACKED_POINT_ID,
  PACKED_POINT_SIZE,
  POINT_ORIGINS,
  POINT_PLACES,
  POINTS,
} from "../records.js";
import { space } from "../space.js";
import type { PairFeatures, Vec3 } from "../types.js";
import {
  type BaseContactCursor,
  type BaseContactList,
  BaseContacts,
  BaseCursor,
  type BaseWorldContact,
  contactState,
  copyOf,
  find,
  indexOf,
} from "./base_contacts.js";
import type { Collider } from "./collider.js";
import { CopiedContact } from "./pair_of_colliders.js";
import type { WorldState } from "./state.js";

/**
 * The current contact of a loop. Reading it after the loop has moved on, or after the next update, throws `invalid-argument`:
 * copy the values, or use `toArray`. After a `break` it stays readable until the next update. A contact that the body of the loop
 * has not read becomes a copy instead, which stays readable.
 */
export interface ContactCursor<T = unknown> extends BaseContactCursor<Collider<T>, Vec3> {
  /** 1 to 4 points in world space that span the contact area, the deepest first. Reused objects. */
  readonly points: readonly ContactPoint[];
  /** Part of a, if it is a compound; else -1. */
  readonly partA: number;
  /** Triangle of a, if it has a surface of triangles; else -1. */
  readonly triangleA: number;
  /** Part of b, or -1. */
  readonly partB: number;
  /** Triangle of b, or -1. */
  readonly triangleB: number;
}

/** A copy of a contact. */
export interface WorldContact<T = unknown> extends PairFeatures, BaseWorldContact<Collider<T>, Vec3> {
  /** 1 to 4 points in world space that span the contact area, the deepest first. */
  points: ContactPoint[];
}

/**
 * The contacts of the last update, sorted by the row of a, then of b, then by features. `for (const contact of contacts)`
 * reuses its objects; `[...contacts]` and `Array.from(contacts)` make copies. An update during a loop ends it.
 */
export interface ContactList<T = unknown> extends BaseContactList<ContactCursor<T>, WorldContact<T>> {
  /** Normal x, y, z (unit length, from a to b) and depth in metres: 4 per contact. A live view, like `pairs`. */
  readonly normals: Float32Array;
  /**
   * Part and triangle of a, part and triangle of b: 4 per contact, -1 where a shape has no such thing. A pair with a compound may
   * have several contacts, one after the other, sorted by these. A live view.
   */
  readonly features: Int32Array;
}

const newVector = (): Vec3 => ({ x: 0, y: 0, z: 0 });
const newPoint = (): ContactPoint => ({ onA: newVector(), onB: newVector(), depth: 0, id: 0 });

/** Reads one contact from the core's memory. */
class Cursor extends BaseCursor<Collider, WorldState> implements ContactCursor {
  readonly #normal = newVector();
  readonly #mtv = newVector();
  readonly #pool: readonly ContactPoint[] = [newPoint(), newPoint(), newPoint(), newPoint()];
  /** The first i of the pool. */
  readonly #lists = [0, 1, 2, 3, 4].map((count) => this.#pool.slice(0, count));
  /** Index of the first normal into the view of 32-bit floats. */
  #normals = 0;
  /** Index of the first contact point into the view of 32-bit numbers. */
  #points = 0;
  /** Index of the first contact's place of points into the view of 32-bit numbers. */
  #places = 0;
  /** Index of the first contact's origin of points into the view of doubles. */
  #origins = 0;
  /** Index of the first features into the view of 32-bit numbers; 0 if no contact has any. */
  #features = 0;

  [find](state: WorldState): void {
    this.#normals = state.word(NORMALS) / 4;
    this.#points = state.word(POINTS) / 4;
    this.#places = state.word(POINT_PLACES) / 4;
    this.#origins = state.word(POINT_ORIGINS) / 8;
    this.#features = state.word(FEATURES) / 4;
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

  get normal(): Vec3 {
    const index = indexOf(this);
    this.#writeVector(index, this.#normal, 1);
    return this.#normal;
  }

  get depth(): number {
    const index = indexOf(this);
    return space.allFloats[this.#normals + 4 * index + 3] as number;
  }

  get mtv(): Vec3 {
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

  /** Number of points. The core has four times the number of points before them, and their own less one. */
  #countAt(index: number): number {
    return ((space.allWords[this.#places + index] as number) & 3) + 1;
  }

  /** Writes the normal. @param factor of it */
  #writeVector(index: number, into: Vec3, factor: number): void {
    const floats = space.allFloats;
    const at = this.#normals + 4 * index;
    into.x = (floats[at] as number) * factor;
    into.y = (floats[at + 1] as number) * factor;
    into.z = (floats[at + 2] as number) * factor;
  }

  #writePoints(index: number, points: readonly ContactPoint[]): void {
    const doubles = space.allDoubles;
    const floats = space.allFloats;
    const words = space.allWords;
    const normal = this.#normals + 4 * index;
    const nx = floats[normal] as number;
    const ny = floats[normal + 1] as number;
    const nz = floats[normal + 2] as number;
    const origin = this.#origins + 3 * index;
    const x = doubles[origin] as number;
    const y = doubles[origin + 1] as number;
    const z = doubles[origin + 2] as number;
    let from = this.#points + PACKED_POINT_SIZE * ((words[this.#places + index] as number) >>> 2);
    for (let i = 0; i < points.length; i++, from += PACKED_POINT_SIZE) {
      const point = points[i] as ContactPoint;
      const { onA, onB } = point;
      const depth = floats[from + PACKED_POINT_DEPTH] as number;
      point.depth = depth;
      point.id = words[from + PACKED_POINT_ID] as number;
      const middleX = x + (floats[from] as number);
      const middleY = y + (floats[from + 1] as number);
      const middleZ = z + (floats[from + 2] as number);
      const halfX = 0.5 * depth * nx;
      const halfY = 0.5 * depth * ny;
      const halfZ = 0.5 * depth * nz;
      onA.x = middleX + halfX;
      onA.y = middleY + halfY;
      onA.z = middleZ + halfZ;
      onB.x = middleX - halfX;
      onB.y = middleY - halfY;
      onB.z = middleZ - halfZ;
    }
  }

  get partA(): number {
    return feature(this, 0);
  }

  get triangleA(): number {
    return feature(this, 1);
  }

  get partB(): number {
    return feature(this, 2);
  }

  get triangleB(): number {
    return feature(this, 3);
  }

  /** @param which 0 to 3: part and triangle of a, then of b */
  static feature(cursor: Cursor, which: number): number {
    const index = indexOf(cursor);
    const features = cursor.#features;
    return features === 0 ? -1 : integerAt(space.allWords, features + 4 * index + which);
  }
}
const feature: (cursor: Cursor, which: number) => number = Cursor.feature;

class ContactCopy extends CopiedContact<Collider, Vec3> implements WorldContact {
  declare partA: number;
  declare triangleA: number;
  declare partB: number;
  declare triangleB: number;

  constructor(contact: ContactCursor, normal: Vec3, mtv: Vec3, points: ContactPoint[]) {
    super(contact, normal, mtv, points);
    this.partA = contact.partA;
    this.triangleA = contact.triangleA;
    this.partB = contact.partB;
    this.triangleB = contact.triangleB;
  }
}

export class Contacts extends BaseContacts<Cursor, WorldContact, WorldState> implements ContactList {
  #features = new Int32Array(0);

  constructor(state: WorldState) {
    super(state, 4, () => new Cursor(state));
  }

  get features(): Int32Array {
    const address = contactState<WorldState>(this).word(FEATURES);
    const length = 4 * this.count;
    // The core keeps none for contacts that have none.
    if (address === 0) return new Int32Array(length).fill(-1);
    this.#features = space.viewOf(Int32Array, this.#features, address, length);
    return this.#features;
  }
}
