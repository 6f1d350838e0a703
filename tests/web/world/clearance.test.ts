import * as hyperplane from "hyperplane";
import { Box, Compound, init, raycast, type Shape, Sphere, TriangleMesh, World } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { describeClearances } from "../support/clearance.js";
import { randomConvex } from "../support/compounds.js";
import { complaintOf } from "../support/errors.js";
import type { Random } from "../support/random.js";

beforeAll(() => init());

const make = (random: Random): Shape =>
  random.integer(4) > 0
    ? randomConvex(random, 1)
    : new Compound([
        { shape: randomConvex(random, 1) },
        { shape: randomConvex(random, 1), position: random.vector(1), quaternion: random.quaternion() },
      ]);
/** Worlds keep quaternions in 32 bits. */
const place = (random: Random, reach: number) => ({
  position: random.vector(reach) as [number, number, number],
  quaternion: Float32Array.from(random.quaternion()),
});

describeClearances({
  module: hyperplane,
  make,
  place,
  box: () => new Box(1, 1, 1),
  above: { position: [0.2, 1.01, 0] },
  touchingCorners: 4,
  seeds: { distances: 61, worlds: 62, margins: 65 },
  reach: { pairs: 1.2, world: 3, queries: 4 },
  leastOverlaps: 8,
});

describe("rays that leave", () => {
  const box = () => new Box(2, 2, 2);

  it("report the far side of the shape that they start in", () => {
    const hit = raycast(box(), {}, [0.5, 0, 0], [3, 0, 0], Number.POSITIVE_INFINITY, { solid: false });
    expect(hit).toMatchObject({ normal: { x: 1, y: 0, z: 0 }, part: -1 });
    expect(hit?.distance).toBeCloseTo(0.5, 12);
    expect(raycast(box(), {}, [0.5, 0, 0], [3, 0, 0], { solid: false })).toEqual(hit);
    expect(raycast(box(), {}, [0.5, 0, 0], [3, 0, 0])?.distance).toBe(0);
    expect(raycast(box(), {}, [0.5, 0, 0], [3, 0, 0], 0.4, { solid: false })).toBeNull();
    expect(raycast(box(), {}, [-3, 0, 0], [3, 0, 0], { solid: false })?.distance).toBe(2);
    const bar = new Compound([{ shape: box() }, { shape: box(), position: [2, 0, 0] }]);
    const end = raycast(bar, {}, [0, 0, 0], [1, 0, 0], { solid: false });
    expect(end?.part).toBe(1);
    expect(end?.distance).toBeCloseTo(3, 12);
    expect(complaintOf(() => raycast(box(), {}, [0, 0, 0], [1, 0, 0], { solid: 1 } as never))).toMatch(
      /^invalid-argument.*options\.solid must be true or false/u,
    );
    expect(complaintOf(() => raycast(box(), {}, [0, 0, 0], [1, 0, 0], { far: 1 } as never))).toMatch(/no option far/u);
  });

  it("report it in worlds, one by one, all, and in batches", () => {
    using world = new World();
    const room = world.add({ shape: box() });
    const ball = world.add({ shape: new Sphere(0.5), position: [0.4, 0, 0] });
    const ray = [
      [-0.5, 0, 0],
      [1, 0, 0],
    ] as const;
    expect(world.raycast(...ray)).toMatchObject({ collider: room, distance: 0 });
    const first = world.raycast(...ray, { solid: false });
    expect(first?.collider).toBe(ball);
    expect(first?.distance).toBeCloseTo(0.4, 12);
    const all = world.raycastAll(...ray, { solid: false });
    expect(all.map(({ collider }) => collider)).toEqual([ball, room]);
    expect(all[1]?.distance).toBeCloseTo(1.5, 12);
    const filtered = world.raycast(...ray, { solid: false, filter: (collider) => collider !== ball });
    expect(filtered).toEqual(all[1]);
    const batch = world.raycastBatch(Float64Array.of(...ray.flat()), { solid: false });
    expect([batch.colliders[0], batch.distances[0]]).toEqual([ball.index, first?.distance]);
  });

  it("hit meshes that have no inside as before", () => {
    const sheet = new TriangleMesh([0, -1, -1, 0, 1, -1, 0, 0, 1], null);
    const hit = raycast(sheet, {}, [-1, 0, 0], [1, 0, 0], { solid: false });
    expect(hit).toEqual(raycast(sheet, {}, [-1, 0, 0], [1, 0, 0]));
    expect(hit?.distance).toBe(1);
  });
});
