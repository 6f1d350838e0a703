import { poseProblem, shapeProblem } from "../arguments.js";
import { failure, type HyperplaneError, invalid, isObject, nameClass, show } from "../errors.js";
import { checkOptions, type OptionNames, readBits, readCount, readFlag } from "../options.js";
import { disposeSymbol, fix } from "../properties.js";
import {
  BEGAN,
  BEGAN_COUNT,
  BROAD_PHASE,
  broadPhases,
  CALL_FAILED,
  CANDIDATE_COUNT,
  ENDED,
  ENDED_COUNT,
  POINTS,
  SIZE,
  Status,
  TOUCHING,
  TOUCHING_COUNT,
} from "../records.js";
import { handleOf, isShape, type Shape } from "../shapes/shape.js";
import { space } from "../space.js";
import { onePose } from "../stage.js";
import type { Pose, Sweep, Vec3, Vec3Like } from "../types.js";
import { flagsOf, readKind, removeCollider, rowOf } from "./base_collider.js";
import { type BroadPhaseExplanation, type BroadPhaseName, bounds, explainBroadPhase } from "./broad_phase.js";
import { COLLIDER_OPTIONS, type Collider, ColliderObject, type ColliderOptions } from "./collider.js";
import { pairsOf } from "./collider_pairs.js";
import { type ContactList, Contacts, type WorldContact } from "./contacts.js";
import { type PairList, Pairs } from "./events.js";
import { type ImpactList, impactsOf } from "./impacts.js";
import type { RayBatchHits, WorldClosestPoint, WorldImpact, WorldRayHit } from "./queries.js";
import * as queries from "./queries.js";
import type { ClosestPointBatch, OverlapBatch, ShapeCastBatch } from "./query_batches.js";
import * as batches from "./query_batches.js";
import type { QueryOptions } from "./query_options.js";
import { readShapes, restored, restoring, rollBack, trackSnapshot } from "./restore.js";
import { WorldState } from "./state.js";

/** Options of a world. */
export interface WorldOptions {
  /**
   * The search for pairs with overlapping bounds: "sweep-and-prune" is best if most colliders move, "bvh" (trees) if few do.
   * Default: "automatic", which chooses per update. "brute-force" tests all pairs, for comparison. All give the same answers.
   */
  readonly broadPhase?: BroadPhaseName;
  /** Number of colliders to reserve memory for, up to 2^24. Default: 0; the world grows as needed. */
  readonly capacity?: number;
  /**
   * Maximum number of pairs with overlapping bounds in an update, else `out-of-memory`. Bounds the memory of a crowded spot.
   * 1 to 2^28. Default: 2^23.
   */
  readonly maxCandidates?: number;
  /** Maximum number of contacts of an update, else `out-of-memory`. 1 to 2^24. Default: 2^20. */
  readonly maxContacts?: number;
  /** Measure the stages of each update for `timings`, at a small cost. Default: false. */
  readonly measure?: boolean;
}

/** Duration of the stages of an update, in milliseconds. */
export interface UpdateTimings {
  /** Finding and validating changed rows; computing their bounds. */
  readonly bounds: number;
  /** Finding pairs with overlapping bounds. */
  readonly broadPhase: number;
  /** Testing these pairs; computing contacts. */
  readonly narrowPhase: number;
  /** Deriving `began` and `ended`. */
  readonly events: number;
}

const WORLD_OPTIONS: OptionNames<WorldOptions> = {
  broadPhase: true,
  capacity: true,
  maxCandidates: true,
  maxContacts: true,
  measure: true,
};

/** Options of a snapshot. */
export interface SnapshotOptions {
  /**
   * Include the shapes. False: the snapshot names them by type and hash, and `restore` and `rollback` find them among those that
   * they are given; it is small, however large the meshes are. Default: true.
   */
  readonly shapes?: boolean;
}

/** Options of `rollback`. */
export interface RollbackOptions {
  /**
   * Shapes that are used where the snapshot has shapes of the same type and hash, whether it includes them or not. Others are
   * ignored; of several equal ones, any is used. A mesh is recognised by its present vertices. Default: none.
   */
  readonly shapes?: readonly Shape[];
}

/** Options of `World.restore`. */
export interface RestoreOptions extends RollbackOptions {
  /** As in the constructor; not part of a snapshot. Default: false. */
  readonly measure?: boolean;
}

const SNAPSHOT_OPTIONS: OptionNames<SnapshotOptions> = { shapes: true };
const ROLLBACK_OPTIONS: OptionNames<RollbackOptions> = { shapes: true };
const RESTORE_OPTIONS: OptionNames<RestoreOptions> = { shapes: true, measure: true };

const MAX_COLLIDERS = 2 ** 24;
const MAX_CANDIDATES = 2 ** 23;
const MAX_CONTACTS = 2 ** 20;

/** The state of a world, for this folder. @throws HyperplaneError `invalid-argument` */
export let worldState: (world: World) => WorldState;

/**
 * A set of colliders. A game adds them once, moves them each frame by writing typed arrays, and reads which touch. Finds
 * contacts and answers queries; moves nothing by itself: no time step, no gravity.
 *
 * Lives in the core's memory until it is garbage-collected or disposed of.
 */
export class World {
  static {
    nameClass(World, "World");
    worldState = (world) => {
      if (isObject(world) && #state in world) return world.#state;
      throw invalid(`world must be a World, got ${show(world)}`);
    };
  }

  /** The contacts of the last `update`: one for each touching pair without a sensor. */
  readonly contacts: ContactList;
  /** Pairs that touched at the last `update`, but not at the one before. Includes sensors. */
  readonly began: PairList;
  /** Pairs that touched at the update before the last, but not at the last. Includes sensors and removed colliders. */
  readonly ended: PairList;
  /** All pairs that touched at the last `update`. Includes sensors. */
  readonly touching: PairList;

  /**
   * The first impact of each continuous collider in the last `update`, in order of time, then by row. All colliders move at
   * constant linear and angular velocity, by the shorter rotation, from their poses at the previous `update`, or from where they
   * were added or teleported to since, to the present ones; impacts do not stop them. Excludes sensors and pairs that are
   * filtered, ignored or both static. A pair that touched at the start counts, at time 0, only if it gets deeper: a crate that
   * slides along a floor hits the wall at its end.
   */
  readonly impacts: ImpactList;

  readonly #state: WorldState;

  /** @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised` */
  constructor(options: WorldOptions = {}) {
    space.begin();
    checkOptions(options, WORLD_OPTIONS);
    const {
      broadPhase = "automatic",
      capacity = 0,
      maxCandidates = MAX_CANDIDATES,
      maxContacts = MAX_CONTACTS,
      measure = false,
    } = options;
    this.#state =
      restored.take() ??
      new WorldState(
        space.core.createWorld(
          broadPhaseNumber(broadPhase),
          readCount(capacity, "options.capacity", 0, MAX_COLLIDERS),
          readCount(maxCandidates, "options.maxCandidates", 1, 2 ** 28),
          readCount(maxContacts, "options.maxContacts", 1, 2 ** 24),
          readFlag(measure, "options.measure"),
        ),
      );
    this.contacts = new Contacts(this.#state);
    this.began = new Pairs(this.#state, BEGAN_COUNT, BEGAN);
    this.ended = new Pairs(this.#state, ENDED_COUNT, ENDED);
    this.touching = new Pairs(this.#state, TOUCHING_COUNT, TOUCHING);
    this.impacts = impactsOf(this.#state);
    fix(this, "contacts", "began", "ended", "touching", "impacts");
  }

  /**
   * Adds a collider. Queries see it at once, contacts after the next `update`.
   *
   * @param options shape, pose and flags
   * @returns its handle
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`, also beyond 2^24
   * colliders
   */
  add(options: ColliderOptions): Collider {
    const state = worldState(this);
    state.open();
    if (typeof options !== "object" || options === null || isShape(options)) {
      throw invalid(`add takes an object with shape, position and quaternion, got ${show(options)}`);
    }
    checkOptions(options, COLLIDER_OPTIONS);
    // Read each option once, before anything changes: a getter may throw, or return another value the next time.
    const { shape, layer = 1, mask = 0xffffffff, userData } = options;
    const kind = readKind(options);
    const layerBits = readBits(layer, "options.layer");
    const maskBits = readBits(mask, "options.mask");
    const isStaged = space.stage(onePose, options);
    const world = state.open();
    const row = isStaged
      ? space.core.addCollider(world, handleOf(shape), flagsOf(kind), layerBits, maskBits)
      : CALL_FAILED;
    state.watchMovedRows();
    if (row === CALL_FAILED) {
      throw shapeProblem(shape, "options.shape") ?? poseProblem(options, "options") ?? space.faultError();
    }
    const added = { ...kind, shape, layer: layerBits, mask: maskBits, removed: false };
    const collider = new ColliderObject(state, row, space.number(POINTS), added, userData);
    state.former?.add(state.colliders[row]);
    state.colliders[row] = collider;
    return collider;
  }

  /**
   * Removes a collider. Queries no longer see it. Its pairs end with the next `update`; until then `contacts` and `touching`
   * still name it. Its row is reused once no list of an update names it.
   *
   * @throws HyperplaneError `invalid-argument` for a collider of another world; `disposed` for a removed one or a disposed world
   */
  remove(collider: Collider): void {
    const state = worldState(this);
    state.open();
    rowOf(collider, state, "collider");
    removeCollider(collider);
  }

  /** Removes all colliders, like `remove`. @throws HyperplaneError `disposed` */
  clear(): void {
    const state = worldState(this);
    state.open();
    for (const collider of liveColliders(state.colliders)) removeCollider(collider);
  }

  /** Number of colliders. */
  get size(): number {
    return worldState(this).word(SIZE);
  }

  /**
   * The collider of a row.
   *
   * @param row `Collider.index`, from 0 to 2^24 - 1
   * @returns null for a row without a collider
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  at(row: number): Collider | null {
    const state = worldState(this);
    state.open();
    const collider = state.colliders[readCount(row, "row", 0, MAX_COLLIDERS - 1)];
    return collider === undefined || collider.removed ? null : collider;
  }

  /**
   * Rows of x, y, z by `Collider.index`, in metres. Live views: write poses here in bulk, then call `update` or `refit`. Rows
   * without a collider are ignored.
   *
   * Read it anew each frame. Adding colliders may move the rows: the next `update` or `refit` then throws for a write through
   * the earlier view. Growing memory detaches the view: it has length 0, and element writes are ignored.
   */
  get positions(): Float64Array {
    return worldState(this).positions();
  }

  /** Rows of x, y, z, w by `Collider.index`: quaternions of any length but zero, kept as written. Live views like `positions`. */
  get quaternions(): Float32Array {
    return worldState(this).quaternions();
  }

  /**
   * Excludes a pair of colliders from contacts, events and impacts, from the next `update` on. Queries are not affected.
   *
   * @param ignored false: includes the pair again. Default: true
   * @throws HyperplaneError `invalid-argument`, also for the same collider twice or one of another world; `disposed`,
   * `out-of-memory`
   */
  ignore(a: Collider, b: Collider, ignored = true): void {
    const world = worldState(this).open();
    const rowA = rowOf(a, worldState(this), "a");
    const rowB = rowOf(b, worldState(this), "b");
    if (rowA === rowB) throw invalid("a and b must be two colliders, got the same one twice");
    if (space.core.setIgnored(world, rowA, rowB, readFlag(ignored, "ignored")) === CALL_FAILED)
      throw space.faultError();
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
  separation(collider: Collider): Vec3 {
    const state = worldState(this);
    const world = state.open();
    if (space.core.separateCollider(world, rowOf(collider, state, "collider")) === CALL_FAILED)
      throw space.faultError();
    return space.vector(POINTS);
  }

  /**
   * The contacts of a collider at the last update, but for those with colliders that were removed or disabled since.
   *
   * @returns copies, in the order of `contacts`: `collider` is `a` or `b`
   * @throws HyperplaneError `invalid-argument` for a collider of another world; `disposed`, `out-of-memory`
   */
  contactsOf(collider: Collider): WorldContact[] {
    return pairsOf(worldState(this), collider, this.contacts, true).map(({ pair }) => pair);
  }

  /**
   * The colliders that a collider touched at the last update, sensors included, but for those that were removed or disabled since.
   *
   * @returns a new array, by row
   * @throws HyperplaneError `invalid-argument` for a collider of another world; `disposed`, `out-of-memory`
   */
  touchingOf(collider: Collider): Collider[] {
    return pairsOf(worldState(this), collider, this.touching, false).map(({ other }) => other);
  }

  /**
   * Finds all touching pairs at the present poses, the pairs that began and ended, and impacts. One call into the core.
   *
   * @throws HyperplaneError `invalid-argument` for a row that is no pose, or was written through a stale view of the rows;
   * `out-of-memory`, also if a limit of the options is reached: queries then see the present poses, but contacts, events and
   * impacts are those of the previous update; `disposed`
   */
  update(): void {
    const state = worldState(this);
    const world = state.open();
    state.checkWrites();
    if (space.core.updateWorld(world) === CALL_FAILED) throw this.#rowError();
    state.updates++;
  }

  /**
   * Makes queries see rows that were written in bulk, without finding contacts. Queries see `add`, `remove` and `setPose` without
   * it.
   *
   * @throws HyperplaneError `invalid-argument` for a row that is no pose, or was written through a stale view of the rows;
   * `out-of-memory`, `disposed`
   */
  refit(): void {
    const state = worldState(this);
    const world = state.open();
    state.checkWrites();
    if (space.core.refitWorld(world) === CALL_FAILED) throw this.#rowError();
  }

  #rowError(): HyperplaneError {
    const { status, item, message } = space.readFault();
    if (status !== Status.invalidArgument) return space.faultError();
    return failure("invalid-argument", `the pose in row ${item} is wrong: ${message}`);
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
  raycast(origin: Vec3Like, direction: Vec3Like, options?: QueryOptions): WorldRayHit | null {
    return queries.raycast(worldState(this), origin, direction, options);
  }

  /**
   * All colliders that a ray hits, each at its first hit: nearest first, then by row.
   *
   * @param origin in metres
   * @param direction of any length but zero; distances are in metres
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAll(origin: Vec3Like, direction: Vec3Like, options?: QueryOptions): WorldRayHit[] {
    return queries.raycastAll(worldState(this), origin, direction, options);
  }

  /**
   * The first hits of many rays, in one call. Same answers as `raycast`.
   *
   * @param rays 6 numbers per ray: origin x, y, z in metres, and direction x, y, z of any length but zero
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong ray; `disposed`, `out-of-memory`
   */
  raycastBatch(rays: Float64Array, options?: QueryOptions): RayBatchHits {
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
  castShape(shape: Shape, sweep: Sweep, options?: QueryOptions): WorldImpact | null {
    return queries.castShape(worldState(this), shape, sweep, options);
  }

  /**
   * `castShape` for many sweeps of one shape, in one call. Same answers.
   *
   * @param sweeps 14 numbers per sweep: the pose at its start and at its end, each x, y, z in metres and a quaternion x, y, z, w of
   * any length but zero
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong sweep; `disposed`, `out-of-memory`
   */
  castShapes(shape: Shape, sweeps: Float64Array, options?: QueryOptions): ShapeCastBatch {
    return batches.castShapes(worldState(this), shape, sweeps, options);
  }

  /**
   * The colliders that intersect a shape, by row. Touching counts.
   *
   * @param options `maxDistance` is ignored
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`
   */
  overlap(shape: Shape, pose: Pose, options?: QueryOptions): Collider[] {
    return queries.overlap(worldState(this), shape, pose, options);
  }

  /**
   * `overlap` for many poses of one shape, in one call. Same answers, as rows.
   *
   * @param poses 7 numbers per pose: x, y, z in metres, and a quaternion x, y, z, w of any length but zero
   * @param options `maxDistance` is ignored
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong pose; `disposed`, `out-of-memory`
   */
  overlaps(shape: Shape, poses: Float64Array, options?: QueryOptions): OverlapBatch {
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
  closest(point: Vec3Like, options?: QueryOptions): WorldClosestPoint | null {
    return queries.closest(worldState(this), point, options);
  }

  /**
   * `closest` for many points, in one call. Same answers.
   *
   * @param points x, y, z of each, in metres
   * @returns new arrays
   * @throws HyperplaneError `invalid-argument`, which names the first wrong point; `disposed`, `out-of-memory`
   */
  closests(points: Float64Array, options?: QueryOptions): ClosestPointBatch {
    return batches.closests(worldState(this), points, options);
  }

  /**
   * The broad phase that the last `update` used, also if "automatic" chose it; "automatic" before the first, also of a restored
   * world. Setting it applies from the next `update` on.
   *
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  get broadPhase(): BroadPhaseName {
    return broadPhases[worldState(this).word(BROAD_PHASE)] as BroadPhaseName;
  }
  set broadPhase(broadPhase: BroadPhaseName) {
    space.core.setBroadPhase(worldState(this).open(), broadPhaseNumber(broadPhase));
  }

  /** Number of pairs that the last `update` tested: overlapping bounds, and at least one collider changed. */
  get candidateCount(): number {
    return worldState(this).word(CANDIDATE_COUNT);
  }

  /** Durations of the last `update`, in milliseconds; zeros without the option `measure`. A new object. */
  get timings(): UpdateTimings {
    const state = worldState(this);
    return {
      bounds: state.timing(0),
      broadPhase: state.timing(1),
      narrowPhase: state.timing(2),
      events: state.timing(3),
    };
  }

  /**
   * The bounds that the broad phase uses, at the poses that queries see: slightly larger than the shapes, never smaller. For
   * debug views.
   *
   * @param out at least twice as long as `positions`. Default: a new array
   * @returns `out`: 6 numbers a row by `Collider.index`, x, y, z of the lower corner and of the upper, in metres; NaN in rows
   * without a collider
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  bounds(out?: Float64Array): Float64Array {
    return bounds(worldState(this), out);
  }

  /**
   * The data structures of the broad phase of the last `update`, for teaching and debugging.
   *
   * @param maxDepth omits deeper nodes of trees; the root has depth 0. Default: all nodes
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  explainBroadPhase(maxDepth?: number): BroadPhaseExplanation {
    return explainBroadPhase(worldState(this), maxDepth);
  }

  /**
   * A hash of colliders, contacts, events and impacts as 16 hexadecimal digits: equal on every platform for the same history, and
   * independent of the order in which colliders were added.
   *
   * @throws HyperplaneError `disposed`, `out-of-memory`
   */
  hash(): string {
    if (space.core.hashWorld(worldState(this).open()) === CALL_FAILED) throw space.faultError();
    return Array.from(space.takeNumbers(), (word) => word.toString(16).padStart(8, "0")).join("");
  }

  /**
   * The world as bytes for `World.restore` and `rollback`: colliders with shapes and rows, written poses, contacts, events,
   * ignored pairs, options except `measure`. Excludes `userData`: save that by `Collider.index`.
   *
   * Without shapes it takes about 120 bytes a collider and 160 a contact.
   *
   * @returns a new array
   * @throws HyperplaneError `invalid-argument`, `out-of-memory`, `disposed`
   */
  snapshot(options: SnapshotOptions = {}): Uint8Array {
    checkOptions(options, SNAPSHOT_OPTIONS);
    const { shapes = true } = options;
    const withShapes = readFlag(shapes, "options.shapes");
    const state = worldState(this);
    if (space.core.saveWorld(state.open(), withShapes) === CALL_FAILED) throw space.faultError();
    const bytes = space.takeBytes();
    trackSnapshot(state, bytes);
    return bytes;
  }

  /**
   * Makes a new world from a snapshot, with the same hash, rows, contacts and events. Its future has the same bits as that of
   * the original, on every platform.
   *
   * Colliders are new objects at the same rows; see `at` and `colliders`. Shared shapes are shared again. Colliders that were
   * removed but are still named by `ended` or `contacts` count as removed; their shapes may be disposed of.
   *
   * @param bytes of this version of the package; not kept
   * @param options shapes to use, which a snapshot without shapes needs
   * @throws HyperplaneError `invalid-argument` for bytes that are no snapshot, damaged, or of another version, and for missing
   * shapes, which it counts; `disposed` for a disposed shape among `options.shapes`; `out-of-memory`, `not-initialised`
   */
  static restore(bytes: Uint8Array | ArrayBuffer, options: RestoreOptions = {}): World {
    checkOptions(options, RESTORE_OPTIONS);
    const { measure = false, shapes } = options;
    return restoring(bytes, readFlag(measure, "options.measure"), readShapes(shapes), () => new World());
  }

  /**
   * Takes the world back to a snapshot, in place: rows, poses, contacts, events, options and hash are those of the snapshot, and its
   * future has the same bits as that of the world that was saved. `measure` stays as it is.
   *
   * A collider of the snapshot is the same object as the collider of the world that had its row and came to be there by the same
   * `add`, with its `userData`, and its shape where that is unchanged. Also one that was removed since: if the program holds it, or
   * the array that `snapshot` returned, it is live again. Other colliders of the snapshot are new objects; colliders that are not in
   * it count as removed.
   *
   * Shapes are those that colliders of the world have, then `options.shapes`, then those of colliders that are held as above and
   * were not disposed of, then the snapshot's own. `positions` and `quaternions` stay the same views if there is room for the rows of
   * the snapshot, which there always is for one of this world.
   *
   * @param bytes of this version of the package; not kept. Of this world, or of another: then it becomes like that
   * @param options shapes to use, which a snapshot without shapes may need
   * @throws HyperplaneError `invalid-argument` for bytes that are no snapshot, damaged, or of another version, and for missing
   * shapes, which it counts; `disposed` for a disposed shape among `options.shapes`, or a disposed world; `out-of-memory`. Nothing
   * has changed then
   */
  rollback(bytes: Uint8Array | ArrayBuffer, options: RollbackOptions = {}): void {
    const state = worldState(this);
    state.open();
    checkOptions(options, ROLLBACK_OPTIONS);
    rollBack(state, bytes, readShapes(options.shapes));
  }

  /** The colliders by row. A loop also sees colliders that are added in later rows during it. */
  get colliders(): Iterable<Collider> {
    worldState(this).open();
    return liveColliders(worldState(this).colliders);
  }

  /** Frees the world. Its colliders count as removed; other calls, also of its lists, throw `disposed`. Idempotent. */
  dispose(): void {
    worldState(this).close();
  }

  /** Calls `dispose`; for `using` declarations. */
  [disposeSymbol](): void {
    worldState(this);
    this.dispose();
  }
}

/** The pairs of a collider in a list, with the other collider of each. */
function* liveColliders(rows: readonly (Collider | undefined)[]): Generator<Collider, void, undefined> {
  for (let row = 0; row < rows.length; row++) {
    const collider = rows[row];
    if (collider !== undefined && !collider.removed) yield collider;
  }
}

function broadPhaseNumber(name: unknown): number {
  const number = broadPhases.indexOf(name as BroadPhaseName);
  if (number >= 0) return number;
  const names = broadPhases.map((broadPhase) => `"${broadPhase}"`).join(", ");
  throw invalid(`options.broadPhase must be one of ${names}, got ${show(name)}`);
}
