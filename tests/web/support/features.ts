import type { Feature, PairFeatures } from "hyperplane";

/** Of a convex shape. */
export const NO_FEATURE: Feature = { part: -1, triangle: -1 };

/** Of two convex shapes. */
export const NO_FEATURES: PairFeatures = { partA: -1, triangleA: -1, partB: -1, triangleB: -1 };
