import { type HyperplaneError, invalid, show } from "../src/errors.js";
import { hasNoLength, type RayOptions, readSolid } from "../src/options.js";
import { CALL_FAILED } from "../src/records.js";
import { directionProblem, pointProblem, poseProblem, shapeProblem } from "./arguments.js";
import { plane } from "./plane_module.js";
import { handleOf, type Shape } from "./shape.js";
import { poseAndRay, poseAndVector } from "./stage.js";
import type { Pose, Vec2, Vec2Like } from "./types.js";

/** The first point of a shape on a ray. */
export interface RayHit {
  /** In metres along the ray, for a direction of any length; 0 if the ray starts inside. */
  distance: number;
  /** On the surface, in world space; the ray's origin if it starts inside. */
  point: Vec2;
  /** Unit length, world space: the surface's outward normal there, or opposite to the direction if the ray starts inside. */
  normal: Vec2;
  /** Which part of the shape; -1: it has none. */
  part: number;
}

/** The point of a shape's surface that is closest to a given point. */
export interface ClosestPoint {
  /** In metres; 0 on the surface, negative inside. */
  distance: number;
  /** On the surface, in world space: the given point = point + normal * distance. */
  point: Vec2;
  /** The surface's outward normal there: unit length, world space. */
  normal: Vec2;
  /** Which part of the shape; -1: it has none. Inside a polygon the part that the given point is in. */
  part: number;
}

/**
 * Casts a ray at a shape. A ray that starts inside or on the surface hits at distance 0; inside, the normal is opposite to its
 * direction. Segments are hit from both sides.
 *
 * @param pose of the shape
 * @param origin in metres, in world space
 * @param direction in world space, of any length but zero
 * @param maxDistance length of the ray in metres, its end included: 0 or more. Default: infinite. May be left out before `options`
 * @param options `solid: false` for a ray that is to leave the shape that it starts in
 * @returns null if the ray misses
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function raycast(
  shape: Shape,
  pose: Pose,
  origin: Vec2Like,
  direction: Vec2Like,
  maxDistance: number | RayOptions = Number.POSITIVE_INFINITY,
  options?: RayOptions,
): RayHit | null {
  if (hasNoLength(maxDistance, options)) {
    return raycast(shape, pose, origin, direction, Number.POSITIVE_INFINITY, maxDistance);
  }
  const solid = options === undefined || readSolid(options);
  const isStaged =
    plane.stage(poseAndRay, pose, origin, direction) && typeof maxDistance === "number" && maxDistance >= 0;
  const answer = isStaged ? plane.core.raycast(handleOf(shape), maxDistance, solid) : CALL_FAILED;
  if (answer === CALL_FAILED) throw rayError(shape, pose, origin, direction, maxDistance);
  return answer === 0 ? null : readAnswer();
}

function rayError(
  shape: unknown,
  pose: unknown,
  origin: unknown,
  direction: unknown,
  maxDistance: unknown,
): HyperplaneError {
  return (
    shapeProblem(shape, "shape") ??
    poseProblem(pose, "pose") ??
    pointProblem(origin, "origin") ??
    directionProblem(direction, "direction") ??
    (typeof maxDistance === "number" && maxDistance >= 0
      ? plane.faultError()
      : invalid(`maxDistance must be a number, 0 or more, got ${show(maxDistance)}`))
  );
}

function readAnswer(): ClosestPoint {
  return { distance: plane.result(0), point: plane.vector(1), normal: plane.vector(3), part: plane.part(0) };
}

/**
 * Signed distance of a point from a shape's surface, with the closest point there.
 *
 * @param pose of the shape
 * @param point in metres, in world space
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function closestPoint(shape: Shape, pose: Pose, point: Vec2Like): ClosestPoint {
  const isStaged = plane.stage(poseAndVector, pose, point);
  if (!isStaged || plane.core.closestPoint(handleOf(shape)) === CALL_FAILED) {
    throw (
      shapeProblem(shape, "shape") ?? poseProblem(pose, "pose") ?? pointProblem(point, "point") ?? plane.faultError()
    );
  }
  return readAnswer();
}

/**
 * The point of a shape that lies farthest along a direction.
 *
 * @param pose of the shape
 * @param direction in world space, of any length but zero
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function support(shape: Shape, pose: Pose, direction: Vec2Like): Vec2 {
  const isStaged = plane.stage(poseAndVector, pose, direction);
  if (!isStaged || plane.core.support(handleOf(shape)) === CALL_FAILED) {
    throw (
      shapeProblem(shape, "shape") ??
      poseProblem(pose, "pose") ??
      directionProblem(direction, "direction") ??
      plane.faultError()
    );
  }
  return plane.vector(0);
}
