import { CALL_FAILED } from "../src/records.js";
import { pairError } from "./arguments.js";
import { plane } from "./plane_module.js";
import { handleOf, type Shape } from "./shape.js";
import { twoPoses } from "./stage.js";
import type { Pose, Vec2 } from "./types.js";

/** One candidate axis of the separating axis theorem, with its projections. */
export interface SatAxis {
  /** Unit length, world space, towards B. */
  axis: Vec2;
  /** Origin of the axis: the normal of an edge of A or of B, or the line through the two closest vertices. */
  source: "edge-a" | "edge-b" | "vertex";
  /** Of the edge: edge i goes from vertex i to vertex i + 1. Of a vertex axis the number of A's vertex. */
  index: number;
  /** Least and greatest coordinate of A along the axis, in metres. The world's origin is at 0. */
  intervalA: readonly [number, number];
  /** The same of B. */
  intervalB: readonly [number, number];
  /** Least translation along the axis after which the intervals only touch, in metres; negative if they are apart. */
  overlap: number;
}

/** Every candidate axis, and the decisive one. */
export interface SatExplanation {
  /** Whether the shapes intersect: no axis separates them. */
  intersects: boolean;
  /** The normals of A's edges, then of B's; a vertex axis for rounded shapes, and between points and segments. */
  axes: SatAxis[];
  /** Index into `axes`: the axis with the widest gap, or the axis of least overlap if the shapes intersect. */
  decisive: number;
}

const SOURCES = ["edge-a", "edge-b", "vertex"] as const;
const AXIS_SIZE = 9;

/**
 * Every candidate axis of the separating axis theorem with its projections, for teaching and debugging: of two polygons, all
 * edges of both.
 *
 * @throws HyperplaneError `invalid-argument` (also for an ellipse that is no circle and no segment), `disposed`, `out-of-memory`,
 * `not-initialised`
 */
export function explainSat(a: Shape, poseA: Pose, b: Shape, poseB: Pose): SatExplanation {
  const answer = plane.stage(twoPoses, poseA, poseB) ? plane.core.explainSat(handleOf(a), handleOf(b)) : CALL_FAILED;
  if (answer === CALL_FAILED) throw pairError(a, poseA, b, poseB);
  const list = plane.takeNumbers();
  const axes: SatAxis[] = [];
  for (let at = 2; at < list.length; at += AXIS_SIZE) {
    const [x, y, source, index, minA, maxA, minB, maxB, overlap] = list.subarray(at, at + AXIS_SIZE) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    axes.push({
      axis: { x, y },
      source: SOURCES[source] as SatAxis["source"],
      index,
      intervalA: [minA, maxA],
      intervalB: [minB, maxB],
      overlap,
    });
  }
  return { intersects: list[0] === 1, axes, decisive: list[1] as number };
}
