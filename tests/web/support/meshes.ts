import type { Random } from "./random.js";

/** Meshes, and rays and closest points against all of their triangles in closed form: the oracle for meshes. */

export type V = readonly [number, number, number];

export interface Geometry {
  readonly vertices: readonly number[];
  readonly indices: readonly number[];
}

export interface Corners {
  readonly a: V;
  readonly b: V;
  readonly c: V;
}

export const sub = (a: V, b: V): V => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: V, b: V) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: V, b: V): V => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** a + s * b */
export const along = (a: V, s: number, b: V): V => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const unit = (a: V): V => along([0, 0, 0], 1 / Math.hypot(...a), a);
const normalOf = ({ a, b, c }: Corners) => unit(cross(sub(b, a), sub(c, a)));

/** Triangles of any size up to `size`, anywhere. */
export function soup(random: Random, count: number, size: number): Geometry {
  const vertices: number[] = [];
  for (let i = 0; i < count; i++) {
    const middle = random.vector(3 * size);
    const reach = size * random.number(0.02, 1);
    for (let k = 0; k < 3; k++) vertices.push(...along(middle, reach, random.vector(1)));
  }
  return { vertices, indices: Array.from({ length: 3 * count }, (_, i) => i) };
}

/** A grid of heights over x and z, its front upwards. */
export function terrain(random: Random, cells: number, size: number): Geometry {
  const vertices: number[] = [];
  const indices: number[] = [];
  const n = cells + 1;
  for (let row = 0; row < n; row++)
    for (let column = 0; column < n; column++)
      vertices.push(
        (size * column) / cells - size / 2,
        random.number(0, (0.5 * size) / cells),
        (size * row) / cells - size / 2,
      );
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const corner = row * n + column;
      indices.push(corner, corner + n, corner + 1, corner + 1, corner + n, corner + n + 1);
    }
  }
  return { vertices, indices };
}

/** A closed box of 12 triangles that share 8 vertices, counter-clockwise seen from outside. */
export function closedBox(x: number, y: number, z: number): Geometry {
  const vertices = Array.from({ length: 8 }, (_, i) => [
    (i & 1 ? 0.5 : -0.5) * x,
    (i & 2 ? 0.5 : -0.5) * y,
    (i & 4 ? 0.5 : -0.5) * z,
  ]).flat();
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ] as const;
  return { vertices, indices: faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

/** A closed tube around a trefoil knot, counter-clockwise seen from outside. */
export function knot(around: number, across: number, size: number): Geometry {
  const middle = (t: number): V => [
    size * (Math.sin(t) + 2 * Math.sin(2 * t)),
    size * (Math.cos(t) - 2 * Math.cos(2 * t)),
    -size * Math.sin(3 * t),
  ];
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < around; i++) {
    const t = (2 * Math.PI * i) / around;
    const forward = unit(sub(middle(t + 1e-4), middle(t - 1e-4)));
    const right = unit(cross(forward, [0, 0, 1]));
    const up = cross(right, forward);
    for (let k = 0; k < across; k++) {
      const angle = (2 * Math.PI * k) / across;
      const spoke = along(along([0, 0, 0], Math.cos(angle), right), Math.sin(angle), up);
      vertices.push(...along(middle(t), 0.4 * size, spoke));
      const at = (di: number, dk: number) => ((i + di) % around) * across + ((k + dk) % across);
      indices.push(at(0, 0), at(1, 0), at(1, 1), at(0, 0), at(1, 1), at(0, 1));
    }
  }
  return { vertices, indices };
}

/** @param place puts a vertex into world space */
export function trianglesOf({ vertices, indices }: Geometry, place: (v: V) => V = (v) => v): Corners[] {
  const corner = (i: number) => place(vertices.slice(3 * i, 3 * i + 3) as unknown as V);
  return Array.from({ length: indices.length / 3 }, (_, t) => {
    const [a, b, c] = indices.slice(3 * t, 3 * t + 3) as [number, number, number];
    return { a: corner(a), b: corner(b), c: corner(c) };
  });
}

export interface OracleHit {
  readonly triangle: number;
  readonly distance: number;
  readonly normal: V;
  /** How close the ray comes to an edge, as a share of the triangle; negative outside. */
  readonly inside: number;
  /** Cosine between ray and normal, of either sign. */
  readonly cosine: number;
}

/** Every triangle that a ray meets or only just misses (Möller and Trumbore 1997). @param direction unit length */
export function rayHits(triangles: readonly Corners[], origin: V, direction: V): OracleHit[] {
  const hits: OracleHit[] = [];
  for (const [triangle, corners] of triangles.entries()) {
    const { a, b, c } = corners;
    const [e, f, s] = [sub(b, a), sub(c, a), sub(origin, a)];
    const p = cross(direction, f);
    const q = cross(s, e);
    const determinant = dot(e, p);
    if (determinant === 0) continue;
    const [u, v, distance] = [dot(s, p) / determinant, dot(direction, q) / determinant, dot(f, q) / determinant];
    const inside = Math.min(u, v, 1 - u - v);
    if (inside < -1e-6 || distance < 0) continue;
    const normal = normalOf(corners);
    hits.push({ triangle, distance, normal, inside, cosine: dot(normal, direction) });
  }
  return hits.sort((one, other) => one.distance - other.distance);
}

/** The point of a triangle that is closest to `p` (Ericson 2005, 5.1.5). `isFace`: not on its edges. */
export function closestOn({ a, b, c }: Corners, p: V): { point: V; isFace: boolean } {
  const [ab, ac, bc] = [sub(b, a), sub(c, a), sub(c, b)];
  const normal = cross(ab, ac);
  const area = dot(normal, normal);
  const height = dot(sub(p, a), normal) / area;
  const foot = along(p, -height, normal);
  const isWithin = (from: V, edge: V) => dot(cross(edge, sub(foot, from)), normal) > 0;
  if (isWithin(a, ab) && isWithin(b, bc) && isWithin(c, sub(a, c))) return { point: foot, isFace: true };
  let best: V = a;
  for (const [from, edge] of [
    [a, ab],
    [b, bc],
    [a, ac],
  ] as const) {
    const s = Math.min(1, Math.max(0, dot(sub(p, from), edge) / dot(edge, edge)));
    const point = along(from, s, edge);
    if (Math.hypot(...sub(p, point)) < Math.hypot(...sub(p, best))) best = point;
  }
  return { point: best, isFace: false };
}

/** Distance to each triangle, without a sign. */
export const distancesTo = (triangles: readonly Corners[], p: V): number[] =>
  triangles.map((corners) => Math.hypot(...sub(p, closestOn(corners, p).point)));

/** How often a closed surface winds around a point: 1 inside (van Oosterom and Strackee 1983). */
export function windingNumber(triangles: readonly Corners[], p: V): number {
  let sum = 0;
  for (const corners of triangles) {
    const [a, b, c] = [sub(corners.a, p), sub(corners.b, p), sub(corners.c, p)];
    const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
    sum += Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(a, c) * lb + dot(b, c) * la);
  }
  return sum / (2 * Math.PI);
}

/** How deep a point lies in the prism behind a triangle; -Infinity outside of it. */
export function depthBehind(corners: Corners, p: V): number {
  const { isFace } = closestOn(corners, p);
  return isFace ? -dot(sub(p, corners.a), normalOf(corners)) : Number.NEGATIVE_INFINITY;
}
