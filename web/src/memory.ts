import { failure } from "./errors.js";
import { FAULT, layout, REPORT } from "./records.js";

/**
 * Every view on the core's memory; no other file makes one. A view goes stale when memory grows: its buffer is then
 * detached, and its length reads 0. Every call of the core ends with `finishCall` (embind.ts and raw.ts see to that), which
 * makes the views anew. So a view that is read from this module after a call is good; one that is kept in a variable is good
 * until the next call. Whoever reads the memory without a call of the core before it calls `refresh` first.
 */

let memory: WebAssembly.Memory | undefined;
let base = 0;
let calls = 0;

/** The records as doubles. Empty until a core is loaded. */
export let doubles = new Float64Array(0);
/** The records as 32-bit numbers. */
export let words = new Uint32Array(0);
/** The records as bytes. */
export let bytes = new Uint8Array(0);
/** All of the memory, by address over 8, 4 and 4. */
export let allDoubles = new Float64Array(0);
export let allFloats = new Float32Array(0);
export let allWords = new Uint32Array(0);

/**
 * Names the memory of a loaded core.
 *
 * @param address where its records lie
 */
export function attach(coreMemory: WebAssembly.Memory, address: number): void {
  memory = coreMemory;
  base = address;
  renew();
}

function renew(): void {
  if (memory === undefined) {
    throw failure("not-initialised", "hyperplane is not initialised: await init() before anything else");
  }
  const { buffer } = memory;
  doubles = new Float64Array(buffer, base, layout.size / 8);
  words = new Uint32Array(buffer, base, layout.size / 4);
  bytes = new Uint8Array(buffer, base, layout.size);
  allDoubles = new Float64Array(buffer);
  allFloats = new Float32Array(buffer);
  allWords = new Uint32Array(buffer);
}

/** Makes the views anew if memory has grown. */
export function refresh(): void {
  if (words.length === 0) renew();
}

/** Ends a call of the core: makes the views anew if memory has grown, and withdraws the ticket of whoever is staging. */
export function finishCall(): void {
  calls = (calls + 1) & 0x3fffffff;
  if (words.length === 0 && memory !== undefined) renew();
}

/** A view of its own on a part of the memory, to hand out. Like all of them it goes stale when memory grows. */
export function viewOf<T>(
  type: new (buffer: ArrayBufferLike, address: number, length: number) => T,
  address: number,
  length: number,
): T {
  refresh();
  return new type(words.buffer, length === 0 ? 0 : address, length);
}

/**
 * Starts a call that uses the records.
 *
 * @returns a ticket; `isCurrent` tells whether the records are still this call's own
 * @throws HyperplaneError `not-initialised`
 */
export function begin(): number {
  refresh();
  calls = (calls + 1) & 0x3fffffff;
  return calls;
}

/**
 * Whether no other call has used the records since `begin`: reading an argument may run code of the user's (a getter),
 * and that code may call this package.
 */
export function isCurrent(ticket: number): boolean {
  return calls === ticket;
}

/** Why the last call that failed did so. */
export function readFault(): { status: number; argument: number; item: number; message: string } {
  refresh();
  const message = words[FAULT + 3] ?? 0;
  return {
    status: words[FAULT] ?? 0,
    argument: words[FAULT + 1] ?? 0,
    item: words[FAULT + 2] ?? 0,
    message: message === 0 ? "" : readText(message),
  };
}

/**
 * The core's list of numbers: a view that is good until the next call.
 */
export function reportNumbers(): Float64Array {
  refresh();
  return new Float64Array(words.buffer, words[REPORT] ?? 0, words[REPORT + 1] ?? 0);
}

/** Copies that list without making an object for it. @param out at least as long */
export function copyReportNumbers(out: Float64Array): void {
  refresh();
  const from = (words[REPORT] ?? 0) / 8;
  const count = words[REPORT + 1] ?? 0;
  for (let i = 0; i < count; i++) out[i] = allDoubles[from + i] as number;
}

/** The same memory as bytes. */
export function reportBytes(): Uint8Array {
  const { buffer, byteOffset, byteLength } = reportNumbers();
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Whether something is a view on the core's memory. */
export function isOfCore(value: object): boolean {
  return ArrayBuffer.isView(value) && value.buffer === words.buffer;
}

/** ASCII up to the first zero byte. */
function readText(address: number): string {
  const all = new Uint8Array(words.buffer);
  return String.fromCharCode(...all.subarray(address, all.indexOf(0, address)));
}
