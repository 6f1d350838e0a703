import { invalid, show } from "../errors.js";
import { begin, doubles, isCurrent } from "../memory.js";
import { readPose, readQuat, readVec3 } from "../pose.js";
import { POSE_A, POSE_B, POSE_SIZE, VECTOR_0, VECTOR_1 } from "../records.js";
import { numbers, write } from "../stage.js";
import type { Pose, QuatLike, Sweep, Vec3Like } from "../types.js";

/**
 * Brings the arguments of a world's calls into the records; see ../stage.ts for why it is asked whether another call came
 * in between. All return false when the argument has not the right form.
 */

/** One pose. */
export function stagePose(pose: Pose): boolean {
  const ticket = begin();
  if (!readPose(pose, doubles, POSE_A)) return false;
  if (isCurrent(ticket)) return true;
  const aside = numbers(POSE_SIZE);
  if (!readPose(pose, aside, 0)) return false;
  write(aside, POSE_A);
  return true;
}

/** One pose in two parts. */
export function stageParts(position: Vec3Like, quaternion: QuatLike): boolean {
  const ticket = begin();
  if (!readVec3(position, doubles, POSE_A) || !readQuat(quaternion, doubles, POSE_A + 3)) return false;
  if (isCurrent(ticket)) return true;
  const aside = numbers(POSE_SIZE);
  if (!readVec3(position, aside, 0) || !readQuat(quaternion, aside, 3)) return false;
  write(aside, POSE_A);
  return true;
}

/** The two poses of a sweep. */
export function stageSweep(sweep: Sweep): boolean {
  const ticket = begin();
  if (typeof sweep !== "object" || sweep === null) return false;
  const { from, to } = sweep;
  if (!readPose(from, doubles, POSE_A) || !readPose(to, doubles, POSE_B)) return false;
  if (isCurrent(ticket)) return true;
  const aside = numbers(2 * POSE_SIZE);
  if (!readPose(from, aside, 0) || !readPose(to, aside, POSE_SIZE)) return false;
  write(aside, POSE_A);
  return true;
}

/** @param at where to, in the view of doubles */
export function stagePoint(point: Vec3Like, at = VECTOR_0): boolean {
  const ticket = begin();
  if (!readVec3(point, doubles, at)) return false;
  if (isCurrent(ticket)) return true;
  const aside = numbers(3);
  if (!readVec3(point, aside, 0)) return false;
  write(aside, at);
  return true;
}

export function stageRay(origin: Vec3Like, direction: Vec3Like): boolean {
  const ticket = begin();
  if (!readVec3(origin, doubles, VECTOR_0) || !readVec3(direction, doubles, VECTOR_1)) return false;
  if (isCurrent(ticket)) return true;
  const aside = numbers(6);
  if (!readVec3(origin, aside, 0) || !readVec3(direction, aside, 3)) return false;
  write(aside, VECTOR_0);
  return true;
}

/** A set of 32 bits. Signed numbers are welcome: that is what JavaScript's own operators give. */
export function readBits(value: unknown, name: string): number {
  if (typeof value === "number" && (value >>> 0 === value || (value | 0) === value)) return value >>> 0;
  throw invalid(`${name} must be a whole number of 32 bits, got ${show(value)}`);
}

export function readFlag(value: unknown, name: string): boolean {
  if (typeof value === "boolean") return value;
  throw invalid(`${name} must be true or false, got ${show(value)}`);
}

/** A whole number from `least` to `most`. */
export function readCount(value: unknown, name: string, least: number, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalid(`${name} must be a whole number from ${least} to ${most}, got ${show(value)}`);
}
