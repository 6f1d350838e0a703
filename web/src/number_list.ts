import type { Vec3 } from "./types.js";

/** Reads a list of numbers from the core in order. */
export class NumberList {
  readonly #numbers: Float64Array;
  readonly #end: number;
  #at: number;

  /** @param from, to part of the numbers. Default: all */
  constructor(numbers: Float64Array, from = 0, to = numbers.length) {
    this.#numbers = numbers;
    this.#at = from;
    this.#end = to;
  }

  get hasMore(): boolean {
    return this.#at < this.#end;
  }

  next(): number {
    // + 0 turns -0 into 0.
    return (this.#numbers[this.#at++] as number) + 0;
  }

  /** Two numbers, of the plane. */
  vector2(): { x: number; y: number } {
    return { x: this.next(), y: this.next() };
  }

  vector(): Vec3 {
    return { x: this.next(), y: this.next(), z: this.next() };
  }
}
