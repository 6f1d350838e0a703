import { Box, Compound, collideAll, distance, init, raycast, Sphere, World } from "hyperplane";
import * as plane from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { add, type Q, turned, type V } from "../support/compounds.js";
import { complaintOf } from "../support/errors.js";
import { Random } from "../support/random.js";

/** Compounds within compounds: they answer as their parts do when these are given flat. */

beforeAll(() => Promise.all([init(), plane.init()]));

const close = (value: number) => expect.closeTo(value, 9);

describe("compounds within compounds", () => {
  it("answer as the same parts given flat", () => {
    const random = new Random(40);
    let touches = 0;
    for (let round = 0; round < 200; round++) {
      const balls = [new Sphere(0.4), new Sphere(0.6), new Sphere(0.5)] as const;
      const [p, q, r] = [random.vector(1), random.vector(1), random.vector(1)] as [V, V, V];
      const [turn, deeper] = [random.quaternion(), random.quaternion()] as [Q, Q];
      const inmost = new Compound([{ shape: balls[0], position: p }]);
      const inner = new Compound([{ shape: inmost, position: q, quaternion: deeper }, { shape: balls[1] }]);
      // A quaternion of any length will do.
      const long = turn.map((x) => 3 * x) as unknown as Q;
      const nested = new Compound([{ shape: inner, position: r, quaternion: long }, { shape: balls[2] }]);
      const flat = new Compound([
        { shape: balls[0], position: add(r, turned(turn, add(q, turned(deeper, p)))) },
        { shape: balls[1], position: r },
        { shape: balls[2] },
      ]);
      const box = new Box(1, 1, 1);
      const at = { position: random.vector(2), quaternion: random.quaternion() };
      const [mine, other] = [distance(nested, {}, box, at), distance(flat, {}, box, at)];
      expect(mine).toMatchObject({ distance: close(other.distance), partA: other.partA });
      expect(collideAll(nested, {}, box, at).map(({ partA }) => partA)).toEqual(
        collideAll(flat, {}, box, at).map(({ partA }) => partA),
      );
      if (mine.distance < 0) touches++;
    }
    expect(touches).toBeGreaterThan(20);
    expect(touches).toBeLessThan(180);
  });

  it("turn parts within their own frames", () => {
    const h = Math.SQRT1_2;
    const inner = new Compound([{ shape: new Box(4, 1, 1), position: [1, 0, 0], quaternion: [h, 0, 0, h] }]);
    const outer = new Compound([{ shape: inner, position: [0, 5, 0], quaternion: [0, 0, h, h] }]);
    expect(outer.part(0)).toMatchObject({
      position: { x: close(0), y: close(6), z: close(0) },
      quaternion: { x: close(0.5), y: close(0.5), z: close(0.5), w: close(0.5) },
    });
    expect(raycast(outer, {}, [0, 20, 0], [0, -1, 0])?.distance).toBeCloseTo(12, 9);
  });

  it("number their parts depth first", () => {
    const [a, b, c, d, e] = [1, 2, 3, 4, 5].map((radius) => new Sphere(radius)) as [
      Sphere,
      Sphere,
      Sphere,
      Sphere,
      Sphere,
    ];
    const inmost = new Compound([{ shape: b }, { shape: c }]);
    const inner = new Compound([{ shape: a }, { shape: inmost }, { shape: d }]);
    const outer = new Compound([{ shape: inner }, { shape: e }]);
    expect(outer.partCount).toBe(5);
    expect([0, 1, 2, 3, 4].map((i) => outer.part(i).shape)).toEqual([a, b, c, d, e]);
    expect(complaintOf(() => outer.part(5))).toMatch(/index must be a whole number from 0 to 4/);
  });

  it("hold the parts of inner compounds, which may have been disposed of", () => {
    const ball = new Sphere(1);
    const inner = new Compound([{ shape: ball, position: [2, 0, 0] }]);
    ball.dispose();
    const outer = new Compound([{ shape: inner, position: [1, 0, 0] }]);
    inner.dispose();
    expect(raycast(outer, {}, [9, 0, 0], [-1, 0, 0])?.distance).toBe(5);
    expect(outer.part(0).shape).toBe(ball);
    expect(complaintOf(() => new Compound([{ shape: outer }, { shape: inner }]))).toBe(
      "disposed: compound: parts[1].shape is a compound that has been disposed of",
    );
  });

  it("are restored with their parts, and may be nested again", () => {
    const inner = new Compound([{ shape: new Sphere(1), position: [2, 0, 0] }]);
    const world = new World();
    world.add({ shape: new Compound([{ shape: inner, position: [1, 0, 0] }, { shape: new Sphere(0.5) }]) });
    const [collider] = World.restore(world.snapshot()).colliders;
    const restored = collider?.shape as Compound;
    expect(restored.partCount).toBe(2);
    expect(restored.part(0).position).toEqual({ x: 3, y: 0, z: 0 });
    const again = new Compound([{ shape: restored, position: [1, 0, 0] }]);
    expect(raycast(again, {}, [9, 0, 0], [-1, 0, 0])).toMatchObject({ distance: 4, part: 0 });
  });
});

describe("compounds within compounds in the plane", () => {
  it("answer as the same parts given flat", () => {
    const random = new Random(41);
    const angle = () => random.number(-3, 3);
    const point = (): [number, number] => [random.number(-1, 1), random.number(-1, 1)];
    const moved = ([x, y]: [number, number], by: [number, number], turn: number): [number, number] => [
      by[0] + Math.cos(turn) * x - Math.sin(turn) * y,
      by[1] + Math.sin(turn) * x + Math.cos(turn) * y,
    ];
    let touches = 0;
    for (let round = 0; round < 200; round++) {
      const shape = new plane.Rectangle(1, 0.3);
      const [p, q, r] = [point(), point(), point()];
      const [s, t, u] = [angle(), angle(), angle()];
      const inmost = new plane.Compound([{ shape, position: p, angle: s }]);
      const inner = new plane.Compound([{ shape: inmost, position: q, angle: t }, { shape }]);
      const nested = new plane.Compound([{ shape: inner, position: r, angle: u }, { shape }]);
      const flat = new plane.Compound([
        { shape, position: moved(moved(p, q, t), r, u), angle: s + t + u },
        { shape, position: r, angle: u },
        { shape },
      ]);
      const at = { position: [random.number(-2, 2), random.number(-2, 2)], angle: angle() };
      const [mine, other] = [nested, flat].map((it) => plane.distance(it, {}, shape, at)) as [
        plane.Distance,
        plane.Distance,
      ];
      expect(mine).toMatchObject({ distance: close(other.distance), partA: other.partA });
      if (mine.distance < 0) touches++;
    }
    expect(touches).toBeGreaterThan(20);
    expect(touches).toBeLessThan(180);
  });

  it("number their parts depth first, hold them, and name what is wrong", () => {
    const [a, b, c] = [1, 2, 3].map((radius) => new plane.Circle(radius)) as [plane.Circle, plane.Circle, plane.Circle];
    const inner = new plane.Compound([{ shape: a, angle: 1e6 }, { shape: b }]);
    a.dispose();
    const outer = new plane.Compound([
      { shape: inner, angle: 1e6 },
      { shape: c, position: [9, 0] },
    ]);
    inner.dispose();
    expect([0, 1, 2].map((i) => outer.part(i).shape)).toEqual([a, b, c]);
    expect(plane.raycast(outer, {}, [-9, 0], [1, 0])).toMatchObject({ distance: close(7), part: 1 });
    expect(complaintOf(() => new plane.Compound([{ shape: inner }]))).toMatch(/^disposed: compound: parts\[0\]/);
    const far = new plane.Compound([{ shape: c, position: [9e8, 0] }]);
    expect(complaintOf(() => new plane.Compound([{ shape: far, position: [9e8, 0] }]))).toMatch(
      /parts\[0\]\.shape\.part\(0\)\.position is out of range/,
    );
    const many = new plane.Compound(new Array(40_000).fill({ shape: c }));
    expect(complaintOf(() => new plane.Compound([{ shape: many }, { shape: many }]))).toMatch(
      /number of parts, with those of inner compounds, must be a whole number from 1 to 65536, got 80000/,
    );
    const world = new plane.World();
    world.add({ shape: outer });
    const [collider] = plane.World.restore(world.snapshot()).colliders;
    expect(collider?.shape).toMatchObject({ partCount: 3 });
  });
});
