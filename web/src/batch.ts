import { checkAttached, checkOut, poseProblem, shapeProblem } from "./arguments.js";
import { type HyperplaneError, invalid, show } from "./errors.js";
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

/** Many pairs of shapes for one call. */
export interface PairBatch {
  /** The shapes that `pairs` refers to. */
  readonly shapes: readonly Shape[];
  /** Two per pair: index into `shapes` of A, of B. */
  readonly pairs: Uint32Array;
  /** Fourteen per pair: x, y, z, qx, qy, qz, qw of A, then of B. */
  readonly poses: Float64Array;
}

interface Batch {
  readonly count: number;
  readonly pairs: Uint32Array;
  readonly poses: Float64Array;
  readonly handles: Uint32Array;
}

/** Looks at everything but the indices in `pairs` and the numbers of the poses, which the core looks at. */
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
  // Views on the core's own memory are gone once that has grown.
  return {
    count,
    pairs: space.owns(pairs) ? pairs.slice() : pairs,
    poses: space.owns(poses) ? poses.slice() : poses,
    handles,
  };
}

/** Copies `count` pairs from pair `from` on into the block. An index out of range becomes 0, which is no shape. */
function fill({ pairs, poses, handles }: Batch, from: number, count: number): void {
  const into = space.words;
  for (let i = 0, pair = 2 * from; i < 2 * count; i++, pair++) {
    into[BLOCK_SHAPES + i] = handles[pairs[pair] as number] as number;
  }
  space.doubles.set(poses.subarray(2 * POSE_SIZE * from, 2 * POSE_SIZE * (from + count)), BLOCK_POSES);
}

/** What was wrong with a pair, by the fault record. */
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
 * Whether the shapes of each pair have a point in common; the same answers as `intersects` gives, many times faster.
 *
 * @param out where to put the answers, at least one byte a pair; a new array when left out
 * @returns `out`: one byte a pair, 1 where it intersects, else 0
 * @throws HyperplaneError `invalid-argument` for arrays of a wrong type or length, an index out of range, a pose that is
 * not finite, or too short an `out`; `disposed`; `not-initialised`. `out` is then as it was.
 */
export function intersectsBatch(batch: PairBatch, out?: Uint8Array): Uint8Array {
  const opened = open(batch);
  const { count } = opened;
  if (out !== undefined) checkOut(out, Uint8Array, count);
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
  if (out !== undefined) checkOut(out, Float64Array, 4 * count);
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
 * Signed distance of the shapes of each pair; the same answers as `distance` gives.
 *
 * @param out where to put the answers, at least four numbers a pair; a new array when left out
 * @returns `out`: four numbers a pair, the normal's x, y, z (unit length, world space, from A to B) and the signed
 * distance in metres
 * @throws HyperplaneError as `intersectsBatch`
 */
export function distanceBatch(batch: PairBatch, out?: Float64Array): Float64Array {
  return fourNumbersBatch("distanceBatch", batch, out);
}

/**
 * Normal and depth of each pair that overlaps; the same numbers as `collide` gives, without the contact points.
 *
 * @param out where to put the answers, at least four numbers a pair; a new array when left out
 * @returns `out`: four numbers a pair, the normal's x, y, z (unit length, world space, from A to B) and the depth in
 * metres; normal * depth is the minimum translation vector. All four are 0 where the shapes are apart; where they only
 * touch, the depth is 0 and the normal is not.
 * @throws HyperplaneError as `intersectsBatch`
 */
export function mtvBatch(batch: PairBatch, out?: Float64Array): Float64Array {
  return fourNumbersBatch("mtvBatch", batch, out);
}
