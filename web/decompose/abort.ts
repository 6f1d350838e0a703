/** An AbortSignal, or none. Whatever is waited for ends with the signal's reason when it fires. */
export class Abort {
  readonly #signal: AbortSignal | undefined;
  #reject: (() => void) | undefined;
  readonly #aborted: Promise<never>;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.#aborted = new Promise((_, reject) => {
      this.#reject = () => reject(signal?.reason);
    });
    // It may fire when nothing is waited for.
    this.#aborted.catch(() => {});
    signal?.addEventListener("abort", this.#reject as () => void);
  }

  get hasFired(): boolean {
    return this.#signal?.aborted === true;
  }

  /** @throws the signal's reason */
  check(): void {
    if (this.hasFired) throw this.#signal?.reason;
  }

  /** @returns rejects with the signal's reason as soon as it fires */
  race<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#aborted]);
  }

  /** Forgets the signal. */
  end(): void {
    if (this.#reject !== undefined) this.#signal?.removeEventListener("abort", this.#reject);
  }
}
