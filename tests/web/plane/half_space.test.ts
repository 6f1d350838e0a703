import {
  Capsule,
  Circle,
  Compound,
  closestPoint,
  collide,
  distance,
  HalfSpace,
  init,
  intersects,
  moveAndSlide,
  Polygon,
  Rectangle,
  raycast,
  type Shape,
  timeOfImpact,
  World,
} from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

beforeAll(() => init());

describe("a HalfSpace of the plane", () => {
  const solids: [string, () => Shape, number][] = [
    ["a circle", () => new Circle(0.5), 0.5],
    ["a rectangle", () => new Rectangle(1, 2), 1],
    ["a capsule", () => new Capsule(0.2, 1), 0.7],
    ["a compound", () => new Compound([{ shape: new Circle(0.1), position: [0, -0.4] }]), 0.5],
    ["a polygon", () => new Polygon([-1, -0.5, 1, -0.5, 1, 1, 0.5, 1, 0.5, 0.5, -1, 0.5]), 0.5],
  ];

  it.each(solids)("meets %s at its lowest point", (_name, make, low) => {
    const ground = new HalfSpace();
    expect(ground.type).toBe("half-space");
    const shape = make();
    for (const height of [-0.25, 0.25]) {
      const pose = { position: [3, height + low] as const };
      expect(distance(ground, {}, shape, pose).distance).toBeCloseTo(height, 9);
      expect(intersects(shape, pose, ground, {})).toBe(height < 0);
      const contact = collide(ground, {}, shape, pose);
      expect(contact === null).toBe(height > 0);
      if (contact !== null) expect(contact.depth).toBeCloseTo(0.25, 9);
    }
    const sweep = { from: { position: [0, low + 1] }, to: { position: [0, low - 3] } } as const;
    expect(timeOfImpact(ground, { from: {}, to: {} }, shape, sweep)?.time).toBeCloseTo(0.25, 5);
  });

  it("is met by rays and closest points on its line alone", () => {
    const ground = new HalfSpace();
    expect(raycast(ground, {}, [5, 2], [0, -1])).toMatchObject({ distance: 2, normal: { x: 0, y: 1 } });
    expect(raycast(ground, {}, [0, 2], [1, 0])).toBeNull();
    expect(raycast(ground, {}, [0, -3], [0, 1], { solid: false })?.distance).toBe(3);
    expect(raycast(ground, {}, [0, -3], [0, -1], { solid: false })).toBeNull();
    expect(closestPoint(ground, {}, [7, -2]).distance).toBeCloseTo(-2, 12);
    expect(intersects(ground, {}, ground, { position: [0, 5] })).toBe(false);
    expect(distance(ground, {}, ground, { position: [0, 5] }).distance).toBe(Infinity);
    expect(complaintOf(() => new Compound([{ shape: ground }]))).toMatch(/a part must not be a half-space/);
  });

  it("is ground in a world, and a sensor below it", () => {
    const world = new World();
    const ground = world.add({ shape: new HalfSpace(), static: true });
    world.add({ shape: new HalfSpace(), position: [0, -10], static: true, sensor: true });
    const body = world.add({ shape: new Rectangle(1, 1), position: [1e5, 0.4] });
    world.update();
    expect(world.contacts.length).toBe(1);
    expect(world.separation(body).y).toBeCloseTo(0.1, 6);
    expect(world.raycast([-1e6, 3], [0, -1])?.collider).toBe(ground);
    expect(world.nearest(new Circle(1), { position: [0, 3] })?.distance).toBeCloseTo(2, 12);
    expect(world.overlap(new Circle(1), { position: [0, 0.5] })).toEqual([ground]);
    const walk = moveAndSlide(world, new Capsule(0.3, 1), { position: [0, 1] }, [0.5, -0.3]);
    expect(walk.grounded).toBe(true);
    expect(complaintOf(() => moveAndSlide(world, ground.shape, {}, [1, 0]))).toMatch(/a half-space is no body/);
    const again = World.restore(world.snapshot());
    expect(again.hash()).toBe(world.hash());
    again.dispose();
    world.dispose();
  });

  it("has impacts when it rises to what is static, and to what is not", () => {
    for (const isStatic of [false, true]) {
      for (const angle of [0, 0.3]) {
        const world = new World();
        const shape = new Circle(0.5);
        const stone = world.add({ shape, static: isStatic });
        const water = world.add({ shape: new HalfSpace(), position: [0, -2], continuous: true });
        world.update();
        water.setPose([0, 1], angle);
        world.update();
        const sweep = { from: { position: [0, -2] }, to: { position: [0, 1], angle } } as const;
        const expected = timeOfImpact(water.shape, sweep, shape, { from: {}, to: {} });
        expect(world.impacts.map(({ b, time }) => [b, time])).toEqual([[stone, expected?.time]]);
        world.dispose();
      }
    }
  });
});
