export { type Fit, type FitOptions, type FittedShape, fitShape } from "./fit.js";
export {
  type ObjectColliderOptions,
  type Owner,
  SceneColliders,
} from "./scene_colliders.js";
export { WorldLines, type WorldLinesOptions } from "./world_lines.js";
