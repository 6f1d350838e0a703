import { invalid, nameClass, show } from "../src/errors.js";
import { checkOptions, type OptionNames, readFlag } from "../src/options.js";
import { CALL_FAILED } from "../src/records.js";
import { addToCore, readCollider } from "../src/world/base_collider.js";
import { BaseQueriedWorld, type Queries } from "../src/world/base_queries.js";
import type { QueryBatches } from "../src/world/base_query_batches.js";
import { trackSnapshot } from "../src/world/base_restore.js";
import {
  type BaseWorldOptions,
  readWorldOptions,
  type StateOf,
  stateIn,
  type WorldParts,
} from "../src/world/base_world.js";
import { type PairGeometry, placesOf } from "../src/world/explain_pair.js";
import { poseProblem, shapeProblem } from "./arguments.js";
import { COLLIDER_OPTIONS, type Collider, ColliderObject, type ColliderOptions } from "./collider.js";
import { type ContactList, Contacts, type WorldContact } from "./contacts.js";
import { type ImpactList, impactsOf } from "./impacts.js";
import { plane } from "./plane_module.js";
import { restored, restoring, rollBack } from "./restore.js";
import { handleOf, heldShape, isShape } from "./shape.js";
import { onePose } from "./stage.js";
import { batches, type QueryTypes, queries } from "./world_queries.js";
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
  placesOf(...pair) {
    const twins = pair.map(({ shape, position, angle, kinds, margin }) => {
      return { shape: heldShape(shape), position, angle, kinds, margin };
    });
    return placesOf(new World(), twins, AXES);
  },
};

/** The state of a world, for this folder. @throws HyperplaneError `invalid-argument` */
export const worldState = (world: World): PlaneState => stateIn(plane, world) as PlaneState;

interface WorldTypes<T> extends QueryTypes<T> {
  readonly contact: WorldContact<T>;
  readonly contactList: ContactList<T>;
  readonly impactList: ImpactList<T>;
  readonly options: ColliderOptions<T>;
}

/**
 * A set of colliders. A game adds them once, moves them each frame by writing typed arrays, and reads which touch. Finds
 * contacts and answers queries; moves nothing by itself: no time step, no gravity.
 *
 * Lives in the core's memory until it is garbage-collected or disposed of.
 */
export class World<T = unknown> extends BaseQueriedWorld<WorldTypes<T>> {
  static {
    nameClass(World, "World");
  }

  /** @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised` */
  constructor(options: WorldOptions = {}) {
    plane.begin();
    const core = readWorldOptions(options);
    const state = restored.take() ?? new PlaneState(plane.core.createWorld(...core));
    // What is in a world has its T.
    const parts = { contacts: new Contacts(state), impacts: impactsOf(state), geometry };
    super(
      state as unknown as StateOf<Collider<T>>,
      parts as unknown as WorldParts<Collider<T>, ContactList<T>, ImpactList<T>>,
      queries as unknown as Queries<WorldTypes<T>>,
      batches as unknown as QueryBatches<WorldTypes<T>>,
    );
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
   * removed but are still named by `ended` or `contacts` count as removed; their shapes count as disposed of. `dispose` disposes of
   * the shapes that were made here, too.
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
