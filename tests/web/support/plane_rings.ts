import { Polygon, type Shape } from "hyperplane/2d";
import { type Place, type Point, type Solid, segment, signedDistance } from "./plane_oracle.js";
import type { Random } from "./random.js";

/** An oracle for polygons with holes, chains and compounds that knows nothing of convex parts: rings of edges. */

export interface Rings {
  readonly outer: readonly Point[];
  readonly holes: readonly (readonly Point[])[];
}

export const edgesOf = (ring: readonly Point[]): [Point, Point][] =>
  ring.map((p, i) => [p, ring[(i + 1) % ring.length] as Point]);
export const allEdges = ({ outer, holes }: Rings) => [outer, ...holes].flatMap(edgesOf);

/** Twice the signed area (the shoelace formula). */
export const area2 = (ring: readonly Point[]): number =>
  edgesOf(ring).reduce((sum, [[x, y], [u, v]]) => sum + x * v - u * y, 0);

/** Whether a point is inside, by the number of edges that a ray to the right crosses. */
export function isWithin(rings: Rings, [x, y]: Point): boolean {
  let within = false;
  for (const [[px, py], [qx, qy]] of allEdges(rings)) {
    if (py > y !== qy > y && x < px + ((y - py) / (qy - py)) * (qx - px)) within = !within;
  }
  return within;
}

export function toSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [ex, ey] = [bx - ax, by - ay];
  const squared = ex * ex + ey * ey;
  const t = squared > 0 ? Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / squared)) : 0;
  return Math.hypot(x - ax - t * ex, y - ay - t * ey);
}

export const toOutline = (rings: Rings, point: Point): number =>
  Math.min(...allEdges(rings).map(([p, q]) => toSegment(point, p, q)));

/** Distances along a ray (of unit direction) at which it crosses a segment. */
export function crossing([ox, oy]: Point, [dx, dy]: Point, [ax, ay]: Point, [bx, by]: Point): number | null {
  const [ex, ey] = [bx - ax, by - ay];
  const determinant = dx * ey - dy * ex;
  if (determinant === 0) return null;
  const t = ((ax - ox) * ey - (ay - oy) * ex) / determinant;
  const u = ((ax - ox) * dy - (ay - oy) * dx) / determinant;
  return t >= 0 && u >= 0 && u <= 1 ? t : null;
}

/** A point of a frame in the world, and back. */
export function toWorld({ position, angle }: Place, [x, y]: Point): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [position[0] + c * x - s * y, position[1] + s * x + c * y];
}
export function toLocal({ position, angle }: Place, [x, y]: Point): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [x - position[0], y - position[1]];
  return [c * dx + s * dy, c * dy - s * dx];
}
export const posed = (place: Place, rings: Rings): Rings => ({
  outer: rings.outer.map((point) => toWorld(place, point)),
  holes: rings.holes.map((hole) => hole.map((point) => toWorld(place, point))),
});

const ORIGIN: Place = { position: [0, 0], angle: 0 };

/** Least distance of any edge from a solid; negative if one enters it. */
export const fromEdges = (edges: readonly [Point, Point][], solid: Solid, place: Place): number =>
  Math.min(...edges.map(([p, q]) => signedDistance(segment(p, q), ORIGIN, solid, place)));

/** A ring around the origin whose corners are anywhere between two radii; some runs are combs. */
export function randomRing(random: Random, low: number, high: number, turns: 1 | -1): Point[] {
  const count = 3 + random.integer(24);
  const comb = random.integer(3) === 0;
  const ring = Array.from({ length: count }, (_, i): Point => {
    const angle = (turns * 2 * Math.PI * (i + random.number(0.1, 0.9))) / count;
    const radius = comb ? (i % 2 === 0 ? low : high) : random.number(low, high);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return ring;
}

export function randomRings(random: Random, size: number): Rings {
  const side = () => (random.integer(2) === 0 ? 1 : -1);
  // Corners of at least four directions, so that no edge passes close to the middle, where holes are.
  let outer = randomRing(random, 0.5 * size, size, side());
  const least = () => Math.min(...edgesOf(outer).map(([p, q]) => toSegment([0, 0], p, q)));
  while (least() < 0.1 * size || !isWithin({ outer, holes: [] }, [0, 0])) {
    outer = randomRing(random, 0.5 * size, size, side());
  }
  const room = 0.9 * least();
  const kind = random.integer(3);
  if (kind === 0) return { outer, holes: [] };
  const hole = (x: number, share: number) =>
    randomRing(random, 0.3 * share * room, share * room, side()).map(([p, q]): Point => [p + x, q]);
  if (kind === 1) return { outer, holes: [hole(0, 1)] };
  return { outer, holes: [hole(-0.5 * room, 0.4), hole(0.5 * room, 0.4)] };
}

export const makePolygon = ({ outer, holes }: Rings): Polygon =>
  new Polygon(
    outer.flat(),
    holes.map((hole) => hole.flat()),
  );

/** All shapes that a function makes are disposed of afterwards. */
export function using<T extends Shape, R>(shapes: readonly T[], work: (...shapes: T[]) => R): R {
  try {
    return work(...(shapes as T[]));
  } finally {
    for (const shape of shapes) shape.dispose();
  }
}
