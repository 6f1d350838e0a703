import type { Numbers } from "./memory.js";
import { readPose, readQuat, readVec3 } from "./pose.js";
import { INPUT_VECTORS, POSE_SIZE, POSES } from "./records.js";
import { space } from "./space.js";
import type { Pose, QuatLike, Sweep, Vec3Like } from "./types.js";

/**
 * Readers for `space.stage`, one for each kind of call: each writes its arguments where the core looks for them, poses first,
 * then vectors. Each returns false if an argument has the wrong form.
 */

export function onePose(into: Numbers, at: number, pose: Pose): boolean {
  if (!readPose(pose, into, at)) return false;
  space.look?.(pose);
  return true;
}

export function twoPoses(into: Numbers, at: number, poseA: Pose, poseB: Pose): boolean {
  return onePose(into, at, poseA) && onePose(into, at + POSE_SIZE, poseB);
}

/** A pose in two parts. Without a quaternion only the position is written. */
export function poseParts(into: Numbers, at: number, position: Vec3Like, quaternion?: QuatLike): boolean {
  return readVec3(position, into, at) && (quaternion === undefined || readQuat(quaternion, into, at + 3));
}

export function oneSweep(into: Numbers, at: number, sweep: Sweep): boolean {
  if (typeof sweep !== "object" || sweep === null) return false;
  const { from, to } = sweep;
  return twoPoses(into, at, from, to);
}

export function twoSweeps(into: Numbers, at: number, sweepA: Sweep, sweepB: Sweep): boolean {
  return oneSweep(into, at, sweepA) && oneSweep(into, at + 2 * POSE_SIZE, sweepB);
}

export function onePoint(into: Numbers, at: number, point: Vec3Like): boolean {
  return readVec3(point, into, at + INPUT_VECTORS);
}

export function ray(into: Numbers, at: number, origin: Vec3Like, direction: Vec3Like): boolean {
  return readVec3(origin, into, at + INPUT_VECTORS) && readVec3(direction, into, at + INPUT_VECTORS + 3);
}

export function poseAndPoint(into: Numbers, at: number, pose: Pose, point: Vec3Like): boolean {
  return onePose(into, at, pose) && onePoint(into, at, point);
}

export function poseAndRay(into: Numbers, at: number, pose: Pose, origin: Vec3Like, direction: Vec3Like): boolean {
  return onePose(into, at, pose) && ray(into, at, origin, direction);
}

/** The quaternion of a pose at the origin, and a vector. */
export function rotation(into: Numbers, at: number, quaternion: QuatLike, vector: Vec3Like): boolean {
  for (let i = 0; i < 3; i++) into[at + i] = 0;
  return readQuat(quaternion, into, at + 3) && onePoint(into, at, vector);
}

// `space.stage` for the hottest calls: engines inline these readers, but not one that is passed as an argument.

const RAY = POSES + INPUT_VECTORS;

/** `space.stage(ray, ...)` */
export function stageRay(origin: Vec3Like, direction: Vec3Like): boolean {
  const ticket = space.begin();
  const { doubles } = space;
  if (!readVec3(origin, doubles, RAY) || !readVec3(direction, doubles, RAY + 3)) return false;
  return space.isCurrent(ticket) || space.stageAside(ray, origin, direction, undefined);
}

/** `space.stage(twoPoses, ...)` */
export function stagePair(poseA: Pose, poseB: Pose): boolean {
  const ticket = space.begin();
  const { doubles } = space;
  if (!readPose(poseA, doubles, POSES) || !readPose(poseB, doubles, POSES + POSE_SIZE)) return false;
  space.look?.(poseA, poseB);
  return space.isCurrent(ticket) || stagePairAside(poseA, poseB);
}

function stagePairAside(poseA: Pose, poseB: Pose): boolean {
  return space.stageAside(twoPoses, poseA, poseB, undefined);
}
