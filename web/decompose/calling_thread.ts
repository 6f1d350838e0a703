import { compileOwn, type OwnModule } from "../src/own_module.js";
import type { PointsLike } from "../src/points.js";
import { type DecomposeOptions, type Decomposition, decomposeWith } from "./decompose.js";

/** As the `decompose` of `hyperplane/decompose`. */
export type Decompose = (
  vertices: PointsLike,
  indices?: ArrayLike<number> | null,
  options?: DecomposeOptions,
) => Promise<Decomposition>;

/** The `decompose` of an entry that has no worker. */
export function onCallingThread(own: OwnModule): Decompose {
  return (vertices, indices = null, options = {}) =>
    decomposeWith({ compile: () => compileOwn(own) }, vertices, indices, options);
}
