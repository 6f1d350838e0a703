import { failure } from "../errors.js";
import { faultError } from "../faults.js";
import { allDoubles, allFloats, allWords, refresh, viewOf } from "../memory.js";
import { core } from "../raw.js";
import type { Collider } from "./collider.js";
import { CAPACITY, POSITIONS, QUATERNIONS, TIMINGS } from "./record.js";

/** Frees the worlds that were forgotten. */
const forgotten = new FinalizationRegistry<number>((number) => core.releaseWorld(number));

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
    if (number === 0) throw faultError();
    this.number = number;
    this.#record = core.worldRecord(this.number);
    forgotten.register(this, this.number, this);
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
      core.closeWorld(number);
    } else {
      forgotten.unregister(this);
      core.releaseWorld(number);
    }
  }

  /** A word of the record. @param field one of record.ts */
  word(field: number): number {
    refresh();
    return allWords[this.#record / 4 + field] as number;
  }

  /** @param i 0 to 3: a stage of the last update, in milliseconds. */
  timing(i: number): number {
    refresh();
    return allDoubles[this.#record / 8 + TIMINGS + i] as number;
  }

  /** Copies the quaternion of a row. @param at index in `into` */
  copyQuaternion(row: number, into: { [index: number]: number }, at: number): void {
    const from = this.word(QUATERNIONS) / 4 + 4 * row;
    for (let i = 0; i < 4; i++) into[at + i] = allFloats[from + i] as number;
  }

  positions(): Float64Array {
    const length = 3 * this.word(CAPACITY);
    if (!isCurrent(this.#positions, this.word(POSITIONS), length)) {
      this.#positions = this.#handOut(viewOf(Float64Array, this.word(POSITIONS), length));
    }
    return this.#positions;
  }

  quaternions(): Float32Array {
    const length = 4 * this.word(CAPACITY);
    if (!isCurrent(this.#quaternions, this.word(QUATERNIONS), length)) {
      this.#quaternions = this.#handOut(viewOf(Float32Array, this.word(QUATERNIONS), length));
    }
    return this.#quaternions;
  }

  #handOut<T extends object>(view: T): T {
    this.#hasHandedOutRows = true;
    heldByView.set(view, this);
    return view;
  }
}

/** Whether a view still shows what it should: it goes stale when memory grows, or when what it shows has moved. */
export function isCurrent(view: Float64Array | Float32Array | Uint32Array, address: number, length: number): boolean {
  return view.length === length && (length === 0 || view.byteOffset === address) && view.buffer === allWords.buffer;
}
