import { beforeAll, describe, expect, it } from "vitest";
// The sources, which count the shapes of the core.
import {
  Box,
  Capsule,
  Compound,
  ConvexHull,
  distanceBatch,
  intersectsBatch,
  mtvBatch,
  PreparedPairs,
  type Shape,
  Sphere,
  TriangleMesh,
  World,
} from "../../../web/src/api.js";
import { space } from "../../../web/src/space.js";
import { complaintOf } from "../support/errors.js";
import { wasmBytes } from "../support/fresh.js";
import { Random, seed } from "../support/random.js";

beforeAll(async () => space.start(await WebAssembly.compile(wasmBytes())));

const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

function shapesOf(random: Random): Shape[] {
  const size = () => random.number(0.5, 1.5);
  const boxes = Array.from({ length: 12 }, () => new Box(size(), size(), size()));
  return [
    ...boxes,
    new Sphere(size()),
    new Capsule(size(), size()),
    new ConvexHull(corners),
    new TriangleMesh(corners, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3], { solid: true }),
    new Compound([{ shape: boxes[0] as Box }, { shape: boxes[1] as Box, position: [1, 0, 0] }]),
  ];
}

function posesOf(random: Random, count: number): Float64Array {
  return Float64Array.from({ length: 14 * count }, (_, i) => random.number(-1, 1) * (i % 7 < 3 ? 1.2 : 1));
}

const bits = (numbers: Float64Array) => new BigUint64Array(numbers.slice().buffer);

describe(`prepared pairs (HYPERPLANE_SEED=${seed})`, () => {
  it.each([0, 1, 3, 4, 5, 511, 1300])("have the bits of the batches: %i pairs", (count) => {
    const random = new Random(seed + count);
    const shapes = shapesOf(random);
    const pairs = Uint32Array.from({ length: 2 * count }, () => random.integer(shapes.length));
    using prepared = new PreparedPairs(shapes, pairs);
    expect(prepared.count).toBe(count);
    let overlapping = 0;
    for (let frame = 0; frame < 3; frame++) {
      const poses = posesOf(random, count);
      prepared.poses.set(poses);
      const batch = { shapes, pairs, poses };
      expect([...prepared.intersects()]).toEqual([...intersectsBatch(batch)]);
      overlapping += prepared.intersects().reduce((sum, verdict) => sum + verdict, 0);
      expect(bits(prepared.mtvs())).toEqual(bits(mtvBatch(batch)));
      expect(bits(prepared.distances())).toEqual(bits(distanceBatch(batch)));
      expect(bits(prepared.poses)).toEqual(bits(poses));
    }
    if (count > 500) expect(overlapping / count / 3).toBeGreaterThan(0.1);
    if (count > 500) expect(overlapping / count / 3).toBeLessThan(0.9);
  });

  it("start at the origin, not turned", () => {
    using prepared = new PreparedPairs([new Box(1, 1, 1), new Sphere(1)], Uint32Array.of(0, 1));
    expect([...prepared.poses]).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
    expect([...prepared.intersects()]).toEqual([1]);
  });

  it("hold their shapes, and let go of them", () => {
    const before = space.core.shapeCount();
    const shapes = shapesOf(new Random(seed));
    const prepared = new PreparedPairs(shapes, Uint32Array.of(0, 16, 13, 14));
    prepared.poses[0] = 0.3;
    const expected = [...prepared.distances()];
    for (const shape of shapes) shape.dispose();
    expect([...prepared.distances()]).toEqual(expected);
    prepared.dispose();
    prepared.dispose();
    for (const call of [() => prepared.poses, () => prepared.intersects(), () => prepared.mtvs()]) {
      expect(complaintOf(call)).toBe("disposed: the prepared pairs have been disposed of");
    }
    // Views were handed out: their memory waits for the garbage collector, the shapes do not.
    expect(space.core.shapeCount()).toBe(before);
    const others = shapesOf(new Random(seed));
    new PreparedPairs(others, Uint32Array.of(0, 16)).dispose();
    for (const shape of others) shape.dispose();
    expect(space.core.shapeCount()).toBe(before);
  });

  it("follow a mesh that deforms", () => {
    const mesh = new TriangleMesh(corners, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3], { solid: true });
    using prepared = new PreparedPairs([mesh, new Sphere(0.1)], Uint32Array.of(0, 1));
    prepared.poses.set([3, 0.1, 0.1], 7);
    expect(prepared.intersects()[0]).toBe(0);
    mesh.setVertices(Float64Array.from(corners, (c) => 5 * c));
    expect(prepared.intersects()[0]).toBe(1);
  });

  it("give views anew after memory has grown", () => {
    using prepared = new PreparedPairs([new Box(1, 1, 1)], Uint32Array.of(0, 0));
    const { poses } = prepared;
    poses[7] = 0.25;
    expect(prepared.poses).toBe(poses);
    const size = space.words.buffer.byteLength;
    const worlds: World[] = [];
    while (space.words.buffer.byteLength === size) worlds.push(new World({ capacity: 10_000 }));
    for (const world of worlds) world.dispose();
    expect(poses).toHaveLength(0);
    expect(prepared.poses[7]).toBe(0.25);
    expect(prepared.mtvs()[3]).toBe(0.75);
  });

  it("name a wrong pose, and change no answer", () => {
    const random = new Random(seed);
    const count = 700;
    using prepared = new PreparedPairs([new Box(1, 1, 1), new Sphere(0.5)], new Uint32Array(2 * count).fill(1, 3, 5));
    prepared.poses.set(posesOf(random, count));
    const verdicts = [...prepared.intersects()];
    const mtvs = [...prepared.mtvs()];
    prepared.poses.fill(0.5);
    for (const [at, value, complaint] of [
      [14 * 600 + 1, Number.NaN, /^invalid-argument: pair 600: poseA.position/],
      [14 * 3 + 7 + 2, 1e300, /^invalid-argument: pair 3: poseB.position/],
      [14 * 699 + 7 + 6, Number.POSITIVE_INFINITY, /^invalid-argument: pair 699: poseB.quaternion/],
    ] as const) {
      const { poses } = prepared;
      const kept = poses[at] as number;
      poses[at] = value;
      expect(complaintOf(() => prepared.intersects())).toMatch(complaint);
      expect(complaintOf(() => prepared.mtvs())).toMatch(complaint);
      expect(complaintOf(() => prepared.distances())).toMatch(complaint);
      poses[at] = kept;
    }
    // Through the view of the last call, which the failed ones have left as it was.
    prepared.poses.set(posesOf(new Random(seed), count));
    expect([...prepared.intersects()]).toEqual(verdicts);
    expect([...prepared.mtvs()]).toEqual(mtvs);
  });

  it("leave answers alone when a pose is wrong", () => {
    using prepared = new PreparedPairs([new Box(1, 1, 1)], new Uint32Array(2000));
    const verdicts = prepared.intersects();
    const mtvs = prepared.mtvs();
    const before = [[...verdicts], [...mtvs]];
    prepared.poses.fill(0.9);
    prepared.poses[13_995] = Number.NaN;
    expect(complaintOf(() => prepared.intersects())).toMatch(/^invalid-argument: pair 999/);
    expect(complaintOf(() => prepared.mtvs())).toMatch(/^invalid-argument: pair 999/);
    expect([[...verdicts], [...mtvs]]).toEqual(before);
  });

  it("reject wrong arguments, and keep nothing of them", () => {
    const box = new Box(1, 1, 1);
    const gone = new Box(1, 1, 1);
    gone.dispose();
    const pairs = Uint32Array.of(0, 0);
    const before = space.core.shapeCount();
    const make = (shapes: unknown, of: unknown) => () => new PreparedPairs(shapes as Shape[], of as Uint32Array);
    expect(complaintOf(make(null, pairs))).toBe("invalid-argument: shapes must be an array of shapes, got null");
    expect(complaintOf(make([box, {}], pairs))).toMatch(/^invalid-argument: shapes\[1\]/);
    expect(complaintOf(make([box, gone], pairs))).toMatch(/^disposed: shapes\[1\]/);
    expect(complaintOf(make([box], [0, 0]))).toMatch(/^invalid-argument: pairs must be a Uint32Array/);
    expect(complaintOf(make([box], new Uint32Array(3)))).toMatch(
      /^invalid-argument: pairs must have 2 numbers per pair/,
    );
    expect(complaintOf(make([box], Uint32Array.of(0, 1)))).toMatch(/^invalid-argument: pairs\[1\] is 1/);
    expect(complaintOf(make([], pairs))).toMatch(/^invalid-argument: pairs\[0\] is 0/);
    expect(complaintOf(() => PreparedPairs.prototype.intersects.call({} as PreparedPairs))).toMatch(
      /^invalid-argument/,
    );
    const given = Uint32Array.of(0, 0);
    structuredClone(given, { transfer: [given.buffer] });
    expect(complaintOf(make([box], given))).toMatch(/^invalid-argument: pairs is detached/);
    expect(space.core.shapeCount()).toBe(before);
  });
});
