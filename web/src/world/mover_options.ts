import { checkLength, checkOptions, type OptionNames, readBits, readFlag } from "../options.js";
import { MOVE_CRUSHED, MOVE_NOTES, MOVE_SENSORS } from "../records.js";
import type { Collider } from "./collider.js";
import { checkFilter, type Excluded, type Filter, type Filtered, readExcluded } from "./filter.js";
import type { KindOptions } from "./kinds.js";

/** Options of a move that do not know the dimension. */
export interface MoverLimits<C = Collider> extends KindOptions {
  /** Gap kept to all colliders, in metres, from 1e-6 to 1e3. Default: 0.01. */
  readonly skin?: number;
  /** Maximum slope of walkable ground, in radians, from 0 to pi / 2. The body slides down steeper ground. Default: pi / 4. */
  readonly maxSlope?: number;
  /** Maximum step height in metres; 0 disables stepping. Default: 0.3. */
  readonly stepHeight?: number;
  /**
   * Maximum distance in metres by which a walking body is moved down to the ground, so that it follows slopes and stairs; 0
   * disables it. Default: 0.3.
   */
  readonly snapDistance?: number;
  /**
   * Least depth in metres of a step that is climbed, as free way of the body over it; 0: any. Narrower ones, such as skirting boards,
   * stop the body like the wall behind them. Default: a sixth of `stepHeight`.
   */
  readonly minTread?: number;
  /** Layers to collide with, a 32-bit set: a collider counts if its layer & mask is non-zero. Default: all. */
  readonly mask?: number;
  /** Collide with sensors. Default: false. */
  readonly sensors?: boolean;
  /** Colliders to ignore, such as the body's own. */
  readonly exclude?: C | readonly C[];
  /** Return false to ignore a collider. Called for colliders that are in the way or touch the body. */
  filter?(collider: C): boolean;
}

/** Options that have been read. */
export interface ReadMoverOptions<C, Up> {
  readonly up: Up;
  readonly skin: number;
  readonly maxSlope: number;
  readonly stepHeight: number;
  readonly snapDistance: number;
  readonly minTread: number;
  readonly mask: number;
  readonly sensors: boolean;
  readonly crushed: boolean;
  readonly filter: Filter<C>;
  readonly excluded: Excluded<C>;
}

export const MOVER_OPTIONS: OptionNames<MoverLimits & { readonly up?: unknown }> = {
  up: true,
  skin: true,
  maxSlope: true,
  stepHeight: true,
  snapDistance: true,
  minTread: true,
  mask: true,
  sensors: true,
  exclude: true,
  filter: true,
  kinds: true,
};
const MOVE_OPTIONS = { ...MOVER_OPTIONS, crushed: true } as const;

/**
 * @param state of the world that is asked
 * @param standardUp of the option `up`, which is not checked
 * @param names of all options that the caller takes; default: those of `moveAndSlide`
 * @throws HyperplaneError `invalid-argument`, `disposed`
 */
export function readMoverOptions<C extends Filtered, Up>(
  state: object,
  options: MoverLimits<C> & { readonly up?: Up; readonly crushed?: boolean },
  standardUp: Up,
  names: { readonly [name: string]: true } = MOVE_OPTIONS,
): ReadMoverOptions<C, Up> {
  checkOptions(options, names);
  const { up = standardUp, skin = 0.01, maxSlope = Math.PI / 4, stepHeight = 0.3, snapDistance = 0.3 } = options;
  const { mask = 0xffffffff, sensors = false, crushed = false, exclude, filter, kinds } = options;
  checkLength(skin, "options.skin", 1e-6, 1e3);
  checkLength(maxSlope, "options.maxSlope, in radians,", 0, Math.PI / 2);
  checkLength(stepHeight, "options.stepHeight", 0, 1e9);
  checkLength(snapDistance, "options.snapDistance", 0, 1e9);
  const { minTread = stepHeight / 6 } = options;
  checkLength(minTread, "options.minTread", 0, 1e9);
  const bits = readBits(mask, "options.mask");
  const flags = { sensors: readFlag(sensors, "options.sensors"), crushed: readFlag(crushed, "options.crushed") };
  checkFilter(filter);
  const excluded = readExcluded(state, exclude, kinds);
  return { up, skin, maxSlope, stepHeight, snapDistance, minTread, mask: bits, ...flags, filter, excluded };
}

/** What the core is told of a move, in bits. */
export function moveFlags(options: Pick<ReadMoverOptions<never, unknown>, "crushed" | "sensors" | "filter">): number {
  const { crushed, sensors, filter } = options;
  return (crushed ? MOVE_CRUSHED : 0) | (sensors ? MOVE_SENSORS : 0) | (filter === undefined ? 0 : MOVE_NOTES);
}
