import { failure, type HyperplaneError, invalid, show, showLimit } from "./errors.js";
import { isDetached } from "./number_arrays.js";
import { looksMistaken } from "./pose.js";
import { limits } from "./records.js";
import { isDisposed, isForeignShape, isShape } from "./shapes/shape.js";
import { space } from "./space.js";

/**
 * The slow path after a failed call: looks for the wrong argument. Each function returns the error to throw, or null if its
 * argument is valid.
 */

type Problem = HyperplaneError | null;

/** @param name of the argument, as the message shows it */
export function shapeProblem(value: unknown, name: string): Problem {
  if (!isShape(value)) {
    const hint = isForeignShape(value) ? " (is it of hyperplane/2d, or from a second copy of hyperplane?)" : "";
    return invalid(`${name} must be a shape of this package, got ${show(value)}${hint}`);
  }
  if (isDisposed(value)) return failure("disposed", `${name} is a ${value.type} that has been disposed of`);
  return null;
}

/** Bytes as an array, whichever they are in. */
export function readBytes(source: unknown): Uint8Array {
  const isBytes = source instanceof Uint8Array || source instanceof ArrayBuffer;
  if (!isBytes) throw invalid(`bytes must be a Uint8Array or an ArrayBuffer, got ${show(source)}`);
  if (isDetached(source)) throw invalid("bytes is detached: it has been transferred, or its memory has grown");
  return source instanceof Uint8Array ? source : new Uint8Array(source);
}

const KEYS = ["x", "y", "z", "w"] as const;

/** The components of a vector or quaternion, or the error for a wrong form. */
function readComponents(value: unknown, name: string, size: 3 | 4): number[] | HyperplaneError {
  const keys = KEYS.slice(0, size);
  const form = `an object with ${keys.slice(0, -1).join(", ")} and ${keys[size - 1]}, or an array of ${size} numbers`;
  if (typeof value !== "object" || value === null) return invalid(`${name} must be ${form}, got ${show(value)}`);
  const fields = value as Record<string | number, unknown>;
  const isArray = fields.x === undefined;
  if (isArray && fields[0] === undefined) return invalid(`${name} must be ${form}, got ${show(value)}`);
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

/** A position or a point: finite, and within the range of coordinates. @param limit in metres */
export function pointProblem(value: unknown, name: string, limit: number = limits.coordinate): Problem {
  const numbers = readComponents(value, name, 3);
  if (!Array.isArray(numbers)) return numbers;
  const far = numbers.findIndex((n) => Math.abs(n) > limit);
  if (far < 0) return null;
  return invalid(
    `${name} is out of range: a coordinate may be at most ${showLimit(limit)} m in size, got ${numbers[far]}`,
  );
}

/** A vector to rotate: finite. */
export function vectorProblem(value: unknown, name: string): Problem {
  const numbers = readComponents(value, name, 3);
  return Array.isArray(numbers) ? null : numbers;
}

/** A direction: finite, and not zero. */
export function directionProblem(value: unknown, name: string): Problem {
  const numbers = readComponents(value, name, 3);
  if (!Array.isArray(numbers)) return numbers;
  return numbers.every((n) => n === 0) ? invalid(`${name} must not be zero`) : null;
}

/** A rotation: finite, and not zero. */
export function quaternionProblem(value: unknown, name: string): Problem {
  const numbers = readComponents(value, name, 4);
  if (!Array.isArray(numbers)) return numbers;
  return numbers.every((n) => n === 0) ? invalid(`${name} must not be zero`) : null;
}

export function poseProblem(value: unknown, name: string): Problem {
  if (typeof value !== "object" || value === null) {
    return invalid(`${name} must be an object with position and quaternion, got ${show(value)}`);
  }
  const { position, quaternion } = value as { position?: unknown; quaternion?: unknown };
  if (quaternion === undefined && looksMistaken(value)) {
    const what = "rotation" in value ? "an object with rotation instead of quaternion" : show(value);
    return invalid(`${name} must be an object with position and quaternion, got ${what}`);
  }
  return (
    (position === undefined ? null : pointProblem(position, `${name}.position`)) ??
    (quaternion === undefined ? null : quaternionProblem(quaternion, `${name}.quaternion`))
  );
}

export function sweepProblem(value: unknown, name: string): Problem {
  if (typeof value !== "object" || value === null) {
    return invalid(`${name} must be an object with the poses from and to, got ${show(value)}`);
  }
  const { from, to } = value as { from?: unknown; to?: unknown };
  return poseProblem(from, `${name}.from`) ?? poseProblem(to, `${name}.to`);
}

/** The error for the first wrong argument of a call on two shapes at two poses. */
export function pairError(a: unknown, poseA: unknown, b: unknown, poseB: unknown): HyperplaneError {
  return (
    shapeProblem(a, "a") ??
    poseProblem(poseA, "poseA") ??
    shapeProblem(b, "b") ??
    poseProblem(poseB, "poseB") ??
    space.faultError()
  );
}
