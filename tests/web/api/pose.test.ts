import { Box, collide, distance, init, intersects, type Pose, rotate } from "hyperplane";
import { Matrix4, Object3D, PerspectiveCamera, Quaternion, Vector3 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

let box: Box;
beforeAll(async () => {
  await init();
  box = new Box(1, 1, 1);
});

const s = Math.SQRT1_2;
/** Two units along x, a quarter turn about y. */
const reference: Pose = { position: { x: 0.25, y: -0.5, z: 0.125 }, quaternion: { x: 0, y: s, z: 0, w: s } };
const position = [0.25, -0.5, 0.125];
const quaternion = [0, s, 0, s];
const other: Pose = { position: [0.5, 0.3, 0], quaternion: [0.1, 0.2, 0.3, 0.9] };

describe("a pose may be", () => {
  const object = new Object3D();
  object.position.set(0.25, -0.5, 0.125);
  object.quaternion.set(0, s, 0, s);
  const camera = new PerspectiveCamera();
  camera.position.copy(object.position);
  camera.rotation.set(0, Math.PI / 2, 0);
  class WithGetters {
    get position() {
      return position;
    }
    get quaternion() {
      return new Quaternion(0, s, 0, s);
    }
  }
  const forms: Record<string, Pose> = {
    "an object of arrays": { position, quaternion },
    "an object of typed arrays": { position: Float64Array.from(position), quaternion: Float64Array.from(quaternion) },
    "an object of rows of a larger array": {
      position: Float64Array.of(9, ...position, 9).subarray(1, 4),
      quaternion: Float64Array.of(9, ...quaternion, 9).subarray(1),
    },
    "three.js's Vector3 and Quaternion": {
      position: new Vector3(...position),
      quaternion: new Quaternion(...quaternion),
    },
    "a three.js Object3D": object,
    "a three.js camera that was turned by its Euler angles": camera,
    "an object of mixed forms": { position: object.position, quaternion },
    "an object with getters": new WithGetters(),
    "an object without a prototype": Object.assign(Object.create(null) as object, { position, quaternion }),
    "a frozen object": Object.freeze({ position: Object.freeze(position), quaternion: Object.freeze(quaternion) }),
  };

  it.each(Object.entries(forms))("%s", (name, pose) => {
    const expected = distance(box, reference, box, other);
    const tolerance = name.includes("Euler") ? 12 : 15;
    for (const [actual, wanted] of [
      [distance(box, pose, box, other).distance, expected.distance],
      [distance(box, other, box, pose).distance, distance(box, other, box, reference).distance],
    ] as const) {
      expect(actual).toBeCloseTo(wanted, tolerance);
    }
    expect(intersects(box, pose, box, other)).toBe(true);
    expect(collide(box, pose, box, other)?.depth).toBeCloseTo(-expected.distance, tolerance);
  });

  it("empty: the origin, not turned", () => {
    expect(distance(box, {}, box, { position: [3, 0, 0] }).distance).toBe(2);
    expect(distance(box, { position: [0, 0, 0] }, box, { position: [3, 0, 0] }).distance).toBe(2);
    expect(distance(box, { quaternion: [0, 0, 0, 1] }, box, { position: [3, 0, 0] }).distance).toBe(2);
    const leftOut = { position: undefined, quaternion: undefined } as unknown as Pose;
    expect(distance(box, leftOut, box, { position: [3, 0, 0] }).distance).toBe(2);
  });

  it("used by getters that call the package themselves", () => {
    const nosy: Pose = {
      get position() {
        const { x, y, z } = rotate([0, 0, -2], [0, s, 0, s]);
        expect(intersects(box, { position: [9, 9, 9] }, box, { position: [9, 9, 9], quaternion: [1, 1, 1, 1] })).toBe(
          true,
        );
        return { x: x + 4, y, z };
      },
      get quaternion() {
        new Box(7, 7, 7).dispose();
        return [0, 0, 0, 1];
      },
    };
    expect(distance(box, { position: [0, 0.25, 0] }, box, nosy).distance).toBeCloseTo(1, 14);
    expect(distance(box, nosy, box, nosy).distance).toBe(-1);
    expect(intersects(box, nosy, box, { position: [2, 0, 0] })).toBe(true);
  });

  it("a getter that throws, whose error comes through", () => {
    const broken = {
      get position(): never {
        throw new RangeError("mine");
      },
    };
    expect(() => intersects(box, {}, box, broken)).toThrow(RangeError);
    expect(intersects(box, {}, box, {})).toBe(true);
  });
});

describe("values that are no poses are rejected, and the message names the argument", () => {
  const form = "must be an object with position and quaternion, got";
  const cases: [what: string, pose: unknown, message: string][] = [
    ["undefined", undefined, `poseB ${form} undefined`],
    ["null", null, `poseB ${form} null`],
    ["a number", 1, `poseB ${form} 1`],
    ["a string", "origin", `poseB ${form} the string "origin"`],
    ["a function", () => ({}), `poseB ${form} a function`],
    ["an array", [1, 2, 3, 0, 0, 0, 1], `poseB ${form} an array of length 7`],
    ["a Vector3", new Vector3(), `poseB ${form} an object of class Vector3`],
    ["a Matrix4", new Matrix4(), `poseB ${form} an object of class Matrix4`],
    [
      "one with rotation",
      { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
      `poseB ${form} an object with rotation instead of quaternion`,
    ],
    [
      "position null",
      { position: null },
      "poseB.position must be an object with x, y and z, or an array of 3 numbers, got null",
    ],
    [
      "position a number",
      { position: 1 },
      "poseB.position must be an object with x, y and z, or an array of 3 numbers, got 1",
    ],
    [
      "position empty",
      { position: {} },
      "poseB.position must be an object with x, y and z, or an array of 3 numbers, got an object",
    ],
    [
      "position an empty array",
      { position: [] },
      "poseB.position must be an object with x, y and z, or an array of 3 numbers, got an array of length 0",
    ],
    ["position too short", { position: [1, 2] }, "poseB.position[2] must be a number, got undefined"],
    ["a string as a coordinate", { position: ["1", 2, 3] }, 'poseB.position[0] must be a number, got the string "1"'],
    ["null as a coordinate", { position: { x: 1, y: null, z: 3 } }, "poseB.position.y must be a number, got null"],
    ["a bigint as a coordinate", { position: [1n, 2, 3] }, "poseB.position[0] must be a number, got the bigint 1n"],
    ["a boolean as a coordinate", { position: [1, 2, true] }, "poseB.position[2] must be a number, got true"],
    [
      "a number object as a coordinate",
      { position: [new Number(1), 2, 3] },
      "poseB.position[0] must be a number, got an object of class Number",
    ],
    ["z left out", { position: { x: 1, y: 2 } }, "poseB.position.z must be a number, got undefined"],
    ["NaN", { position: { x: 1, y: Number.NaN, z: 3 } }, "poseB.position.y must be a finite number, got NaN"],
    [
      "infinity",
      { position: [1, 2, Number.NEGATIVE_INFINITY] },
      "poseB.position[2] must be a finite number, got -Infinity",
    ],
    [
      "too far",
      { position: [0, 1.1e12, 0] },
      "poseB.position is out of range: a coordinate may be at most 1e12 m in magnitude, got 1100000000000",
    ],
    [
      "too far the other way",
      { position: [0, 0, -2e12] },
      "poseB.position is out of range: a coordinate may be at most 1e12 m in magnitude, got -2000000000000",
    ],
    ["a zero quaternion", { quaternion: { x: 0, y: 0, z: 0, w: 0 } }, "poseB.quaternion must not be zero"],
    ["a negative zero quaternion", { quaternion: [-0, 0, -0, 0] }, "poseB.quaternion must not be zero"],
    ["a quaternion of three", { quaternion: [0, 0, 1] }, "poseB.quaternion[3] must be a number, got undefined"],
    [
      "an empty quaternion",
      { quaternion: {} },
      "poseB.quaternion must be an object with x, y, z and w, or an array of 4 numbers, got an object",
    ],
    [
      "NaN in the quaternion",
      { quaternion: { x: 0, y: 0, z: 0, w: Number.NaN } },
      "poseB.quaternion.w must be a finite number, got NaN",
    ],
    [
      "infinity in the quaternion",
      { quaternion: [0, Number.POSITIVE_INFINITY, 0, 1] },
      "poseB.quaternion[1] must be a finite number, got Infinity",
    ],
  ];

  it.each(cases)("%s", (_, pose, message) => {
    for (const call of [intersects, collide, distance]) {
      expect(complaintOf(() => call(box, {}, box, pose as Pose))).toBe(`invalid-argument: ${message}`);
      expect(complaintOf(() => call(box, pose as Pose, box, {}))).toBe(
        `invalid-argument: ${message.replace("poseB", "poseA")}`,
      );
    }
    expect(intersects(box, {}, box, { position: [1, 0, 0] })).toBe(true);
  });

  it("but the limits themselves are taken", () => {
    expect(intersects(box, { position: [1e12, -1e12, 1e12] }, box, { position: [1e12, -1e12, 1e12] })).toBe(true);
    const far = distance(box, { position: [-1e12, 0, 0] }, box, { position: [1e12, 0, 0] });
    expect(far.distance).toBeCloseTo(2e12 - 1, 3);
    for (const tiny of [5e-324, 1e-308, 1e-160, 1e160, 1.7e308]) {
      expect(distance(box, { quaternion: [0, tiny, 0, tiny] }, box, { position: [0, 0, 3] }).distance).toBeCloseTo(
        2,
        12,
      );
    }
  });
});

describe("the message names the first wrong argument", () => {
  it("in the order of the parameters", () => {
    const bad = null as unknown;
    const call = intersects as (...args: unknown[]) => unknown;
    expect(complaintOf(() => call(bad, bad, bad, bad))).toContain("a must be a shape");
    expect(complaintOf(() => call(box, bad, bad, bad))).toContain("poseA must be");
    expect(complaintOf(() => call(box, {}, bad, bad))).toContain("b must be a shape");
    expect(complaintOf(() => call(box, {}, box, bad))).toContain("poseB must be");
    expect(complaintOf(() => call())).toContain("a must be a shape of this package, got undefined");
    expect(complaintOf(() => call(box))).toContain(
      "poseA must be an object with position and quaternion, got undefined",
    );
    expect(complaintOf(() => call(box, {}))).toContain("b must be a shape of this package, got undefined");
    expect(complaintOf(() => call(box, {}, box))).toContain(
      "poseB must be an object with position and quaternion, got undefined",
    );
  });
});
