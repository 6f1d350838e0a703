import { poseProblem, shapeProblem } from "./arguments.js";
import { PairBatches } from "./pair_batches.js";
import { BLOCK_ANSWERS, BLOCK_PAIRS, BLOCK_POSES, BLOCK_SHAPES, BLOCK_VERDICTS, POSE_SIZE } from "./records.js";
import { handleOf, type Shape } from "./shapes/shape.js";
import { space } from "./space.js";

/** Many pairs of shapes for one call. Only read. */
export interface PairBatch {
  /** The shapes that `pairs` refers to. An array; none may be disposed of, even if no pair uses it. */
  readonly shapes: readonly Shape[];
  /** Two per pair: index into `shapes` of A, of B. */
  readonly pairs: Uint32Array;
  /** Fourteen per pair: x, y, z (metres), qx, qy, qz, qw of A, then of B. Quaternions of any length but zero. */
  readonly poses: Float64Array;
}

const batches = new PairBatches<Shape>({
  module: space,
  block: { shapes: BLOCK_SHAPES, poses: BLOCK_POSES, answers: BLOCK_ANSWERS, verdicts: BLOCK_VERDICTS },
  blockPairs: BLOCK_PAIRS,
  poseSize: POSE_SIZE,
  answerSize: 4,
  handleOf,
  shapeProblem,
  poseProblem: (pose, name) =>
    poseProblem({ position: pose.subarray(0, 3), quaternion: pose.subarray(3, POSE_SIZE) }, name),
});

/**
 * Tests whether the shapes of each pair intersect. Same answers as `intersects`, many times faster.
 *
 * @param out at least one byte per pair; the rest is left unchanged. Default: a new array
 * @returns `out`: per pair 1 if it intersects or touches, else 0
 * @throws HyperplaneError `invalid-argument` for arrays of a wrong type or length, an index out of range, a pose that is
 * wrong, or an `out` that is too short or a view on the package's memory; `disposed`; `not-initialised`. `out` is then unchanged
 */
export function intersectsBatch(batch: PairBatch, out?: Uint8Array): Uint8Array {
  return batches.intersects(batch, out);
}

/**
 * Signed distance of the shapes of each pair. Same answers as `distance`.
 *
 * @param out at least four numbers per pair; the rest is left unchanged. Default: a new array
 * @returns `out`: per pair the normal's x, y, z (unit length, world space, from A to B) and the signed
 * distance in metres: 0 when they only touch, minus the depth when they overlap
 * @throws HyperplaneError as `intersectsBatch`
 */
export function distanceBatch(batch: PairBatch, out?: Float64Array): Float64Array {
  return batches.numbers("distanceBatch", batch, out);
}

/**
 * Normal and depth of each overlapping pair. Same numbers as `collide`, without contact points.
 *
 * @param out at least four numbers per pair; the rest is left unchanged. Default: a new array
 * @returns `out`: per pair the normal's x, y, z (unit length, world space, from A to B) and the depth in
 * metres; normal * depth is the minimum translation vector. All four are 0 for shapes that are apart; for shapes that only
 * touch, the depth is 0 and the normal has unit length.
 * @throws HyperplaneError as `intersectsBatch`
 */
export function mtvBatch(batch: PairBatch, out?: Float64Array): Float64Array {
  return batches.numbers("mtvBatch", batch, out);
}
