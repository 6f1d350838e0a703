import { coordinatesProblem, zeroProblem } from "../src/components.js";
import { failure, type HyperplaneError, invalid, isObject, show, showLimit } from "../src/errors.js";
import { numbersProblem, readList } from "../src/number_arrays.js";
import { vectorNumbers } from "../src/points.js";
import { limits, plane } from "./plane_module.js";
import { isDisposed, isShape } from "./shape.js";
import { looksMistaken } from "./stage.js";
import type { PointsLike } from "./types.js";

/**
 * The slow path after a failed call: looks for the wrong argument. Each function returns the error to throw, or null if its
 * argument is valid.
 */

type Problem = HyperplaneError | null;

/** @param name of the argument, as the message shows it */
export function shapeProblem(value: unknown, name: string): Problem {
  if (!isShape(value)) return invalid(`${name} must be a shape of hyperplane/2d, got ${show(value)}`);
  return isDisposed(value) ? failure("disposed", `${name} is a ${value.type} that has been disposed of`) : null;
}

const VECTOR = ["x", "y"] as const;

/** @param limit of a coordinate in metres */
export const pointProblem = (value: unknown, name: string, limit: number = limits.coordinate): Problem =>
  coordinatesProblem(value, name, VECTOR, limit);

export const directionProblem = (value: unknown, name: string): Problem => zeroProblem(value, name, VECTOR);

/** The numbers of the points of a shape, in an array of their own. @param unit what two of them are, as messages show it */
export function readPoints(points: PointsLike, name: string, unit: string): Float64Array {
  const list = readList(vectorNumbers(points, name, limits.points, VECTOR), name, 2, unit, limits.points);
  const numbers = Float64Array.from(list);
  const problem = numbersProblem(numbers, name, limits.shapeMax);
  if (problem !== null) throw problem;
  return numbers;
}

export function poseProblem(value: unknown, name: string): Problem {
  if (!isObject(value) || looksMistaken(value)) {
    const isTurned = isObject(value) && "rotation" in value && value.rotation !== undefined;
    const what = isTurned ? "an object with rotation" : show(value);
    return invalid(`${name} must be an object with position and angle (in radians), got ${what}`);
  }
  const { position, angle } = value as { position?: unknown; angle?: unknown };
  const problem = position === undefined ? null : pointProblem(position, `${name}.position`);
  if (problem !== null || angle === undefined) return problem;
  if (typeof angle !== "number") return invalid(`${name}.angle must be a number, got ${show(angle)}`);
  if (Math.abs(angle) <= limits.angle) return null;
  return invalid(`${name}.angle must be a finite number of at most ${showLimit(limits.angle)} rad, got ${angle}`);
}

export function sweepProblem(value: unknown, name: string): Problem {
  if (!isObject(value)) return invalid(`${name} must be an object with the poses from and to, got ${show(value)}`);
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
    plane.faultError()
  );
}
