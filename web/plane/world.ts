import { failure, type HyperplaneError, invalid, isObject, nameClass, show } from "../src/errors.js";
import { checkOptions, type OptionNames, readBits, readCount, readFlag } from "../src/options.js";
import { disposeSymbol, fix } from "../src/properties.js";
import {
  BEGAN,
  BEGAN_COUNT,
  BROAD_PHASE,
  broadPhases,
  CALL_FAILED,
  CANDIDATE_COUNT,
  ENDED,
  ENDED_COUNT,
  SIZE,
  Status,
  TOUCHING,
  TOUCHING_COUNT,
} from "../src/records.js";
import { flagsOf, readKind, removeCollider, rowOf } from "../src/world/base_collider.js";
import { pairsOf } from "../src/world/collider_pairs.js";
import { Pairs } from "../src/world/events.js";
import { poseProblem, shapeProblem } from "./arguments.js";
import { COLLIDER_OPTIONS, type Collider, ColliderObject, type ColliderOptions } from "./collider.js";
import { type ContactList, Contacts, type WorldContact } from "./contacts.js";
import type { PairList } from "./events.js";
import { type ImpactList, impactsOf } from "./impacts.js";
import { plane } from "./plane_module.js";
import { restored, restoring, rollBack, trackSnapshot } from "./restore.js";
import { handleOf, isShape, type Shape } from "./shape.js";
import { onePose } from "./stage.js";
import type { Pose, Sweep, Vec2, Vec2Like } from "./types.js";
import type { QueryOptions, RayBatchHits, WorldClosestPoint, WorldImpact, WorldRayHit } from "./world_queries.js";
import * as queries from "./world_queries.js";
import { PlaneState } from "./world_state.js";

/** The search for pairs; see `WorldOptions.broadPhase`. */
export type BroadPhaseName = (typeof broadPhases)[number];

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
}

const WORLD_OPTIONS: OptionNames<WorldOptions> = {
  broadPhase: true,
  capacity: true,
  maxCandidates: true,
  maxContacts: true,
};

const MAX_COLLIDERS = 2 ** 24;
const MAX_CANDIDATES = 2 ** 23;
const MAX_CONTACTS = 2 ** 20;

/** The state of a world, for this folder. @throws HyperplaneError `invalid-argument` */
export let worldState: (world: World) => PlaneState;

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
   * constant linear and angular velocity, by the angle as it is, from their poses at the previous `update`, or from where they
   * were added or teleported to since, to the present ones; impacts do not stop them. Excludes sensors and pairs that are
   * filtered, ignored or both static. A pair that touched at the start counts, at time 0, only if it gets deeper: a crate that
   * slides along a floor hits the wall at its end.
   */
  readonly impacts: ImpactList;

  readonly #state: PlaneState;

  /** @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised` */
  constructor(options: WorldOptions = {}) {
    plane.begin();
    checkOptions(options, WORLD_OPTIONS);
    const {
      broadPhase = "automatic",
      capacity = 0,
      maxCandidates = MAX_CANDIDATES,
      maxContacts = MAX_CONTACTS,
    } = options;
    this.#state =
      restored.take() ??
      new PlaneState(
        plane.core.createWorld(
          broadPhaseNumber(broadPhase),
          readCount(capacity, "options.capacity", 0, MAX_COLLIDERS),
          readCount(maxCandidates, "options.maxCandidates", 1, 2 ** 28),
          readCount(maxContacts, "options.maxContacts", 1, 2 ** 24),
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
      throw invalid(`add takes an object with shape, position and angle, got ${show(options)}`);
    }
    checkOptions(options, COLLIDER_OPTIONS);
    // Read each option once, before anything changes: a getter may throw, or return another value the next time.
    const { shape, layer = 1, mask = 0xffffffff, userData } = options;
    const kind = readKind(options);
    const layerBits = readBits(layer, "options.layer");
    const maskBits = readBits(mask, "options.mask");
    const isStaged = plane.stage(onePose, options);
    const world = state.open();
    const row = isStaged
      ? plane.core.addCollider(world, handleOf(shape), flagsOf(kind), layerBits, maskBits)
      : CALL_FAILED;
    state.watchMovedRows();
    if (row === CALL_FAILED) {
      throw shapeProblem(shape, "options.shape") ?? poseProblem(options, "options") ?? plane.faultError();
    }
    const added = { ...kind, shape, layer: layerBits, mask: maskBits, removed: false };
    const collider = new ColliderObject(state, row, plane.result(0), added, userData);
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
   * Rows of x, y by `Collider.index`, in metres. Live views: write poses here in bulk, then call `update` or `refit`. Rows
   * without a collider are ignored.
   *
   * Read it anew each frame. Adding colliders may move the rows: the next `update` or `refit` then throws for a write through
   * the earlier view. Growing memory detaches the view: it has length 0, and element writes are ignored.
   */
  get positions(): Float64Array {
    return worldState(this).positions();
  }

  /** Angles by `Collider.index`, in radians, at most 1e6 in magnitude. Live views like `positions`. */
  get angles(): Float64Array {
    return worldState(this).angles();
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
    if (plane.core.setIgnored(world, rowA, rowB, readFlag(ignored, "ignored")) === CALL_FAILED)
      throw plane.faultError();
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
  separation(collider: Collider): Vec2 {
    const state = worldState(this);
    const world = state.open();
    if (plane.core.separateCollider(world, rowOf(collider, state, "collider")) === CALL_FAILED)
      throw plane.faultError();
    return plane.vector(0);
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
    if (plane.core.updateWorld(world) === CALL_FAILED) throw this.#rowError();
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
    if (plane.core.refitWorld(world) === CALL_FAILED) throw this.#rowError();
  }

  #rowError(): HyperplaneError {
    const { status, item, message } = plane.readFault();
    if (status !== Status.invalidArgument) return plane.faultError();
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
  raycast(origin: Vec2Like, direction: Vec2Like, options?: QueryOptions): WorldRayHit | null {
    return queries.raycast(worldState(this), origin, direction, options);
  }

  /**
   * All colliders that a ray hits, each at its first hit: nearest first, then by row.
   *
   * @param origin in metres
   * @param direction of any length but zero; distances are in metres
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAll(origin: Vec2Like, direction: Vec2Like, options?: QueryOptions): WorldRayHit[] {
    return queries.raycastAll(worldState(this), origin, direction, options);
  }

  /**
   * The first hits of many rays, in one call. Same answers as `raycast`.
   *
   * @param rays 4 numbers per ray: origin x, y in metres, and direction x, y of any length but zero
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
   * The colliders that intersect a shape, by row. Touching counts.
   *
   * @param options `maxDistance` is ignored
   * @throws HyperplaneError `invalid-argument`; `disposed` for a disposed shape or world; `out-of-memory`
   */
  overlap(shape: Shape, pose: Pose, options?: QueryOptions): Collider[] {
    return queries.overlap(worldState(this), shape, pose, options);
  }

  /**
   * The collider with the least signed distance to a point: the nearest, or the collider that contains it deepest. Equal
   * distances: the lowest row wins.
   *
   * @param point in metres
   * @returns null if no collider is within `maxDistance`
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  closest(point: Vec2Like, options?: QueryOptions): WorldClosestPoint | null {
    return queries.closest(worldState(this), point, options);
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
    plane.core.setBroadPhase(worldState(this).open(), broadPhaseNumber(broadPhase));
  }

  /** Number of pairs that the last `update` tested: overlapping bounds, and at least one collider changed. */
  get candidateCount(): number {
    return worldState(this).word(CANDIDATE_COUNT);
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
   * ignored pairs, options. Excludes `userData`: save that by `Collider.index`.
   *
   * @returns a new array
   * @throws HyperplaneError `out-of-memory`, `disposed`
   */
  snapshot(): Uint8Array {
    const state = worldState(this);
    const length = plane.core.saveWorld(state.open());
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
  static restore(bytes: Uint8Array | ArrayBuffer): World {
    return restoring(bytes, () => new World());
  }

  /**
   * Takes the world back to a snapshot, in place: rows, poses, contacts, events, options and hash are those of the snapshot, and its
   * future has the same bits as that of the world that was saved.
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
