import { directionProblem, pointProblem, poseProblem, shapeProblem } from "../arguments.js";
import type { HyperplaneError } from "../errors.js";
import {
  CALL_FAILED,
  MOVE_CRUSHED,
  MOVE_GROUNDED,
  MOVER_GROUND_NORMAL,
  MOVER_GROUND_POINT,
  MOVER_GROUND_ROW,
  MOVER_HIT_COUNT,
  MOVER_HIT_SIZE,
  MOVER_HITS,
  MOVER_POSITION,
  MOVER_REMAINING,
} from "../records.js";
import { handleOf, type Shape } from "../shapes/shape.js";
import { space } from "../space.js";
import { poseAndRay } from "../stage.js";
import type { Pose, QuatLike, Vec3, Vec3Like } from "../types.js";
import { moveBodies } from "./body_batch.js";
import type { Collider } from "./collider.js";
import { askFiltered } from "./filter.js";
import { MOVER_OPTIONS, type MoverLimits, moveFlags, readMoverOptions } from "./mover_options.js";
import type { WorldState } from "./state.js";
import { type World, worldState } from "./world.js";

/** Options of a move. */
export interface MoverOptions extends MoverLimits {
  /** Up direction, of any length but zero. Default: +Y. */
  readonly up?: Vec3Like;
  /**
   * What the last result said as `crushed`. What moves then pushes the body no farther than it moved since, and the skin, so that doors
   * that close on it do not throw it aside. Default: false.
   */
  readonly crushed?: boolean;
}

/** A collider that limited a motion. */
export interface MoverHit {
  /** The collider. */
  collider: Collider;
  /** On its surface, in world space. */
  point: Vec3;
  /** Unit length, out of the collider. For ground at an edge: the normal of the face that the body stands on. */
  normal: Vec3;
}

/** Result of a move. */
export interface MoverResult {
  /** Final position of the body's origin, in metres, in world space. */
  position: Vec3;
  /** Of the requested motion, what was not used up, in metres. Gravity in the delta of a body that walks counts as used. */
  remaining: Vec3;
  /** Whether the body is on walkable ground. */
  grounded: boolean;
  /**
   * What pushes from opposite sides leaves no room for the body: it stays where it overlaps least, and is never moved through a
   * static collider.
   */
  crushed: boolean;
  /** The walkable ground, or null. Moving platforms do not carry the body: see `Character`. */
  ground: MoverHit | null;
  /** The first hits in order of time, one for each collider and direction; at most 16. */
  hits: MoverHit[];
}

const UP = [0, 1, 0];

/**
 * Moves a body without rotating it. It slides along walls, follows creases, stops in corners, climbs low steps and follows the
 * ground; it never tunnels. It keeps a gap, the skin, to all colliders; a body that starts closer is first pushed out by the
 * shortest translation.
 *
 * The body is not a collider, and the world does not change. On the ground, a delta that does not point up is a walk: the
 * ground determines the height, and gravity in the delta has no effect.
 *
 * @param world whose colliders block the body, as queries see them
 * @param shape of the body
 * @param pose of the body at the start
 * @param delta requested motion in metres, in world space
 * @throws HyperplaneError `invalid-argument`, `disposed` for a shape, a world or an excluded collider, `out-of-memory`
 */
export function moveAndSlide(
  world: World,
  shape: Shape,
  pose: Pose,
  delta: Vec3Like,
  options: MoverOptions = {},
): MoverResult {
  space.begin();
  const state = worldState(world);
  const read = readMoverOptions(state, options, UP);
  const { up, skin, maxSlope, stepHeight, snapDistance, minTread, mask, filter, excluded } = read;
  const flags = moveFlags(read);
  const isStaged = space.stage(poseAndRay, pose, delta, up);
  const isFiltered = filter !== undefined;
  const ask = () => {
    const world = state.open();
    const moved = isStaged
      ? space.core.moveAndSlide(world, handleOf(shape), skin, maxSlope, stepHeight, snapDistance, minTread, mask, flags)
      : CALL_FAILED;
    if (moved === CALL_FAILED) throw moveError(shape, pose, delta, up);
    const result = readResult(state, moved);
    // The core lists the colliders that are in the way or touch the body.
    const rows = isFiltered ? Array.from(space.takeNumbers()) : [];
    return { result, colliders: rows.map((row) => state.colliders[row] as Collider) };
  };
  return askFiltered(space, filter, excluded, ask, ({ colliders }) => colliders).result;
}

/** Options of a move of many bodies. */
export interface MoverBatchOptions extends Omit<MoverOptions, "crushed"> {
  /** Rotation of all bodies. Default: none. */
  readonly quaternion?: QuatLike;
  /** What the last call returned for these bodies: those that were crushed move as with the option `crushed`. Default: none was. */
  readonly last?: Uint8Array;
}

/**
 * `moveAndSlide` for many bodies of one shape, in one call, each by itself: they do not see each other. Same answers.
 *
 * @param positions x, y, z of each body, in metres; replaced by those at the end
 * @param deltas requested motions in metres, in the same order
 * @returns a byte a body: 1 grounded, 2 crushed, 3 both
 * @throws HyperplaneError as `moveAndSlide`, which names the first wrong body; `positions` is unchanged then
 */
export function moveAndSlideBatch(
  world: World,
  shape: Shape,
  positions: Float64Array,
  deltas: Float64Array,
  options: MoverBatchOptions = {},
): Uint8Array {
  space.begin();
  const state = worldState(world);
  const names = { ...MOVER_OPTIONS, quaternion: true, last: true } as const;
  const read = readMoverOptions(state, options, UP, names);
  const { quaternion = [0, 0, 0, 1] } = options;
  const form = {
    module: space,
    dimension: 3,
    stage() {
      if (!space.stage(poseAndRay, { quaternion }, UP, read.up)) throw form.problem() ?? space.faultError();
    },
    pointProblem,
    problem: () =>
      shapeProblem(shape, "shape") ?? poseProblem({ quaternion }, "options") ?? directionProblem(read.up, "options.up"),
  } as const;
  return moveBodies(form, state, positions, deltas, options.last, read, (count) =>
    space.core.moveBodies(state.open(), handleOf(shape), count, read.mask, read.sensors, read.filter !== undefined),
  );
}

function moveError(shape: unknown, pose: unknown, delta: unknown, up: unknown): HyperplaneError {
  return (
    shapeProblem(shape, "shape") ??
    poseProblem(pose, "pose") ??
    pointProblem(delta, "delta") ??
    directionProblem(up, "options.up") ??
    space.faultError()
  );
}

function readResult(state: WorldState, moved: number): MoverResult {
  const grounded = (moved & MOVE_GROUNDED) !== 0;
  const crushed = (moved & MOVE_CRUSHED) !== 0;
  const hits: MoverHit[] = [];
  const count = space.words[MOVER_HIT_COUNT] as number;
  for (let i = 0; i < count; i++) {
    const at = MOVER_HITS + i * MOVER_HIT_SIZE;
    hits.push({
      collider: state.colliders[space.words[2 * at] as number] as Collider,
      point: space.vector(at + 1),
      normal: space.vector(at + 4),
    });
  }
  const ground = grounded
    ? {
        collider: state.colliders[space.words[MOVER_GROUND_ROW] as number] as Collider,
        point: space.vector(MOVER_GROUND_POINT),
        normal: space.vector(MOVER_GROUND_NORMAL),
      }
    : null;
  const [position, remaining] = [space.vector(MOVER_POSITION), space.vector(MOVER_REMAINING)];
  return { position, remaining, grounded, crushed, ground, hits };
}
