import { pairError } from "./arguments.js";
import { numberAt, vectorAt } from "./memory.js";
import {
  CONTACT_DEPTH,
  CONTACT_NORMAL,
  CONTACT_POINT_SIZE,
  CONTACT_POINTS,
  DISTANCE,
  DISTANCE_NORMAL,
  DISTANCE_POINT_A,
  DISTANCE_POINT_B,
  PAIR_CALL_FAILED,
} from "./records.js";
import { handleOf, type Shape } from "./shapes/shape.js";
import { space } from "./space.js";
import { stagePair } from "./stage.js";
import type { Pose, Vec3 } from "./types.js";

/** One pair of witness points of a contact, in world space: onA - onB = normal * depth. */
export interface ContactPoint {
  /** On the surface of A. */
  onA: Vec3;
  /** On the surface of B. */
  onB: Vec3;
  /** In metres, along the contact's normal: how far the shapes overlap here. */
  depth: number;
  /**
   * The features of A (lower 16 bits) and of B (upper 16 bits) that touch here, an integer from 0 to 2^30 - 1. It stays the same
   * from one update to the next while they do, so that a solver can match points by it; the points of a contact have different
   * ids. Each half is an index (lower 12 bits) and above it a kind (2 bits: 0 surface, 1 vertex, 2 edge, 3 face).
   */
  id: number;
}

/** The overlap of two shapes. */
export interface Contact {
  /** Unit length, world space, from A to B. */
  normal: Vec3;
  /** In metres; 0 when they only touch. */
  depth: number;
  /** The minimum translation vector, normal * depth: move B by it, or A by its opposite, and they only touch. */
  mtv: Vec3;
  /** 1 to 4 points that span the contact area, the deepest first. */
  points: ContactPoint[];
}

/** Signed distance of two shapes. */
export interface Distance {
  /** In metres; 0 when they only touch, minus the penetration depth when they overlap. */
  distance: number;
  /** Witness point on A, in world space: pointB - pointA = normal * distance. */
  pointA: Vec3;
  /** Witness point on B, in world space. */
  pointB: Vec3;
  /** Unit length, world space, from A to B. */
  normal: Vec3;
}

/**
 * Tests whether two shapes intersect.
 *
 * @param poseA pose of A: an object with `position` and `quaternion`, both optional
 * @param poseB pose of B
 * @returns true also if they only touch
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function intersects(a: Shape, poseA: Pose, b: Shape, poseB: Pose): boolean {
  const answer = stagePair(poseA, poseB) ? space.intersects(handleOf(a), handleOf(b)) : PAIR_CALL_FAILED;
  if (answer === PAIR_CALL_FAILED) throw pairError(a, poseA, b, poseB);
  return answer === 1;
}

/**
 * Depth, minimum translation vector and contact points of two overlapping shapes.
 *
 * @param poseA pose of A: an object with `position` and `quaternion`, both optional
 * @param poseB pose of B
 * @returns null if they are apart; a contact of depth 0 if they only touch
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function collide(a: Shape, poseA: Pose, b: Shape, poseB: Pose): Contact | null {
  const count = stagePair(poseA, poseB) ? space.collide(handleOf(a), handleOf(b)) : PAIR_CALL_FAILED;
  if (count === PAIR_CALL_FAILED) throw pairError(a, poseA, b, poseB);
  if (count === 0) return null;
  const { doubles, words } = space;
  const normal = vectorAt(doubles, CONTACT_NORMAL);
  const depth = numberAt(doubles, CONTACT_DEPTH);
  const points = readContactPoints(doubles, words, count);
  return { normal, depth, mtv: { x: normal.x * depth + 0, y: normal.y * depth + 0, z: normal.z * depth + 0 }, points };
}

/**
 * Array literals: the first `push` into an empty array reserves 17 elements. One call for each point: engines inline only so much
 * into a function.
 */
function readContactPoints(doubles: Float64Array, words: Uint32Array, count: number): ContactPoint[] {
  const first = readContactPoint(doubles, words, CONTACT_POINTS);
  if (count === 1) return [first];
  const second = readContactPoint(doubles, words, CONTACT_POINTS + CONTACT_POINT_SIZE);
  if (count === 2) return [first, second];
  const third = readContactPoint(doubles, words, CONTACT_POINTS + 2 * CONTACT_POINT_SIZE);
  if (count === 3) return [first, second, third];
  return [first, second, third, readContactPoint(doubles, words, CONTACT_POINTS + 3 * CONTACT_POINT_SIZE)];
}

/** @param at index of the point into the view of doubles */
function readContactPoint(doubles: Float64Array, words: Uint32Array, at: number): ContactPoint {
  return {
    onA: vectorAt(doubles, at),
    onB: vectorAt(doubles, at + 3),
    depth: numberAt(doubles, at + 6),
    id: words[2 * at + 14] as number,
  };
}

/**
 * Signed distance and witness points of two shapes. For overlapping shapes, minus the depth, and the points that the minimum
 * translation vector brings together.
 *
 * @param poseA pose of A: an object with `position` and `quaternion`, both optional
 * @param poseB pose of B
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function distance(a: Shape, poseA: Pose, b: Shape, poseB: Pose): Distance {
  const answer = stagePair(poseA, poseB) ? space.distance(handleOf(a), handleOf(b)) : PAIR_CALL_FAILED;
  if (answer === PAIR_CALL_FAILED) throw pairError(a, poseA, b, poseB);
  const { doubles } = space;
  return {
    distance: numberAt(doubles, DISTANCE),
    pointA: vectorAt(doubles, DISTANCE_POINT_A),
    pointB: vectorAt(doubles, DISTANCE_POINT_B),
    normal: vectorAt(doubles, DISTANCE_NORMAL),
  };
}
