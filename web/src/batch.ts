import { poseProblem, shapeProblem } from "./arguments.js";
import { type HyperplaneError, invalid, show } from "./errors.js";
import { checkAttached, checkOut } from "./number_arrays.js";
import {
  Argument,
  BLOCK_ANSWERS,
  BLOCK_PAIRS,
  BLOCK_POSES,
  BLOCK_SHAPES,
  CALL_FAILED,
  layout,
  POSE_SIZE,
} from "./records.js";
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

interface Batch {
  readonly count: number;
  readonly pairs: Uint32Array;
  readonly poses: Float64Array;
  readonly handles: Uint32Array;
}

/** Checks everything except the indices in `pairs` and the numbers of the poses, which the core checks. */
function open(batch: PairBatch): Batch {
  space.begin();
  if (typeof batch !== "object" || batch === null) {
    throw invalid(`batch must be an object with shapes, pairs and poses, got ${show(batch)}`);
  }
  const { shapes, pairs, poses } = batch;
  if (!Array.isArray(shapes)) throw invalid(`batch.shapes must be an array of shapes, got ${show(shapes)}`);
  if (!(pairs instanceof Uint32Array)) throw invalid(`batch.pairs must be a Uint32Array, got ${show(pairs)}`);
  if (!(poses instanceof Float64Array)) throw invalid(`batch.poses must be a Float64Array, got ${show(poses)}`);
  checkAttached(pairs, "batch.pairs");
  checkAttached(poses, "batch.poses");
  if (pairs.length % 2 !== 0) throw invalid(`batch.pairs must have 2 numbers a pair, got ${pairs.length} in all`);
  const count = pairs.length / 2;
  if (poses.length !== 2 * POSE_SIZE * count) {
    throw invalid(`batch.poses must have 14 numbers a pair: ${14 * count} for ${count} pairs, got ${poses.length}`);
  }
  const handles = new Uint32Array(shapes.length);
  for (let i = 0; i < shapes.length; i++) {
    const handle = handleOf(shapes[i]);
    if (!(handle > 0)) throw shapeProblem(shapes[i], `batch.shapes[${i}]`) ?? space.faultError();
    handles[i] = handle;
  }
  // A growth of memory would detach views on it, such as a world's positions.
  return {
    count,
    pairs: space.owns(pairs) ? pairs.slice() : pairs,
    poses: space.owns(poses) ? poses.slice() : poses,
    handles,
  };
}

/** Copies `count` pairs, starting at `from`, into the block. An index out of range becomes 0, the null handle. */
function fill({ pairs, poses, handles }: Batch, from: number, count: number): void {
  const into = space.words;
  for (let i = 0, pair = 2 * from; i < 2 * count; i++, pair++) {
    into[BLOCK_SHAPES + i] = handles[pairs[pair] as number] as number;
  }
  space.doubles.set(poses.subarray(2 * POSE_SIZE * from, 2 * POSE_SIZE * (from + count)), BLOCK_POSES);
}

/** The error for the pair that the fault record names. */
function pairError({ pairs, poses, handles }: Batch, from: number): HyperplaneError {
  const { argument, item } = space.readFault();
  const pair = from + item;
  const side = argument === Argument.shapeB || argument === Argument.poseB ? 1 : 0;
  const shape = pairs[2 * pair + side] as number;
  if (shape >= handles.length) {
    return invalid(`batch.pairs[${2 * pair + side}] is ${shape}, but there are ${handles.length} shapes`);
  }
  const at = POSE_SIZE * (2 * pair + side);
  const pose = { position: poses.subarray(at, at + 3), quaternion: poses.subarray(at + 3, at + POSE_SIZE) };
  return poseProblem(pose, `pair ${pair} of the batch: pose${side === 0 ? "A" : "B"}`) ?? space.faultError();
}

/**
 * Tests whether the shapes of each pair intersect. Same answers as `intersects`, many times faster.
 *
 * @param out at least one byte per pair; the rest is left unchanged. Default: a new array
 * @returns `out`: per pair 1 if it intersects or touches, else 0
 * @throws HyperplaneError `invalid-argument` for arrays of a wrong type or length, an index out of range, a pose that is
 * wrong, or an `out` that is too short or a view on the package's memory; `disposed`; `not-initialised`. `out` is then unchanged
 */
export function intersectsBatch(batch: PairBatch, out?: Uint8Array): Uint8Array {
  const opened = open(batch);
  const { count } = opened;
  if (out !== undefined) checkOut(out, Uint8Array, count, space);
  const answers = out === undefined ? new Uint8Array(count) : new Uint8Array(space.answersOf(count), 0, count);
  for (let from = 0; from < count; from += BLOCK_PAIRS) {
    const size = Math.min(BLOCK_PAIRS, count - from);
    fill(opened, from, size);
    if (space.core.intersectsBatch(size) === CALL_FAILED) throw pairError(opened, from);
    answers.set(space.bytes.subarray(layout.blockVerdicts, layout.blockVerdicts + size), from);
  }
  if (out === undefined) return answers;
  out.set(answers);
  return out;
}

type BlockCall = "distanceBatch" | "mtvBatch";

function fourNumbersBatch(call: BlockCall, batch: PairBatch, out: Float64Array | undefined): Float64Array {
  const opened = open(batch);
  const { count } = opened;
  if (out !== undefined) checkOut(out, Float64Array, 4 * count, space);
  const answers =
    out === undefined ? new Float64Array(4 * count) : new Float64Array(space.answersOf(32 * count), 0, 4 * count);
  for (let from = 0; from < count; from += BLOCK_PAIRS) {
    const size = Math.min(BLOCK_PAIRS, count - from);
    fill(opened, from, size);
    if (space.core[call](size) === CALL_FAILED) throw pairError(opened, from);
    answers.set(space.doubles.subarray(BLOCK_ANSWERS, BLOCK_ANSWERS + 4 * size), 4 * from);
  }
  if (out === undefined) return answers;
  out.set(answers);
  return out;
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
  return fourNumbersBatch("distanceBatch", batch, out);
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
  return fourNumbersBatch("mtvBatch", batch, out);
}
