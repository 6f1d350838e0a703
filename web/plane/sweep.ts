import { CALL_FAILED } from "../src/records.js";
import { shapeProblem, sweepProblem } from "./arguments.js";
import { plane } from "./plane_module.js";
import { handleOf, type Shape } from "./shape.js";
import { twoSweeps } from "./stage.js";
import type { Sweep, Vec2 } from "./types.js";

/** The first contact of two moving shapes. */
export interface Impact {
  /** 0 to 1: fraction of the sweeps. 0 if the shapes overlap at the start; else they are apart before it. */
  time: number;
  /** Contact point at that time, in world space. */
  point: Vec2;
  /** Unit length, world space, from A to B. */
  normal: Vec2;
  /** Which part of A; -1: it has none. */
  partA: number;
  /** Which part of B; -1: it has none. */
  partB: number;
  /**
   * False if the search reached its limit of iterations, which no known motion does. The shapes are then apart until `time`,
   * and later contacts are unknown.
   */
  converged: boolean;
}

/** The core's answer for a search that converged. */
const CONVERGED = 1;

/**
 * First time within a step at which two moving shapes touch, turning included: nothing passes through anything.
 *
 * @param sweepA motion of A: an object with the poses `from` and `to`. The turn is `to.angle - from.angle`
 * @param sweepB motion of B
 * @returns null if they do not touch, and if they touch at the start only and part
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function timeOfImpact(a: Shape, sweepA: Sweep, b: Shape, sweepB: Sweep): Impact | null {
  const isStaged = plane.stage(twoSweeps, sweepA, sweepB);
  const answer = isStaged ? plane.core.timeOfImpact(handleOf(a), handleOf(b)) : CALL_FAILED;
  if (answer === CALL_FAILED) {
    throw (
      shapeProblem(a, "a") ??
      sweepProblem(sweepA, "sweepA") ??
      shapeProblem(b, "b") ??
      sweepProblem(sweepB, "sweepB") ??
      plane.faultError()
    );
  }
  if (answer === 0) return null;
  return {
    time: plane.result(0),
    point: plane.vector(1),
    normal: plane.vector(3),
    partA: plane.part(0),
    partB: plane.part(1),
    converged: answer === CONVERGED,
  };
}
