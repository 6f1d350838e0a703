import { type HyperplaneError, invalid, show } from "./errors.js";

/** Checks of named options and plain arguments. Left out means undefined; null is an error like any other wrong value. */

/** The names of a function's options; the compiler checks them against the interface in both directions. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/**
 * Checks that options are an object, and that an object literal has only known names. Instances of classes, such as a game's
 * entities, may have other properties.
 *
 * @param subject beginning of an error message
 * @throws HyperplaneError `invalid-argument`
 */
export function checkOptions(options: object, names: { readonly [name: string]: true }, subject = ""): void {
  // An array has a method `filter`, which would pass as the option.
  if (typeof options !== "object" || options === null || Array.isArray(options) || ArrayBuffer.isView(options)) {
    throw invalid(`${subject}options must be an object, got ${show(options)}`);
  }
  for (const name in options) if (names[name] !== true) checkName(options, name, names, subject);
}

function checkName(options: object, name: string, names: { readonly [name: string]: true }, subject: string): void {
  const prototype: unknown = Object.getPrototypeOf(options);
  if (prototype !== Object.prototype && prototype !== null) return;
  if ((options as Record<string, unknown>)[name] === undefined) return;
  throw unknownOption(name, Object.keys(names), subject);
}

/** Words of other libraries, and the option that is meant. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/rotation|euler|orientation|angle/i, "quaternion"],
  [/rotation|quaternion/i, "angle"],
  [/trigger/i, "sensor"],
  [/extents|size|radius|geometry|width|mesh/i, "shape"],
  [/translation|center|location|transform|matrix|^[xyz]$/i, "position"],
  [/group|category|layer/i, "layer"],
  [/layer/i, "mask"],
  [/^(object|name|id|tag|entity)$/i, "userData"],
  [/fixed|kinematic|type|immovable/i, "static"],
  [/ccd|bullet/i, "continuous"],
  [/far|length|toi/i, "maxDistance"],
  [/slope/i, "maxSlope"],
  [/tread|minwidth/i, "minTread"],
  [/step/i, "stepHeight"],
  [/snap/i, "snapDistance"],
  [/offset|margin/i, "skin"],
  [/skin|prediction/i, "margin"],
];

/** What engines have, and this package does not. */
const PHYSICS = /mass|density|friction|restitution|velocity|gravity|force|damping/i;

function unknownOption(name: string, known: readonly string[], subject: string): HyperplaneError {
  // One of them may stand for all: isSensor for sensors.
  const meant =
    FOREIGN.find(([word, candidate]) => word.test(name) && known.includes(candidate))?.[1] ??
    known.find((candidate) => isMeant(candidate, name)) ??
    known.find((candidate) => isMeant(candidate.replace(/s$/, ""), name));
  const hint = meant === undefined ? `the options are ${known.join(", ")}` : `did you mean ${meant}?`;
  const isPhysics = PHYSICS.test(name) && !known.some((option) => name.startsWith(option));
  return invalid(
    `${subject}there is no option ${name}: ${isPhysics ? "hyperplane has no physics, only collisions" : hint}`,
  );
}

/** Whether a name is a likely misspelling of a known one: isSensor, maxDist, fliter. */
function isMeant(known: string, name: string): boolean {
  const [a, b] = [known.toLowerCase(), name.toLowerCase()];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (short.length > 2 && long.includes(short)) || editDistance(a, b) <= Math.max(2, long.length / 3);
}

/** Number of letters to change, add or remove (Levenshtein distance). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** A 32-bit set. Signed numbers are accepted: JavaScript's bit operators return them. */
export function readBits(value: unknown, name: string): number {
  if (typeof value === "number" && (value >>> 0 === value || (value | 0) === value)) return value >>> 0;
  throw invalid(`${name} must be a whole number of 32 bits, got ${show(value)}`);
}

/** The layers of a collider: at least one. */
export function readLayer(value: unknown, name: string): number {
  const bits = readBits(value, name);
  if (bits !== 0) return bits;
  throw invalid(
    `${name} must have at least one bit, got 0: a collider without a layer touches nothing. Layers are bits: 1, 2, 4; see defineLayers`,
  );
}

export function readFlag(value: unknown, name: string): boolean {
  if (typeof value === "boolean") return value;
  throw invalid(`${name} must be true or false, got ${show(value)}`);
}

/** A length in metres that may be infinite. */
export function readReach(value: unknown, name: string): number {
  if (typeof value === "number" && value >= 0) return value;
  throw invalid(`${name} must be a length of at least 0 m, got ${show(value)}`);
}

/** Options of a distance. */
export interface DistanceOptions {
  /** In metres, 0 or more; a distance of exactly this counts. */
  readonly maxDistance: number;
}
const DISTANCE_OPTIONS: OptionNames<DistanceOptions> = { maxDistance: true };

/** @throws HyperplaneError `invalid-argument` */
export function readMaxDistance(options: DistanceOptions): number {
  checkOptions(options, DISTANCE_OPTIONS);
  return readReach(options.maxDistance, "options.maxDistance");
}

/** Options of a touch. */
export interface MarginOptions {
  /**
   * A touch is a distance of at most this, in metres, 0 or more. Contacts of shapes that are apart then have a negative depth, minus
   * the distance, and all their points. Default: 0.
   */
  readonly margin?: number;
}
const MARGIN_OPTIONS: OptionNames<MarginOptions> = { margin: true };
const MOST_MARGIN = 1e9;

/** The option `margin`. @throws HyperplaneError `invalid-argument` */
export function readMargin(options: MarginOptions | undefined): number {
  if (options === undefined) return 0;
  checkOptions(options, MARGIN_OPTIONS);
  const { margin = 0 } = options;
  return readMarginOf(margin, "options.margin");
}

/** A margin. @throws HyperplaneError `invalid-argument` */
export function readMarginOf(margin: unknown, name: string): number {
  checkLength(margin, name, 0, MOST_MARGIN);
  return margin as number;
}

/** Options of a ray. */
export interface RayOptions {
  /**
   * False: a ray that starts inside a shape, or on it, hits where it leaves the shape, with the outward normal there; a compound where
   * it leaves all its parts, grids likewise, a solid mesh at the first triangle that it meets from behind. Shapes without inside
   * (triangles and other flat shapes, open meshes, height fields) are hit as before. Default: true, it hits at distance 0.
   */
  readonly solid?: boolean;
}
const RAY_OPTIONS: OptionNames<RayOptions> = { solid: true };

/** Whether a ray's options stand in the place of its length. @throws HyperplaneError `invalid-argument` if more follow */
export function hasNoLength(maxDistance: number | RayOptions, options: unknown): maxDistance is RayOptions {
  if (typeof maxDistance !== "object" || maxDistance === null) return false;
  if (options === undefined) return true;
  throw invalid(`nothing may follow options, got ${show(options)}: maxDistance goes before them`);
}

/** The option `solid`. @throws HyperplaneError `invalid-argument` */
export function readSolid(options: RayOptions): boolean {
  checkOptions(options, RAY_OPTIONS);
  const { solid = true } = options;
  return readFlag(solid, "options.solid");
}

/** A whole number from `least` to `most`. */
export function readCount(value: unknown, name: string, least: number, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalid(`${name} must be a whole number from ${least} to ${most}, got ${show(value)}`);
}

/** A number of metres or radians from `least` to `most`. */
export function checkLength(value: unknown, name: string, least: number, most: number): void {
  if (typeof value === "number" && value >= least && value <= most) return;
  throw invalid(`${name} must be a number from ${least} to ${most}, got ${show(value)}`);
}
