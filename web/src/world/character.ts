import { directionProblem, pointProblem, quaternionProblem, shapeProblem } from "../arguments.js";
import { nameClass } from "../errors.js";
import { product } from "../math.js";
import { vectorAt } from "../memory.js";
import { readPose, readQuat, readVec3 } from "../pose.js";
import { support } from "../query.js";
import { handleOf, type Shape } from "../shapes/shape.js";
import { space } from "../space.js";
import type { Pose, Quat, QuatLike, Vec3, Vec3Like } from "../types.js";
import { BaseCharacter, type BaseCharacterOptions, type CharacterForm } from "./base_character.js";
import type { Collider } from "./collider.js";
import { queries } from "./queries.js";
import type { WorldState } from "./state.js";
import { type World, worldState } from "./world.js";

/** Options of a character. */
export interface CharacterOptions<T = unknown> extends BaseCharacterOptions<Collider<T>, Shape, Vec3Like> {
  /** Rotation of the body. Default: the shortest that turns its +Y axis up. */
  readonly quaternion?: QuatLike;
}

const poseOf = (numbers: Float64Array): Pose => ({
  position: numbers.subarray(0, 3),
  quaternion: numbers.subarray(3, 7),
});

type Triple = readonly [number, number, number];

/** The quaternion of the shortest rotation between two unit vectors. */
function shortestTurn([a, b, c]: Triple, [d, e, f]: Triple): Quat {
  const cosine = a * d + b * e + c * f;
  // Half a turn is about any axis across: across the vector and that axis of the frame which is farthest from it.
  const isBack = cosine < -1 + 1e-12;
  const [x, y, z] = Math.abs(a) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const turn = isBack
    ? [b * z - c * y, c * x - a * z, a * y - b * x, 0]
    : [b * f - c * e, c * d - a * f, a * e - b * d, 1 + cosine];
  const length = Math.sqrt(turn.reduce((sum, number) => sum + number * number, 0));
  const [i = 0, j = 0, k = 0, w = 0] = turn.map((number) => number / length);
  return { x: i, y: j, z: k, w };
}

const form: CharacterForm<Collider, Shape, Vec3, Vec3Like> = {
  module: space,
  dimension: 3,
  turnSize: 4,
  turnName: "quaternion",
  standardUp: [0, 1, 0],
  readVector: readVec3,
  readTurn(turn, into, at) {
    const problem = quaternionProblem(turn, "options.quaternion");
    if (problem !== null || !readQuat(turn as QuatLike, into, at)) throw problem;
  },
  turn(numbers, at, from, to) {
    const [x = 0, y = 0, z = 0, w = 0] = numbers.subarray(at, at + 4);
    const turned = product(shortestTurn(from as Triple, to as Triple), { x, y, z, w });
    numbers.set([turned.x, turned.y, turned.z, turned.w], at);
  },
  vectorAt,
  handleOf,
  shapeProblem,
  pointProblem,
  directionProblem,
  reach(shape, numbers, [x = 0, y = 0, z = 0]) {
    const point = support(shape, { quaternion: numbers.subarray(3, 7) }, [x, y, z]);
    return point.x * x + point.y * y + point.z * z;
  },
  overlap: (state, shape, numbers, options) => queries.overlap(state as WorldState, shape, poseOf(numbers), options),
  readPose,
  place: (collider, how, numbers) => collider[how](numbers, numbers.subarray(3, 7)),
};

/**
 * A walker with state, on `moveAndSlide`: gravity, jumps, moving and turning platforms, crouching. Walls, doors and rams that are
 * colliders push it. It changes nothing in the world but the pose of its own `collider`.
 *
 * It walks at its speed up and down slopes and stairs, climbs steps up to `stepHeight`, follows the ground, and slides down what is
 * steeper than `maxSlope`. Ground that moves carries it in every frame, up and down; when it jumps or leaves it, it keeps that
 * velocity. It passes through nothing static. `hits` says what it met, and how fast: to push crates, to hurt, to make sounds.
 */
export class Character<T = unknown> extends BaseCharacter<Collider<T>, Shape, Vec3, Vec3Like> {
  static {
    nameClass(Character, "Character");
  }

  /** @throws HyperplaneError `invalid-argument`, `not-initialised`; `disposed` for the world, the shape or a collider */
  constructor(world: World<T>, options: CharacterOptions<T>) {
    space.begin();
    // What is in a world has its T.
    super(form as unknown as CharacterForm<Collider<T>, Shape, Vec3, Vec3Like>, worldState(world) as never, options);
  }

  /** Of the body: turned by `up` only. A new object. */
  get quaternion(): Readonly<Quat> {
    const [, , , x = 0, y = 0, z = 0, w = 0] = this.numbers;
    return Object.freeze({ x, y, z, w });
  }

  /**
   * By how much the ground turned about `up` in the last step, in radians, counter-clockwise seen from above: add it to the
   * direction in which the character looks, to turn with discs and trains.
   */
  get yaw(): number {
    return this.turned;
  }
}
