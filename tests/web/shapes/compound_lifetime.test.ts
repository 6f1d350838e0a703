import { beforeAll, describe, expect, it } from "vitest";
// The sources, which count the shapes of the core.
import {
  Box,
  Compound,
  type CompoundPart,
  ConvexHull,
  closestPoint,
  collideAll,
  distance,
  type Shape,
  Sphere,
} from "../../../web/src/api.js";
import { space } from "../../../web/src/space.js";
import { errorOf } from "../support/errors.js";
import { wasmBytes } from "../support/fresh.js";
import { Random, seed } from "../support/random.js";

beforeAll(async () => space.start(await WebAssembly.compile(wasmBytes())));

const memorySize = () => space.words.buffer.byteLength;

describe("the shapes of the core", () => {
  it("are as many after wrong parts as before", () => {
    const ball = new Sphere(1);
    const gone = new Sphere(1);
    gone.dispose();
    const compound = new Compound([{ shape: ball }]);
    const good = Array.from({ length: 40 }, (_, i) => ({ shape: ball, position: [i, 0, 0] }));
    const wrong: unknown[] = [
      null,
      { shape: gone },
      { shape: compound, position: [0, 0, 2e9] },
      { shape: {} },
      { shape: ball, position: [0, 0, Number.NaN] },
      { shape: ball, position: [0, 0, 2e9] },
      { shape: ball, quaternion: [0, 0, 0, 0] },
      { shape: ball, quaternion: [0, 0, 0, Number.POSITIVE_INFINITY] },
    ];
    const before = space.core.shapeCount();
    expect(before).toBe(2);
    let memory = 0;
    for (let round = 0; round < 200; round++) {
      for (const part of wrong) {
        const parts = [...good.slice(0, round % 40), part, ...good.slice(round % 40)] as CompoundPart[];
        expect(errorOf(() => new Compound(parts)).code).toMatch(/^invalid-argument|disposed$/);
      }
      expect(space.core.shapeCount()).toBe(before);
      if (round === 20) memory = memorySize();
    }
    expect(memorySize()).toBe(memory);
    ball.dispose();
    expect(space.core.shapeCount()).toBe(before);
    compound.dispose();
    expect(space.core.shapeCount()).toBe(before - 2);
  });

  it(`end with their last holder, in whatever order they are disposed of (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    const start = space.core.shapeCount();
    const live: Shape[] = [];
    // How many there must be: each live object, and what live compounds hold.
    const expectedCount = () => {
      const all = new Set(live);
      for (const shape of live)
        if (shape instanceof Compound) for (let i = 0; i < shape.partCount; i++) all.add(shape.part(i).shape);
      return start + all.size;
    };
    const makers: (() => Shape)[] = [
      () => new Sphere(random.number(0.1, 1)),
      () => new Box(random.number(0.1, 1), 1, 1),
      () => new ConvexHull(Array.from({ length: 10 }, () => random.vector(1)).flat()),
      () => {
        const convex = live.filter((shape) => !(shape instanceof Compound));
        const parts = Array.from({ length: 1 + random.integer(30) }, () => ({
          shape: convex[random.integer(convex.length)] ?? new Sphere(1),
          position: random.vector(3),
          quaternion: random.quaternion(),
        }));
        for (const { shape } of parts) if (!live.includes(shape)) live.push(shape);
        return new Compound(parts);
      },
    ];
    let memory = 0;
    let held = 0;
    for (let step = 0; step < 6000; step++) {
      const isFull = live.length > 40;
      if (random.number() < (isFull ? 0.3 : 0.6)) live.push((makers[random.integer(4)] as () => Shape)());
      else live.splice(random.integer(live.length), 1)[0]?.dispose();
      const compound = live.find((shape) => shape instanceof Compound);
      const other = live[random.integer(live.length)];
      if (compound !== undefined && other !== undefined) {
        const pose = { position: random.vector(2), quaternion: random.quaternion() };
        expect(Number.isFinite(distance(compound, {}, other, pose).distance)).toBe(true);
        collideAll(other, pose, compound, {});
        expect(Number.isFinite(closestPoint(compound, pose, random.vector(3)).distance)).toBe(true);
      }
      if (step % 50 === 0) {
        const count = expectedCount();
        if (count > start + live.length) held++;
        expect(space.core.shapeCount(), `step ${step}`).toBe(count);
      }
      if (step === 3000) memory = memorySize();
    }
    expect(held).toBeGreaterThan(50);
    for (const shape of live) shape.dispose();
    expect(space.core.shapeCount()).toBe(start);
    expect(memorySize()).toBe(memory);
  });

  it("are full with 1,048,575: no room for a compound, which takes nothing away", () => {
    const ball = new Sphere(1);
    const parts = Array.from({ length: 1000 }, (_, i) => ({ shape: ball, position: [i, 0, 0] }));
    const others = Array.from({ length: 2 ** 20 - 1 - space.core.shapeCount() }, () => new Sphere(1));
    const count = space.core.shapeCount();
    const fail = () => errorOf(() => new Compound(parts));
    expect(fail().code).toBe("out-of-memory");
    const memory = memorySize();
    for (let i = 0; i < 200; i++) fail();
    expect(memorySize()).toBe(memory);
    expect(space.core.shapeCount()).toBe(count);
    for (const other of others) other.dispose();
    const compound = new Compound(parts);
    ball.dispose();
    expect(closestPoint(compound, {}, [999, 3, 0])).toMatchObject({ distance: 2, part: 999 });
    compound.dispose();
    expect(space.core.shapeCount()).toBe(count - others.length - 1);
  });
});
