import { pairError } from "./arguments.js";
import type { NumberList } from "./number_list.js";
import { CALL_FAILED } from "./records.js";
import type { Box } from "./shapes/box.js";
import type { ConvexHull } from "./shapes/convex_hull.js";
import { handleOf, type Shape } from "./shapes/shape.js";
import { space } from "./space.js";
import { stagePair } from "./stage.js";
import type { Pose, Vec3 } from "./types.js";

/** One candidate axis of the separating axis theorem, with its projections. */
export interface SatAxis {
  /** Unit length, world space, from A to B; null if the two edges are parallel, which makes both intervals 0. */
  axis: Vec3 | null;
  /** Origin of the axis: a face normal of A, one of B, or the cross product of an edge of each. */
  source: "face-a" | "face-b" | "edge-edge";
  /**
   * One number for a face normal, two for an edge of A and one of B. Of a box: 0, 1, 2 for x, y, z. Of a hull: the index into its
   * `faces`, or the number of the edge on a walk around face 0, face 1 and so on that counts each edge once.
   */
  indices: readonly number[];
  /** Least and greatest coordinate of A along the axis, in metres. The world's origin is at 0. */
  intervalA: readonly [number, number];
  /** The same of B. */
  intervalB: readonly [number, number];
  /**
   * Least translation along the axis after which the intervals only touch, in metres; negative if they are apart, infinite
   * without an axis.
   */
  overlap: number;
}

/** Every candidate axis, and the decisive one. */
export interface SatExplanation {
  /** Whether the shapes intersect: no axis separates them. */
  intersects: boolean;
  /** A's face normals, then B's, then for each edge of A in turn its cross products with the edges of B. */
  axes: SatAxis[];
  /** Index into `axes`: the axis with the widest gap, or the axis of least overlap if the shapes intersect. */
  decisive: number;
}

const SOURCES = ["face-a", "face-b", "edge-edge"] as const;

/** A shape with flat faces. */
export type Polyhedron = Omit<Box, "rounding"> | Omit<ConvexHull, "exactVertices" | "rounding">;

/**
 * Every candidate axis of the separating axis theorem with its projections, for teaching and debugging: of two boxes
 * fifteen; of hulls all faces of both and all pairs of edges, up to 2^18 in all.
 *
 * @throws HyperplaneError `invalid-argument` (also for shapes without flat faces, and for hulls with too many axes),
 * `disposed`, `out-of-memory`, `not-initialised`
 */
export function explainSat(a: Polyhedron, poseA: Pose, b: Polyhedron, poseB: Pose): SatExplanation {
  const answer = stagePair(poseA, poseB) ? space.core.explainSat(handleOf(a), handleOf(b)) : CALL_FAILED;
  if (answer === CALL_FAILED) throw pairError(a, poseA, b, poseB);
  const list = space.takeList();
  const intersects = list.next() === 1;
  const decisive = list.next();
  const axes: SatAxis[] = [];
  while (list.hasMore) axes.push(nextAxis(list));
  return { intersects, axes, decisive };
}

function nextAxis(list: NumberList): SatAxis {
  const source = SOURCES[list.next()] as SatAxis["source"];
  const indices = [list.next(), list.next()].filter((index) => index >= 0);
  const exists = list.next() === 1;
  const axis = list.vector();
  return {
    axis: exists ? axis : null,
    source,
    indices,
    intervalA: [list.next(), list.next()],
    intervalB: [list.next(), list.next()],
    overlap: list.next(),
  };
}

/** A point of the Minkowski difference of two cores, with its points of A and B. World space. */
export interface DifferencePoint {
  /** onB - onA. */
  point: Vec3;
  /** On the core of A: for a sphere its centre, for a capsule a point of its axis, for every other shape a surface point. */
  onA: Vec3;
  /** On the core of B. */
  onB: Vec3;
}

/** One iteration of GJK. */
export interface GjkStep {
  /** 1 to 4 points of the Minkowski difference; 4 only in the last step, where the tetrahedron holds the origin. */
  simplex: DifferencePoint[];
  /** The sum of the simplex's points by these weights is `closest`; the sums of onA and of onB are the witness points. */
  weights: number[];
  /** The point of the simplex closest to the origin. */
  closest: Vec3;
  /**
   * The support point of the difference along -`closest`, added to the next simplex; null in the last step of cores that
   * touch.
   */
  support: DifferencePoint | null;
  /** The distance of the cores is at least this, in metres. */
  lower: number;
  /** The distance of the cores is at most this: the length of `closest`. */
  upper: number;
}

/** The distance of two shapes by GJK, step by step. */
export interface GjkExplanation {
  /** Whether the cores intersect; `explainEpa` continues from there. */
  touching: boolean;
  /** False if rounding or the limit of iterations ended the search before the bounds met. */
  converged: boolean;
  /** Rounding radius of A in metres: the radius of a sphere or capsule, 0 for other shapes. */
  radiusA: number;
  /** The same of B. The distance of the shapes is that of the cores less both radii. */
  radiusB: number;
  /** In order; at least one. */
  steps: GjkStep[];
}

/** One iteration of EPA. */
export interface EpaStep {
  /** The corners of the polytope: points of the Minkowski difference. */
  vertices: DifferencePoint[];
  /** Three indices into `vertices` for each face, counter-clockwise seen from outside. */
  faces: [number, number, number][];
  /** Index into `faces` of the face whose plane is closest to the origin. */
  closestFace: number;
  /** The foot of the origin on that plane. */
  closest: Vec3;
  /** The support point of the difference along the normal of that face, added next. */
  support: DifferencePoint;
  /** The depth of the cores is at least this, in metres: the length of `closest`. */
  lower: number;
  /** The depth of the cores is at most this: the least width along the normals of all faces so far. */
  upper: number;
}

/** The depth of two shapes by EPA, step by step. */
export interface EpaExplanation {
  /**
   * How it ended:
   * - `"converged"`: the bounds have met;
   * - `"apart"`: the cores are apart; GJK has the answer, and there are no steps;
   * - `"flat"`: the difference of the cores has no volume (two concentric spheres, two crossing capsules); their depth is 0,
   *   and there are no steps;
   * - `"unfinished"`: the polytope was full before the bounds met, for round shapes with nearly equal depth in many directions.
   *   The bounds hold; queries continue with a search over directions.
   */
  end: "converged" | "apart" | "flat" | "unfinished";
  /** Rounding radius of A in metres, as in `GjkExplanation`. */
  radiusA: number;
  /** The same of B. The depth of the shapes is that of the cores plus both radii. */
  radiusB: number;
  /** In order. */
  steps: EpaStep[];
}

const ENDS = ["converged", "apart", "flat", "unfinished"] as const;

/**
 * The distance of two shapes by GJK, step by step, for teaching and debugging. Runs for all pairs, also for those with a closed
 * form in `distance`.
 *
 * GJK works on the cores of the shapes, which keeps round surfaces exact: a sphere is a point with a radius, a capsule a segment
 * with a radius; other shapes are their own cores.
 *
 * @throws HyperplaneError `invalid-argument`, also for a compound or a mesh; `disposed`, `out-of-memory`, `not-initialised`
 */
export function explainGjk(a: Shape, poseA: Pose, b: Shape, poseB: Pose): GjkExplanation {
  const answer = stagePair(poseA, poseB) ? space.core.explainGjk(handleOf(a), handleOf(b)) : CALL_FAILED;
  if (answer === CALL_FAILED) throw pairError(a, poseA, b, poseB);
  const list = space.takeList();
  const flags = list.next();
  const explanation: GjkExplanation = {
    touching: (flags & 1) !== 0,
    converged: (flags & 2) === 0,
    radiusA: list.next(),
    radiusB: list.next(),
    steps: [],
  };
  while (list.hasMore) {
    const closest = list.vector();
    const lower = list.next();
    const upper = list.next();
    const support = list.next() === 1 ? nextPoint(list) : null;
    const simplex: DifferencePoint[] = [];
    const weights: number[] = [];
    for (let count = list.next(); count > 0; count--) {
      simplex.push(nextPoint(list));
      weights.push(list.next());
    }
    explanation.steps.push({ simplex, weights, closest, support, lower, upper });
  }
  return explanation;
}

/**
 * The depth of two shapes by EPA, step by step, for teaching and debugging. Starts from the last simplex of `explainGjk`. Runs
 * for all pairs, also for those with a closed form in `collide`; like GJK it works on the cores.
 *
 * @throws HyperplaneError `invalid-argument`, also for a compound or a mesh; `disposed`, `out-of-memory`, `not-initialised`
 */
export function explainEpa(a: Shape, poseA: Pose, b: Shape, poseB: Pose): EpaExplanation {
  const answer = stagePair(poseA, poseB) ? space.core.explainEpa(handleOf(a), handleOf(b)) : CALL_FAILED;
  if (answer === CALL_FAILED) throw pairError(a, poseA, b, poseB);
  const list = space.takeList();
  const explanation: EpaExplanation = {
    end: ENDS[list.next()] as EpaExplanation["end"],
    radiusA: list.next(),
    radiusB: list.next(),
    steps: [],
  };
  while (list.hasMore) {
    const closest = list.vector();
    const lower = list.next();
    const upper = list.next();
    const support = nextPoint(list);
    const closestFace = list.next();
    const vertices: DifferencePoint[] = [];
    for (let count = list.next(); count > 0; count--) vertices.push(nextPoint(list));
    const faces: [number, number, number][] = [];
    for (let count = list.next(); count > 0; count--) faces.push([list.next(), list.next(), list.next()]);
    explanation.steps.push({ vertices, faces, closestFace, closest, support, lower, upper });
  }
  return explanation;
}

function nextPoint(list: NumberList): DifferencePoint {
  return { point: list.vector(), onA: list.vector(), onB: list.vector() };
}
