import { shapeProblem, sweepProblem } from "./arguments.js";
import type { HyperplaneError } from "./errors.js";
import { CALL_FAILED, IMPACT_NORMAL, IMPACT_POINT, IMPACT_TIME } from "./records.js";
import { handleOf, type Shape } from "./shapes/shape.js";
import { space } from "./space.js";
import { twoSweeps } from "./stage.js";
import type { Sweep, Vec3 } from "./types.js";

/** Where two moving shapes first touch. */
export interface Impact {
  /** 0 to 1: the share of the sweeps up to the touch. The shapes are apart until then. */
  time: number;
  /**
   * Where they touch at that time, in world space. Of shapes that overlap at the start: a point that lies in both,
   * within 1e-6 of their size.
   */
  point: Vec3;
  /** Unit length, world space, from A to B. Of shapes that overlap at the start: the normal of their depth. */
  normal: Vec3;
  /**
   * False if the search reached its bound on iterations, which no known motion does. The shapes are apart until `time`
   * then, and it is not known whether they touch later.
   */
  converged: boolean;
}

/** One iteration of the search for a time of impact. */
export interface ImpactStep {
  /** Where the search stands, 0 to 1. */
  time: number;
  /** How far the shapes are apart along `normal` then, in metres. */
  gap: number;
  /** For how long that is certain to keep them apart; 0 where they touch. */
  step: number;
  /** Unit length, world space, from A to B. */
  normal: Vec3;
  /** Witness point of the gap on A, in world space. */
  pointA: Vec3;
  /** Witness point on B. */
  pointB: Vec3;
}

/** The impact with the way to it. */
export interface ImpactExplanation {
  /** As `timeOfImpact` has it. */
  impact: Impact | null;
  /** None where not even the balls around the shapes meet. */
  steps: ImpactStep[];
}

/** What the core says about an impact. */
const CONVERGED = 1;
/** Numbers of a step in the core's list. */
const STEP_SIZE = 12;

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
  };
}

/**
 * First time at which two moving shapes touch. Shapes that overlap at the start touch at time 0, as do shapes that touch
 * there and move towards or along each other; shapes that touch and move apart do not touch then, but may later.
 *
 * @param sweepA how A moves: from a pose to another at constant linear and angular velocity, the shorter way round
 * @param sweepB how B moves
 * @returns null when they never touch
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
 * As `timeOfImpact`, with every iteration of the search, for teaching and debugging. The search is shown even where
 * `timeOfImpact` has a formula, so that the last digits may differ.
 *
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`, `out-of-memory`
 */
export function explainTimeOfImpact(a: Shape, sweepA: Sweep, b: Shape, sweepB: Sweep): ImpactExplanation {
  const answer = space.stage(twoSweeps, sweepA, sweepB)
    ? space.core.explainTimeOfImpact(handleOf(a), handleOf(b))
    : CALL_FAILED;
  if (answer === CALL_FAILED) throw sweepsError(a, sweepA, b, sweepB);
  const impact = readImpact(answer);
  const list = space.takeNumbers();
  const steps: ImpactStep[] = [];
  for (let at = 1; at < list.length; at += STEP_SIZE) {
    const n = (i: number) => (list[at + i] as number) + 0;
    const vector = (i: number) => ({ x: n(i), y: n(i + 1), z: n(i + 2) });
    steps.push({ time: n(0), gap: n(1), step: n(2), normal: vector(3), pointA: vector(6), pointB: vector(9) });
  }
  return { impact, steps };
}
