import { pairError } from "./arguments.js";
import { integerAt, numberAt, vectorAt } from "./memory.js";
import type { NumberList } from "./number_list.js";
import { type DistanceOptions, type MarginOptions, readMargin, readMaxDistance } from "./options.js";
import {
  CALL_FAILED,
  CONTACT_DEPTH,
  CONTACT_FEATURES,
  CONTACT_NORMAL,
  CONTACT_POINT_SIZE,
  CONTACT_POINTS,
  DIRECT_FAILED,
  DISTANCE_DISTANCE,
  DISTANCE_FEATURES,
  DISTANCE_NORMAL,
  DISTANCE_POINT_A,
  DISTANCE_POINT_B,
} from "./records.js";
import { handleOf, type Shape } from "./shapes/shape.js";
import { space } from "./space.js";
import { stagePair } from "./stage.js";
import type { PairFeatures, Pose, Vec3 } from "./types.js";

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

/** The overlap of two shapes. Of compounds: of their parts `partA` and `partB`. */
export interface Contact extends PairFeatures {
  /** Unit length, world space, from A to B. */
  normal: Vec3;
  /** In metres; 0 when they only touch; with a `margin`, minus the distance of shapes that are apart. */
  depth: number;
  /** The minimum translation vector, normal * depth: move B by it, or A by its opposite, and they only touch. */
  mtv: Vec3;
  /** 1 to 4 points that span the contact area, the deepest first. */
  points: ContactPoint[];
}

/** Signed distance of two shapes. Of compounds: of their parts `partA` and `partB`. */
export interface Distance extends PairFeatures {
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
 * @param options `margin`: up to which distance shapes touch
 * @returns true also if they only touch
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function intersects(a: Shape, poseA: Pose, b: Shape, poseB: Pose, options?: MarginOptions): boolean {
  if (options !== undefined) return distanceWithin(a, poseA, b, poseB, readMargin(options)) !== null;
  const answer = stagePair(poseA, poseB) ? space.direct.pairIntersects(handleOf(a), handleOf(b)) : DIRECT_FAILED;
  if (answer === DIRECT_FAILED) throw pairError(a, poseA, b, poseB);
  return answer === 1;
}

/**
 * Depth, minimum translation vector and contact points of two overlapping shapes. Of compounds, meshes and height fields: the
 * deepest of the contacts of `collideAll`, whose translation need not take the whole shapes apart. Within a margin, one-sided surfaces
 * have contacts with what is in front of them.
 *
 * @param poseA pose of A: an object with `position` and `quaternion`, both optional
 * @param poseB pose of B
 * @param options `margin`: up to which distance shapes touch
 * @returns null if they are apart; a contact of depth 0 if they only touch
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function collide(a: Shape, poseA: Pose, b: Shape, poseB: Pose, options?: MarginOptions): Contact | null {
  if (options !== undefined) return collideWithin(a, poseA, b, poseB, readMargin(options));
  const count = stagePair(poseA, poseB) ? space.direct.pairCollide(handleOf(a), handleOf(b)) : DIRECT_FAILED;
  if (count === DIRECT_FAILED) throw pairError(a, poseA, b, poseB);
  return count === 0 ? null : readContact(count);
}

function collideWithin(a: Shape, poseA: Pose, b: Shape, poseB: Pose, margin: number): Contact | null {
  const count = stagePair(poseA, poseB)
    ? space.direct.pairCollideWithin(handleOf(a), handleOf(b), margin)
    : DIRECT_FAILED;
  if (count === DIRECT_FAILED) throw pairError(a, poseA, b, poseB);
  return count === 0 ? null : readContact(count);
}

/** The contact in the records. @param count of its points */
function readContact(count: number): Contact {
  space.refresh();
  const { doubles, words } = space;
  const normal = vectorAt(doubles, CONTACT_NORMAL);
  const depth = numberAt(doubles, CONTACT_DEPTH);
  const points = readContactPoints(doubles, words, count);
  return {
    normal,
    depth,
    mtv: mtvOf(normal, depth),
    points,
    partA: integerAt(words, CONTACT_FEATURES),
    triangleA: integerAt(words, CONTACT_FEATURES + 1),
    partB: integerAt(words, CONTACT_FEATURES + 2),
    triangleB: integerAt(words, CONTACT_FEATURES + 3),
  };
}

/** Adding 0 drops the sign of a zero. */
function mtvOf({ x, y, z }: Vec3, depth: number): Vec3 {
  return { x: x * depth + 0, y: y * depth + 0, z: z * depth + 0 };
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
 * translation vector brings together. Of compounds: those of the two parts with the least distance. One-sided surfaces have a distance
 * from behind, too, beyond their thickness.
 *
 * @param poseA pose of A: an object with `position` and `quaternion`, both optional
 * @param poseB pose of B
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function distance(a: Shape, poseA: Pose, b: Shape, poseB: Pose): Distance;
/**
 * `distance` of shapes that are near each other.
 *
 * @returns null if they are farther apart than `options.maxDistance`, which is quicker to know than the distance
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function distance(a: Shape, poseA: Pose, b: Shape, poseB: Pose, options: DistanceOptions): Distance | null;
export function distance(a: Shape, poseA: Pose, b: Shape, poseB: Pose, options?: DistanceOptions): Distance | null {
  if (options !== undefined) return distanceWithin(a, poseA, b, poseB, readMaxDistance(options));
  const answer = stagePair(poseA, poseB) ? space.direct.pairDistance(handleOf(a), handleOf(b)) : DIRECT_FAILED;
  if (answer === DIRECT_FAILED) throw pairError(a, poseA, b, poseB);
  return readDistance();
}

/** @returns null beyond */
function distanceWithin(a: Shape, poseA: Pose, b: Shape, poseB: Pose, maxDistance: number): Distance | null {
  const isStaged = stagePair(poseA, poseB);
  const answer = isStaged ? space.direct.distanceWithin(handleOf(a), handleOf(b), maxDistance) : DIRECT_FAILED;
  if (answer === DIRECT_FAILED) throw pairError(a, poseA, b, poseB);
  return answer === 1 ? readDistance() : null;
}

/** The distance in the records. */
function readDistance(): Distance {
  space.refresh();
  const { doubles, words } = space;
  return {
    distance: numberAt(doubles, DISTANCE_DISTANCE),
    pointA: vectorAt(doubles, DISTANCE_POINT_A),
    pointB: vectorAt(doubles, DISTANCE_POINT_B),
    normal: vectorAt(doubles, DISTANCE_NORMAL),
    partA: integerAt(words, DISTANCE_FEATURES),
    triangleA: integerAt(words, DISTANCE_FEATURES + 1),
    partB: integerAt(words, DISTANCE_FEATURES + 2),
    triangleB: integerAt(words, DISTANCE_FEATURES + 3),
  };
}

/**
 * All contacts of two shapes, deepest first: one for each part of a compound that touches a part of the other shape, and on a mesh or
 * a height field one for each patch of triangles whose normals are within 10 degrees of its deepest one's. Of equal depths the lowest
 * part comes first, A's before B's. Two convex shapes have one contact, or none.
 *
 * @param poseA pose of A: an object with `position` and `quaternion`, both optional
 * @param poseB pose of B
 * @param options `margin`: up to which distance shapes touch; of composites, parts that overlap have the contacts without margin
 * @returns empty if they are apart; the first contact is the one of `collide`
 * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`, `not-initialised`
 */
export function collideAll(a: Shape, poseA: Pose, b: Shape, poseB: Pose, options?: MarginOptions): Contact[] {
  const margin = readMargin(options);
  const count = stagePair(poseA, poseB) ? space.core.collideAll(handleOf(a), handleOf(b), margin) : CALL_FAILED;
  if (count === CALL_FAILED) throw pairError(a, poseA, b, poseB);
  if (count === 0) return [];
  const list = space.takeList();
  return Array.from({ length: count }, () => nextContact(list));
}

/** @param list as collideAll in compound.cpp writes it */
function nextContact(list: NumberList): Contact {
  const normal = list.vector();
  const depth = list.next();
  const [partA, triangleA, partB, triangleB] = [list.next(), list.next(), list.next(), list.next()];
  const points = Array.from({ length: list.next() }, () => ({
    onA: list.vector(),
    onB: list.vector(),
    depth: list.next(),
    id: list.next(),
  }));
  return { normal, depth, mtv: mtvOf(normal, depth), points, partA, triangleA, partB, triangleB };
}
