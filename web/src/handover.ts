/** Hands a value to a constructor that has public parameters only. */
export class Handover<T> {
  #value: T | undefined;

  /** @param construct calls the constructor, which takes the value */
  give<Made>(value: T, construct: () => Made): Made {
    this.#value = value;
    try {
      return construct();
    } finally {
      this.#value = undefined;
    }
  }

  /** For the constructor. @returns undefined for a second constructor, and outside of `give` */
  take(): T | undefined {
    const value = this.#value;
    this.#value = undefined;
    return value;
  }
}
