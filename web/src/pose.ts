import type { Numbers } from "./memory.js";
import type { Pose, QuatLike, Vec3Like } from "./types.js";
import { type CopyPose, type CopyRow, copyPose, copyRow } from "./world/live_row.js";

/**
 * Reads poses and vectors without allocating: plain objects, three.js's classes, arrays, rows of colliders. Checks types only; the
 * core checks the numbers.
 *
 * Engines compile a read for the few kinds of objects that it has met, and look properties up slowly, in boxed numbers, where it has met
 * more. So arrays, typed arrays and rows of colliders have readers of their own.
 */

type Fields = {
  readonly [copyPose]?: CopyPose;
  readonly [copyRow]?: CopyRow;
  readonly length?: unknown;
  readonly x?: unknown;
  readonly y?: unknown;
  readonly z?: unknown;
  readonly w?: unknown;
};

/**
 * Reads a pose as seven numbers.
 *
 * The common form, objects with x, y, z and w, has a path of its own, short enough to be inlined.
 *
 * @param into written from index `at` on
 * @returns false if it is not a pose; `poseProblem` explains
 */
export function readPose(pose: Pose, into: Numbers, at: number): boolean {
  if (typeof pose !== "object" || pose === null) return false;
  const { position, quaternion } = pose;
  if (hasFields(position) && typeof quaternion === "object" && quaternion !== null) {
    const { x, y, z } = position;
    const { x: qx, y: qy, z: qz, w: qw } = quaternion as Fields;
    if (
      typeof x === "number" &&
      typeof y === "number" &&
      typeof z === "number" &&
      typeof qx === "number" &&
      typeof qy === "number" &&
      typeof qz === "number" &&
      typeof qw === "number"
    ) {
      into[at] = x;
      into[at + 1] = y;
      into[at + 2] = z;
      into[at + 3] = qx;
      into[at + 4] = qy;
      into[at + 5] = qz;
      into[at + 6] = qw;
      return true;
    }
  }
  return readOtherPose(pose, into, at);
}

/** Whether a value is an object, and probably no list or row: looking at `length` costs less than `Array.isArray`. */
function hasFields(value: unknown): value is Fields {
  if (typeof value !== "object" || value === null) return false;
  return typeof (value as Fields).length !== "number" && (value as Fields)[copyRow] === undefined;
}

/** Colliders, arrays, rows, and poses without position or quaternion. */
function readOtherPose(pose: Pose, into: Numbers, at: number): boolean {
  if ((pose as Fields)[copyPose]?.(into, at)) return true;
  const { position, quaternion } = pose;
  if (position === undefined) fill(into, at, 3, 0);
  else if (!readVec3(position, into, at)) return false;
  if (quaternion !== undefined) return readQuat(quaternion, into, at + 3);
  fill(into, at + 3, 3, 0);
  into[at + 6] = 1;
  return !looksMistaken(pose);
}

function fill(into: Numbers, at: number, count: number, value: number): void {
  for (let i = 0; i < count; i++) into[at + i] = value;
}

/**
 * Whether an object without a `quaternion` is probably no pose, but a vector, a matrix, an object with Euler angles, or a
 * collider. As a pose it would silently be at the origin, or without rotation.
 */
export function looksMistaken(pose: object): boolean {
  const it = pose as { x?: unknown; length?: unknown; elements?: unknown; rotation?: unknown; setPose?: unknown };
  return (
    it.x !== undefined ||
    it.length !== undefined ||
    it.elements !== undefined ||
    it.rotation !== undefined ||
    it.setPose !== undefined
  );
}

/** As `readPose`, three numbers. */
export function readVec3(vector: Vec3Like, into: Numbers, at: number): boolean {
  if (typeof vector !== "object" || vector === null) return false;
  if (Array.isArray(vector) && readList(vector, 3, into, at)) return true;
  if (ArrayBuffer.isView(vector) && readView(vector, 3, into, at)) return true;
  if ((vector as Fields)[copyRow]?.(3, into, at)) return true;
  const { x, y, z } = vector as Fields;
  if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number") {
    return x === undefined && readList(vector, 3, into, at);
  }
  into[at] = x;
  into[at + 1] = y;
  into[at + 2] = z;
  return true;
}

/** As `readPose`, four numbers. */
export function readQuat(quaternion: QuatLike, into: Numbers, at: number): boolean {
  if (typeof quaternion !== "object" || quaternion === null) return false;
  if (Array.isArray(quaternion) && readList(quaternion, 4, into, at)) return true;
  if (ArrayBuffer.isView(quaternion) && readView(quaternion, 4, into, at)) return true;
  if ((quaternion as Fields)[copyRow]?.(4, into, at)) return true;
  const { x, y, z, w } = quaternion as Fields;
  if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number" || typeof w !== "number") {
    return x === undefined && readList(quaternion, 4, into, at);
  }
  into[at] = x;
  into[at + 1] = y;
  into[at + 2] = z;
  into[at + 3] = w;
  return true;
}

function readList(list: object, size: number, into: Numbers, at: number): boolean {
  for (let i = 0; i < size; i++) {
    const value = (list as ArrayLike<unknown>)[i];
    if (typeof value !== "number") return false;
    into[at + i] = value;
  }
  return true;
}

/** As `readList`, for views alone. */
function readView(view: object, size: number, into: Numbers, at: number): boolean {
  for (let i = 0; i < size; i++) {
    const value = (view as ArrayLike<unknown>)[i];
    if (typeof value !== "number") return false;
    into[at + i] = value;
  }
  return true;
}
