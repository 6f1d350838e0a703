import type { HyperplaneError } from "../src/errors.js";
import { NumberList } from "../src/number_list.js";
import { CALL_FAILED, MOVE_CRUSHED, MOVE_GROUNDED } from "../src/records.js";
import { moveBodies } from "../src/world/body_batch.js";
import { askFiltered } from "../src/world/filter.js";
import { MOVER_OPTIONS, type MoverLimits, moveFlags, readMoverOptions } from "../src/world/mover_options.js";
import { directionProblem, pointProblem, poseProblem, shapeProblem } from "./arguments.js";
import type { Collider } from "./collider.js";
import { plane } from "./plane_module.js";
import { handleOf, type Shape } from "./shape.js";
import { poseAndRay } from "./stage.js";
import type { Pose, Vec2, Vec2Like } from "./types.js";
import { type World, worldState } from "./world.js";
import type { PlaneState } from "./world_state.js";

/** Options of a move. */
export interface MoverOptions extends MoverLimits<Collider> {
  /** Up direction, of any length but zero. Default: +y; write [0, -1] where y points down. */
  readonly up?: Vec2Like;
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
  point: Vec2;
  /** Unit length, out of the collider. For ground at a corner: the normal of the edge that the body stands on. */
  normal: Vec2;
}

/** Result of a move. */
export interface MoverResult {
  /** Final position of the body's origin, in metres, in world space. */
  position: Vec2;
  /** Of the requested motion, what was not used up, in metres. Gravity in the delta of a body that walks counts as used. */
  remaining: Vec2;
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

const UP = [0, 1];

/**
 * Moves a body without turning it. It slides along walls, stops in corners, climbs low steps and follows the ground; it never
 * tunnels. One-sided chains that it comes from behind, or stands in, do not hold it. It keeps a gap, the skin, to all colliders; a
 * body that starts closer is first pushed out by the shortest translation.
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
  delta: Vec2Like,
  options: MoverOptions = {},
): MoverResult {
  plane.begin();
  const state = worldState(world);
  const read = readMoverOptions(state, options, UP);
  const { up, skin, maxSlope, stepHeight, snapDistance, minTread, mask, filter, excluded } = read;
  const flags = moveFlags(read);
  const isStaged = plane.stage(poseAndRay, pose, delta, up);
  const ask = () => {
    const number = state.open();
    const moved = isStaged
      ? plane.core.moveAndSlide(
          number,
          handleOf(shape),
          skin,
          maxSlope,
          stepHeight,
          snapDistance,
          minTread,
          mask,
          flags,
        )
      : CALL_FAILED;
    if (moved === CALL_FAILED) throw moveError(shape, pose, delta, up);
    return readResult(state, moved);
  };
  return askFiltered(plane, filter, excluded, ask, ({ asked }) => asked).result;
}

/** Options of a move of many bodies. */
export interface MoverBatchOptions extends Omit<MoverOptions, "crushed"> {
  /** Angle, in radians, of all bodies. Default: 0. */
  readonly angle?: number;
  /** What the last call returned for these bodies: those that were crushed move as with the option `crushed`. Default: none was. */
  readonly last?: Uint8Array;
}

/**
 * `moveAndSlide` for many bodies of one shape, in one call, each by itself: they do not see each other. Same answers.
 *
 * @param positions x, y of each body, in metres; replaced by those at the end
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
  plane.begin();
  const state = worldState(world);
  const names = { ...MOVER_OPTIONS, angle: true, last: true } as const;
  const read = readMoverOptions(state, options, UP, names);
  const { angle = 0 } = options;
  const form = {
    module: plane,
    dimension: 2,
    stage() {
      if (!plane.stage(poseAndRay, { angle }, UP, read.up)) throw form.problem() ?? plane.faultError();
    },
    pointProblem,
    problem: () =>
      shapeProblem(shape, "shape") ?? poseProblem({ angle }, "options") ?? directionProblem(read.up, "options.up"),
  } as const;
  return moveBodies(form, state, positions, deltas, options.last, read, (count) =>
    plane.core.moveBodies(state.open(), handleOf(shape), count, read.mask, read.sensors, read.filter !== undefined),
  );
}

function moveError(shape: unknown, pose: unknown, delta: unknown, up: unknown): HyperplaneError {
  return (
    shapeProblem(shape, "shape") ??
    poseProblem(pose, "pose") ??
    pointProblem(delta, "delta") ??
    directionProblem(up, "options.up") ??
    plane.faultError()
  );
}

/** @returns the result, and the colliders that were in the way or touch the body, if the core notes them */
function readResult(state: PlaneState, moved: number): { result: MoverResult; asked: Collider[] } {
  const list = new NumberList(plane.takeNumbers());
  const hit = (): MoverHit => {
    const row = list.next();
    return { collider: state.at(row), point: list.vector2(), normal: list.vector2() };
  };
  const position = list.vector2();
  const remaining = list.vector2();
  const ground = hit();
  const hits = Array.from({ length: list.next() }, hit);
  const asked: Collider[] = [];
  while (list.hasMore) asked.push(state.at(list.next()));
  const grounded = (moved & MOVE_GROUNDED) !== 0;
  const crushed = (moved & MOVE_CRUSHED) !== 0;
  return { result: { position, remaining, grounded, crushed, ground: grounded ? ground : null, hits }, asked };
}
