/** Columns of the bar itself. */
const WIDTH = 30;

/** A bar on a terminal, in place. Elsewhere it writes nothing, so that logs stay clean. */
export class ProgressBar {
  readonly #out: NodeJS.WriteStream | null;
  readonly #title: string;
  #shown = "";

  constructor(out: NodeJS.WriteStream, title: string, isQuiet: boolean) {
    this.#out = out.isTTY === true && !isQuiet ? out : null;
    this.#title = title;
  }

  /** @param share from 0 to 1 */
  show(share: number): void {
    const full = Math.floor(share * WIDTH);
    const percent = String(Math.floor(100 * share)).padStart(3);
    const line = `${this.#title} [${"#".repeat(full)}${".".repeat(WIDTH - full)}] ${percent} %`;
    if (line !== this.#shown) this.#out?.write(`\r${line}`);
    this.#shown = line;
  }

  /** Wipes it out. */
  end(): void {
    if (this.#shown !== "") this.#out?.write(`\r${" ".repeat(this.#shown.length)}\r`);
    this.#shown = "";
  }
}
