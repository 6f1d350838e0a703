import {
  Box,
  collide,
  distance,
  distanceBatch,
  init,
  intersects,
  intersectsBatch,
  mtvBatch,
  type PairBatch,
  type Pose,
  type Shape,
  Sphere,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { kinds, randomPair } from "../support/boxes.js";
import { complaintOf } from "../support/errors.js";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

interface Scene extends PairBatch {
  readonly count: number;
}

/** Pairs of all kinds of boxes, and of spheres among them. */
function scene(count: number, random = new Random(seed)): Scene {
  const shapes: Shape[] = [];
  const pairs = new Uint32Array(2 * count);
  const poses = new Float64Array(14 * count);
  for (let i = 0; i < count; i++) {
    const pair = randomPair(random, kinds[i % kinds.length] as (typeof kinds)[number]);
    pair.forEach(({ size, position, quaternion }, side) => {
      const isSphere = random.number() < 0.2;
      pairs[2 * i + side] = shapes.push(isSphere ? new Sphere(size[0] / 2) : new Box(...size)) - 1;
      poses.set([...position, ...quaternion], 14 * i + 7 * side);
    });
  }
  return { shapes, pairs, poses, count };
}

/** Pair i as the arguments of a single call. */
function single({ shapes, pairs, poses }: PairBatch, i: number): [Shape, Pose, Shape, Pose] {
  const at = (side: 0 | 1) => 14 * i + 7 * side;
  const pose = (side: 0 | 1) => ({
    position: poses.subarray(at(side), at(side) + 3),
    quaternion: poses.subarray(at(side) + 3, at(side) + 7),
  });
  return [shapes[pairs[2 * i] as number] as Shape, pose(0), shapes[pairs[2 * i + 1] as number] as Shape, pose(1)];
}

function singles(batch: Scene) {
  const verdicts = new Uint8Array(batch.count);
  const distances = new Float64Array(4 * batch.count);
  const mtvs = new Float64Array(4 * batch.count);
  for (let i = 0; i < batch.count; i++) {
    const pair = single(batch, i);
    verdicts[i] = intersects(...pair) ? 1 : 0;
    const d = distance(...pair);
    distances.set([d.normal.x, d.normal.y, d.normal.z, d.distance], 4 * i);
    const contact = collide(...pair);
    if (contact) mtvs.set([contact.normal.x, contact.normal.y, contact.normal.z, contact.depth], 4 * i);
  }
  return { verdicts, distances, mtvs };
}

/** The bits: tells 0 from -0. */
const bits = (numbers: Float64Array) => new BigUint64Array(numbers.slice().buffer);

describe(`batches give the bits of the single calls (HYPERPLANE_SEED=${seed})`, () => {
  // Around the size of a block, of the groups of four, and several blocks.
  it.each([0, 1, 2, 3, 4, 5, 255, 256, 257, 511, 513, 1000])("%i pairs", (count) => {
    const batch = scene(count);
    const expected = singles(batch);
    expect(intersectsBatch(batch)).toEqual(expected.verdicts);
    expect(bits(distanceBatch(batch))).toEqual(bits(expected.distances));
    expect(bits(mtvBatch(batch))).toEqual(bits(expected.mtvs));
    if (count === 1000) {
      const overlapping = expected.verdicts.reduce((sum, verdict) => sum + verdict, 0);
      expect(overlapping / count).toBeGreaterThan(0.3);
      expect(overlapping / count).toBeLessThan(0.7);
    }
    for (const shape of batch.shapes) shape.dispose();
  });

  it("wherever a pair stands in the batch", () => {
    const batch = scene(64);
    const { verdicts, distances } = singles(batch);
    for (let shift = 0; shift < 8; shift++) {
      const part = { ...batch, pairs: batch.pairs.subarray(2 * shift), poses: batch.poses.subarray(14 * shift) };
      expect(intersectsBatch(part)).toEqual(verdicts.subarray(shift));
      expect(bits(distanceBatch(part))).toEqual(bits(distances.subarray(4 * shift)));
    }
  });

  it("with one shape at every pose", () => {
    const count = 300;
    const batch = { ...scene(count), shapes: [new Box(1, 2, 3)], pairs: new Uint32Array(2 * count) };
    expect(intersectsBatch(batch)).toEqual(singles(batch).verdicts);
  });
});

describe("out", () => {
  it("is filled and returned", () => {
    const batch = scene(600);
    const expected = singles(batch);
    const verdicts = new Uint8Array(600).fill(7);
    expect(intersectsBatch(batch, verdicts)).toBe(verdicts);
    expect(verdicts).toEqual(expected.verdicts);
    const numbers = new Float64Array(2400).fill(7);
    expect(distanceBatch(batch, numbers)).toBe(numbers);
    expect(bits(numbers)).toEqual(bits(expected.distances));
    expect(mtvBatch(batch, numbers)).toBe(numbers);
    expect(bits(numbers)).toEqual(bits(expected.mtvs));
  });

  it("may be longer than the answers, and keeps what lies behind them", () => {
    const batch = scene(300);
    const verdicts = new Uint8Array(310).fill(7);
    intersectsBatch(batch, verdicts);
    expect(verdicts.subarray(0, 300)).toEqual(singles(batch).verdicts);
    expect(verdicts.subarray(300)).toEqual(new Uint8Array(10).fill(7));
  });

  it("may lie in the memory of the poses", () => {
    const batch = scene(600);
    const expected = singles(batch);
    expect(bits(distanceBatch(batch, batch.poses.subarray(0, 2400)))).toEqual(bits(expected.distances));
  });

  it("is a new array each time when left out", () => {
    const batch = scene(5);
    expect(intersectsBatch(batch)).not.toBe(intersectsBatch(batch));
    expect(intersectsBatch(batch).buffer.byteLength).toBe(5);
  });

  it("is untouched by an error in the last pair", () => {
    const batch = scene(700);
    batch.poses[14 * 699] = Number.NaN;
    const verdicts = new Uint8Array(700).fill(7);
    const numbers = new Float64Array(2800).fill(7);
    expect(() => intersectsBatch(batch, verdicts)).toThrow();
    expect(() => distanceBatch(batch, numbers)).toThrow();
    expect(() => mtvBatch(batch, numbers)).toThrow();
    expect(verdicts).toEqual(new Uint8Array(700).fill(7));
    expect(numbers).toEqual(new Float64Array(2800).fill(7));
  });
});

describe("errors name the wrong argument", () => {
  const good = () => scene(300, new Random(1));
  const disposed = () => {
    const box = new Box(1, 1, 1);
    box.dispose();
    return box;
  };
  const cases: [what: string, batch: () => unknown, message: string][] = [
    [
      "no batch",
      () => undefined,
      "invalid-argument: batch must be an object with shapes, pairs and poses, got undefined",
    ],
    ["null", () => null, "invalid-argument: batch must be an object with shapes, pairs and poses, got null"],
    [
      "no shapes",
      () => ({ ...good(), shapes: undefined }),
      "invalid-argument: batch.shapes must be an array of shapes, got undefined",
    ],
    [
      "shapes as a set",
      () => ({ ...good(), shapes: new Set() }),
      "invalid-argument: batch.shapes must be an array of shapes, got an object of class Set",
    ],
    [
      "null among the shapes",
      () => ({ ...good(), shapes: [new Box(1, 1, 1), null] }),
      "invalid-argument: batch.shapes[1] must be a shape of this package, got null",
    ],
    [
      "a disposed shape, used or not",
      () => ({ ...good(), shapes: [...good().shapes, disposed()] }),
      "disposed: batch.shapes[600] is a box that has been disposed of",
    ],
    [
      "pairs as an array",
      () => ({ ...good(), pairs: [0, 1] }),
      "invalid-argument: batch.pairs must be a Uint32Array, got an array of length 2",
    ],
    [
      "pairs as an Int32Array",
      () => ({ ...good(), pairs: new Int32Array(2) }),
      "invalid-argument: batch.pairs must be a Uint32Array, got an object of class Int32Array",
    ],
    [
      "an odd number of indices",
      () => ({ ...good(), pairs: new Uint32Array(3) }),
      "invalid-argument: batch.pairs must have 2 numbers per pair, got 3 in all",
    ],
    [
      "an index out of range",
      () => {
        const batch = good();
        batch.pairs[541] = 600;
        return batch;
      },
      "invalid-argument: batch.pairs[541] is 600, but there are 600 shapes",
    ],
    [
      "an index far out of range",
      () => {
        const batch = good();
        batch.pairs[4] = 0xffffffff;
        return batch;
      },
      "invalid-argument: batch.pairs[4] is 4294967295, but there are 600 shapes",
    ],
    [
      "poses as 32-bit floats",
      () => ({ ...good(), poses: new Float32Array(14 * 300) }),
      "invalid-argument: batch.poses must be a Float64Array, got an object of class Float32Array",
    ],
    [
      "too few poses",
      () => ({ ...good(), poses: new Float64Array(13) }),
      "invalid-argument: batch.poses must have 14 numbers per pair: 4200 for 300 pairs, got 13",
    ],
    [
      "too many poses",
      () => ({ ...good(), poses: new Float64Array(4201) }),
      "invalid-argument: batch.poses must have 14 numbers per pair: 4200 for 300 pairs, got 4201",
    ],
    [
      "NaN in a position of A",
      () => {
        const batch = good();
        batch.poses[14 * 7 + 1] = Number.NaN;
        return batch;
      },
      "invalid-argument: pair 7 of the batch: poseA.position[1] must be a finite number, got NaN",
    ],
    [
      "infinity in a position of B",
      () => {
        const batch = good();
        batch.poses[14 * 270 + 9] = Number.POSITIVE_INFINITY;
        return batch;
      },
      "invalid-argument: pair 270 of the batch: poseB.position[2] must be a finite number, got Infinity",
    ],
    [
      "a position too far out",
      () => {
        const batch = good();
        batch.poses[14 * 299 + 7] = 1e13;
        return batch;
      },
      "invalid-argument: pair 299 of the batch: poseB.position is out of range: a coordinate may be at most 1e12 m in magnitude, got 10000000000000",
    ],
    [
      "a zero quaternion",
      () => {
        const batch = good();
        batch.poses.fill(0, 14 * 3 + 10, 14 * 3 + 14);
        return batch;
      },
      "invalid-argument: pair 3 of the batch: poseB.quaternion must not be zero",
    ],
    [
      "NaN in a quaternion",
      () => {
        const batch = good();
        batch.poses[14 * 5 + 3] = Number.NaN;
        return batch;
      },
      "invalid-argument: pair 5 of the batch: poseA.quaternion[0] must be a finite number, got NaN",
    ],
  ];
  it.each(cases)("%s", (_, batch, message) => {
    for (const call of [intersectsBatch, distanceBatch, mtvBatch]) {
      expect(complaintOf(() => call(batch() as PairBatch))).toBe(message);
    }
  });

  it("an out of a wrong type or too short", () => {
    const batch = good();
    expect(complaintOf(() => intersectsBatch(batch, new Uint8Array(299)))).toBe(
      "invalid-argument: out must have room for 300 numbers, has 299",
    );
    expect(complaintOf(() => distanceBatch(batch, new Float64Array(1199)))).toBe(
      "invalid-argument: out must have room for 1200 numbers, has 1199",
    );
    expect(complaintOf(() => mtvBatch(batch, new Float32Array(1200) as unknown as Float64Array))).toBe(
      "invalid-argument: out must be a Float64Array, got an object of class Float32Array",
    );
    expect(complaintOf(() => intersectsBatch(batch, [] as unknown as Uint8Array))).toBe(
      "invalid-argument: out must be a Uint8Array, got an array of length 0",
    );
    expect(complaintOf(() => intersectsBatch(batch, null as unknown as Uint8Array))).toBe(
      "invalid-argument: out must be a Uint8Array, got null",
    );
  });

  it("unused indices and poses are ignored", () => {
    expect(intersectsBatch({ shapes: [], pairs: new Uint32Array(0), poses: new Float64Array(0) })).toEqual(
      new Uint8Array(0),
    );
  });
});
