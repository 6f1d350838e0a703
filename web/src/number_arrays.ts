import { type HyperplaneError, invalid, isObject, show, showLimit } from "./errors.js";

/** Checks of lists of numbers, for every module of the package. */

/**
 * Whether an array or a buffer has lost its memory: by a transfer to another thread, because WebAssembly memory has grown, or
 * because its buffer was resized and no longer reaches it.
 */
export function isDetached(value: ArrayBufferView | ArrayBufferLike): boolean {
  if (value.byteLength > 0) return false;
  try {
    // Throws for a typed array that is not within its buffer.
    if (ArrayBuffer.isView(value)) Uint8Array.prototype.keys.call(value as Uint8Array);
    else new Uint8Array(value);
    return false;
  } catch {
    return true;
  }
}

/** Bytes as an array, whichever they are in. */
export function readBytes(source: unknown): Uint8Array {
  const isBytes = source instanceof Uint8Array || source instanceof ArrayBuffer;
  if (!isBytes) throw invalid(`bytes must be a Uint8Array or an ArrayBuffer, got ${show(source)}`);
  if (isDetached(source)) throw invalid("bytes is detached: it was transferred, its memory grew, or its buffer shrank");
  return source instanceof Uint8Array ? source : new Uint8Array(source);
}

/** Rejects a detached typed array, which would otherwise pass as an empty one. @param name as the message shows it */
export function checkAttached(value: ArrayBufferView, name: string): void {
  if (isDetached(value))
    throw invalid(`${name} is detached: it was transferred, its memory grew, or its buffer shrank`);
}

/**
 * Checks an output array: its type, its length, and that it is no view of a module's memory, which growth would detach.
 *
 * @param module that the call goes to
 */
export function checkOut(
  out: unknown,
  type: typeof Uint8Array | typeof Float64Array,
  length: number,
  module: { owns(value: object): boolean },
): void {
  if (!(out instanceof type)) throw invalid(`out must be a ${type.name}, got ${show(out)}`);
  checkAttached(out, "out");
  if (module.owns(out)) throw invalid("out must be an array of your own, got a view on hyperplane's memory");
  if (out.length < length) throw invalid(`out must have room for ${length} numbers, has ${out.length}`);
}

/**
 * Reads an argument that is many rows of numbers.
 *
 * @param name of the argument. @param size numbers of a row. @param unit what a row is, as messages show it
 * @param module that the call goes to: a growth of its memory would detach views on it, such as a world's positions
 * @returns the array, or a copy of such a view
 */
export function readRows(
  given: unknown,
  name: string,
  size: number,
  unit: string,
  module: { owns(value: object): boolean },
): Float64Array {
  if (!(given instanceof Float64Array)) throw invalid(`${name} must be a Float64Array, got ${show(given)}`);
  checkAttached(given, name);
  if (given.length % size !== 0)
    throw invalid(`${name} must have ${size} numbers per ${unit}, got ${given.length} in all`);
  return module.owns(given) ? given.slice() : given;
}

/**
 * Checks the length of a list of numbers, and copies one that is no typed array: later reads then run no getter of the user's.
 *
 * @param name of the argument, as the message shows it
 * @param size numbers that belong together, as `unit` names them
 * @param most of these
 */
export function readNumbers(
  values: ArrayLike<number>,
  name: string,
  size: number,
  unit: string,
  most: number,
): ArrayLike<number> {
  if (!isObject(values) || !Number.isInteger(values.length) || values.length < 0) {
    throw invalid(`${name} must be an array of numbers, got ${show(values)}`);
  }
  const { length } = values;
  if (length > size * most) {
    const share = (size * most) / 2 ** 24;
    const limit = Number.isInteger(share) ? `${share} * 2^24` : `${size} * ${most}`;
    throw invalid(`${name} may have at most ${limit} numbers, got ${length}`);
  }
  if (length % size !== 0) throw invalid(`${name} must have ${size} numbers per ${unit}, got ${length} in all`);
  if (ArrayBuffer.isView(values) && (length === 0 || typeof values[0] === "number")) return values;
  const numbers = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const value = values[i];
    if (typeof value !== "number") throw invalid(`${name}[${i}] must be a number, got ${show(value)}`);
    numbers[i] = value;
  }
  return numbers;
}

/**
 * The error for the first number that is not finite or larger than `limit`.
 *
 * @param values as `readNumbers` gives them
 * @param place of that number, as the message shows it after its index
 */
export function numbersProblem(
  values: ArrayLike<number>,
  name: string,
  limit: number,
  place = "",
): HyperplaneError | null {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!Number.isFinite(value)) return invalid(`${name}[${i}]${place} must be a finite number, got ${value}`);
    if (Math.abs(value) > limit)
      return invalid(`${name}[${i}]${place} is out of range: at most ${showLimit(limit)}, got ${value}`);
  }
  return null;
}

/**
 * Checks a mesh's indices.
 *
 * @param subject beginning of an error message
 */
export function checkIndices(indices: ArrayLike<number>, vertexCount: number, subject: string): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] as number;
    if (index >>> 0 === index && index < vertexCount) continue;
    const range = `must be a whole number from 0 to ${vertexCount - 1}`;
    throw invalid(`${subject}indices[${i}], of triangle ${Math.floor(i / 3)}, ${range}, got ${index}`);
  }
}

/** As `readNumbers`; rejects an array that has lost its memory, which would pass as an empty one. */
export function readList(values: ArrayLike<number>, name: string, size: number, unit: string, most: number) {
  const numbers = readNumbers(values, name, size, unit, most);
  if (ArrayBuffer.isView(numbers)) checkAttached(numbers, name);
  return numbers;
}
