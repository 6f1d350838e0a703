import { type DebugOptions, type DebugReport, leaksOf } from "../src/leaks.js";
import { plane, ShapeType } from "./plane_module.js";

/**
 * Tells what lives in the memory of the plane's core, which is not that of space, to find leaks during development.
 *
 * What nobody holds is freed when it is garbage-collected, which may be late or never: what grows from level to level in `worlds` and
 * `shapes`, and everything in `forgotten`, is without its `dispose`.
 *
 * @returns a new object
 * @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised`
 */
export function debug(options: DebugOptions = {}): DebugReport {
  return leaksOf(plane, ShapeType, options);
}
