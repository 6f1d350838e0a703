import { poseProblem, shapeProblem } from "../arguments.js";
import { invalid, nameClass, show } from "../errors.js";
import { checkOptions, type OptionNames, readFlag } from "../options.js";
import { CALL_FAILED, RESULTS } from "../records.js";
import { handleOf, heldShape, isShape, type Shape } from "../shapes/shape.js";
import { space } from "../space.js";
import { onePose } from "../stage.js";
import { addToCore, readCollider } from "./base_collider.js";
import { BaseQueriedWorld, type Queries } from "./base_queries.js";
import type { QueryBatches } from "./base_query_batches.js";
import { trackSnapshot } from "./base_restore.js";
import { type BaseWorldOptions, readWorldOptions, type StateOf, stateIn, type WorldParts } from "./base_world.js";
import { COLLIDER_OPTIONS, type Collider, ColliderObject, type ColliderOptions } from "./collider.js";
import { type ContactList, Contacts, type WorldContact } from "./contacts.js";
import { type PairGeometry, placesOf } from "./explain_pair.js";
import { type ImpactList, impactsOf } from "./impacts.js";
import { batches, type QueryTypes, queries } from "./queries.js";
import { readShapes, restored, restoring, rollBack } from "./restore.js";
import { WorldState } from "./state.js";

/** Options of a world. */
export type WorldOptions = BaseWorldOptions;

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

const AXES = [1, -1].flatMap((d) => [
  [d, 0, 0],
  [0, d, 0],
  [0, 0, d],
]);

const geometry: PairGeometry<Collider> = {
  placesOf(...pair) {
    const twins = pair.map(({ shape, position, quaternion, kinds, margin }) => {
      return { shape: heldShape(shape), position, quaternion, kinds, margin };
    });
    return placesOf(new World(), twins, AXES);
  },
};

/** The state of a world, for this folder. @throws HyperplaneError `invalid-argument` */
export const worldState = (world: World): WorldState => stateIn(space, world) as WorldState;

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
    space.begin();
    const core = readWorldOptions(options);
    const state = restored.take() ?? new WorldState(space.core.createWorld(...core));
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
      throw invalid(`add takes an object with shape, position and quaternion, got ${show(options)}`);
    }
    checkOptions(options, COLLIDER_OPTIONS);
    const added = readCollider(options);
    const isStaged = space.stage(onePose, options);
    const world = state.open();
    const row = isStaged ? addToCore(space, world, handleOf(added.shape), added) : CALL_FAILED;
    state.watchMovedRows();
    if (row === CALL_FAILED) {
      throw shapeProblem(added.shape, "options.shape") ?? poseProblem(options, "options") ?? space.faultError();
    }
    return state.place(new ColliderObject(state, row, space.number(RESULTS), added, added.userData)) as Collider<T>;
  }

  /**
   * Rows of x, y, z, w by `Collider.index`: quaternions of any length but zero, in 32 bits: numbers keep 7 digits. Live views like
   * `positions`.
   */
  get quaternions(): Float32Array {
    return worldState(this).quaternions();
  }

  /**
   * The world as bytes for `World.restore` and `rollback`: colliders with shapes and rows, written poses, contacts, events,
   * ignored pairs, options except `measure`. Excludes `userData`: save that by `Collider.index`.
   *
   * Without shapes it takes about 120 bytes a collider, 44 more for one that has moved, and 160 a contact.
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
   * removed but are still named by `ended` or `contacts` count as removed; their shapes may be disposed of. `dispose` disposes of
   * the shapes that were made here, too.
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
}
