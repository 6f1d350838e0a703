import * as space from "hyperplane";
import * as plane from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { Random } from "../support/random.js";

beforeAll(() => Promise.all([space.init(), plane.init()]));

describe("moveAndSlideBatch", () => {
  it("gives the answers of moveAndSlide in space", () => {
    const world = new space.World();
    const random = new Random(5);
    for (let i = 0; i < 200; i++) {
      const position = [10 * random.number(), random.number(), 10 * random.number()];
      world.add({ shape: new space.Box(1, 0.5, 1), position, static: i % 3 > 0 });
    }
    world.add({ shape: new space.Box(100, 1, 100), position: [0, -1, 0], static: true });
    const shape = new space.Capsule(0.2, 0.5);
    const count = 300;
    const positions = Float64Array.from({ length: 3 * count }, (_, i) => (i % 3 === 1 ? 1.5 : 10) * random.number());
    const deltas = Float64Array.from({ length: 3 * count }, () => random.number());
    for (const options of [
      {},
      { up: [0, 0, 1], stepHeight: 0.1, exclude: world.at(3) as space.Collider },
      { filter: (collider: space.Collider) => collider.index % 2 === 0 },
      { quaternion: [1, 2, 3, 4] },
    ]) {
      const moved = positions.slice();
      const bits = space.moveAndSlideBatch(world, shape, moved, deltas, options);
      const { quaternion = [0, 0, 0, 1], ...single } = options as { quaternion?: number[] };
      for (let i = 0; i < count; i++) {
        const [at, by] = [positions, deltas].map((list) => list.subarray(3 * i, 3 * i + 3)) as [
          Float64Array,
          Float64Array,
        ];
        const one = space.moveAndSlide(world, shape, { position: at, quaternion }, by, single);
        expect(Array.from(moved.subarray(3 * i, 3 * i + 3))).toEqual([one.position.x, one.position.y, one.position.z]);
        expect(bits[i]).toBe((one.grounded ? 1 : 0) + (one.crushed ? 2 : 0));
      }
    }
  });

  it("gives the answers of moveAndSlide in the plane", () => {
    const world = new plane.World();
    const random = new Random(6);
    for (let i = 0; i < 100; i++) {
      world.add({
        shape: new plane.Rectangle(1, 0.5),
        position: [10 * random.number(), 10 * random.number()],
        static: true,
      });
    }
    const shape = new plane.Capsule(0.2, 0.5);
    const positions = Float64Array.from({ length: 600 }, () => 10 * random.number());
    const deltas = Float64Array.from({ length: 600 }, () => random.number());
    const moved = positions.slice();
    const bits = plane.moveAndSlideBatch(world, shape, moved, deltas, { angle: 0.4, up: [0, -1] });
    for (let i = 0; i < 300; i++) {
      const [at, by] = [positions, deltas].map((list) => list.subarray(2 * i, 2 * i + 2)) as [
        Float64Array,
        Float64Array,
      ];
      const one = plane.moveAndSlide(world, shape, { position: at, angle: 0.4 }, by, { up: [0, -1] });
      expect(Array.from(moved.subarray(2 * i, 2 * i + 2))).toEqual([one.position.x, one.position.y]);
      expect(bits[i]).toBe((one.grounded ? 1 : 0) + (one.crushed ? 2 : 0));
    }
  });

  it("names the body that is wrong, and changes nothing", () => {
    const world = new space.World();
    const shape = new space.Sphere(1);
    const positions = new Float64Array(900).fill(1);
    const deltas = new Float64Array(900).fill(1);
    deltas[3 * 200 + 1] = Number.NaN;
    const before = positions.slice();
    expect(() => space.moveAndSlideBatch(world, shape, positions, deltas)).toThrow(/body 200: delta/);
    positions[5] = before[5] = Number.POSITIVE_INFINITY;
    expect(() => space.moveAndSlideBatch(world, shape, positions, deltas)).toThrow(/body 1: position/);
    expect(positions).toEqual(before);
    expect(() => space.moveAndSlideBatch(world, shape, [0, 0, 0] as never, deltas)).toThrow(/positions must be/);
    expect(() => space.moveAndSlideBatch(world, shape, new Float64Array(3), deltas)).toThrow(/same length/);
    expect(() => space.moveAndSlideBatch(world, shape, new Float64Array(4), deltas)).toThrow(/3 numbers per body/);
    expect(() => space.moveAndSlideBatch(world, {} as never, new Float64Array(3), new Float64Array(3))).toThrow(
      /shape/,
    );
    expect(() => space.moveAndSlideBatch(world, shape, world.positions, world.positions)).toThrow(/your own/);
    expect(space.moveAndSlideBatch(world, shape, new Float64Array(0), new Float64Array(0))).toHaveLength(0);
  });
});

describe("what is left of a motion", () => {
  it("is what a wall, a corner or a step that is too high did not let pass", () => {
    const world = new space.World();
    world.add({ shape: new space.Box(1, 10, 20), position: [2.5, 0, 0], static: true });
    const ball = new space.Sphere(0.5);
    expect(space.moveAndSlide(world, ball, {}, [1, 0, 0]).remaining).toEqual({ x: 0, y: 0, z: 0 });
    const stopped = space.moveAndSlide(world, ball, {}, [6, 0, 0]);
    expect(stopped.position.x + stopped.remaining.x).toBeCloseTo(6, 9);
    // What slides is used up.
    const slid = space.moveAndSlide(world, ball, {}, [6, 0, 3]);
    expect(slid.position.z).toBeCloseTo(3, 9);
    expect(slid.remaining).toEqual({ x: 0, y: 0, z: 0 });
    const flat = new plane.World();
    flat.add({ shape: new plane.Rectangle(1, 10), position: [2.5, 0], static: true });
    const { position, remaining } = plane.moveAndSlide(flat, new plane.Circle(0.5), {}, [6, 0]);
    expect(position.x + remaining.x).toBeCloseTo(6, 9);
  });
});

describe("motionAt", () => {
  it("is the rigid motion between the last two updates", () => {
    const world = new space.World();
    const disc = world.add({ shape: new space.Box(4, 1, 4), position: [5, 0, 0] });
    world.update();
    expect(world.motionAt(disc, [6, 0, 0])).toEqual({ x: 0, y: 0, z: 0 });
    disc.setPose([5, 1, 0], [0, Math.sin(0.1), 0, Math.cos(0.1)]);
    expect(world.motionAt(disc, [6, 0, 0])).toEqual({ x: 0, y: 0, z: 0 });
    world.update();
    const now = [5 + Math.cos(0.2), 1, -Math.sin(0.2)] as const;
    const moved = world.motionAt(disc, now);
    expect(moved.x).toBeCloseTo(Math.cos(0.2) - 1, 6);
    expect(moved.y).toBeCloseTo(1, 12);
    expect(moved.z).toBeCloseTo(-Math.sin(0.2), 6);
    world.refit();
    expect(world.motionAt(disc, now)).toEqual(moved);
    world.update();
    expect(world.motionAt(disc, now)).toEqual({ x: 0, y: 0, z: 0 });
    disc.teleport([9, 9, 9]);
    world.update();
    expect(world.motionAt(disc, now)).toEqual({ x: 0, y: 0, z: 0 });
    expect(() => world.motionAt(disc, [Number.NaN, 0, 0])).toThrow(/point/);
    expect(() => world.motionAt({} as never, [0, 0, 0])).toThrow(/collider/);
    disc.remove();
    expect(() => world.motionAt(disc, [0, 0, 0])).toThrow(/removed/);
  });

  it("survives snapshots, also in the plane", () => {
    const world = new plane.World();
    const disc = world.add({ shape: new plane.Rectangle(4, 4) });
    world.update();
    disc.setPose([1, 2], 0.5);
    world.update();
    const point = [1 + Math.cos(0.5), 2 + Math.sin(0.5)];
    const { x, y } = world.motionAt(disc, point);
    expect(x).toBeCloseTo(Math.cos(0.5), 12);
    expect(y).toBeCloseTo(2 + Math.sin(0.5), 12);
    const copy = plane.World.restore(world.snapshot());
    expect(copy.motionAt(copy.at(0) as plane.Collider, point)).toEqual({ x, y });
    const bytes = world.snapshot();
    world.update();
    world.rollback(bytes);
    expect(world.motionAt(disc, point)).toEqual({ x, y });
  });
});
