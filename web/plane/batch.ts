import { type HyperplaneError, invalid, isObject, show } from "../src/errors.js";
import { checkAttached, checkOut } from "../src/number_arrays.js";
import { CALL_FAILED } from "../src/records.js";
import { poseProblem, shapeProblem } from "./arguments.js";
import { Argument, BLOCK_PAIRS, layout, POSE_SIZE, plane } from "./plane_module.js";
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

interface Batch {
  readonly count: number;
  readonly pairs: Uint32Array;
  readonly poses: Float64Array;
  readonly handles: Uint32Array;
}

const BLOCK_SHAPES = layout.blockShapes / 4;
const BLOCK_POSES = layout.blockPoses / 8;
const BLOCK_ANSWERS = layout.blockAnswers / 8;
/** Numbers of an answer. */
const ANSWER_SIZE = 3;

/** Checks everything except the indices in `pairs` and the numbers of the poses, which the core checks. */
function open(batch: PairBatch): Batch {
  plane.begin();
  if (!isObject(batch)) throw invalid(`batch must be an object with shapes, pairs and poses, got ${show(batch)}`);
  const { shapes, pairs, poses } = batch;
  if (!Array.isArray(shapes)) throw invalid(`batch.shapes must be an array of shapes, got ${show(shapes)}`);
  if (!(pairs instanceof Uint32Array)) throw invalid(`batch.pairs must be a Uint32Array, got ${show(pairs)}`);
  if (!(poses instanceof Float64Array)) throw invalid(`batch.poses must be a Float64Array, got ${show(poses)}`);
  checkAttached(pairs, "batch.pairs");
  checkAttached(poses, "batch.poses");
  if (pairs.length % 2 !== 0) throw invalid(`batch.pairs must have 2 numbers a pair, got ${pairs.length} in all`);
  const count = pairs.length / 2;
  if (poses.length !== 2 * POSE_SIZE * count) {
    throw invalid(`batch.poses must have 6 numbers a pair: ${6 * count} for ${count} pairs, got ${poses.length}`);
  }
  const handles = new Uint32Array(shapes.length);
  for (let i = 0; i < shapes.length; i++) {
    const handle = handleOf(shapes[i]);
    if (!(handle > 0)) throw shapeProblem(shapes[i], `batch.shapes[${i}]`) ?? plane.faultError();
    handles[i] = handle;
  }
  return { count, pairs, poses, handles };
}

/** Copies `count` pairs, starting at `from`, into the block. An index out of range becomes 0, the null handle. */
function fill({ pairs, poses, handles }: Batch, from: number, count: number): void {
  const into = plane.words;
  for (let i = 0, pair = 2 * from; i < 2 * count; i++, pair++) {
    into[BLOCK_SHAPES + i] = handles[pairs[pair] as number] as number;
  }
  plane.doubles.set(poses.subarray(2 * POSE_SIZE * from, 2 * POSE_SIZE * (from + count)), BLOCK_POSES);
}

/** The error for the pair that the fault record names. */
function pairError({ pairs, poses, handles }: Batch, from: number): HyperplaneError {
  const { argument, item } = plane.readFault();
  const pair = from + item;
  const side = argument === Argument.shapeB || argument === Argument.poseB ? 1 : 0;
  const shape = pairs[2 * pair + side] as number;
  if (shape >= handles.length) {
    return invalid(`batch.pairs[${2 * pair + side}] is ${shape}, but there are ${handles.length} shapes`);
  }
  const at = POSE_SIZE * (2 * pair + side);
  const pose = { position: poses.subarray(at, at + 2), angle: poses[at + 2] };
  return poseProblem(pose, `pair ${pair} of the batch: pose${side === 0 ? "A" : "B"}`) ?? plane.faultError();
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
  if (out !== undefined) checkOut(out, Uint8Array, count, plane);
  const answers = out === undefined ? new Uint8Array(count) : new Uint8Array(plane.answersOf(count), 0, count);
  for (let from = 0; from < count; from += BLOCK_PAIRS) {
    const size = Math.min(BLOCK_PAIRS, count - from);
    fill(opened, from, size);
    if (plane.core.intersectsBatch(size) === CALL_FAILED) throw pairError(opened, from);
    answers.set(plane.bytes.subarray(layout.blockVerdicts, layout.blockVerdicts + size), from);
  }
  if (out === undefined) return answers;
  out.set(answers);
  return out;
}

function numbersBatch(
  call: "distanceBatch" | "mtvBatch",
  batch: PairBatch,
  out: Float64Array | undefined,
): Float64Array {
  const opened = open(batch);
  const length = ANSWER_SIZE * opened.count;
  if (out !== undefined) checkOut(out, Float64Array, length, plane);
  const answers =
    out === undefined ? new Float64Array(length) : new Float64Array(plane.answersOf(8 * length), 0, length);
  for (let from = 0; from < opened.count; from += BLOCK_PAIRS) {
    const size = Math.min(BLOCK_PAIRS, opened.count - from);
    fill(opened, from, size);
    if (plane.core[call](size) === CALL_FAILED) throw pairError(opened, from);
    answers.set(plane.doubles.subarray(BLOCK_ANSWERS, BLOCK_ANSWERS + ANSWER_SIZE * size), ANSWER_SIZE * from);
  }
  if (out === undefined) return answers;
  out.set(answers);
  return out;
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
  return numbersBatch("distanceBatch", batch, out);
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
  return numbersBatch("mtvBatch", batch, out);
}
