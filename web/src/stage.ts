import { begin, doubles, isCurrent } from "./memory.js";
import { readPose } from "./pose.js";
import { POSE_A, POSE_B, POSE_SIZE } from "./records.js";
import type { Pose } from "./types.js";

/**
 * Brings poses into the records. Reading a pose may run a getter of the user's, and that may call this package, which
 * uses the same records: so what was read is only good if no other call came in between.
 */

/**
 * The poses of a pair, the fast way: straight into the records.
 *
 * @returns false when one of them is not a pose
 */
export function stagePair(poseA: Pose, poseB: Pose): boolean {
  const ticket = begin();
  if (!readPose(poseA, doubles, POSE_A) || !readPose(poseB, doubles, POSE_B)) return false;
  return isCurrent(ticket) || stagePairAside(poseA, poseB);
}

function stagePairAside(poseA: Pose, poseB: Pose): boolean {
  const aside = numbers(2 * POSE_SIZE);
  if (!readPose(poseA, aside, 0) || !readPose(poseB, aside, POSE_SIZE)) return false;
  write(aside, POSE_A);
  return true;
}

/** A list to read into, before `write`. */
export function numbers(count: number): number[] {
  return new Array<number>(count).fill(0);
}

/** Puts numbers into the records, from index `at` of the doubles on. No code of the user's may run until the call. */
export function write(values: readonly number[], at: number): void {
  begin();
  for (let i = 0; i < values.length; i++) doubles[at + i] = values[i] as number;
}
