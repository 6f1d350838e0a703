import {
  Box,
  Capsule,
  Cone,
  ConvexHull,
  Cylinder,
  closestPoint,
  collide,
  distance,
  distanceBatch,
  Ellipsoid,
  init,
  intersects,
  raycast,
  type Shape,
  Sphere,
  support,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { Random } from "../support/random.js";

beforeAll(() => init());

const cube = (h: number) =>
  [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x * h, y * h, z * h])));
/** Every shape, with how far it reaches along x, y and z from its origin. */
const shapes: Record<string, { make: () => Shape; reach: readonly [number, number, number] }> = {
  sphere: { make: () => new Sphere(1), reach: [1, 1, 1] },
  box: { make: () => new Box(1, 2, 3), reach: [0.5, 1, 1.5] },
  capsule: { make: () => new Capsule(0.5, 2), reach: [0.5, 1.5, 0.5] },
  cylinder: { make: () => new Cylinder(0.5, 2), reach: [0.5, 1, 0.5] },
  cone: { make: () => new Cone(0.75, 2), reach: [0.75, 1, 0.75] },
  ellipsoid: { make: () => new Ellipsoid(0.5, 1, 1.5), reach: [0.5, 1, 1.5] },
  "rounded box": { make: () => new Box(0.6, 1.6, 2.6, { radius: 0.2 }), reach: [0.5, 1, 1.5] },
  "rounded cone": { make: () => new Cone(0.6, 1.8, { radius: 0.1 }), reach: [0.7, 1, 0.7] },
  "convex-hull": { make: () => new ConvexHull(cube(0.5)), reach: [0.5, 0.5, 0.5] },
};
const names = Object.keys(shapes) as (keyof typeof shapes)[];
const pairs = names.flatMap((a) => names.map((b) => [a, b] as const));
const of = (name: string) => shapes[name] as (typeof shapes)[string];

describe.each(pairs)("%s and %s", (nameA, nameB) => {
  it("are apart, touch and overlap along y as their heights say", () => {
    const [a, b] = [of(nameA).make(), of(nameB).make()];
    const reach = of(nameA).reach[1] + of(nameB).reach[1];
    for (const gap of [1, 0.01, -0.01]) {
      const pose = { position: [0, reach + gap, 0] };
      expect(intersects(a, {}, b, pose)).toBe(gap < 0);
      const d = distance(a, {}, b, pose);
      // A cone's tip may be left sideways more cheaply than along its axis.
      if (gap > 0) expect(d.distance).toBeCloseTo(gap, 5);
      else expect(d.distance).toBeLessThan(0);
      expect(d.distance).toBeGreaterThanOrEqual(gap - 1e-5);
      expect(d.pointB.y - d.pointA.y).toBeCloseTo(d.normal.y * d.distance, 5);
      const contact = collide(a, {}, b, pose);
      expect(contact !== null).toBe(gap < 0);
      if (contact) {
        const { mtv } = contact;
        const after = distance(a, {}, b, { position: [mtv.x, reach + gap + mtv.y, mtv.z] });
        expect(Math.abs(after.distance)).toBeLessThan(3e-5);
        expect(contact.points.length).toBeGreaterThan(0);
        expect(contact.points.length).toBeLessThan(5);
      }
      const batch = {
        shapes: [a, b],
        pairs: Uint32Array.of(0, 1),
        poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 0, reach + gap, 0, 0, 0, 0, 1),
      };
      expect(distanceBatch(batch)).toEqual(Float64Array.of(d.normal.x, d.normal.y, d.normal.z, d.distance));
    }
  });
});

describe.each(names)("%s by itself", (name) => {
  it("has its support points, ray hits and closest points where its sizes say", () => {
    const { make, reach } = of(name);
    const shape = make();
    expect(support(shape, { position: [1, 2, 3] }, [0, 5, 0]).y).toBeCloseTo(2 + reach[1], 9);
    expect(support(shape, {}, [0, -1, 0]).y).toBeCloseTo(-reach[1], 9);
    const hit = raycast(shape, {}, [0, 10, 0], [0, -1, 0]);
    expect(hit?.distance).toBeCloseTo(10 - reach[1], 9);
    const closest = closestPoint(shape, {}, [0, -10, 0]);
    expect(closest.distance).toBeCloseTo(10 - reach[1], 9);
    expect(closest.normal.y).toBeCloseTo(-1, 9);
    expect(closestPoint(shape, {}, [0, 0, 0]).distance).toBeLessThan(0);
  });
});

describe("ConvexHull", () => {
  it("knows its vertices and faces, coplanar triangles merged", () => {
    const hull = new ConvexHull([...cube(1), 0, 0, 0, 0.5, 0.5, 1, 1, 1, 1]);
    expect(hull.type).toBe("convex-hull");
    expect(hull.vertices).toEqual(Float32Array.from(cube(1)));
    expect(hull.faces).toHaveLength(6);
    expect(hull.faces).toBe(hull.faces);
    for (const face of hull.faces) {
      expect(face).toHaveLength(4);
      const [a, b, c] = face.map((v) => hull.vertices.subarray(3 * v, 3 * v + 3)) as [
        Float32Array,
        Float32Array,
        Float32Array,
      ];
      const at = (p: Float32Array, i: number) => p[i] as number;
      const u = [0, 1, 2].map((i) => at(b, i) - at(a, i)) as [number, number, number];
      const v = [0, 1, 2].map((i) => at(c, i) - at(b, i)) as [number, number, number];
      const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
      // Counter-clockwise seen from outside: the normal points away from the centre.
      expect(normal[0] * at(a, 0) + normal[1] * at(a, 1) + normal[2] * at(a, 2)).toBeGreaterThan(0);
    }
  });

  it("takes arrays and typed arrays, and answers as the box that it is", () => {
    for (const points of [
      cube(0.5),
      Float32Array.from(cube(0.5)),
      Float64Array.from(cube(0.5)),
      Int8Array.from(cube(1)),
    ]) {
      const hull = new ConvexHull(points);
      const size = 2 * Math.abs(points[0] as number);
      const box = new Box(size, size, size);
      const pose = { position: [0.7, 0.4, 0.3], quaternion: [0.1, 0.2, 0.3, 0.9] };
      expect(distance(hull, {}, hull, pose).distance).toBeCloseTo(distance(box, {}, box, pose).distance, 6);
    }
  });

  it("keeps to maxVertices", () => {
    const random = new Random(3);
    const points = Array.from({ length: 200 }, () => random.quaternion().slice(0, 3)).flat();
    const whole = new ConvexHull(points);
    const few = new ConvexHull(points, { maxVertices: 12 });
    expect(whole.vertices.length / 3).toBeGreaterThan(12);
    expect(few.vertices.length / 3).toBeLessThanOrEqual(12);
    expect(new ConvexHull(points, { maxVertices: 1e9 }).vertices).toEqual(whole.vertices);
  });

  type Args = ConstructorParameters<typeof ConvexHull>;
  const cases: [what: string, args: readonly unknown[], message: RegExp][] = [
    ["nothing", [], /^invalid-argument: convex-hull: points must be an array of numbers/],
    ["a string", ["012"], /^invalid-argument: convex-hull: points must be an array of numbers/],
    [
      "points as objects",
      [[{ x: 0 }, 1, 2]],
      /^invalid-argument: convex-hull: points\[0\]\.y must be a number, got undefined/,
    ],
    [
      "bigints",
      [new BigInt64Array(12)],
      /^invalid-argument: convex-hull: points\[0\] must be a number, got the bigint 0n/,
    ],
    [
      "a wrong length",
      [[1, 2, 3, 4]],
      /^invalid-argument: convex-hull: points must have 3 numbers per point, got 4 in all/,
    ],
    [
      "NaN",
      [[...cube(1), 0, Number.NaN, 0]],
      /^invalid-argument: convex-hull: points\[25\] must be a finite number, got NaN/,
    ],
    ["no points", [[]], /^degenerate-shape: convex-hull: /],
    ["three points", [[0, 0, 0, 1, 0, 0, 0, 1, 0]], /^degenerate-shape: convex-hull: /],
    ["one point four times", [new Array(12).fill(1)], /^degenerate-shape: convex-hull: /],
    ["a line", [[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]], /^degenerate-shape: convex-hull: /],
    ["a plane", [[0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]], /^degenerate-shape: convex-hull: /],
    [
      "three vertices at most",
      [cube(1), { maxVertices: 3 }],
      /^invalid-argument: convex-hull: maxVertices must be a whole number, 4 or more, got 3/,
    ],
    ["half a vertex", [cube(1), { maxVertices: 4.5 }], /^invalid-argument: convex-hull: maxVertices /],
    [
      "a string as maxVertices",
      [cube(1), { maxVertices: "9" }],
      /^invalid-argument: convex-hull: maxVertices .* got the string "9"/,
    ],
    ["null as options", [cube(1), null], /^invalid-argument: convex-hull: options must be an object, got null/],
  ];
  it.each(cases)("refuses %s", (_, args, message) => {
    expect(complaintOf(() => new ConvexHull(...(args as Args)))).toMatch(message);
  });

  it("knows its vertices in 64 bits", () => {
    const points = cube(1).map((coordinate) => 1e6 + 0.1 + coordinate);
    const hull = new ConvexHull(points);
    expect([...hull.exactVertices]).toEqual(points);
    expect(hull.vertices).toEqual(Float32Array.from(points));
    expect(() => Object.assign(hull, { exactVertices: [] })).toThrow(TypeError);
  });

  it("can be disposed of and keeps what it knew", () => {
    const hull = new ConvexHull(cube(1));
    hull.dispose();
    expect(complaintOf(() => support(hull, {}, [1, 0, 0]))).toBe(
      "disposed: shape is a convex-hull that has been disposed of",
    );
    expect(hull.vertices).toHaveLength(24);
    expect(hull.faces).toHaveLength(6);
  });
});
