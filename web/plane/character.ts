import { invalid, nameClass, show } from "../src/errors.js";
import { BaseCharacter, type BaseCharacterOptions, type CharacterForm } from "../src/world/base_character.js";
import { directionProblem, pointProblem, shapeProblem } from "./arguments.js";
import type { Collider } from "./collider.js";
import { limits, plane } from "./plane_module.js";
import { support } from "./query.js";
import { handleOf, type Shape } from "./shape.js";
import { readPose, readVec2 } from "./stage.js";
import type { Vec2, Vec2Like } from "./types.js";
import { type World, worldState } from "./world.js";
import { queries } from "./world_queries.js";
import type { PlaneState } from "./world_state.js";

/** Options of a character. */
export interface CharacterOptions<T = unknown> extends BaseCharacterOptions<Collider<T>, Shape, Vec2Like> {
  /** Angle of the body, in radians. Default: the one that turns its +y axis up. */
  readonly angle?: number;
}

const form: CharacterForm<Collider, Shape, Vec2, Vec2Like> = {
  module: plane,
  dimension: 2,
  turnSize: 1,
  turnName: "angle",
  standardUp: [0, 1],
  readVector: readVec2,
  readTurn(turn, into, at) {
    if (typeof turn !== "number" || !(Math.abs(turn) <= limits.angle)) {
      throw invalid(`options.angle must be a number of at most 1e6 rad, got ${show(turn)}`);
    }
    into[at] = turn;
  },
  turn(numbers, at, [a = 0, b = 0], [c = 0, d = 0]) {
    const by = Math.atan2(a * d - b * c, a * c + b * d);
    // Within one revolution: characters that walk around a planet never stop turning.
    const angle = (numbers[at] as number) + by;
    numbers[at] = Math.abs(angle) > Math.PI ? angle - 2 * Math.PI * Math.sign(angle) : angle;
  },
  vectorAt: (numbers, at) => ({ x: (numbers[at] as number) + 0, y: (numbers[at + 1] as number) + 0 }),
  handleOf,
  shapeProblem,
  pointProblem,
  directionProblem,
  reach(shape, numbers, [x = 0, y = 0]) {
    const point = support(shape, { angle: numbers[2] as number }, [x, y]);
    return point.x * x + point.y * y;
  },
  overlap: (state, shape, numbers, options) =>
    queries.overlap(
      state as PlaneState,
      shape,
      { position: numbers.subarray(0, 2), angle: numbers[2] as number },
      options,
    ),
  readPose,
  place: (collider, how, numbers) => collider[how](numbers, numbers[2] as number),
};

/**
 * A walker with state, on `moveAndSlide`: gravity, jumps, moving and turning platforms, one-sided ledges, crouching. Walls, doors
 * and rams that are colliders push it. It changes nothing in the world but the pose of its own `collider`.
 *
 * It walks at its speed up and down slopes and stairs, climbs steps up to `stepHeight`, follows the ground, and slides down what is
 * steeper than `maxSlope`. Ground that moves carries it in every frame, up and down; when it jumps or leaves it, it keeps that
 * velocity. It passes through nothing static. `hits` says what it met, and how fast: to push crates, to hurt, to make sounds.
 */
export class Character<T = unknown> extends BaseCharacter<Collider<T>, Shape, Vec2, Vec2Like> {
  static {
    nameClass(Character, "Character");
  }

  /** @throws HyperplaneError `invalid-argument`, `not-initialised`; `disposed` for the world, the shape or a collider */
  constructor(world: World<T>, options: CharacterOptions<T>) {
    plane.begin();
    // What is in a world has its T.
    super(form as unknown as CharacterForm<Collider<T>, Shape, Vec2, Vec2Like>, worldState(world) as never, options);
  }

  /** Of the body, in radians: turned by `up` only. */
  get angle(): number {
    return this.numbers[2] as number;
  }
}
