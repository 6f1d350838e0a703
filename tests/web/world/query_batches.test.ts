import {
  Box,
  type Collider,
  Compound,
  ConvexHull,
  init,
  type QueryOptions,
  type Shape,
  Sphere,
  TriangleMesh,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { randomConvex } from "../support/compounds.js";
import { complaintOf } from "../support/errors.js";
import { terrain } from "../support/meshes.js";
import { Random } from "../support/random.js";

// The single calls are checked elsewhere, by oracles: a batch must give the same numbers, to the bit.

beforeAll(() => init());

const SIZE = 12;

/** A world of everything, with sensors and layers. */
function scene(random: Random): World {
  const world = new World();
  const { vertices, indices } = terrain(random, 12, 2 * SIZE);
  world.add({ shape: new TriangleMesh(vertices, indices), position: [0, -6, 0], static: true });
  for (let i = 0; i < 150; i++) {
    const shape =
      i % 5 === 0
        ? new Compound([
            { shape: randomConvex(random, 1) },
            { shape: randomConvex(random, 1), position: random.vector(1), quaternion: random.quaternion() },
          ])
        : randomConvex(random, 1.5);
    world.add({
      shape,
      position: random.vector(SIZE),
      quaternion: random.quaternion(),
      sensor: i % 9 === 0,
      layer: 1 + (i % 2),
    });
  }
  world.update();
  return world;
}

const pose = (random: Random, reach: number) => [...random.vector(reach), ...random.quaternion()];
const numbers = (count: number, make: () => readonly number[]) =>
  Float64Array.from(Array.from({ length: count }, make).flat());
const asPose = (of: Float64Array, at: number) => ({
  position: of.subarray(at, at + 3),
  quaternion: of.subarray(at + 3, at + 7),
});
const vector = (of: Float64Array, i: number) => ({ x: of[3 * i], y: of[3 * i + 1], z: of[3 * i + 2] });

const moving = (): [string, Shape][] => [
  ["sphere", new Sphere(0.4)],
  ["box", new Box(0.6, 0.4, 0.8)],
  ["compound", new Compound([{ shape: new Sphere(0.3) }, { shape: new Box(0.4, 0.4, 0.4), position: [0.5, 0, 0] }])],
];

const choices: [string, QueryOptions | undefined][] = [
  ["no options", undefined],
  ["sensors", { sensors: true }],
  ["a mask", { mask: 2 }],
  ["a distance", { maxDistance: 1.5 }],
  ["a filter", { filter: ({ index }: Collider) => index % 3 !== 0 }],
];

describe.each(choices)("batches of queries with %s", (_, options) => {
  it("cast shapes as castShape does", () => {
    const random = new Random(11);
    using world = scene(random);
    let hits = 0;
    for (const [, shape] of moving()) {
      const sweeps = numbers(300, () => [...pose(random, SIZE), ...pose(random, SIZE)]);
      const { times, colliders, points, normals, features } = world.castShapes(shape, sweeps, options);
      for (let i = 0; i < 300; i++) {
        const sweep = { from: asPose(sweeps, 14 * i), to: asPose(sweeps, 14 * i + 7) };
        const one = world.castShape(shape, sweep, options);
        hits += one ? 1 : 0;
        expect(times[i]).toBe(one?.time ?? Number.POSITIVE_INFINITY);
        expect(colliders[i]).toBe(one?.collider.index ?? -1);
        expect(vector(points, i)).toEqual(one?.point ?? { x: 0, y: 0, z: 0 });
        expect(vector(normals, i)).toEqual(one?.normal ?? { x: 0, y: 0, z: 0 });
        const expected = one ? [one.partA, one.triangleA, one.partB, one.triangleB] : [-1, -1, -1, -1];
        expect([...features.subarray(4 * i, 4 * i + 4)]).toEqual(expected);
      }
    }
    expect(hits).toBeGreaterThan(100);
    expect(hits).toBeLessThan(900);
  });

  it("find overlaps as overlap does", () => {
    const random = new Random(12);
    using world = scene(random);
    let found = 0;
    for (const [, shape] of moving()) {
      const poses = numbers(2000, () => pose(random, 0.7 * SIZE));
      const { offsets, colliders } = world.overlaps(shape, poses, options);
      expect(offsets.length).toBe(2001);
      expect(offsets[0]).toBe(0);
      expect(offsets[2000]).toBe(colliders.length);
      for (let i = 0; i < 2000; i++) {
        const rows = world.overlap(shape, asPose(poses, 7 * i), options).map(({ index }) => index);
        expect([...colliders.subarray(offsets[i], offsets[i + 1])]).toEqual(rows);
      }
      found += colliders.length;
    }
    expect(found).toBeGreaterThan(20);
  });

  it("find the nearest colliders as nearest does", () => {
    const random = new Random(15);
    using world = scene(random);
    let found = 0;
    for (const [, shape] of moving()) {
      const poses = numbers(300, () => pose(random, SIZE));
      const { distances, colliders, points, normals, features } = world.nearests(shape, poses, options);
      for (let i = 0; i < 300; i++) {
        const one = world.nearest(shape, asPose(poses, 7 * i), options);
        found += one ? 1 : 0;
        expect(distances[i]).toBe(one?.distance ?? Number.POSITIVE_INFINITY);
        expect(colliders[i]).toBe(one?.collider.index ?? -1);
        expect(vector(points, i)).toEqual(one?.pointB ?? { x: 0, y: 0, z: 0 });
        expect(vector(normals, i)).toEqual(one?.normal ?? { x: 0, y: 0, z: 0 });
        const expected = one ? [one.partA, one.triangleA, one.partB, one.triangleB] : [-1, -1, -1, -1];
        expect([...features.subarray(4 * i, 4 * i + 4)]).toEqual(expected);
      }
    }
    expect(found).toBeGreaterThan(100);
  });

  it("find closest points as closest does", () => {
    const random = new Random(13);
    using world = scene(random);
    const given = numbers(600, () => random.vector(SIZE));
    const { distances, colliders, points, normals, features } = world.closests(given, options);
    for (let i = 0; i < 600; i++) {
      const one = world.closest(given.subarray(3 * i, 3 * i + 3), options);
      expect(distances[i]).toBe(one?.distance ?? Number.POSITIVE_INFINITY);
      expect(colliders[i]).toBe(one?.collider.index ?? -1);
      expect(vector(points, i)).toEqual(one?.point ?? { x: 0, y: 0, z: 0 });
      expect(vector(normals, i)).toEqual(one?.normal ?? { x: 0, y: 0, z: 0 });
      expect([...features.subarray(2 * i, 2 * i + 2)]).toEqual(one ? [one.part, one.triangle] : [-1, -1]);
    }
    expect(colliders.some((row) => row >= 0)).toBe(true);
  });
});

describe("batches of queries", () => {
  it("give large batches the answers of their parts, in the caller's order", () => {
    const random = new Random(14);
    using world = scene(random);
    const shape = new Sphere(0.2);
    const count = 9000;
    const poses = numbers(count, () => pose(random, SIZE));
    const sweeps = numbers(count, () => [...pose(random, SIZE), ...pose(random, SIZE)]);
    const points = numbers(count, () => random.vector(SIZE));
    const whole = [world.castShapes(shape, sweeps), world.closests(points), world.overlaps(shape, poses)] as const;
    for (let from = 0; from < count; from += 1500) {
      const to = from + 1500;
      const casts = world.castShapes(shape, sweeps.slice(14 * from, 14 * to));
      expect(whole[0].times.slice(from, to)).toEqual(casts.times);
      expect(whole[0].features.slice(4 * from, 4 * to)).toEqual(casts.features);
      const near = world.closests(points.slice(3 * from, 3 * to));
      expect(whole[1].distances.slice(from, to)).toEqual(near.distances);
      expect(whole[1].normals.slice(3 * from, 3 * to)).toEqual(near.normals);
      const { offsets, colliders } = whole[2];
      const part = world.overlaps(shape, poses.slice(7 * from, 7 * to));
      expect(colliders.slice(offsets[from], offsets[to])).toEqual(part.colliders);
    }
    // The first that is wrong is named, wherever it lies.
    points[3 * 8000] = Number.NaN;
    points[3 * 7000 + 1] = Number.POSITIVE_INFINITY;
    expect(complaintOf(() => world.closests(points))).toMatch(/^invalid-argument.*point 7000/u);
    sweeps[14 * 500 + 7] = Number.NaN;
    expect(complaintOf(() => world.castShapes(shape, sweeps))).toMatch(/^invalid-argument.*sweep 500\.to\.position/u);
    poses.fill(0, 7 * 8999 + 3, 7 * 9000);
    expect(complaintOf(() => world.nearests(shape, poses))).toMatch(/^invalid-argument.*pose 8999\.quaternion/u);
    expect(complaintOf(() => world.overlaps(shape, poses))).toMatch(/^invalid-argument.*pose 8999\.quaternion/u);
  });

  it("refuse wrong arguments, also with a filter, and answer an empty batch", () => {
    using world = new World();
    world.add({ shape: new Sphere(1) });
    const shape = new Sphere(1);
    const gone = new Sphere(1);
    gone.dispose();
    const identity = [0, 0, 0, 0, 0, 0, 1];
    const options = [undefined, { filter: () => true }];
    for (const given of options) {
      const wrong: [() => unknown, RegExp][] = [
        [() => world.castShapes(shape, [0] as never, given), /sweeps must be a Float64Array/u],
        [() => world.castShapes(shape, new Float64Array(7), given), /14 numbers per sweep, got 7/u],
        [() => world.castShapes(shape, Float64Array.of(...identity, 0, 0, 0, 0, 0, 0, 0), given), /sweep 0\.to/u],
        [() => world.castShapes({} as never, new Float64Array(0), given), /shape must be a shape/u],
        [() => world.overlaps(shape, new Float64Array(6), given), /7 numbers per pose/u],
        [() => world.overlaps(shape, Float64Array.of(...identity, Number.NaN, 0, 0, 0, 0, 0, 1), given), /pose 1/u],
        [() => world.overlaps(null as never, new Float64Array(7), given), /shape must be a shape/u],
        [() => world.closests(new Float64Array(4), given), /3 numbers per point/u],
        [() => world.closests(new Float32Array(3) as never, given), /points must be a Float64Array/u],
        [() => world.closests(Float64Array.of(1e13, 0, 0), given), /point 0 is out of range/u],
      ];
      for (const [call, message] of wrong) expect(complaintOf(call)).toMatch(message);
      for (const call of [
        () => world.castShapes(gone, Float64Array.of(...identity, ...identity), given),
        () => world.overlaps(gone, Float64Array.of(...identity), given),
      ]) {
        expect(complaintOf(call)).toMatch(/^disposed/u);
      }
      expect(world.castShapes(shape, new Float64Array(0), given).times).toHaveLength(0);
      expect([...world.overlaps(shape, new Float64Array(0), given).offsets]).toEqual([0]);
      expect(world.closests(new Float64Array(0), given).distances).toHaveLength(0);
    }
    world.dispose();
    expect(complaintOf(() => world.closests(new Float64Array(3)))).toMatch(/^disposed/u);
    expect(complaintOf(() => world.overlaps(shape, new Float64Array(7)))).toMatch(/^disposed/u);
    expect(complaintOf(() => world.castShapes(shape, new Float64Array(14)))).toMatch(/^disposed/u);
  });

  it("take a world's own positions, and pass on what a filter throws", () => {
    using world = new World({ capacity: 8 });
    for (let i = 0; i < 3; i++) world.add({ shape: new Sphere(1), position: [3 * i, 0, 0] });
    const { distances, colliders } = world.closests(world.positions.subarray(0, 9));
    expect([...distances]).toEqual([-1, -1, -1]);
    expect([...colliders]).toEqual([0, 1, 2]);
    const filter = () => {
      throw new RangeError("mine");
    };
    expect(() => world.closests(new Float64Array(3), { filter })).toThrow(RangeError);
    expect(() => world.overlaps(new Sphere(1), Float64Array.of(0, 0, 0, 0, 0, 0, 1), { filter })).toThrow(RangeError);
  });

  it("serve a hull that is asked thousands of times without growing", () => {
    using world = new World();
    world.add({ shape: new Box(1, 1, 1) });
    const hull = new ConvexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const sweeps = numbers(2000, () => [2, 0, 0, 0, 0, 0, 1, -2, 0, 0, 0, 0, 0, 1]);
    world.castShapes(hull, sweeps);
    const { byteLength } = world.positions.buffer;
    for (let i = 0; i < 50; i++) world.castShapes(hull, sweeps);
    expect(world.positions.buffer.byteLength).toBe(byteLength);
  });
});
