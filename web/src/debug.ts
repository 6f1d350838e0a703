import { type DebugOptions, type DebugReport, leaksOf } from "./leaks.js";
import { ShapeType } from "./records.js";
import { space } from "./space.js";

/**
 * Tells what lives in the core's memory, to find leaks during development.
 *
 * What nobody holds is freed when it is garbage-collected, which may be late or never: what grows from level to level in `worlds` and
 * `shapes`, and everything in `forgotten`, is without its `dispose`.
 *
 * @returns a new object
 * @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised`
 */
export function debug(options: DebugOptions = {}): DebugReport {
  return leaksOf(space, ShapeType, options);
}
