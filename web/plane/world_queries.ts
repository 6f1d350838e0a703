import { type HyperplaneError, invalid, show } from "../src/errors.js";
import { checkAttached } from "../src/number_arrays.js";
import { NumberList } from "../src/number_list.js";
import { checkOptions, type OptionNames, readBits, readFlag } from "../src/options.js";
import { CALL_FAILED, NO_ROW } from "../src/records.js";
import { accepts, askFiltered, askWithout, checkFilter, type Filter, readExcluded } from "../src/world/filter.js";
import { directionProblem, pointProblem, poseProblem, shapeProblem, sweepProblem } from "./arguments.js";
import type { Collider } from "./collider.js";
import { BLOCK_RAYS, layout, plane } from "./plane_module.js";
import type { ClosestPoint, RayHit } from "./query.js";
import { handleOf, type Shape } from "./shape.js";
import { onePose, oneSweep, oneVector, twoVectors } from "./stage.js";
import type { Impact } from "./sweep.js";
import type { Pose, Sweep, Vec2Like } from "./types.js";
import type { PlaneState } from "./world_state.js";

/** Options of a query. */
export interface QueryOptions {
  /** In metres, 0 or more; answers at exactly this distance count. Default: infinite. */
  readonly maxDistance?: number;
  /** Layers to include, a 32-bit set: a collider counts if layer & mask is non-zero; its own mask is ignored. Default: all. */
  readonly mask?: number;
  /** Include sensors. Default: false. */
  readonly sensors?: boolean;
  /** Colliders to ignore, such as the one that asks. */
  readonly exclude?: Collider | readonly Collider[];
  /** Return false to ignore a collider. Called only for colliders that could be part of the answer. */
  readonly filter?: (collider: Collider) => boolean;
}

/** The first hit of a ray on a collider. */
export interface WorldRayHit extends RayHit {
  /** The collider. */
  collider: Collider;
}

/** The first contact of a moving shape, A, with a collider, B. The normal points from the shape to the collider. */
export interface WorldImpact extends Impact {
  /** The collider. */
  collider: Collider;
}

/** The closest surface point of a world's colliders. */
export interface WorldClosestPoint extends ClosestPoint {
  /** The collider. */
  collider: Collider;
}

/** The first hits of many rays, one entry a ray. */
export interface RayBatchHits {
  /** In metres along the ray; Infinity for no hit. */
  distances: Float64Array;
  /** Collider rows; -1 for no hit. */
  colliders: Int32Array;
  /** Part of the collider's shape; -1 for a shape without parts and for no hit. */
  parts: Int32Array;
}

interface Options {
  readonly maxDistance: number;
  readonly mask: number;
  readonly sensors: boolean;
  readonly filter: Filter<Collider>;
  readonly excluded: Collider[];
}

const QUERY_OPTIONS: OptionNames<QueryOptions> = {
  maxDistance: true,
  mask: true,
  sensors: true,
  exclude: true,
  filter: true,
};

const NO_OPTIONS: Options = {
  maxDistance: Number.POSITIVE_INFINITY,
  mask: 0xffffffff,
  sensors: false,
  filter: undefined,
  excluded: [],
};

function readOptions(state: PlaneState, options: QueryOptions | undefined): Options {
  if (options === undefined) return NO_OPTIONS;
  checkOptions(options, QUERY_OPTIONS);
  const {
    maxDistance = NO_OPTIONS.maxDistance,
    mask = NO_OPTIONS.mask,
    sensors = NO_OPTIONS.sensors,
    exclude,
    filter,
  } = options;
  if (typeof maxDistance !== "number" || !(maxDistance >= 0)) {
    throw invalid(`options.maxDistance must be a length of at least 0 m, got ${show(maxDistance)}`);
  }
  checkFilter(filter);
  return {
    maxDistance,
    mask: readBits(mask, "options.mask"),
    sensors: readFlag(sensors, "options.sensors"),
    filter,
    excluded: readExcluded(state, exclude),
  };
}

function rayError(origin: Vec2Like, direction: Vec2Like): HyperplaneError {
  return pointProblem(origin, "origin") ?? directionProblem(direction, "direction") ?? plane.faultError();
}

export function raycast(
  state: PlaneState,
  origin: Vec2Like,
  direction: Vec2Like,
  queryOptions: QueryOptions | undefined,
): WorldRayHit | null {
  const options = readOptions(state, queryOptions);
  // The filter may reject the first hits.
  if (options.filter !== undefined) return firstOf(state, origin, direction, options);
  const { maxDistance, mask, sensors, excluded } = options;
  const isStaged = plane.stage(twoVectors, origin, direction);
  const ask = () => (isStaged ? plane.core.castRay(state.open(), maxDistance, mask, sensors) : CALL_FAILED);
  const row = excluded.length === 0 ? ask() : askWithout(plane, excluded, ask);
  if (row === CALL_FAILED) throw rayError(origin, direction);
  if (row === NO_ROW) return null;
  return {
    collider: state.at(row),
    distance: plane.result(0),
    point: plane.vector(1),
    normal: plane.vector(3),
    part: plane.part(0),
  };
}

/**
 * All hits before the filter, nearest first. Colliders, not rows: the filter may remove a collider, and its row may be reused.
 */
function allHits(state: PlaneState, origin: Vec2Like, direction: Vec2Like, options: Options): WorldRayHit[] {
  const { maxDistance, mask, sensors, excluded } = options;
  const isStaged = plane.stage(twoVectors, origin, direction);
  const count = askWithout(plane, excluded, () =>
    isStaged ? plane.core.castRayThrough(state.open(), maxDistance, mask, sensors) : CALL_FAILED,
  );
  if (count === CALL_FAILED) throw rayError(origin, direction);
  if (count === 0) return [];
  const list = new NumberList(plane.takeNumbers());
  return Array.from({ length: count }, () => {
    const [collider, part, distance] = [state.at(list.next()), list.next(), list.next()];
    return { collider, distance, point: list.vector2(), normal: list.vector2(), part };
  });
}

function firstOf(state: PlaneState, origin: Vec2Like, direction: Vec2Like, options: Options): WorldRayHit | null {
  return allHits(state, origin, direction, options).find(({ collider }) => accepts(options.filter, collider)) ?? null;
}

export function raycastAll(
  state: PlaneState,
  origin: Vec2Like,
  direction: Vec2Like,
  queryOptions: QueryOptions | undefined,
): WorldRayHit[] {
  const options = readOptions(state, queryOptions);
  return allHits(state, origin, direction, options).filter(({ collider }) => accepts(options.filter, collider));
}

const RAY_SIZE = 4;

export function raycastBatch(
  state: PlaneState,
  given: Float64Array,
  queryOptions: QueryOptions | undefined,
): RayBatchHits {
  const options = readOptions(state, queryOptions);
  if (!(given instanceof Float64Array)) throw invalid(`rays must be a Float64Array, got ${show(given)}`);
  checkAttached(given, "rays");
  // A growth of memory would detach views on it, such as a world's positions.
  const rays = plane.owns(given) ? given.slice() : given;
  if (rays.length % RAY_SIZE !== 0) throw invalid(`rays must have 4 numbers a ray, got ${rays.length} in all`);
  const count = rays.length / RAY_SIZE;
  const hits = {
    distances: new Float64Array(count),
    colliders: new Int32Array(count),
    parts: new Int32Array(count),
  };
  const world = state.open();
  const { maxDistance, mask, sensors, filter, excluded } = options;
  const [input, output] = [layout.blockPoses / 8, layout.blockAnswers / 8];
  askWithout(plane, excluded, () => {
    for (let from = 0; from < count; from += BLOCK_RAYS) {
      const size = Math.min(BLOCK_RAYS, count - from);
      plane.begin();
      plane.doubles.set(rays.subarray(RAY_SIZE * from, RAY_SIZE * (from + size)), input);
      if (plane.core.castRays(world, size, maxDistance, mask, sensors) === CALL_FAILED) {
        throw batchRayError(rays, from + plane.readFault().item);
      }
      const answers = (k: number) => plane.doubles.subarray(output + k * BLOCK_RAYS, output + k * BLOCK_RAYS + size);
      hits.distances.set(answers(0), from);
      hits.colliders.set(answers(1), from);
      hits.parts.set(answers(2), from);
    }
  });
  if (filter !== undefined) filterBatch(state, rays, options, hits);
  return hits;
}

function batchRayError(rays: Float64Array, ray: number): HyperplaneError {
  const at = RAY_SIZE * ray;
  return (
    pointProblem(rays.subarray(at, at + 2), `ray ${ray}: origin`) ??
    directionProblem(rays.subarray(at + 2, at + 4), `ray ${ray}: direction`) ??
    plane.faultError()
  );
}

/** Casts rays again whose first hit the filter rejects. */
function filterBatch(
  state: PlaneState,
  rays: Float64Array,
  options: Options,
  { distances, colliders, parts }: RayBatchHits,
): void {
  const first = Array.from(colliders, (row) => state.colliders[row]);
  for (let i = 0; i < colliders.length; i++) {
    const collider = first[i];
    if (collider === undefined || accepts(options.filter, collider)) continue;
    const at = RAY_SIZE * i;
    const hit = firstOf(state, rays.subarray(at, at + 2), rays.subarray(at + 2, at + 4), options);
    distances[i] = hit === null ? Number.POSITIVE_INFINITY : hit.distance;
    colliders[i] = hit === null ? -1 : hit.collider.index;
    parts[i] = hit === null ? -1 : hit.part;
  }
}

export function overlap(
  state: PlaneState,
  shape: Shape,
  pose: Pose,
  queryOptions: QueryOptions | undefined,
): Collider[] {
  const options = readOptions(state, queryOptions);
  const isStaged = plane.stage(onePose, pose);
  const world = state.open();
  const { mask, sensors, excluded } = options;
  const count = askWithout(plane, excluded, () =>
    isStaged ? plane.core.findOverlapping(world, handleOf(shape), mask, sensors) : CALL_FAILED,
  );
  if (count === CALL_FAILED) throw shapeProblem(shape, "shape") ?? poseProblem(pose, "pose") ?? plane.faultError();
  if (count === 0) return [];
  const found = Array.from(plane.takeNumbers(), (row) => state.at(row));
  return options.filter === undefined ? found : found.filter((collider) => accepts(options.filter, collider));
}

const colliderOf = (found: { readonly collider: Collider } | null): readonly Collider[] =>
  found === null ? [] : [found.collider];

export function castShape(
  state: PlaneState,
  shape: Shape,
  sweep: Sweep,
  queryOptions: QueryOptions | undefined,
): WorldImpact | null {
  const { maxDistance, mask, sensors, filter, excluded } = readOptions(state, queryOptions);
  const isStaged = plane.stage(oneSweep, sweep);
  const ask = (): WorldImpact | null => {
    const world = state.open();
    const row = isStaged ? plane.core.castShape(world, handleOf(shape), maxDistance, mask, sensors) : CALL_FAILED;
    if (row === CALL_FAILED) throw shapeProblem(shape, "shape") ?? sweepProblem(sweep, "sweep") ?? plane.faultError();
    if (row === NO_ROW) return null;
    return {
      collider: state.at(row),
      time: plane.result(0),
      point: plane.vector(1),
      normal: plane.vector(3),
      partA: plane.part(0),
      partB: plane.part(1),
      converged: plane.result(5) === 1,
    };
  };
  return askFiltered(plane, filter, excluded, ask, colliderOf);
}

export function closest(
  state: PlaneState,
  point: Vec2Like,
  queryOptions: QueryOptions | undefined,
): WorldClosestPoint | null {
  const { maxDistance, mask, sensors, filter, excluded } = readOptions(state, queryOptions);
  const isStaged = plane.stage(oneVector, point);
  const ask = (): WorldClosestPoint | null => {
    const world = state.open();
    const row = isStaged ? plane.core.findClosest(world, maxDistance, mask, sensors) : CALL_FAILED;
    if (row === CALL_FAILED) throw pointProblem(point, "point") ?? plane.faultError();
    if (row === NO_ROW) return null;
    return {
      collider: state.at(row),
      distance: plane.result(0),
      point: plane.vector(1),
      normal: plane.vector(3),
      part: plane.part(0),
    };
  };
  return askFiltered(plane, filter, excluded, ask, colliderOf);
}
