/** The exports that all entries share; `decompose` is their own. */
export { type ErrorCode, HyperplaneError } from "../src/errors.js";
export type { WasmSource } from "../src/load.js";
export type { GeometryLike, PointsLike } from "../src/points.js";
export type { DecomposeOptions, Decomposition } from "./decompose.js";
export type { PartShape } from "./decompose_module.js";
