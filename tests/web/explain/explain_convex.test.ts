import {
  Box,
  Capsule,
  Cone,
  ConvexHull,
  Cylinder,
  closestPoint,
  collide,
  type DifferencePoint,
  distance,
  Ellipsoid,
  explainEpa,
  explainGjk,
  explainSat,
  init,
  intersects,
  type Pose,
  type SatAxis,
  type Shape,
  Sphere,
  type Vec3,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

function direction(random: Random): [number, number, number] {
  for (;;) {
    const [x, y, z] = random.vector(1);
    const length = Math.hypot(x, y, z);
    if (length > 0.1 && length < 1) return [x / length, y / length, z / length];
  }
}
const cloud = (random: Random, count: number) =>
  Array.from({ length: count }, () => direction(random))
    .flat()
    .map((x) => 0.7 * x);
const shapes: Record<string, (random: Random) => Shape> = {
  sphere: () => new Sphere(0.6),
  box: () => new Box(1, 0.8, 1.2),
  capsule: () => new Capsule(0.3, 0.9),
  cylinder: () => new Cylinder(0.5, 1),
  cone: () => new Cone(0.6, 1.2),
  ellipsoid: () => new Ellipsoid(0.4, 0.6, 0.8),
  "convex-hull": (random) => new ConvexHull(cloud(random, 20)),
};
const names = Object.keys(shapes);
const pairs = names.flatMap((a) => names.map((b) => [a, b] as const));

const subtract = (p: Vec3, q: Vec3): Vec3 => ({ x: p.x - q.x, y: p.y - q.y, z: p.z - q.z });
const dot = (p: Vec3, q: Vec3) => p.x * q.x + p.y * q.y + p.z * q.z;
const cross = (p: Vec3, q: Vec3): Vec3 => ({
  x: p.y * q.z - p.z * q.y,
  y: p.z * q.x - p.x * q.z,
  z: p.x * q.y - p.y * q.x,
});
const norm = (p: Vec3) => Math.sqrt(dot(p, p));

interface Case {
  readonly a: Shape;
  readonly poseA: Pose;
  readonly b: Shape;
  readonly poseB: Pose;
}

function* cases(nameA: string, nameB: string, count: number): Generator<Case> {
  const random = new Random(seed);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = direction(random);
    const by = 1.6 * random.number();
    yield {
      a: (shapes[nameA] as (typeof shapes)[string])(random),
      poseA: { position: [1, 2, 3], quaternion: random.quaternion() },
      b: (shapes[nameB] as (typeof shapes)[string])(random),
      poseB: { position: [1 + x * by, 2 + y * by, 3 + z * by], quaternion: random.quaternion() },
    };
  }
}

/** A vertex is made of a point of each shape's core. */
function checkPoint(p: DifferencePoint, { a, poseA, b, poseB }: Case, radiusA: number, radiusB: number): void {
  expect(norm(subtract(subtract(p.onB, p.onA), p.point))).toBeLessThan(1e-12);
  expect(closestPoint(a, poseA, p.onA).distance).toBeLessThan(1e-9 - radiusA);
  expect(closestPoint(b, poseB, p.onB).distance).toBeLessThan(1e-9 - radiusB);
}

describe.each(pairs)(`%s and %s, step by step (HYPERPLANE_SEED=${seed})`, (nameA, nameB) => {
  it("GJK: bounds close in on the distance", () => {
    for (const pair of cases(nameA, nameB, 3)) {
      const { a, poseA, b, poseB } = pair;
      const { touching, converged, radiusA, radiusB, steps } = explainGjk(a, poseA, b, poseB);
      const cores = distance(a, poseA, b, poseB).distance + radiusA + radiusB;
      expect(converged).toBe(true);
      expect(steps.length).toBeGreaterThan(0);
      expect(intersects(a, poseA, b, poseB) || !touching).toBe(true);
      let before = Number.POSITIVE_INFINITY;
      for (const [i, step] of steps.entries()) {
        const isEnd = touching && i === steps.length - 1;
        expect(step.support === null).toBe(isEnd);
        expect(step.simplex.length).toBeLessThan(isEnd ? 5 : 4);
        expect(step.weights).toHaveLength(step.simplex.length);
        for (const point of step.support ? [...step.simplex, step.support] : step.simplex)
          checkPoint(point, pair, radiusA, radiusB);
        const sum = { x: 0, y: 0, z: 0 };
        for (const [k, { point }] of step.simplex.entries()) {
          const weight = step.weights[k] as number;
          sum.x += weight * point.x;
          sum.y += weight * point.y;
          sum.z += weight * point.z;
        }
        expect(norm(subtract(sum, step.closest))).toBeLessThan(1e-9);
        expect(norm(step.closest)).toBeCloseTo(step.upper, 12);
        expect(step.lower).toBeLessThanOrEqual(Math.max(0, cores) + 1e-8);
        expect(step.upper).toBeGreaterThanOrEqual(cores - 1e-8);
        expect(step.upper).toBeLessThan(before);
        before = step.upper;
      }
      if (touching) expect(cores).toBeLessThan(1e-8);
      else expect(before).toBeCloseTo(cores, 7);
    }
  });

  it("EPA: a closed convex polytope grows to the depth", () => {
    for (const pair of cases(nameA, nameB, 3)) {
      const { a, poseA, b, poseB } = pair;
      const { end, radiusA, radiusB, steps } = explainEpa(a, poseA, b, poseB);
      const depth = -distance(a, poseA, b, poseB).distance - radiusA - radiusB;
      expect(end === "apart").toBe(!explainGjk(a, poseA, b, poseB).touching);
      expect(steps.length === 0).toBe(end === "apart" || end === "flat");
      for (const { vertices, faces, closestFace, closest, support, lower, upper } of steps) {
        expect(faces).toHaveLength(2 * vertices.length - 4);
        for (const vertex of [...vertices, support]) checkPoint(vertex, pair, radiusA, radiusB);
        const edges = new Set<string>();
        for (const [f, [i, j, k]] of faces.entries()) {
          for (const edge of [`${i} ${j}`, `${j} ${k}`, `${k} ${i}`]) {
            edges.add(edge);
          }
          const [p, q, r] = [i, j, k].map((v) => (vertices[v] as DifferencePoint).point) as [Vec3, Vec3, Vec3];
          const normal = cross(subtract(q, p), subtract(r, p));
          // One expectation for all: thousands of them take their time.
          expect(Math.max(...vertices.map(({ point }) => dot(normal, subtract(point, p))))).toBeLessThan(1e-9);
          expect(dot(normal, p)).toBeGreaterThan(-1e-9);
          if (f === closestFace && norm(normal) > 1e-6) {
            expect(dot(normal, p) / norm(normal)).toBeCloseTo(lower, 8);
            expect(norm(cross(normal, closest)) / norm(normal)).toBeLessThan(1e-8);
          }
        }
        expect(edges.size).toBe(3 * faces.length);
        expect([...edges].filter((edge) => !edges.has(edge.split(" ").reverse().join(" ")))).toEqual([]);
        expect(norm(closest)).toBeCloseTo(Math.abs(lower), 9);
        expect(lower).toBeLessThanOrEqual(depth + 1e-7);
        expect(upper).toBeGreaterThanOrEqual(depth - 1e-7);
      }
      const last = steps.at(-1);
      if (end === "converged") {
        expect(last?.lower).toBeCloseTo(depth, 7);
        expect(last?.upper).toBeCloseTo(depth, 7);
      }
    }
  });
});

describe("explainGjk and explainEpa", () => {
  it("take the cores of round shapes", () => {
    const sphere = new Sphere(1);
    const { radiusA, radiusB, steps } = explainGjk(sphere, {}, new Capsule(0.5, 2), { position: [4, 0, 0] });
    expect([radiusA, radiusB]).toEqual([1, 0.5]);
    expect(steps.at(-1)?.upper).toBeCloseTo(4, 12);
    expect(steps[0]?.simplex[0]?.onA).toEqual({ x: 0, y: 0, z: 0 });
    expect(explainEpa(sphere, {}, sphere, { position: [1, 0, 0] })).toMatchObject({ end: "apart", steps: [] });
    expect(explainEpa(sphere, {}, sphere, {})).toMatchObject({ end: "flat", steps: [] });
    expect(explainEpa(new Ellipsoid(1, 1, 1), {}, new Ellipsoid(1, 1, 1), {}).end).toBe("unfinished");
  });

  it("keep their accuracy far from the origin", () => {
    const box = new Box(1, 1, 1);
    const at = (x: number) => ({ position: [1e6 + x, -1e6, 1e6] });
    expect(explainGjk(box, at(0), box, at(1.5)).steps.at(-1)?.upper).toBe(0.5);
    expect(explainEpa(box, at(0), box, at(0.75)).steps.at(-1)?.upper).toBeCloseTo(0.25, 12);
  });

  it("give plain data that later calls leave alone", () => {
    const [box, cone] = [new Box(1, 1, 1), new Cone(1, 1)];
    for (const explain of [explainGjk, explainEpa]) {
      const first = explain(box, {}, cone, { position: [0.2, 0.1, 0] });
      const copy = structuredClone(first);
      explain(cone, {}, box, { position: [0.5, 0, 0.2] });
      expect(first).toEqual(copy);
    }
  });

  it.each([
    ["explainGjk", explainGjk],
    ["explainEpa", explainEpa],
  ])("%s refuses wrong arguments like every other call", (_, explain) => {
    const box = new Box(1, 1, 1);
    const call = explain as (...args: unknown[]) => unknown;
    expect(complaintOf(() => call(box, {}, null, {}))).toBe(
      "invalid-argument: b must be a shape of this package, got null",
    );
    expect(complaintOf(() => call(box, { quaternion: [0, 0, 0, 0] }, box, {}))).toBe(
      "invalid-argument: poseA.quaternion must not be zero",
    );
    expect(complaintOf(() => call(box, {}, box, { position: [Number.NaN, 0, 0] }))).toMatch(/^invalid-argument: poseB/);
    box.dispose();
    expect(complaintOf(() => call(box, {}, box, {}))).toBe("disposed: a is a box that has been disposed of");
  });
});

describe("explainSat on hulls", () => {
  /** The edges of a hull in the order that the indices count them. */
  function edgesOf({ faces }: ConvexHull): [number, number][] {
    const seen = new Set<string>();
    const edges: [number, number][] = [];
    for (const face of faces) {
      for (const [i, from] of face.entries()) {
        const to = face[(i + 1) % face.length] as number;
        if (seen.has(`${to} ${from}`)) continue;
        seen.add(`${from} ${to}`);
        edges.push([from, to]);
      }
    }
    return edges;
  }

  it("lists all faces and all pairs of edges, and decides as collide does", () => {
    const random = new Random(seed);
    for (let i = 0; i < 10; i++) {
      const [a, b] = [new ConvexHull(cloud(random, 8)), new ConvexHull(cloud(random, 12))];
      const [x, y, z] = direction(random);
      const by = 1.8 * random.number();
      const poseB = { position: [x * by, y * by, z * by], quaternion: random.quaternion() };
      const { intersects: verdict, axes, decisive } = explainSat(a, {}, b, poseB);
      const [edgesA, edgesB] = [edgesOf(a), edgesOf(b)];
      expect(axes.map(({ source, indices }) => [source, ...indices])).toEqual([
        ...a.faces.map((_, k) => ["face-a", k]),
        ...b.faces.map((_, k) => ["face-b", k]),
        ...edgesA.flatMap((_, k) => edgesB.map((_, m) => ["edge-edge", k, m])),
      ]);
      const vertex = (v: number): Vec3 => {
        const [x = 0, y = 0, z = 0] = a.vertices.subarray(3 * v, 3 * v + 3);
        return { x, y, z };
      };
      const corners = Array.from({ length: a.vertices.length / 3 }, (_, v) => vertex(v));
      for (const { axis, source, indices, intervalA, intervalB, overlap } of axes) {
        if (!axis) continue;
        const along = corners.map((corner) => dot(corner, axis));
        expect(intervalA[0]).toBeCloseTo(Math.min(...along), 6);
        expect(intervalA[1]).toBeCloseTo(Math.max(...along), 6);
        expect(overlap).toBeCloseTo(intervalA[1] - intervalB[0], 10);
        // The axis is at a right angle to the edge, or to all edges of the face, that it is named after.
        const across =
          source === "edge-edge"
            ? [edgesA[indices[0] as number] as [number, number]]
            : source === "face-a"
              ? (a.faces[indices[0] as number] ?? []).map((v, k, f): [number, number] => [
                  v,
                  f[(k + 1) % f.length] ?? 0,
                ])
              : [];
        for (const [from, to] of across) expect(dot(axis, subtract(vertex(to), vertex(from)))).toBeCloseTo(0, 6);
      }
      const { overlap, axis } = axes[decisive] as SatAxis;
      expect(overlap).toBe(Math.min(...axes.map((candidate) => candidate.overlap)));
      const d = distance(a, {}, b, poseB).distance;
      if (Math.abs(d) > 1e-6) expect(verdict).toBe(intersects(a, {}, b, poseB));
      const contact = collide(a, {}, b, poseB);
      if (contact) {
        expect(contact.depth).toBeCloseTo(overlap, 6);
        expect(dot(contact.normal, axis as Vec3)).toBeCloseTo(1, 4);
      } else {
        expect(-overlap).toBeLessThan(d + 1e-9);
      }
    }
  });

  it("takes boxes and hulls alike, and refuses too many axes", () => {
    const random = new Random(seed);
    const cube = new ConvexHull([-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z]))));
    const pose = { position: [2.5, 0.5, 0.25] };
    const { axes, decisive, intersects: verdict } = explainSat(new Box(2, 2, 2), {}, cube, pose);
    expect(axes).toHaveLength(3 + 6 + 3 * 12);
    expect(axes.filter(({ axis }) => axis === null)).toHaveLength(12);
    expect(verdict).toBe(false);
    expect(decisive).toBe(0);
    expect(axes[0]).toMatchObject({ axis: { x: 1, y: 0, z: 0 }, overlap: -0.5, intervalA: [-1, 1] });
    const many = new ConvexHull(cloud(random, 400));
    expect(complaintOf(() => explainSat(many, {}, many, {}))).toBe(
      "invalid-argument: the hulls have more than 2^18 candidate axes",
    );
    expect(complaintOf(() => explainSat(many, {}, new Sphere(1) as unknown as Box, {}))).toBe(
      "invalid-argument: separating axes are for shapes with flat faces",
    );
  });
});
