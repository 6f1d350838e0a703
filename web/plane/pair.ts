import { NumberList } from "../src/number_list.js";
import { type DistanceOptions, type MarginOptions, readMargin, readMaxDistance } from "../src/options.js";
import { CALL_FAILED } from "../src/records.js";
import { pairError } from "./arguments.js";
import { plane } from "./plane_module.js";
import { handleOf, type Shape } from "./shape.js";
import { twoPoses } from "./stage.js";
import type { Pose, Vec2 } from "./types.js";

/** One pair of witness points of a contact, in world space: onA - onB = normal * depth. */
export interface ContactPoint {
  /** On the surface of A. */
  onA: Vec2;
  /** On the surface of B. */
  onB: Vec2;
  /** In metres, along the contact's normal: how far the shapes overlap here. */
  depth: number;
  /**
   * The features of A (lower 16 bits) and of B (upper 16 bits) that touch here. It stays the same while they do, so that points
   * can be matched by it. Each half is an index modulo 4096 and above it a kind (0 surface, 1 vertex, 2 edge).
   */
  id: number;
}

/** The overlap of two shapes. */
export interface Contact {
  /** Unit length, world space, from A to B. */
  normal: Vec2;
  /** In metres; 0 when they only touch. */
  depth: number;
  /** The minimum translation vector, normal * depth: move B by it, or A by its opposite, and they only touch. */
  mtv: Vec2;
  /**
   * One point, or two that span the contact, the deepest first. Between parts of shapes they may be less deep than the contact: the deepest
   * point of B may lie beside the edge of A that pushes it, or the other way round.
   */
  points: ContactPoint[];
  /**
   * Which part of A; -1: it has none. Along the normal this part and B, or the part of it, overlap by `depth`. Of a polygon that has B deep
   * inside it is the part whose edge B is pushed out through, which B need not touch.
   */
  partA: number;
  /** Which part of B, likewise; -1: it has none. */
  partB: number;
}

/**
 * Signed distance of two shapes. Of overlapping shapes with parts it is minus the depth of their deepest contact; the witness points
 * keep `pointB - pointA = normal * distance` and may then lie off the shapes.
 */
export interface Distance {
  /** In metres; 0 when they only touch, minus the penetration depth when they overlap. */
  distance: number;
  /** Witness point on A, in world space: pointB - pointA = normal * distance. */
  pointA: Vec2;
  /** Witness point on B, in world space. */
  pointB: Vec2;
  /** Unit length, world space, from A to B. */
  normal: Vec2;
  /** Which part of A; -1: it has none. */
  partA: number;
  /** Which part of B; -1: it has none. */
  partB: number;
}

/**
 * Tests whether two shapes intersect. One-sided chains and tiles are there only for what is in front of them, as in `collide`.
 *
 * @param poseA pose of A: an object with `position` and `angle`, both optional
 * @param poseB pose of B
 * @param options `margin`: up to which distance shapes touch
 * @returns true also if they only touch
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function intersects(a: Shape, poseA: Pose, b: Shape, poseB: Pose, options?: MarginOptions): boolean {
  // Not by the distance, for which the sides of chains do not count.
  if (options !== undefined) return collide(a, poseA, b, poseB, options) !== null;
  const answer = plane.stage(twoPoses, poseA, poseB) ? plane.core.intersects(handleOf(a), handleOf(b)) : CALL_FAILED;
  if (answer === CALL_FAILED) throw pairError(a, poseA, b, poseB);
  return answer === 1;
}

/**
 * Depth, minimum translation vector and contact points of two overlapping shapes. A one-sided chain or tile is there only for a
 * shape whose middle is in front of it, also within a margin.
 *
 * @param poseA pose of A: an object with `position` and `angle`, both optional
 * @param poseB pose of B
 * @param options `margin`: up to which distance shapes touch
 * @returns null if they are apart; a contact of depth 0 if they only touch
 * @throws HyperplaneError `invalid-argument`, `disposed`, `not-initialised`
 */
export function collide(a: Shape, poseA: Pose, b: Shape, poseB: Pose, options?: MarginOptions): Contact | null {
  const margin = readMargin(options);
  const isStaged = plane.stage(twoPoses, poseA, poseB);
  const count = isStaged ? plane.core.collide(handleOf(a), handleOf(b), margin) : CALL_FAILED;
  if (count === CALL_FAILED) throw pairError(a, poseA, b, poseB);
  if (count === 0) return null;
  const normal = plane.vector(0);
  const depth = plane.result(2);
  // + 0 turns -0 into 0.
  const mtv = { x: normal.x * depth + 0, y: normal.y * depth + 0 };
  const points = count === 1 ? [pointAt(3)] : [pointAt(3), pointAt(9)];
  return { normal, depth, mtv, points, partA: plane.part(0), partB: plane.part(1) };
}

function pointAt(i: number): ContactPoint {
  return { onA: plane.vector(i), onB: plane.vector(i + 2), depth: plane.result(i + 4), id: plane.result(i + 5) };
}

/**
 * All contacts of a pair, deepest first: of two convex shapes one, else one for each pair of touching parts that does not push
 * along an internal edge. `collide` answers with the first.
 *
 * @param options `margin`: up to which distance shapes touch; of composites, parts that overlap have the contacts without margin
 * @returns empty if they are apart
 * @throws HyperplaneError as `collide`; `out-of-memory`
 */
export function collideAll(a: Shape, poseA: Pose, b: Shape, poseB: Pose, options?: MarginOptions): Contact[] {
  const margin = readMargin(options);
  const isStaged = plane.stage(twoPoses, poseA, poseB);
  const count = isStaged ? plane.core.collideAll(handleOf(a), handleOf(b), margin) : CALL_FAILED;
  if (count === CALL_FAILED) throw pairError(a, poseA, b, poseB);
  if (count === 0) return [];
  const list = new NumberList(plane.takeNumbers());
  return Array.from({ length: count }, () => {
    const [partA, partB, pointCount] = [list.next(), list.next(), list.next()];
    const normal = list.vector2();
    const depth = list.next();
    const mtv = { x: normal.x * depth + 0, y: normal.y * depth + 0 };
    const points = Array.from({ length: pointCount }, () => ({
      onA: list.vector2(),
      onB: list.vector2(),
      depth: list.next(),
      id: list.next(),
    }));
    return { normal, depth, mtv, points, partA, partB };
  });
}

/**
 * Signed distance, witness points and normal of two shapes, apart or overlapping. One-sided chains and tiles have a distance from
 * behind, too: 0 for a shape that overlaps one there, which is no contact.
 *
 * @param poseA pose of A: an object with `position` and `angle`, both optional
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
  const maxDistance = options === undefined ? Number.POSITIVE_INFINITY : readMaxDistance(options);
  const isStaged = plane.stage(twoPoses, poseA, poseB);
  const answer = isStaged ? plane.core.distanceWithin(handleOf(a), handleOf(b), maxDistance) : CALL_FAILED;
  if (answer === CALL_FAILED) throw pairError(a, poseA, b, poseB);
  if (answer === 0) return null;
  return {
    distance: plane.result(0),
    pointA: plane.vector(1),
    pointB: plane.vector(3),
    normal: plane.vector(5),
    partA: plane.part(0),
    partB: plane.part(1),
  };
}
