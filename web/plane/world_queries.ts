import { Queries, type QueryTypes as QueryTypesOf } from "../src/world/base_queries.js";
import { type FirstBatch, QueryBatches } from "../src/world/base_query_batches.js";
import type { QueryOptions as OptionsOf } from "../src/world/query_options.js";
import { directionProblem, pointProblem, poseProblem, shapeProblem, sweepProblem } from "./arguments.js";
import type { Collider } from "./collider.js";
import type { Distance } from "./pair.js";
import {
  BLOCK_ANSWERS,
  BLOCK_PAIRS,
  BLOCK_POSES,
  BLOCK_RAYS,
  INPUT_VECTORS,
  POSE_SIZE,
  plane,
} from "./plane_module.js";
import type { ClosestPoint, RayHit } from "./query.js";
import { handleOf, type Shape } from "./shape.js";
import { onePose, oneSweep, oneVector, twoVectors } from "./stage.js";
import type { Impact } from "./sweep.js";
import type { Pose, Sweep, Vec2, Vec2Like } from "./types.js";

/** Options of a query. */
export type QueryOptions<T = unknown> = OptionsOf<Collider<T>>;

/** The first hit of a ray on a collider. */
export interface WorldRayHit<T = unknown> extends RayHit {
  /** The collider. */
  collider: Collider<T>;
}

/** The first contact of a moving shape, A, with a collider, B. The normal points from the shape to the collider. */
export interface WorldImpact<T = unknown> extends Impact {
  /** The collider. */
  collider: Collider<T>;
}

/** The closest surface point of a world's colliders. */
export interface WorldClosestPoint<T = unknown> extends ClosestPoint {
  /** The collider. */
  collider: Collider<T>;
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
  /** Part of the collider's shape; -1 for a shape without parts and for no hit. */
  parts: Int32Array;
}

/** The first contacts of a shape on many sweeps, one entry a sweep. */
export interface ShapeCastBatch {
  /** 0 to 1: fraction of the sweep; Infinity for no contact. */
  times: Float64Array;
  /** Collider rows; -1 for no contact. */
  colliders: Int32Array;
  /** Contact points at those times, in world space, 2 per sweep; 0 for no contact. */
  points: Float64Array;
  /** Unit length, world space, from the moving shape to the collider, 2 per sweep; 0 for no contact. */
  normals: Float64Array;
  /** Part of the moving shape and of the collider's, 2 per sweep; -1 for none. */
  parts: Int32Array;
  /** 1 where the search converged, 0 where it gave up at that time, as `converged` of a single cast; 1 for no contact. */
  converged: Uint8Array;
}

/** The closest surface points to many points, one entry a point. */
export interface ClosestPointBatch {
  /** In metres, negative inside; Infinity for no collider within `maxDistance`. */
  distances: Float64Array;
  /** Collider rows; -1 for none. */
  colliders: Int32Array;
  /** On the surface, in world space, 2 per point; 0 for none. */
  points: Float64Array;
  /** Unit length, world space, out of the collider's shape, 2 per point; 0 for none. */
  normals: Float64Array;
  /** Part of the collider's shape; -1 for a shape without parts and for none. */
  parts: Int32Array;
}

/** The nearest colliders to a shape at many poses, one entry a pose. */
export interface NearestBatch {
  /** In metres; minus the depth of the collider that overlaps deepest; Infinity for no collider within `maxDistance`. */
  distances: Float64Array;
  /** Collider rows; -1 for none. */
  colliders: Int32Array;
  /** Witness points on the colliders, in world space, 2 per pose; 0 for none. That on the shape is `points - normals * distances`. */
  points: Float64Array;
  /** Unit length, world space, from the shape to the collider, 2 per pose; 0 for none. */
  normals: Float64Array;
  /** Part of the shape and of the collider's, 2 per pose; -1 for none. */
  parts: Int32Array;
}

/** The types of queries. */
export interface QueryTypes<T = unknown> extends QueryTypesOf {
  readonly collider: Collider<T>;
  readonly shape: Shape;
  readonly vector: Vec2;
  readonly vectorLike: Vec2Like;
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

/** What a ray and a search for the closest point leave in the records. */
const surfacePoint = (collider: Collider) => ({
  collider,
  distance: plane.result(0),
  point: plane.vector(1),
  normal: plane.vector(3),
  part: plane.part(0),
});

const distancesOf = ({ values: distances, ...found }: FirstBatch): NearestBatch => ({ distances, ...found });

/** Queries on worlds of the plane. */
export const queries = new Queries<QueryTypes>({
  module: plane,
  dimension: 2,
  poseSize: POSE_SIZE,
  partSize: 1,
  inputVectors: INPUT_VECTORS,
  blockPoses: BLOCK_POSES,
  blockAnswers: BLOCK_ANSWERS,
  blockRays: BLOCK_RAYS,
  blockPairs: BLOCK_PAIRS,
  stageRay: (origin, direction) => plane.stage(twoVectors, origin, direction),
  stagePoint: oneVector,
  stagePose: onePose,
  stageSweep: oneSweep,
  handleOf,
  shapeProblem,
  pointProblem,
  directionProblem,
  poseProblem,
  sweepProblem,
  poseAt: (numbers, at) => ({ position: numbers.subarray(at, at + 2), angle: numbers[at + 2] as number }),
  sweepOf: (from, to) => ({ from, to }),
  vector: () => plane.vector(0),
  hit: surfacePoint,
  listedHit: (list, collider) => ({
    collider,
    distance: list.next(),
    point: list.vector2(),
    normal: list.vector2(),
    part: list.next(),
  }),
  impact: (collider) => ({
    collider,
    time: plane.result(0),
    point: plane.vector(1),
    normal: plane.vector(3),
    partA: plane.part(0),
    partB: plane.part(1),
    converged: plane.result(5) === 1,
  }),
  closest: surfacePoint,
  listedImpact: (list, collider) => ({
    collider,
    time: list.next(),
    point: list.vector2(),
    normal: list.vector2(),
    partA: list.next(),
    partB: list.next(),
    converged: list.next() === 1,
  }),
  listedNear: (list, collider) => {
    const [distance, pointB, normal] = [list.next(), list.vector2(), list.vector2()];
    const [partA, partB] = [list.next(), list.next()];
    return { collider, distance, pointA: list.vector2(), pointB, normal, partA, partB };
  },
  nearPartsOf: ({ partA, partB }) => [partA, partB],
  partsOf: ({ part }) => [part],
  impactNumbers: 3,
  impactNumbersOf: ({ partA, partB, converged }) => [partA, partB, converged ? 1 : 0],
  rayHits: (hits) => hits,
  impacts: castBatch,
  closests: distancesOf,
  nears: distancesOf,
});

export const batches = new QueryBatches(queries);

/** The answer of a batch of casts, of which `parts` has two parts and whether the search converged; -1 for no contact. */
function castBatch(found: FirstBatch): ShapeCastBatch {
  const { values: times, colliders, points, normals, parts: numbers } = found;
  const parts = new Int32Array(2 * times.length);
  const converged = new Uint8Array(times.length);
  for (let i = 0; i < times.length; i++) {
    parts[2 * i] = numbers[3 * i] as number;
    parts[2 * i + 1] = numbers[3 * i + 1] as number;
    converged[i] = numbers[3 * i + 2] === 0 ? 0 : 1;
  }
  return { times, colliders, points, normals, parts, converged };
}
