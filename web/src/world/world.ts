import { poseProblem, shapeProblem } from "../arguments.js";
import { failure, type HyperplaneError, invalid, isObject, nameClass, show } from "../errors.js";
import { checkOptions, type OptionNames, readBits, readCount, readFlag } from "../options.js";
import {
  BEGAN,
  BEGAN_COUNT,
  BROAD_PHASE,
  broadPhases,
  CALL_FAILED,
  CANDIDATE_COUNT,
  ENDED,
  ENDED_COUNT,
  RowFlag,
  SIZE,
  Status,
  TOUCHING,
  TOUCHING_COUNT,
} from "../records.js";
import { disposeSymbol, fix, handleOf, type Shape } from "../shapes/shape.js";
import { space } from "../space.js";
import { onePose } from "../stage.js";
import type { Pose, Sweep, Vec3Like } from "../types.js";
import { type BroadPhaseExplanation, type BroadPhaseName, bounds, explainBroadPhase } from "./broad_phase.js";
import {
  COLLIDER_OPTIONS,
  type Collider,
  ColliderObject,
  type ColliderOptions,
  markRemoved,
  rowOf,
} from "./collider.js";
import { type ContactList, Contacts } from "./contacts.js";
import { type PairList, Pairs } from "./events.js";
import { type ImpactList, Impacts } from "./impacts.js";
import type { QueryOptions, RayBatchHits, WorldClosestPoint, WorldImpact, WorldRayHit } from "./queries.js";
import * as queries from "./queries.js";
import { restoring, takeRestored } from "./restore.js";
import { WorldState } from "./state.js";

/** How to make a world. */
export interface WorldOptions {
  /**
   * How pairs whose bounds overlap are found: by sorting and sweeping in cells, which is best where all moves, or over
   * trees, which is best where little does. The answers are the same. Left out, or "automatic": as an update finds it.
   * "brute-force" tests all pairs, and is there to be compared with.
   */
  readonly broadPhase?: BroadPhaseName;
  /** Colliders to make room for at the start. */
  readonly capacity?: number;
  /**
   * Pairs with overlapping bounds that an update may have to look at; beyond it is `out-of-memory`. What lies in one
   * spot costs time, but no more memory than this. Left out: 8,388,608.
   */
  readonly maxCandidates?: number;
  /** Contacts that an update may have; beyond it is `out-of-memory`. Left out: 1,048,576. */
  readonly maxContacts?: number;
  /** Whether to measure how long the stages of an update take, which costs a little: `timings`. Left out: false. */
  readonly measure?: boolean;
}

/** How long the stages of an update took, in milliseconds. */
export interface UpdateTimings {
  /** Looking for rows that have changed, checking them, their bounds. */
  readonly bounds: number;
  /** Finding pairs with overlapping bounds. */
  readonly broadPhase: number;
  /** Finding out which of them touch, and their contacts. */
  readonly narrowPhase: number;
  /** What began and ended. */
  readonly events: number;
}

const WORLD_OPTIONS: OptionNames<WorldOptions> = {
  broadPhase: true,
  capacity: true,
  maxCandidates: true,
  maxContacts: true,
  measure: true,
};
const RESTORE_OPTIONS: OptionNames<Pick<WorldOptions, "measure">> = { measure: true };

const MAX_COLLIDERS = 2 ** 24;
const MAX_CANDIDATES = 2 ** 23;
const MAX_CONTACTS = 2 ** 20;

/** What is behind a world; for the functions of this folder. @throws HyperplaneError `invalid-argument` */
export let worldState: (world: World) => WorldState;

/**
 * Colliders that a game fills once, moves every frame by writing typed arrays, and asks what touches. It finds contacts
 * and answers queries, and does nothing to anything: no step, no gravity.
 *
 * It lives in the core's memory: one that is forgotten is freed when it is collected, and `dispose` frees it at once.
 */
export class World {
  static {
    nameClass(World, "World");
    worldState = (world) => {
      if (isObject(world) && #state in world) return world.#state;
      throw invalid(`world must be a World, got ${show(world)}`);
    };
  }

  /** The contacts of the last `update`. */
  readonly contacts: ContactList;
  /** Pairs that touch since the last `update`, sensors included. */
  readonly began: PairList;
  /** Pairs that do not touch any more since the last `update`; those of removed colliders are among them. */
  readonly ended: PairList;
  /** All pairs that touch, sensors included. */
  readonly touching: PairList;

  /**
   * What continuous colliders touched first, between where all stood at the `update` before and where they stand, each
   * moving at constant linear and angular velocity, whether or not something stopped it. In order of time; one for each
   * continuous collider that touches something. Sensors have none, nor pairs that are not tested. A pair that touched at
   * the start is in it, at time 0, only if it gets deeper: a crate that slides along a floor hits the wall at its end.
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
      takeRestored() ??
      new WorldState(
        space.core.createWorld(
          broadPhaseNumber(broadPhase),
          readCount(capacity, "options.capacity", 0, MAX_COLLIDERS),
          readCount(maxCandidates, "options.maxCandidates", 1, 2 ** 28),
          readCount(maxContacts, "options.maxContacts", 1, 2 ** 24),
          readFlag(measure, "options.measure") ? 1 : 0,
        ),
      );
    this.contacts = new Contacts(this.#state);
    this.began = new Pairs(this.#state, BEGAN_COUNT, BEGAN);
    this.ended = new Pairs(this.#state, ENDED_COUNT, ENDED);
    this.touching = new Pairs(this.#state, TOUCHING_COUNT, TOUCHING);
    this.impacts = new Impacts(this.#state);
    fix(this, "contacts", "began", "ended", "touching", "impacts");
  }

  /**
   * Adds a collider. Queries see it at once, contacts with the next `update`.
   *
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  add(options: ColliderOptions): Collider {
    const state = worldState(this);
    state.open();
    if (typeof options !== "object" || options === null) {
      throw invalid(`add takes an object with shape, position and quaternion, got ${show(options)}`);
    }
    checkOptions(options, COLLIDER_OPTIONS);
    // All is read once, and before anything is added: a getter may throw, or say something else the next time.
    const { shape, static: isStatic = false, sensor = false, continuous = false } = options;
    const { layer = 1, mask = 0xffffffff, userData } = options;
    const flags =
      (readFlag(isStatic, "options.static") ? RowFlag.static : 0) |
      (readFlag(sensor, "options.sensor") ? RowFlag.sensor : 0) |
      (readFlag(continuous, "options.continuous") ? RowFlag.continuous : 0);
    const layerBits = readBits(layer, "options.layer");
    const maskBits = readBits(mask, "options.mask");
    const isStaged = space.stage(onePose, options);
    const world = state.open();
    const row = isStaged ? space.core.addCollider(world, handleOf(shape), flags, layerBits, maskBits) : CALL_FAILED;
    state.watchMovedRows();
    if (row === CALL_FAILED) {
      throw shapeProblem(shape, "options.shape") ?? poseProblem(options, "options") ?? space.faultError();
    }
    const description = { shape, static: isStatic, sensor, continuous, userData };
    const collider = new ColliderObject(state, row, description, layerBits, maskBits);
    state.colliders[row] = collider;
    return collider;
  }

  /**
   * Removes a collider; its pairs end with the next `update`. Its row is used again once no list of an update names it.
   *
   * @throws HyperplaneError `invalid-argument` for one of another world, `disposed` for one that was removed
   */
  remove(collider: Collider): void {
    const world = worldState(this).open();
    const row = rowOf(collider, worldState(this), "collider");
    if (space.core.removeCollider(world, row) === CALL_FAILED) throw space.faultError();
    markRemoved(collider);
  }

  /** How many colliders there are. */
  get size(): number {
    worldState(this).open();
    return worldState(this).word(SIZE);
  }

  /**
   * The collider in a row, or null.
   *
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  at(row: number): Collider | null {
    const state = worldState(this);
    state.open();
    const collider = state.colliders[readCount(row, "row", 0, MAX_COLLIDERS - 1)];
    return collider === undefined || collider.removed ? null : collider;
  }

  /**
   * Rows of x, y, z by `Collider.index`, in metres. Live views: write poses here in bulk, then call `update`.
   *
   * Read it anew each frame. Adding colliders may move the rows: the next `update` or `refit` then throws for a write through
   * the earlier view. Growing memory detaches the view: it has length 0, and element writes are ignored.
   */
  get positions(): Float64Array {
    worldState(this).open();
    return worldState(this).positions();
  }

  /** Rows of x, y, z, w by `Collider.index`, of any length but zero. A live view like `positions`. */
  get quaternions(): Float32Array {
    worldState(this).open();
    return worldState(this).quaternions();
  }

  /**
   * Whether a pair of colliders is left out: no contacts, no events.
   *
   * @param ignored false: test them again
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  ignore(a: Collider, b: Collider, ignored = true): void {
    const world = worldState(this).open();
    const rowA = rowOf(a, worldState(this), "a");
    const rowB = rowOf(b, worldState(this), "b");
    if (rowA === rowB) throw invalid("a and b must be two colliders, got the same one twice");
    if (space.core.setIgnored(world, rowA, rowB, readFlag(ignored, "ignored") ? 1 : 0) === CALL_FAILED)
      throw space.faultError();
  }

  /**
   * Finds every touching pair at the poses as they now stand, and what began and ended.
   *
   * @throws HyperplaneError `invalid-argument` for a row that is not a pose: then nothing has changed; `out-of-memory`
   * when a cap of the options is reached: then contacts and events are those of the update before
   */
  update(): void {
    const state = worldState(this);
    const world = state.open();
    state.checkWrites();
    if (space.core.updateWorld(world) === CALL_FAILED) throw this.#rowError();
    state.updates++;
  }

  /**
   * Takes over the rows as they stand, for queries, without looking for contacts.
   *
   * @throws HyperplaneError `invalid-argument` for a row that is not a pose: then nothing has changed
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
   * The first collider that a ray hits. One that starts inside a collider hits it at distance 0.
   *
   * @param direction need not be unit length; distances are in metres whatever it is
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  raycast(origin: Vec3Like, direction: Vec3Like, options?: QueryOptions): WorldRayHit | null {
    return queries.raycast(worldState(this), origin, direction, options);
  }

  /** All colliders that a ray hits, each where it enters, nearest first. */
  raycastAll(origin: Vec3Like, direction: Vec3Like, options?: QueryOptions): WorldRayHit[] {
    return queries.raycastAll(worldState(this), origin, direction, options);
  }

  /**
   * The first hits of many rays, in one call.
   *
   * @param rays origin x, y, z and direction x, y, z: 6 numbers a ray
   */
  raycastBatch(rays: Float64Array, options?: QueryOptions): RayBatchHits {
    return queries.raycastBatch(worldState(this), rays, options);
  }

  /**
   * The first collider that a moving shape touches, all colliders standing still where they are. One that it overlaps at
   * the start it touches at time 0; one that it only touches there, and moves away from, it does not touch. Of equal
   * times the lowest row's.
   *
   * @param sweep may turn as well as move
   * @param options `maxDistance` is in metres along the way of the shape's origin, and limits nothing where that stays
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  castShape(shape: Shape, sweep: Sweep, options?: QueryOptions): WorldImpact | null {
    return queries.castShape(worldState(this), shape, sweep, options);
  }

  /** The colliders that intersect a shape, by row. Touching counts. `maxDistance` is of no use here. */
  overlap(shape: Shape, pose: Pose, options?: QueryOptions): Collider[] {
    return queries.overlap(worldState(this), shape, pose, options);
  }

  /** The collider whose surface is closest to a point by signed distance, or null where none is within reach. */
  closest(point: Vec3Like, options?: QueryOptions): WorldClosestPoint | null {
    return queries.closest(worldState(this), point, options);
  }

  /** Which broad phase the last `update` used. */
  get broadPhase(): BroadPhaseName {
    worldState(this).open();
    return broadPhases[worldState(this).word(BROAD_PHASE)] as BroadPhaseName;
  }
  /** Takes effect with the next `update`. */
  set broadPhase(broadPhase: BroadPhaseName) {
    space.core.setBroadPhase(worldState(this).open(), broadPhaseNumber(broadPhase));
  }

  /** How many pairs with overlapping bounds the last `update` looked at: only those of which a collider had changed. */
  get candidateCount(): number {
    worldState(this).open();
    return worldState(this).word(CANDIDATE_COUNT);
  }

  /** How long the stages of the last `update` took; zeros unless the world was made with `measure`. A new object. */
  get timings(): UpdateTimings {
    worldState(this).open();
    const [bounds, broadPhase, narrowPhase, events] = [0, 1, 2, 3].map((i) => worldState(this).timing(i)) as [
      number,
      number,
      number,
      number,
    ];
    return { bounds, broadPhase, narrowPhase, events };
  }

  /**
   * The bounds that the broad phase works on, at the poses that were taken over last: a little larger than need be, never
   * smaller. For debug views.
   *
   * @param out where to write them, at least twice as long as `positions`; left out, a new array
   * @returns rows of x, y, z of the lower corner and of the upper corner by `Collider.index`; NaN in rows without a collider
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  bounds(out?: Float64Array): Float64Array {
    return bounds(worldState(this), out);
  }

  /**
   * What the broad phase of the last `update` went by, for teaching and debugging.
   *
   * @param maxDepth nodes of trees that lie deeper are left out; the root's depth is 0
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  explainBroadPhase(maxDepth?: number): BroadPhaseExplanation {
    return explainBroadPhase(worldState(this), maxDepth);
  }

  /** A hash of state and contacts as 16 hexadecimal digits: equal on every platform for the same history. */
  hash(): string {
    if (space.core.hashWorld(worldState(this).open()) === CALL_FAILED) throw space.faultError();
    return Array.from(space.takeNumbers(), (word) => word.toString(16).padStart(8, "0")).join("");
  }

  /**
   * The world as bytes, for `World.restore`: colliders with their shapes and rows, poses that are written but not yet
   * taken over, contacts, events, ignored pairs, the options. `userData` is not in it: save that by `Collider.index`.
   *
   * @throws HyperplaneError `out-of-memory`, `disposed`
   */
  snapshot(): Uint8Array {
    if (space.core.saveWorld(worldState(this).open()) === CALL_FAILED) throw space.faultError();
    return space.takeBytes();
  }

  /**
   * The world that a snapshot was taken of, as a new one beside it: with the same hash, the same rows, the same contacts
   * and events, and everything that comes after has the same bits, on whatever platform.
   *
   * Its colliders are new objects, at the same rows: `world.at(row)` or `world.colliders` finds them. Colliders that
   * shared a shape share one again. Colliders that were removed, but are still named by `ended` or `contacts`, count as
   * removed, and their shapes may be disposed of.
   *
   * @param bytes of this version of the package; they are not kept
   * @param options `measure` as in the constructor: it is not part of a snapshot
   * @throws HyperplaneError `invalid-argument` for bytes that are no snapshot, of another version, or damaged;
   * `out-of-memory`, `not-initialised`
   */
  static restore(bytes: Uint8Array | ArrayBuffer, options: { readonly measure?: boolean } = {}): World {
    checkOptions(options, RESTORE_OPTIONS);
    const { measure = false } = options;
    return restoring(bytes, readFlag(measure, "options.measure"), () => new World());
  }

  /** The colliders by row; those that are added or removed during a loop are seen or not as their row comes. */
  get colliders(): Iterable<Collider> {
    worldState(this).open();
    return liveColliders(worldState(this).colliders);
  }

  /** Frees the world; to call it again does nothing. Its colliders count as removed, and everything else throws. */
  dispose(): void {
    worldState(this).close();
  }

  /** As `dispose`, for `using`. */
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
