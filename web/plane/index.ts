import type { OwnModule } from "../src/own_module.js";
import type { InitOptions } from "../src/wasm_module.js";
import { plane } from "./plane_module.js";

export { type ErrorCode, HyperplaneError } from "../src/errors.js";
export { defineLayers } from "../src/layers.js";
export type { DebugOptions, DebugReport } from "../src/leaks.js";
export type { WasmSource } from "../src/load.js";
export type { DistanceOptions, MarginOptions, RayOptions } from "../src/options.js";
export type { InitOptions } from "../src/wasm_module.js";
export type { CharacterGround, CharacterHit, StepOptions } from "../src/world/base_character.js";
export type { OverlapBatch } from "../src/world/base_query_batches.js";
export type { BroadPhaseName, PairExplanation, UpdateTimings } from "../src/world/base_world.js";
export type { KindOptions } from "../src/world/kinds.js";
export { distanceBatch, intersectsBatch, mtvBatch, type PairBatch } from "./batch.js";
export type { BroadPhaseExplanation, TreeNode } from "./broad_phase.js";
export { Chain, type ChainOptions } from "./chain.js";
export { Character, type CharacterOptions } from "./character.js";
export type { Collider, ColliderOptions } from "./collider.js";
export { Compound, type CompoundPart } from "./compound.js";
export type { ContactCursor, ContactList, WorldContact } from "./contacts.js";
export { debug } from "./debug.js";
export type { PairEvent, PairList } from "./events.js";
export { explainSat, type SatAxis, type SatExplanation } from "./explain.js";
export type { ImpactEvent, ImpactList } from "./impacts.js";
export {
  type MoverBatchOptions,
  type MoverHit,
  type MoverOptions,
  type MoverResult,
  moveAndSlide,
  moveAndSlideBatch,
} from "./mover.js";
export { type Contact, type ContactPoint, collide, collideAll, type Distance, distance, intersects } from "./pair.js";
export { Polygon } from "./polygon.js";
export { type ClosestPoint, closestPoint, type RayHit, raycast, support } from "./query.js";
export { Shape } from "./shape.js";
export {
  Capsule,
  Circle,
  ConvexPolygon,
  type ConvexPolygonOptions,
  Ellipse,
  HalfSpace,
  Rectangle,
  Segment,
} from "./shapes.js";
export { type Impact, timeOfImpact } from "./sweep.js";
export { type Tile, type TileKind, TileMap, type TileMapOptions } from "./tile_map.js";
export type { PointsLike, Pose, Sweep, Vec2, Vec2Like } from "./types.js";
export { type RestoreOptions, World, type WorldOptions } from "./world.js";
export type {
  ClosestPointBatch,
  NearestBatch,
  QueryOptions,
  RayBatchHits,
  ShapeCastBatch,
  WorldClosestPoint,
  WorldDistance,
  WorldImpact,
  WorldRayHit,
} from "./world_queries.js";

/** Bundlers look for exactly this form; file tracers also for a body around it. */
function beside(): URL {
  return new URL("./hyperplane_2d.wasm", import.meta.url);
}

const own: OwnModule = {
  file: "hyperplane_2d.wasm",
  option: "init({ wasm })",
  source: beside,
};

/**
 * Loads and starts the core of the plane. Other calls throw `not-initialised` until the promise has resolved; importing the
 * package loads nothing. Later calls return the first one's promise and ignore their options; after a failure a call tries again.
 *
 * @param options source of the .wasm file. Default: the file beside the package's code
 * @returns rejects with HyperplaneError `load-failed`, whose message names the source, or `invalid-argument` for wrong options
 */
export function init(options: InitOptions = {}): Promise<void> {
  return plane.init(options, own);
}

export default init;
