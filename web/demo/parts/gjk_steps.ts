/** The steps of GJK, and of EPA after it, as the page draws them: all points in world space. */

import { explainEpa, explainGjk, type Pose, type Shape } from "hyperplane";
import { Vector3 } from "three";

/** A point of the Minkowski difference, and the points of both shapes that make it: point = onB - onA. */
export interface DifferencePoint {
  readonly point: Vector3;
  readonly onA: Vector3;
  readonly onB: Vector3;
}

export interface Step {
  readonly phase: "gjk" | "epa";
  /** Corners of GJK's simplex, or of EPA's polytope. */
  readonly points: readonly DifferencePoint[];
  /** EPA's faces, as indices into `points`. */
  readonly faces: readonly (readonly number[])[];
  /** Which face is closest to the origin. */
  readonly nearest: number | null;
  /** The point of simplex or polytope that is closest to the origin. */
  readonly closest: Vector3;
  /** The point that the support mapping found beyond it. */
  readonly support: DifferencePoint;
  /** The distance, or the depth, is known to lie between these, metres. */
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

/** GJK's steps, and EPA's where the shapes overlap. */
export function explainSteps(a: Shape, poseA: Pose, b: Shape, poseB: Pose): Step[] {
  const gjk = explainGjk(a, poseA, b, poseB);
  const steps: Step[] = gjk.steps.map((step) => ({
    phase: "gjk",
    points: step.simplex.map(differencePoint),
    faces: [],
    nearest: null,
    closest: vector(step.closest),
    support: differencePoint(step.support),
    lower: step.lower,
    upper: step.upper,
  }));
  if (!gjk.touching) return steps;
  for (const step of explainEpa(a, poseA, b, poseB).steps) {
    steps.push({
      phase: "epa",
      points: step.vertices.map(differencePoint),
      faces: step.faces,
      nearest: step.closestFace,
      closest: vector(step.closest),
      support: differencePoint(step.support),
      lower: step.lower,
      upper: step.upper,
    });
  }
  return steps;
}

const simplexNames = ["nothing", "point", "segment", "triangle", "tetrahedron"];

export function stepName(step: Step): string {
  return step.phase === "gjk" ? (simplexNames[step.points.length] ?? "") : `${step.faces.length} faces`;
}
