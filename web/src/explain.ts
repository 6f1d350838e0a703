import { pairError } from "./arguments.js";
import { core } from "./raw.js";
import { CALL_FAILED } from "./records.js";
import { takeReport } from "./report.js";
import type { Box } from "./shapes/box.js";
import type { ConvexHull } from "./shapes/convex-hull.js";
import { handleOf } from "./shapes/shape.js";
import { stagePair } from "./stage.js";
import type { Pose, Vec3 } from "./types.js";

/** One candidate axis of the separating axis theorem, with its projections. */
export interface SatAxis {
  /** Unit length, world space, from A to B; null where the two edges are parallel and give none. */
  axis: Vec3 | null;
  /** What gives the axis: a face normal of A, one of B, or the cross product of an edge of each. */
  source: "face-a" | "face-b" | "edge-edge";
  /** Which face normal, or which edge of A and of B; of a box 0, 1, 2 for x, y, z. */
  indices: readonly number[];
  /** Least and greatest coordinate of A along the axis, in metres from the world's origin. */
  intervalA: readonly [number, number];
  /** The same of B. */
  intervalB: readonly [number, number];
  /**
   * Least translation along the axis that makes the intervals only touch, in metres; negative when they are apart,
   * infinite where there is no axis.
   */
  overlap: number;
}

/** Every candidate axis, and which of them decided. */
export interface SatExplanation {
  /** Whether the shapes have a point in common: no axis separates them. */
  intersects: boolean;
  /** A's face normals, then B's, then for each edge of A in turn those of B. */
  axes: SatAxis[];
  /** Index into `axes`: the axis with the widest gap, or when they overlap the one of least overlap. */
  decisive: number;
}

const SOURCES = ["face-a", "face-b", "edge-edge"] as const;
/** Numbers of an axis in the core's list. */
const AXIS_SIZE = 12;

/**
 * Every candidate axis of the separating axis theorem with its projections, for teaching and debugging.
 *
 * @throws HyperplaneError `invalid-argument` (also for shapes without flat faces), `disposed`, `not-initialised`
 */
export function explainSat(a: Box | ConvexHull, poseA: Pose, b: Box | ConvexHull, poseB: Pose): SatExplanation {
  const answer = stagePair(poseA, poseB) ? core.explainSat(handleOf(a), handleOf(b)) : CALL_FAILED;
  if (answer === CALL_FAILED) throw pairError(a, poseA, b, poseB);
  const list = takeReport();
  const axes: SatAxis[] = [];
  for (let at = 2; at < list.length; at += AXIS_SIZE) axes.push(axisOf(list.subarray(at, at + AXIS_SIZE)));
  return { intersects: list[0] === 1, axes, decisive: list[1] as number };
}

function axisOf(numbers: Float64Array): SatAxis {
  const at = (i: number) => (numbers[i] as number) + 0;
  return {
    axis: at(3) === 1 ? { x: at(4), y: at(5), z: at(6) } : null,
    source: SOURCES[at(0)] as SatAxis["source"],
    indices: [at(1), at(2)].filter((index) => index >= 0),
    intervalA: [at(7), at(8)],
    intervalB: [at(9), at(10)],
    overlap: at(11),
  };
}
