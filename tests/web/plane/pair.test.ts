import * as hyperplane from "hyperplane/2d";
import {
  Circle,
  type Contact,
  closestPoint,
  collide,
  collideAll,
  distance,
  distanceBatch,
  Ellipse,
  explainSat,
  init,
  intersects,
  intersectsBatch,
  mtvBatch,
  Rectangle,
  raycast,
  Segment,
  type Shape,
  support,
  timeOfImpact,
} from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { goldenPlane } from "../../browser/pages/golden_plane.js";
import { GOLDEN_PLANE } from "../support/golden.js";
import {
  gapAlong,
  outside,
  type Place,
  polygon,
  randomSolid,
  reach,
  rectangle,
  type Solid,
  signedDistance,
} from "../support/plane_oracle.js";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

interface Placed {
  readonly a: Solid;
  readonly b: Solid;
  readonly poseA: Place;
  readonly poseB: Place;
}

const turns = [0, Math.PI / 2, Math.PI, 1e-9, 1e-5, -1e-7];

/** About half of them overlap. */
function randomPair(random: Random): Placed {
  const scale = [1, 1, 1, 1e-3, 1e3][random.integer(5)] as number;
  const other = random.integer(6) === 0 ? 1e-2 : 1;
  const far = random.integer(4) === 0 ? 1e6 : 0;
  const a = randomSolid(random, scale);
  const b = randomSolid(random, scale * other);
  const poseA: Place = { position: [far + random.number(-scale, scale), -far], angle: random.number(-10, 10) };
  const turn = random.integer(5) < 2 ? (turns[random.integer(6)] as number) : random.number(-10, 10);
  const apart = random.integer(10) === 0 ? 0 : random.number(0, 0.8) * (a.diameter + b.diameter);
  const angle = random.number(0, 2 * Math.PI);
  const position = [poseA.position[0] + apart * Math.cos(angle), poseA.position[1] + apart * Math.sin(angle)] as const;
  return { a, b, poseA, poseB: { position, angle: poseA.angle + turn } };
}

const difference = (p: { x: number; y: number }, q: { x: number; y: number }) => [p.x - q.x, p.y - q.y] as const;
const near = (value: number, wanted: number, tolerance: number, where: string) =>
  expect(Math.abs(value - wanted), where).toBeLessThanOrEqual(tolerance);

function expectRight({ a, b, poseA, poseB }: Placed, where: string): boolean {
  const [shapeA, shapeB] = [a.make(), b.make()];
  const size = Math.max(a.diameter, b.diameter);
  const isRound = a.ellipse !== undefined || b.ellipse !== undefined;
  const tolerance = (isRound ? 1e-5 : 1e-6) * size;
  const noise = 1e-6 * size + 1e-15 * Math.abs(poseA.position[0]);
  const truth = signedDistance(a, poseA, b, poseB);

  const d = distance(shapeA, poseA, shapeB, poseB);
  near(d.distance, truth, tolerance, where);
  near(Math.hypot(d.normal.x, d.normal.y), 1, 1e-12, where);
  near(gapAlong(a, poseA, b, poseB, d.normal.x, d.normal.y), d.distance, noise, where);
  const [dx, dy] = difference(d.pointB, d.pointA);
  near(dx, d.normal.x * d.distance, noise, where);
  near(dy, d.normal.y * d.distance, noise, where);
  expect(outside(a, poseA, d.pointA), where).toBeLessThanOrEqual(tolerance + noise);
  expect(outside(b, poseB, d.pointB), where).toBeLessThanOrEqual(tolerance + noise);

  const verdict = intersects(shapeA, poseA, shapeB, poseB);
  if (Math.abs(truth) > 1e-6 * size) expect(verdict, where).toBe(truth < 0);
  const contact = collide(shapeA, poseA, shapeB, poseB);
  expect(contact !== null, where).toBe(verdict);
  expect(collideAll(shapeA, poseA, shapeB, poseB), where).toEqual(contact === null ? [] : [contact]);
  if (contact) {
    near(contact.depth, -truth, tolerance, where);
    expectPoints(contact, a, poseA, b, poseB, tolerance + noise, where);
    const { x, y } = contact.mtv;
    const moved: Place = { ...poseB, position: [poseB.position[0] + x, poseB.position[1] + y] };
    near(gapAlong(a, poseA, b, moved, contact.normal.x, contact.normal.y), 0, noise, where);
  }
  shapeA.dispose();
  shapeB.dispose();
  return verdict;
}

function expectPoints(
  contact: Contact,
  a: Solid,
  poseA: Place,
  b: Solid,
  poseB: Place,
  tolerance: number,
  where: string,
) {
  const { points, normal, depth, partA, partB } = contact;
  expect([1, 2], where).toContain(points.length);
  expect([partA, partB], where).toEqual([-1, -1]);
  near((points[0] as { depth: number }).depth, depth, tolerance, where);
  for (const point of points) {
    expect(point.depth, where).toBeLessThanOrEqual(depth + tolerance);
    expect(point.depth, where).toBeGreaterThanOrEqual(-tolerance);
    const [dx, dy] = difference(point.onA, point.onB);
    near(dx, normal.x * point.depth, tolerance, where);
    near(dy, normal.y * point.depth, tolerance, where);
    expect(outside(a, poseA, point.onA), where).toBeLessThanOrEqual(tolerance);
    expect(outside(b, poseB, point.onB), where).toBeLessThanOrEqual(tolerance);
  }
}

describe(`hyperplane/2d against an independent oracle (HYPERPLANE_SEED=${seed})`, () => {
  it("distances, verdicts, translation vectors and contact points of random pairs", () => {
    const random = new Random(seed);
    const count = 2000;
    let overlapping = 0;
    for (let i = 0; i < count; i++) {
      const pair = randomPair(random);
      const where = `pair ${i}: ${pair.a.name}, ${pair.b.name}`;
      if (expectRight(pair, where)) overlapping++;
    }
    expect(overlapping / count).toBeGreaterThan(0.3);
    expect(overlapping / count).toBeLessThan(0.7);
  });

  it("vertex on vertex, vertex on edge, edge on edge, contained and coincident", () => {
    const solids = [
      rectangle(2, 2),
      rectangle(2, 0),
      polygon([
        [-1, -1],
        [1, -1],
        [0, 1],
      ]),
      polygon(
        [
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 2],
        ],
        0.25,
      ),
    ];
    for (const a of solids) {
      for (const b of solids) {
        for (let step = 0; step < 49; step += 2) {
          const poseA: Place = { position: [3, 4], angle: 0 };
          const poseB: Place = {
            position: [step % 7, 1 + Math.floor(step / 7)],
            angle: (step % 8) * (Math.PI / 4),
          };
          expectRight({ a, b, poseA, poseB }, `${a.name}, ${b.name}, step ${step}`);
        }
      }
    }
  });

  it("rays, closest points and support points", () => {
    const random = new Random(seed);
    let [hits, misses] = [0, 0];
    for (let i = 0; i < 1000; i++) {
      const it = randomSolid(random, 1);
      const shape = it.make();
      const pose: Place = { position: [random.number(-1, 1), 0], angle: random.number(-9, 9) };
      const where = `${i}: ${it.name}`;
      const angle = random.number(0, 2 * Math.PI);
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      const far = support(shape, pose, { x: 5 * x, y: 5 * y });
      const height = (far.x - pose.position[0]) * x + (far.y - pose.position[1]) * y;
      near(height, reach(it, pose.angle, x, y), 1e-12 * (1 + it.diameter), where);

      const origin = [random.number(-4, 4), random.number(-4, 4)] as const;
      const point = closestPoint(shape, pose, origin);
      near(point.point.x + point.normal.x * point.distance, origin[0], 1e-12, where);
      near(point.point.y + point.normal.y * point.distance, origin[1], 1e-12, where);
      expect(outside(it, pose, point.point), where).toBeLessThanOrEqual(1e-8);
      const truth = outside(it, pose, { x: origin[0], y: origin[1] });
      near(Math.max(0, point.distance), truth, 1e-7, where);

      const target = [pose.position[0] + random.number(-1, 1), random.number(-1, 1)] as const;
      const hit = raycast(shape, pose, origin, [target[0] - origin[0], target[1] - origin[1]], 50);
      if (hit === null) misses++;
      else {
        hits++;
        expect(outside(it, pose, hit.point), where).toBeLessThanOrEqual(1e-8);
        near(Math.hypot(hit.point.x - origin[0], hit.point.y - origin[1]), hit.distance, 1e-9, where);
        expect(hit.part).toBe(-1);
        // Nothing lies before it.
        for (let k = 0; k < 20; k++) {
          const t = (hit.distance / 20) * k;
          if (t > hit.distance - 1e-6) break;
          const length = Math.hypot(target[0] - origin[0], target[1] - origin[1]);
          const before = {
            x: origin[0] + ((target[0] - origin[0]) / length) * t,
            y: origin[1] + ((target[1] - origin[1]) / length) * t,
          };
          expect(outside(it, pose, before), where).toBeGreaterThan(0);
        }
      }
      shape.dispose();
    }
    expect(hits).toBeGreaterThan(100);
    expect(misses).toBeGreaterThan(50);
  });

  it("times of impact, beside dense sampling", () => {
    const random = new Random(seed);
    let hits = 0;
    for (let i = 0; i < 150; i++) {
      const [a, b] = [randomSolid(random, 1), randomSolid(random, 1)];
      const [shapeA, shapeB] = [a.make(), b.make()];
      const turn = random.integer(3) === 0 ? 30 : 3;
      const side = random.number(-2, 2);
      const place = (x: number, y: number, angle: number): Place => ({ position: [x, y], angle });
      const sweepA = { from: place(0, 0, 1), to: place(0, 0, random.number(-turn, turn)) };
      const sweepB = { from: place(-3, side, 0), to: place(3, -side, random.number(-turn, turn)) };
      const at = ({ from, to }: typeof sweepA, t: number): Place => ({
        position: [
          from.position[0] + (to.position[0] - from.position[0]) * t,
          from.position[1] + (to.position[1] - from.position[1]) * t,
        ],
        angle: from.angle + (to.angle - from.angle) * t,
      });
      const size = Math.max(a.diameter, b.diameter, 1e-9);
      const apart = (t: number) => signedDistance(a, at(sweepA, t), b, at(sweepB, t));
      const impact = timeOfImpact(shapeA, sweepA, shapeB, sweepB);
      const end = impact?.time ?? 1;
      for (let k = 0; k < 30; k++) {
        expect(apart((end * k) / 30), `${i}: ${a.name}, ${b.name}`).toBeGreaterThan(-2e-6 * size);
      }
      if (impact === null) continue;
      hits++;
      expect(impact).toMatchObject({ converged: true, partA: -1, partB: -1 });
      near(apart(end), 0, 1e-6 * size, `${i}: ${a.name}, ${b.name}`);
    }
    expect(hits).toBeGreaterThan(50);
  });

  it("gives the bits of single calls in batches of every size", () => {
    const random = new Random(seed);
    for (const count of [0, 1, 2, 255, 256, 257, 700]) {
      const shapes: Shape[] = [];
      const pairs = new Uint32Array(2 * count);
      const poses = new Float64Array(6 * count);
      for (let i = 0; i < count; i++) {
        const { a, b, poseA, poseB } = randomPair(random);
        pairs.set([shapes.push(a.make()) - 1, shapes.push(b.make()) - 1], 2 * i);
        poses.set([...poseA.position, poseA.angle, ...poseB.position, poseB.angle], 6 * i);
      }
      const batch = { shapes, pairs, poses };
      const verdicts = new Uint8Array(count);
      const distances = new Float64Array(3 * count);
      const depths = new Float64Array(3 * count);
      for (let i = 0; i < count; i++) {
        const pose = (at: number) => ({ position: poses.subarray(at, at + 2), angle: poses[at + 2] as number });
        const pair = [shapes[2 * i] as Shape, pose(6 * i), shapes[2 * i + 1] as Shape, pose(6 * i + 3)] as const;
        verdicts[i] = intersects(...pair) ? 1 : 0;
        const d = distance(...pair);
        distances.set([d.normal.x, d.normal.y, d.distance], 3 * i);
        const contact = collide(...pair);
        if (contact) depths.set([contact.normal.x, contact.normal.y, contact.depth], 3 * i);
      }
      expect(intersectsBatch(batch)).toEqual(verdicts);
      expect(distanceBatch(batch)).toEqual(distances);
      expect(mtvBatch(batch)).toEqual(depths);
      const [bytes, numbers] = [new Uint8Array(count + 1).fill(7), new Float64Array(3 * count + 1).fill(7)];
      expect(intersectsBatch(batch, bytes)).toBe(bytes);
      expect(bytes).toEqual(Uint8Array.of(...verdicts, 7));
      expect(mtvBatch(batch, numbers)).toBe(numbers);
      expect(numbers).toEqual(Float64Array.of(...depths, 7));
      for (const shape of shapes) shape.dispose();
    }
  });

  it("gives rectangles, of which it tests two pairs at a time, the bits of single calls", () => {
    const random = new Random(seed);
    const count = 1001;
    const shapes = Array.from({ length: 40 }, () => new Rectangle(random.number(0.5, 1.5), random.number(0.5, 1.5)));
    const pairs = Uint32Array.from({ length: 2 * count }, () => random.integer(shapes.length));
    const poses = Float64Array.from({ length: 6 * count }, (_, i) =>
      i % 3 === 2 ? (turns[random.integer(turns.length)] as number) + random.number(-9, 9) : random.number(-0.7, 0.7),
    );
    const verdicts = new Uint8Array(count);
    const depths = new Float64Array(3 * count);
    for (let i = 0; i < count; i++) {
      const pose = (at: number) => ({ position: poses.subarray(at, at + 2), angle: poses[at + 2] as number });
      const [a, b] = [shapes[pairs[2 * i] as number] as Shape, shapes[pairs[2 * i + 1] as number] as Shape];
      const contact = collide(a, pose(6 * i), b, pose(6 * i + 3));
      if (contact === null) continue;
      verdicts[i] = 1;
      depths.set([contact.normal.x, contact.normal.y, contact.depth], 3 * i);
    }
    const overlapping = verdicts.reduce((sum, verdict) => sum + verdict, 0);
    expect(overlapping).toBeGreaterThan(0.3 * count);
    expect(overlapping).toBeLessThan(0.95 * count);
    expect(intersectsBatch({ shapes, pairs, poses })).toEqual(verdicts);
    expect(mtvBatch({ shapes, pairs, poses })).toEqual(depths);
  });
});

describe("explainSat", () => {
  it("lists every edge, with intervals that agree with the overlap, and the decisive axis", () => {
    const random = new Random(seed);
    for (let i = 0; i < 300; i++) {
      const { a, b, poseA, poseB } = randomPair(random);
      if (a.ellipse || b.ellipse || a.radius > 0 || b.radius > 0) continue;
      const [shapeA, shapeB] = [a.make(), b.make()];
      const told = explainSat(shapeA, poseA, shapeB, poseB);
      expect(told.intersects).toBe(intersects(shapeA, poseA, shapeB, poseB));
      const edges = (it: Solid) => (it.diameter === 0 || it.corners.length < 2 ? 0 : it.corners.length);
      expect(told.axes.filter(({ source }) => source === "edge-a")).toHaveLength(edges(a));
      expect(told.axes.filter(({ source }) => source === "edge-b")).toHaveLength(edges(b));
      const least = Math.min(...told.axes.map(({ overlap }) => overlap));
      const noise = 1e-9 * Math.max(a.diameter, b.diameter) + 1e-14 * Math.abs(poseA.position[0]);
      expect(told.axes[told.decisive]?.overlap).toBe(least);
      for (const { axis, intervalA, intervalB, overlap } of told.axes) {
        near(Math.hypot(axis.x, axis.y), 1, 1e-12, `${i}`);
        near(Math.min(intervalA[1] - intervalB[0], intervalB[1] - intervalA[0]), overlap, noise, `${i}`);
        const base = axis.x * poseA.position[0] + axis.y * poseA.position[1];
        near(intervalA[1], base + reach(a, poseA.angle, axis.x, axis.y), noise, `${i}`);
      }
      shapeA.dispose();
      shapeB.dispose();
    }
  });
});

describe("known answers", () => {
  const box = () => new Rectangle(2, 2);

  it("two boxes side by side: they touch, and the depth is 0", () => {
    const contact = collide(box(), {}, box(), { position: [2, 0.5] });
    expect(contact).toMatchObject({ depth: 0, normal: { x: 1, y: 0 }, mtv: { x: 0, y: 0 } });
    expect(contact?.points).toHaveLength(2);
    expect(intersects(box(), {}, box(), { position: [2.000001, 0] })).toBe(false);
  });

  it("a cross of two bars, neither of which has a corner in the other", () => {
    expect(collide(new Rectangle(4, 1), {}, new Rectangle(1, 4), {})?.depth).toBeCloseTo(2.5, 12);
  });

  it("sizes of zero: points and segments", () => {
    const point = new Circle(0);
    expect(collide(point, {}, point, {})).toMatchObject({ depth: 0 });
    expect(distance(point, {}, new Rectangle(0, 0), { position: [3, 4] }).distance).toBe(5);
    expect(distance(new Rectangle(2, 0), {}, new Ellipse(0, 1), { position: [0, 2] }).distance).toBe(1);
    expect(intersects(new Segment([0, 0], [2, 2]), {}, new Segment([0, 2], [2, 0]), {})).toBe(true);
    expect(raycast(new Segment([0, -1], [0, 1]), {}, [-2, 0], [10, 0])).toMatchObject({
      distance: 2,
      normal: { x: -1, y: 0 },
    });
  });

  it("a million metres away, to the last micrometre of it", () => {
    const far = { position: { x: 1e6, y: -1e6 }, angle: 0.5 };
    const here = distance(box(), { angle: 0.5 }, new Circle(1), { position: [4, 0] });
    const there = distance(box(), far, new Circle(1), { position: [1e6 + 4, -1e6] });
    expect(there.distance).toBeCloseTo(here.distance, 12);
  });

  it("angles of many turns", () => {
    const turned = (turns: number) =>
      collide(box(), { angle: 0.3 + 2 * Math.PI * turns }, box(), { position: [1.9, 0] });
    expect(turned(100_000)?.depth).toBeCloseTo(turned(0)?.depth ?? Number.NaN, 9);
  });

  it("a ray that starts inside, on the surface, and one that ends at the surface", () => {
    expect(raycast(box(), {}, [0.5, 0], [0, 3])).toEqual({
      distance: 0,
      point: { x: 0.5, y: 0 },
      normal: { x: 0, y: -1 },
      part: -1,
    });
    expect(raycast(box(), {}, [1, 0], [1, 0])).toMatchObject({ distance: 0, normal: { x: 1, y: 0 } });
    expect(raycast(box(), {}, [3, 0], [-1, 0], 2)?.distance).toBe(2);
    expect(raycast(box(), {}, [3, 0], [-1, 0], 1.999)).toBeNull();
  });

  it("a sweep of more than one revolution", () => {
    const hand = new Segment([0, 0], [1, 0]);
    const still = { from: {}, to: {} };
    const wall = new Rectangle(0.2, 0.2);
    const at = { position: [0, 0.9] as const };
    const quarter = timeOfImpact(hand, { from: {}, to: { angle: 4 * Math.PI } }, wall, { from: at, to: at });
    expect(quarter?.time).toBeCloseTo((Math.PI / 2 - Math.atan2(0.1, 0.8)) / (4 * Math.PI), 6);
    expect(timeOfImpact(hand, still, wall, { from: at, to: at })).toBeNull();
  });
});

it("gives the same bits as every browser", () => {
  const { hash, contacts } = goldenPlane(hyperplane);
  expect(contacts).toBeGreaterThan(100);
  expect(hash).toBe(GOLDEN_PLANE);
});
