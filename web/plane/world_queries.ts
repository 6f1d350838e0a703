import type { HyperplaneError } from "../src/errors.js";
import { readRows } from "../src/number_arrays.js";
import { NumberList } from "../src/number_list.js";
import { CALL_FAILED, NO_ROW } from "../src/records.js";
import { accepts, askFiltered, askWithout } from "../src/world/filter.js";
import { type QueryOptions as OptionsOf, type QueryLimits, readQueryOptions } from "../src/world/query_options.js";
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
export type QueryOptions = OptionsOf<Collider>;

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

function rayError(origin: Vec2Like, direction: Vec2Like): HyperplaneError {
  return pointProblem(origin, "origin") ?? directionProblem(direction, "direction") ?? plane.faultError();
}

export function raycast(
  state: PlaneState,
  origin: Vec2Like,
  direction: Vec2Like,
  queryOptions: QueryOptions | undefined,
): WorldRayHit | null {
  const options = readQueryOptions(state, queryOptions);
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
function allHits(
  state: PlaneState,
  origin: Vec2Like,
  direction: Vec2Like,
  options: QueryLimits<Collider>,
): WorldRayHit[] {
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

function firstOf(
  state: PlaneState,
  origin: Vec2Like,
  direction: Vec2Like,
  options: QueryLimits<Collider>,
): WorldRayHit | null {
  return allHits(state, origin, direction, options).find(({ collider }) => accepts(options.filter, collider)) ?? null;
}

export function raycastAll(
  state: PlaneState,
  origin: Vec2Like,
  direction: Vec2Like,
  queryOptions: QueryOptions | undefined,
): WorldRayHit[] {
  const options = readQueryOptions(state, queryOptions);
  return allHits(state, origin, direction, options).filter(({ collider }) => accepts(options.filter, collider));
}

const RAY_SIZE = 4;

export function raycastBatch(
  state: PlaneState,
  given: Float64Array,
  queryOptions: QueryOptions | undefined,
): RayBatchHits {
  const options = readQueryOptions(state, queryOptions);
  const rays = readRows(given, "rays", RAY_SIZE, "ray", plane);
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
  options: QueryLimits<Collider>,
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
  const options = readQueryOptions(state, queryOptions);
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
  const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, queryOptions);
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
  const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, queryOptions);
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
