import { failure } from "./errors.js";
import { NumberList } from "./number_list.js";
import type { Vec3 } from "./types.js";

/** Something that numbers can be written to: an array or a typed array. */
export type Numbers = { [index: number]: number };

type View = Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array;
type ViewType<T> = new (buffer: ArrayBufferLike, address: number, length: number) => T;

/** Writes up to three arguments of a call into `into`, from index `at`. Returns false if one has the wrong form. */
type Reader<A, B, C> = (into: Numbers, at: number, a: A, b: B, c: C) => boolean;

/** Where a module's records lie within its block. */
export interface RecordLayout {
  /** Of the whole block, in bytes. */
  readonly size: number;
  /** Indices into the view of 32-bit numbers. */
  readonly fault: number;
  readonly report: number;
  /** Where the arguments of a call begin in the view of doubles, and how many they are. */
  readonly input: number;
  readonly inputCount: number;
}

/** A number without the sign of a zero: `Object.is` and test frameworks tell -0 from 0. */
export function numberAt(doubles: Float64Array, at: number): number {
  return (doubles[at] as number) + 0;
}

/** A signed 32-bit number. */
export function integerAt(words: Uint32Array, at: number): number {
  return (words[at] as number) | 0;
}

/** Three numbers as a new object. Short, so that engines inline all of a contact's points. */
export function vectorAt(doubles: Float64Array, at: number): Vec3 {
  return { x: (doubles[at] as number) + 0, y: (doubles[at + 1] as number) + 0, z: (doubles[at + 2] as number) + 0 };
}

/**
 * The views on a loaded module's memory; no other file makes one.
 *
 * When memory grows, all views are detached and their length becomes 0. Every call of the core that leaves an answer there ends
 * with `finishCall`, which then renews them. A view that is read from here after a call is therefore current; one that is kept in
 * a variable is current until the next call. Code that reads memory without a preceding call starts with `refresh`.
 */
export class CoreMemory {
  /** The records as doubles. Empty until a core is loaded. */
  doubles = new Float64Array(0);
  /** The records as 32-bit numbers. */
  words = new Uint32Array(0);
  /** The records as bytes. */
  bytes = new Uint8Array(0);
  /** All of memory; the index is the address divided by 8, 4 or 4. */
  allDoubles = new Float64Array(0);
  allFloats = new Float32Array(0);
  allWords = new Uint32Array(0);

  readonly #layout: RecordLayout;
  #memory: WebAssembly.Memory | undefined;
  #base = 0;
  #calls = 0;

  constructor(layout: RecordLayout) {
    this.#layout = layout;
  }

  /** @param address of the records */
  protected attach(memory: WebAssembly.Memory, address: number): void {
    this.#memory = memory;
    this.#base = address;
    this.#renew();
  }

  #renew(): void {
    if (this.#memory === undefined) {
      throw failure("not-initialised", "hyperplane is not initialised: await init() before anything else");
    }
    const { buffer } = this.#memory;
    const { size } = this.#layout;
    this.doubles = new Float64Array(buffer, this.#base, size / 8);
    this.words = new Uint32Array(buffer, this.#base, size / 4);
    this.bytes = new Uint8Array(buffer, this.#base, size);
    this.allDoubles = new Float64Array(buffer);
    this.allFloats = new Float32Array(buffer);
    this.allWords = new Uint32Array(buffer);
  }

  /** Renews the views if memory has grown. @throws HyperplaneError `not-initialised` */
  refresh(): void {
    if (this.words.length === 0) this.#renew();
  }

  /** Ends a call of the core: renews the views if memory has grown, and expires all tickets. */
  finishCall(): void {
    this.#calls = (this.#calls + 1) & 0x3fffffff;
    if (this.words.length === 0 && this.#memory !== undefined) this.#renew();
  }

  /**
   * Starts a call that uses the records.
   *
   * @returns a ticket for `isCurrent`
   * @throws HyperplaneError `not-initialised`
   */
  begin(): number {
    if (this.doubles.length === 0) this.#renew();
    const ticket = (this.#calls + 1) & 0x3fffffff;
    this.#calls = ticket;
    return ticket;
  }

  /** Whether no other call has used the records since `begin`. */
  isCurrent(ticket: number): boolean {
    return this.#calls === ticket;
  }

  /**
   * Reads the arguments of a call into the records. Reading an argument may run a getter of the user's, and that may call this
   * package, which overwrites the records: the arguments are then read once more, into a list of their own.
   *
   * @param read writes relative to index `at`; called once or twice
   * @returns false if an argument has the wrong form
   * @throws HyperplaneError `not-initialised`
   */
  stage<A, B, C>(read: Reader<A, B, C>, a: A, b?: B, c?: C): boolean {
    const ticket = this.begin();
    if (!read(this.doubles, this.#layout.input, a, b as B, c as C)) return false;
    return this.isCurrent(ticket) || this.stageAside(read, a, b as B, c as C);
  }

  /** The slow path of `stage`. */
  stageAside<A, B, C>(read: Reader<A, B, C>, a: A, b: B, c: C): boolean {
    const input = new Float64Array(this.#layout.inputCount);
    if (!read(input, 0, a, b, c)) return false;
    this.restoreInput(input);
    return true;
  }

  /**
   * A copy of the staged arguments, for a call that is repeated after code of the user's. An array: typed ones take longer to make.
   *
   * @param from the first of them
   */
  copyInput(from = 0): number[] {
    const at = this.#layout.input;
    const input: number[] = [];
    for (let i = from; i < this.#layout.inputCount; i++) input.push(this.doubles[at + i] as number);
    return input;
  }

  restoreInput(input: ArrayLike<number>, from = 0): void {
    this.begin();
    this.doubles.set(input, this.#layout.input + from);
  }

  /** A number of the records, as `numberAt`. */
  number(at: number): number {
    return numberAt(this.doubles, at);
  }

  /** A signed 32-bit number of the records. @param at index into the view of words */
  integer(at: number): number {
    return integerAt(this.words, at);
  }

  /**
   * A view to hand out. Like all views it is detached when memory grows.
   *
   * @param known view of that type, returned if it still shows this memory at this address: it does not after a growth, or when its array has moved
   */
  viewOf<T extends View>(type: ViewType<T>, known: T, address: number, length: number): T {
    this.refresh();
    const { buffer } = this.words;
    const isCurrent =
      known.length === length && (length === 0 || known.byteOffset === address) && known.buffer === buffer;
    if (isCurrent) return known;
    return new type(buffer, length === 0 ? 0 : address, length);
  }

  /** Whether a value is a view on this memory. */
  owns(value: object): boolean {
    return ArrayBuffer.isView(value) && value.buffer === this.words.buffer;
  }

  /** The fault record: why the last failed call failed. */
  readFault(): { status: number; argument: number; item: number; message: string } {
    this.refresh();
    const at = this.#layout.fault;
    const [status = 0, argument = 0, item = 0, message = 0] = this.words.subarray(at, at + 4);
    return { status, argument, item, message: message === 0 ? "" : this.#textAt(message) };
  }

  /** The core's list of numbers: a view that is current until the next call. */
  protected listView(): Float64Array {
    this.refresh();
    const at = this.#layout.report;
    return new Float64Array(this.words.buffer, this.words[at], this.words[at + 1]);
  }

  /** The core's list of numbers where it lies: current until the next call. For short lists a view or a copy costs more than reading. */
  listInPlace(): NumberList {
    this.refresh();
    const at = this.#layout.report;
    const from = (this.words[at] as number) / 8;
    return new NumberList(this.allDoubles, from, from + (this.words[at + 1] as number));
  }

  /** The same memory as bytes. */
  protected listBytes(): Uint8Array {
    const { buffer, byteOffset, byteLength } = this.listView();
    return new Uint8Array(buffer, byteOffset, byteLength);
  }

  /** Copies the list into `out`, which is at least as long, without an object for it. */
  protected copyList(out: Float64Array): void {
    this.refresh();
    const at = this.#layout.report;
    const from = (this.words[at] as number) / 8;
    const count = this.words[at + 1] as number;
    for (let i = 0; i < count; i++) out[i] = this.allDoubles[from + i] as number;
  }

  /** ASCII up to the first zero byte. */
  #textAt(address: number): string {
    const all = new Uint8Array(this.words.buffer);
    return String.fromCharCode(...all.subarray(address, all.indexOf(0, address)));
  }
}
