import { type HyperplaneError, invalid, isObject, show, showLimit } from "./errors.js";

/** What is wrong with a vector, of any dimension. For every module of the package. */

/**
 * The components of a vector or quaternion, or the error for a wrong form.
 *
 * @param name of the argument, as the message shows it
 */
export function readComponents(value: unknown, name: string, keys: readonly string[]): number[] | HyperplaneError {
  const form = `an object with ${keys.slice(0, -1).join(", ")} and ${keys.at(-1)}, or an array of ${keys.length} numbers`;
  if (!isObject(value)) return invalid(`${name} must be ${form}, got ${show(value)}`);
  const fields = value as Record<string | number, unknown>;
  const isArray = fields.x === undefined;
  if (isArray && fields[0] === undefined) {
    const held = keys.length === 4 ? "quaternion" : "position";
    return invalid(`${name} must be ${form}, got ${show(value)}${held in value ? `: pass its ${held}` : ""}`);
  }
  const numbers: number[] = [];
  for (const [i, key] of keys.entries()) {
    const component = fields[isArray ? i : key];
    const path = isArray ? `${name}[${i}]` : `${name}.${key}`;
    if (typeof component !== "number") return invalid(`${path} must be a number, got ${show(component)}`);
    if (!Number.isFinite(component)) return invalid(`${path} must be a finite number, got ${component}`);
    numbers.push(component);
  }
  return numbers;
}

/** The error for a point that is not finite, or out of range. @param limit of a coordinate in metres */
export function coordinatesProblem(
  value: unknown,
  name: string,
  keys: readonly string[],
  limit: number,
): HyperplaneError | null {
  const numbers = readComponents(value, name, keys);
  if (!Array.isArray(numbers)) return numbers;
  const far = numbers.find((number) => Math.abs(number) > limit);
  if (far === undefined) return null;
  return invalid(`${name} is out of range: a coordinate may be at most ${showLimit(limit)} m in magnitude, got ${far}`);
}

/** The error for a direction or a rotation that is not finite, or zero. */
export function zeroProblem(value: unknown, name: string, keys: readonly string[]): HyperplaneError | null {
  const numbers = readComponents(value, name, keys);
  if (!Array.isArray(numbers)) return numbers;
  return numbers.every((number) => number === 0) ? invalid(`${name} must not be zero`) : null;
}
