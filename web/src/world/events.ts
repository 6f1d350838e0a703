import { isObject, wrongReceiver } from "../errors.js";
import type { AnyState } from "./base_state.js";
import type { Collider } from "./collider.js";
import { CopyList, copyAt, type ReadonlyList } from "./copy_list.js";
import type { FormerCollider } from "./former_colliders.js";
import { PairOfColliders } from "./pair_of_colliders.js";

/** Two colliders that touch, began to, or ceased to. Loops reuse these objects after the next update. */
export interface PairEvent<C = Collider> {
  /** The collider with the lower row. */
  readonly a: C;
  /** The collider with the higher row. */
  readonly b: C;
  /** The other collider than `me`. @throws HyperplaneError `invalid-argument` for one that is neither `a` nor `b` */
  other(me: C): C;
}

/** Pairs of colliders, each once, sorted by the row of a, then of b. An update during a loop ends it. */
export interface PairList<C = Collider> extends Iterable<PairEvent<C>>, ReadonlyList<PairEvent<C>> {
  /** Collider rows: 2 per pair, a < b. A live view: read it before the next update; growing memory detaches it. */
  readonly pairs: Uint32Array;
}

/**
 * An iterator that is its own result; see Loop in contacts.ts. Events come from a pool with one object per index of the list: a
 * loop allocates nothing once the pool is large enough, and all events of a list can be held at once.
 */
class Cursor<C extends FormerCollider> implements Iterator<PairEvent<C>> {
  done = false;
  value: PairEvent<C> | undefined = undefined;
  inUse = false;

  readonly #state: AnyState<C>;
  readonly #pool: PairOfColliders<C>[];
  #index = -1;
  #count = 0;
  #updates = 0;
  #pairs = 0;

  constructor(state: AnyState<C>, pool: PairOfColliders<C>[]) {
    this.#state = state;
    this.#pool = pool;
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

  next(): IteratorResult<PairEvent<C>> {
    this.#index++;
    if (this.#index >= this.#count || this.#updates !== this.#state.updates || this.#state.number === 0) {
      return this.return();
    }
    // The body of the loop may have grown memory.
    const { colliders, module } = this.#state;
    module.refresh();
    const at = this.#pairs + 2 * this.#index;
    const a = colliders[module.allWords[at] as number] as C;
    const b = colliders[module.allWords[at + 1] as number] as C;
    const event = this.#pool[this.#index];
    // A frozen object cannot be reused.
    if (event === undefined || Object.isFrozen(event)) {
      this.value = this.#pool[this.#index] = new PairOfColliders(a, b);
    } else {
      event.a = a;
      event.b = b;
      this.value = event;
    }
    return this as IteratorResult<PairEvent<C>>;
  }

  return(): IteratorResult<PairEvent<C>> {
    this.done = true;
    this.value = undefined;
    this.inUse = false;
    return this as IteratorResult<PairEvent<C>>;
  }
}

export class Pairs<C extends FormerCollider> extends CopyList<PairEvent<C>> implements PairList<C> {
  readonly #state: AnyState<C>;
  readonly #pool: PairOfColliders<C>[] = [];
  readonly #cursor: Cursor<C>;
  readonly #countField: number;
  readonly #addressField: number;
  #pairs = new Uint32Array(0);

  /** @param countField, addressField words of the world's record */
  constructor(state: AnyState<C>, countField: number, addressField: number) {
    super();
    this.#state = state;
    this.#cursor = new Cursor(state, this.#pool);
    this.#countField = countField;
    this.#addressField = addressField;
  }

  get count(): number {
    return stateOfPairs(this).word(this.#countField);
  }

  get pairs(): Uint32Array {
    const state = stateOfPairs(this);
    this.#pairs = state.module.viewOf(Uint32Array, this.#pairs, state.word(this.#addressField), 2 * this.count);
    return this.#pairs;
  }

  [Symbol.iterator](): Iterator<PairEvent<C>> {
    const state = stateOfPairs(this);
    const cursor = this.#cursor.inUse ? new Cursor(state, this.#pool) : this.#cursor;
    return cursor.start(this.count, state.word(this.#addressField));
  }

  [copyAt](index: number): PairEvent<C> {
    const { colliders } = stateOfPairs(this);
    const { pairs } = this;
    return new PairOfColliders(
      colliders[pairs[2 * index] as number] as C,
      colliders[pairs[2 * index + 1] as number] as C,
    );
  }

  static stateOf<C extends FormerCollider>(pairs: Pairs<C>): AnyState<C> {
    if (!isObject(pairs) || !(#state in pairs)) throw wrongReceiver(pairs, "a PairList");
    return pairs.#state;
  }
}
const stateOfPairs: <C extends FormerCollider>(pairs: Pairs<C>) => AnyState<C> = Pairs.stateOf;
