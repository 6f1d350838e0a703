import { failure, invalid } from "../errors.js";
import { CAPACITY, POSITIONS, TIMINGS } from "../records.js";
import { type FormerCollider, type FormerColliders, HeldBySnapshots } from "./former_colliders.js";
import { Listeners } from "./listeners.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** A view on rows. */
export type Rows = Float64Array | Float32Array;

/** Rows of numbers of a world, by `Collider.index`. */
interface RowKind<View extends Rows> {
  /** The world's property. */
  readonly name: string;
  readonly type: new (buffer: ArrayBufferLike, address: number, length: number) => View;
  /** The word of the world's record that has their address. */
  readonly field: number;
  /** Numbers of a row. */
  readonly size: number;
}

/** A view on rows that have moved since. Weak: a view that is no longer held costs nothing. */
interface StaleView {
  readonly view: WeakRef<Rows>;
  readonly kind: RowKind<Rows>;
}

/**
 * Fills rows that have moved. No pose contains it, and no result computed from it equals it, so that every write is
 * seen. The smallest 32-bit number.
 */
const UNWRITTEN = 2 ** -149;

/** Keeps a world, and with it its rows, alive while a view on them is held: a write must never hit other memory. */
const heldByView = new WeakMap<object, object>();

/**
 * The state that a world of any dimension shares with its colliders and lists: the core's world, and the address of its record.
 */
export class BaseState<C extends FormerCollider, Turns extends Rows> {
  readonly module: WorldModule<WorldCalls>;
  /** Numbers of a position. */
  readonly dimension: number;
  /** The core's number; 0 after dispose. */
  number: number;
  /** By row. A removed collider stays until its row is reused: lists of the last update may still name it. */
  readonly colliders: (C | undefined)[] = [];
  /** Colliders without a row, for a rollback. Only for a world of which there may be snapshots. */
  former: FormerColliders<C> | undefined;
  /**
   * By the array of a snapshot, the colliders at that time, and their shapes: as long as it is held, so are they, and their `userData`.
   * Then what a rollback brings back does not depend on the garbage collector.
   */
  readonly snapshots = new HeldBySnapshots<C>();
  /** Shapes that `World.restore` made, which nobody else disposes of. */
  readonly ownShapes: { dispose(): void }[] = [];
  /** Counts updates, rollbacks and the dispose: loops that started before are over. */
  updates = 0;
  #listeners: Listeners<C> | undefined;

  protected readonly record: number;
  readonly #positionKind: RowKind<Float64Array>;
  readonly #turnKind: RowKind<Turns>;
  #positions: Float64Array = new Float64Array(0);
  #turns: Turns;
  #hasHandedOutRows = false;
  #stale: StaleView[] = [];

  /**
   * @param number of the core's world, which this object owns; 0: the core could not make one
   * @param dimension numbers of a position
   * @param turns how its colliders are turned
   */
  constructor(module: WorldModule<WorldCalls>, number: number, dimension: number, turns: RowKind<Turns>) {
    if (number === 0) throw module.faultError();
    this.module = module;
    this.dimension = dimension;
    this.number = number;
    this.#positionKind = { name: "positions", type: Float64Array, field: POSITIONS, size: dimension };
    this.#turnKind = turns;
    this.#turns = new turns.type(new ArrayBuffer(0), 0, 0);
    this.record = module.core.worldRecord(number);
    module.collectedWorlds.register(this, number, this);
    module.worlds.set(number, module.traces ? (new Error().stack ?? "") : null);
  }

  /** Made when first asked for. */
  get listeners(): Listeners<C> {
    this.#listeners ??= new Listeners();
    return this.#listeners;
  }

  get hasListeners(): boolean {
    return this.#listeners !== undefined;
  }

  /** @returns the core's number @throws HyperplaneError `disposed` */
  open(): number {
    if (this.number === 0) throw failure("disposed", "the world has been disposed of");
    return this.number;
  }

  close(): void {
    const { number, module } = this;
    if (number === 0) return;
    this.number = 0;
    module.worlds.delete(number);
    this.updates++;
    this.colliders.length = 0;
    this.former = undefined;
    for (const shape of this.ownShapes.splice(0)) shape.dispose();
    if (this.#hasHandedOutRows) {
      module.core.closeWorld(number);
    } else {
      module.collectedWorlds.unregister(this);
      module.core.releaseWorld(number);
    }
  }

  /** Gives a new collider its row. @returns the collider */
  place(collider: C): C {
    this.former?.add(this.colliders[collider.index]);
    this.colliders[collider.index] = collider;
    return collider;
  }

  /** @param field a word of the world's record, named in records.ts @throws HyperplaneError `disposed` */
  word(field: number): number {
    this.open();
    this.module.refresh();
    return this.module.allWords[this.record / 4 + field] as number;
  }

  /** @param stage of the last update, 0 to 3 @returns milliseconds @throws HyperplaneError `disposed` */
  timing(stage: number): number {
    this.open();
    this.module.refresh();
    return this.module.allDoubles[this.record / 8 + TIMINGS + stage] as number;
  }

  positions(): Float64Array {
    const view = this.#current(this.#positions, this.#positionKind);
    if (view !== this.#positions) this.#positions = this.#handOut(view);
    return view;
  }

  protected turns(): Turns {
    const view = this.#current(this.#turns, this.#turnKind);
    if (view !== this.#turns) this.#turns = this.#handOut(view);
    return view;
  }

  #current<View extends Rows>(known: View, { type, field, size }: RowKind<View>): View {
    return this.module.viewOf(type, known, this.word(field), size * this.word(CAPACITY));
  }

  #handOut<T extends object>(view: T): T {
    this.#hasHandedOutRows = true;
    heldByView.set(view, this);
    return view;
  }

  /**
   * Watches views whose rows have moved, for `checkWrites`. For calls that may move them. The core keeps the old rows. A growth
   * of memory detaches all views instead; nothing can watch those.
   */
  watchMovedRows(): void {
    if (!this.#hasHandedOutRows) return;
    if (this.#hasMoved(this.#positions, this.#positionKind)) {
      this.#watch(this.#positions, this.#positionKind);
      this.#positions = new Float64Array(0);
    }
    if (this.#hasMoved(this.#turns, this.#turnKind)) {
      this.#watch(this.#turns, this.#turnKind);
      this.#turns = new this.#turnKind.type(new ArrayBuffer(0), 0, 0);
    }
  }

  #hasMoved(view: Rows, { field }: RowKind<Rows>): boolean {
    return view.length > 0 && view.byteOffset !== this.word(field);
  }

  #watch(view: Rows, kind: RowKind<Rows>): void {
    view.fill(UNWRITTEN);
    this.#stale.push({ view: new WeakRef(view), kind });
  }

  /** @throws HyperplaneError `invalid-argument` for a row that was written through a stale view; each write is reported once */
  checkWrites(): void {
    if (this.#stale.length === 0) return;
    this.#stale = this.#stale.filter(({ view }) => (view.deref()?.length ?? 0) > 0);
    for (const { view, kind } of this.#stale) {
      const rows = view.deref() as Rows;
      for (let i = 0; i < rows.length; i++) {
        if (rows[i] === UNWRITTEN) continue;
        rows.fill(UNWRITTEN);
        throw invalid(
          `row ${Math.floor(i / kind.size)} was written through a stale view: the rows moved when colliders were added, read world.${kind.name} again`,
        );
      }
    }
  }
}

/** The state of a world whose dimension does not matter. */
export type AnyState<C extends FormerCollider> = Pick<
  BaseState<C, Rows>,
  "module" | "number" | "colliders" | "updates" | "listeners" | "hasListeners" | "open" | "word"
>;
