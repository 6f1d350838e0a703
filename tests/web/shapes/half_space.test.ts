import {
  Box,
  Capsule,
  Character,
  Compound,
  closestPoint,
  collide,
  collideAll,
  distance,
  HalfSpace,
  init,
  intersects,
  moveAndSlide,
  raycast,
  type Shape,
  Sphere,
  TriangleMesh,
  timeOfImpact,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

beforeAll(() => init());

const tetrahedron = () =>
  new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3], { solid: true });

describe("a HalfSpace", () => {
  const solids: [string, () => Shape, number][] = [
    ["a ball", () => new Sphere(0.5), 0.5],
    ["a box", () => new Box(1, 2, 3), 1],
    ["a capsule", () => new Capsule(0.2, 1), 0.7],
    ["a compound", () => new Compound([{ shape: new Sphere(0.1), position: [0, -0.4, 0] }]), 0.5],
    ["a mesh", tetrahedron, 0],
  ];

  it.each(solids)("meets %s at its lowest point", (_name, make, low) => {
    const ground = new HalfSpace();
    expect(ground.type).toBe("half-space");
    const shape = make();
    for (const height of [-0.25, 0.25]) {
      const pose = { position: [3, height + low, -2] as const };
      expect(distance(ground, {}, shape, pose).distance).toBeCloseTo(height, 9);
      expect(intersects(shape, pose, ground, {})).toBe(height < 0);
      const contact = collide(ground, {}, shape, pose);
      expect(contact === null).toBe(height > 0);
      if (contact === null) continue;
      expect(contact.depth).toBeCloseTo(0.25, 9);
      expect(contact.normal).toEqual({ x: 0, y: 1, z: 0 });
      expect(collideAll(shape, pose, ground, {})[0]?.normal.y).toBe(-1);
    }
    const sweep = { from: { position: [0, low + 1, 0] }, to: { position: [0, low - 3, 0] } } as const;
    expect(timeOfImpact(ground, { from: {}, to: {} }, shape, sweep)?.time).toBeCloseTo(0.25, 5);
  });

  it("is met by rays and closest points on its plane alone", () => {
    const ground = new HalfSpace();
    expect(raycast(ground, {}, [5, 2, 0], [0, -1, 0])).toMatchObject({ distance: 2, normal: { x: 0, y: 1, z: 0 } });
    expect(raycast(ground, {}, [0, 2, 0], [1, 0, 0])).toBeNull();
    expect(raycast(ground, {}, [0, -3, 0], [0, 1, 0], { solid: false })?.distance).toBe(3);
    expect(raycast(ground, {}, [0, -3, 0], [0, -1, 0], { solid: false })).toBeNull();
    expect(closestPoint(ground, {}, [7, -2, 1])).toMatchObject({ distance: -2, point: { x: 7, y: 0, z: 1 } });
  });

  it("never meets another one, and is no part of a compound and no body of a mover", () => {
    const ground = new HalfSpace();
    expect(intersects(ground, {}, ground, { position: [0, 5, 0] })).toBe(false);
    expect(distance(ground, {}, ground, { position: [0, 5, 0] }).distance).toBe(Infinity);
    expect(complaintOf(() => new Compound([{ shape: ground }]))).toMatch(/a part of a compound is a half-space/);
    const world = new World();
    const slide = () => moveAndSlide(world, ground, {}, [1, 0, 0]);
    expect(complaintOf(slide)).toMatch(/a half-space is no body that slides/);
    const options = { shape: new Box(1, 1, 1), position: [0, 5, 0] as const };
    expect(complaintOf(() => new Character(world, { ...options, shape: ground }))).toMatch(
      /^invalid-argument: options.shape: a half/,
    );
    const character = new Character(world, options);
    expect(complaintOf(() => character.setShape(ground))).toMatch(/^invalid-argument: shape: a half-space/);
    expect(character.shape).toBe(options.shape);
    world.dispose();
  });

  it("is ground in a world, and a sensor below it", () => {
    const world = new World();
    const ground = world.add({ shape: new HalfSpace(), static: true });
    const abyss = world.add({ shape: new HalfSpace(), position: [0, -10, 0], static: true, sensor: true });
    const ball = world.add({ shape: new Sphere(0.5), position: [1e5, 0.4, 0] });
    world.update();
    expect(world.contacts.length).toBe(1);
    expect(world.separation(ball).y).toBeCloseTo(0.1, 6);
    expect(world.raycast([-1e6, 3, 0], [0, -1, 0])?.collider).toBe(ground);
    expect(world.nearest(new Sphere(1), { position: [0, 3, 0] })?.distance).toBe(2);
    expect(world.overlap(new Sphere(1), { position: [0, 0.5, 0] })).toEqual([ground]);
    ground.enabled = false;
    ball.setPose([0, -9.6, 0]);
    world.update();
    expect(Array.from(world.began, ({ a, b }) => new Set([a, b]))).toEqual([new Set([abyss, ball])]);
    world.dispose();
  });

  it("carries a Character, and comes back from a snapshot", () => {
    const world = new World();
    world.add({ shape: new HalfSpace(), static: true });
    world.add({ shape: new Box(1, 0.2, 1), position: [1, 0.1, 0], static: true });
    const walker = new Character(world, { shape: new Capsule(0.3, 1), position: [-1, 1, 0] });
    let highest = 0;
    for (let i = 0; i < 90; i++) {
      walker.step(1 / 60, [2, 0, 0]);
      highest = Math.max(highest, i > 30 ? walker.position.y : 0);
    }
    expect(walker.grounded).toBe(true);
    expect(walker.position.x).toBeGreaterThan(1);
    expect(highest).toBeCloseTo(1.01, 1);
    const again = World.restore(world.snapshot());
    expect(again.hash()).toBe(world.hash());
    again.dispose();
    world.dispose();
  });
});
