import { close, invalid, nameClass, show } from "../src/errors.js";
import type { OptionNames } from "../src/options.js";
import { CALL_FAILED, POSITIONS } from "../src/records.js";
import {
  asCollider,
  BaseCollider,
  type ColliderState,
  giveShape,
  openCollider,
  stateOf,
} from "../src/world/base_collider.js";
import type { EventName } from "../src/world/listeners.js";
import { LiveRow } from "../src/world/live_row.js";
import { pointProblem, poseProblem, shapeProblem } from "./arguments.js";
import { POSES, plane } from "./plane_module.js";
import { handleOf, type Shape } from "./shape.js";
import { poseParts } from "./stage.js";
import type { Pose, Vec2, Vec2Like } from "./types.js";
import type { PlaneState } from "./world_state.js";

/** Options of a collider, with its pose. */
export interface ColliderOptions<T = unknown> extends Pose {
  /** Held by the collider, so it may be disposed of afterwards. */
  readonly shape: Shape;
  /** Never tested against other static colliders. Default: false. */
  readonly static?: boolean;
  /** Reported in `began`, `ended` and `touching`, without contacts. Queries pass through it by default. Default: false. */
  readonly sensor?: boolean;
  /** Swept by each `update` from its pose at the previous one: see `World.impacts` and `World.began`. Default: false. */
  readonly continuous?: boolean;
  /** In contacts, events, impacts and answers. Default: true. */
  readonly enabled?: boolean;
  /** Its layers, a 32-bit set with at least one bit. Default: 1. */
  readonly layer?: number;
  /**
   * The layers that it collides with, a 32-bit set: a pair is tested if a.layer & b.mask and b.layer & a.mask are both
   * non-zero. Default: all.
   */
  readonly mask?: number;
  /** For the caller's use. */
  readonly userData?: T;
}

/**
 * A shape at a pose in a world, made by `world.add`. It is a pose itself: `overlap(collider.shape, collider)`.
 *
 * Queries see everything that is set at once, contacts, events and impacts see it with the next `update`. Setting throws
 * `invalid-argument` for a wrong value and `disposed` for a removed collider, and changes nothing then.
 */
export interface Collider<T = unknown> {
  /** Row in the world's arrays, from 0. Fixed while the collider lives; reused later. */
  readonly index: number;
  /** Held by the collider, so it may be disposed of. */
  shape: Shape;
  /**
   * In metres, as its row of `world.positions` has it: one object, which always shows the present numbers. Setting it is like
   * `setPose`; setting one coordinate is like writing to the row, which queries see after `update` or `refit`.
   */
  get position(): Vec2;
  set position(position: Vec2Like);
  /** In radians, as its row of `world.angles` has it. Setting it is like `setPose`. */
  angle: number;
  /** Never tested against other static colliders. */
  static: boolean;
  /** Reported in `began`, `ended` and `touching`, without contacts. */
  sensor: boolean;
  /** Swept by each `update`: see `World.impacts`. */
  continuous: boolean;
  /**
   * Whether it is in contacts, events, impacts and answers. False: as if it were not there, but it keeps its row, and can be
   * moved; its pairs end with the next `update`. Enabling takes the pose in its row, without motion.
   */
  enabled: boolean;
  /** True after its removal, or after its world was disposed of. */
  readonly removed: boolean;
  /** For the caller's own use: what was given to `add`, or undefined. */
  userData: T;
  /** Its layers, 1 to 2^32 - 1. Setting it is like `setFilter`. */
  layer: number;
  /** The layers that it collides with, 0 to 2^32 - 1. Setting it is like `setFilter`. */
  mask: number;
  /** Removes it from its world, like `world.remove`. A second call does nothing. */
  remove(): void;
  /**
   * Moves it. Queries see it at once, contacts after the next `update`.
   *
   * @param position in metres, each coordinate at most 1e12 in magnitude
   * @param angle in radians, at most 1e6 in magnitude. Default: unchanged
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider, `out-of-memory`
   */
  setPose(position: Vec2Like, angle?: number): void;
  /**
   * As `setPose`, without motion: the next `update` finds no impacts on the way.
   *
   * @param position in metres, each coordinate at most 1e12 in magnitude
   * @param angle in radians. Default: unchanged
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider
   */
  teleport(position: Vec2Like, angle?: number): void;
  /**
   * Sets layer and mask together. Queries see them at once; pairs that are no longer tested end with the next `update`.
   *
   * @param layer a 32-bit set, also as a negative number; not 0
   * @param mask a 32-bit set, also as a negative number
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider
   */
  setFilter(layer: number, mask: number): void;
  /**
   * Calls a function at the end of each `update` in which this collider begins to touch another, or ceases to; as `World.on`. Not
   * while it is removed.
   *
   * @param listener is given the other collider
   * @returns a function that ends it
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider
   */
  on(event: EventName, listener: (other: Collider<T>) => void): () => void;
}

export const COLLIDER_OPTIONS: OptionNames<ColliderOptions> = {
  shape: true,
  position: true,
  angle: true,
  static: true,
  sensor: true,
  continuous: true,
  enabled: true,
  layer: true,
  mask: true,
  userData: true,
};

/** The implementation of colliders of the plane. Not exported by the package. */
export class ColliderObject extends BaseCollider<Shape, PlaneState> implements Collider {
  static {
    nameClass(ColliderObject, "Collider");
  }

  #position: LiveRow | undefined;

  constructor(state: PlaneState, index: number, generation: number, collider: ColliderState<Shape>, userData: unknown) {
    super(state, index, generation, collider, userData);
    close(this);
  }

  get position(): Vec2 {
    const collider = asCollider<ColliderObject>(this);
    collider.#position ??= new LiveRow(collider, "position", POSITIONS, 2);
    return collider.#position;
  }
  set position(position: Vec2Like) {
    asCollider<ColliderObject>(this).setPose(position);
  }

  get angle(): number {
    const collider = asCollider<ColliderObject>(this);
    openCollider(collider);
    return (stateOf(collider) as PlaneState).angleAt(collider.index);
  }
  set angle(angle: number) {
    const collider = asCollider<ColliderObject>(this);
    openCollider(collider);
    if (typeof angle !== "number") throw angleTypeError(angle);
    collider.setPose(collider.position, angle);
  }

  [giveShape](shape: Shape): void {
    const world = openCollider(asCollider(this));
    const failed = plane.core.setColliderShape(world, this.index, handleOf(shape)) === CALL_FAILED;
    if (failed) throw shapeProblem(shape, "shape") ?? plane.faultError();
  }

  setPose(position: Vec2Like, angle?: number): void {
    asCollider<ColliderObject>(this).#place(position, angle, (world, row) => plane.core.setColliderPose(world, row));
  }

  teleport(position: Vec2Like, angle?: number): void {
    asCollider<ColliderObject>(this).#place(position, angle, (world, row) => plane.core.teleportCollider(world, row));
  }

  #place(position: Vec2Like, angle: number | undefined, call: (world: number, row: number) => number): void {
    openCollider(this);
    const isStaged = plane.stage(poseParts, position, angle);
    // After staging, which may run a getter that turns or removes the collider.
    const world = openCollider(this);
    const row = this.index;
    if (angle === undefined) plane.doubles[POSES + 2] = (stateOf(this) as PlaneState).angleAt(row);
    if (isStaged && call(world, row) !== CALL_FAILED) return;
    if (angle !== undefined && typeof angle !== "number") throw angleTypeError(angle);
    throw pointProblem(position, "position") ?? angleProblem(angle) ?? plane.faultError();
  }
}

const angleTypeError = (angle: unknown) => invalid(`angle must be a number, got ${show(angle)}`);

function angleProblem(angle: number | undefined) {
  const problem = angle === undefined ? null : poseProblem({ angle }, "");
  return problem === null ? null : invalid(problem.message.slice(1));
}
