import type { Numbers } from "../src/memory.js";
import { INPUT_VECTORS, POSE_SIZE } from "./plane_module.js";
import type { Pose, Sweep, Vec2Like } from "./types.js";

/**
 * Readers of poses and vectors, for `plane.stage`: each writes its arguments where the core looks for them and returns false if
 * one has the wrong form. They check types only; the core checks the numbers. What is read twice may differ the second time, so
 * every property is read once.
 */

type Fields = { readonly x?: unknown; readonly y?: unknown };

export function readVec2(vector: Vec2Like, into: Numbers, at: number): boolean {
  if (typeof vector !== "object" || vector === null) return false;
  let x: unknown = (vector as Fields).x;
  let y: unknown;
  if (x === undefined) {
    x = (vector as ArrayLike<number>)[0];
    y = (vector as ArrayLike<number>)[1];
  } else {
    y = (vector as Fields).y;
  }
  if (typeof x !== "number" || typeof y !== "number") return false;
  into[at] = x;
  into[at + 1] = y;
  return true;
}

export function readPose(pose: Pose, into: Numbers, at: number): boolean {
  if (typeof pose !== "object" || pose === null || looksMistaken(pose)) return false;
  const { position, angle = 0 } = pose;
  if (typeof angle !== "number") return false;
  if (position === undefined) {
    into[at] = 0;
    into[at + 1] = 0;
  } else if (!readVec2(position, into, at)) return false;
  into[at + 2] = angle;
  return true;
}

/**
 * Whether an object is probably no pose, but a vector, a list, or an object of a library whose `angle` is in degrees. As a pose it
 * would silently be at the origin, or turned wrongly.
 */
export function looksMistaken(pose: object): boolean {
  const it = pose as { x?: unknown; length?: unknown; rotation?: unknown; quaternion?: unknown };
  return it.x !== undefined || it.length !== undefined || it.rotation !== undefined || it.quaternion !== undefined;
}

export function onePose(into: Numbers, at: number, pose: Pose): boolean {
  return readPose(pose, into, at);
}

export function twoPoses(into: Numbers, at: number, poseA: Pose, poseB: Pose): boolean {
  return readPose(poseA, into, at) && readPose(poseB, into, at + POSE_SIZE);
}

export function twoSweeps(into: Numbers, at: number, sweepA: Sweep, sweepB: Sweep): boolean {
  return readSweep(sweepA, into, at) && readSweep(sweepB, into, at + 2 * POSE_SIZE);
}

function readSweep(sweep: Sweep, into: Numbers, at: number): boolean {
  if (typeof sweep !== "object" || sweep === null) return false;
  const { from, to } = sweep;
  return readPose(from, into, at) && readPose(to, into, at + POSE_SIZE);
}

/** A pose in two parts. Without an angle only the position is written. */
export function poseParts(into: Numbers, at: number, position: Vec2Like, angle?: number): boolean {
  if (!readVec2(position, into, at)) return false;
  if (angle === undefined) return true;
  // A symbol or a bigint cannot be written.
  if (typeof angle !== "number") return false;
  into[at + 2] = angle;
  return true;
}

export function oneSweep(into: Numbers, at: number, sweep: Sweep): boolean {
  return readSweep(sweep, into, at);
}

export function oneVector(into: Numbers, at: number, vector: Vec2Like): boolean {
  return readVec2(vector, into, at + INPUT_VECTORS);
}

export function poseAndVector(into: Numbers, at: number, pose: Pose, vector: Vec2Like): boolean {
  return readPose(pose, into, at) && readVec2(vector, into, at + INPUT_VECTORS);
}

export function poseAndRay(into: Numbers, at: number, pose: Pose, origin: Vec2Like, direction: Vec2Like): boolean {
  return poseAndVector(into, at, pose, origin) && readVec2(direction, into, at + INPUT_VECTORS + 2);
}

export function twoVectors(into: Numbers, at: number, a: Vec2Like, b: Vec2Like): boolean {
  return readVec2(a, into, at + INPUT_VECTORS) && readVec2(b, into, at + INPUT_VECTORS + 2);
}
