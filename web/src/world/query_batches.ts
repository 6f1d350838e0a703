import { pointProblem, poseProblem, shapeProblem, sweepProblem } from "../arguments.js";
import type { HyperplaneError } from "../errors.js";
import { readRows } from "../number_arrays.js";
import { BLOCK_PAIRS, BLOCK_POSES, CALL_FAILED, NO_ROW, POSE_SIZE } from "../records.js";
import { handleOf, type Shape } from "../shapes/shape.js";
import { space } from "../space.js";
import type { Vec3 } from "../types.js";
import type { Collider } from "./collider.js";
import { askWithout } from "./filter.js";
import { castShape, closest, overlap } from "./queries.js";
import { type QueryOptions, readQueryOptions } from "./query_options.js";
import { spatialOrder } from "./spatial_order.js";
import type { WorldState } from "./state.js";

/** The first contacts of a shape on many sweeps, one entry a sweep. */
export interface ShapeCastBatch {
  /** 0 to 1: fraction of the sweep; Infinity for no contact. */
  times: Float64Array;
  /** Collider rows; -1 for no contact. */
  colliders: Int32Array;
  /** Contact points at those times, in world space, 3 per sweep; 0 for no contact. */
  points: Float64Array;
  /** Unit length, world space, from the moving shape to the collider, 3 per sweep; 0 for no contact. */
  normals: Float64Array;
  /** Part and triangle of the moving shape, part and triangle of the collider's, 4 per sweep; -1 for none. */
  features: Int32Array;
}

/** The colliders that intersect a shape at many poses. Those of pose i are `colliders` from `offsets[i]` to `offsets[i + 1]`. */
export interface OverlapBatch {
  /** One more than there are poses. */
  offsets: Uint32Array;
  /** Collider rows, ascending for each pose. */
  colliders: Int32Array;
}

/** The closest surface points to many points, one entry a point. */
export interface ClosestPointBatch {
  /** In metres, negative inside; Infinity for no collider within `maxDistance`. */
  distances: Float64Array;
  /** Collider rows; -1 for none. */
  colliders: Int32Array;
  /** On the surface, in world space, 3 per point; 0 for none. */
  points: Float64Array;
  /** Unit length, world space, out of the collider's shape, 3 per point; 0 for none. */
  normals: Float64Array;
  /** Part and triangle of the collider's shape, 2 per point; -1 for none. */
  features: Int32Array;
}

/** The queries of a batch: `size` numbers each. */
interface Queries {
  readonly numbers: Float64Array;
  readonly size: number;
  readonly count: number;
}

/** @param name of the argument. @param unit what a query is */
function readQueries(given: unknown, size: number, name: string, unit: string): Queries {
  const numbers = readRows(given, name, size, unit, space);
  return { numbers, size, count: numbers.length / size };
}

/**
 * Asks the core block by block, in the order of space.
 *
 * @param take reads the answers of a block. @param indices of its queries
 */
function askAll(
  { queries: { numbers, size, count }, excluded, ask, problem }: Kind,
  take: (answers: Float64Array, indices: Uint32Array) => void,
): void {
  const order = spatialOrder(numbers, size) ?? Uint32Array.from({ length: count }, (_, i) => i);
  for (let from = 0; from < count; from += BLOCK_PAIRS) {
    const indices = order.subarray(from, Math.min(from + BLOCK_PAIRS, count));
    space.begin();
    const { doubles } = space;
    for (let i = 0; i < indices.length; i++) {
      const at = size * (indices[i] as number);
      const to = BLOCK_POSES + size * i;
      for (let k = 0; k < size; k++) doubles[to + k] = numbers[at + k] as number;
    }
    if (askWithout(space, excluded, () => ask(indices.length)) === CALL_FAILED) {
      const fault = space.faultError();
      checkAll(count, problem);
      throw fault;
    }
    take(space.takeNumbers(), indices);
  }
}

/** What a batch needs to know about its kind of query. */
interface Kind {
  readonly queries: Queries;
  readonly excluded: readonly Collider[];
  /** Calls the core for so many queries. */
  readonly ask: (count: number) => number;
  /** The error for a query, or for another argument. */
  readonly problem: (query: number) => HyperplaneError | null;
  /** With a filter: the answer to one query, as the core gives it; null for none. */
  readonly askOne: ((query: number) => ArrayLike<number> | null) | null;
}

/** Answers with one collider each. @param featureCount numbers of an answer's features */
function firstOfEach(kind: Kind, featureCount: number) {
  const { count } = kind.queries;
  const hits = {
    values: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    colliders: new Int32Array(count).fill(-1),
    points: new Float64Array(3 * count),
    normals: new Float64Array(3 * count),
    features: new Int32Array(featureCount * count).fill(-1),
  };
  const take = (query: number, answers: ArrayLike<number>, at: number) => {
    hits.colliders[query] = answers[at] as number;
    copy(answers, at + 1, hits.values, query, 1);
    copy(answers, at + 2, hits.points, 3 * query, 3);
    copy(answers, at + 5, hits.normals, 3 * query, 3);
    copy(answers, at + 8, hits.features, featureCount * query, featureCount);
  };
  askEach(kind, (query, answers) => take(query, answers, 0)) ||
    askAll(kind, (answers, indices) => {
      for (let i = 0, at = 0; i < indices.length; i++, at += 8 + featureCount) {
        if (answers[at] !== NO_ROW) take(indices[i] as number, answers, at);
      }
    });
  return hits;
}

/** With a filter, asks one by one. @returns false without one */
function askEach(
  { queries, problem, askOne }: Kind,
  take: (query: number, answers: ArrayLike<number>) => void,
): boolean {
  if (askOne === null) return false;
  checkAll(queries.count, problem);
  for (let i = 0; i < queries.count; i++) {
    const answers = askOne(i);
    if (answers !== null) take(i, answers);
  }
  return true;
}

/** Throws the error for the first wrong query, whichever the core came to first. */
function checkAll(count: number, problem: (query: number) => HyperplaneError | null): void {
  for (let i = 0; i < count; i++) {
    const found = problem(i);
    if (found) throw found;
  }
}

/** Copies numbers, without an object for them. */
function copy(from: ArrayLike<number>, at: number, into: Float64Array | Int32Array, to: number, count: number): void {
  // + 0 turns -0 into 0.
  for (let i = 0; i < count; i++) into[to + i] = (from[at + i] as number) + 0;
}

const numbersOf = ({ x, y, z }: Vec3) => [x, y, z];
const poseAt = (numbers: Float64Array, at: number) => ({
  position: numbers.subarray(at, at + 3),
  quaternion: numbers.subarray(at + 3, at + POSE_SIZE),
});

export function castShapes(
  state: WorldState,
  shape: Shape,
  sweeps: Float64Array,
  options: QueryOptions | undefined,
): ShapeCastBatch {
  const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, options);
  const queries = readQueries(sweeps, 2 * POSE_SIZE, "sweeps", "sweep");
  const world = openFor(state, shape);
  const sweepAt = (i: number) => ({
    from: poseAt(queries.numbers, 2 * POSE_SIZE * i),
    to: poseAt(queries.numbers, 2 * POSE_SIZE * i + POSE_SIZE),
  });
  const { values, ...rest } = firstOfEach(
    {
      queries,
      excluded,
      ask: (count) => space.core.castShapes(world, handleOf(shape), count, maxDistance, mask, sensors),
      problem: (i) => sweepProblem(sweepAt(i), `sweep ${i}`),
      askOne: filter
        ? (i) => {
            const hit = castShape(state, shape, sweepAt(i), options);
            if (hit === null) return null;
            const { collider, time, point, normal, partA, triangleA, partB, triangleB } = hit;
            const features = [partA, triangleA, partB, triangleB];
            return [collider.index, time, ...numbersOf(point), ...numbersOf(normal), ...features];
          }
        : null,
    },
    4,
  );
  return { times: values, ...rest };
}

export function closests(
  state: WorldState,
  points: Float64Array,
  options: QueryOptions | undefined,
): ClosestPointBatch {
  const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, options);
  const queries = readQueries(points, 3, "points", "point");
  const world = state.open();
  const pointAt = (i: number) => queries.numbers.subarray(3 * i, 3 * i + 3);
  const { values, ...rest } = firstOfEach(
    {
      queries,
      excluded,
      ask: (count) => space.core.findClosests(world, count, maxDistance, mask, sensors),
      problem: (i) => pointProblem(pointAt(i), `point ${i}`),
      askOne: filter
        ? (i) => {
            const found = closest(state, pointAt(i), options);
            if (found === null) return null;
            const { collider, distance, point, normal, part, triangle } = found;
            return [collider.index, distance, ...numbersOf(point), ...numbersOf(normal), part, triangle];
          }
        : null,
    },
    2,
  );
  return { distances: values, ...rest };
}

export function overlaps(
  state: WorldState,
  shape: Shape,
  poses: Float64Array,
  options: QueryOptions | undefined,
): OverlapBatch {
  const { mask, sensors, filter, excluded } = readQueryOptions(state, options);
  const queries = readQueries(poses, POSE_SIZE, "poses", "pose");
  const world = openFor(state, shape);
  const { count, numbers } = queries;
  const kind = {
    queries,
    excluded,
    ask: (size: number) => space.core.findOverlappings(world, handleOf(shape), size, mask, sensors),
    problem: (i: number) => poseProblem(poseAt(numbers, POSE_SIZE * i), `pose ${i}`),
    askOne: filter
      ? (i: number) => overlap(state, shape, poseAt(numbers, POSE_SIZE * i), options).map(({ index }) => index)
      : null,
  };
  // Rows as they are found, and where those of each pose begin; then by pose.
  const found: ArrayLike<number>[] = new Array(count);
  const offsets = new Uint32Array(count + 1);
  const take = (query: number, rows: ArrayLike<number>) => {
    found[query] = rows;
    offsets[query + 1] = rows.length;
  };
  askEach(kind, take) ||
    askAll(kind, (answers, indices) => {
      let at = indices.length;
      for (let i = 0; i < indices.length; i++) {
        const end = at + (answers[i] as number);
        take(indices[i] as number, answers.subarray(at, end));
        at = end;
      }
    });
  for (let i = 0; i < count; i++) offsets[i + 1] = (offsets[i] as number) + (offsets[i + 1] as number);
  const colliders = new Int32Array(offsets[count] as number);
  for (let i = 0; i < count; i++) colliders.set(found[i] as ArrayLike<number>, offsets[i]);
  return { offsets, colliders };
}

/** The core's world, for a query with a shape. */
function openFor(state: WorldState, shape: Shape): number {
  const world = state.open();
  const wrong = shapeProblem(shape, "shape");
  if (wrong) throw wrong;
  return world;
}
