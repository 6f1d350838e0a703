import { failure, invalid } from "../errors.js";
import type { Numbers } from "../memory.js";
import { CAPACITY, POSITIONS, QUATERNIONS, TIMINGS } from "../records.js";
import { space } from "../space.js";
import type { Collider } from "./collider.js";
import type { FormerColliders } from "./former_colliders.js";

type Rows = Float64Array | Float32Array;

/** A view on rows that have moved since. Weak: a view that is no longer held costs nothing. */
interface StaleView {
  readonly view: WeakRef<Rows>;
  readonly name: "positions" | "quaternions";
  readonly rowSize: number;
}

/**
 * Fills rows that have moved. No pose contains it, and no result computed from it equals it, so that every write is
 * seen. The smallest 32-bit number.
 */
const UNWRITTEN = 2 ** -149;

/** Keeps a world, and with it its rows, alive while a view on them is held: a write must never hit other memory. */
const heldByView = new WeakMap<object, WorldState>();

/** The state that a world shares with its colliders and lists: the core's world, and the address of its record. */
export class WorldState {
  /** The core's number; 0 after dispose. */
  number: number;
  /** By row. A removed collider stays until its row is reused: lists of the last update may still name it. */
  readonly colliders: (Collider | undefined)[] = [];
  /** Colliders without a row, for a rollback. Only for a world of which there may be snapshots. */
  former: FormerColliders | undefined;
  /**
   * By the array of a snapshot, the colliders at that time: as long as it is held, so are they, their `userData` and their shapes.
   * Then what a rollback brings back does not depend on the garbage collector.
   */
  readonly snapshots = new WeakMap<Uint8Array, readonly (Collider | undefined)[]>();
  /** Counts updates, rollbacks and the dispose: loops that started before are over. */
  updates = 0;

  readonly #record: number;
  #positions = new Float64Array(0);
  #quaternions = new Float32Array(0);
  #hasHandedOutRows = false;
  #stale: StaleView[] = [];

  /** @param number of the core's world, which this object owns; 0: the core could not make one */
  constructor(number: number) {
    if (number === 0) throw space.faultError();
    this.number = number;
    this.#record = space.core.worldRecord(number);
    space.collectedWorlds.register(this, number, this);
  }

  /** @returns the core's number @throws HyperplaneError `disposed` */
  open(): number {
    if (this.number === 0) throw failure("disposed", "the world has been disposed of");
    return this.number;
  }

  close(): void {
    const { number } = this;
    if (number === 0) return;
    this.number = 0;
    this.updates++;
    this.colliders.length = 0;
    this.former = undefined;
    if (this.#hasHandedOutRows) {
      space.core.closeWorld(number);
    } else {
      space.collectedWorlds.unregister(this);
      space.core.releaseWorld(number);
    }
  }

  /** @param field a word of the world's record, named in records.ts @throws HyperplaneError `disposed` */
  word(field: number): number {
    this.open();
    space.refresh();
    return space.allWords[this.#record / 4 + field] as number;
  }

  /** @param stage of the last update, 0 to 3 @returns milliseconds @throws HyperplaneError `disposed` */
  timing(stage: number): number {
    this.open();
    space.refresh();
    return space.allDoubles[this.#record / 8 + TIMINGS + stage] as number;
  }

  /** Copies the quaternion of a row. @param at index in `into` */
  copyQuaternion(row: number, into: Numbers, at: number): void {
    const from = this.word(QUATERNIONS) / 4 + 4 * row;
    for (let i = 0; i < 4; i++) into[at + i] = space.allFloats[from + i] as number;
  }

  positions(): Float64Array {
    const view = space.viewOf(Float64Array, this.#positions, this.word(POSITIONS), 3 * this.word(CAPACITY));
    if (view !== this.#positions) this.#positions = this.#handOut(view);
    return view;
  }

  quaternions(): Float32Array {
    const view = space.viewOf(Float32Array, this.#quaternions, this.word(QUATERNIONS), 4 * this.word(CAPACITY));
    if (view !== this.#quaternions) this.#quaternions = this.#handOut(view);
    return view;
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
    if (this.#hasMoved(this.#positions, POSITIONS)) {
      this.#watch(this.#positions, "positions", 3);
      this.#positions = new Float64Array(0);
    }
    if (this.#hasMoved(this.#quaternions, QUATERNIONS)) {
      this.#watch(this.#quaternions, "quaternions", 4);
      this.#quaternions = new Float32Array(0);
    }
  }

  #hasMoved(view: Rows, field: number): boolean {
    return view.length > 0 && view.byteOffset !== this.word(field);
  }

  #watch(view: Rows, name: StaleView["name"], rowSize: number): void {
    view.fill(UNWRITTEN);
    this.#stale.push({ view: new WeakRef(view), name, rowSize });
  }

  /** @throws HyperplaneError `invalid-argument` for a row that was written through a stale view; each write is reported once */
  checkWrites(): void {
    if (this.#stale.length === 0) return;
    this.#stale = this.#stale.filter(({ view }) => (view.deref()?.length ?? 0) > 0);
    for (const { view, name, rowSize } of this.#stale) {
      const rows = view.deref() as Rows;
      for (let i = 0; i < rows.length; i++) {
        if (rows[i] === UNWRITTEN) continue;
        rows.fill(UNWRITTEN);
        throw invalid(
          `row ${Math.floor(i / rowSize)} was written through a stale view: the rows moved when colliders were added, read world.${name} again`,
        );
      }
    }
  }
}
