import { pointProblem, quaternionProblem, shapeProblem } from "../arguments.js";
import { close, nameClass } from "../errors.js";
import type { Numbers } from "../memory.js";
import type { OptionNames } from "../options.js";
import { CALL_FAILED, DIRECT_FAILED, POSES, POSITIONS, ROTATIONS } from "../records.js";
import { handleOf, type Shape } from "../shapes/shape.js";
import { space } from "../space.js";
import { poseParts } from "../stage.js";
import type { Pose, Quat, QuatLike, Vec3, Vec3Like } from "../types.js";
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
} from "./base_collider.js";
import { copyPose, LiveRow } from "./live_row.js";
import type { WorldState } from "./state.js";

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
  get position(): Vec3;
  set position(position: Vec3Like);
  /** As its row of `world.quaternions` has it, and otherwise like `position`. */
  get quaternion(): Quat;
  set quaternion(quaternion: QuatLike);
  /**
   * Moves it. Queries see it at once, contacts after the next `update`.
   *
   * @param position in metres, each coordinate at most 1e12 in magnitude
   * @param quaternion default: unchanged
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider, `out-of-memory`
   */
  setPose(position: Vec3Like, quaternion?: QuatLike): void;
  /**
   * As `setPose`, without motion: the next `update` finds no impacts on the way.
   *
   * @param position in metres, each coordinate at most 1e12 in magnitude
   * @param quaternion default: unchanged
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider
   */
  teleport(position: Vec3Like, quaternion?: QuatLike): void;
}

export const COLLIDER_OPTIONS: OptionNames<ColliderOptions> = {
  shape: true,
  position: true,
  quaternion: true,
  ...BASE_COLLIDER_OPTIONS,
};

/** The implementation of colliders of space. Not exported by the package. */
export class ColliderObject extends BaseCollider<Shape, WorldState> implements Collider {
  static {
    nameClass(ColliderObject, "Collider");
  }

  #position: LiveRow | undefined;
  #quaternion: LiveRow | undefined;

  constructor(state: WorldState, index: number, generation: number, collider: ColliderState<Shape>, userData: unknown) {
    super(state, index, generation, collider, userData);
    close(this);
  }

  get position(): Vec3 {
    const collider = asCollider<ColliderObject>(this);
    collider.#position ??= new LiveRow(collider, "position", POSITIONS, 3);
    return collider.#position;
  }
  set position(position: Vec3Like) {
    asCollider<ColliderObject>(this).setPose(position);
  }

  get quaternion(): Quat {
    const collider = asCollider<ColliderObject>(this);
    collider.#quaternion ??= new LiveRow(collider, "quaternion", ROTATIONS, 4);
    return collider.#quaternion;
  }
  set quaternion(quaternion: QuatLike) {
    const collider = asCollider<ColliderObject>(this);
    openCollider(collider);
    if (quaternion === undefined) throw quaternionProblem(quaternion, "quaternion");
    collider.setPose(collider.position, quaternion);
  }

  [copyPose](into: Numbers, at: number): true {
    const collider = asCollider<ColliderObject>(this);
    openCollider(collider);
    const row = collider.index;
    const state = stateOf(collider) as WorldState;
    const from = state.word(POSITIONS) / 8 + 3 * row;
    for (let i = 0; i < 3; i++) into[at + i] = space.allDoubles[from + i] as number;
    state.copyQuaternion(row, into, at + 3);
    return true;
  }

  [giveShape](shape: Shape): void {
    const world = openCollider(asCollider(this));
    const failed = space.core.setColliderShape(world, this.index, handleOf(shape)) === CALL_FAILED;
    if (failed) throw shapeProblem(shape, "shape") ?? space.faultError();
  }

  setPose(position: Vec3Like, quaternion?: QuatLike): void {
    asCollider<ColliderObject>(this).#place(position, quaternion, (world, row) =>
      space.direct.setColliderPose(world, row),
    );
  }

  teleport(position: Vec3Like, quaternion?: QuatLike): void {
    asCollider<ColliderObject>(this).#place(position, quaternion, (world, row) =>
      space.direct.teleportCollider(world, row),
    );
  }

  #place(position: Vec3Like, quaternion: QuatLike | undefined, call: (world: number, row: number) => number): void {
    openCollider(this);
    const isStaged = space.stage(poseParts, position, quaternion);
    // After staging, which may run a getter that rotates or removes the collider.
    const world = openCollider(this);
    const row = this.index;
    if (quaternion === undefined) (stateOf(this) as WorldState).copyQuaternion(row, space.doubles, POSES + 3);
    if (isStaged && call(world, row) !== DIRECT_FAILED) return;
    throw (
      pointProblem(position, "position") ??
      (quaternion === undefined ? null : quaternionProblem(quaternion, "quaternion")) ??
      space.faultError()
    );
  }
}
