import { allWords, refresh, viewOf } from "../memory.js";
import type { Collider } from "./collider.js";
import { isCurrent, type WorldState } from "./state.js";

/** Two colliders that began or ceased to touch. In a loop one object that is used again. */
export interface PairEvent {
  /** The collider with the lower row. */
  readonly a: Collider;
  /** The collider with the higher row. */
  readonly b: Collider;
}

/** Pairs of colliders, sorted by row. */
export interface PairList extends Iterable<PairEvent> {
  /** How many. */
  readonly count: number;
  /** Collider rows: 2 per pair, a < b. A live view: read it before the next update. */
  readonly pairs: Uint32Array;
  /** All of them as objects that stay as they are. */
  toArray(): { a: Collider; b: Collider }[];
}

/** A loop over pairs, its own result and the event in one; see Cursor in contacts.ts. */
class Cursor implements Iterator<PairEvent>, PairEvent {
  done = false;
  readonly value = this;
  inUse = false;

  readonly #state: WorldState;
  #index = -1;
  #count = 0;
  #updates = 0;
  #pairs = 0;

  constructor(state: WorldState) {
    this.#state = state;
  }

  start(count: number, address: number): this {
    this.inUse = true;
    this.done = false;
    this.#index = -1;
    this.#count = count;
    this.#pairs = address / 4;
    this.#updates = this.#state.updates;
    return this;
  }

  next(): IteratorResult<PairEvent> {
    this.#index++;
    if (this.#index >= this.#count || this.#updates !== this.#state.updates || this.#state.number === 0) this.return();
    return this as IteratorResult<PairEvent>;
  }

  return(): IteratorResult<PairEvent> {
    this.done = true;
    this.inUse = false;
    return this as IteratorResult<PairEvent>;
  }

  get a(): Collider {
    refresh();
    return this.#state.colliders[allWords[this.#pairs + 2 * this.#index] as number] as Collider;
  }

  get b(): Collider {
    refresh();
    return this.#state.colliders[allWords[this.#pairs + 2 * this.#index + 1] as number] as Collider;
  }
}

export class Pairs implements PairList {
  readonly #state: WorldState;
  readonly #cursor: Cursor;
  readonly #countField: number;
  readonly #addressField: number;
  #pairs = new Uint32Array(0);

  /** @param countField, addressField words of the world's record */
  constructor(state: WorldState, countField: number, addressField: number) {
    this.#state = state;
    this.#cursor = new Cursor(state);
    this.#countField = countField;
    this.#addressField = addressField;
  }

  get count(): number {
    this.#state.open();
    return this.#state.word(this.#countField);
  }

  get pairs(): Uint32Array {
    const length = 2 * this.count;
    const address = this.#state.word(this.#addressField);
    if (!isCurrent(this.#pairs, address, length)) this.#pairs = viewOf(Uint32Array, address, length);
    return this.#pairs;
  }

  [Symbol.iterator](): Iterator<PairEvent> {
    const cursor = this.#cursor.inUse ? new Cursor(this.#state) : this.#cursor;
    return cursor.start(this.count, this.#state.word(this.#addressField));
  }

  toArray(): { a: Collider; b: Collider }[] {
    return Array.from(this, ({ a, b }) => ({ a, b }));
  }
}
