/** The iterations of GJK, and of EPA after it, in world space as the page draws them. */

import { explainEpa, explainGjk, type Pose, type Shape } from "hyperplane";
import { Vector3 } from "three";

/** A point of the Minkowski difference and the points of both shapes behind it: point = onB - onA. */
export interface DifferencePoint {
  readonly point: Vector3;
  readonly onA: Vector3;
  readonly onB: Vector3;
}

export interface Step {
  readonly phase: "gjk" | "epa";
  /** Vertices of GJK's simplex or EPA's polytope. */
  readonly points: readonly DifferencePoint[];
  /** EPA's faces, as indices into `points`. */
  readonly faces: readonly (readonly number[])[];
  /** The face closest to the origin. */
  readonly nearest: number | null;
  /** The point of the simplex or polytope closest to the origin. */
  readonly closest: Vector3;
  /** The support point found beyond it; null where the simplex contains the origin, which ends GJK. */
  readonly support: DifferencePoint | null;
  /**
   * Bounds of the distance or the depth of the shapes, in metres. The algorithms work on cores; these bounds include the
   * rounding radii.
   */
  readonly lower: number;
  readonly upper: number;
}

interface PlainPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const vector = ({ x, y, z }: PlainPoint) => new Vector3(x, y, z);

function differencePoint(p: {
  readonly point: PlainPoint;
  readonly onA: PlainPoint;
  readonly onB: PlainPoint;
}): DifferencePoint {
  return { point: vector(p.point), onA: vector(p.onA), onB: vector(p.onB) };
}

export interface Explanation {
  /** GJK's iterations, and EPA's where the cores overlap. */
  readonly steps: Step[];
  /** True where EPA's polytope was full before its bounds met. */
  readonly unfinished: boolean;
}

export function explainSteps(a: Shape, poseA: Pose, b: Shape, poseB: Pose): Explanation {
  const gjk = explainGjk(a, poseA, b, poseB);
  const radius = gjk.radiusA + gjk.radiusB;
  const steps: Step[] = gjk.steps.map((step) => ({
    phase: "gjk",
    points: step.simplex.map(differencePoint),
    faces: [],
    nearest: null,
    closest: vector(step.closest),
    support: step.support && differencePoint(step.support),
    lower: step.lower - radius,
    upper: step.upper - radius,
  }));
  if (!gjk.touching) return { steps, unfinished: false };
  const epa = explainEpa(a, poseA, b, poseB);
  for (const step of epa.steps) {
    steps.push({
      phase: "epa",
      points: step.vertices.map(differencePoint),
      faces: step.faces,
      nearest: step.closestFace,
      closest: vector(step.closest),
      support: differencePoint(step.support),
      lower: step.lower + radius,
      upper: step.upper + radius,
    });
  }
  return { steps, unfinished: epa.end === "unfinished" };
}

const simplexNames = ["nothing", "point", "segment", "triangle", "tetrahedron"];

export function stepName(step: Step): string {
  return step.phase === "gjk" ? (simplexNames[step.points.length] ?? "") : `${step.faces.length} faces`;
}
