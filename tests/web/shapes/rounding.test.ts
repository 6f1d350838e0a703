import {
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  Cylinder,
  closestPoint,
  collide,
  distance,
  init,
  intersects,
  raycast,
  type Shape,
  Sphere,
  timeOfImpact,
  World,
} from "hyperplane";
import { fitShape } from "hyperplane/three";
import { BoxGeometry, Mesh } from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { Random } from "../support/random.js";

beforeAll(() => init());

/** Signed distance of (x, y) from a convex polygon, counter-clockwise, whose first and last corner are on the axis x = 0. */
function profileDistance(corners: readonly (readonly [number, number])[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let out = Number.NEGATIVE_INFINITY;
  for (let i = 0; i + 1 < corners.length; i++) {
    const [ax, ay] = corners[i] as readonly [number, number];
    const [bx, by] = corners[i + 1] as readonly [number, number];
    const [ex, ey] = [bx - ax, by - ay];
    const t = Math.min(Math.max(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey), 0), 1);
    nearest = Math.min(nearest, Math.hypot(x - ax - t * ex, y - ay - t * ey));
    out = Math.max(out, ((x - ax) * ey - (y - ay) * ex) / Math.hypot(ex, ey));
  }
  return out <= 0 ? out : nearest;
}

/** Signed distance of a point from a box. */
function boxDistance(half: readonly number[], point: readonly number[]): number {
  const out = half.map((h, k) => Math.abs(point[k] as number) - h);
  const most = Math.max(...out);
  return most <= 0 ? most : Math.hypot(...out.map((o) => Math.max(o, 0)));
}

const corners = (half: readonly number[]) =>
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => half.map((h, k) => (corner & (1 << k) ? h : -h)));
const half = [0.5, 0.3, 0.7] as const;
const radius = 0.2;
const options = { radius };

/** Shapes with the signed distance from their cores. */
const shapes: Record<string, { make: () => Shape; core: (p: readonly [number, number, number]) => number }> = {
  box: { make: () => new Box(1, 0.6, 1.4, options), core: (p) => boxDistance(half, p) },
  "convex-hull": { make: () => new ConvexHull(corners(half), options), core: (p) => boxDistance(half, p) },
  cylinder: {
    make: () => new Cylinder(0.5, 0.8, options),
    core: ([x, y, z]) =>
      profileDistance(
        [
          [0, -0.4],
          [0.5, -0.4],
          [0.5, 0.4],
          [0, 0.4],
        ],
        Math.hypot(x, z),
        y,
      ), // prettier-ignore
  },
  cone: {
    make: () => new Cone(0.5, 0.8, options),
    core: ([x, y, z]) =>
      profileDistance(
        [
          [0, -0.4],
          [0.5, -0.4],
          [0, 0.4],
        ],
        Math.hypot(x, z),
        y,
      ), // prettier-ignore
  },
};

type Point = readonly [number, number, number];
const list = ({ x, y, z }: { x: number; y: number; z: number }): Point => [x, y, z];

describe.each(Object.entries(shapes))("a rounded %s", (type, { make, core }) => {
  const surface = (p: Point) => core(p) - radius;

  it("has its closest points and the hits of rays on the rounded surface", () => {
    const shape = make();
    expect(shape.type).toBe(type);
    const random = new Random(5);
    let hits = 0;
    for (let i = 0; i < 500; i++) {
      const point = random.vector(1.5) as unknown as Point;
      const closest = closestPoint(shape, {}, point);
      expect(closest.distance).toBeCloseTo(surface(point), 6);
      expect(surface(list(closest.point))).toBeCloseTo(0, 6);
      const direction = random.vector(1) as unknown as Point;
      const hit = raycast(shape, {}, point, direction);
      if (surface(point) <= 0) expect(hit?.distance).toBe(0);
      const length = Math.hypot(...direction);
      const at = (t: number) => point.map((x, k) => x + ((direction[k] as number) / length) * t) as unknown as Point;
      if (hit && hit.distance > 0) {
        hits++;
        expect(surface(at(hit.distance))).toBeCloseTo(0, 6);
        expect(surface(at(hit.distance * 0.999))).toBeGreaterThan(0);
      } else if (!hit) {
        for (let t = 0; t < 4; t += 0.02) expect(surface(at(t))).toBeGreaterThan(0);
      }
    }
    expect(hits).toBeGreaterThan(30);
  });

  it("touches a ball where the ball's middle is within both radii of the core", () => {
    const shape = make();
    const ball = new Sphere(0.3);
    const random = new Random(6);
    for (let i = 0; i < 300; i++) {
      const position = random.vector(1.4) as unknown as Point;
      const gap = surface(position) - 0.3;
      expect(distance(shape, {}, ball, { position }).distance).toBeCloseTo(gap, 6);
      expect(collide(shape, {}, ball, { position })?.depth ?? -1).toBeCloseTo(gap <= 0 ? -gap : -1, 6);
    }
  });

  it("keeps its rounding in compounds and snapshots", () => {
    const shape = make() as Shape & { rounding: number };
    expect(shape.rounding).toBe(radius);
    const gap = distance(shape, {}, new Sphere(0.1), { position: [2, 1, 0] }).distance;
    const compound = new Compound([{ shape, position: [1, 0, 0] }]);
    expect(distance(compound, {}, new Sphere(0.1), { position: [3, 1, 0] }).distance).toBeCloseTo(gap, 12);
    const world = new World();
    world.add({ shape, position: [0, 0, 0] });
    world.add({ shape: compound, position: [5, 0, 0] });
    const copy = World.restore(world.snapshot());
    expect(copy.hash).toBe(world.hash);
    const [first] = [...copy.colliders];
    expect(first?.shape).toMatchObject({ type, rounding: radius });
    expect(distance(first?.shape as Shape, {}, new Sphere(0.1), { position: [2, 1, 0] }).distance).toBe(gap);
    world.dispose();
    copy.dispose();
  });
});

describe("rounding", () => {
  it("of 0 leaves the plain shape", () => {
    const plain = new Box(1, 2, 3);
    const zero = new Box(1, 2, 3, { radius: 0 });
    expect(plain.rounding).toBe(0);
    const pose = { position: [1.2, 0.3, 0.1], quaternion: [0.1, 0.2, 0.3, 1] } as const;
    expect(collide(zero, {}, plain, pose)).toEqual(collide(plain, {}, plain, pose));
  });

  it("makes a capsule of a box without width, and a ball of a point", () => {
    const box = new Box(0, 1.5, 0, options);
    const point = new Box(0, 0, 0, options);
    const random = new Random(7);
    for (let i = 0; i < 200; i++) {
      const pose = { position: random.vector(1), quaternion: [...random.vector(1), 1] } as never;
      const other = new Cylinder(0.4, 0.5, options);
      expect(distance(box, pose, other, {}).distance).toBeCloseTo(
        distance(new Capsule(radius, 1.5), pose, other, {}).distance,
        6,
      );
      expect(distance(point, pose, other, {}).distance).toBeCloseTo(
        distance(new Sphere(radius), pose, other, {}).distance,
        6,
      );
    }
  });

  it("rests on four points as the box does, this much farther out", () => {
    const contact = collide(new Box(10, 1, 10), {}, new Box(1, 1, 1, options), { position: [0, 1.15, 0] });
    expect(contact?.depth).toBeCloseTo(0.05, 9);
    expect(contact?.points.length).toBe(4);
    for (const { onB, depth } of contact?.points ?? []) {
      expect(depth).toBeCloseTo(0.05, 9);
      expect(onB.y).toBeCloseTo(0.45, 9);
      expect(Math.abs(onB.x)).toBeCloseTo(0.5, 9);
    }
  });

  it("counts in motion", () => {
    const sweep = { from: { position: [0, 3, 0] }, to: { position: [0, -1, 0] } } as const;
    const still = { from: {}, to: {} };
    const impact = timeOfImpact(new Box(1, 1, 1, options), sweep, new Box(10, 1, 10), still);
    expect(impact?.time).toBeCloseTo((3 - 1.2) / 4, 6);
  });

  it.each([-1, Number.NaN, 1e-10, 2e9, "1", null])("of %s is an error that names it", (wrong) => {
    const bad = { radius: wrong } as never;
    for (const make of [
      () => new Box(1, 1, 1, bad),
      () => new Cylinder(1, 1, bad),
      () => new Cone(1, 1, bad),
      () => new ConvexHull(corners(half), bad),
    ]) {
      expect(complaintOf(make)).toMatch(/^invalid-argument: [a-z-]+: options\.radius must be 0 or a length from 1e-9/);
    }
  });

  it("is the only option", () => {
    expect(complaintOf(() => new Box(1, 1, 1, { radius: "1" } as never))).toMatch('got the string "1"');
    expect(complaintOf(() => new Box(1, 1, 1, { rounding: 1 } as never))).toMatch("there is no option rounding");
    expect(complaintOf(() => new Cone(1, 1, 0.1 as never))).toMatch("options must be an object");
  });

  it("is found in a RoundedBoxGeometry, and none in a box", () => {
    const found = fitShape(new Mesh(new RoundedBoxGeometry(2, 1, 3, 6, 0.3)), { fit: "rounded box" }).shape as Box;
    expect(found.rounding).toBeCloseTo(0.3, 5);
    expect([found.width, found.height, found.depth].map((size) => size.toFixed(4))).toEqual([
      "1.4000",
      "0.4000",
      "2.4000",
    ]); // prettier-ignore
    const plain = fitShape(new Mesh(new BoxGeometry(2, 1, 3)), { fit: "rounded box" }).shape as Box;
    expect([plain.width, plain.height, plain.depth, plain.rounding]).toEqual([2, 1, 3, 0]);
    expect(intersects(found, {}, new Sphere(0.05), { position: [0.98, 0.48, 0] })).toBe(false);
  });
});
