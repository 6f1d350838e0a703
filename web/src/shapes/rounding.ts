import { checkOptions, type OptionNames } from "../options.js";
import { space } from "../space.js";
import { checkSize } from "./shape.js";

/** A shape with rounded edges and corners: a core, which has the sizes of the shape, and all points within a radius of it. */
export interface RoundingOptions {
  /** In metres: 0, or from 1e-9 to 1e9. The shape reaches this much farther than its sizes say. Default: 0. */
  readonly radius?: number;
}

export const ROUNDING_OPTIONS: OptionNames<RoundingOptions> = { radius: true };

/** @param type of the shape, for messages @throws HyperplaneError `invalid-argument`, `not-initialised` */
export function readRounding<Options extends RoundingOptions>(
  options: Options,
  type: string,
  names: OptionNames<Options> = ROUNDING_OPTIONS as OptionNames<Options>,
): number {
  space.begin();
  checkOptions(options, names, `${type}: `);
  const { radius = 0 } = options;
  checkSize(radius, `${type}: options.radius`);
  // -0 becomes 0.
  return radius + 0;
}
