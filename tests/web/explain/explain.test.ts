import { Box, collide, explainSat, init, intersects, type SatAxis, Sphere, type Vec3 } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { corners } from "../support/box_oracle.js";
import { kinds, randomPair } from "../support/boxes.js";
import { complaintOf } from "../support/errors.js";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

const dot = (a: readonly number[], { x, y, z }: Vec3) =>
  (a[0] as number) * x + (a[1] as number) * y + (a[2] as number) * z;

describe(`explainSat (HYPERPLANE_SEED=${seed})`, () => {
  it.each(kinds)("%s: the projections are those of the corners, and the decisive axis decides", (kind) => {
    const random = new Random(seed);
    for (let i = 0; i < 100; i++) {
      const [a, b] = randomPair(random, kind);
      const boxA = new Box(...a.size);
      const boxB = new Box(...b.size);
      const { intersects: verdict, axes, decisive } = explainSat(boxA, a, boxB, b);
      const scale = Math.max(...a.size, ...b.size, ...a.position.map(Math.abs));
      expect(verdict).toBe(intersects(boxA, a, boxB, b));
      expect(axes).toHaveLength(15);
      expect(axes.map(({ source }) => source)).toEqual([
        ...Array(3).fill("face-a"),
        ...Array(3).fill("face-b"),
        ...Array(9).fill("edge-edge"),
      ]);
      expect(axes.map(({ indices }) => indices)).toEqual([
        [0],
        [1],
        [2],
        [0],
        [1],
        [2],
        ...[0, 1, 2].flatMap((k) => [0, 1, 2].map((m) => [k, m])),
      ]);
      for (const { axis, intervalA, intervalB, overlap } of axes) {
        if (axis === null) continue;
        expect(Math.abs(Math.hypot(axis.x, axis.y, axis.z) - 1)).toBeLessThan(1e-12);
        for (const [interval, box] of [
          [intervalA, a],
          [intervalB, b],
        ] as const) {
          const projected = corners(box).map((corner) => dot(corner, axis));
          expect(Math.abs(interval[0] - Math.min(...projected))).toBeLessThan(1e-12 * scale);
          expect(Math.abs(interval[1] - Math.max(...projected))).toBeLessThan(1e-12 * scale);
        }
        // The axis points from A to B, so the shorter way out is past A's upper end.
        expect(Math.abs(overlap - (intervalA[1] - intervalB[0]))).toBeLessThan(1e-12 * scale);
      }
      const least = Math.min(...axes.map(({ overlap }) => overlap));
      const { overlap, axis } = axes[decisive] as SatAxis;
      expect(overlap).toBeCloseTo(least, 9);
      expect(least >= 0).toBe(verdict);
      const contact = collide(boxA, a, boxB, b);
      if (contact) {
        expect(contact.depth).toBeCloseTo(overlap, 9);
        expect(
          contact.normal.x * (axis?.x ?? 0) + contact.normal.y * (axis?.y ?? 0) + contact.normal.z * (axis?.z ?? 0),
        ).toBeCloseTo(1, 9);
      }
      boxA.dispose();
      boxB.dispose();
    }
  });

  it("has no axis where edges are parallel", () => {
    const box = new Box(1, 1, 1);
    const { axes } = explainSat(box, {}, box, { position: [0.5, 0, 0] });
    const parallel = axes.filter(({ axis }) => axis === null);
    expect(parallel.map(({ indices }) => indices)).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    for (const { overlap, source } of parallel) {
      expect(overlap).toBe(Number.POSITIVE_INFINITY);
      expect(source).toBe("edge-edge");
    }
  });

  it("of axes that tie the first one decides", () => {
    const box = new Box(1, 1, 1);
    expect(explainSat(box, {}, box, { position: [0.5, 0.5, 0.5] }).decisive).toBe(0);
    expect(explainSat(box, {}, box, { position: [0, 2, 0] }).decisive).toBe(1);
  });

  it("gives plain data that later calls leave alone", () => {
    const box = new Box(1, 1, 1);
    const first = explainSat(box, {}, box, { position: [0.5, 0, 0] });
    const copy = structuredClone(first);
    explainSat(box, {}, box, { position: [0, 3, 1], quaternion: [1, 2, 3, 4] });
    expect(first).toEqual(copy);
  });

  it("refuses what it cannot explain", () => {
    const box = new Box(1, 1, 1);
    const call = explainSat as (...args: unknown[]) => unknown;
    expect(complaintOf(() => call(box, {}, new Sphere(1), {}))).toBe(
      "invalid-argument: separating axes are for shapes with flat faces",
    );
    expect(complaintOf(() => call(box, {}, null, {}))).toBe(
      "invalid-argument: b must be a shape of this package, got null",
    );
    expect(complaintOf(() => call(box, { quaternion: [0, 0, 0, 0] }, box, {}))).toBe(
      "invalid-argument: poseA.quaternion must not be zero",
    );
    box.dispose();
    expect(complaintOf(() => call(box, {}, box, {}))).toBe("disposed: a is a box that has been disposed of");
  });
});
