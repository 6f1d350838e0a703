import { compileOwn } from "../src/own_module.js";
import type { PointsLike } from "../src/points.js";
import { type DecomposeOptions, type Decomposition, decomposeWith } from "./decompose.js";
import { moduleFrom } from "./decompose_file.js";
import { startThread } from "./threads.js";

export * from "./decompose_api.js";

/** Bundlers look for exactly this form; file tracers also for a body around it. */
function beside(): URL {
  return new URL("./hyperplane_decompose.wasm", import.meta.url);
}

const own = moduleFrom(beside);

/**
 * Parts a concave model into convex hulls. The surface need be neither closed nor clean nor oriented: triangles without area
 * and duplicates are ignored, small holes closed; wide-open surfaces and sheets become thin parts. Separate bodies stay
 * separate parts, as far as `maxParts` allows. The same input gives the same bits on every machine, wherever it runs.
 *
 * @param vertices x, y, z of each vertex in turn, in metres, or vectors, or a geometry of three.js with its index; each at most
 * 1e9 in magnitude, all within 1e9 of each other along each axis, as for a ConvexHull
 * @param indices three vertices a triangle. Default, or null: those of the geometry, else each three vertices in turn are a triangle
 * @returns rejects, and never throws, with HyperplaneError `invalid-argument`, `degenerate-shape` if no triangle has an area,
 * `out-of-memory` or `load-failed`; with the signal's reason after an abort; with what `onProgress` throws
 */
export function decompose(
  vertices: PointsLike,
  indices: ArrayLike<number> | null = null,
  options: DecomposeOptions = {},
): Promise<Decomposition> {
  return decomposeWith({ compile: () => compileOwn(own), startThread }, vertices, indices, options);
}

export default decompose;
