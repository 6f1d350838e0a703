import { checkOut } from "../number_arrays.js";
import { NumberList } from "../number_list.js";
import { readCount } from "../options.js";
import { BROAD_PHASE, broadPhases, CALL_FAILED, CAPACITY } from "../records.js";
import type { Vec3 } from "../types.js";
import type { BroadPhaseName } from "./base_world.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** A node of a tree of bounds. */
export interface TreeNode<Vector = Vec3> {
  /** Lower corner of the bounds of its subtree, in metres, in world space. */
  min: Vector;
  /** Upper corner, likewise. */
  max: Vector;
  /** 0 for the root. */
  depth: number;
  /** Whether it belongs to the tree of static colliders. */
  static: boolean;
}

/** Data structures of the broad phase of the last update. */
export interface BroadPhaseExplanation<Vector = Vec3> {
  /** Its name. */
  broadPhase: BroadPhaseName;
  /** Sweep and prune: the sorted axis. Null for others. */
  axis: keyof Vector | null;
  /** Sweep and prune: number of cells. 0 for others. */
  cells: number;
  /** Trees: nodes, parents before children. Empty for others. */
  nodes: TreeNode<Vector>[];
}

/** What these ask of a world's state. */
interface ExplainedState {
  readonly module: WorldModule<WorldCalls>;
  readonly dimension: number;
  open(): number;
  word(field: number): number;
}

export function bounds(state: ExplainedState, out: Float64Array | undefined): Float64Array {
  const { module, dimension } = state;
  const length = 2 * dimension * state.word(CAPACITY);
  if (out !== undefined) checkOut(out, Float64Array, length, module);
  if (module.core.copyBounds(state.open()) === CALL_FAILED) throw module.faultError();
  if (out === undefined) return module.takeNumbers();
  module.takeNumbersInto(out);
  return out;
}

const AXES = ["x", "y", "z"] as const;

/** @template Vector of the dimension of the state */
export function explainBroadPhase<Vector>(
  state: ExplainedState,
  maxDepth: number | undefined,
): BroadPhaseExplanation<Vector> {
  const depth = maxDepth === undefined ? 0xffffffff : readCount(maxDepth, "maxDepth", 0, 0xffffffff);
  const { module, dimension } = state;
  if (module.core.explainBroadPhase(state.open(), depth) === CALL_FAILED) throw module.faultError();
  const list = new NumberList(module.takeNumbers());
  const vector = () => (dimension === 2 ? list.vector2() : list.vector()) as Vector;
  const explanation: BroadPhaseExplanation<Vector> = {
    broadPhase: broadPhases[state.word(BROAD_PHASE)] as BroadPhaseName,
    axis: (AXES[list.next()] ?? null) as keyof Vector | null,
    cells: list.next(),
    nodes: [],
  };
  while (list.hasMore) {
    explanation.nodes.push({ min: vector(), max: vector(), depth: list.next(), static: list.next() === 1 });
  }
  return explanation;
}
