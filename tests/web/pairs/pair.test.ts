import fc from "fast-check";
import {
  Box,
  type Contact,
  collide,
  type Distance,
  distance,
  init,
  intersects,
  type Pose,
  Sphere,
  type Vec3,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { boxBoxDistance, type PlacedBox, pointBoxDistance, sizeOf } from "../support/box_oracle.js";
import { kinds, randomPair } from "../support/boxes.js";
import { NO_FEATURES } from "../support/features.js";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

const asBox = ({ size }: PlacedBox) => new Box(...size);
const array = ({ x, y, z }: Vec3) => [x, y, z] as const;
const length = ({ x, y, z }: Vec3) => Math.hypot(x, y, z);
const moved = (box: PlacedBox, by: Vec3): PlacedBox => ({
  ...box,
  position: [box.position[0] + by.x, box.position[1] + by.y, box.position[2] + by.z],
});
const oppositeOf = ({ x, y, z }: Vec3): Vec3 => ({ x: -x, y: -y, z: -z });

function expectWitnesses({ distance, pointA, pointB, normal }: Distance, tolerance: number): void {
  expect(Math.abs(length(normal) - 1)).toBeLessThan(1e-12);
  expect(Math.abs(pointB.x - pointA.x - normal.x * distance)).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(pointB.y - pointA.y - normal.y * distance)).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(pointB.z - pointA.z - normal.z * distance)).toBeLessThanOrEqual(tolerance);
}

describe(`box pairs against an independent oracle (HYPERPLANE_SEED=${seed})`, () => {
  it.each(kinds)("%s", (kind) => {
    const random = new Random(seed);
    const count = 400;
    let overlapping = 0;
    for (let i = 0; i < count; i++) {
      const [a, b] = randomPair(random, kind);
      const tolerance = 1e-6 * sizeOf(a, b);
      const truth = boxBoxDistance(a, b);
      const boxA = asBox(a);
      const boxB = asBox(b);
      const where = `pair ${i}: ${JSON.stringify([a, b])}`;
      if (truth <= 0) overlapping++;

      const verdict = intersects(boxA, a, boxB, b);
      if (Math.abs(truth) > tolerance) expect(verdict, where).toBe(truth < 0);

      const d = distance(boxA, a, boxB, b);
      expect(Math.abs(d.distance - truth), where).toBeLessThanOrEqual(tolerance);
      expect(d.distance <= 0, where).toBe(verdict);
      expectWitnesses(d, tolerance);
      expect(pointBoxDistance(array(d.pointA), a), where).toBeLessThanOrEqual(tolerance);
      expect(pointBoxDistance(array(d.pointB), b), where).toBeLessThanOrEqual(tolerance);

      const contact = collide(boxA, a, boxB, b);
      expect(contact !== null, where).toBe(verdict);
      if (contact) {
        expect(Math.abs(contact.depth + truth), where).toBeLessThanOrEqual(tolerance);
        const apart = boxBoxDistance(a, moved(b, contact.mtv));
        expect(Math.abs(apart), where).toBeLessThanOrEqual(tolerance);
        expectPoints(contact, a, b, tolerance, where);
      }
      boxA.dispose();
      boxB.dispose();
    }
    expect(overlapping / count).toBeGreaterThanOrEqual(0.3);
    expect(overlapping / count).toBeLessThanOrEqual(0.7);
  });
});

function expectPoints(
  { points, normal, depth }: Contact,
  a: PlacedBox,
  b: PlacedBox,
  tolerance: number,
  where: string,
): void {
  expect(points.length, where).toBeGreaterThanOrEqual(1);
  expect(points.length, where).toBeLessThanOrEqual(4);
  expect(Math.abs((points[0]?.depth ?? Number.NaN) - depth), where).toBeLessThanOrEqual(tolerance);
  for (const { onA, onB, depth: here } of points) {
    expect(here, where).toBeLessThanOrEqual(depth + tolerance);
    expect(Math.abs(onA.x - onB.x - normal.x * here), where).toBeLessThanOrEqual(tolerance);
    expect(Math.abs(onA.y - onB.y - normal.y * here), where).toBeLessThanOrEqual(tolerance);
    expect(Math.abs(onA.z - onB.z - normal.z * here), where).toBeLessThanOrEqual(tolerance);
    expect(pointBoxDistance(array(onA), a), where).toBeLessThanOrEqual(tolerance);
    expect(pointBoxDistance(array(onB), b), where).toBeLessThanOrEqual(tolerance);
  }
}

describe("known traps", () => {
  const unit = () => new Box(1, 1, 1);

  it("two boxes that cross with no corner of either inside the other", () => {
    const contact = collide(new Box(4, 1, 1), {}, new Box(1, 4, 1), {});
    expect(contact?.depth).toBeCloseTo(1, 12);
    expect(Math.abs(contact?.normal.z ?? 0)).toBeCloseTo(1, 12);
  });

  it("containment: the way out is through the nearer end, not the length of the intersection", () => {
    const contact = collide(new Box(10, 10, 10), {}, unit(), { position: [3, 0, 0] });
    expect(contact?.depth).toBeCloseTo(2.5, 12);
    expect(contact?.normal.x).toBeCloseTo(1, 12);
  });

  it("edge against edge: the depth is the shift that separates, not the depth of a contact point", () => {
    // Two unit boxes, each turned by 45 degrees about a horizontal edge direction, one above the other: edge on edge.
    const s = Math.sin(Math.PI / 8);
    const c = Math.cos(Math.PI / 8);
    const a = { quaternion: [s, 0, 0, c] };
    const b = { position: [0, Math.SQRT2 - 0.1, 0], quaternion: [0, 0, s, c] };
    const contact = collide(unit(), a, unit(), b);
    expect(contact?.depth).toBeCloseTo(0.1, 12);
    expect(contact?.normal.y).toBeCloseTo(1, 12);
    expect(contact?.points).toHaveLength(1);
  });

  it("ids name the features that touch", () => {
    // A small box in the middle of the top of a large one, which is its face 3 (+Y): corners of the lower face.
    const small = { position: [0, 1.4, 0] };
    const ids = (contact: Contact | null) => contact?.points.map(({ id }) => id) ?? [];
    const onTop = ids(collide(new Box(4, 2, 4), {}, unit(), small));
    expect(new Set(onTop)).toEqual(new Set([0, 1, 3, 6].map((corner) => (((1 << 12) | corner) << 16) | (3 << 12) | 3)));
    // The same with A and B exchanged, and a little later.
    const exchanged = ids(collide(unit(), small, new Box(4, 2, 4), {})).map((id) => ((id << 16) | (id >>> 16)) >>> 0);
    expect(new Set(exchanged)).toEqual(new Set(onTop));
    expect(ids(collide(new Box(4, 2, 4), {}, unit(), { position: [0.1, 1.41, 0] }))).toEqual(onTop);
    // Spheres have no features.
    expect(ids(collide(new Sphere(1), {}, new Sphere(1), { position: [0, 1.5, 0] }))).toEqual([0]);
  });

  it("equal boxes at the same pose", () => {
    const contact = collide(new Box(1, 2, 3), {}, new Box(1, 2, 3), {});
    expect(contact?.depth).toBeCloseTo(1, 12);
    expect(Math.abs(contact?.normal.x ?? 0)).toBeCloseTo(1, 12);
    expect(contact?.points).toHaveLength(4);
  });

  it("a pair at a million metres from the origin", () => {
    const contact = collide(unit(), { position: [1e6, -1e6, 1e6] }, unit(), { position: [1e6 + 0.75, -1e6, 1e6] });
    expect(contact?.depth).toBe(0.25);
    expect(contact?.normal).toEqual({ x: 1, y: 0, z: 0 });
  });

  it("touching counts, and its depth is 0", () => {
    expect(intersects(unit(), {}, unit(), { position: [1, 0, 0] })).toBe(true);
    expect(collide(unit(), {}, unit(), { position: [1, 0, 0] })).toMatchObject({
      depth: 0,
      normal: { x: 1, y: 0, z: 0 },
    });
    expect(distance(unit(), {}, unit(), { position: [1, 0, 0] }).distance).toBe(0);
    expect(collide(unit(), {}, unit(), { position: [1 + 1e-9, 0, 0] })).toBeNull();
  });
});

describe("spheres, whose answers are known", () => {
  it("with a sphere", () => {
    const d = distance(new Sphere(1), { position: [1, 2, 3] }, new Sphere(2), { position: [1, 2, 8] });
    expect(d).toEqual({
      distance: 2,
      pointA: { x: 1, y: 2, z: 4 },
      pointB: { x: 1, y: 2, z: 6 },
      normal: { x: 0, y: 0, z: 1 },
      ...NO_FEATURES,
    });
    expect(collide(new Sphere(1), {}, new Sphere(1), { position: [0, 1.5, 0] })).toMatchObject({
      depth: 0.5,
      normal: { x: 0, y: 1, z: 0 },
      mtv: { x: 0, y: 0.5, z: 0 },
      points: [{ onA: { x: 0, y: 1, z: 0 }, onB: { x: 0, y: 0.5, z: 0 }, depth: 0.5 }],
    });
    expect(collide(new Sphere(1), {}, new Sphere(1), {})?.depth).toBe(2);
  });

  it("with a box, against the oracle's distance of a point", () => {
    const random = new Random(seed);
    let overlapping = 0;
    for (let i = 0; i < 500; i++) {
      const [box] = randomPair(random, "ordinary");
      const radius = random.number(0.2, 0.6);
      const centre = random.vector(1).map((x, k) => x + (box.position[k] as number)) as [number, number, number];
      const truth = pointBoxDistance(centre, box);
      const sphere = new Sphere(radius);
      const shape = asBox(box);
      const ab = distance(shape, box, sphere, { position: centre });
      const ba = distance(sphere, { position: centre }, shape, box);
      if (truth > 0) expect(Math.abs(ab.distance - (truth - radius))).toBeLessThan(1e-12);
      else expect(ab.distance).toBeLessThanOrEqual(-radius);
      if (ab.distance <= 0) overlapping++;
      expect(ba.distance).toBeCloseTo(ab.distance, 12);
      expect(
        length({ x: ba.normal.x + ab.normal.x, y: ba.normal.y + ab.normal.y, z: ba.normal.z + ab.normal.z }),
      ).toBeLessThan(1e-9);
      expectWitnesses(ab, 1e-12);
      expectWitnesses(ba, 1e-12);
      expect(intersects(shape, box, sphere, { position: centre })).toBe(ab.distance <= 0);
    }
    expect(overlapping / 500).toBeGreaterThan(0.3);
    expect(overlapping / 500).toBeLessThan(0.7);
  });
});

describe("invariants", () => {
  const size = fc.double({ min: 0.1, max: 2, noNaN: true });
  // Multiples of a power of two: nothing so small that scaling it would lose bits.
  const component = fc.integer({ min: -(2 ** 20), max: 2 ** 20 }).map((n) => n * 2 ** -20);
  const vector = fc.tuple(component, component, component);
  const quaternion = fc
    .tuple(component, component, component, component)
    .filter((q) => Math.hypot(...q) > 0.1)
    .map((q) => q.map((x) => x / Math.hypot(...q)) as unknown as PlacedBox["quaternion"]);
  const placedBox = fc.record({ size: fc.tuple(size, size, size), position: vector, quaternion });
  const boxes = fc.tuple(placedBox, placedBox);

  /** Runs a property on the two boxes, which are freed afterwards. */
  const check = (property: (boxA: Box, a: PlacedBox, boxB: Box, b: PlacedBox) => void) =>
    fc.assert(
      fc.property(boxes, ([a, b]) => {
        const boxA = asBox(a);
        const boxB = asBox(b);
        property(boxA, a, boxB, b);
        boxA.dispose();
        boxB.dispose();
      }),
      { numRuns: 300, seed },
    );

  it("A and B exchanged: the same distance, the same depth, the opposite way", () => {
    check((boxA, a, boxB, b) => {
      const ab = distance(boxA, a, boxB, b);
      const ba = distance(boxB, b, boxA, a);
      expect(Math.abs(ab.distance - ba.distance)).toBeLessThan(1e-9);
      const contact = collide(boxB, b, boxA, a);
      if (contact) {
        // Of equal ways out either may be taken; each must separate.
        expect(Math.abs(boxBoxDistance(moved(a, contact.mtv), b))).toBeLessThan(1e-9);
        expect(Math.abs(boxBoxDistance(a, moved(b, oppositeOf(contact.mtv))))).toBeLessThan(1e-9);
      }
    });
  });

  it("both moved rigidly: the same distance, and the normal moves along", () => {
    check((boxA, a, boxB, b) => {
      const turn = a.quaternion;
      const shift = [10, -20, 30] as const;
      const before = distance(boxA, a, boxB, b);
      const after = distance(boxA, rigidly(a, turn, shift), boxB, rigidly(b, turn, shift));
      expect(Math.abs(after.distance - before.distance)).toBeLessThan(1e-9);
    });
  });

  it("both scaled by a power of two: exactly the same normal, everything else scaled exactly", () => {
    check((boxA, a, boxB, b) => {
      const before = distance(boxA, a, boxB, b);
      for (const factor of [2 ** -10, 2 ** 10]) {
        const [bigA, bigB] = [scaled(a, factor), scaled(b, factor)];
        const after = distance(asBox(bigA), bigA, asBox(bigB), bigB);
        expect(after.normal).toEqual(before.normal);
        expect(after.distance).toBe(before.distance * factor);
        expect(after.pointA).toEqual({
          x: before.pointA.x * factor,
          y: before.pointA.y * factor,
          z: before.pointA.z * factor,
        });
      }
    });
  });

  it("moved by the MTV they only touch, A the one way or B the other", () => {
    check((boxA, a, boxB, b) => {
      const contact = collide(boxA, a, boxB, b);
      if (contact === null) return;
      const { mtv, depth, normal } = contact;
      expect(mtv).toEqual({ x: normal.x * depth, y: normal.y * depth, z: normal.z * depth });
      expect(Math.abs(distance(boxA, a, boxB, moved(b, mtv)).distance)).toBeLessThan(1e-9);
      expect(Math.abs(distance(boxA, moved(a, oppositeOf(mtv)), boxB, b).distance)).toBeLessThan(1e-9);
    });
  });

  it("a quaternion of another length, or of opposite sign, is the same rotation", () => {
    check((boxA, a, boxB, b) => {
      const { distance: expected } = distance(boxA, a, boxB, b);
      for (const factor of [-1, 1e-3, 1e3, 1e-120, 1e120]) {
        const pose: Pose = { position: a.position, quaternion: a.quaternion.map((x) => x * factor) };
        expect(Math.abs(distance(boxA, pose, boxB, b).distance - expected)).toBeLessThan(1e-9);
        expect(intersects(boxA, pose, boxB, b)).toBe(
          Math.abs(expected) < 1e-9 ? intersects(boxA, pose, boxB, b) : expected < 0,
        );
      }
    });
  });

  type Q = PlacedBox["quaternion"];
  const product = ([ax, ay, az, aw]: Q, [bx, by, bz, bw]: Q): Q => [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
  function rigidly(box: PlacedBox, turn: Q, shift: readonly [number, number, number]): PlacedBox {
    const [x, y, z] = product(product(turn, [...box.position, 0]), [-turn[0], -turn[1], -turn[2], turn[3]]);
    return { ...box, position: [x + shift[0], y + shift[1], z + shift[2]], quaternion: product(turn, box.quaternion) };
  }
  function scaled(box: PlacedBox, factor: number): PlacedBox {
    const times = (v: readonly [number, number, number]) => [v[0] * factor, v[1] * factor, v[2] * factor] as const;
    return { ...box, size: times(box.size), position: times(box.position) };
  }
});
