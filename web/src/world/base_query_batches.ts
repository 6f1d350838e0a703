import type { HyperplaneError } from "../errors.js";
import { readRows } from "../number_arrays.js";
import { CALL_FAILED, NO_ROW } from "../records.js";
import type { QueriedState, Queries, QueryTypes } from "./base_queries.js";
import { askWithout, type Excluded, type Filtered } from "./filter.js";
import { type QueryOptions, readQueryOptions } from "./query_options.js";
import { spatialOrder } from "./spatial_order.js";

/** Batches of queries on a world of any dimension: their order, their blocks, and their answers. */

/** The colliders that intersect a shape at many poses. Those of pose i are `colliders` from `offsets[i]` to `offsets[i + 1]`. */
export interface OverlapBatch {
  /** One more than there are poses. */
  offsets: Uint32Array;
  /** Collider rows, ascending for each pose. */
  colliders: Int32Array;
}

/** Answers with one collider each: `values` are distances or times, `parts` those of one shape, or of two with what
 * the module adds to them. */
export interface FirstBatch {
  values: Float64Array;
  colliders: Int32Array;
  points: Float64Array;
  normals: Float64Array;
  parts: Int32Array;
}

/** The queries of a batch: `size` numbers each. */
interface Given {
  readonly numbers: Float64Array;
  readonly size: number;
  readonly count: number;
}

/** What a batch needs to know about its kind of query. */
interface Kind {
  readonly queries: Given;
  readonly excluded: Excluded<Filtered>;
  /** Calls the core for so many queries. */
  readonly ask: (count: number) => number;
  /** The error for a query, or for another argument. */
  readonly problem: (query: number) => HyperplaneError | null;
  /** With a filter: the answer to one query, as the core gives it; null for none. */
  readonly askOne: ((query: number) => ArrayLike<number> | null) | null;
}

/** The batches of a module's worlds. */
export class QueryBatches<T extends QueryTypes> {
  readonly #single: Queries<T>;

  /** @param single for filters, whose answers a batch must give */
  constructor(single: Queries<T>) {
    this.#single = single;
  }

  /** @param name of the argument. @param unit what a query is */
  #read(given: unknown, size: number, name: string, unit: string): Given {
    const numbers = readRows(given, name, size, unit, this.#single.form.module);
    return { numbers, size, count: numbers.length / size };
  }

  /** The core's world, for a query with a shape. */
  #openFor(state: QueriedState<T["collider"]>, shape: T["shape"]): number {
    const world = state.open();
    const wrong = this.#single.form.shapeProblem(shape, "shape");
    if (wrong) throw wrong;
    return world;
  }

  /**
   * Asks the core block by block, in the order of space.
   *
   * @param take reads the answers of a block. @param indices of its queries
   */
  #askAll(
    { queries: { numbers, size, count }, excluded, ask, problem }: Kind,
    take: (answers: Float64Array, indices: Uint32Array) => void,
  ): void {
    const { module, dimension, blockPairs, blockPoses } = this.#single.form;
    const order = spatialOrder(numbers, size, dimension) ?? Uint32Array.from({ length: count }, (_, i) => i);
    for (let from = 0; from < count; from += blockPairs) {
      const indices = order.subarray(from, Math.min(from + blockPairs, count));
      module.begin();
      const { doubles } = module;
      for (let i = 0; i < indices.length; i++) {
        const at = size * (indices[i] as number);
        const to = blockPoses + size * i;
        for (let k = 0; k < size; k++) doubles[to + k] = numbers[at + k] as number;
      }
      if (askWithout(module, excluded, () => ask(indices.length)) === CALL_FAILED) {
        const fault = module.faultError();
        checkAll(count, problem);
        throw fault;
      }
      take(module.takeNumbers(), indices);
    }
  }

  /** Answers with one collider each. @param partCount numbers of an answer's parts. @param rest numbers after them, left out */
  #firstOfEach(kind: Kind, partCount: number, rest = 0): FirstBatch {
    const { dimension } = this.#single.form;
    const { count } = kind.queries;
    const hits = {
      values: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
      colliders: new Int32Array(count).fill(-1),
      points: new Float64Array(dimension * count),
      normals: new Float64Array(dimension * count),
      parts: new Int32Array(partCount * count).fill(-1),
    };
    const take = (query: number, answers: ArrayLike<number>, at: number) => {
      hits.colliders[query] = answers[at] as number;
      copy(answers, at + 1, hits.values, query, 1);
      copy(answers, at + 2, hits.points, dimension * query, dimension);
      copy(answers, at + 2 + dimension, hits.normals, dimension * query, dimension);
      copy(answers, at + 2 + 2 * dimension, hits.parts, partCount * query, partCount);
    };
    askEach(kind, (query, answers) => take(query, answers, 0)) ||
      this.#askAll(kind, (answers, indices) => {
        for (let i = 0, at = 0; i < indices.length; i++, at += 2 + 2 * dimension + partCount + rest) {
          if (answers[at] !== NO_ROW) take(indices[i] as number, answers, at);
        }
      });
    return hits;
  }

  castShapes(
    state: QueriedState<T["collider"]>,
    shape: T["shape"],
    sweeps: Float64Array,
    options: QueryOptions<T["collider"]> | undefined,
  ): T["impacts"] {
    const { module, poseSize, impactNumbers, poseAt, sweepOf, sweepProblem, handleOf, impactNumbersOf, impacts } =
      this.#single.form;
    const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, options);
    const queries = this.#read(sweeps, 2 * poseSize, "sweeps", "sweep");
    const world = this.#openFor(state, shape);
    const { numbers } = queries;
    const sweepAt = (i: number) =>
      sweepOf(poseAt(numbers, 2 * poseSize * i), poseAt(numbers, 2 * poseSize * i + poseSize));
    const askOne = (i: number) => {
      const hit = this.#single.castShape(state, shape, sweepAt(i), options);
      return hit && [hit.collider.index, hit.time, ...placeOf(hit), ...impactNumbersOf(hit)];
    };
    const kind = {
      queries,
      excluded,
      ask: (count: number) => module.core.castShapes(world, handleOf(shape), count, maxDistance, mask, sensors),
      problem: (i: number) => sweepProblem(sweepAt(i), `sweep ${i}`),
      askOne: filter ? askOne : null,
    };
    return impacts(this.#firstOfEach(kind, impactNumbers));
  }

  closests(
    state: QueriedState<T["collider"]>,
    points: Float64Array,
    options: QueryOptions<T["collider"]> | undefined,
  ): T["closests"] {
    const { module, dimension, partSize, pointProblem, partsOf, closests } = this.#single.form;
    const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, options);
    const queries = this.#read(points, dimension, "points", "point");
    const world = state.open();
    const pointAt = (i: number) => queries.numbers.subarray(dimension * i, dimension * (i + 1));
    const askOne = (i: number) => {
      const found = this.#single.closest(state, pointAt(i), options);
      return found && [found.collider.index, found.distance, ...placeOf(found), ...partsOf(found)];
    };
    const kind = {
      queries,
      excluded,
      ask: (count: number) => module.core.findClosests(world, count, maxDistance, mask, sensors),
      problem: (i: number) => pointProblem(pointAt(i), `point ${i}`),
      askOne: filter ? askOne : null,
    };
    return closests(this.#firstOfEach(kind, partSize));
  }

  nearests(
    state: QueriedState<T["collider"]>,
    shape: T["shape"],
    poses: Float64Array,
    options: QueryOptions<T["collider"]> | undefined,
  ): T["nears"] {
    const { module, dimension, poseSize, partSize, poseAt, poseProblem, handleOf, nearPartsOf, nears } =
      this.#single.form;
    const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, options);
    const queries = this.#read(poses, poseSize, "poses", "pose");
    const world = this.#openFor(state, shape);
    const poseOf = (i: number) => poseAt(queries.numbers, poseSize * i);
    const askOne = (i: number) => {
      const near = this.#single.nearest(state, shape, poseOf(i), options);
      const place = near && placeOf({ point: near.pointB, normal: near.normal });
      return near && place && [near.collider.index, near.distance, ...place, ...nearPartsOf(near)];
    };
    const kind = {
      queries,
      excluded,
      ask: (count: number) => module.core.findNearests(world, handleOf(shape), count, maxDistance, mask, sensors),
      problem: (i: number) => poseProblem(poseOf(i), `pose ${i}`),
      askOne: filter ? askOne : null,
    };
    // The point on the shape follows from the others.
    return nears(this.#firstOfEach(kind, 2 * partSize, dimension));
  }

  overlaps(
    state: QueriedState<T["collider"]>,
    shape: T["shape"],
    poses: Float64Array,
    options: QueryOptions<T["collider"]> | undefined,
  ): OverlapBatch {
    const { module, poseSize, poseAt, poseProblem, handleOf } = this.#single.form;
    const { mask, sensors, filter, excluded } = readQueryOptions(state, options);
    const queries = this.#read(poses, poseSize, "poses", "pose");
    const world = this.#openFor(state, shape);
    const { count, numbers } = queries;
    const askOne = (i: number) =>
      this.#single.overlap(state, shape, poseAt(numbers, poseSize * i), options).map(({ index }) => index);
    const kind = {
      queries,
      excluded,
      ask: (size: number) => module.core.findOverlappings(world, handleOf(shape), size, mask, sensors),
      problem: (i: number) => poseProblem(poseAt(numbers, poseSize * i), `pose ${i}`),
      askOne: filter ? askOne : null,
    };
    // Rows as they are found, and where those of each pose begin; then by pose.
    const found: ArrayLike<number>[] = new Array(count);
    const offsets = new Uint32Array(count + 1);
    const take = (query: number, rows: ArrayLike<number>) => {
      found[query] = rows;
      offsets[query + 1] = rows.length;
    };
    askEach(kind, take) ||
      this.#askAll(kind, (answers, indices) => {
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

/** The coordinates of an answer's point and normal. */
const placeOf = ({ point, normal }: { readonly point: object; readonly normal: object }): number[] => [
  ...Object.values<number>(point as Record<string, number>),
  ...Object.values<number>(normal as Record<string, number>),
];
