import { describe, expect, test } from "vitest";

// The parts of the benchmark that judge hyperplane/2d and its peers.

const load = (file: string) => import(new URL(`../../../bench/${file}`, import.meta.url).href);
const { movingInPlane, planePairs } = await load("plane/scenes.js");
const { castsInPlane, judgePlane, place, raysInPlane, ringDistance, signedDistance, touchingInPlane } =
  await load("plane/oracle.js");
const { judge } = await load("lib/judge.js");

type Ring = [number, number][];
const square = { type: "rectangle", width: 1, height: 1 };

/** Least overlap over many directions; positive: the widest gap. An independent bound from above and from below. */
function widestGap(a: Ring, b: Ring, count = 20_000): number {
  let widest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; ++i) {
    const angle = (2 * Math.PI * i) / count;
    const along = ([x, y]: [number, number]) => x * Math.cos(angle) + y * Math.sin(angle);
    widest = Math.max(widest, Math.min(...b.map(along)) - Math.max(...a.map(along)));
  }
  return widest;
}

describe("scenes in the plane", () => {
  test.each([
    ["rectangle", 1.5],
    ["polygon", 1.2],
    ["concave", 1.8],
  ])("%s: the same again, about half of the pairs overlapping", (type, spread) => {
    const scene = planePairs({ type, count: 600, spread, shapeCount: 40 });
    expect(planePairs({ type, count: 600, spread, shapeCount: 40 })).toEqual(scene);
    const { overlapping } = judgePlane(scene);
    expect(overlapping / 600).toBeGreaterThan(0.35);
    expect(overlapping / 600).toBeLessThan(0.65);
  });

  test("polygons have their centroid at the origin, and concave ones look inwards somewhere", () => {
    for (const type of ["polygon", "concave"]) {
      const { shapes } = planePairs({ type, count: 1, spread: 1, shapeCount: 60 });
      for (const shape of shapes) {
        const ring: Ring = place(shape, 0, 0, 0);
        const turns = ring.map(([x, y], i) => {
          const [px, py] = ring.at(i - 1) as [number, number];
          const [qx, qy] = ring[(i + 1) % ring.length] as [number, number];
          return (x - px) * (qy - y) - (y - py) * (qx - x);
        });
        expect(turns.some((turn) => turn < -1e-6)).toBe(type === "concave");
        let [area, mx] = [0, 0];
        ring.forEach(([x, y], i) => {
          const [qx, qy] = ring[(i + 1) % ring.length] as [number, number];
          area += x * qy - y * qx;
          mx += (x + qx) * (x * qy - y * qx);
        });
        expect(Math.abs(mx / (3 * area))).toBeLessThan(1e-6);
      }
    }
  });

  test("rectangles have about one touching pair each, and move", () => {
    const scene = movingInPlane("rectangle", 1000);
    const touching = [...touchingInPlane(scene, 2).values()].filter((distance) => distance <= 0).length;
    expect(touching).toBeGreaterThan(800);
    expect(touching).toBeLessThan(1200);
    expect(scene.positions[1]).not.toEqual(scene.positions[0]);
  });
});

describe("oracles of the plane", () => {
  test("squares: side by side, corner to corner, one in the other", () => {
    const at = (x: number, y: number, angle = 0) => place(square, x, y, angle);
    expect(signedDistance(at(0, 0), at(3, 0))).toBeCloseTo(2, 12);
    expect(signedDistance(at(0, 0), at(2, 2))).toBeCloseTo(Math.SQRT2, 12);
    expect(signedDistance(at(0, 0), at(0.75, 0.1))).toBeCloseTo(-0.25, 12);
    expect(signedDistance(at(0, 0), at(0, 0, Math.PI / 4))).toBeCloseTo(-0.5 - Math.SQRT1_2, 12);
    expect(ringDistance(at(0, 0), at(3, 0))).toBeCloseTo(2, 12);
    expect(ringDistance(at(0, 0), place({ type: "rectangle", width: 9, height: 9 }, 0, 0, 0))).toBe(-1);
  });

  test("agree with a search over directions", () => {
    const scene = planePairs({ type: "polygon", count: 60, spread: 1.2, shapeCount: 30 });
    const { signed } = judgePlane(scene);
    for (let i = 0; i < scene.count; ++i) {
      const [a, b] = [0, 1].map((k) =>
        place(scene.shapes[scene.pairs[2 * i + k]], ...scene.poses.subarray(6 * i + 3 * k, 6 * i + 3 * k + 3)),
      ) as [Ring, Ring];
      expect(Math.abs(widestGap(a, b) - signed[i])).toBeLessThan(1e-3);
    }
  });

  test("rays and casts stop where they must", () => {
    const scene = {
      count: 1,
      shapes: [square],
      positions: [Float64Array.of(3, 0)],
      angles: [Float64Array.of(0)],
    };
    const rays = Float64Array.of(0, 0, 1, 0, 0, 0.6, 1, 0, 0, 0, -1, 0);
    expect([...raysInPlane(scene, 0, rays)]).toEqual([2.5, Infinity, Infinity]);
    const casts = castsInPlane(scene, 0, square);
    expect(casts.free([0, 0, 0, 4, 0])).toBe(true);
    expect(casts.free([2.5, 0, 0, 4, 0])).toBe(false);
    expect(casts.time([0, 0, 0, 4, 0])).toBeCloseTo(0.5, 6);
    expect(casts.time([0, 1.2, 0, 4, 0])).toBe(Infinity);
  });
});

test("the judge counts wrong answers in the plane", () => {
  const scene = planePairs({ type: "rectangle", count: 100, spread: 1.5, shapeCount: 20 });
  const truth = judgePlane(scene);
  const hit = Uint8Array.from(truth.signed, (distance: number) => (distance <= 0 ? 1 : 0));
  expect(judge({ hit }, "intersects", truth)).toEqual({ wrongHits: 0 });
  hit[3] = 1 - (hit[3] as number);
  expect(judge({ hit }, "intersects", truth)).toEqual({ wrongHits: 1 });
  const deep = truth.signed.findIndex((distance: number) => distance < -0.1);
  const out = new Float64Array(300);
  const verdict = judge({ out }, "contact", truth);
  expect(verdict.wrongHits).toBe(truth.overlapping);
  // A translation along a wrong axis, as long as the right one, leaves them overlapping or parts them by chance.
  out.set([1, 0, -truth.signed[deep]], 3 * deep);
  expect(judge({ out }, "contact", truth).wrongHits).toBe(truth.overlapping - 1);
  expect(judge({ out }, "contact", truth).wrongDepths).toBe(verdict.wrongDepths - 1);
});
