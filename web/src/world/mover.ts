import { directionProblem, pointProblem, poseProblem, shapeProblem } from "../arguments.js";
import { type HyperplaneError, invalid, show } from "../errors.js";
import { checkOptions, type OptionNames, readBits, readFlag } from "../options.js";
import {
  CALL_FAILED,
  MOVER_GROUND_NORMAL,
  MOVER_GROUND_POINT,
  MOVER_GROUND_ROW,
  MOVER_HIT_COUNT,
  MOVER_HIT_SIZE,
  MOVER_HITS,
  MOVER_POSITION,
} from "../records.js";
import { handleOf, type Shape } from "../shapes/shape.js";
import { space } from "../space.js";
import { poseAndRay } from "../stage.js";
import type { Pose, Vec3, Vec3Like } from "../types.js";
import { type Collider, rowOf } from "./collider.js";
import { askFiltered } from "./filter.js";
import type { WorldState } from "./state.js";
import { type World, worldState } from "./world.js";

/** How a body moves, and past what. */
export interface MoverOptions {
  /** Which way is up, of any length. Left out: +Y. */
  readonly up?: Vec3Like;
  /** The gap that is kept to everything, in metres, from 1e-6 to 1e3. Left out: 0.01. */
  readonly skin?: number;
  /** The steepest ground that can be walked on, in radians from the horizontal, up to pi / 2. Left out: pi / 4. */
  readonly maxSlope?: number;
  /** What is no higher than this is stepped onto, in metres. Left out: 0.3. */
  readonly stepHeight?: number;
  /**
   * How far below a body that walks the ground may be for it to be put down there, in metres: so it walks down slopes
   * and stairs, instead of flying off them. Left out: 0.3.
   */
  readonly snapDistance?: number;
  /** Colliders whose layer has no bit of it are passed through, 32 bits. Left out: none are. */
  readonly mask?: number;
  /** Whether sensors are in the way. Left out: they are passed through. */
  readonly sensors?: boolean;
  /** Colliders that are passed through: the body's own, if it has one. */
  readonly exclude?: Collider | readonly Collider[];
  /** Returns false for a collider that is to be passed through. Asked about those that are in the way or touch it. */
  readonly filter?: (collider: Collider) => boolean;
}

/** Something that a body came up against. */
export interface MoverHit {
  /** What it is. */
  collider: Collider;
  /** On its surface, in world space. */
  point: Vec3;
  /** Unit length, out of the collider. Of the ground at an edge it is that of the face that the body stands on. */
  normal: Vec3;
}

/** Where a body has ended up. */
export interface MoverResult {
  /** Where it stands now. */
  position: Vec3;
  /** Whether that is on ground that is not too steep. */
  grounded: boolean;
  /** That ground, or null. What moves, like a platform, carries the body by the caller's hand. */
  ground: MoverHit | null;
  /** What it came up against on its way, in that order; at most 16. */
  hits: MoverHit[];
}

function checkLength(value: unknown, name: string, least: number, most: number): void {
  if (typeof value === "number" && value >= least && value <= most) return;
  throw invalid(`${name} must be a number from ${least} to ${most}, got ${show(value)}`);
}

const MOVER_OPTIONS: OptionNames<MoverOptions> = {
  up: true,
  skin: true,
  maxSlope: true,
  stepHeight: true,
  snapDistance: true,
  mask: true,
  sensors: true,
  exclude: true,
  filter: true,
};

const UP = [0, 1, 0];

/**
 * Moves a body that does not turn: as far as nothing is in the way, then along what is. It slides along walls, follows
 * creases and stops in corners, steps onto what is low enough, keeps to the ground that it walks on, and passes through
 * nothing at any speed. A gap, the skin, is kept to everything; a body that starts closer than that is pushed out first,
 * the shortest way.
 *
 * The body is not a collider of the world, and nothing in the world changes. A delta that does not point up from ground
 * walks: its height follows from the ground, and gravity, if the delta has some, only matters where there is none.
 *
 * @param world whose colliders are in the way, as queries see them
 * @param delta where it would like to go from its pose, in metres
 * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
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
  checkOptions(options, MOVER_OPTIONS);
  const { up = UP, skin = 0.01, maxSlope = Math.PI / 4, stepHeight = 0.3, snapDistance = 0.3 } = options;
  const { mask = 0xffffffff, sensors = false, exclude, filter } = options;
  checkLength(skin, "options.skin", 1e-6, 1e3);
  checkLength(maxSlope, "options.maxSlope", 0, Math.PI / 2);
  checkLength(stepHeight, "options.stepHeight", 0, 1e9);
  checkLength(snapDistance, "options.snapDistance", 0, 1e9);
  const maskBits = readBits(mask, "options.mask");
  const hasSensors = readFlag(sensors, "options.sensors");
  if (filter !== undefined && typeof filter !== "function") {
    throw invalid(`options.filter must be a function, got ${show(filter)}`);
  }
  const excluded = readExcluded(state, exclude);
  const isStaged = space.stage(poseAndRay, pose, delta, up);
  const isFiltered = filter === undefined ? 0 : 1;
  const ask = () => {
    const world = state.open();
    const grounded = isStaged
      ? space.core.moveAndSlide(
          world,
          handleOf(shape),
          skin,
          maxSlope,
          stepHeight,
          snapDistance,
          maskBits,
          hasSensors,
          isFiltered,
        )
      : CALL_FAILED;
    if (grounded === CALL_FAILED) throw moveError(shape, pose, delta, up);
    const result = readResult(state, grounded !== 0);
    // The core lists the colliders that are in the way or touch the body.
    const rows = filter === undefined ? [] : Array.from(space.takeNumbers());
    return { result, colliders: rows.map((row) => state.colliders[row] as Collider) };
  };
  return askFiltered(filter, excluded, ask, ({ colliders }) => colliders).result;
}

function readExcluded(state: WorldState, exclude: MoverOptions["exclude"]): Collider[] {
  if (exclude === undefined) return [];
  const colliders = Array.isArray(exclude) ? Array.from(exclude as readonly Collider[]) : [exclude as Collider];
  for (const collider of colliders) rowOf(collider, state, "options.exclude");
  return colliders;
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

function readResult(state: WorldState, grounded: boolean): MoverResult {
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
  return { position: space.vector(MOVER_POSITION), grounded, ground, hits };
}
