import {
  Box,
  Capsule,
  Compound,
  Cylinder,
  distance,
  init,
  intersects,
  raycast,
  type Shape,
  Sphere,
  type Sweep,
  Triangle,
  timeOfImpact,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { add, type Body, type Placed, randomBody, turned, type V } from "../support/compounds.js";
import { Random, seed } from "../support/random.js";

/** Compounds in motion, in worlds, and as targets of rays that are aimed at their flat parts. */

beforeAll(() => init());

const at = (position: V) => ({ position });
const shift = ({ position, quaternion }: Placed, by: V): Sweep => ({
  from: { position, quaternion },
  to: { position: add(position, by), quaternion },
});

const COUNTS: readonly (readonly [number, number])[] = [
  [1, 0],
  [4, 0],
  [30, 0],
  [200, 0],
  [3, 5],
  [25, 10],
];

describe("the time of impact", () => {
  it(`is the first of all pairs of parts that move without turning (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    let hits = 0;
    let later = 0;
    let cases = 0;
    for (const [countA, countB] of COUNTS) {
      for (let round = 0; round < 30; round++) {
        cases++;
        const context = `${countA} and ${countB} parts, round ${round}`;
        const far = random.vector(round % 3 === 0 ? 1e4 : 1);
        const a = randomBody(random, countA, 1, far);
        const offset = random.vector(0.6 * a.size);
        const b = randomBody(random, countB, 1, add(far, offset));
        const share = random.number(0.3, 1.2);
        const byA = add([share * offset[0], share * offset[1], share * offset[2]], random.vector(0.1 * a.size));
        const byB = random.vector(0.1 * a.size);
        const every = new Map<string, number>();
        for (const one of a.parts)
          for (const two of b.parts) {
            const impact = timeOfImpact(one.shape, shift(one, byA), two.shape, shift(two, byB));
            if (impact !== null) every.set(`${one.index},${two.index}`, impact.time);
          }
        const first = Math.min(...every.values());
        const impact = timeOfImpact(a.shape, shift(a, byA), b.shape, shift(b, byB));
        const time = impact?.time ?? Number.POSITIVE_INFINITY;
        // The tolerance of touching, at the speed of the motion.
        const tolerance = 2e-5;
        // Later than its parts, or never: only if these graze.
        if (time > first + tolerance)
          expect(deepest(a, byA, b, byB, first, Math.min(time, 1)), context).toBeLessThan(1e-6);
        if (impact === null) continue;
        hits++;
        expect([impact.partA >= 0, impact.partB >= 0], context).toEqual([countA > 0, countB > 0]);
        expect([impact.triangleA, impact.triangleB, impact.converged], context).toEqual([-1, -1, true]);
        const one = a.parts[Math.max(impact.partA, 0)] as Placed;
        const two = b.parts[Math.max(impact.partB, 0)] as Placed;
        const gap = distance(one.shape, moved(one, byA, time), two.shape, moved(two, byB, time)).distance;
        expect(gap, `${context}: the parts touch`).toBeLessThan(1e-6);
        if (time === 0) continue;
        later++;
        expect(gap, context).toBeGreaterThan(-1e-6);
      }
    }
    expect(hits).toBeGreaterThan(0.4 * cases);
    expect(later).toBeGreaterThan(0.1 * cases);
  });

  const moved = ({ position, quaternion }: Placed, [x, y, z]: V, s: number) => ({
    position: add(position, [s * x, s * y, s * z]),
    quaternion,
  });

  /** The greatest depth at 400 moments between two times. */
  function deepest(a: Body, byA: V, b: Body, byB: V, from: number, to: number): number {
    const depths = Array.from({ length: 401 }, (_, i) => {
      const s = from + (i / 400) * (to - from);
      return -distance(a.shape, moved(a, byA, s), b.shape, moved(b, byB, s)).distance;
    });
    return Math.max(...depths);
  }

  it(`comes when shapes that turn are in contact, and not before (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed + 1);
    let later = 0;
    for (let round = 0; round < 120; round++) {
      const a = randomBody(random, 1 + random.integer(20), 1, [0, 0, 0]);
      const b = randomBody(random, random.integer(2) * random.integer(20), 1, random.vector(1.2 * a.size));
      const sweepA: Sweep = { from: a, to: { position: random.vector(1), quaternion: random.quaternion() } };
      const sweepB: Sweep = { from: b, to: { position: random.vector(0.3 * a.size), quaternion: random.quaternion() } };
      const impact = timeOfImpact(a.shape, sweepA, b.shape, sweepB);
      const gapAt = (s: number) => distance(a.shape, poseAt(sweepA, s), b.shape, poseAt(sweepB, s)).distance;
      const end = impact?.time ?? 1;
      for (let i = 0; i < 60 * end; i++) expect(gapAt(i / 60), `round ${round}, time ${i / 60}`).toBeGreaterThan(-1e-5);
      if (impact === null || impact.time === 0) continue;
      later++;
      expect(Math.abs(gapAt(impact.time)), `round ${round}`).toBeLessThan(1e-5 * (a.size + b.size));
    }
    expect(later).toBeGreaterThan(30);
  });

  /** Spherical interpolation by the shorter way. */
  function poseAt({ from, to }: Sweep, s: number) {
    const [p, q] = [from.position as V, to.position as V];
    const first = from.quaternion as readonly number[];
    const last = to.quaternion as readonly number[];
    const cosine = first.reduce((sum, x, k) => sum + x * (last[k] as number), 0);
    const angle = Math.acos(Math.min(Math.abs(cosine), 1));
    const [u, v] =
      angle < 1e-9 ? [1 - s, s] : [Math.sin((1 - s) * angle) / Math.sin(angle), Math.sin(s * angle) / Math.sin(angle)];
    const sign = cosine < 0 ? -1 : 1;
    return {
      position: p.map((x, k) => x + s * ((q[k] as number) - x)),
      quaternion: first.map((x, k) => x * u + sign * (last[k] as number) * v),
    };
  }
});

describe("a compound in a world", () => {
  it("names the part in every answer", () => {
    const gate = new Compound([
      { shape: new Box(1, 4, 1), position: [-2, 2, 0] },
      { shape: new Box(1, 4, 1), position: [2, 2, 0] },
      { shape: new Box(5, 1, 1), position: [0, 4.5, 0] },
    ]);
    const world = new World();
    const collider = world.add({ shape: gate, position: [10, 0, 0] });
    world.add({ shape: new Sphere(1), position: [10, 20, 0] });
    expect(world.raycast([8, 2, 9], [0, 0, -1])).toMatchObject({ collider, distance: 8.5, part: 0, triangle: -1 });
    expect(world.raycast([10, 2, 9], [0, 0, -1])).toBeNull();
    const all = world.raycastAll([10, 30, 0], [0, -1, 0]);
    expect(all.map(({ distance, part }) => [distance, part])).toEqual([
      [9, -1],
      [25, 2],
    ]);
    expect(world.closest([12, 2, 5])).toMatchObject({ collider, distance: 4.5, part: 1, triangle: -1 });
    expect(world.overlap(new Sphere(1), at([10, 2, 0]))).toEqual([]);
    expect(world.overlap(new Sphere(1), at([11, 2, 0]))).toEqual([collider]);
    const through = { from: at([10, 2, 5]), to: at([10, 2, -5]) };
    expect(world.castShape(new Sphere(1), through)).toBeNull();
    const into = { from: at([8, 2, 5]), to: at([8, 2, -5]) };
    expect(world.castShape(new Sphere(0.5), into)).toMatchObject({ collider, time: 0.4, partA: -1, partB: 0 });
    // The cast shape's parts are those of A.
    const fork = new Compound([
      { shape: new Sphere(0.5), position: [-2, 0, 0] },
      { shape: new Sphere(0.5), position: [0, 0, 0] },
    ]);
    expect(world.castShape(fork, { from: at([10, 2, 5]), to: at([10, 2, -5]) })).toMatchObject({ partA: 0, partB: 0 });
  });
});

describe("many rays", () => {
  it(`have the parts of single rays, filtered or not (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed + 3);
    const world = new World();
    for (let i = 0; i < 60; i++) {
      const body = randomBody(random, i % 3 === 0 ? 0 : 1 + random.integer(30), 1, random.vector(8));
      world.add({ shape: body.shape, position: body.position, quaternion: body.quaternion });
    }
    // One ray alone, a block that keeps its order, and more than a block.
    for (const count of [1, 40, 1500]) {
      const rays = Float64Array.from(
        Array.from({ length: count }, () => [...random.vector(12), ...random.vector(1)]).flat(),
      );
      for (const filter of [undefined, ({ index }: { index: number }) => index % 4 !== 1]) {
        const options = filter === undefined ? {} : { filter };
        const { distances, colliders, features } = world.raycastBatch(rays, options);
        expect(features).toHaveLength(2 * count);
        let named = 0;
        for (let i = 0; i < count; i++) {
          const hit = world.raycast(rays.subarray(6 * i, 6 * i + 3), rays.subarray(6 * i + 3, 6 * i + 6), options);
          const expected =
            hit === null ? [Infinity, -1, -1, -1] : [hit.distance, hit.collider.index, hit.part, hit.triangle];
          expect([distances[i], colliders[i], features[2 * i], features[2 * i + 1]], `ray ${i}`).toEqual(expected);
          if ((features[2 * i] as number) >= 0) named++;
        }
        if (count > 100) expect(named).toBeGreaterThan(0.05 * count);
      }
    }
    world.dispose();
  });
});

describe("flat parts", () => {
  const length = () => 2;
  /** With a point on each, in its own frame. */
  const flats: readonly (readonly [() => Shape, (random: Random) => V])[] = [
    [() => new Sphere(0), () => [0, 0, 0]],
    [() => new Capsule(0, length()), (random) => [0, random.number(-0.9, 0.9), 0]],
    [() => new Box(0, length(), 0), (random) => [0, random.number(-0.9, 0.9), 0]],
    [() => new Box(length(), 0, length()), (random) => [random.number(-0.9, 0.9), 0, random.number(-0.9, 0.9)]],
    [() => new Cylinder(1, 0), (random) => [random.number(-0.6, 0.6), 0, random.number(-0.6, 0.6)]],
    [() => new Triangle([-1, 0, -1], [1, 0, -1], [0, 0, 1]), (random) => [random.number(-0.3, 0.3), 0, -0.2]],
  ];

  it.each([0, 1e3, 1e6])(`are hit by every ray that is aimed at them, %s m away (HYPERPLANE_SEED=${seed})`, (far) => {
    const random = new Random(seed + 2);
    for (const [kind, [make, pointOn]] of flats.entries()) {
      for (let i = 0; i < 200; i++) {
        const parts = Array.from({ length: 1 + random.integer(20) }, () => ({
          shape: make(),
          position: random.vector(5),
          quaternion: random.quaternion(),
        }));
        const compound = new Compound(parts);
        const pose = { position: random.vector(far), quaternion: random.quaternion() };
        const part = parts[random.integer(parts.length)] as (typeof parts)[number];
        const inCompound = add(part.position, turned(part.quaternion, pointOn(random)));
        const target = add(pose.position, turned(pose.quaternion, inCompound));
        const from = add(target, random.vector(9));
        const direction: V = [target[0] - from[0], target[1] - from[1], target[2] - from[2]];
        const hit = raycast(compound, pose, from, direction);
        // A ray that grazes a surface meets it elsewhere after a rounding.
        expect(hit?.distance, `kind ${kind}, case ${i}`).toBeLessThan(Math.hypot(...direction) + 1e-4);
        compound.dispose();
        for (const { shape } of parts) shape.dispose();
      }
    }
  });

  it("are touched as shapes by themselves are", () => {
    const plate = new Compound([{ shape: new Box(2, 0, 2), position: [0, 1, 0] }]);
    const ball = new Sphere(0.5);
    for (const [height, touches] of [
      [1.5, true],
      [0.5, true],
      [1.501, false],
      [0.499, false],
    ] as const)
      expect(intersects(plate, at([1e6, 0, 0]), ball, at([1e6, height, 0]))).toBe(touches);
  });
});
