/** The exports that both entries share; `init` is their own. */
export { distanceBatch, intersectsBatch, mtvBatch, type PairBatch } from "./batch.js";
export { debug } from "./debug.js";
export { type ErrorCode, HyperplaneError } from "./errors.js";
export {
  type DifferencePoint,
  type EpaExplanation,
  type EpaStep,
  explainEpa,
  explainGjk,
  explainSat,
  type GjkExplanation,
  type GjkStep,
  type Polyhedron,
  type SatAxis,
  type SatExplanation,
} from "./explain.js";
export { defineLayers } from "./layers.js";
export type { DebugOptions, DebugReport } from "./leaks.js";
export type { WasmSource } from "./load.js";
export { boxVertices, rotate } from "./math.js";
export type { DistanceOptions, MarginOptions, RayOptions } from "./options.js";
export { type Contact, type ContactPoint, collide, collideAll, type Distance, distance, intersects } from "./pair.js";
export type { GeometryLike, PointsLike } from "./points.js";
export { PreparedPairs } from "./prepared_pairs.js";
export {
  type ClosestPoint,
  closestPoint,
  explainRay,
  explainTree,
  type RayExplanation,
  type RayHit,
  raycast,
  support,
} from "./query.js";
export { Box } from "./shapes/box.js";
export { Capsule } from "./shapes/capsule.js";
export { Compound, type CompoundPart } from "./shapes/compound.js";
export { Cone } from "./shapes/cone.js";
export { ConvexHull, type ConvexHullOptions } from "./shapes/convex_hull.js";
export { Cylinder } from "./shapes/cylinder.js";
export { Ellipsoid } from "./shapes/ellipsoid.js";
export { HalfSpace } from "./shapes/half_space.js";
export { HeightField, type HeightFieldOptions } from "./shapes/height_field.js";
export type { RoundingOptions } from "./shapes/rounding.js";
export { Shape } from "./shapes/shape.js";
export { Sphere } from "./shapes/sphere.js";
export type { SurfaceOptions } from "./shapes/surface.js";
export { TaperedCapsule } from "./shapes/tapered_capsule.js";
export { Triangle } from "./shapes/triangle.js";
export { TriangleMesh, type TriangleMeshOptions } from "./shapes/triangle_mesh.js";
export { type VoxelCell, Voxels, type VoxelsOptions } from "./shapes/voxels.js";
export {
  explainTimeOfImpact,
  type Impact,
  type ImpactExplanation,
  type ImpactStep,
  timeOfImpact,
} from "./sweep.js";
export type { Feature, PairFeatures, Pose, Quat, QuatLike, Sweep, Vec3, Vec3Like } from "./types.js";
export type { InitOptions } from "./wasm_module.js";
export type { CharacterGround, CharacterHit, StepOptions } from "./world/base_character.js";
export type { OverlapBatch } from "./world/base_query_batches.js";
export type { BroadPhaseName, PairExplanation, UpdateTimings } from "./world/base_world.js";
export type { BroadPhaseExplanation, TreeNode } from "./world/broad_phase.js";
export { Character, type CharacterOptions } from "./world/character.js";
export type { Collider, ColliderOptions } from "./world/collider.js";
export type { ContactCursor, ContactList, WorldContact } from "./world/contacts.js";
export type { ReadonlyList } from "./world/copy_list.js";
export type { PairEvent, PairList } from "./world/events.js";
export type { ImpactEvent, ImpactList } from "./world/impacts.js";
export {
  type MoverBatchOptions,
  type MoverHit,
  type MoverOptions,
  type MoverResult,
  moveAndSlide,
  moveAndSlideBatch,
} from "./world/mover.js";
export type {
  ClosestPointBatch,
  NearestBatch,
  RayBatchHits,
  ShapeCastBatch,
  WorldClosestPoint,
  WorldDistance,
  WorldImpact,
  WorldRayHit,
} from "./world/queries.js";
export type { QueryOptions } from "./world/query_options.js";
export {
  type RestoreOptions,
  type RollbackOptions,
  type SnapshotOptions,
  World,
  type WorldOptions,
} from "./world/world.js";
