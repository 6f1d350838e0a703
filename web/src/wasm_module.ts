import { instantiate } from "./embind.js";
import { failure, type HyperplaneError, invalid, show } from "./errors.js";
import type { Calls } from "./generated/hyperplane-core.js";
import { compile, loadError, type WasmSource } from "./load.js";
import { CoreMemory, type RecordLayout } from "./memory.js";
import { checkOptions, type OptionNames } from "./options.js";
import { compileOwn, type OwnModule } from "./own_module.js";
import { CALL_FAILED, Status } from "./records.js";

/** Where to load the core from. */
export interface InitOptions {
  /**
   * The .wasm file: a URL (in Node also a file path), a Request, its bytes, a Response or a promise of one, or a compiled
   * module.
   * Default: the file beside the package's code; with `hyperplane/inline` the copy inside it.
   */
  readonly wasm?: WasmSource;
}

const INIT_OPTIONS: OptionNames<InitOptions> = { wasm: true };

/** The calls that every module has. */
export type CommonCalls = Pick<Calls, "recordAddress" | "reserveReport" | "releaseReport">;

const CODES = {
  [Status.invalidArgument]: "invalid-argument",
  [Status.degenerateShape]: "degenerate-shape",
  [Status.outOfMemory]: "out-of-memory",
  [Status.staleHandle]: "disposed",
} as const;

/**
 * A WebAssembly module of the package: its calls, its memory, and its state of loading. An entry of the package owns one; two
 * modules know nothing of each other.
 */
export class WasmModule<Calls extends CommonCalls> extends CoreMemory {
  /** The core's calls. Undefined until a core is loaded: `begin` precedes every call. */
  core!: Calls;
  /**
   * The same for calls that are so short that what surrounds them counts: the functions themselves, which engines inline where a call has
   * one target. Arguments have been staged, which has expired all tickets; `refresh` precedes the next read of a view. Numbers of 32 bits
   * come back signed.
   */
  direct!: Calls;

  readonly #start: string;
  #pending: Promise<void> | undefined;

  /** @param start name of the module's first function, which only a module of this version has */
  constructor(records: RecordLayout, start: string) {
    super(records);
    this.#start = start;
  }

  /** The `init` of an entry. @param own the core if the options name none */
  init(options: InitOptions, own: OwnModule): Promise<void> {
    this.#pending ??= this.#load(options, own).catch((cause: unknown) => {
      this.#pending = undefined;
      throw loadError(cause);
    });
    return this.#pending;
  }

  /** As `init`, with a module that has been compiled. */
  start(module: WebAssembly.Module): Promise<void> {
    this.#pending ??= this.#run(module);
    return this.#pending;
  }

  async #load(options: InitOptions, own: OwnModule): Promise<void> {
    if (typeof options !== "object" || options === null) {
      throw invalid(`init takes an object, as in init({ wasm: url }), got ${show(options)}`);
    }
    checkOptions(options, INIT_OPTIONS, "init: ");
    const { wasm } = options;
    await this.#run(await (wasm === undefined ? compileOwn(own) : compile(wasm)));
  }

  async #run(module: WebAssembly.Module): Promise<void> {
    const instance = await instantiate(module, this.#start, () => this.finishCall());
    if (instance === null) {
      throw failure(
        "load-failed",
        "could not start the core: the .wasm file is not the one of this version of hyperplane",
      );
    }
    const calls = instance.calls as unknown as Calls;
    this.attach(instance.memory, calls.recordAddress());
    this.core = calls;
    this.direct = instance.direct as unknown as Calls;
  }

  /** The error of the last failed call, in the core's words. @param subject beginning of the message */
  faultError(subject = ""): HyperplaneError {
    const { status, message } = this.readFault();
    return failure(CODES[status as keyof typeof CODES] ?? "invalid-argument", `${subject}${message}`);
  }

  // The core's list of numbers carries everything that does not fit into the records, in both directions.

  /** A copy of the list that the last call made; frees the list. */
  takeNumbers(): Float64Array {
    const copy = this.listView().slice();
    this.core.releaseReport();
    return copy;
  }

  /** As `takeNumbers`, into `out`, which is at least as long. */
  takeNumbersInto(out: Float64Array): void {
    this.copyList(out);
    this.core.releaseReport();
  }

  /** As `takeNumbers`, for a list of bytes. @param length the list may be padded. Default: all */
  takeBytes(length?: number): Uint8Array {
    const copy = this.listBytes().slice(0, length);
    this.core.releaseReport();
    return copy;
  }

  /**
   * Fills the list for the next call.
   *
   * @param subject beginning of an error message
   * @param words whole numbers of 32 bits, which follow the others
   * @throws HyperplaneError `out-of-memory`
   */
  giveNumbers(values: ArrayLike<number>, subject: string, words: ArrayLike<number> = []): void {
    const [numbers, integers] = [this.#kept(values), this.#kept(words)];
    this.#reserve(numbers.length + Math.ceil(integers.length / 2), subject);
    const list = this.listView();
    // An empty list may be an array that has lost its memory, which cannot be read.
    if (numbers.length > 0) list.set(numbers);
    new Uint32Array(list.buffer, list.byteOffset + 8 * numbers.length, integers.length).set(integers);
  }

  /**
   * As `giveNumbers`, for bytes, which are padded with zeros to whole numbers.
   *
   * @param numbers which follow
   * @returns how many bytes there are; the array may be a view that has lost its memory since
   */
  giveBytes(values: Uint8Array, subject: string, numbers: readonly number[] = []): number {
    const bytes = this.#kept(values);
    const padded = Math.ceil(bytes.length / 8);
    this.#reserve(padded + numbers.length, subject);
    this.listBytes().fill(0, bytes.length).set(bytes);
    this.listView().set(numbers, padded);
    return bytes.length;
  }

  /** Reserving may grow memory, which detaches views on it, such as a world's positions: gives a copy of those. */
  #kept(values: ArrayLike<number>): ArrayLike<number> {
    return this.owns(values) ? Float64Array.from(values) : values;
  }

  #reserve(count: number, subject: string): void {
    if (this.core.reserveReport(count) === CALL_FAILED) throw this.faultError(subject);
  }
}
