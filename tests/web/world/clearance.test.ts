import {
  Box,
  type Collider,
  Compound,
  collide,
  collideAll,
  distance,
  init,
  intersects,
  type QueryOptions,
  raycast,
  type Shape,
  Sphere,
  TriangleMesh,
  timeOfImpact,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { randomConvex } from "../support/compounds.js";
import { complaintOf } from "../support/errors.js";
import { Random } from "../support/random.js";

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

describe("clearances", () => {
  it("distance with maxDistance is the distance, or null", () => {
    const random = new Random(61);
    let near = 0;
    for (let i = 0; i < 2000; i++) {
      const [a, b] = [make(random), make(random)];
      const [poseA, poseB] = [place(random, 1.2), place(random, 1.2)];
      const whole = distance(a, poseA, b, poseB);
      const maxDistance = random.number(0, 2);
      const some = distance(a, poseA, b, poseB, { maxDistance });
      expect(some).toEqual(whole.distance <= maxDistance ? whole : null);
      near += some ? 1 : 0;
      expect(distance(a, poseA, b, poseB, { maxDistance: Number.POSITIVE_INFINITY })).toEqual(whole);
    }
    expect(near).toBeGreaterThan(600);
    expect(near).toBeLessThan(1900);
  });

  it("nearest, nearestAll and castShapeAll are those of all colliders", () => {
    const random = new Random(62);
    using world = new World();
    const colliders = Array.from({ length: 60 }, (_, i) =>
      world.add({
        shape: make(random),
        ...place(random, 3),
        static: i % 3 === 0,
        sensor: i % 10 === 0,
        layer: 1 + (i % 2),
      }),
    );
    // What the world keeps of a pose.
    world.update();
    let overlaps = 0;
    for (let i = 0; i < 200; i++) {
      const [shape, from, to] = [make(random), place(random, 4), place(random, 4)];
      const maxDistance = random.number(0, 3);
      const mask = 1 + random.integer(3);
      const options: QueryOptions = {
        maxDistance,
        mask,
        exclude: colliders[1] as Collider,
        filter: ({ index }) => index % 5 !== 2,
      };
      const seen = colliders.filter(
        ({ index, layer, sensor }) => !sensor && (layer & mask) !== 0 && index !== 1 && index % 5 !== 2,
      );
      const distances = seen
        .map((collider) => ({ ...distance(shape, from, collider.shape as Shape, collider), collider }))
        .filter((found) => found.distance <= maxDistance)
        .sort((a, b) => a.distance - b.distance || a.collider.index - b.collider.index);
      expect(world.nearestAll(shape, from, options)).toEqual(distances);
      expect(world.nearest(shape, from, options)).toEqual(distances[0] ?? null);
      overlaps += (distances[0]?.distance ?? 0) < 0 ? 1 : 0;
      const sweep = { from, to };
      const impacts = seen
        .map((collider) => ({
          impact: timeOfImpact(shape, sweep, collider.shape as Shape, { from: collider, to: collider }),
          collider,
        }))
        .filter(({ impact }) => impact !== null)
        .sort((a, b) => (a.impact?.time ?? 0) - (b.impact?.time ?? 0) || a.collider.index - b.collider.index);
      const met = world.castShapeAll(shape, sweep, { ...options, maxDistance: 100 });
      expect(met.map(({ collider }) => collider)).toEqual(impacts.map(({ collider }) => collider));
      expect(met.map(({ time }) => time)).toEqual(impacts.map(({ impact }) => impact?.time));
      expect(world.castShape(shape, sweep, { ...options, maxDistance: 100 })).toEqual(met[0] ?? null);
    }
    expect(overlaps).toBeGreaterThan(8);
  });

  it("nearestAll needs a maxDistance", () => {
    using world = new World();
    const shape = make(new Random(1));
    for (const options of [undefined, {}, { mask: 1 }]) {
      expect(complaintOf(() => world.nearestAll(shape, {}, options as QueryOptions))).toMatch(
        /^invalid-argument.*options\.maxDistance is needed/u,
      );
    }
    expect(world.nearestAll(shape, {}, { maxDistance: Number.POSITIVE_INFINITY })).toEqual([]);
    expect(complaintOf(() => world.nearest(shape, {}, { maxDistance: -1 }))).toMatch(/^invalid-argument.*maxDistance/u);
    expect(complaintOf(() => world.nearest({} as never, {}))).toMatch(/^invalid-argument.*shape must be a shape/u);
    expect(complaintOf(() => distance(shape, {}, shape, {}, { maxDistance: Number.NaN }))).toMatch(
      /^invalid-argument.*maxDistance/u,
    );
  });
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

describe("margins", () => {
  it("make a touch of a distance, with all its points", () => {
    const box = new Box(1, 1, 1);
    const above = { position: [0.2, 1.01, 0] };
    expect(collide(box, {}, box, above)).toBeNull();
    expect(intersects(box, {}, box, above)).toBe(false);
    expect(intersects(box, {}, box, above, { margin: 0.02 })).toBe(true);
    expect(intersects(box, {}, box, above, { margin: 0.005 })).toBe(false);
    const contact = collide(box, {}, box, above, { margin: 0.02 });
    expect(contact?.points).toHaveLength(4);
    expect(contact?.depth).toBeCloseTo(-0.01, 12);
    for (const { depth, onA, onB } of contact?.points ?? []) {
      expect(depth).toBeCloseTo(-0.01, 12);
      expect([onA.y, onB.y].map((y) => y.toFixed(9))).toEqual(["0.500000000", "0.510000000"]);
    }
    expect(collide(box, {}, box, above, { margin: 0.005 })).toBeNull();
    expect(collideAll(box, {}, box, above, { margin: 0.02 })).toEqual([contact]);
    expect(collide(box, {}, box, {}, {})).toEqual(collide(box, {}, box, {}));
  });

  it("agree with distances, also of compounds", () => {
    const random = new Random(65);
    let [touching, apart] = [0, 0];
    for (let i = 0; i < 1000; i++) {
      const [a, b] = [make(random), make(random)];
      const [poseA, poseB] = [place(random, 1.2), place(random, 1.2)];
      const margin = random.number(0.01, 1);
      const gap = distance(a, poseA, b, poseB).distance;
      expect(intersects(a, poseA, b, poseB, { margin })).toBe(gap <= margin);
      const all = collideAll(a, poseA, b, poseB, { margin });
      const contact = collide(a, poseA, b, poseB, { margin });
      expect(contact !== null).toBe(gap <= margin);
      expect(contact?.depth).toEqual(all[0]?.depth);
      if (!contact) continue;
      touching++;
      apart += gap > 0 ? 1 : 0;
      expect(contact.depth).toBeCloseTo(-gap, 6);
    }
    expect(touching).toBeGreaterThan(100);
    expect(apart).toBeGreaterThan(50);
    expect(touching).toBeLessThan(1000);
  });

  it("are refused unless they are a length", () => {
    const box = new Box(1, 1, 1);
    for (const margin of [-1, Number.NaN, Number.POSITIVE_INFINITY, "1"]) {
      for (const call of [collide, collideAll, intersects]) {
        expect(complaintOf(() => call(box, {}, box, {}, { margin } as never))).toMatch(
          /^invalid-argument.*options\.margin must be a number/u,
        );
      }
    }
  });
});
