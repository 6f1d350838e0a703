import { directionProblem, pointProblem, poseProblem, shapeProblem, sweepProblem } from "../arguments.js";
import type { HyperplaneError } from "../errors.js";
import { readRows } from "../number_arrays.js";
import {
  BLOCK_ANSWERS,
  BLOCK_POSES,
  BLOCK_RAYS,
  CALL_FAILED,
  CLOSEST_DISTANCE,
  CLOSEST_FEATURE,
  CLOSEST_NORMAL,
  CLOSEST_POINT,
  IMPACT_FEATURES,
  IMPACT_NORMAL,
  IMPACT_POINT,
  IMPACT_TIME,
  NO_ROW,
  RAY_DISTANCE,
  RAY_FEATURE,
  RAY_NORMAL,
  RAY_POINT,
} from "../records.js";
import { handleOf, type Shape } from "../shapes/shape.js";
import { space } from "../space.js";
import { onePoint, onePose, oneSweep, ray } from "../stage.js";
import type { Feature, PairFeatures, Pose, Sweep, Vec3, Vec3Like } from "../types.js";
import type { Collider } from "./collider.js";
import { accepts, askFiltered, askWithout } from "./filter.js";
import { type QueryLimits, type QueryOptions, readQueryOptions } from "./query_options.js";
import { spatialOrder } from "./spatial_order.js";
import type { WorldState } from "./state.js";

/** The first hit of a ray on a collider, with the part of its shape. */
export interface WorldRayHit extends Feature {
  /** The collider. */
  collider: Collider;
  /** In metres along the ray, for a direction of any length; 0 if the ray starts inside. */
  distance: number;
  /** On the surface, in world space; the ray's origin if it starts inside. */
  point: Vec3;
  /** Unit length, world space: out of the collider's shape, or opposite to the direction if the ray starts inside. */
  normal: Vec3;
}

/** The first contact of a moving shape, A, with a collider, B. */
export interface WorldImpact extends PairFeatures {
  /** The collider. */
  collider: Collider;
  /** 0 to 1: fraction of the sweep. */
  time: number;
  /** Contact point at that time, in world space; for shapes that overlap at the start, a point of the overlap. */
  point: Vec3;
  /**
   * Unit length, world space, from the moving shape to the collider; for shapes that overlap at the start, the normal of their
   * depth.
   */
  normal: Vec3;
}

/** The closest surface point of a world's colliders, with the part of the collider's shape. */
export interface WorldClosestPoint extends Feature {
  /** The collider. */
  collider: Collider;
  /** In metres; negative inside. */
  distance: number;
  /** On the surface, in world space: the given point = point + normal * distance. */
  point: Vec3;
  /** Unit length, world space, out of the collider's shape. */
  normal: Vec3;
}

/** The first hits of many rays, one entry a ray. */
export interface RayBatchHits {
  /** In metres along the ray; Infinity for no hit. */
  distances: Float64Array;
  /** Collider rows; -1 for no hit. */
  colliders: Int32Array;
  /** Part and triangle of the collider's shape, 2 per ray; -1 for other shapes and for no hit. */
  features: Int32Array;
}

function rayError(origin: Vec3Like, direction: Vec3Like): HyperplaneError {
  return pointProblem(origin, "origin") ?? directionProblem(direction, "direction") ?? space.faultError();
}

export function raycast(
  state: WorldState,
  origin: Vec3Like,
  direction: Vec3Like,
  queryOptions: QueryOptions | undefined,
): WorldRayHit | null {
  const options = readQueryOptions(state, queryOptions);
  // The filter may reject the first hits.
  if (options.filter !== undefined) return firstOf(state, origin, direction, options);
  const { maxDistance, mask, sensors, excluded } = options;
  const isStaged = space.stage(ray, origin, direction);
  const ask = () => (isStaged ? space.core.castRay(state.open(), maxDistance, mask, sensors) : CALL_FAILED);
  const row = excluded.length === 0 ? ask() : askWithout(space, excluded, ask);
  if (row === CALL_FAILED) throw rayError(origin, direction);
  if (row === NO_ROW) return null;
  return {
    collider: state.colliders[row] as Collider,
    distance: space.number(RAY_DISTANCE),
    point: space.vector(RAY_POINT),
    normal: space.vector(RAY_NORMAL),
    part: space.integer(RAY_FEATURE),
    triangle: space.integer(RAY_FEATURE + 1),
  };
}

/**
 * All hits before the filter, nearest first. Colliders, not rows: the filter may remove a collider, and its row may be reused.
 */
function allHits(
  state: WorldState,
  origin: Vec3Like,
  direction: Vec3Like,
  options: QueryLimits<Collider>,
): WorldRayHit[] {
  const { maxDistance, mask, sensors, excluded } = options;
  const isStaged = space.stage(ray, origin, direction);
  const count = askWithout(space, excluded, () =>
    isStaged ? space.core.castRayThrough(state.open(), maxDistance, mask, sensors) : CALL_FAILED,
  );
  if (count === CALL_FAILED) throw rayError(origin, direction);
  if (count === 0) return [];
  const list = space.takeList();
  return Array.from({ length: count }, () => ({
    collider: state.colliders[list.next()] as Collider,
    distance: list.next(),
    point: list.vector(),
    normal: list.vector(),
    part: list.next(),
    triangle: list.next(),
  }));
}

function firstOf(
  state: WorldState,
  origin: Vec3Like,
  direction: Vec3Like,
  options: QueryLimits<Collider>,
): WorldRayHit | null {
  return allHits(state, origin, direction, options).find(({ collider }) => accepts(options.filter, collider)) ?? null;
}

export function raycastAll(
  state: WorldState,
  origin: Vec3Like,
  direction: Vec3Like,
  queryOptions: QueryOptions | undefined,
): WorldRayHit[] {
  const options = readQueryOptions(state, queryOptions);
  return allHits(state, origin, direction, options).filter(({ collider }) => accepts(options.filter, collider));
}

const RAY_SIZE = 6;

export function raycastBatch(
  state: WorldState,
  given: Float64Array,
  queryOptions: QueryOptions | undefined,
): RayBatchHits {
  const options = readQueryOptions(state, queryOptions);
  const rays = readRows(given, "rays", RAY_SIZE, "ray", space);
  const count = rays.length / RAY_SIZE;
  const hits = {
    distances: new Float64Array(count),
    colliders: new Int32Array(count),
    features: new Int32Array(2 * count),
  };
  const world = state.open();
  const order = spatialOrder(rays, RAY_SIZE);
  const wrong = askWithout(space, options.excluded, () => {
    const first = castRays(world, rays, order, options, hits);
    // The error names the first wrong ray in the caller's order.
    return first >= 0 && order !== null ? castRays(world, rays, null, options, hits) : first;
  });
  if (wrong >= 0) {
    const at = RAY_SIZE * wrong;
    throw (
      pointProblem(rays.subarray(at, at + 3), `ray ${wrong}: origin`) ??
      directionProblem(rays.subarray(at + 3, at + 6), `ray ${wrong}: direction`) ??
      space.faultError()
    );
  }
  if (options.filter !== undefined) filterBatch(state, rays, options, hits);
  return hits;
}

/** @returns the index of a wrong ray, or -1 */
function castRays(
  world: number,
  rays: Float64Array,
  order: Uint32Array | null,
  options: QueryLimits<Collider>,
  { distances, colliders, features }: RayBatchHits,
): number {
  const count = distances.length;
  for (let from = 0; from < count; from += BLOCK_RAYS) {
    const size = Math.min(BLOCK_RAYS, count - from);
    space.begin();
    if (order === null) {
      space.doubles.set(rays.subarray(RAY_SIZE * from, RAY_SIZE * (from + size)), BLOCK_POSES);
    } else {
      for (let i = 0; i < size; i++) {
        const at = RAY_SIZE * (order[from + i] as number);
        const to = BLOCK_POSES + RAY_SIZE * i;
        for (let k = 0; k < RAY_SIZE; k++) space.doubles[to + k] = rays[at + k] as number;
      }
    }
    if (space.core.castRays(world, size, options.maxDistance, options.mask, options.sensors) === CALL_FAILED) {
      const { item } = space.readFault();
      return order === null ? from + item : (order[from + item] as number);
    }
    if (order === null) {
      distances.set(space.doubles.subarray(BLOCK_ANSWERS, BLOCK_ANSWERS + size), from);
      colliders.set(space.doubles.subarray(BLOCK_ANSWERS + BLOCK_RAYS, BLOCK_ANSWERS + BLOCK_RAYS + size), from);
      features.set(space.words.subarray(2 * BLOCK_POSES, 2 * (BLOCK_POSES + size)), 2 * from);
    } else {
      for (let i = 0; i < size; i++) {
        const ray = order[from + i] as number;
        distances[ray] = space.doubles[BLOCK_ANSWERS + i] as number;
        colliders[ray] = space.doubles[BLOCK_ANSWERS + BLOCK_RAYS + i] as number;
        features[2 * ray] = space.words[2 * (BLOCK_POSES + i)] as number;
        features[2 * ray + 1] = space.words[2 * (BLOCK_POSES + i) + 1] as number;
      }
    }
  }
  return -1;
}

/** Casts rays again whose first hit the filter rejects. */
function filterBatch(
  state: WorldState,
  rays: Float64Array,
  options: QueryLimits<Collider>,
  { distances, colliders, features }: RayBatchHits,
): void {
  const first = Array.from(colliders, (row) => state.colliders[row]);
  for (let i = 0; i < colliders.length; i++) {
    const collider = first[i];
    if (collider === undefined || accepts(options.filter, collider)) continue;
    const at = RAY_SIZE * i;
    const hit = firstOf(state, rays.subarray(at, at + 3), rays.subarray(at + 3, at + 6), options);
    distances[i] = hit === null ? Number.POSITIVE_INFINITY : hit.distance;
    colliders[i] = hit === null ? -1 : hit.collider.index;
    features[2 * i] = hit === null ? -1 : hit.part;
    features[2 * i + 1] = hit === null ? -1 : hit.triangle;
  }
}

export function overlap(
  state: WorldState,
  shape: Shape,
  pose: Pose,
  queryOptions: QueryOptions | undefined,
): Collider[] {
  const options = readQueryOptions(state, queryOptions);
  const isStaged = space.stage(onePose, pose);
  const world = state.open();
  const { mask, sensors, excluded } = options;
  const count = askWithout(space, excluded, () =>
    isStaged ? space.core.findOverlapping(world, handleOf(shape), mask, sensors) : CALL_FAILED,
  );
  if (count === CALL_FAILED) throw shapeProblem(shape, "shape") ?? poseProblem(pose, "pose") ?? space.faultError();
  if (count === 0) return [];
  const found = Array.from(space.takeNumbers(), (row) => state.colliders[row] as Collider);
  return options.filter === undefined ? found : found.filter((collider) => accepts(options.filter, collider));
}

const colliderOf = (found: { readonly collider: Collider } | null): readonly Collider[] =>
  found === null ? [] : [found.collider];

export function castShape(
  state: WorldState,
  shape: Shape,
  sweep: Sweep,
  queryOptions: QueryOptions | undefined,
): WorldImpact | null {
  const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, queryOptions);
  const isStaged = space.stage(oneSweep, sweep);
  const ask = (): WorldImpact | null => {
    const world = state.open();
    const row = isStaged ? space.core.castShape(world, handleOf(shape), maxDistance, mask, sensors) : CALL_FAILED;
    if (row === CALL_FAILED) throw shapeProblem(shape, "shape") ?? sweepProblem(sweep, "sweep") ?? space.faultError();
    if (row === NO_ROW) return null;
    return {
      collider: state.colliders[row] as Collider,
      time: space.number(IMPACT_TIME),
      point: space.vector(IMPACT_POINT),
      normal: space.vector(IMPACT_NORMAL),
      partA: space.integer(IMPACT_FEATURES),
      triangleA: space.integer(IMPACT_FEATURES + 1),
      partB: space.integer(IMPACT_FEATURES + 2),
      triangleB: space.integer(IMPACT_FEATURES + 3),
    };
  };
  return askFiltered(space, filter, excluded, ask, colliderOf);
}

export function closest(
  state: WorldState,
  point: Vec3Like,
  queryOptions: QueryOptions | undefined,
): WorldClosestPoint | null {
  const { maxDistance, mask, sensors, filter, excluded } = readQueryOptions(state, queryOptions);
  const isStaged = space.stage(onePoint, point);
  const ask = (): WorldClosestPoint | null => {
    const world = state.open();
    const row = isStaged ? space.core.findClosest(world, maxDistance, mask, sensors) : CALL_FAILED;
    if (row === CALL_FAILED) throw pointProblem(point, "point") ?? space.faultError();
    if (row === NO_ROW) return null;
    return {
      collider: state.colliders[row] as Collider,
      distance: space.number(CLOSEST_DISTANCE),
      point: space.vector(CLOSEST_POINT),
      normal: space.vector(CLOSEST_NORMAL),
      part: space.integer(CLOSEST_FEATURE),
      triangle: space.integer(CLOSEST_FEATURE + 1),
    };
  };
  return askFiltered(space, filter, excluded, ask, colliderOf);
}
