import { PairBatches } from "../src/pair_batches.js";
import { CALL_FAILED } from "../src/records.js";
import { poseProblem, shapeProblem } from "./arguments.js";
import {
  BLOCK_ANSWERS,
  BLOCK_PAIRS,
  BLOCK_POSES,
  BLOCK_SHAPES,
  BLOCK_VERDICTS,
  POSE_SIZE,
  plane,
} from "./plane_module.js";
import { handleOf, type Shape } from "./shape.js";

/** Many pairs of shapes for one call. Only read. */
export interface PairBatch {
  /** The shapes that `pairs` refers to. An array; none may be disposed of, even if no pair uses it. */
  readonly shapes: readonly Shape[];
  /** Two per pair: index into `shapes` of A, of B. */
  readonly pairs: Uint32Array;
  /** Six per pair: x, y (metres), angle (radians) of A, then of B. */
  readonly poses: Float64Array;
}

const batches = new PairBatches<Shape>({
  module: plane,
  block: { shapes: BLOCK_SHAPES, poses: BLOCK_POSES, answers: BLOCK_ANSWERS, verdicts: BLOCK_VERDICTS },
  blockPairs: BLOCK_PAIRS,
  poseSize: POSE_SIZE,
  answerSize: 3,
  handleOf,
  takeShapes(handles) {
    plane.giveNumbers(handles, "the shapes of a batch: ");
    if (plane.core.takeShapes() === CALL_FAILED) throw plane.faultError();
  },
  shapeProblem,
  poseProblem: (pose, name) => poseProblem({ position: pose.subarray(0, 2), angle: pose[2] }, name),
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
 * @param out at least three numbers per pair; the rest is left unchanged. Default: a new array
 * @returns `out`: per pair the normal's x, y (unit length, world space, from A to B) and the signed distance in metres: 0 when they
 * only touch, minus the depth when they overlap
 * @throws HyperplaneError as `intersectsBatch`
 */
export function distanceBatch(batch: PairBatch, out?: Float64Array): Float64Array {
  return batches.numbers("distanceBatch", batch, out);
}

/**
 * Normal and depth of each overlapping pair. Same numbers as `collide`, without contact points.
 *
 * @param out at least three numbers per pair; the rest is left unchanged. Default: a new array
 * @returns `out`: per pair the normal's x, y (unit length, world space, from A to B) and the depth in metres; normal * depth is
 * the minimum translation vector. All three are 0 for shapes that are apart
 * @throws HyperplaneError as `intersectsBatch`
 */
export function mtvBatch(batch: PairBatch, out?: Float64Array): Float64Array {
  return batches.numbers("mtvBatch", batch, out);
}
