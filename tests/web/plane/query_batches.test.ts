import {
  Circle,
  type Collider,
  Compound,
  ConvexPolygon,
  init,
  Polygon,
  type QueryOptions,
  Rectangle,
  type Shape,
  World,
} from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { randomSolid } from "../support/plane_oracle.js";
import { Random } from "../support/random.js";

// As query_batches.test.ts in space: a batch must give the numbers of the single calls, which have oracles elsewhere, to the bit.

beforeAll(() => init());

const SIZE = 9;
const HOOK = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];

function scene(random: Random): World {
  const world = new World();
  const kinds = [
    () => new Polygon(HOOK),
    () => new Compound([{ shape: new Circle(0.5) }, { shape: new Rectangle(1, 0.4), position: [1, 0] }]),
    () => randomSolid(random, 1.5).make(),
  ];
  for (let i = 0; i < 120; i++) {
    const shape = (kinds[i % 6] ?? kinds[2])?.() as Shape;
    const [sensor, isStatic, layer] = [i % 9 === 0, i % 4 === 0, 1 + (i % 2)];
    world.add({ shape, ...place(random), sensor, static: isStatic, layer });
  }
  world.update();
  return world;
}

const place = (random: Random) => ({
  position: [random.number(-SIZE, SIZE), random.number(-SIZE, SIZE)] as [number, number],
  angle: random.number(-8, 8),
});
const poses = (random: Random, count: number) =>
  Float64Array.from(
    Array.from({ length: count }, () => {
      const { position, angle } = place(random);
      return [...position, angle];
    }).flat(),
  );
const poseIn = (all: Float64Array, i: number) => {
  const [x = 0, y = 0, angle = 0] = all.subarray(3 * i, 3 * i + 3);
  return { position: { x, y }, angle };
};
const pointIn = (all: Float64Array, i: number) => ({ x: all[2 * i], y: all[2 * i + 1] });
const NOWHERE = { x: 0, y: 0 };

const movers: [string, () => Shape][] = [
  ["a circle", () => new Circle(0.4)],
  ["a rounded triangle", () => new ConvexPolygon([0, 0, 1, 0, 0.3, 0.8], { radius: 0.1 })],
  ["a hook", () => new Polygon(HOOK.map((x) => x / 2))],
];
const choices: [string, QueryOptions | undefined][] = [
  ["no options", undefined],
  ["sensors", { sensors: true }],
  ["a mask", { mask: 2 }],
  ["a distance", { maxDistance: 1.5 }],
  ["a filter", { filter: ({ index }: Collider) => index % 3 !== 0 }],
];

describe.each(choices)("batches of queries in the plane with %s", (_, given) => {
  it.each(movers)("answer as the single calls do, for %s", (_name, make) => {
    const random = new Random(31);
    using world = scene(random);
    using shape = make();
    // More than a block.
    const count = 300;
    const options = given && { ...given, exclude: world.at(1) as Collider };
    const all = poses(random, 2 * count);
    const casts = world.castShapes(shape, all, options);
    const overlaps = world.overlaps(shape, all, options);
    const hits = new Set<number>();
    for (let i = 0; i < count; i++) {
      const one = world.castShape(shape, { from: poseIn(all, 2 * i), to: poseIn(all, 2 * i + 1) }, options);
      hits.add(one?.collider.index ?? -1);
      expect(casts.times[i]).toBe(one?.time ?? Number.POSITIVE_INFINITY);
      expect(casts.colliders[i]).toBe(one?.collider.index ?? -1);
      expect(pointIn(casts.points, i)).toEqual(one?.point ?? NOWHERE);
      expect(pointIn(casts.normals, i)).toEqual(one?.normal ?? NOWHERE);
      expect([...casts.parts.subarray(2 * i, 2 * i + 2)]).toEqual([one?.partA ?? -1, one?.partB ?? -1]);
      expect(casts.converged[i]).toBe((one?.converged ?? true) ? 1 : 0);
    }
    expect(hits.size).toBeGreaterThan(10);
    expect(overlaps.offsets).toHaveLength(2 * count + 1);
    for (let i = 0; i < 2 * count; i++) {
      const rows = world.overlap(shape, poseIn(all, i), options).map(({ index }) => index);
      expect([...overlaps.colliders.subarray(overlaps.offsets[i], overlaps.offsets[i + 1])]).toEqual(rows);
    }
    const near = world.nearests(shape, all, options);
    for (let i = 0; i < 2 * count; i++) {
      const one = world.nearest(shape, poseIn(all, i), options);
      expect(near.distances[i]).toBe(one?.distance ?? Number.POSITIVE_INFINITY);
      expect(near.colliders[i]).toBe(one?.collider.index ?? -1);
      expect(pointIn(near.points, i)).toEqual(one?.pointB ?? NOWHERE);
      expect(pointIn(near.normals, i)).toEqual(one?.normal ?? NOWHERE);
      expect([...near.parts.subarray(2 * i, 2 * i + 2)]).toEqual([one?.partA ?? -1, one?.partB ?? -1]);
    }
    expect(overlaps.offsets[2 * count]).toBe(overlaps.colliders.length);
    expect(overlaps.colliders.length).toBeGreaterThan(20);
  });

  it("tell which casts gave up: thin shapes that spin past each other", () => {
    const random = new Random(34);
    using world = new World();
    world.add({ shape: new Rectangle(2, 0.001) });
    using needle = new Rectangle(4, 0.0001);
    const count = 120;
    const sweeps = Float64Array.from({ length: 6 * count }, (_, i) =>
      i % 3 < 2 ? random.number(-4, 4) : i % 6 === 5 ? random.number(-4e5, 4e5) : random.number(-3, 3),
    );
    const casts = world.castShapes(needle, sweeps, given);
    const seen = new Set<number>();
    for (let i = 0; i < count; i++) {
      const one = world.castShape(needle, { from: poseIn(sweeps, 2 * i), to: poseIn(sweeps, 2 * i + 1) }, given);
      expect(casts.times[i]).toBe(one?.time ?? Number.POSITIVE_INFINITY);
      expect(casts.converged[i]).toBe((one?.converged ?? true) ? 1 : 0);
      if (one) seen.add(casts.converged[i] as number);
    }
    // The mask leaves nothing to touch, and the filter leaves out row 0.
    const answers = given?.mask === 2 || given?.filter ? [] : [0, 1];
    expect([...seen].sort()).toEqual(answers);
  });

  it("find closest points as closest does", () => {
    const random = new Random(32);
    using world = scene(random);
    const given2 = Float64Array.from({ length: 2 * 700 }, () => random.number(-SIZE, SIZE));
    const found = world.closests(given2, given);
    const parts = new Set<number>();
    for (let i = 0; i < 700; i++) {
      const one = world.closest(given2.subarray(2 * i, 2 * i + 2), given);
      expect(found.distances[i]).toBe(one?.distance ?? Number.POSITIVE_INFINITY);
      expect(found.colliders[i]).toBe(one?.collider.index ?? -1);
      expect(pointIn(found.points, i)).toEqual(one?.point ?? NOWHERE);
      expect(pointIn(found.normals, i)).toEqual(one?.normal ?? NOWHERE);
      expect(found.parts[i]).toBe(one?.part ?? -1);
      parts.add(found.parts[i] as number);
    }
    expect(parts.size).toBeGreaterThan(2);
  });

  it("cast rays as raycast does", () => {
    const random = new Random(33);
    using world = scene(random);
    const rays = Float64Array.from({ length: 4 * 700 }, () => random.number(-SIZE, SIZE));
    const { distances, colliders, parts } = world.raycastBatch(rays, given);
    for (let i = 0; i < 700; i++) {
      const one = world.raycast(rays.subarray(4 * i, 4 * i + 2), rays.subarray(4 * i + 2, 4 * i + 4), given);
      expect([distances[i], colliders[i], parts[i]]).toEqual([
        one?.distance ?? Number.POSITIVE_INFINITY,
        one?.collider.index ?? -1,
        one?.part ?? -1,
      ]);
    }
    expect(new Set(parts).size).toBeGreaterThan(2);
  });
});

describe("batches of queries in the plane", () => {
  it("give large batches the answers of their parts, and name the first wrong query in the caller's order", () => {
    const random = new Random(34);
    using world = scene(random);
    using shape = new Circle(0.3);
    const count = 9000;
    const all = poses(random, 2 * count);
    const points = Float64Array.from({ length: 2 * count }, () => random.number(-SIZE, SIZE));
    const rays = Float64Array.from({ length: 4 * count }, () => random.number(-SIZE, SIZE));
    const [casts, near, hits] = [world.castShapes(shape, all), world.closests(points), world.raycastBatch(rays)];
    const { offsets, colliders } = world.overlaps(shape, all.subarray(0, 3 * count));
    for (let from = 0; from < count; from += 1500) {
      const to = from + 1500;
      const part = world.castShapes(shape, all.slice(6 * from, 6 * to));
      expect(casts.times.slice(from, to)).toEqual(part.times);
      expect(casts.points.slice(2 * from, 2 * to)).toEqual(part.points);
      expect(near.normals.slice(2 * from, 2 * to)).toEqual(world.closests(points.slice(2 * from, 2 * to)).normals);
      const some = world.raycastBatch(rays.slice(4 * from, 4 * to));
      for (const name of ["distances", "colliders", "parts"] as const)
        expect(hits[name].slice(from, to)).toEqual(some[name]);
      expect(colliders.slice(offsets[from], offsets[to])).toEqual(
        world.overlaps(shape, all.slice(3 * from, 3 * to)).colliders,
      );
    }
    const { NaN: nan, POSITIVE_INFINITY: infinite } = Number;
    points[2 * 8000] = nan;
    points[2 * 7000 + 1] = infinite;
    expect(complaintOf(() => world.closests(points))).toMatch(/^invalid-argument.*point 7000/u);
    rays[4 * 8000] = nan;
    rays.fill(0, 4 * 7000 + 2, 4 * 7000 + 4);
    expect(complaintOf(() => world.raycastBatch(rays))).toMatch(/^invalid-argument.*ray 7000: direction/u);
    all[6 * 8000 + 3] = nan;
    all[6 * 500 + 5] = 2e6;
    expect(complaintOf(() => world.castShapes(shape, all))).toMatch(/^invalid-argument.*sweep 500\.to\.angle/u);
    expect(complaintOf(() => world.nearests(shape, all))).toMatch(/^invalid-argument.*pose 1001\.angle/u);
    expect(complaintOf(() => world.overlaps(shape, all))).toMatch(/^invalid-argument.*pose 1001\.angle/u);
  });

  it("refuse wrong arguments, also with a filter, and answer an empty batch", () => {
    using world = new World();
    world.add({ shape: new Circle(1) });
    const shape = new Rectangle(1, 1);
    const gone = new Circle(1);
    gone.dispose();
    const [nothing, mine] = [new Float64Array(0), new RangeError("mine")];
    for (const given of [undefined, { filter: () => true }]) {
      const wrong: [() => unknown, RegExp][] = [
        [() => world.castShapes(shape, [0] as never, given), /sweeps must be a Float64Array/u],
        [() => world.castShapes(shape, new Float64Array(7), given), /6 numbers per sweep, got 7/u],
        [() => world.castShapes(shape, Float64Array.of(0, 0, 0, 0, Number.NaN, 0), given), /sweep 0\.to\.position/u],
        [() => world.castShapes({} as never, nothing, given), /shape must be a shape/u],
        [() => world.castShapes(gone, new Float64Array(6), given), /^disposed/u],
        [() => world.overlaps(shape, new Float64Array(4), given), /3 numbers per pose/u],
        [() => world.overlaps(shape, Float64Array.of(0, 0, 0, 1e13, 0, 0), given), /pose 1\.position/u],
        [() => world.overlaps(null as never, new Float64Array(3), given), /shape must be a shape/u],
        [() => world.overlaps(gone, new Float64Array(3), given), /^disposed/u],
        [() => world.closests(new Float64Array(3), given), /2 numbers per point/u],
        [() => world.closests(new Float32Array(2) as never, given), /points must be a Float64Array/u],
        [() => world.closests(Float64Array.of(0, 1e13), given), /point 0 is out of range/u],
        [() => world.closests(nothing, { ...given, mask: 0.5 }), /options\.mask/u],
      ];
      for (const [call, message] of wrong) expect(complaintOf(call)).toMatch(message);
      expect(world.castShapes(shape, nothing, given).times).toHaveLength(0);
      expect([...world.overlaps(shape, nothing, given).offsets]).toEqual([0]);
      expect(world.closests(nothing, given).distances).toHaveLength(0);
    }
    const filter = () => {
      throw mine;
    };
    expect(() => world.closests(new Float64Array(2), { filter })).toThrow(mine);
    expect(() => world.overlaps(shape, new Float64Array(3), { filter })).toThrow(mine);
    expect([...world.closests(world.positions.subarray(0, 2)).distances]).toEqual([-1]);
    world.dispose();
    for (const call of [
      () => world.closests(new Float64Array(2)),
      () => world.overlaps(shape, new Float64Array(3)),
      () => world.castShapes(shape, new Float64Array(6)),
      () => world.bounds(),
      () => world.timings,
      () => world.explainBroadPhase(),
    ]) {
      expect(complaintOf(call)).toMatch(/^disposed/u);
    }
  });
});

describe("what a world of the plane shows of its insides", () => {
  it("measures its stages, if asked to", () => {
    const world = new World({ measure: true });
    for (let i = 0; i < 3000; i++) world.add({ shape: new Circle(1), position: [i, i % 3] });
    world.update();
    const bytes = world.snapshot();
    for (const it of [world, World.restore(bytes, { measure: true })]) {
      it.positions[0] = 0.5;
      it.update();
      const { bounds, broadPhase, narrowPhase, events } = it.timings;
      for (const time of [bounds, broadPhase, narrowPhase, events]) expect(time).toBeGreaterThanOrEqual(0);
      expect(bounds + broadPhase + narrowPhase + events).toBeGreaterThan(0);
    }
    const silent = World.restore(bytes);
    silent.update();
    expect(Object.values(silent.timings)).toEqual([0, 0, 0, 0]);
    world.rollback(bytes);
    world.update();
    expect(Object.values(world.timings).some((time) => time > 0)).toBe(true);
    expect(complaintOf(() => new World({ measure: 1 as never }))).toMatch(/options\.measure must be true or false/u);
    expect(complaintOf(() => World.restore(bytes, { measure: "" as never }))).toMatch(/options\.measure/u);
    expect(complaintOf(() => World.restore(bytes, { meassure: true } as never))).toMatch(/did you mean measure\?/u);
  });

  it("gives bounds that hold the colliders, by row", () => {
    const world = new World();
    const gone = world.add({ shape: new Circle(1) });
    const it = world.add({ shape: new Rectangle(2, 4), position: [1, 2], angle: Math.PI / 2 });
    gone.remove();
    const bounds = world.bounds();
    expect(bounds).toHaveLength(2 * world.positions.length);
    const of = (row: number) => bounds.subarray(4 * row, 4 * row + 4);
    for (const [i, expected] of [-1, 1, 3, 3].entries()) expect(of(it.index)[i]).toBeCloseTo(expected, 5);
    expect(of(it.index)[0]).toBeLessThanOrEqual(-1);
    expect(of(it.index)[3]).toBeGreaterThanOrEqual(3);
    expect(of(gone.index).every(Number.isNaN)).toBe(true);
    expect(world.bounds(bounds)).toBe(bounds);
    expect(new World().bounds()).toHaveLength(0);
    expect(complaintOf(() => world.bounds(new Float64Array(5)))).toMatch(/out must have room for \d+ numbers, has 5/u);
    expect(complaintOf(() => world.bounds([] as never))).toMatch(/out must be a Float64Array/u);
    expect(complaintOf(() => world.bounds(world.positions))).toMatch(/array of your own/u);
  });

  it("names the axis that was sorted along, or lists the trees", () => {
    const world = new World();
    expect(world.broadPhase).toBe("automatic");
    for (let i = 0; i < 100; i++) world.add({ shape: new Rectangle(1, 1), position: [0, 3 * i], static: i >= 60 });
    world.broadPhase = "sweep-and-prune";
    world.update();
    expect(world.explainBroadPhase()).toMatchObject({ broadPhase: "sweep-and-prune", axis: "y", nodes: [] });
    expect(world.explainBroadPhase().cells).toBeGreaterThan(0);
    world.broadPhase = "bvh";
    world.update();
    const { nodes, ...rest } = world.explainBroadPhase();
    expect(rest).toEqual({ broadPhase: "bvh", axis: null, cells: 0 });
    const roots = nodes.filter(({ depth }) => depth === 0);
    expect(roots.map((root) => root.static)).toEqual([false, true]);
    expect(Object.keys(roots[0]?.min ?? {})).toEqual(["x", "y"]);
    for (const [i, [low, high]] of [
      [-0.5, 177.5],
      [179.5, 297.5],
    ].entries()) {
      expect(roots[i]?.min.y).toBeCloseTo(low as number, 3);
      expect(roots[i]?.max.y).toBeCloseTo(high as number, 3);
      expect(roots[i]?.max.x).toBeCloseTo(0.5, 3);
    }
    expect(world.explainBroadPhase(1).nodes).toHaveLength(nodes.filter(({ depth }) => depth <= 1).length);
    expect(Math.max(...nodes.map(({ depth }) => depth))).toBeGreaterThan(1);
    for (const wrong of [-1, 0.5, Number.NaN, "1"]) {
      expect(complaintOf(() => world.explainBroadPhase(wrong as never))).toMatch(/^invalid-argument: maxDepth/u);
    }
  });
});
