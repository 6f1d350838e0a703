import { Box, type Collider, init, Sphere, World } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { NO_FEATURE, NO_FEATURES } from "../support/features.js";

beforeAll(() => init());

const box = () => new Box(1, 1, 1);

describe("queries of a world", () => {
  function scene() {
    const world = new World();
    const shape = box();
    const near = world.add({ shape, position: [2, 0, 0], layer: 1 });
    const middle = world.add({ shape, position: [4, 0, 0], layer: 2 });
    const far = world.add({ shape, position: [6, 0, 0], layer: 4 });
    return { world, near, middle, far };
  }

  it("see every add, remove and setPose at once", () => {
    const { world, near, middle } = scene();
    const first = () => world.raycast([0, 0, 0], [2, 0, 0]);
    expect(first()).toEqual({
      collider: near,
      distance: 1.5,
      point: { x: 1.5, y: 0, z: 0 },
      normal: { x: -1, y: 0, z: 0 },
      ...NO_FEATURE,
    });
    near.setPose([2, 3, 0]);
    expect(first()?.collider).toBe(middle);
    near.setPose({ x: 3, y: 0, z: 0 }, { x: 0, y: 0, z: 0.38268343236508978, w: 0.92387953251128674 });
    expect(first()?.distance).toBeCloseTo(3 - Math.SQRT1_2, 6);
    // Left out, the rotation stays.
    near.setPose([2, 0, 0]);
    expect(first()?.distance).toBeCloseTo(2 - Math.SQRT1_2, 6);
    world.remove(near);
    expect(first()?.collider).toBe(middle);
    const added = world.add({ shape: new Sphere(0.5), position: [1, 0, 0] });
    expect(first()).toMatchObject({ collider: added, distance: 0.5 });
  });

  it("take mask, greatest distance and filter", () => {
    const { world, near, middle, far } = scene();
    const from = [0, 0, 0];
    const along = [1, 0, 0];
    expect(world.raycast(from, along, { mask: 6 })?.collider).toBe(middle);
    expect(world.raycast(from, along, { maxDistance: 1.4 })).toBe(null);
    expect(world.raycast(from, along, { maxDistance: 1.5 })?.collider).toBe(near);
    expect(world.raycast(from, along, { filter: (collider) => collider === far })?.collider).toBe(far);
    expect(world.raycast(from, along, { filter: () => false })).toBe(null);
    expect(world.raycastAll(from, along).map(({ collider }) => collider)).toEqual([near, middle, far]);
    expect(world.raycastAll(from, along, { mask: 5 }).map(({ distance }) => distance)).toEqual([1.5, 5.5]);
    expect(world.raycastAll(from, along, { filter: (c) => c !== near })).toHaveLength(2);
    expect(world.overlap(new Box(10, 1, 1), {}).map(({ index }) => index)).toEqual([near.index, middle.index]);
    expect(world.overlap(new Box(100, 1, 1), {}, { mask: 4 })).toEqual([far]);
    expect(world.overlap(new Box(100, 1, 1), {}, { filter: (c) => c === middle })).toEqual([middle]);
    expect(world.overlap(new Box(1, 1, 1), { position: [0, 9, 0] })).toEqual([]);
    expect(world.closest([0, 0, 0])).toMatchObject({ collider: near, distance: 1.5, point: { x: 1.5, y: 0, z: 0 } });
    expect(world.closest([0, 0, 0], { filter: (c) => c !== near && c !== middle })).toMatchObject({ collider: far });
    expect(world.closest([0, 0, 0], { filter: () => false })).toBe(null);
    expect(world.closest([0, 0, 0], { maxDistance: 1 })).toBe(null);
    expect(world.closest([4.25, 0, 0])).toMatchObject({ collider: middle, distance: -0.25, normal: { x: 1 } });
  });

  it("cast shapes", () => {
    const { world, near, middle, far } = scene();
    const ball = new Sphere(0.5);
    const sweep = { from: {}, to: { position: [8, 0, 0] } };
    expect(world.castShape(ball, sweep)).toEqual({
      collider: near,
      time: 0.125,
      point: { x: 1.5, y: 0, z: 0 },
      normal: { x: 1, y: 0, z: 0 },
      ...NO_FEATURES,
    });
    expect(world.castShape(ball, sweep, { filter: (c) => c !== near })).toMatchObject({ collider: middle });
    expect(world.castShape(ball, sweep, { filter: () => false })).toBe(null);
    expect(world.castShape(ball, sweep, { mask: 4 })?.collider).toBe(far);
    expect(world.castShape(ball, sweep, { maxDistance: 0.9 })).toBe(null);
    expect(world.castShape(ball, { from: { position: [2, 0, 0] }, to: {} })).toMatchObject({ collider: near, time: 0 });
    expect(world.castShape(ball, { from: { position: [0, 9, 0] }, to: { position: [9, 9, 0] } })).toBe(null);
    near.setPose([0, 5, 0]);
    expect(world.castShape(ball, sweep)?.collider).toBe(middle);
    world.remove(middle);
    expect(world.castShape(ball, sweep)?.collider).toBe(far);
    // A bar that turns a quarter of the way round meets what stands beside it.
    const half = Math.SQRT1_2;
    const turn = { from: {}, to: { quaternion: [0, 0, half, half] } };
    expect(world.castShape(new Box(12, 0.1, 0.1), turn, { filter: (c) => c === near })).toMatchObject({
      collider: near,
    });
  });

  it("may be asked from within a filter", () => {
    const { world, middle, far } = scene();
    const nested = (collider: Collider) => {
      expect(world.closest([9, 0, 0], { filter: (c) => c !== far })?.collider).toBe(middle);
      expect(world.raycastAll([0, 0, 0], [1, 0, 0])).toHaveLength(3);
      return collider === far;
    };
    expect(world.raycast([0, 0, 0], [1, 0, 0], { filter: nested })?.collider).toBe(far);
    expect(world.closest([0, 0, 0], { filter: nested })?.collider).toBe(far);
    expect(world.raycastAll([0, 0, 0], [1, 0, 0], { filter: nested })).toHaveLength(1);
  });

  it("ask a filter of a ray once about each collider, and go on with the ray as it was", () => {
    const { world, near, middle, far } = scene();
    const from = { x: 0, y: 0, z: 0 };
    const asked: Collider[] = [];
    const filter = (collider: Collider) => {
      asked.push(collider);
      from.y += 100;
      return collider === far;
    };
    expect(world.raycast(from, [1, 0, 0], { filter })).toEqual(world.raycastAll([0, 0, 0], [1, 0, 0])[2]);
    expect(asked).toEqual([near, middle, far]);
  });

  it("do not hand out what their filter has removed", () => {
    const { world, near, middle, far } = scene();
    const hit = world.raycast([0, 0, 0], [1, 0, 0], {
      filter: (collider) => {
        if (!middle.removed) world.remove(middle);
        return collider !== near;
      },
    });
    expect(hit?.collider).toBe(far);
  });

  it("cast many rays in one call", () => {
    const { world, near, middle } = scene();
    const count = 1300;
    const rays = new Float64Array(6 * count);
    for (let i = 0; i < count; i++) rays.set([0, i === 600 ? 5 : 0, 0, 0.5, 0, 0], 6 * i);
    const { distances, colliders } = world.raycastBatch(rays);
    expect([distances.length, colliders.length]).toEqual([count, count]);
    expect([distances[0], colliders[0]]).toEqual([1.5, near.index]);
    expect([distances[600], colliders[600]]).toEqual([Number.POSITIVE_INFINITY, -1]);
    expect([distances[1299], colliders[1299]]).toEqual([1.5, near.index]);
    expect(distances.filter((d) => d === 1.5)).toHaveLength(count - 1);
    const filtered = world.raycastBatch(rays, { filter: (collider) => collider === middle });
    expect([filtered.distances[0], filtered.colliders[0]]).toEqual([3.5, middle.index]);
    expect(world.raycastBatch(new Float64Array(0)).distances).toHaveLength(0);
  });

  // Large batches are cast in another order than the caller's, parts of them are not.
  it.each([
    ["from anywhere", 10],
    ["from one place", 0],
  ])("cast a large batch as its parts, rays %s", (_, side) => {
    let state = 7;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32 - 0.5;
    };
    using world = new World();
    for (let i = 0; i < 200; i++) {
      world.add({ shape: new Box(0.9, 0.7, 0.5), position: [10 * random(), 10 * random(), 10 * random()] });
    }
    const count = 10_007;
    const rays = Float64Array.from({ length: 6 * count }, (__, i) => (i % 6 < 3 ? side * random() : random()));
    const whole = world.raycastBatch(rays);
    const hits = whole.colliders.filter((row) => row >= 0).length;
    expect(hits).toBeGreaterThan(0.05 * count);
    expect(hits).toBeLessThan(0.95 * count);
    for (let from = 0; from < count; from += 1000) {
      const to = Math.min(count, from + 1000);
      const part = world.raycastBatch(rays.slice(6 * from, 6 * to));
      expect(whole.distances.slice(from, to)).toEqual(part.distances);
      expect(whole.colliders.slice(from, to)).toEqual(part.colliders);
    }
    // The first that is wrong is named, wherever it starts.
    rays.fill(0, 6 * 9000 + 3, 6 * 9001);
    rays[6 * 5000 + 1] = Number.NaN;
    rays[6 * 8000] = Number.POSITIVE_INFINITY;
    expect(() => world.raycastBatch(rays)).toThrow("ray 5000: origin");
  });
});
