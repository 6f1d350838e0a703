import { checkOut } from "../arguments.js";
import { readCount } from "../options.js";
import { BROAD_PHASE, broadPhases, CALL_FAILED, CAPACITY } from "../records.js";
import { space } from "../space.js";
import type { Vec3 } from "../types.js";
import type { WorldState } from "./state.js";

/** A way of finding pairs whose bounds overlap; see `WorldOptions.broadPhase`. */
export type BroadPhaseName = (typeof broadPhases)[number];

/** A node of a tree of bounds. */
export interface TreeNode {
  /** Lower corner of the bounds of its subtree. */
  min: Vec3;
  /** Upper corner. */
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
  const world = state.open();
  const length = BOUNDS_SIZE * state.word(CAPACITY);
  if (out !== undefined) checkOut(out, Float64Array, length);
  if (space.core.copyBounds(world) === CALL_FAILED) throw space.faultError();
  if (out === undefined) return space.takeNumbers();
  space.takeNumbersInto(out);
  return out;
}

const AXES = ["x", "y", "z"] as const;
const NODE_SIZE = 8;

export function explainBroadPhase(state: WorldState, maxDepth: number | undefined): BroadPhaseExplanation {
  const depth = maxDepth === undefined ? 0xffffffff : readCount(maxDepth, "maxDepth", 0, 0xffffffff);
  if (space.core.explainBroadPhase(state.open(), depth) === CALL_FAILED) throw space.faultError();
  const list = space.takeNumbers();
  const nodes: TreeNode[] = [];
  for (let at = 2; at < list.length; at += NODE_SIZE) {
    const n = (i: number) => list[at + i] as number;
    nodes.push({
      min: { x: n(0), y: n(1), z: n(2) },
      max: { x: n(3), y: n(4), z: n(5) },
      depth: n(6),
      static: n(7) === 1,
    });
  }
  return {
    broadPhase: broadPhases[state.word(BROAD_PHASE)] as BroadPhaseName,
    axis: AXES[list[0] as number] ?? null,
    cells: list[1] as number,
    nodes,
  };
}
