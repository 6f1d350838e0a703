import {
  Box,
  Capsule,
  Cone,
  ConvexHull,
  Cylinder,
  closestPoint,
  distance,
  Ellipsoid,
  explainTimeOfImpact,
  HyperplaneError,
  type Impact,
  init,
  type Pose,
  type Shape,
  Sphere,
  type Sweep,
  timeOfImpact,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

type Triple = readonly [number, number, number];
type Four = readonly [number, number, number, number];
const at = (position: Triple, quaternion: Four = [0, 0, 0, 1]) => ({ position, quaternion });
const still = (pose: Pose): Sweep => ({ from: pose, to: pose });
const moving = (from: Triple, to: Triple): Sweep => ({ from: at(from), to: at(to) });
/** Where a sweep stands at a time: spherical linear interpolation by the library's functions. */
function poseOn({ from, to }: { from: ReturnType<typeof at>; to: ReturnType<typeof at> }, time: number): Pose {
  const [p, q] = [from.quaternion, to.quaternion];
  const cosine = p.reduce((sum, n, i) => sum + n * (q[i] as number), 0);
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  const sine = Math.sin(angle);
  const u = sine > 1e-9 ? Math.sin((1 - time) * angle) / sine : 1 - time;
  const v = (sine > 1e-9 ? Math.sin(time * angle) / sine : time) * Math.sign(cosine || 1);
  return {
    position: from.position.map((n, i) => n + time * ((to.position[i] as number) - n)),
    quaternion: p.map((n, i) => u * n + v * (q[i] as number)),
  };
}

describe(`timeOfImpact (HYPERPLANE_SEED=${seed})`, () => {
  it("solves the quadratic of two spheres", () => {
    const random = new Random(seed);
    const count = 2000;
    let hits = 0;
    for (let i = 0; i < count; i++) {
      const [radiusA, radiusB] = [random.number(0.1, 1), random.number(0.1, 1)];
      const a = { from: at(random.vector(1.7)), to: at(random.vector(1.7)) };
      const b = { from: at(random.vector(1.7)), to: at(random.vector(1.7)) };
      const start = [0, 1, 2].map((k) => (b.from.position[k] as number) - (a.from.position[k] as number));
      const way = [0, 1, 2].map(
        (k) => (b.to.position[k] as number) - (a.to.position[k] as number) - (start[k] as number),
      );
      const dot = (u: number[], v: number[]) => u.reduce((sum, n, k) => sum + n * (v[k] as number), 0);
      const r = radiusA + radiusB;
      const [aa, bb, cc] = [dot(way, way), dot(start, way), dot(start, start) - r * r];
      const discriminant = bb * bb - aa * cc;
      if (Math.abs(discriminant) < 1e-6 * aa * r * r) continue; // grazes
      let expected: number | null = null;
      if (cc <= 0) expected = 0;
      else if (discriminant > 0 && bb < 0) expected = cc / (-bb + Math.sqrt(discriminant));
      if (expected !== null && expected > 1) expected = null;

      const impact = timeOfImpact(new Sphere(radiusA), a, new Sphere(radiusB), b);
      if (expected === null) expect(impact, `sweep ${i}`).toBeNull();
      else expect(impact?.time, `sweep ${i}`).toBeCloseTo(expected, 9);
      if (impact) hits++;
    }
    expect(hits).toBeGreaterThan(count * 0.3);
    expect(hits).toBeLessThan(count * 0.7);
  });

  it("finds when a ball that falls and spins meets a floor", () => {
    const floor = new Box(1000, 1, 1000);
    for (const height of [1, 10, 100]) {
      const fall = { from: at([3, height, -2]), to: at([5, -height, 4], [0, 1, 0, 0]) };
      const impact = timeOfImpact(floor, still(at([0, -0.5, 0])), new Sphere(0.25), fall) as Impact;
      expect(impact.time).toBeCloseTo((height - 0.25) / (2 * height), 12);
      expect(impact.normal.y).toBeCloseTo(1, 12);
      expect(impact.point.y).toBeCloseTo(0, 12);
      expect(impact.converged).toBe(true);
    }
  });

  const shapes = (): Shape[] => [
    new Sphere(0.5),
    new Box(0.8, 0.6, 1.2),
    new Box(0.04, 3, 0.04),
    new Capsule(0.2, 1),
    new Cylinder(0.4, 1),
    new Cone(0.5, 1),
    new Ellipsoid(0.3, 0.5, 0.8),
    new ConvexHull([0.5, -0.4, -0.2, -0.5, -0.4, -0.2, 0, 0.6, -0.2, 0, 0, 0.7]),
  ];

  it("is when every pair of shapes that move and turn first touches", () => {
    const random = new Random(seed);
    const all = shapes();
    let hits = 0;
    let total = 0;
    for (const a of all) {
      for (const b of all) {
        for (let i = 0; i < 3; i++) {
          const sweeps = [0, 1].map(() => ({
            from: at(random.vector(1.5), random.quaternion()),
            to: at(random.vector(1.5), random.quaternion()),
          })) as [Parameters<typeof poseOn>[0], Parameters<typeof poseOn>[0]];
          const gap = (time: number) => distance(a, poseOn(sweeps[0], time), b, poseOn(sweeps[1], time)).distance;
          const impact = timeOfImpact(a, sweeps[0], b, sweeps[1]);
          const where = `${a.type} and ${b.type}: ${JSON.stringify(sweeps)}`;
          total++;
          const end = impact?.time ?? 1;
          const samples = 60;
          for (let k = 0; end > 0 && k < samples; k++)
            expect(gap((end * k) / samples), where).toBeGreaterThanOrEqual(0);
          if (impact === null) continue;
          hits++;
          expect(impact.converged).toBe(true);
          if (end > 0) expect(Math.abs(gap(end)), where).toBeLessThan(1e-7);
          expect(Math.hypot(impact.normal.x, impact.normal.y, impact.normal.z)).toBeCloseTo(1, 12);
        }
      }
    }
    expect(hits).toBeGreaterThan(total * 0.3);
    expect(hits).toBeLessThan(total * 0.7);
  });

  it("has its point on both boxes, also where one falls flat upon the other while it turns", () => {
    const random = new Random(seed);
    const wrong: number[] = [];
    for (const size of [1, 10, 100]) {
      const floor = new Box(size, size / 2, size);
      const crate = new Box(1, 0.5, 0.8);
      for (let i = 0; i < 200; i++) {
        const turned = (): Four => {
          const half = random.number(0, 1.5);
          return [0, Math.sin(half), 0, Math.cos(half)];
        };
        const [x, z] = [random.number(-0.4, 0.4) * size, random.number(-0.4, 0.4) * size];
        const y = size / 4 + 0.25;
        const sweep = { from: at([x, y + 1, z], turned()), to: at([x + random.number(-1, 1), y - 1, z], turned()) };
        const { time, point } = timeOfImpact(floor, still({}), crate, sweep) as Impact;
        const errors = [closestPoint(floor, {}, point), closestPoint(crate, poseOn(sweep, time), point)];
        if (errors.some(({ distance }) => Math.abs(distance) > 1e-6 * size)) wrong.push(i);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("lets nothing through a thin wall, however fast", () => {
    const wall = new Box(1e-3, 8, 8);
    const random = new Random(seed);
    for (const body of shapes()) {
      for (let i = 0; i < 10; i++) {
        const [y, z] = [random.number(-1, 1), random.number(-1, 1)];
        const sweep = { from: at([-400, y, z], random.quaternion()), to: at([600, y, z], random.quaternion()) };
        const impact = timeOfImpact(wall, still(at([0, 0, 0])), body, sweep) as Impact;
        expect(impact, body.type).not.toBeNull();
        expect(impact.normal.x).toBeCloseTo(-1, 5);
        expect(Math.abs(distance(wall, {}, body, poseOn(sweep, impact.time)).distance)).toBeLessThan(1e-6);
      }
    }
  });

  it("is 0 with the penetration's normal for shapes that overlap at the start", () => {
    const box = new Box(1, 1, 1);
    const impact = timeOfImpact(box, still({}), box, moving([0.9, 0.1, 0], [9, 0, 0]));
    expect(impact).toMatchObject({ time: 0, normal: { x: 1, y: 0, z: 0 } });
  });

  it("is null for shapes that touch and move apart, and 0 where they move along each other", () => {
    const box = new Box(1, 1, 1);
    const rest = moving([0, 0, 0], [0, 0, 0]);
    expect(timeOfImpact(box, rest, box, moving([1, 0, 0], [3, 0, 0]))).toBeNull();
    expect(timeOfImpact(box, rest, box, moving([1, 1, 1], [1, 1, 3]))).toBeNull();
    expect(timeOfImpact(box, rest, box, moving([1, 0, 0], [1, 3, 0]))?.time).toBe(0);
    expect(timeOfImpact(box, rest, box, rest)?.time).toBe(0);
  });

  it("refuses what is not a sweep", () => {
    const box = new Box(1, 1, 1);
    const rest = moving([0, 0, 0], [0, 0, 0]);
    const fails = (sweep: unknown) => () => timeOfImpact(box, rest, box, sweep as Sweep);
    expect(fails(null)).toThrow(HyperplaneError);
    expect(fails({ from: {}, to: { position: [Number.NaN, 0, 0] } })).toThrow(/sweepB\.to\.position\[0\]/);
    expect(fails({ from: {} })).toThrow(/sweepB\.to must be an object/);
    expect(fails({ from: {}, to: { quaternion: [0, 0, 0, 0] } })).toThrow(/sweepB\.to\.quaternion must not be zero/);
    expect(() => timeOfImpact(box, at([0, 0, 0]) as never, box, rest)).toThrow(/sweepA\.from/);
  });

  it("takes sweeps whose getters call the package", () => {
    const box = new Box(1, 1, 1);
    const sneaky = {
      get from() {
        distance(box, at([7, 7, 7]), box, at([8, 8, 8]));
        return at([3, 0, 0]);
      },
      to: at([0, 0, 0]),
    };
    expect(timeOfImpact(box, still({}), box, sneaky)?.time).toBeCloseTo(2 / 3, 12);
  });
});

describe("explainTimeOfImpact", () => {
  it("steps without overlap to the impact that timeOfImpact finds", () => {
    const [plate, rod] = [new Box(2, 0.02, 2), new Box(0.05, 1, 0.05)];
    const turning = { from: at([0, 0, 0]), to: at([0, 0, 0], [0, 0, 1, 1]) };
    const flying = { from: at([0.7, 2, 0]), to: at([0.6, -2, 0], [1, 0, 0, 1]) };
    const impact = timeOfImpact(plate, turning, rod, flying);
    const { impact: explained, steps } = explainTimeOfImpact(plate, turning, rod, flying);
    expect(impact).not.toBeNull();
    expect(explained).toEqual(impact);
    expect(steps.length).toBeGreaterThan(1);
    for (const [i, step] of steps.entries()) {
      expect(step.gap).toBeGreaterThanOrEqual(-1e-9);
      if (i > 0) {
        const before = steps[i - 1] as (typeof steps)[0];
        expect(step.time).toBeCloseTo(before.time + before.step, 14);
      }
    }
    expect(steps.at(-1)?.time).toBe(impact?.time);
  });

  it("has the certificate of shapes that never touch", () => {
    const cube = new Box(2, 2, 2);
    const { impact, steps } = explainTimeOfImpact(cube, still({}), cube, moving([0, 3, 0], [0, 2.5, 0]));
    expect(impact).toBeNull();
    expect(steps).toHaveLength(1);
    expect(steps[0]).toMatchObject({ time: 0, gap: 1, step: 1, normal: { x: 0, y: 1, z: 0 } });
  });

  it("takes no step where not even the balls around the shapes meet", () => {
    const ball = new Sphere(1);
    expect(explainTimeOfImpact(ball, still({}), ball, moving([5, 0, 0], [9, 0, 0]))).toEqual({
      impact: null,
      steps: [],
    });
  });
});
