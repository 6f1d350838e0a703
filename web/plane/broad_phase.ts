import type { BroadPhaseExplanation as ExplanationOf, TreeNode as NodeOf } from "../src/world/broad_phase.js";
import type { Vec2 } from "./types.js";

/** A node of a tree of bounds. */
export type TreeNode = NodeOf<Vec2>;

/** Data structures of the broad phase of the last update. */
export type BroadPhaseExplanation = ExplanationOf<Vec2>;
