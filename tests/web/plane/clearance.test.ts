import * as plane from "hyperplane/2d";
import { Circle, Compound, init, Polygon, Rectangle, raycast, type Shape, World } from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { describeClearances } from "../support/clearance.js";
import { complaintOf } from "../support/errors.js";
import { randomSolid } from "../support/plane_oracle.js";
import type { Random } from "../support/random.js";

beforeAll(() => init());

const make = (random: Random): Shape =>
  random.integer(4) > 0
    ? randomSolid(random, 1).make()
    : new Compound([{ shape: new Circle(0.5) }, { shape: new Rectangle(1, 0.4), position: [random.number(-1, 1), 0] }]);
const place = (random: Random, reach: number) => ({
  position: [random.number(-reach, reach), random.number(-reach, reach)] as [number, number],
  angle: random.number(-4, 4),
});

describeClearances({
  module: plane as never,
  make: make as never,
  place: place as never,
  box: () => new Rectangle(1, 1) as never,
  above: { position: [0.2, 1.01] as never },
  touchingCorners: 2,
  seeds: { distances: 63, worlds: 64, margins: 66 },
  reach: { pairs: 2, world: 6, queries: 7 },
  leastOverlaps: 20,
});

describe("rays that leave, in the plane", () => {
  it("report the far side of the shape that they start in", () => {
    const hook = new Polygon([0, 0, 3, 0, 3, 2, 2, 2, 2, 1, 1, 1, 1, 2, 0, 2]);
    const hit = raycast(hook, {}, [0.5, 1.5], [2, 0], { solid: false });
    expect(hit?.distance).toBeCloseTo(0.5, 12);
    expect(hit?.normal).toEqual({ x: 1, y: 0 });
    expect(raycast(hook, {}, [0.5, 0.5], [2, 0], Number.POSITIVE_INFINITY, { solid: false })?.distance).toBeCloseTo(
      2.5,
      12,
    );
    expect(raycast(hook, {}, [0.5, 0.5], [2, 0])?.distance).toBe(0);
    expect(raycast(hook, {}, [0.5, 0.5], [2, 0], 2.4, { solid: false })).toBeNull();
    expect(complaintOf(() => raycast(hook, {}, [0, 0], [1, 0], { solid: "no" } as never))).toMatch(
      /^invalid-argument.*options\.solid must be true or false/u,
    );
  });

  it("report it in worlds, one by one, all, and in batches", () => {
    using world = new World();
    const room = world.add({ shape: new Rectangle(2, 2) });
    const ball = world.add({ shape: new Circle(0.5), position: [0.4, 0] });
    const ray = [
      [-0.5, 0],
      [1, 0],
    ] as const;
    expect(world.raycast(...ray)).toMatchObject({ collider: room, distance: 0 });
    const first = world.raycast(...ray, { solid: false });
    expect(first?.collider).toBe(ball);
    expect(first?.distance).toBeCloseTo(0.4, 12);
    const all = world.raycastAll(...ray, { solid: false });
    expect(all.map(({ collider }) => collider)).toEqual([ball, room]);
    expect(all[1]?.distance).toBeCloseTo(1.5, 12);
    const batch = world.raycastBatch(Float64Array.of(...ray.flat()), { solid: false });
    expect([batch.colliders[0], batch.distances[0]]).toEqual([ball.index, first?.distance]);
  });
});
