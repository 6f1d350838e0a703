/**
 * How far parts and model are apart, found by sampling. It shares no code with what is judged: hulls are quickhull3d's, nearest
 * triangles are found in a tree of its own, and the model is its triangles and its inside: where all of them together cover half
 * of the sky or more. A mouth is closed by triangles around the middle of its rim.
 */

import { Vector3 } from "three";
import { seeded } from "../lib/random.js";
import { TriangleTree } from "./triangle_tree.js";

/** In a constant of its own, so that this file can be type-checked before the peers have been installed. */
const HULLS = /** @type {string} */ ("../peers/quickhull3d.js");
const { quickhull } = await import(HULLS);

/** Twice the area of a triangle, as a share of its longest side's square, below which its normal is not to be trusted. */
const needle = 1e-4;

/** Share of the sky from which a point is inside. */
const inside = 0.5;

/** Half the thickness that parts without volume get, as a share of the diagonal. */
const flat = 1e-6;

const samples = { surface: 4000, parts: 20_000, inside: 4000 };

/** @returns {{ bulge: number, gap: number }} as shares of the diagonal: of points of the parts and of the model */
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
  for (const rim of rimsOf(indices)) triangles.push(...fanOf(rim.map(corner)));
  const model = new TriangleTree(triangles);
  const isInside = (point) => turns(triangles, point) >= inside;
  const hulls = parts.map((part) => hullOf(pointsOf(part), flat * diagonal));

  let bulge = 0;
  const perPart = Math.ceil(samples.parts / parts.length);
  for (const { triangles: faces } of hulls) {
    const wide = byArea(faces);
    for (let i = 0; i < perPart; i++) {
      // The deepest void is mostly at the surface of a hull.
      const point = mixOf(wide.pick(random), random);
      if (i % 4 === 0) point.lerp(mixOf(wide.pick(random), random), random());
      // Inside counts as the model: worth asking only where the surface is farther than what is known.
      const distance = model.distance(point);
      if (distance > bulge && !isInside(point)) bulge = distance;
    }
  }
  let gap = 0;
  const surface = byArea(triangles);
  for (let i = 0; i < samples.surface; i++)
    gap = Math.max(gap, distanceToAny(hulls, mixOf(surface.pick(random), random)));
  for (let i = 0; i < samples.inside; i++) {
    const point = new Vector3(...low.map((c, k) => c + random() * (high[k] - c)));
    const distance = distanceToAny(hulls, point);
    if (distance > gap && isInside(point)) gap = distance;
  }
  return { bulge: bulge / diagonal, gap: gap / diagonal };
}

/** The rims of holes: corners in turn, each the start of an edge that has no triangle on its other side. */
function rimsOf(indices) {
  /** By edge, named by its vertices: the corners that it starts at. */
  const open = new Map();
  const name = (from, to) => `${indices[from]} ${indices[to]}`;
  for (let i = 0; i < indices.length; i++) {
    const end = i % 3 === 2 ? i - 2 : i + 1;
    if (!open.delete(name(end, i))) open.set(name(i, end), { start: i, end: indices[end] });
  }
  const rims = [];
  const left = new Set(open.values());
  for (const first of left) {
    const way = [];
    for (let edge = first; edge; edge = [...left].find(({ start }) => indices[start] === edge.end)) {
      left.delete(edge);
      way.push(edge);
      // A way that meets itself is a rim from there on.
      const begin = way.findIndex(({ start }) => indices[start] === edge.end);
      if (begin >= 0) rims.push(way.splice(begin).map(({ start }) => start));
      if (way.length === 0) break;
    }
  }
  return rims;
}

/** The triangles around the middle of a rim, turned as those beside it. */
function fanOf(rim) {
  const middle = rim.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(rim.length);
  return rim.map((point, i) => [rim[(i + 1) % rim.length], point, middle]);
}

function distanceToAny(hulls, point) {
  const holds = ({ planes }) => planes.every(({ normal, at }) => normal.dot(toPoint.subVectors(point, at)) <= 0);
  if (hulls.some(holds)) return 0;
  return hulls.reduce((least, { tree }) => Math.min(least, tree.distance(point, least)), Infinity);
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

/** The triangles of a hull, as a tree, too, and the planes that they lie in. */
function hullOf(points, thickness) {
  const { triangles, normals } = facesOf(points);
  if (triangles.length < 4) {
    // V-HACD makes flat parts.
    const thick = points.flatMap((point) =>
      [-thickness, thickness].flatMap((d) =>
        [0, 1, 2].map((k) => point.clone().setComponent(k, point.getComponent(k) + d)),
      ),
    );
    return hullOf(thick, 2 * thickness);
  }
  return {
    triangles,
    tree: new TriangleTree(triangles),
    planes: triangles.map(([at], i) => ({ normal: normals[i], at })),
  };
}

function facesOf(points) {
  let faces;
  try {
    faces = quickhull(points.map(({ x, y, z }) => [x, y, z]));
  } catch {
    return { triangles: [], normals: [] };
  }
  // A face may have more than three corners.
  const triangles = faces.flatMap((face) =>
    face.slice(2).map((last, i) => [face[0], face[i + 1], last].map((v) => points[v])),
  );
  const normals = [];
  const kept = triangles.filter(([a, b, c]) => {
    const [ab, ac] = [new Vector3().subVectors(b, a), new Vector3().subVectors(c, a)];
    const normal = new Vector3().crossVectors(ab, ac);
    // The normal of a needle is rounding; its neighbours bound the same place.
    const longest = Math.max(ab.lengthSq(), ac.lengthSq(), b.distanceToSquared(c));
    const isNeedle = normal.length() < needle * longest;
    if (!isNeedle) normals.push(normal);
    return !isNeedle;
  });
  return { triangles: kept, normals };
}

const [ab, ac, normal, side, toPoint] = Array.from({ length: 5 }, () => new Vector3());

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
