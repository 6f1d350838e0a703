import { directionProblem, pointProblem, poseProblem, shapeProblem } from "./arguments.js";
import { type HyperplaneError, invalid, show } from "./errors.js";
import { hasNoLength, type RayOptions, readCount, readSolid } from "./options.js";
import {
  CALL_FAILED,
  CLOSEST_DISTANCE,
  CLOSEST_FEATURE,
  CLOSEST_NORMAL,
  CLOSEST_POINT,
  DIRECT_FAILED,
  RAY_DISTANCE,
  RAY_FEATURE,
  RAY_NORMAL,
  RAY_POINT,
  RESULTS,
} from "./records.js";
import { handleOf, type Shape } from "./shapes/shape.js";
import type { TriangleMesh } from "./shapes/triangle_mesh.js";
import type { Voxels } from "./shapes/voxels.js";
import { space } from "./space.js";
import { poseAndPoint, poseAndRay } from "./stage.js";
import type { Feature, Pose, Vec3, Vec3Like } from "./types.js";

/** The first point of a shape on a ray. */
export interface RayHit extends Feature {
  /** In metres along the ray, for a direction of any length; 0 if the ray starts inside. */
  distance: number;
  /** On the surface, in world space; the ray's origin if it starts inside. */
  point: Vec3;
  /** Unit length, world space: the surface's outward normal there, or opposite to the direction if the ray starts inside. */
  normal: Vec3;
}

/** The point of a shape's surface that is closest to a given point. */
export interface ClosestPoint extends Feature {
  /**
   * In metres; 0 on the surface, negative inside: minus the depth, of a compound in the part that the point is deepest in. A
   * point behind a one-sided triangle, up to the thickness of its mesh, is inside.
   */
  distance: number;
  /** On the surface, in world space: the given point = point + normal * distance. */
  point: Vec3;
  /** The surface's outward normal there: unit length, world space. */
  normal: Vec3;
}

/**
 * Casts a ray at a shape. A ray that starts inside or on the surface hits at distance 0; inside, the normal is opposite to its
 * direction. Flat shapes and two-sided meshes are hit from both sides, one-sided and solid meshes from their front: a ray that starts on
 * these and leaves them misses.
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
  origin: Vec3Like,
  direction: Vec3Like,
  maxDistance: number | RayOptions = Number.POSITIVE_INFINITY,
  options?: RayOptions,
): RayHit | null {
  if (hasNoLength(maxDistance, options)) {
    return raycast(shape, pose, origin, direction, Number.POSITIVE_INFINITY, maxDistance);
  }
  const solid = options === undefined || readSolid(options);
  const isStaged = stageRay(pose, origin, direction, maxDistance);
  const answer = isStaged ? space.direct.raycast(handleOf(shape), maxDistance, solid) : DIRECT_FAILED;
  if (answer === DIRECT_FAILED) throw rayError(shape, pose, origin, direction, maxDistance);
  return answer === 0 ? null : rayHit();
}

/** The hit in the records. */
function rayHit(): RayHit {
  space.refresh();
  return {
    distance: space.number(RAY_DISTANCE),
    point: space.vector(RAY_POINT),
    normal: space.vector(RAY_NORMAL),
    part: space.integer(RAY_FEATURE),
    triangle: space.integer(RAY_FEATURE + 1),
  };
}

function stageRay(pose: Pose, origin: Vec3Like, direction: Vec3Like, maxDistance: number): boolean {
  return space.stage(poseAndRay, pose, origin, direction) && typeof maxDistance === "number" && maxDistance >= 0;
}

function rayError(
  shape: Shape,
  pose: Pose,
  origin: Vec3Like,
  direction: Vec3Like,
  maxDistance: number,
): HyperplaneError {
  return (
    shapeProblem(shape, "shape") ??
    poseProblem(pose, "pose") ??
    pointProblem(origin, "origin") ??
    directionProblem(direction, "direction") ??
    maxDistanceProblem(maxDistance) ??
    space.faultError()
  );
}

/** What a ray was tested against in a `TriangleMesh` or in `Voxels`, in order. */
export interface RayExplanation {
  /** As of `raycast`. */
  hit: RayHit | null;
  /**
   * Bounds of the nodes of the tree that the ray entered, in metres, in the frame of the mesh: parents before children. Of Voxels: the
   * cells that it passed, and the empty bricks of cells.
   */
  nodes: { readonly min: Vec3; readonly max: Vec3 }[];
  /** The triangles that it was tested against; of Voxels the cell that it hit. */
  triangles: number[];
}

/**
 * The descent of a ray through the tree of a mesh, or its walk through the cells of a grid, for teaching and debugging. A ray that
 * starts inside a solid enters no node: it hits at once, or with `solid: false` where it leaves.
 *
 * @param mesh a `TriangleMesh` or `Voxels`
 * @param pose of it
 * @param origin in metres, in world space
 * @param direction in world space, of any length but zero
 * @param maxDistance length of the ray in metres, its end included: 0 or more. Default: infinite. May be left out before `options`
 * @param options as of `raycast`
 * @throws HyperplaneError `invalid-argument`, also for another shape; `disposed`, `out-of-memory`, `not-initialised`
 */
export function explainRay(
  mesh: TriangleMesh | Voxels,
  pose: Pose,
  origin: Vec3Like,
  direction: Vec3Like,
  maxDistance: number | RayOptions = Number.POSITIVE_INFINITY,
  options?: RayOptions,
): RayExplanation {
  if (hasNoLength(maxDistance, options)) {
    return explainRay(mesh, pose, origin, direction, Number.POSITIVE_INFINITY, maxDistance);
  }
  const solid = options === undefined || readSolid(options);
  const ok = stageRay(pose, origin, direction, maxDistance);
  const answer = ok ? space.core.explainRay(handleOf(mesh), maxDistance) : CALL_FAILED;
  if (answer === CALL_FAILED) throw rayError(mesh, pose, origin, direction, maxDistance);
  const list = space.takeList();
  const explanation: RayExplanation = { hit: list.next() === 1 ? rayHit() : null, nodes: [], triangles: [] };
  while (list.hasMore) {
    if (list.next() === 1) explanation.nodes.push({ min: list.vector(), max: list.vector() });
    else explanation.triangles.push(list.next());
  }
  if (!solid) explanation.hit = raycast(mesh, pose, origin, direction, maxDistance, options);
  return explanation;
}

/**
 * The tree of a mesh, level by level, for teaching and debugging.
 *
 * @param mesh a `TriangleMesh`
 * @param level 0 is the root, which bounds everything
 * @returns the bounds of the nodes of that level and of the leaves above it, in metres, in the frame of the mesh: together they
 * hold all triangles, a leaf up to four. The last level and all beyond are the leaves
 * @throws HyperplaneError `invalid-argument`, also for another shape; `disposed`, `out-of-memory`, `not-initialised`
 */
export function explainTree(mesh: TriangleMesh, level: number): RayExplanation["nodes"] {
  space.begin();
  const nodes: RayExplanation["nodes"] = [];
  readCount(level, "level", 0, MAX_LEVEL);
  const answer = space.core.explainTree(handleOf(mesh), level);
  if (answer === CALL_FAILED) throw shapeProblem(mesh, "mesh") ?? space.faultError();
  const list = space.takeList();
  while (list.next() === 1) nodes.push({ min: list.vector(), max: list.vector() });
  return nodes;
}

/** Deeper than any tree. */
const MAX_LEVEL = 255;

export function maxDistanceProblem(value: unknown): HyperplaneError | null {
  if (typeof value === "number" && value >= 0) return null;
  return invalid(`maxDistance must be a number of metres, 0 or more, got ${show(value)}`);
}

/**
 * Closest point on a shape's surface, and the signed distance to it. Shapes without an inside have no negative distances.
 *
 * @param pose of the shape
 * @param point in metres, in world space
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function closestPoint(shape: Shape, pose: Pose, point: Vec3Like): ClosestPoint {
  const answer = space.stage(poseAndPoint, pose, point) ? space.core.closestPoint(handleOf(shape)) : CALL_FAILED;
  if (answer === CALL_FAILED) {
    throw (
      shapeProblem(shape, "shape") ?? poseProblem(pose, "pose") ?? pointProblem(point, "point") ?? space.faultError()
    );
  }
  return {
    distance: space.number(CLOSEST_DISTANCE),
    point: space.vector(CLOSEST_POINT),
    normal: space.vector(CLOSEST_NORMAL),
    part: space.integer(CLOSEST_FEATURE),
    triangle: space.integer(CLOSEST_FEATURE + 1),
  };
}

/**
 * The support point: the point of a shape that lies farthest along a direction. Deterministic among several.
 *
 * @param pose of the shape
 * @param direction in world space, of any length but zero
 * @returns in world space, in metres
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function support(shape: Shape, pose: Pose, direction: Vec3Like): Vec3 {
  const answer = space.stage(poseAndPoint, pose, direction) ? space.core.support(handleOf(shape)) : CALL_FAILED;
  if (answer === CALL_FAILED) {
    throw (
      shapeProblem(shape, "shape") ??
      poseProblem(pose, "pose") ??
      directionProblem(direction, "direction") ??
      space.faultError()
    );
  }
  return space.vector(RESULTS);
}
