import { checkOut } from "../number_arrays.js";
import { readCount } from "../options.js";
import { BROAD_PHASE, broadPhases, CALL_FAILED, CAPACITY } from "../records.js";
import { space } from "../space.js";
import type { Vec3 } from "../types.js";
import type { BroadPhaseName } from "./base_world.js";
import type { WorldState } from "./state.js";

/** A node of a tree of bounds. */
export interface TreeNode {
  /** Lower corner of the bounds of its subtree, in metres, in world space. */
  min: Vec3;
  /** Upper corner, likewise. */
  max: Vec3;
  /** 0 for the root. */
  depth: number;
  /** Whether it belongs to the tree of static colliders. */
  static: boolean;
}

/** Data structures of the broad phase of the last update. */
export interface BroadPhaseExplanation {
  /** Its name. */
  broadPhase: BroadPhaseName;
  /** Sweep and prune: the sorted axis. Null for others. */
  axis: "x" | "y" | "z" | null;
  /** Sweep and prune: number of cells. 0 for others. */
  cells: number;
  /** Trees: nodes, parents before children. Empty for others. */
  nodes: TreeNode[];
}

const BOUNDS_SIZE = 6;

export function bounds(state: WorldState, out: Float64Array | undefined): Float64Array {
  const length = BOUNDS_SIZE * state.word(CAPACITY);
  if (out !== undefined) checkOut(out, Float64Array, length, space);
  if (space.core.copyBounds(state.open()) === CALL_FAILED) throw space.faultError();
  if (out === undefined) return space.takeNumbers();
  space.takeNumbersInto(out);
  return out;
}

const AXES = ["x", "y", "z"] as const;

export function explainBroadPhase(state: WorldState, maxDepth: number | undefined): BroadPhaseExplanation {
  const depth = maxDepth === undefined ? 0xffffffff : readCount(maxDepth, "maxDepth", 0, 0xffffffff);
  if (space.core.explainBroadPhase(state.open(), depth) === CALL_FAILED) throw space.faultError();
  const list = space.takeList();
  const explanation: BroadPhaseExplanation = {
    broadPhase: broadPhases[state.word(BROAD_PHASE)] as BroadPhaseName,
    axis: AXES[list.next()] ?? null,
    cells: list.next(),
    nodes: [],
  };
  while (list.hasMore) {
    const node = { min: list.vector(), max: list.vector(), depth: list.next(), static: list.next() === 1 };
    explanation.nodes.push(node);
  }
  return explanation;
}
