/** What tells a collider from others: its row, and which of the colliders that had it. */
export interface FormerCollider {
  readonly index: number;
}

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

  /** @returns undefined if there is none, or it was garbage-collected */
  take(row: number, generation: number): C | undefined {
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
