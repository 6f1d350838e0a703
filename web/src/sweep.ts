import { shapeProblem, sweepProblem } from "./arguments.js";
import type { HyperplaneError } from "./errors.js";
import { CALL_FAILED, IMPACT_FEATURES, IMPACT_NORMAL, IMPACT_POINT, IMPACT_TIME } from "./records.js";
import { handleOf, type Shape } from "./shapes/shape.js";
import { space } from "./space.js";
import { twoSweeps } from "./stage.js";
import type { PairFeatures, Sweep, Vec3 } from "./types.js";

/** The first contact of two moving shapes. */
export interface Impact extends PairFeatures {
  /** 0 to 1: fraction of the sweeps. 0 if the shapes overlap at the start; else they are apart before it. */
  time: number;
  /**
   * Contact point at that time, in world space. For shapes that overlap at the start: a point that lies in both, within 1e-6
   * of their size.
   */
  point: Vec3;
  /** Unit length, world space, from A to B. For shapes that overlap at the start: the normal of their depth. */
  normal: Vec3;
  /**
   * False if the search reached its limit of iterations, which no known motion does. The shapes are then apart until `time`,
   * and later contacts are unknown.
   */
  converged: boolean;
}

/** One iteration of the search for a time of impact. */
export interface ImpactStep {
  /** Lower bound of the time of impact, 0 to 1. */
  time: number;
  /** Separation along `normal` at that time, in metres; minus the depth if the shapes overlap at the start. */
  gap: number;
  /** The safe step from there, in time; 0 if they touch. */
  step: number;
  /** Unit length, world space, from A to B. */
  normal: Vec3;
  /** Witness point of the gap on A, in world space. */
  pointA: Vec3;
  /** Witness point on B, in world space. */
  pointB: Vec3;
}

/** A time of impact with the steps of its search. */
export interface ImpactExplanation {
  /** As returned by `timeOfImpact`. */
  impact: Impact | null;
  /** In order of time. Empty if the bounding spheres do not meet. */
  steps: ImpactStep[];
}

/** The core's answer for a search that converged. */
const CONVERGED = 1;

function sweepsError(a: unknown, sweepA: unknown, b: unknown, sweepB: unknown): HyperplaneError {
  return (
    shapeProblem(a, "a") ??
    sweepProblem(sweepA, "sweepA") ??
    shapeProblem(b, "b") ??
    sweepProblem(sweepB, "sweepB") ??
    space.faultError()
  );
}

function readImpact(answer: number): Impact | null {
  if (answer === 0) return null;
  return {
    time: space.number(IMPACT_TIME),
    point: space.vector(IMPACT_POINT),
    normal: space.vector(IMPACT_NORMAL),
    converged: answer === CONVERGED,
    partA: space.integer(IMPACT_FEATURES),
    triangleA: space.integer(IMPACT_FEATURES + 1),
    partB: space.integer(IMPACT_FEATURES + 2),
    triangleB: space.integer(IMPACT_FEATURES + 3),
  };
}

/**
 * First time at which two moving shapes touch. Shapes that overlap at the start have an impact at time 0; so have shapes that
 * touch there and do not separate. Shapes that touch and separate have none then, but may have one later.
 *
 * @param sweepA motion of A: from a pose to another at constant linear and angular velocity, by the shorter rotation
 * @param sweepB motion of B
 * @returns null if they do not touch from time 0 to 1
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function timeOfImpact(a: Shape, sweepA: Sweep, b: Shape, sweepB: Sweep): Impact | null {
  const answer = space.stage(twoSweeps, sweepA, sweepB)
    ? space.core.timeOfImpact(handleOf(a), handleOf(b))
    : CALL_FAILED;
  if (answer === CALL_FAILED) throw sweepsError(a, sweepA, b, sweepB);
  return readImpact(answer);
}

/**
 * As `timeOfImpact`, with every iteration of the search, for teaching and debugging. Pairs with a closed form are searched
 * too, so the last digits may differ.
 *
 * @throws HyperplaneError `invalid-argument`, also for a compound or a mesh; `disposed`, `not-initialised`, `out-of-memory`
 */
export function explainTimeOfImpact(a: Shape, sweepA: Sweep, b: Shape, sweepB: Sweep): ImpactExplanation {
  const answer = space.stage(twoSweeps, sweepA, sweepB)
    ? space.core.explainTimeOfImpact(handleOf(a), handleOf(b))
    : CALL_FAILED;
  if (answer === CALL_FAILED) throw sweepsError(a, sweepA, b, sweepB);
  const impact = readImpact(answer);
  const list = space.takeList();
  const steps: ImpactStep[] = [];
  for (let count = list.next(); count > 0; count--) {
    steps.push({
      time: list.next(),
      gap: list.next(),
      step: list.next(),
      normal: list.vector(),
      pointA: list.vector(),
      pointB: list.vector(),
    });
  }
  return { impact, steps };
}
