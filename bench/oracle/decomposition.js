/**
 * How far parts and model are apart, found by sampling. Bulges share no code with what is judged: hulls are quickhull3d's, the
 * inside of the model is where all triangles together cover half of the sky or more. Gaps are by this package's closest points.
 */

import { ConvexHull, closestPoint } from "hyperplane";
import { Vector3 } from "three";

/** In a constant of its own, so that this file can be type-checked before the peers have been installed. */
const HULLS = /** @type {string} */ ("../peers/quickhull3d.js");
const { quickhull } = await import(HULLS);

/** Twice the area of a triangle, as a share of its longest side's square, below which its normal is not to be trusted. */
const needle = 1e-4;

/** Share of the sky from which a point is inside: a half, less what rounding and sampling take on the disc that closes an open end. */
const inside = 0.49;

const samples = { surface: 1500, parts: 3000 };

function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @returns {{ bulge: number, gap: number }} as shares of the diagonal: of points of the parts, of points of the surface */
export function judge({ vertices, indices }, parts) {
  const random = seeded(7);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  vertices.forEach((c, i) => {
    low[i % 3] = Math.min(low[i % 3], c);
    high[i % 3] = Math.max(high[i % 3], c);
  });
  const diagonal = Math.hypot(...low.map((c, k) => high[k] - c));
  const corner = (i) =>
    new Vector3(vertices[3 * indices[i]], vertices[3 * indices[i] + 1], vertices[3 * indices[i] + 2]);
  const triangles = Array.from({ length: indices.length / 3 }, (_, t) => [
    corner(3 * t),
    corner(3 * t + 1),
    corner(3 * t + 2),
  ]);
  const hulls = parts.map(hullOf);

  let bulge = 0;
  const perPart = Math.ceil(samples.parts / parts.length);
  for (const faces of hulls) {
    const wide = byArea(faces.map(({ triangle }) => triangle));
    for (let i = 0; i < perPart; i++) {
      // The deepest void is mostly at the surface of a hull.
      const point = mixOf(wide.pick(random), random);
      if (i % 4 === 0) point.lerp(mixOf(wide.pick(random), random), random());
      // Inside counts as the model: worth asking only where the surface is farther than what is known.
      const distance = nearest(triangles, point);
      if (distance > bulge && turns(triangles, point) < inside) bulge = distance;
    }
  }
  let gap = 0;
  const bodies = parts.map((part) => new ConvexHull(part));
  const surface = byArea(triangles);
  for (let i = 0; i < samples.surface; i++) {
    const point = mixOf(surface.pick(random), random);
    gap = Math.max(gap, Math.min(...bodies.map((body) => closestPoint(body, {}, point).distance)));
  }
  for (const body of bodies) body.dispose();
  return { bulge: bulge / diagonal, gap: gap / diagonal };
}

const pointsOf = (part) =>
  Array.from({ length: part.length / 3 }, (_, i) => new Vector3(part[3 * i], part[3 * i + 1], part[3 * i + 2]));

function mixOf(points, random) {
  const sum = new Vector3();
  let total = 0;
  for (const point of points) {
    const weight = random();
    sum.addScaledVector(point, weight);
    total += weight;
  }
  return sum.divideScalar(total);
}

/** Picks triangles as often as they are large. */
function byArea(triangles) {
  const side = new Vector3();
  let sum = 0;
  const ends = triangles.map(([a, b, c]) => {
    sum += new Vector3().subVectors(b, a).cross(side.subVectors(c, a)).length();
    return sum;
  });
  return {
    pick(random) {
      const at = random() * sum;
      return triangles[
        Math.max(
          0,
          ends.findIndex((end) => end >= at),
        )
      ];
    },
  };
}

/** The triangles of a hull, and the planes that they lie in. */
function hullOf(part) {
  const points = pointsOf(part);
  const faces = quickhull(points.map(({ x, y, z }) => [x, y, z]));
  // A face may have more than three corners.
  const triangles = faces.flatMap((face) => face.slice(2).map((last, i) => [face[0], face[i + 1], last]));
  return triangles.flatMap((triangle) => {
    const [a, b, c] = triangle.map((i) => points[i]);
    const [ab, ac] = [new Vector3().subVectors(b, a), new Vector3().subVectors(c, a)];
    const normal = new Vector3().crossVectors(ab, ac);
    // The normal of a needle is rounding; its neighbours bound the same place.
    const longest = Math.max(ab.lengthSq(), ac.lengthSq(), b.distanceToSquared(c));
    if (normal.length() < needle * longest) return [];
    return [{ triangle: [a, b, c] }];
  });
}

function nearest(triangles, point) {
  let least = Infinity;
  for (const triangle of triangles) least = Math.min(least, distanceToTriangle(triangle, point));
  return least;
}

const [ab, ac, normal, toPoint, on, side] = Array.from({ length: 6 }, () => new Vector3());

/** By projection: onto the plane where that lies within the triangle, else onto the edges. */
function distanceToTriangle([a, b, c], point) {
  normal.crossVectors(ab.subVectors(b, a), ac.subVectors(c, a));
  const isWithin = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => side.subVectors(to, from).cross(toPoint.subVectors(point, from)).dot(normal) >= 0);
  if (isWithin) return Math.abs(toPoint.subVectors(point, a).dot(normal)) / normal.length();
  const toEdge = (from, to) => {
    side.subVectors(to, from);
    const share = Math.max(0, Math.min(1, toPoint.subVectors(point, from).dot(side) / side.lengthSq()));
    return on.copy(from).addScaledVector(side, share).distanceTo(point);
  };
  return Math.min(toEdge(a, b), toEdge(b, c), toEdge(c, a));
}

/** How often the surface winds around a point, whatever the sense. */
function turns(triangles, point) {
  let angle = 0;
  for (const [p, q, r] of triangles) {
    const a = ab.subVectors(p, point);
    const b = ac.subVectors(q, point);
    const c = normal.subVectors(r, point);
    const [la, lb, lc] = [a.length(), b.length(), c.length()];
    const volume = a.dot(side.crossVectors(b, c));
    angle += 2 * Math.atan2(volume, la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return Math.abs(angle) / (4 * Math.PI);
}
