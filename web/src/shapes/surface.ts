import { invalid, show } from "../errors.js";
import { checkLength } from "../options.js";
import { limits } from "../records.js";

/** How a surface of triangles pushes other shapes. A triangle's front is the side from which it is counter-clockwise. */
export interface SurfaceOptions {
  /**
   * `"both"`: each triangle pushes towards the side that the centre of the other shape's bounds is on. `"front"`: always
   * towards its front; rays and casts from behind pass through. Default: `"both"`.
   */
  readonly sides?: "both" | "front";
  /**
   * With `"front"`: depth behind a triangle, along its normal and within its prism, in which another shape still overlaps it, in
   * metres, from 0 to 1e9; `closestPoint` is negative there. Default: 1.
   */
  readonly thickness?: number;
}

/** @param subject beginning of an error message */
export function readSurface(
  { sides = "both", thickness = 1 }: SurfaceOptions,
  subject: string,
): { isOneSided: boolean; thickness: number } {
  if (sides !== "both" && sides !== "front") {
    throw invalid(`${subject}sides must be "both" or "front", got ${show(sides)}`);
  }
  checkLength(thickness, `${subject}thickness`, 0, limits.shapeMax);
  return { isOneSided: sides === "front", thickness };
}
