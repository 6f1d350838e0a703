import type { HyperplaneError } from "../errors.js";
import type { Numbers } from "../memory.js";
import { readRows } from "../number_arrays.js";
import type { NumberList } from "../number_list.js";
import { CALL_FAILED, DIRECT_FAILED, DIRECT_NO_ROW, NO_ROW } from "../records.js";
import { rowOf } from "./base_collider.js";
import type { FirstBatch, OverlapBatch, QueryBatches } from "./base_query_batches.js";
import {
  BaseWorld,
  type ContactsOf,
  type StateOf,
  stateOf,
  type WorldCollider,
  type WorldParts,
} from "./base_world.js";
import { accepts, askFiltered, askWithout, isPlain } from "./filter.js";
import { type QueryLimits, type QueryOptions, readNearOptions, readQueryOptions } from "./query_options.js";
import { spatialOrder } from "./spatial_order.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** Queries on a world of any dimension: what they check, how they ask the core, and how a filter takes part. */

/** The types of a dimension. */
export interface QueryTypes {
  readonly collider: WorldCollider;
  readonly shape: object;
  readonly vector: { readonly x: number; readonly y: number };
  readonly vectorLike: unknown;
  readonly pose: unknown;
  readonly sweep: unknown;
  readonly hit: Found<this["collider"]> & { readonly distance: number };
  readonly impact: Found<this["collider"]> & { readonly time: number };
  readonly closest: Found<this["collider"]> & { readonly distance: number };
  readonly near: Near<this["collider"]>;
  readonly rayHits: object;
  readonly impacts: object;
  readonly closests: object;
  readonly nears: object;
}

/** An answer with a place. */
interface Found<C> {
  readonly collider: C;
  readonly point: object;
  readonly normal: object;
}

/** A distance to a collider, B. */
interface Near<C> {
  readonly collider: C;
  readonly distance: number;
  readonly pointB: object;
  readonly normal: object;
}

/** What a query needs of a world's state. */
export interface QueriedState<C> {
  readonly colliders: readonly (C | undefined)[];
  open(): number;
}

type Reader<T extends readonly unknown[]> = (into: Numbers, at: number, ...values: T) => boolean;
type Problem = HyperplaneError | null;

/** What the dimension decides. */
export interface QueryForm<T extends QueryTypes> {
  readonly module: WorldModule<WorldCalls>;
  readonly dimension: 2 | 3;
  /** Numbers of a pose, and of which part of a shape an answer is about. */
  readonly poseSize: number;
  readonly partSize: number;
  /** The first vector among the arguments of a call. */
  readonly inputVectors: number;
  /** Where a block of queries and its answers begin in the view of doubles, and how many rays or other queries it holds. */
  readonly blockPoses: number;
  readonly blockAnswers: number;
  readonly blockRays: number;
  readonly blockPairs: number;
  /** Stages the arguments of a ray. Returns false if one has the wrong form. */
  readonly stageRay: (origin: T["vectorLike"], direction: T["vectorLike"]) => boolean;
  /** Readers of arguments, for `stage`. */
  readonly stagePoint: Reader<[T["vectorLike"]]>;
  readonly stagePose: Reader<[T["pose"]]>;
  readonly stageSweep: Reader<[T["sweep"]]>;
  readonly handleOf: (shape: T["shape"]) => number;
  /** The errors for wrong arguments. */
  readonly shapeProblem: (value: unknown, name: string) => Problem;
  readonly pointProblem: (value: unknown, name: string) => Problem;
  readonly directionProblem: (value: unknown, name: string) => Problem;
  readonly poseProblem: (value: unknown, name: string) => Problem;
  readonly sweepProblem: (value: unknown, name: string) => Problem;
  /** A pose among numbers of the user's. */
  readonly poseAt: (numbers: Float64Array, at: number) => T["pose"];
  readonly sweepOf: (from: T["pose"], to: T["pose"]) => T["sweep"];
  /** Read the answer that a call has left in the records. */
  readonly vector: () => T["vector"];
  readonly hit: (collider: T["collider"]) => T["hit"];
  readonly impact: (collider: T["collider"]) => T["impact"];
  readonly closest: (collider: T["collider"]) => T["closest"];
  /** Reads a hit of a list, after its row. */
  readonly listedHit: (list: NumberList, collider: T["collider"]) => T["hit"];
  /** The same of an impact, and of a distance. */
  readonly listedImpact: (list: NumberList, collider: T["collider"]) => T["impact"];
  readonly listedNear: (list: NumberList, collider: T["collider"]) => T["near"];
  /** Which part of the collider's shape an answer is about. */
  readonly partsOf: (found: T["hit"] | T["closest"]) => readonly number[];
  /** How many numbers an impact of a batch has after its place. */
  readonly impactNumbers: number;
  /** Those numbers: the part of the moving shape, that of the collider's, and what the module adds. */
  readonly impactNumbersOf: (impact: T["impact"]) => readonly number[];
  /** The part of the shape that is near, and that of the collider's. */
  readonly nearPartsOf: (near: T["near"]) => readonly number[];
  /** What a batch gives of its answers. */
  readonly rayHits: (hits: BatchHits) => T["rayHits"];
  readonly impacts: (hits: FirstBatch) => T["impacts"];
  readonly closests: (found: FirstBatch) => T["closests"];
  readonly nears: (found: FirstBatch) => T["nears"];
}

/** The first hits of many rays. `parts`: `partSize` numbers a ray. */
export interface BatchHits {
  distances: Float64Array;
  colliders: Int32Array;
  parts: Int32Array;
}

const colliderOf = <C>(found: { readonly collider: C } | null): readonly C[] =>
  found === null ? [] : [found.collider];

/** The queries of a module's worlds. */
export class Queries<T extends QueryTypes> {
  readonly form: QueryForm<T>;

  constructor(form: QueryForm<T>) {
    this.form = form;
  }

  #rayError(origin: T["vectorLike"], direction: T["vectorLike"]): HyperplaneError {
    const { pointProblem, directionProblem, module } = this.form;
    return pointProblem(origin, "origin") ?? directionProblem(direction, "direction") ?? module.faultError();
  }

  raycast(
    state: QueriedState<T["collider"]>,
    origin: T["vectorLike"],
    direction: T["vectorLike"],
    queryOptions: QueryOptions<T["collider"]> | undefined,
  ): T["hit"] | null {
    const options = readQueryOptions(state, queryOptions);
    const { form } = this;
    const isStaged = form.stageRay(origin, direction);
    const row = isPlain(options.excluded)
      ? this.#castRay(state, isStaged, options)
      : this.#castWithout(state, isStaged, options);
    if (row === DIRECT_FAILED) throw this.#rayError(origin, direction);
    if (row === DIRECT_NO_ROW) return null;
    form.module.refresh();
    const hit = form.hit(state.colliders[row] as T["collider"]);
    return options.filter === undefined ? hit : this.#accepted(state, hit, options);
  }

  /** @returns the row of the first hit, which is in the records */
  #castRay(
    state: QueriedState<T["collider"]>,
    isStaged: boolean,
    { maxDistance, mask, sensors, solid }: QueryLimits<T["collider"]>,
  ): number {
    if (!isStaged) return DIRECT_FAILED;
    return this.form.module.direct.castRay(state.open(), maxDistance, mask, sensors, solid);
  }

  /** The same without what is excluded. On its own: variables of a closure lie in memory from the start of a function. */
  #castWithout(state: QueriedState<T["collider"]>, isStaged: boolean, options: QueryLimits<T["collider"]>): number {
    return askWithout(this.form.module, options.excluded, () => this.#castRay(state, isStaged, options));
  }

  /** The first hit, or the first one behind it that the filter accepts: those are all found at once. */
  #accepted(state: QueriedState<T["collider"]>, first: T["hit"], options: QueryLimits<T["collider"]>): T["hit"] | null {
    const { module, inputVectors } = this.form;
    const input = module.copyInput(inputVectors);
    if (accepts(options.filter, first.collider)) return first;
    module.restoreInput(input, inputVectors);
    const hits = this.#castThrough(state, options);
    if (hits === null) throw module.faultError();
    return hits.find(({ collider }) => collider !== first.collider && accepts(options.filter, collider)) ?? null;
  }

  /**
   * All hits before the filter, nearest first. Colliders, not rows: the filter may remove a collider, and its row may be reused.
   */
  #allHits(
    state: QueriedState<T["collider"]>,
    origin: T["vectorLike"],
    direction: T["vectorLike"],
    options: QueryLimits<T["collider"]>,
  ): T["hit"][] {
    const hits = this.form.stageRay(origin, direction) ? this.#castThrough(state, options) : null;
    if (hits === null) throw this.#rayError(origin, direction);
    return hits;
  }

  /** All hits of the staged ray; null if the call failed. */
  #castThrough(state: QueriedState<T["collider"]>, options: QueryLimits<T["collider"]>): T["hit"][] | null {
    const { module, listedHit } = this.form;
    const { maxDistance, mask, sensors, solid, excluded } = options;
    const world = state.open();
    const count = askWithout(module, excluded, () =>
      module.core.castRayThrough(world, maxDistance, mask, sensors, solid),
    );
    return count === CALL_FAILED ? null : this.#listed(state, count, listedHit);
  }

  /** The answers in the core's list. */
  #listed<Answer>(
    state: QueriedState<T["collider"]>,
    count: number,
    read: (list: NumberList, collider: T["collider"]) => Answer,
  ): Answer[] {
    const answers: Answer[] = [];
    if (count === 0) return answers;
    const { module } = this.form;
    const list = module.listInPlace();
    for (let i = 0; i < count; i++) answers.push(read(list, state.colliders[list.next()] as T["collider"]));
    module.core.releaseReport();
    return answers;
  }

  #firstOf(
    state: QueriedState<T["collider"]>,
    origin: T["vectorLike"],
    direction: T["vectorLike"],
    options: QueryLimits<T["collider"]>,
  ): T["hit"] | null {
    const hits = this.#allHits(state, origin, direction, options);
    return hits.find(({ collider }) => accepts(options.filter, collider)) ?? null;
  }

  raycastAll(
    state: QueriedState<T["collider"]>,
    origin: T["vectorLike"],
    direction: T["vectorLike"],
    queryOptions: QueryOptions<T["collider"]> | undefined,
  ): T["hit"][] {
    const options = readQueryOptions(state, queryOptions);
    const hits = this.#allHits(state, origin, direction, options);
    return hits.filter(({ collider }) => accepts(options.filter, collider));
  }

  raycastBatch(
    state: QueriedState<T["collider"]>,
    given: Float64Array,
    queryOptions: QueryOptions<T["collider"]> | undefined,
  ): T["rayHits"] {
    const { module, dimension, partSize, pointProblem, directionProblem, rayHits } = this.form;
    const options = readQueryOptions(state, queryOptions);
    const raySize = 2 * dimension;
    const rays = readRows(given, "rays", raySize, "ray", module);
    const count = rays.length / raySize;
    const hits = {
      distances: new Float64Array(count),
      colliders: new Int32Array(count),
      parts: new Int32Array(partSize * count),
    };
    const world = state.open();
    const order = spatialOrder(rays, raySize, dimension);
    const wrong = askWithout(module, options.excluded, () => {
      const first = this.#castRays(world, rays, order, options, hits);
      // The error names the first wrong ray in the caller's order.
      return first >= 0 && order !== null ? this.#castRays(world, rays, null, options, hits) : first;
    });
    if (wrong >= 0) {
      const at = raySize * wrong;
      throw (
        pointProblem(rays.subarray(at, at + dimension), `ray ${wrong}: origin`) ??
        directionProblem(rays.subarray(at + dimension, at + raySize), `ray ${wrong}: direction`) ??
        module.faultError()
      );
    }
    if (options.filter !== undefined) this.#filterBatch(state, rays, options, hits);
    return rayHits(hits);
  }

  /** @returns the index of a wrong ray, or -1 */
  #castRays(
    world: number,
    rays: Float64Array,
    order: Uint32Array | null,
    options: QueryLimits<T["collider"]>,
    { distances, colliders, parts }: BatchHits,
  ): number {
    const { module, dimension, partSize, blockPoses, blockAnswers, blockRays } = this.form;
    const raySize = 2 * dimension;
    const { maxDistance, mask, sensors, solid } = options;
    const count = distances.length;
    for (let from = 0; from < count; from += blockRays) {
      const size = Math.min(blockRays, count - from);
      module.begin();
      const { doubles } = module;
      if (order === null) {
        doubles.set(rays.subarray(raySize * from, raySize * (from + size)), blockPoses);
      } else {
        for (let i = 0; i < size; i++) {
          const at = raySize * (order[from + i] as number);
          const to = blockPoses + raySize * i;
          for (let k = 0; k < raySize; k++) doubles[to + k] = rays[at + k] as number;
        }
      }
      if (module.core.castRays(world, size, maxDistance, mask, sensors, solid) === CALL_FAILED) {
        const { item } = module.readFault();
        return order === null ? from + item : (order[from + item] as number);
      }
      // The call may have renewed the views. Parts lie in the place of the rays, as whole numbers.
      const { doubles: answers, words } = module;
      if (order === null) {
        distances.set(answers.subarray(blockAnswers, blockAnswers + size), from);
        colliders.set(answers.subarray(blockAnswers + blockRays, blockAnswers + blockRays + size), from);
        parts.set(words.subarray(2 * blockPoses, 2 * blockPoses + partSize * size), partSize * from);
      } else {
        for (let i = 0; i < size; i++) {
          const ray = order[from + i] as number;
          distances[ray] = answers[blockAnswers + i] as number;
          colliders[ray] = answers[blockAnswers + blockRays + i] as number;
          for (let k = 0; k < partSize; k++) {
            parts[partSize * ray + k] = words[2 * blockPoses + partSize * i + k] as number;
          }
        }
      }
    }
    return -1;
  }

  /** Casts rays again whose first hit the filter rejects. */
  #filterBatch(
    state: QueriedState<T["collider"]>,
    rays: Float64Array,
    options: QueryLimits<T["collider"]>,
    { distances, colliders, parts }: BatchHits,
  ): void {
    const { dimension, partSize, partsOf } = this.form;
    const first = Array.from(colliders, (row) => state.colliders[row]);
    for (let i = 0; i < colliders.length; i++) {
      const collider = first[i];
      if (collider === undefined || accepts(options.filter, collider)) continue;
      const at = 2 * dimension * i;
      const middle = at + dimension;
      const hit = this.#firstOf(state, rays.subarray(at, middle), rays.subarray(middle, middle + dimension), options);
      distances[i] = hit === null ? Number.POSITIVE_INFINITY : hit.distance;
      colliders[i] = hit === null ? -1 : hit.collider.index;
      if (hit === null) parts.fill(-1, partSize * i, partSize * (i + 1));
      else parts.set(partsOf(hit), partSize * i);
    }
  }

  overlap(
    state: QueriedState<T["collider"]>,
    shape: T["shape"],
    pose: T["pose"],
    queryOptions: QueryOptions<T["collider"]> | undefined,
  ): T["collider"][] {
    const { module, stagePose, shapeProblem, poseProblem } = this.form;
    const options = readQueryOptions(state, queryOptions);
    const isStaged = module.stage(stagePose, pose);
    const world = state.open();
    const count = isPlain(options.excluded)
      ? this.#findOverlapping(world, isStaged, shape, options)
      : askWithout(module, options.excluded, () => this.#findOverlapping(world, isStaged, shape, options));
    if (count === CALL_FAILED) throw shapeProblem(shape, "shape") ?? poseProblem(pose, "pose") ?? module.faultError();
    const found = this.#listed(state, count, (_, collider) => collider);
    return options.filter === undefined ? found : found.filter((collider) => accepts(options.filter, collider));
  }

  #findOverlapping(
    world: number,
    isStaged: boolean,
    shape: T["shape"],
    { mask, sensors }: QueryLimits<T["collider"]>,
  ): number {
    const { module, handleOf } = this.form;
    return isStaged ? module.core.findOverlapping(world, handleOf(shape), mask, sensors) : CALL_FAILED;
  }

  castShape(
    state: QueriedState<T["collider"]>,
    shape: T["shape"],
    sweep: T["sweep"],
    queryOptions: QueryOptions<T["collider"]> | undefined,
  ): T["impact"] | null {
    const { module, stageSweep, handleOf, shapeProblem, sweepProblem, impact } = this.form;
    const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, queryOptions);
    const isStaged = module.stage(stageSweep, sweep);
    const ask = (): T["impact"] | null => {
      const world = state.open();
      const row = isStaged ? module.core.castShape(world, handleOf(shape), maxDistance, mask, sensors) : CALL_FAILED;
      if (row === CALL_FAILED) {
        throw shapeProblem(shape, "shape") ?? sweepProblem(sweep, "sweep") ?? module.faultError();
      }
      return row === NO_ROW ? null : impact(state.colliders[row] as T["collider"]);
    };
    return askFiltered(module, filter, excluded, ask, colliderOf);
  }

  castShapeAll(
    state: QueriedState<T["collider"]>,
    shape: T["shape"],
    sweep: T["sweep"],
    queryOptions: QueryOptions<T["collider"]> | undefined,
  ): T["impact"][] {
    const { module, stageSweep, handleOf, shapeProblem, sweepProblem, listedImpact } = this.form;
    const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, queryOptions);
    const isStaged = module.stage(stageSweep, sweep);
    const world = state.open();
    const count = askWithout(module, excluded, () =>
      isStaged ? module.core.castShapeThrough(world, handleOf(shape), maxDistance, mask, sensors) : CALL_FAILED,
    );
    if (count === CALL_FAILED)
      throw shapeProblem(shape, "shape") ?? sweepProblem(sweep, "sweep") ?? module.faultError();
    return this.#listed(state, count, listedImpact).filter(({ collider }) => accepts(filter, collider));
  }

  nearest(
    state: QueriedState<T["collider"]>,
    shape: T["shape"],
    pose: T["pose"],
    queryOptions: QueryOptions<T["collider"]> | undefined,
  ): T["near"] | null {
    const options = readQueryOptions(state, queryOptions);
    const find = this.#nearFinder(state, shape, pose, options, false);
    const ask = () => find()[0] ?? null;
    return askFiltered(this.form.module, options.filter, options.excluded, ask, colliderOf);
  }

  nearestAll(
    state: QueriedState<T["collider"]>,
    shape: T["shape"],
    pose: T["pose"],
    queryOptions: QueryOptions<T["collider"]>,
  ): T["near"][] {
    const options = readNearOptions(state, queryOptions);
    const find = this.#nearFinder(state, shape, pose, options, true);
    const found = askWithout(this.form.module, options.excluded, find);
    return found.filter(({ collider }) => accepts(options.filter, collider));
  }

  /** Stages a search. @returns asks the core for what is near, all of it or the nearest */
  #nearFinder(
    state: QueriedState<T["collider"]>,
    shape: T["shape"],
    pose: T["pose"],
    { maxDistance, mask, sensors }: QueryLimits<T["collider"]>,
    all: boolean,
  ): () => T["near"][] {
    const { module, stagePose, handleOf, shapeProblem, poseProblem, listedNear } = this.form;
    const isStaged = module.stage(stagePose, pose);
    return () => {
      const world = state.open();
      const count = isStaged
        ? module.core.findNear(world, handleOf(shape), maxDistance, mask, sensors, all)
        : CALL_FAILED;
      if (count === CALL_FAILED) throw shapeProblem(shape, "shape") ?? poseProblem(pose, "pose") ?? module.faultError();
      return this.#listed(state, count, listedNear);
    };
  }

  closest(
    state: QueriedState<T["collider"]>,
    point: T["vectorLike"],
    queryOptions: QueryOptions<T["collider"]> | undefined,
  ): T["closest"] | null {
    const { module, stagePoint, pointProblem, closest } = this.form;
    const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, queryOptions);
    const isStaged = module.stage(stagePoint, point);
    const ask = (): T["closest"] | null => {
      const world = state.open();
      const row = isStaged ? module.core.findClosest(world, maxDistance, mask, sensors) : CALL_FAILED;
      if (row === CALL_FAILED) throw pointProblem(point, "point") ?? module.faultError();
      return row === NO_ROW ? null : closest(state.colliders[row] as T["collider"]);
    };
    return askFiltered(module, filter, excluded, ask, colliderOf);
  }
}

/** Two colliders. */
interface Pair<C> {
  readonly a: C;
  readonly b: C;
}

/** The types of a dimension's worlds. */
interface WorldTypes extends QueryTypes {
  readonly contact: Pair<this["collider"]>;
  readonly contactList: ContactsOf<this["contact"]>;
  readonly impactList: unknown;
  readonly options: unknown;
}

/** The methods alone: by them a world of colliders with data is also one of colliders without. */
type MethodsOf<T> = Omit<T, "form">;

/** A world with its queries. Not exported by the package. */
export abstract class BaseQueriedWorld<T extends WorldTypes> extends BaseWorld<
  T["collider"],
  T["contact"],
  T["contactList"],
  T["impactList"],
  T["vector"],
  T["options"]
> {
  readonly #queries: MethodsOf<Queries<T>>;
  readonly #batches: MethodsOf<QueryBatches<T>>;

  /** @internal */
  protected constructor(
    state: StateOf<T["collider"]>,
    parts: WorldParts<T["collider"], T["contactList"], T["impactList"]>,
    queries: Queries<T>,
    batches: QueryBatches<T>,
  ) {
    super(state, parts);
    this.#queries = queries;
    this.#batches = batches;
  }

  /**
   * One translation of a collider out of everything that it touches, by the contacts of the last update: moved by it, it only
   * touches that, within 1e-6 of its size. It is the shortest that keeps to all contacts; or, where these oppose each other or face
   * far away from each other, as those of concave shapes do, the shortest that a search finds. It is no longer than six times the
   * depth of the deepest contact: where there is no way that short, as between walls that are too close, it is the translation that
   * leaves the least depth.
   *
   * @returns in metres, world space; zero without contacts. A new object
   * @throws HyperplaneError `invalid-argument` for a collider of another world; `disposed`, `out-of-memory`
   */
  separation(collider: T["collider"]): T["vector"] {
    const state = stateOf<T["collider"]>(this);
    const { module } = state;
    const world = state.open();
    const failed = module.core.separateCollider(world, rowOf(collider, state, "collider")) === CALL_FAILED;
    if (failed) throw module.faultError();
    return (this.#queries as Queries<T>).form.vector();
  }

  /**
   * How a point of a collider moved between the last two updates, as a rigid body. Zero for a collider that was added or teleported
   * since, or that is written to and not yet updated. The first update counts from the pose at which it was added.
   *
   * @param point where it is now, in metres; it need not lie on the collider
   * @returns in metres, world space. A new object
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  motionAt(collider: T["collider"], point: T["vectorLike"]): T["vector"] {
    const state = stateOf<T["collider"]>(this);
    const { module, stagePoint, pointProblem, vector } = (this.#queries as Queries<T>).form;
    const isStaged = module.stage(stagePoint, point);
    const world = state.open();
    const row = rowOf(collider, state, "collider");
    if (!isStaged || module.core.motionAt(world, row) === CALL_FAILED) {
      throw pointProblem(point, "point") ?? module.faultError();
    }
    return vector();
  }

  /**
   * A hash of colliders, contacts, events and impacts as 16 hexadecimal digits: equal on every platform for the same history, and
   * independent of the order in which colliders were added.
   *
   * @throws HyperplaneError `disposed`, `out-of-memory`
   */
  hash(): string {
    const state = stateOf<T["collider"]>(this);
    if (state.module.core.hashWorld(state.open()) === CALL_FAILED) throw state.module.faultError();
    const { x: high, y: low } = (this.#queries as Queries<T>).form.vector();
    return [high, low].map((word) => word.toString(16).padStart(8, "0")).join("");
  }

  /**
   * The first collider that a ray hits. A ray that starts inside a collider hits it at distance 0. Equal distances: the lowest
   * row wins.
   *
   * @param origin in metres
   * @param direction of any length but zero; distances are in metres
   * @returns null if the ray misses
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycast(origin: T["vectorLike"], direction: T["vectorLike"], options?: QueryOptions<T["collider"]>): T["hit"] | null {
    const state = stateOf<T["collider"]>(this);
    return this.#queries.raycast(state, origin, direction, options);
  }

  /**
   * All colliders that a ray hits, each at its first hit: nearest first, then by row.
   *
   * @param origin in metres
   * @param direction of any length but zero; distances are in metres
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAll(origin: T["vectorLike"], direction: T["vectorLike"], options?: QueryOptions<T["collider"]>): T["hit"][] {
    const state = stateOf<T["collider"]>(this);
    return this.#queries.raycastAll(state, origin, direction, options);
  }

  /**
   * The first hits of many rays, in one call. Same answers as `raycast`.
   *
   * @param rays per ray 6 numbers, in the plane 4: its origin, in metres, and its direction, of any length but zero
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong ray; `disposed`, `out-of-memory`
   */
  raycastBatch(rays: Float64Array, options?: QueryOptions<T["collider"]>): T["rayHits"] {
    const state = stateOf<T["collider"]>(this);
    return this.#queries.raycastBatch(state, rays, options);
  }

  /**
   * The first collider that a moving shape touches; the colliders stand still. Overlap at the start is a hit at time 0;
   * touching at the start and separating is no hit. Equal times: the lowest row wins.
   *
   * Along a floor that it touches a shape gets nowhere: any motion into the floor, if only by rounding, is a hit at time 0. Keep a
   * gap, as `moveAndSlide` does with its `skin`.
   *
   * @param sweep may translate and rotate
   * @param options `maxDistance` limits the path of the shape's origin, in metres; ignored for a pure rotation
   * @returns null if the shape touches no collider
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`
   */
  castShape(shape: T["shape"], sweep: T["sweep"], options?: QueryOptions<T["collider"]>): T["impact"] | null {
    const state = stateOf<T["collider"]>(this);
    return this.#queries.castShape(state, shape, sweep, options);
  }

  /**
   * `castShape` for many sweeps of one shape, in one call. Same answers.
   *
   * @param sweeps per sweep 14 numbers, in the plane 6: the poses at its start and at its end, as `overlaps` takes them
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong sweep; `disposed`, `out-of-memory`
   */
  castShapes(shape: T["shape"], sweeps: Float64Array, options?: QueryOptions<T["collider"]>): T["impacts"] {
    const state = stateOf<T["collider"]>(this);
    return this.#batches.castShapes(state, shape, sweeps, options);
  }

  /**
   * All colliders that a moving shape touches, each as if it were alone in `castShape`: in order of time, then by row.
   *
   * @param sweep may translate and rotate
   * @param options `maxDistance` limits the path of the shape's origin, in metres; ignored for a pure rotation
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`
   */
  castShapeAll(shape: T["shape"], sweep: T["sweep"], options?: QueryOptions<T["collider"]>): T["impact"][] {
    const state = stateOf<T["collider"]>(this);
    return this.#queries.castShapeAll(state, shape, sweep, options);
  }

  /**
   * The colliders that intersect a shape, by row. Touching counts.
   *
   * @param options `maxDistance` is ignored
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`
   */
  overlap(shape: T["shape"], pose: T["pose"], options?: QueryOptions<T["collider"]>): T["collider"][] {
    const state = stateOf<T["collider"]>(this);
    return this.#queries.overlap(state, shape, pose, options);
  }

  /**
   * `overlap` for many poses of one shape, in one call. Same answers, as rows.
   *
   * @param poses per pose 7 numbers: x, y, z in metres, and a quaternion x, y, z, w of any length but zero; in the plane 3: x, y in
   * metres, and an angle in radians
   * @param options `maxDistance` is ignored
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong pose; `disposed`, `out-of-memory`
   */
  overlaps(shape: T["shape"], poses: Float64Array, options?: QueryOptions<T["collider"]>): OverlapBatch {
    const state = stateOf<T["collider"]>(this);
    return this.#batches.overlaps(state, shape, poses, options);
  }

  /**
   * The collider with the least signed distance to a point: the nearest, or the collider that contains it deepest. Equal
   * distances: the lowest row wins.
   *
   * @param point in metres
   * @returns null if no collider is within `maxDistance`
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  closest(point: T["vectorLike"], options?: QueryOptions<T["collider"]>): T["closest"] | null {
    const state = stateOf<T["collider"]>(this);
    return this.#queries.closest(state, point, options);
  }

  /**
   * `closest` for many points, in one call. Same answers.
   *
   * @param points x, y and, in space, z of each, in metres
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong point; `disposed`, `out-of-memory`
   */
  closests(points: Float64Array, options?: QueryOptions<T["collider"]>): T["closests"] {
    const state = stateOf<T["collider"]>(this);
    return this.#batches.closests(state, points, options);
  }

  /**
   * The collider nearest to a shape, with the signed distance; of those that overlap it the deepest, with a negative distance. A is
   * the shape, B the collider. Equal distances: the lowest row wins. What is one-sided counts from behind, as in `distance`.
   *
   * @returns null if no collider is within `maxDistance`, which is quicker to know than the nearest
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`
   */
  nearest(shape: T["shape"], pose: T["pose"], options?: QueryOptions<T["collider"]>): T["near"] | null {
    const state = stateOf<T["collider"]>(this);
    return this.#queries.nearest(state, shape, pose, options);
  }

  /**
   * All colliders within a distance of a shape: nearest first, then by row.
   *
   * @param options with `maxDistance`
   * @throws HyperplaneError `invalid-argument`, also without `maxDistance`; `disposed` for a disposed shape or world;
   * `out-of-memory`
   */
  nearestAll(shape: T["shape"], pose: T["pose"], options: QueryOptions<T["collider"]>): T["near"][] {
    const state = stateOf<T["collider"]>(this);
    return this.#queries.nearestAll(state, shape, pose, options);
  }

  /**
   * `nearest` for many poses of one shape, in one call. Same answers.
   *
   * @param poses per pose 7 numbers: x, y, z in metres, and a quaternion x, y, z, w of any length but zero; in the plane 3: x, y in
   * metres, and an angle in radians
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong pose; `disposed`, `out-of-memory`
   */
  nearests(shape: T["shape"], poses: Float64Array, options?: QueryOptions<T["collider"]>): T["nears"] {
    const state = stateOf<T["collider"]>(this);
    return this.#batches.nearests(state, shape, poses, options);
  }
}
