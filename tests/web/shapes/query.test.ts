import { Box, closestPoint, init, raycast, type Shape, Sphere, support, type Vec3 } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { corners, type PlacedBox, pointBoxDistance } from "../support/box_oracle.js";
import { randomPair } from "../support/boxes.js";
import { complaintOf } from "../support/errors.js";
import { NO_FEATURE } from "../support/features.js";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

const array = ({ x, y, z }: Vec3) => [x, y, z] as const;
const along = (p: readonly number[], n: Vec3, t: number): readonly [number, number, number] => [
  (p[0] as number) + n.x * t,
  (p[1] as number) + n.y * t,
  (p[2] as number) + n.z * t,
];

describe("raycast", () => {
  it("hits a sphere and a box where it must", () => {
    expect(raycast(new Sphere(1), { position: [5, 0, 0] }, [0, 0, 0], [2, 0, 0])).toEqual({
      distance: 4,
      point: { x: 4, y: 0, z: 0 },
      normal: { x: -1, y: 0, z: 0 },
      ...NO_FEATURE,
    });
    expect(raycast(new Box(2, 2, 2), {}, { x: 0, y: 5, z: 0.5 }, { x: 0, y: -0.1, z: 0 })).toEqual({
      distance: 4,
      point: { x: 0, y: 1, z: 0.5 },
      normal: { x: 0, y: 1, z: 0 },
      ...NO_FEATURE,
    });
  });

  it("misses what lies beside, behind or out of reach", () => {
    const sphere = new Sphere(1);
    expect(raycast(sphere, {}, [0, 5, 0], [1, 0, 0])).toBeNull();
    expect(raycast(sphere, {}, [0, 5, 0], [0, 1, 0])).toBeNull();
    expect(raycast(sphere, {}, [0, 5, 0], [0, -1, 0], 3.9)).toBeNull();
    expect(raycast(sphere, {}, [0, 5, 0], [0, -1, 0], 4)?.distance).toBe(4);
  });

  it("that starts inside hits at 0, against its direction", () => {
    const hit = raycast(new Box(2, 2, 2), {}, [0.5, 0, 0], [3, 0, 0]);
    expect(hit).toEqual({ distance: 0, point: { x: 0.5, y: 0, z: 0 }, normal: { x: -1, y: 0, z: 0 }, ...NO_FEATURE });
  });

  it(`ends on the box's surface, and passes nothing of it on the way (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    let hits = 0;
    for (let i = 0; i < 300; i++) {
      const [box] = randomPair(random, "ordinary");
      const shape = new Box(...box.size);
      const origin = random.vector(3).map((x, k) => x + (box.position[k] as number));
      const target = random.vector(0.8).map((x, k) => x + (box.position[k] as number));
      const direction = target.map((x, k) => x - (origin[k] as number));
      const hit = raycast(shape, box, origin, direction);
      const end = hit?.distance ?? 10;
      const unit = Math.hypot(...direction);
      const u = { x: (direction[0] ?? 0) / unit, y: (direction[1] ?? 0) / unit, z: (direction[2] ?? 0) / unit };
      for (let step = 0; step < 20; step++) {
        expect(pointBoxDistance(along(origin, u, (end * step) / 20.001), box)).toBeGreaterThan(
          hit?.distance === 0 ? -1 : 0,
        );
      }
      if (hit) {
        hits++;
        expect(pointBoxDistance(array(hit.point), box)).toBeLessThan(1e-12);
        expect(Math.hypot(hit.normal.x, hit.normal.y, hit.normal.z)).toBeCloseTo(1, 12);
        expect(hit.normal.x * u.x + hit.normal.y * u.y + hit.normal.z * u.z).toBeLessThan(1e-12);
      }
      shape.dispose();
    }
    expect(hits / 300).toBeGreaterThan(0.3);
  });
});

describe("closestPoint", () => {
  it("is negative inside, with the outward normal", () => {
    expect(closestPoint(new Box(2, 4, 6), {}, [0.75, 0, 0])).toEqual({
      distance: -0.25,
      point: { x: 1, y: 0, z: 0 },
      normal: { x: 1, y: 0, z: 0 },
      ...NO_FEATURE,
    });
    expect(closestPoint(new Sphere(2), { position: [1, 0, 0] }, [1, 3, 0])).toEqual({
      distance: 1,
      point: { x: 1, y: 2, z: 0 },
      normal: { x: 0, y: 1, z: 0 },
      ...NO_FEATURE,
    });
  });

  it(`agrees with the oracle outside of boxes (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    for (let i = 0; i < 300; i++) {
      const [box] = randomPair(random, "ordinary");
      const shape = new Box(...box.size);
      const point = random.vector(1.2).map((x, k) => x + (box.position[k] as number)) as [number, number, number];
      const truth = pointBoxDistance(point, box);
      const { distance, point: closest, normal } = closestPoint(shape, box, point);
      if (truth > 0) expect(Math.abs(distance - truth)).toBeLessThan(1e-12);
      else expect(distance).toBeLessThanOrEqual(1e-12);
      const back = along(array(closest), normal, distance);
      expect(Math.hypot(...back.map((x, k) => x - (point[k] as number)))).toBeLessThan(1e-12);
      shape.dispose();
    }
  });
});

describe("support", () => {
  it("is the farthest corner of a box", () => {
    const random = new Random(seed);
    for (let i = 0; i < 100; i++) {
      const [box] = randomPair(random, "ordinary");
      const direction = random.vector(1);
      const dot = (p: readonly number[]) => p.reduce((sum, x, k) => sum + x * (direction[k] as number), 0);
      const farthest = Math.max(...corners(box as PlacedBox).map(dot));
      const shape = new Box(...box.size);
      expect(Math.abs(dot(array(support(shape, box, direction))) - farthest)).toBeLessThan(1e-12);
      shape.dispose();
    }
  });

  it("is the pole of a sphere", () => {
    expect(support(new Sphere(2), { position: [1, 1, 1] }, { x: 0, y: 0, z: -7 })).toEqual({ x: 1, y: 1, z: -1 });
  });
});

describe("errors name the wrong argument", () => {
  const box = () => new Box(1, 1, 1);
  type Call = (...args: unknown[]) => unknown;
  const cases: [what: string, call: () => unknown, message: string][] = [
    ["a missing shape", () => (raycast as Call)(), "shape must be a shape of this package, got undefined"],
    [
      "a missing pose",
      () => (raycast as Call)(box()),
      "pose must be an object with position and quaternion, got undefined",
    ],
    [
      "a missing origin",
      () => (raycast as Call)(box(), {}),
      "origin must be an object with x, y and z, or an array of 3 numbers, got undefined",
    ],
    [
      "a missing direction",
      () => (raycast as Call)(box(), {}, [0, 0, 0]),
      "direction must be an object with x, y and z, or an array of 3 numbers, got undefined",
    ],
    ["a zero direction", () => raycast(box(), {}, [0, 0, 0], [0, 0, 0]), "direction must not be zero"],
    [
      "an infinite direction",
      () => raycast(box(), {}, [0, 0, 0], [0, Number.POSITIVE_INFINITY, 0]),
      "direction[1] must be a finite number, got Infinity",
    ],
    [
      "a NaN in the origin",
      () => raycast(box(), {}, [0, Number.NaN, 0], [0, 1, 0]),
      "origin[1] must be a finite number, got NaN",
    ],
    [
      "an origin too far",
      () => raycast(box(), {}, [0, 0, 2e12], [0, 1, 0]),
      "origin is out of range: a coordinate may be at most 1e12 m in magnitude, got 2000000000000",
    ],
    [
      "a negative reach",
      () => raycast(box(), {}, [0, 0, 0], [0, 1, 0], -1),
      "maxDistance must be a number of metres, 0 or more, got -1",
    ],
    [
      "a NaN as reach",
      () => raycast(box(), {}, [0, 0, 0], [0, 1, 0], Number.NaN),
      "maxDistance must be a number of metres, 0 or more, got NaN",
    ],
    [
      "a string as reach",
      () => (raycast as Call)(box(), {}, [0, 0, 0], [0, 1, 0], "9"),
      'maxDistance must be a number of metres, 0 or more, got the string "9"',
    ],
    [
      "a zero quaternion",
      () => closestPoint(box(), { quaternion: [0, 0, 0, 0] }, [0, 0, 0]),
      "pose.quaternion must not be zero",
    ],
    [
      "no point",
      () => (closestPoint as Call)(box(), {}),
      "point must be an object with x, y and z, or an array of 3 numbers, got undefined",
    ],
    [
      "a NaN in the point",
      () => closestPoint(box(), {}, { x: 0, y: 0, z: Number.NaN }),
      "point.z must be a finite number, got NaN",
    ],
    [
      "no direction of support",
      () => support(box(), {}, null as unknown as Vec3),
      "direction must be an object with x, y and z, or an array of 3 numbers, got null",
    ],
    ["a zero direction of support", () => support(box(), {}, [0, -0, 0]), "direction must not be zero"],
  ];
  it.each(cases)("%s", (_, call, message) => {
    expect(complaintOf(call)).toBe(`invalid-argument: ${message}`);
  });

  it("a disposed shape", () => {
    const gone: Shape = new Sphere(1);
    gone.dispose();
    for (const call of [
      () => raycast(gone, {}, [0, 0, 0], [1, 0, 0]),
      () => closestPoint(gone, {}, [0, 0, 0]),
      () => support(gone, {}, [1, 0, 0]),
    ]) {
      expect(complaintOf(call)).toBe("disposed: shape is a sphere that has been disposed of");
    }
  });
});
