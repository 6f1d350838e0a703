import {
  Box,
  Compound,
  type CompoundPart,
  ConvexHull,
  closestPoint,
  distance,
  init,
  intersects,
  raycast,
  type Shape,
  Sphere,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { fresh } from "../support/fresh.js";

/** Wrong parts, and parts whose reading runs code of the user's. */

beforeAll(() => init());

const made = (parts: unknown) => new Compound(parts as CompoundPart[]);

describe("wrong parts", () => {
  const ball = () => new Sphere(1);
  const named = (value: unknown) => [{ shape: ball() }, { shape: ball() }, value];

  it.each<[string, () => unknown, RegExp]>([
    ["nothing", () => undefined, /parts must be an array of parts, got undefined/],
    ["a shape", ball, /parts must be an array of parts, got an object of class Sphere/],
    ["one part", () => ({ shape: ball() }), /parts must be an array of parts, got an object/],
    ["an iterable", () => new Set([{ shape: ball() }]), /parts must be an array of parts/],
    ["an array-like", () => ({ length: 1, 0: { shape: ball() } }), /parts must be an array of parts/],
    ["a typed array", () => new Float64Array(4), /parts must be an array of parts/],
    ["no parts", () => [], /number of parts must be a whole number from 1 to 65536, got 0/],
    ["65,537 parts", () => new Array(65_537).fill({ shape: ball() }), /from 1 to 65536, got 65537/],
    ["a length that is none", () => lengthOf(1e15), /from 1 to 65536, got 1000000000000000/],
    ["a length of half a part", () => lengthOf(0.5), /from 1 to 65536, got 0.5/],
    [
      "a hole",
      () => Object.assign(new Array(3), { 0: { shape: ball() }, 2: { shape: ball() } }),
      /parts\[1\] must be an object with shape.* got undefined/,
    ],
    ["null", () => named(null), /parts\[2\] must be an object with shape, position and quaternion, got null/],
    ["a function", () => named(() => 1), /parts\[2\] must be an object/],
    [
      "an array",
      () => named([ball(), [0, 0, 0]]),
      /parts\[2\] must be an object with shape.* got an array of length 2/,
    ],
    ["a shape as a part", () => named(ball()), /parts\[2\]\.shape must be a shape of this package, got undefined/],
    [
      "no shape",
      () => named({ position: [0, 0, 0] }),
      /parts\[2\]\.shape must be a shape of this package, got undefined/,
    ],
    ["a number", () => named({ shape: 3 }), /parts\[2\]\.shape must be a shape of this package, got 3/],
    [
      "an unknown option",
      () => named({ shape: ball(), positon: [0, 0, 0] }),
      /parts\[2\]: there is no option positon: did you mean position\?/,
    ],
    ["a turned vector", () => named({ shape: ball(), rotation: [0, 0, 0] }), /parts\[2\]: there is no option rotation/],
    [
      "Euler angles",
      () => named(Object.assign(Object.create({}), { shape: ball(), rotation: [0, 0, 0] })),
      /parts\[2\] must be an object with position and quaternion, got an object with rotation/,
    ],
    [
      "a position of two numbers",
      () => named({ shape: ball(), position: [0, 0] }),
      /parts\[2\]\.position\[2\] must be a number, got undefined/,
    ],
    [
      "a position that is none",
      () => named({ shape: ball(), position: null }),
      /parts\[2\]\.position must be an object/,
    ],
    [
      "NaN",
      () => named({ shape: ball(), position: [0, Number.NaN, 0] }),
      /parts\[2\]\.position\.y must be a finite number, got NaN/,
    ],
    [
      "infinity",
      () => named({ shape: ball(), position: [0, 0, -Infinity] }),
      /parts\[2\]\.position\.z must be a finite number/,
    ],
    [
      "a position far away",
      () => named({ shape: ball(), position: [1.1e9, 0, 0] }),
      /parts\[2\]\.position is out of range: a coordinate may be at most 1e9 m in magnitude, got 1100000000/,
    ],
    [
      "a quaternion of zero",
      () => named({ shape: ball(), quaternion: [0, -0, 0, 0] }),
      /parts\[2\]\.quaternion must not be zero/,
    ],
    [
      "a quaternion of three numbers",
      () => named({ shape: ball(), quaternion: [0, 0, 0] }),
      /parts\[2\]\.quaternion\[3\] must be a number/,
    ],
    [
      "a quaternion with NaN",
      () => named({ shape: ball(), quaternion: [0, 0, Number.NaN, 1] }),
      /parts\[2\]\.quaternion\.z must be a finite number/,
    ],
    [
      "too many parts of inner compounds",
      () => {
        const shape = new Compound(new Array(40_000).fill({ shape: ball() }));
        return [{ shape }, { shape }];
      },
      /number of parts, with those of inner compounds, must be a whole number from 1 to 65536, got 80000/,
    ],
    [
      "a part of an inner compound that comes to lie far away",
      () => named({ shape: new Compound([{ shape: ball(), position: [9e8, 0, 0] }]), position: [9e8, 0, 0] }),
      /parts\[2\]\.shape\.part\(0\)\.position is out of range/,
    ],
    [
      "an inner compound at no pose",
      () => named({ shape: new Compound([{ shape: ball() }]), quaternion: [0, 0, 0, 0] }),
      /parts\[2\]\.quaternion must not be zero/,
    ],
  ])("%s", (_, parts, message) => {
    const complaint = complaintOf(() => made(parts()));
    expect(complaint).toMatch(/^invalid-argument: compound: /);
    expect(complaint).toMatch(message);
  });

  function lengthOf(length: number): unknown {
    return new Proxy([{ shape: ball() }], {
      get: (target, key) => (key === "length" ? length : Reflect.get(target, key)),
    });
  }

  it("are refused when they have been disposed of", () => {
    const gone = ball();
    gone.dispose();
    expect(complaintOf(() => made(named({ shape: gone })))).toBe(
      "disposed: compound: parts[2].shape is a sphere that has been disposed of",
    );
    const compound = new Compound([{ shape: ball() }]);
    compound.dispose();
    expect(complaintOf(() => made(named({ shape: compound })))).toMatch(/^disposed: compound: parts\[2\]\.shape/);
  });

  it("of another copy of the package are refused", async () => {
    const another = await fresh();
    await another.init();
    expect(complaintOf(() => made(named({ shape: new another.Sphere(1) })))).toMatch(
      /parts\[2\]\.shape must be a shape of this package.*second copy of hyperplane/,
    );
    const foreign = new another.Compound([{ shape: new another.Sphere(1) }]);
    expect(complaintOf(() => intersects(foreign as unknown as Shape, {}, ball(), {}))).toMatch(/^invalid-argument/);
  });

  it("need a core", async () => {
    const { Compound: Early } = await fresh();
    expect(complaintOf(() => new Early([]))).toMatch(/^not-initialised/);
  });
});

describe("parts that run code while they are read", () => {
  const ball = () => new Sphere(1);

  it("may call the package, and change what comes later", () => {
    const world = new World();
    const doomed = ball();
    const parts: CompoundPart[] = [
      {
        get shape() {
          // Uses the same records and the same list of numbers, and disposes of a shape that was read, and adds a part.
          new ConvexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]).dispose();
          new Compound([{ shape: ball() }]).dispose();
          world.add({ shape: ball() });
          world.update();
          parts.push({ shape: ball() });
          return ball();
        },
        get position() {
          distance(ball(), {}, ball(), { position: [1, 2, 3] });
          return [5, 0, 0];
        },
      },
      { shape: doomed, position: [-5, 0, 0] },
    ];
    const compound = new Compound(parts);
    expect(compound.partCount).toBe(2);
    expect(raycast(compound, {}, [9, 0, 0], [-1, 0, 0])).toMatchObject({ distance: 3, part: 0 });
    expect(raycast(compound, {}, [-9, 0, 0], [1, 0, 0])).toMatchObject({ distance: 3, part: 1 });
    const late = {
      get shape() {
        doomed.dispose();
        return ball();
      },
    };
    expect(complaintOf(() => new Compound([{ shape: doomed }, late]))).toMatch(
      /^disposed: compound: parts\[0\]\.shape/,
    );
  });

  it("are asked for their shapes once", () => {
    let asked = 0;
    const compound = new Compound([
      {
        get shape() {
          asked++;
          return asked === 1 ? ball() : new Box(9, 9, 9);
        },
      },
    ]);
    expect(asked).toBe(1);
    expect(compound.part(0).shape).toBeInstanceOf(Sphere);
    expect(closestPoint(compound, {}, [3, 0, 0]).distance).toBe(2);
  });

  it("may throw, and a position may change its mind", () => {
    const angry = {
      get shape(): Shape {
        throw new Error("mine");
      },
    };
    expect(() => new Compound([{ shape: ball() }, angry])).toThrow("mine");
    let asked = 0;
    const moody = {
      shape: ball(),
      get position() {
        return asked++ < 2 ? ("nowhere" as never) : [0, 0, 0];
      },
    };
    expect(complaintOf(() => new Compound([moody]))).toMatch(
      /^invalid-argument: compound: parts\[0\] must be an object/,
    );
  });
});
