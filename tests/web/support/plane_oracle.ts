import { Capsule, Circle, ConvexPolygon, Ellipse, Rectangle, Segment, type Shape } from "hyperplane/2d";
import type { Random } from "./random.js";

/**
 * An oracle for shapes in the plane that shares no code with the core: polygons by all their corners and edges, rounded by a
 * radius, ellipses by a search over all directions; sine and cosine are JavaScript's.
 */

export type Point = readonly [number, number];
export interface Place {
  readonly position: Point;
  readonly angle: number;
}

/** What a shape is, said once more: the hull of its corners with a radius around it, or an ellipse. */
export interface Solid {
  readonly name: string;
  make(): Shape;
  readonly corners: readonly Point[];
  readonly radius: number;
  readonly ellipse?: Point;
  /** Greatest distance of two points. */
  readonly diameter: number;
}

function solid(name: string, make: () => Shape, corners: readonly Point[], radius = 0, ellipse?: Point): Solid {
  const spans = corners.flatMap((p) => corners.map((q) => Math.hypot(p[0] - q[0], p[1] - q[1])));
  const diameter = Math.max(...spans) + 2 * radius + (ellipse ? 2 * Math.max(...ellipse) : 0);
  return { name, make, corners, radius, diameter, ...(ellipse && { ellipse }) };
}

export const circle = (radius: number) => solid("circle", () => new Circle(radius), [[0, 0]], radius);
export const rectangle = (w: number, h: number) =>
  solid(
    "rectangle",
    () => new Rectangle(w, h),
    w > 0 && h > 0
      ? [
          [-w / 2, -h / 2],
          [w / 2, -h / 2],
          [w / 2, h / 2],
          [-w / 2, h / 2],
        ]
      : [
          [-w / 2, -h / 2],
          [w / 2, h / 2],
        ],
  );
export const capsule = (radius: number, h: number) =>
  solid(
    "capsule",
    () => new Capsule(radius, h),
    [
      [0, -h / 2],
      [0, h / 2],
    ],
    radius,
  );
export const ellipse = (x: number, y: number) => solid("ellipse", () => new Ellipse(x, y), [[0, 0]], 0, [x, y]);
export const segment = (a: Point, b: Point) => solid("segment", () => new Segment(a, b), [a, b]);
/** The corners are convex and counter-clockwise. */
export const polygon = (corners: readonly Point[], radius = 0) =>
  solid("convex-polygon", () => new ConvexPolygon(corners.flat(), { radius }), corners, radius);

/** Any kind, about `size` large; some without extent along one side, some 1:1000. */
export function randomSolid(random: Random, size: number): Solid {
  const thin = random.integer(8) === 0 ? 1e-3 : 1;
  const w = size * random.number(0.5, 1);
  const h = random.integer(8) === 0 ? 0 : thin * size * random.number(0.5, 1);
  switch (random.integer(6)) {
    case 0:
      return circle(h === 0 ? 0 : w / 2);
    case 1:
      return rectangle(w, h);
    case 2:
      return capsule((thin * size) / 4, h);
    case 3:
      return ellipse(w / 2, h / 2);
    case 4:
      return segment([-w / 2, random.number(-h, h)], [w / 2, random.number(-h, h)]);
    default: {
      const count = 3 + random.integer(random.integer(3) === 0 ? 40 : 5);
      const shift = [random.number(-size, size), random.number(-size, size)] as const;
      const tall = h === 0 ? w : h;
      const corners = Array.from({ length: count }, (_, i): Point => {
        const angle = (2 * Math.PI * (i + random.number(0.1, 0.6))) / count;
        return [shift[0] + (w / 2) * Math.cos(angle), shift[1] + (tall / 2) * Math.sin(angle)];
      });
      return polygon(corners, random.integer(3) === 0 ? size / 10 : 0);
    }
  }
}

/** Corners relative to a point of the world. */
function placed({ corners }: Solid, { position, angle }: Place, origin: Point): Point[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const shift = [position[0] - origin[0], position[1] - origin[1]] as const;
  return corners.map(([x, y]) => [c * x - s * y + shift[0], s * x + c * y + shift[1]]);
}

/** How far a solid reaches from its position along a unit direction. */
export function reach(it: Solid, angle: number, x: number, y: number): number {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [u, v] = [c * x + s * y, c * y - s * x];
  if (it.ellipse) return Math.hypot(it.ellipse[0] * u, it.ellipse[1] * v);
  return Math.max(...it.corners.map(([p, q]) => p * u + q * v)) + it.radius;
}

/** How far two solids are apart along a unit direction from A to B. */
export function gapAlong(a: Solid, at: Place, b: Solid, bt: Place, x: number, y: number): number {
  const [dx, dy] = [bt.position[0] - at.position[0], bt.position[1] - at.position[1]];
  return dx * x + dy * y - reach(a, at.angle, x, y) - reach(b, bt.angle, -x, -y);
}

const sideOf = (p: Point, q: Point, r: Point) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);

function toEdge(p: Point, a: Point, b: Point): number {
  const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
  const squared = ex * ex + ey * ey;
  const share = squared > 0 ? ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / squared : 0;
  const t = Math.min(1, Math.max(0, share));
  return Math.hypot(p[0] - a[0] - t * ex, p[1] - a[1] - t * ey);
}

const edgesOf = (corners: readonly Point[]): [Point, Point][] =>
  corners.map((p, i) => [p, corners[(i + 1) % corners.length] as Point]);
const isInside = (p: Point, corners: readonly Point[]) =>
  corners.length > 2 && edgesOf(corners).every(([a, b]) => sideOf(a, b, p) >= 0);

/** Signed distance of the hulls of two lists of corners. */
function hullDistance(a: readonly Point[], b: readonly Point[]): number {
  const crossing = edgesOf(a).some(([p, q]) =>
    edgesOf(b).some(([r, s]) => sideOf(p, q, r) * sideOf(p, q, s) < 0 && sideOf(r, s, p) * sideOf(r, s, q) < 0),
  );
  const depths = [...edgesOf(a).map((e) => [e, a, b] as const), ...edgesOf(b).map((e) => [e, b, a] as const)]
    .filter(([[p, q]]) => p[0] !== q[0] || p[1] !== q[1])
    .map(([[p, q], own, other]) => {
      const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
      const [nx, ny] = [(q[1] - p[1]) / length, (p[0] - q[0]) / length];
      const along = ([x, y]: Point) => nx * x + ny * y;
      return Math.max(...own.map(along)) - Math.min(...other.map(along));
    });
  const depth = Math.min(...depths);
  const hasArea = a.length > 2 || b.length > 2;
  const overlaps = crossing || isInside(a[0] as Point, b) || isInside(b[0] as Point, a) || (hasArea && depth > 0);
  if (overlaps && Number.isFinite(depth)) return -depth;
  return Math.min(
    ...a.flatMap((p) => edgesOf(b).map(([r, s]) => toEdge(p, r, s))),
    ...b.flatMap((p) => edgesOf(a).map(([r, s]) => toEdge(p, r, s))),
  );
}

/** Signed distance: exact for polygons and circles, about 1e-9 of the size for ellipses. */
export function signedDistance(a: Solid, at: Place, b: Solid, bt: Place): number {
  if (!a.ellipse && !b.ellipse) {
    return hullDistance(placed(a, at, at.position), placed(b, bt, at.position)) - a.radius - b.radius;
  }
  // The greatest gap over all directions: samples, then a golden section around each that may hold it.
  const gap = (angle: number) => gapAlong(a, at, b, bt, Math.cos(angle), Math.sin(angle));
  const count = 720;
  const step = (2 * Math.PI) / count;
  const samples = Array.from({ length: count }, (_, i) => gap(i * step));
  const greatest = Math.max(...samples);
  const margin = 4 * step * (a.diameter + b.diameter);
  let best = greatest;
  samples.forEach((sample, i) => {
    const before = samples[(i + count - 1) % count] as number;
    const after = samples[(i + 1) % count] as number;
    if (sample < before || sample < after || sample < greatest - margin) return;
    let [low, high] = [(i - 1) * step, (i + 1) * step];
    for (let round = 0; round < 50; round++) {
      const [left, right] = [low + (high - low) * 0.381966, low + (high - low) * 0.618034];
      if (gap(left) < gap(right)) low = left;
      else high = right;
    }
    best = Math.max(best, gap((low + high) / 2));
  });
  return best;
}

/** How far a point is outside of a solid; 0 inside. */
export function outside(it: Solid, place: Place, point: { readonly x: number; readonly y: number }): number {
  const there: Place = { position: [point.x, point.y], angle: 0 };
  return Math.max(0, signedDistance(it, place, circleOfZero, there));
}
const circleOfZero = circle(0);
