import { failure } from "../errors.js";
import { CAPACITY, POSITIONS, QUATERNIONS, TIMINGS } from "../records.js";
import { space } from "../space.js";
import type { Collider } from "./collider.js";

/** As long as somebody holds a view on a world's rows, the rows stay: writing to them must never hit other memory. */
const heldByView = new WeakMap<object, WorldState>();

/** What a world, its colliders and its lists have in common: the core's world, and where its record lies. */
export class WorldState {
  /** The core's number; 0 when disposed of. */
  number: number;
  /** By row. A removed collider stays until its row is used again: lists of the last update may still name it. */
  readonly colliders: (Collider | undefined)[] = [];
  /** Goes up with every update, and with the end: what was started before is over. */
  updates = 0;

  readonly #record: number;
  #positions = new Float64Array(0);
  #quaternions = new Float32Array(0);
  #hasHandedOutRows = false;

  /** @param number the core's, whose owner it becomes; 0: making it has failed */
  constructor(number: number) {
    if (number === 0) throw space.faultError();
    this.number = number;
    this.#record = space.core.worldRecord(this.number);
    space.collectedWorlds.register(this, this.number, this);
  }

  /** The core's number, or an error when the world is disposed of. */
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
    if (this.#hasHandedOutRows) {
      space.core.closeWorld(number);
    } else {
      space.collectedWorlds.unregister(this);
      space.core.releaseWorld(number);
    }
  }

  /** A word of the record. @param field one of record.ts */
  word(field: number): number {
    space.refresh();
    return space.allWords[this.#record / 4 + field] as number;
  }

  /** @param i 0 to 3: a stage of the last update, in milliseconds. */
  timing(i: number): number {
    space.refresh();
    return space.allDoubles[this.#record / 8 + TIMINGS + i] as number;
  }

  /** Copies the quaternion of a row. @param at index in `into` */
  copyQuaternion(row: number, into: { [index: number]: number }, at: number): void {
    const from = this.word(QUATERNIONS) / 4 + 4 * row;
    for (let i = 0; i < 4; i++) into[at + i] = space.allFloats[from + i] as number;
  }

  positions(): Float64Array {
    const length = 3 * this.word(CAPACITY);
    if (!space.isViewOf(this.#positions, this.word(POSITIONS), length)) {
      this.#positions = this.#handOut(space.viewOf(Float64Array, this.word(POSITIONS), length));
    }
    return this.#positions;
  }

  quaternions(): Float32Array {
    const length = 4 * this.word(CAPACITY);
    if (!space.isViewOf(this.#quaternions, this.word(QUATERNIONS), length)) {
      this.#quaternions = this.#handOut(space.viewOf(Float32Array, this.word(QUATERNIONS), length));
    }
    return this.#quaternions;
  }

  #handOut<T extends object>(view: T): T {
    this.#hasHandedOutRows = true;
    heldByView.set(view, this);
    return view;
  }
}
