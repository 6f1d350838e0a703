import fc from "fast-check";
import { Box, boxVertices, init, rotate, Sphere } from "hyperplane";
import { Quaternion, Vector3 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { corners, type PlacedBox } from "../support/box_oracle.js";
import { complaintOf } from "../support/errors.js";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

const number = fc.double({ min: -1e3, max: 1e3, noNaN: true });
const vector = fc.tuple(number, number, number);
const component = fc.double({ min: -1, max: 1, noNaN: true });
const quaternion = fc.tuple(component, component, component, component).filter((q) => Math.hypot(...q) > 1e-3);

describe("rotate", () => {
  it("turns by the right-hand rule", () => {
    const quarter = Math.SQRT1_2;
    expect(rotate([1, 0, 0], [0, 0, quarter, quarter]).y).toBeCloseTo(1, 15);
    expect(rotate({ x: 0, y: 1, z: 0 }, { x: quarter, y: 0, z: 0, w: quarter }).z).toBeCloseTo(1, 15);
    expect(rotate(new Vector3(0, 0, 1), new Quaternion(0, quarter, 0, quarter)).x).toBeCloseTo(1, 15);
    expect(rotate([1, 2, 3], [0, 0, 0, 1])).toEqual({ x: 1, y: 2, z: 3 });
  });

  it("is q v q*, whatever the length of q", () => {
    fc.assert(
      fc.property(vector, quaternion, ([vx, vy, vz], [x, y, z, w]) => {
        // The matrix of a quaternion that need not be unit, divided by its squared length.
        const n = x * x + y * y + z * z + w * w;
        const expected = [
          ((w * w + x * x - y * y - z * z) * vx + 2 * (x * y - w * z) * vy + 2 * (x * z + w * y) * vz) / n,
          (2 * (x * y + w * z) * vx + (w * w - x * x + y * y - z * z) * vy + 2 * (y * z - w * x) * vz) / n,
          (2 * (x * z - w * y) * vx + 2 * (y * z + w * x) * vy + (w * w - x * x - y * y + z * z) * vz) / n,
        ];
        for (const factor of [1, 1e-3, 1e120]) {
          const turned = rotate([vx, vy, vz], [x * factor, y * factor, z * factor, w * factor]);
          const tolerance = 1e-14 * (1 + Math.hypot(vx, vy, vz));
          expect(Math.abs(turned.x - (expected[0] as number))).toBeLessThan(tolerance);
          expect(Math.abs(turned.y - (expected[1] as number))).toBeLessThan(tolerance);
          expect(Math.abs(turned.z - (expected[2] as number))).toBeLessThan(tolerance);
        }
      }),
      { seed },
    );
  });

  it("keeps lengths", () => {
    fc.assert(
      fc.property(vector, quaternion, (v, q) => {
        const { x, y, z } = rotate(v, q);
        expect(Math.abs(Math.hypot(x, y, z) - Math.hypot(...v))).toBeLessThan(1e-12 * (1 + Math.hypot(...v)));
      }),
      { seed },
    );
  });

  it("refuses what is no vector and no quaternion", () => {
    const call = rotate as (...args: unknown[]) => unknown;
    expect(complaintOf(() => call())).toBe(
      "invalid-argument: v must be an object with x, y and z, or an array of 3 numbers, got undefined",
    );
    expect(complaintOf(() => call([1, 2], [0, 0, 0, 1]))).toBe(
      "invalid-argument: v[2] must be a number, got undefined",
    );
    expect(complaintOf(() => call([1, 2, Number.NaN], [0, 0, 0, 1]))).toBe(
      "invalid-argument: v[2] must be a finite number, got NaN",
    );
    expect(complaintOf(() => call([1, 2, 3]))).toBe(
      "invalid-argument: q must be an object with x, y, z and w, or an array of 4 numbers, got undefined",
    );
    expect(complaintOf(() => call([1, 2, 3], { x: 0, y: 0, z: 0, w: 0 }))).toBe("invalid-argument: q must not be zero");
    expect(complaintOf(() => call([1, 2, 3], [0, 0, Number.POSITIVE_INFINITY, 0]))).toBe(
      "invalid-argument: q[2] must be a finite number, got Infinity",
    );
  });
});

describe("boxVertices", () => {
  it("gives the corners in the order that the contract states", () => {
    const vertices = boxVertices(new Box(2, 4, 6), { position: [10, 20, 30] });
    expect(vertices).toEqual([
      { x: 9, y: 18, z: 27 },
      { x: 11, y: 18, z: 27 },
      { x: 9, y: 22, z: 27 },
      { x: 9, y: 18, z: 33 },
      { x: 11, y: 22, z: 33 },
      { x: 9, y: 22, z: 33 },
      { x: 11, y: 18, z: 33 },
      { x: 11, y: 22, z: 27 },
    ]);
  });

  it("at any pose", () => {
    const random = new Random(7);
    // The oracle numbers corners by bits: 1 for +x, 2 for +y, 4 for +z.
    const byBits = [0b000, 0b001, 0b010, 0b100, 0b111, 0b110, 0b101, 0b011];
    for (let i = 0; i < 100; i++) {
      const box: PlacedBox = {
        size: [random.number(1, 2), random.number(1, 2), random.number(1, 2)],
        position: random.vector(5),
        quaternion: random.quaternion(),
      };
      const expected = corners(box);
      boxVertices(new Box(...box.size), box).forEach(({ x, y, z }, k) => {
        const corner = expected[byBits[k] as number] as readonly [number, number, number];
        expect(Math.hypot(x - corner[0], y - corner[1], z - corner[2])).toBeLessThan(1e-14);
      });
    }
  });

  it("refuses what is no box and no pose", () => {
    const call = boxVertices as (...args: unknown[]) => unknown;
    const box = new Box(1, 1, 1);
    expect(complaintOf(() => call(new Sphere(1), {}))).toBe(
      "invalid-argument: box must be a Box, got an object of class Sphere",
    );
    expect(complaintOf(() => call(null, {}))).toBe("invalid-argument: box must be a shape of this package, got null");
    expect(complaintOf(() => call(box, null))).toBe(
      "invalid-argument: pose must be an object with position and quaternion, got null",
    );
    expect(complaintOf(() => call(box, { quaternion: [0, 0, 0, 0] }))).toBe(
      "invalid-argument: pose.quaternion must not be zero",
    );
    box.dispose();
    expect(complaintOf(() => call(box, {}))).toBe("disposed: box is a box that has been disposed of");
  });
});
