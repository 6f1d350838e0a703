export { type Fit, type FitOptions, type FittedShape, fitShape } from "./fit.js";
export { type FittedDecomposition, fitDecomposition } from "./fit_decomposition.js";
export type { ColliderIntersection, IntersectOptions } from "./intersect.js";
export type { Owner } from "./owner.js";
export { type LevelOptions, type ObjectColliderOptions, SceneColliders } from "./scene_colliders.js";
export type { SkeletonOptions } from "./skeleton.js";
export { WorldLines, type WorldLinesOptions } from "./world_lines.js";
