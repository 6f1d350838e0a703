/** What a rollback needs of a collider. */
export interface FormerCollider {
  readonly index: number;
  readonly shape: unknown;
  readonly removed: boolean;
}

/** What a world had at the time of a snapshot, by row. */
export interface Held<C> {
  readonly header: string;
  readonly colliders: readonly (C | undefined)[];
  /** Those that the colliders had then. */
  readonly shapes: readonly unknown[];
}

/** By the array of a snapshot as it was handed out. */
export class HeldBySnapshots<C extends FormerCollider> {
  readonly #held = new WeakMap<Uint8Array, Held<C>>();

  add(bytes: Uint8Array, colliders: readonly (C | undefined)[]): void {
    const shapes = colliders.map((collider) => collider?.shape);
    this.#held.set(bytes, { header: headerOf(bytes), colliders: [...colliders], shapes });
  }

  /** @returns undefined if the array is of another world, or has got other bytes since */
  of(bytes: Uint8Array): Held<C> | undefined {
    const held = this.#held.get(bytes);
    return held?.header === headerOf(bytes) ? held : undefined;
  }
}

/** It ends before this byte, and has a checksum of all others. */
const HEADER_END = 32;
const headerOf = (bytes: Uint8Array) => bytes.subarray(0, HEADER_END).join();

/** Number of colliders at which those that were garbage-collected are first dropped. */
const FIRST_LIMIT = 64;

/**
 * Colliders of a world that have lost their row, to a later collider or in a rollback. A rollback may bring them back. They are
 * held weakly, and each takes constant time on average.
 */
export class FormerColliders<C extends FormerCollider> {
  /** By row and generation. Of several with the same, the last: a rollback starts a history in which numbers repeat. */
  readonly #colliders = new Map<number, WeakRef<C>>();
  #limit = FIRST_LIMIT;
  readonly #generationOf: (collider: C) => number;

  constructor(generationOf: (collider: C) => number) {
    this.#generationOf = generationOf;
  }

  add(collider: C | undefined): void {
    if (collider === undefined) return;
    if (this.#colliders.size >= this.#limit) {
      for (const [key, former] of this.#colliders) if (former.deref() === undefined) this.#colliders.delete(key);
      this.#limit = Math.max(FIRST_LIMIT, 2 * this.#colliders.size);
    }
    this.#colliders.set(keyOf(collider.index, this.#generationOf(collider)), new WeakRef(collider));
  }

  /**
   * The collider of a row of a snapshot.
   *
   * @param known colliders of that row in which it is sought first, in turn: that which the snapshot's array holds comes first, because
   * two histories that part after a rollback give different colliders the same generation
   * @returns undefined if there is none, or it was garbage-collected
   */
  bringBack(row: number, generation: number, known: readonly (C | undefined)[]): C | undefined {
    const isThat = (collider: C | undefined) => collider !== undefined && this.#generationOf(collider) === generation;
    return known.find(isThat) ?? this.#take(row, generation);
  }

  #take(row: number, generation: number): C | undefined {
    const key = keyOf(row, generation);
    const collider = this.#colliders.get(key)?.deref();
    // Beyond 2^29 generations of a row, keys are rounded.
    if (collider === undefined || collider.index !== row) return undefined;
    if (this.#generationOf(collider) !== generation) return undefined;
    this.#colliders.delete(key);
    return collider;
  }
}

/** Rows are below 2^24. */
const keyOf = (row: number, generation: number) => generation * 2 ** 24 + row;
