import { coordinatesProblem, readComponents, zeroProblem } from "./components.js";
import { failure, type HyperplaneError, invalid, show } from "./errors.js";
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
    const hint = isForeignShape(value)
      ? " (is it from hyperplane/2d, or from a second copy of hyperplane?)"
      : isShape((value as { shape?: unknown } | null)?.shape)
        ? ": pass its shape"
        : "";
    return invalid(`${name} must be a shape of this package, got ${show(value)}${hint}`);
  }
  if (isDisposed(value)) return failure("disposed", `${name} is a ${value.type} that has been disposed of`);
  return null;
}

const VECTOR = ["x", "y", "z"] as const;
const QUATERNION = ["x", "y", "z", "w"] as const;

/** A position or a point: finite, and within the range of coordinates. @param limit in metres */
export const pointProblem = (value: unknown, name: string, limit: number = limits.coordinate): Problem =>
  coordinatesProblem(value, name, VECTOR, limit);

/** A vector to rotate: finite. */
export function vectorProblem(value: unknown, name: string): Problem {
  const numbers = readComponents(value, name, VECTOR);
  return Array.isArray(numbers) ? null : numbers;
}

/** A direction: finite, and not zero. */
export const directionProblem = (value: unknown, name: string): Problem => zeroProblem(value, name, VECTOR);

/** A rotation: finite, and not zero. */
export const quaternionProblem = (value: unknown, name: string): Problem => zeroProblem(value, name, QUATERNION);

export function poseProblem(value: unknown, name: string): Problem {
  if (typeof value !== "object" || value === null) {
    return invalid(`${name} must be an object with position and quaternion, got ${show(value)}`);
  }
  const { position, quaternion } = value as { position?: unknown; quaternion?: unknown };
  if (isShape(value)) return invalid(`${name} must be an object with position and quaternion, got a shape`);
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
