import { poseProblem, quaternionProblem, shapeProblem, vectorProblem } from "./arguments.js";
import { invalid, show } from "./errors.js";
import { CALL_FAILED, RESULTS } from "./records.js";
import { Box } from "./shapes/box.js";
import { handleOf } from "./shapes/shape.js";
import { space } from "./space.js";
import { onePose, rotation } from "./stage.js";
import type { Pose, Quat, QuatLike, Vec3, Vec3Like } from "./types.js";

/**
 * Rotates a vector by a quaternion: q v q*.
 *
 * @param v any finite vector
 * @param q of any length but zero; normalised
 * @returns a new vector, as long as `v`
 * @throws HyperplaneError `invalid-argument`, `not-initialised`
 */
export function rotate(v: Vec3Like, q: QuatLike): Vec3 {
  if (space.stage(rotation, q, v) && space.core.rotate() !== CALL_FAILED) return space.vector(RESULTS);
  throw vectorProblem(v, "v") ?? quaternionProblem(q, "q") ?? space.faultError();
}

/** The product of two quaternions: the rotation by `b`, then by `a`. @internal */
export function product({ x: ax, y: ay, z: az, w: aw }: Quat, { x: bx, y: by, z: bz, w: bw }: Quat): Quat {
  return {
    x: aw * bx + ax * bw + ay * bz - az * by,
    y: aw * by - ax * bz + ay * bw + az * bx,
    z: aw * bz + ax * by - ay * bx + az * bw,
    w: aw * bw - ax * bx - ay * by - az * bz,
  };
}

/**
 * The eight corners of a box, in world space and metres. 0 is the corner at -width/2, -height/2, -depth/2 of the box's
 * own frame; 1, 2, 3 are 0 moved along the box's x, y, z edge; 4 is the corner opposite 0; 5, 6, 7 are 4 moved back
 * along x, y, z.
 *
 * @returns new vectors
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function boxVertices(box: Omit<Box, "rounding">, pose: Pose): Vec3[] {
  space.begin();
  if (box instanceof Box && space.stage(onePose, pose) && space.core.boxVertices(handleOf(box)) !== CALL_FAILED) {
    return Array.from({ length: 8 }, (_, i) => space.vector(RESULTS + 3 * i));
  }
  throw (
    shapeProblem(box, "box") ??
    (box instanceof Box ? null : invalid(`box must be a Box, got ${show(box)}`)) ??
    poseProblem(pose, "pose") ??
    space.faultError()
  );
}
