import { directionProblem, pointProblem, poseProblem, shapeProblem, sweepProblem } from "../arguments.js";
import type { NumberList } from "../number_list.js";
import type { Distance } from "../pair.js";
import {
  BLOCK_ANSWERS,
  BLOCK_PAIRS,
  BLOCK_POSES,
  BLOCK_RAYS,
  CLOSEST_DISTANCE,
  CLOSEST_FEATURE,
  CLOSEST_NORMAL,
  CLOSEST_POINT,
  IMPACT_FEATURES,
  IMPACT_NORMAL,
  IMPACT_POINT,
  IMPACT_TIME,
  INPUT_VECTORS,
  POSE_SIZE,
  RAY_DISTANCE,
  RAY_FEATURE,
  RAY_NORMAL,
  RAY_POINT,
  RESULTS,
} from "../records.js";
import { handleOf, type Shape } from "../shapes/shape.js";
import { space } from "../space.js";
import { onePoint, onePose, oneSweep, stageRay } from "../stage.js";
import type { Feature, PairFeatures, Pose, Sweep, Vec3, Vec3Like } from "../types.js";
import { Queries, type QueryTypes as QueryTypesOf } from "./base_queries.js";
import { type FirstBatch, QueryBatches } from "./base_query_batches.js";
import type { Collider } from "./collider.js";

/** The first hit of a ray on a collider, with the part of its shape. */
export interface WorldRayHit<T = unknown> extends Feature {
  /** The collider. */
  collider: Collider<T>;
  /** In metres along the ray, for a direction of any length; 0 if the ray starts inside. */
  distance: number;
  /** On the surface, in world space; the ray's origin if it starts inside. */
  point: Vec3;
  /** Unit length, world space: out of the collider's shape, or opposite to the direction if the ray starts inside. */
  normal: Vec3;
}

/** The first contact of a moving shape, A, with a collider, B. */
export interface WorldImpact<T = unknown> extends PairFeatures {
  /** The collider. */
  collider: Collider<T>;
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
export interface WorldClosestPoint<T = unknown> extends Feature {
  /** The collider. */
  collider: Collider<T>;
  /** In metres; negative inside. */
  distance: number;
  /** On the surface, in world space: the given point = point + normal * distance. */
  point: Vec3;
  /** Unit length, world space, out of the collider's shape. */
  normal: Vec3;
}

/** The signed distance of a shape, A, and a collider, B. The normal points from the shape to the collider. */
export interface WorldDistance<T = unknown> extends Distance {
  /** The collider. */
  collider: Collider<T>;
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

/** The nearest colliders to a shape at many poses, one entry a pose. */
export interface NearestBatch {
  /** In metres; minus the depth of the collider that overlaps deepest; Infinity for no collider within `maxDistance`. */
  distances: Float64Array;
  /** Collider rows; -1 for none. */
  colliders: Int32Array;
  /** Witness points on the colliders, in world space, 3 per pose; 0 for none. That on the shape is `points - normals * distances`. */
  points: Float64Array;
  /** Unit length, world space, from the shape to the collider, 3 per pose; 0 for none. */
  normals: Float64Array;
  /** Part and triangle of the shape, part and triangle of the collider's, 4 per pose; -1 for none. */
  features: Int32Array;
}

/** The types of queries. */
export interface QueryTypes<T = unknown> extends QueryTypesOf {
  readonly collider: Collider<T>;
  readonly shape: Shape;
  readonly vector: Vec3;
  readonly vectorLike: Vec3Like;
  readonly pose: Pose;
  readonly sweep: Sweep;
  readonly hit: WorldRayHit<T>;
  readonly impact: WorldImpact<T>;
  readonly closest: WorldClosestPoint<T>;
  readonly near: WorldDistance<T>;
  readonly rayHits: RayBatchHits;
  readonly impacts: ShapeCastBatch;
  readonly closests: ClosestPointBatch;
  readonly nears: NearestBatch;
}

const nextParts = (list: NumberList): PairFeatures => ({
  partA: list.next(),
  triangleA: list.next(),
  partB: list.next(),
  triangleB: list.next(),
});
const partsOfBoth = ({ partA, triangleA, partB, triangleB }: PairFeatures) => [partA, triangleA, partB, triangleB];

const distancesOf = ({ values: distances, parts: features, ...found }: FirstBatch): NearestBatch => ({
  distances,
  ...found,
  features,
});

/** Queries on worlds of space. */
export const queries = new Queries<QueryTypes>({
  module: space,
  dimension: 3,
  poseSize: POSE_SIZE,
  partSize: 2,
  inputVectors: INPUT_VECTORS,
  blockPoses: BLOCK_POSES,
  blockAnswers: BLOCK_ANSWERS,
  blockRays: BLOCK_RAYS,
  blockPairs: BLOCK_PAIRS,
  stageRay,
  stagePoint: onePoint,
  stagePose: onePose,
  stageSweep: oneSweep,
  handleOf,
  shapeProblem,
  pointProblem,
  directionProblem,
  poseProblem,
  sweepProblem,
  poseAt: (numbers, at) => ({
    position: numbers.subarray(at, at + 3),
    quaternion: numbers.subarray(at + 3, at + POSE_SIZE),
  }),
  sweepOf: (from, to) => ({ from, to }),
  vector: () => space.vector(RESULTS),
  hit: (collider) => ({
    collider,
    distance: space.number(RAY_DISTANCE),
    point: space.vector(RAY_POINT),
    normal: space.vector(RAY_NORMAL),
    part: space.integer(RAY_FEATURE),
    triangle: space.integer(RAY_FEATURE + 1),
  }),
  listedHit: (list, collider) => ({
    collider,
    distance: list.next(),
    point: list.vector(),
    normal: list.vector(),
    part: list.next(),
    triangle: list.next(),
  }),
  impact: (collider) => ({
    collider,
    time: space.number(IMPACT_TIME),
    point: space.vector(IMPACT_POINT),
    normal: space.vector(IMPACT_NORMAL),
    partA: space.integer(IMPACT_FEATURES),
    triangleA: space.integer(IMPACT_FEATURES + 1),
    partB: space.integer(IMPACT_FEATURES + 2),
    triangleB: space.integer(IMPACT_FEATURES + 3),
  }),
  closest: (collider) => ({
    collider,
    distance: space.number(CLOSEST_DISTANCE),
    point: space.vector(CLOSEST_POINT),
    normal: space.vector(CLOSEST_NORMAL),
    part: space.integer(CLOSEST_FEATURE),
    triangle: space.integer(CLOSEST_FEATURE + 1),
  }),
  listedImpact: (list, collider) => ({
    collider,
    time: list.next(),
    point: list.vector(),
    normal: list.vector(),
    ...nextParts(list),
  }),
  listedNear: (list, collider) => {
    const [distance, pointB, normal, parts] = [list.next(), list.vector(), list.vector(), nextParts(list)];
    return { collider, distance, pointA: list.vector(), pointB, normal, ...parts };
  },
  partsOf: ({ part, triangle }) => [part, triangle],
  impactNumbers: 4,
  impactNumbersOf: partsOfBoth,
  nearPartsOf: partsOfBoth,
  rayHits: ({ parts: features, ...hits }) => ({ ...hits, features }),
  impacts: ({ values: times, parts: features, ...hits }) => ({ times, ...hits, features }),
  closests: distancesOf,
  nears: distancesOf,
});

export const batches = new QueryBatches(queries);
