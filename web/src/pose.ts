import type { Numbers } from "./memory.js";
import type { Pose, QuatLike, Vec3Like } from "./types.js";

/**
 * Reads poses and vectors without allocating: plain objects, three.js's classes, arrays. Checks types only; the core checks
 * the numbers. Everything is read before anything is written, because reading may run a getter.
 */

type Fields = { readonly x?: unknown; readonly y?: unknown; readonly z?: unknown; readonly w?: unknown };

/**
 * Reads a pose as seven numbers.
 *
 * The common form, objects with x, y, z and w, has a path of its own: a number with two sources would be boxed, and a longer
 * function would not be inlined.
 *
 * @param into written from index `at` on
 * @returns false, with nothing written, if it is not a pose; `poseProblem` explains
 */
export function readPose(pose: Pose, into: Numbers, at: number): boolean {
  if (typeof pose === "object" && pose !== null) {
    const { position, quaternion } = pose;
    if (typeof position === "object" && position !== null && typeof quaternion === "object" && quaternion !== null) {
      const { x, y, z } = position as Fields;
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
  }
  return readOtherPose(pose, into, at);
}

/** Arrays, and poses without position or quaternion. */
function readOtherPose(pose: Pose, into: Numbers, at: number): boolean {
  if (typeof pose !== "object" || pose === null) return false;
  const { position, quaternion } = pose;
  let x: unknown = 0;
  let y: unknown = 0;
  let z: unknown = 0;
  let qx: unknown = 0;
  let qy: unknown = 0;
  let qz: unknown = 0;
  let qw: unknown = 1;
  if (position !== undefined) {
    if (typeof position !== "object" || position === null) return false;
    x = (position as Fields).x;
    if (x === undefined) {
      x = (position as ArrayLike<number>)[0];
      y = (position as ArrayLike<number>)[1];
      z = (position as ArrayLike<number>)[2];
    } else {
      y = (position as Fields).y;
      z = (position as Fields).z;
    }
    if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number") return false;
  }
  if (quaternion !== undefined) {
    if (typeof quaternion !== "object" || quaternion === null) return false;
    qx = (quaternion as Fields).x;
    if (qx === undefined) {
      qx = (quaternion as ArrayLike<number>)[0];
      qy = (quaternion as ArrayLike<number>)[1];
      qz = (quaternion as ArrayLike<number>)[2];
      qw = (quaternion as ArrayLike<number>)[3];
    } else {
      qy = (quaternion as Fields).y;
      qz = (quaternion as Fields).z;
      qw = (quaternion as Fields).w;
    }
    if (typeof qx !== "number" || typeof qy !== "number" || typeof qz !== "number" || typeof qw !== "number") {
      return false;
    }
  } else if (looksMistaken(pose)) {
    return false;
  }
  into[at] = x as number;
  into[at + 1] = y as number;
  into[at + 2] = z as number;
  into[at + 3] = qx as number;
  into[at + 4] = qy as number;
  into[at + 5] = qz as number;
  into[at + 6] = qw as number;
  return true;
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
  let x: unknown = (vector as Fields).x;
  let y: unknown;
  let z: unknown;
  if (x === undefined) {
    x = (vector as ArrayLike<number>)[0];
    y = (vector as ArrayLike<number>)[1];
    z = (vector as ArrayLike<number>)[2];
  } else {
    y = (vector as Fields).y;
    z = (vector as Fields).z;
  }
  if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number") return false;
  into[at] = x;
  into[at + 1] = y;
  into[at + 2] = z;
  return true;
}

/** As `readPose`, four numbers. */
export function readQuat(quaternion: QuatLike, into: Numbers, at: number): boolean {
  if (typeof quaternion !== "object" || quaternion === null) return false;
  let x: unknown = (quaternion as Fields).x;
  let y: unknown;
  let z: unknown;
  let w: unknown;
  if (x === undefined) {
    x = (quaternion as ArrayLike<number>)[0];
    y = (quaternion as ArrayLike<number>)[1];
    z = (quaternion as ArrayLike<number>)[2];
    w = (quaternion as ArrayLike<number>)[3];
  } else {
    y = (quaternion as Fields).y;
    z = (quaternion as Fields).z;
    w = (quaternion as Fields).w;
  }
  if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number" || typeof w !== "number") return false;
  into[at] = x;
  into[at + 1] = y;
  into[at + 2] = z;
  into[at + 3] = w;
  return true;
}
