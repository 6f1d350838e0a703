import {
  Box,
  Capsule,
  ConvexHull,
  Cylinder,
  closestPoint,
  collide,
  distance,
  HyperplaneError,
  init,
  intersects,
  moveAndSlide,
  raycast,
  Sphere,
  support,
  Triangle,
  timeOfImpact,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => init());

const at = (x: number, y: number, z: number) => ({ position: [x, y, z] });

/** In the plane y = 0, its front upwards. */
const floor = () => new Triangle([-10, 0, -10], [0, 0, 20], [10, 0, -10]);

describe("Triangle", () => {
  it("has its corners, which nobody can change", () => {
    const corner = { x: 1, y: 2, z: 3 };
    const triangle = new Triangle(corner, [4, 5, 6], new Float32Array([7, 8, 10]));
    corner.x = 9;
    expect([triangle.type, triangle.a, triangle.b, triangle.c]).toEqual([
      "triangle",
      { x: 1, y: 2, z: 3 },
      { x: 4, y: 5, z: 6 },
      { x: 7, y: 8, z: 10 },
    ]);
    expect(() => Object.assign(triangle.a, { x: 5 })).toThrow(TypeError);
    expect(() => Object.assign(triangle, { a: corner })).toThrow(TypeError);
  });

  const o = [0, 0, 0];
  const x = [1, 0, 0];
  const y = [0, 1, 0];
  it.each<[string, unknown[], RegExp]>([
    ["nothing", [], /^invalid-argument: triangle: a must be an object with x, y and z/],
    ["two corners", [o, x], /^invalid-argument: triangle: c must be/],
    ["a string", [o, x, "010"], /^invalid-argument: triangle: c must be/],
    ["a corner of two numbers", [o, [1, 2], y], /^invalid-argument: triangle: b\[2\] must be a number/],
    ["NaN", [o, x, [0, Number.NaN, 0]], /^invalid-argument: triangle: c\[?.?.* must be a finite number, got NaN/],
    ["infinity", [[Number.POSITIVE_INFINITY, 0, 0], x, y], /^invalid-argument: triangle: a.* must be a finite number/],
    ["a corner far away", [o, x, [0, 2e9, 0]], /^invalid-argument: triangle: c is out of range.* got 2000000000/],
    ["a point", [x, x, x], /^degenerate-shape: triangle: the triangle has no area/],
    ["a line", [o, x, [3, 0, 0]], /^degenerate-shape: triangle: /],
    [
      "a triangle that is too small",
      [o, [1e-10, 0, 0], [0, 1e-10, 0]],
      /^invalid-argument: triangle: its longest side must be/,
    ],
  ])("refuses %s", (_, corners, message) => {
    const make = () => new Triangle(...(corners as ConstructorParameters<typeof Triangle>));
    expect(make).toThrow(HyperplaneError);
    try {
      make();
    } catch (error) {
      expect(`${(error as HyperplaneError).code}: ${(error as Error).message}`).toMatch(message);
    }
  });

  it("answers every query", () => {
    const triangle = floor();
    const hull = new ConvexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(raycast(triangle, {}, [0, 2, 0], [0, -1, 0])).toMatchObject({ distance: 2, normal: { x: 0, y: 1, z: 0 } });
    expect(raycast(triangle, {}, [0, -2, 0], [0, 1, 0])?.normal.y).toBe(-1);
    expect(closestPoint(triangle, {}, [0, -3, 0])).toMatchObject({ distance: 3, normal: { y: -1 } });
    expect(support(triangle, {}, [0, 0, 1])).toEqual({ x: 0, y: 0, z: 20 });
    for (const shape of [new Sphere(0.5), new Box(1, 1, 1), new Capsule(0.25, 0.5), new Cylinder(0.4, 1)]) {
      const contact = collide(triangle, {}, shape, at(0, 0.45, 0));
      expect(contact?.depth).toBeCloseTo(0.05, 9);
      expect(contact?.normal.y).toBeCloseTo(1, 9);
      expect(distance(shape, at(0, 1.5, 0), triangle, {}).distance).toBeCloseTo(1, 9);
      expect(intersects(shape, at(0, -0.45, 0), triangle, {})).toBe(true);
      const impact = timeOfImpact(shape, { from: at(0, 2.5, 0), to: at(0, -1.5, 0) }, triangle, { from: {}, to: {} });
      expect(impact?.time).toBeCloseTo(0.5, 6);
    }
    expect(collide(triangle, {}, hull, at(0, -0.1, 0))?.depth).toBeCloseTo(0.1, 9);
    expect(collide(triangle, {}, new Box(1, 1, 1), at(0, 0.45, 0))?.points).toHaveLength(4);
    expect(collide(triangle, {}, floor(), {})?.depth).toBeCloseTo(0, 12);
  });

  it("is a collider that a world finds, casts against and keeps in snapshots", () => {
    const world = new World();
    const ground = world.add({ shape: floor(), static: true });
    const box = world.add({ shape: new Box(1, 1, 1), position: [0, 0.45, 0] });
    world.update();
    expect(world.contacts.count).toBe(1);
    const [contact] = world.contacts;
    expect([contact?.a, contact?.b]).toEqual([ground, box]);
    expect(world.raycast([3, 5, 0], [0, -1, 0])).toMatchObject({ collider: ground, distance: 5 });
    expect(world.closest([3, -2, 0])).toMatchObject({ collider: ground, distance: 2 });
    expect(world.overlap(new Sphere(0.5), at(3, 0.25, 0))).toEqual([ground]);
    const sweep = { from: at(3, 2, 0), to: at(3, -2, 0) };
    expect(world.castShape(new Sphere(0.5), sweep)?.time).toBeCloseTo(0.375, 9);

    const restored = World.restore(world.snapshot());
    const shape = restored.raycast([3, 5, 0], [0, -1, 0])?.collider.shape as Triangle;
    expect(shape).toBeInstanceOf(Triangle);
    expect([shape.a, shape.b, shape.c]).toEqual([
      { x: -10, y: 0, z: -10 },
      { x: 0, y: 0, z: 20 },
      { x: 10, y: 0, z: -10 },
    ]);
    restored.update();
    world.update();
    expect(restored.hash()).toBe(world.hash());
  });

  it("is ground for a mover", () => {
    const world = new World();
    world.add({ shape: floor(), static: true });
    const capsule = new Capsule(0.3, 1);
    let position = { x: -2, y: 0.85, z: -2 };
    for (let step = 0; step < 40; step++) {
      const moved = moveAndSlide(world, capsule, { position }, [0.1, -0.05, 0.05]);
      position = moved.position;
      if (step > 2) expect(moved.grounded).toBe(true);
      expect(position.y).toBeGreaterThan(0.79);
    }
    expect(position.x).toBeCloseTo(2, 1);
  });
});
