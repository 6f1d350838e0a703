import { close, invalid, nameClass, show } from "../src/errors.js";
import type { OptionNames } from "../src/options.js";
import { CALL_FAILED, POSITIONS } from "../src/records.js";
import {
  asCollider,
  BASE_COLLIDER_OPTIONS,
  BaseCollider,
  type BaseColliderOptions,
  type ColliderMembers,
  type ColliderState,
  giveShape,
  openCollider,
  stateOf,
} from "../src/world/base_collider.js";
import { LiveRow } from "../src/world/live_row.js";
import { pointProblem, poseProblem, shapeProblem } from "./arguments.js";
import { POSES, plane } from "./plane_module.js";
import { handleOf, type Shape } from "./shape.js";
import { poseParts } from "./stage.js";
import type { Pose, Vec2, Vec2Like } from "./types.js";
import type { PlaneState } from "./world_state.js";

/** Options of a collider, with its pose. */
export interface ColliderOptions<T = unknown> extends BaseColliderOptions<Shape, T>, Pose {}

/**
 * A shape at a pose in a world, made by `world.add`. It is a pose itself: `overlap(collider.shape, collider)`.
 *
 * Queries see everything that is set at once, contacts, events and impacts see it with the next `update`. Setting throws
 * `invalid-argument` for a wrong value and `disposed` for a removed collider, and changes nothing then.
 */
export interface Collider<T = unknown> extends ColliderMembers<Shape, T, Collider<T>> {
  /**
   * In metres, as its row of `world.positions` has it: one object, which always shows the present numbers. Setting it is like
   * `setPose`; setting one coordinate is like writing to the row, which queries see after `update` or `refit`.
   */
  get position(): Vec2;
  set position(position: Vec2Like);
  /** In radians, as its row of `world.angles` has it. Setting it is like `setPose`. */
  angle: number;
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
}

export const COLLIDER_OPTIONS: OptionNames<ColliderOptions> = {
  shape: true,
  position: true,
  angle: true,
  ...BASE_COLLIDER_OPTIONS,
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
