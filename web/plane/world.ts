import { invalid, nameClass, show } from "../src/errors.js";
import { checkOptions, type OptionNames, readFlag } from "../src/options.js";
import { CALL_FAILED } from "../src/records.js";
import { addToCore, readCollider, rowOf } from "../src/world/base_collider.js";
import type { OverlapBatch } from "../src/world/base_query_batches.js";
import { trackSnapshot } from "../src/world/base_restore.js";
import { BaseWorld, type BaseWorldOptions, readWorldOptions, type StateOf, stateIn } from "../src/world/base_world.js";
import type { PairGeometry } from "../src/world/explain_pair.js";
import { pointProblem, poseProblem, shapeProblem } from "./arguments.js";
import { COLLIDER_OPTIONS, type Collider, ColliderObject, type ColliderOptions } from "./collider.js";
import { type ContactList, Contacts, type WorldContact } from "./contacts.js";
import { type ImpactList, impactsOf } from "./impacts.js";
import { distance } from "./pair.js";
import { plane } from "./plane_module.js";
import { raycast } from "./query.js";
import { restored, restoring, rollBack } from "./restore.js";
import { handleOf, heldShape, isShape, type Shape } from "./shape.js";
import { onePose, oneVector } from "./stage.js";
import type { Pose, Sweep, Vec2, Vec2Like } from "./types.js";
import {
  batches,
  type ClosestPointBatch,
  castBatch,
  type NearestBatch,
  type QueryOptions,
  queries,
  type RayBatchHits,
  type ShapeCastBatch,
  type WorldClosestPoint,
  type WorldDistance,
  type WorldImpact,
  type WorldRayHit,
} from "./world_queries.js";
import { PlaneState } from "./world_state.js";

/** Options of a world. */
export type WorldOptions = BaseWorldOptions;

/** Options of `World.restore`. */
export interface RestoreOptions {
  /** As in the constructor; not part of a snapshot. Default: false. */
  readonly measure?: boolean;
}

const RESTORE_OPTIONS: OptionNames<RestoreOptions> = { measure: true };

const AXES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

const geometry: PairGeometry<Collider> = {
  distance: (a, b) => distance(heldShape(a.shape), a, heldShape(b.shape), b).distance,
  isAround: (outer, { position }) =>
    AXES.every((axis) => raycast(heldShape(outer.shape), outer, position, axis) !== null),
};

/** The state of a world, for this folder. @throws HyperplaneError `invalid-argument` */
export const worldState = (world: World): PlaneState => stateIn(plane, world) as PlaneState;

/**
 * A set of colliders. A game adds them once, moves them each frame by writing typed arrays, and reads which touch. Finds
 * contacts and answers queries; moves nothing by itself: no time step, no gravity.
 *
 * Lives in the core's memory until it is garbage-collected or disposed of.
 */
export class World<T = unknown> extends BaseWorld<
  Collider<T>,
  WorldContact<T>,
  ContactList<T>,
  ImpactList<T>,
  Vec2,
  ColliderOptions<T>
> {
  static {
    nameClass(World, "World");
  }

  /** @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised` */
  constructor(options: WorldOptions = {}) {
    plane.begin();
    const core = readWorldOptions(options);
    const state = restored.take() ?? new PlaneState(plane.core.createWorld(...core));
    // What is in a world has its T.
    super(state as unknown as StateOf<Collider<T>>, {
      contacts: new Contacts(state) as unknown as ContactList<T>,
      impacts: impactsOf(state) as unknown as ImpactList<T>,
      geometry,
    });
  }

  /**
   * Adds a collider. Queries see it at once, contacts after the next `update`.
   *
   * @param options shape, pose and flags
   * @returns its handle
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`, also beyond 2^24
   * colliders
   */
  add(options: ColliderOptions<T>): Collider<T> {
    const state = worldState(this);
    state.open();
    if (typeof options !== "object" || options === null || isShape(options)) {
      throw invalid(`add takes an object with shape, position and angle, got ${show(options)}`);
    }
    checkOptions(options, COLLIDER_OPTIONS);
    const added = readCollider(options);
    const isStaged = plane.stage(onePose, options);
    const world = state.open();
    const row = isStaged ? addToCore(plane, world, handleOf(added.shape), added) : CALL_FAILED;
    state.watchMovedRows();
    if (row === CALL_FAILED) {
      throw shapeProblem(added.shape, "options.shape") ?? poseProblem(options, "options") ?? plane.faultError();
    }
    return state.place(new ColliderObject(state, row, plane.result(0), added, added.userData)) as Collider<T>;
  }

  /** Angles by `Collider.index`, in radians, at most 1e6 in magnitude. Live views like `positions`. */
  get angles(): Float64Array {
    return worldState(this).angles();
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
  separation(collider: Collider<T>): Vec2 {
    const state = worldState(this);
    const world = state.open();
    if (plane.core.separateCollider(world, rowOf(collider, state, "collider")) === CALL_FAILED)
      throw plane.faultError();
    return plane.vector(0);
  }

  /**
   * How a point of a collider moved between the last two updates, as a rigid body. Zero for a collider that was added or teleported
   * since, or that is written to and not yet updated. The first update counts from the pose at which it was added.
   *
   * @param point where it is now, in metres; it need not lie on the collider
   * @returns in metres, world space. A new object
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  motionAt(collider: Collider<T>, point: Vec2Like): Vec2 {
    const state = worldState(this);
    const isStaged = plane.stage(oneVector, point);
    const world = state.open();
    const row = rowOf(collider, state, "collider");
    if (!isStaged || plane.core.motionAt(world, row) === CALL_FAILED) {
      throw pointProblem(point, "point") ?? plane.faultError();
    }
    return plane.vector(0);
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
  raycast(origin: Vec2Like, direction: Vec2Like, options?: QueryOptions<T>): WorldRayHit<T> | null {
    return queries.raycast(worldState(this), origin, direction, options) as WorldRayHit<T> | null;
  }

  /**
   * All colliders that a ray hits, each at its first hit: nearest first, then by row.
   *
   * @param origin in metres
   * @param direction of any length but zero; distances are in metres
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAll(origin: Vec2Like, direction: Vec2Like, options?: QueryOptions<T>): WorldRayHit<T>[] {
    return queries.raycastAll(worldState(this), origin, direction, options) as WorldRayHit<T>[];
  }

  /**
   * The first hits of many rays, in one call. Same answers as `raycast`.
   *
   * @param rays 4 numbers per ray: origin x, y in metres, and direction x, y of any length but zero
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong ray; `disposed`, `out-of-memory`
   */
  raycastBatch(rays: Float64Array, options?: QueryOptions<T>): RayBatchHits {
    return queries.raycastBatch(worldState(this), rays, options);
  }

  /**
   * The first collider that a moving shape touches; the colliders stand still. Overlap at the start is a hit at time 0;
   * touching at the start and separating is no hit. Equal times: the lowest row wins.
   *
   * @param sweep may translate and rotate
   * @param options `maxDistance` limits the path of the shape's origin, in metres; ignored for a pure rotation
   * @returns null if the shape touches no collider
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`
   */
  castShape(shape: Shape, sweep: Sweep, options?: QueryOptions<T>): WorldImpact<T> | null {
    return queries.castShape(worldState(this), shape, sweep, options) as WorldImpact<T> | null;
  }

  /**
   * `castShape` for many sweeps of one shape, in one call. Same answers.
   *
   * @param sweeps 6 numbers per sweep: the pose at its start and at its end, each x, y in metres and an angle in radians
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong sweep; `disposed`, `out-of-memory`
   */
  castShapes(shape: Shape, sweeps: Float64Array, options?: QueryOptions<T>): ShapeCastBatch {
    return castBatch(batches.castShapes(worldState(this), shape, sweeps, options));
  }

  /**
   * All colliders that a moving shape touches, each as if it were alone in `castShape`: in order of time, then by row.
   *
   * @param sweep may translate and rotate
   * @param options `maxDistance` limits the path of the shape's origin, in metres; ignored for a pure rotation
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`
   */
  castShapeAll(shape: Shape, sweep: Sweep, options?: QueryOptions<T>): WorldImpact<T>[] {
    return queries.castShapeAll(worldState(this), shape, sweep, options) as WorldImpact<T>[];
  }

  /**
   * The colliders that intersect a shape, by row. Touching counts.
   *
   * @param options `maxDistance` is ignored
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`
   */
  overlap(shape: Shape, pose: Pose, options?: QueryOptions<T>): Collider<T>[] {
    return queries.overlap(worldState(this), shape, pose, options) as Collider<T>[];
  }

  /**
   * `overlap` for many poses of one shape, in one call. Same answers, as rows.
   *
   * @param poses 3 numbers per pose: x, y in metres, and an angle in radians
   * @param options `maxDistance` is ignored
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong pose; `disposed`, `out-of-memory`
   */
  overlaps(shape: Shape, poses: Float64Array, options?: QueryOptions<T>): OverlapBatch {
    return batches.overlaps(worldState(this), shape, poses, options);
  }

  /**
   * The collider with the least signed distance to a point: the nearest, or the collider that contains it deepest. Equal
   * distances: the lowest row wins.
   *
   * @param point in metres
   * @returns null if no collider is within `maxDistance`
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  closest(point: Vec2Like, options?: QueryOptions<T>): WorldClosestPoint<T> | null {
    return queries.closest(worldState(this), point, options) as WorldClosestPoint<T> | null;
  }

  /**
   * `closest` for many points, in one call. Same answers.
   *
   * @param points x, y of each, in metres
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong point; `disposed`, `out-of-memory`
   */
  closests(points: Float64Array, options?: QueryOptions<T>): ClosestPointBatch {
    const { values: distances, ...found } = batches.closests(worldState(this), points, options);
    return { distances, ...found };
  }

  /**
   * The collider nearest to a shape, with the signed distance; of those that overlap it the deepest, with a negative distance. A is
   * the shape, B the collider. Equal distances: the lowest row wins. One-sided chains and tiles count from behind, as in `distance`.
   *
   * @returns null if no collider is within `maxDistance`, which is quicker to know than the nearest
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`
   */
  nearest(shape: Shape, pose: Pose, options?: QueryOptions<T>): WorldDistance<T> | null {
    return queries.nearest(worldState(this), shape, pose, options) as WorldDistance<T> | null;
  }

  /**
   * All colliders within a distance of a shape: nearest first, then by row.
   *
   * @param options with `maxDistance`
   * @throws HyperplaneError `invalid-argument`, also without `maxDistance`; `disposed` for a disposed shape or world;
   * `out-of-memory`
   */
  nearestAll(shape: Shape, pose: Pose, options: QueryOptions<T>): WorldDistance<T>[] {
    return queries.nearestAll(worldState(this), shape, pose, options) as WorldDistance<T>[];
  }

  /**
   * `nearest` for many poses of one shape, in one call. Same answers.
   *
   * @param poses 3 numbers per pose: x, y in metres, and an angle in radians
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong pose; `disposed`, `out-of-memory`
   */
  nearests(shape: Shape, poses: Float64Array, options?: QueryOptions<T>): NearestBatch {
    const { values: distances, ...found } = batches.nearests(worldState(this), shape, poses, options);
    return { distances, ...found };
  }

  /**
   * A hash of colliders, contacts, events and impacts as 16 hexadecimal digits: equal on every platform for the same history, and
   * independent of the order in which colliders were added.
   *
   * @throws HyperplaneError `disposed`, `out-of-memory`
   */
  hash(): string {
    if (plane.core.hashWorld(worldState(this).open()) === CALL_FAILED) throw plane.faultError();
    return [plane.result(0), plane.result(1)].map((word) => word.toString(16).padStart(8, "0")).join("");
  }

  /**
   * The world as bytes for `World.restore` and `rollback`: colliders with shapes and rows, written poses, contacts, events,
   * ignored pairs, options except `measure`. Excludes `userData`: save that by `Collider.index`.
   *
   * @returns a new array
   * @throws HyperplaneError `out-of-memory`, `disposed`
   */
  snapshot(): Uint8Array {
    const state = worldState(this);
    const length = plane.core.saveWorld(state.open(), true);
    if (length === CALL_FAILED) throw plane.faultError();
    const bytes = plane.takeBytes(length);
    trackSnapshot(state, bytes);
    return bytes;
  }

  /**
   * Makes a new world from a snapshot, with the same hash, rows, contacts and events. Its future has the same bits as that of
   * the original, on every platform.
   *
   * Colliders are new objects at the same rows; see `at` and `colliders`. Shared shapes are shared again. Colliders that were
   * removed but are still named by `ended` or `contacts` count as removed; their shapes count as disposed of.
   *
   * @param bytes of this version of the package; not kept
   * @throws HyperplaneError `invalid-argument` for bytes that are no snapshot, damaged, or of another version; `out-of-memory`,
   * `not-initialised`
   */
  static restore(bytes: Uint8Array | ArrayBuffer, options: RestoreOptions = {}): World {
    checkOptions(options, RESTORE_OPTIONS);
    const { measure = false } = options;
    return restoring(bytes, readFlag(measure, "options.measure"), () => new World());
  }

  /**
   * Takes the world back to a snapshot, in place: rows, poses, contacts, events, options and hash are those of the snapshot, and its
   * future has the same bits as that of the world that was saved. `measure` stays as it is.
   *
   * A collider of the snapshot is the same object as the collider of the world that had its row and came to be there by the same
   * `add`, with its `userData` and its shape. Also one that was removed since: if the program holds it, or the array that `snapshot`
   * returned, it is live again. Other colliders of the snapshot are new objects; colliders that are not in it count as removed.
   *
   * `positions` and `angles` stay the same views if there is room for the rows of the snapshot, which there always is for one of this
   * world.
   *
   * @param bytes of this version of the package; not kept. Of this world, or of another: then it becomes like that
   * @throws HyperplaneError `invalid-argument` for bytes that are no snapshot, damaged, or of another version; `disposed`,
   * `out-of-memory`. Nothing has changed then
   */
  rollback(bytes: Uint8Array | ArrayBuffer): void {
    const state = worldState(this);
    state.open();
    rollBack(state, bytes);
  }
}
