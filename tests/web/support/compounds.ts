import {
  Box,
  Capsule,
  Compound,
  type CompoundPart,
  Cone,
  ConvexHull,
  Cylinder,
  Ellipsoid,
  type Shape,
  Sphere,
  Triangle,
} from "hyperplane";
import type { Random } from "./random.js";

/** Random compounds, and their parts as single convex shapes at composed poses: the oracle for compounds. */

export type V = [number, number, number];
export type Q = [number, number, number, number];

export interface Placed {
  readonly shape: Shape;
  readonly position: V;
  readonly quaternion: Q;
}

/** A shape at a pose with its convex parts in world space. A convex shape is one part, with index -1. */
export interface Body extends Placed {
  readonly parts: readonly (Placed & { readonly index: number })[];
  /** Diameter of what the parts may cover, m. */
  readonly size: number;
}

/** Diameters about `size`. Some are flat: rectangles, discs, segments, points. */
export function randomConvex(random: Random, size: number): Shape {
  const length = () => (random.number() < 0.04 ? 0 : random.number(0.2, 1) * size);
  const radius = () => 0.5 * length();
  switch (random.integer(8)) {
    case 0:
      return new Sphere(radius());
    case 1:
      return new Box(length(), length(), length());
    case 2:
      return new Capsule(0.5 * radius(), length());
    case 3:
      return new Cylinder(radius(), length());
    case 4:
      return new Cone(radius(), length());
    case 5:
      return new Ellipsoid(radius(), radius(), radius());
    case 6:
      // Four random points lie in one plane, to within what a hull takes, once in 100,000 times.
      return new ConvexHull(Array.from({ length: 5 + random.integer(15) }, () => random.vector(0.5 * size)).flat());
    default:
      return new Triangle(random.vector(0.5 * size), random.vector(0.5 * size), random.vector(0.5 * size));
  }
}

/** Sum of two vectors. */
export const add = (a: V, b: V): V => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

function product([ax, ay, az, aw]: Q, [bx, by, bz, bw]: Q): Q {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** q v q*, of a unit quaternion. */
export function turned(q: Q, [x, y, z]: V): V {
  const [px, py, pz] = product(product(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [px, py, pz];
}

/**
 * @param count of parts, spread so that neighbours often overlap; 0: a convex shape
 * @param size diameter of the largest parts, m
 * @param decades by how many powers of ten the smallest parts are smaller
 */
export function randomBody(random: Random, count: number, size: number, position: V, decades = 0): Body {
  const quaternion = random.quaternion();
  if (count === 0) {
    const shape = randomConvex(random, size);
    return { shape, position, quaternion, parts: [{ shape, position, quaternion, index: -1 }], size };
  }
  const spread = (0.6 / (1 + decades)) * size * Math.cbrt(count);
  const parts: (CompoundPart & Placed)[] = Array.from({ length: count }, () => ({
    shape: randomConvex(random, size * 10 ** -random.number(0, decades)),
    position: random.vector(spread),
    quaternion: random.quaternion(),
  }));
  return {
    shape: new Compound(parts),
    position,
    quaternion,
    parts: parts.map((part, index) => ({
      shape: part.shape,
      position: add(position, turned(quaternion, part.position)),
      quaternion: product(quaternion, part.quaternion),
      index,
    })),
    size: 2 * Math.sqrt(3) * spread + size,
  };
}
