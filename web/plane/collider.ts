import { close, invalid, nameClass, show } from "../src/errors.js";
import type { OptionNames } from "../src/options.js";
import { CALL_FAILED } from "../src/records.js";
import {
  asCollider,
  BaseCollider,
  type ColliderState,
  cannotBeSet,
  giveShape,
  openCollider,
  stateOf,
} from "../src/world/base_collider.js";
import { pointProblem, poseProblem } from "./arguments.js";
import { POSES, plane } from "./plane_module.js";
import type { Shape } from "./shape.js";
import { poseParts } from "./stage.js";
import type { Pose, Vec2Like } from "./types.js";
import type { PlaneState } from "./world_state.js";

/** Options of a collider, with its pose. */
export interface ColliderOptions extends Pose {
  /** Held by the collider, so it may be disposed of afterwards. */
  readonly shape: Shape;
  /** Never tested against other static colliders. Default: false. */
  readonly static?: boolean;
  /** Reported in `began`, `ended` and `touching`, without contacts. Queries pass through it by default. Default: false. */
  readonly sensor?: boolean;
  /** Swept by each `update` from its pose at the previous one: see `World.impacts`. Default: false. */
  readonly continuous?: boolean;
  /** Its layers, a 32-bit set. Default: 1. */
  readonly layer?: number;
  /**
   * The layers that it collides with, a 32-bit set: a pair is tested if a.layer & b.mask and b.layer & a.mask are both
   * non-zero. Default: all.
   */
  readonly mask?: number;
  /** For the caller's use. */
  readonly userData?: unknown;
}

/** A shape at a pose in a world, made by `world.add`. */
export interface Collider {
  /** Row in the world's arrays, from 0. Fixed while the collider lives; reused later. */
  readonly index: number;
  /** As it was added. */
  readonly shape: Shape;
  /** Never tested against other static colliders. */
  readonly static: boolean;
  /** Reported in `began`, `ended` and `touching`, without contacts. */
  readonly sensor: boolean;
  /** Swept by each `update`: see `World.impacts`. */
  readonly continuous: boolean;
  /** True after its removal, or after its world was disposed of. */
  readonly removed: boolean;
  /** For the caller's own use. */
  userData: unknown;
  /** Its layers, 0 to 2^32 - 1. Setting it is like `setFilter`. */
  layer: number;
  /** The layers that it collides with, 0 to 2^32 - 1. Setting it is like `setFilter`. */
  mask: number;
  /** Removes it from its world, like `world.remove`. */
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
   * @param layer a 32-bit set, also as a negative number
   * @param mask a 32-bit set, also as a negative number
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider
   */
  setFilter(layer: number, mask: number): void;
}

export const COLLIDER_OPTIONS: OptionNames<ColliderOptions> = {
  shape: true,
  position: true,
  angle: true,
  static: true,
  sensor: true,
  continuous: true,
  layer: true,
  mask: true,
  userData: true,
};

/** The implementation of colliders of the plane. Not exported by the package. */
export class ColliderObject extends BaseCollider<Shape, PlaneState> implements Collider {
  static {
    nameClass(ColliderObject, "Collider");
  }

  constructor(state: PlaneState, index: number, generation: number, collider: ColliderState<Shape>, userData: unknown) {
    super(state, index, generation, collider, userData);
    close(this);
  }

  [giveShape](): void {
    throw cannotBeSet("shape");
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
    if (angle !== undefined && typeof angle !== "number") throw invalid(`angle must be a number, got ${show(angle)}`);
    throw pointProblem(position, "position") ?? angleProblem(angle) ?? plane.faultError();
  }
}

function angleProblem(angle: number | undefined) {
  const problem = angle === undefined ? null : poseProblem({ angle }, "");
  return problem === null ? null : invalid(problem.message.slice(1));
}
