import {
  Box,
  Capsule,
  Character,
  Compound,
  closestPoint,
  collide,
  distance,
  explainRay,
  init,
  intersects,
  moveAndSlide,
  raycast,
  Sphere,
  support,
  TriangleMesh,
  timeOfImpact,
  Voxels,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { closedBox } from "../support/meshes.js";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

const DOWN = [0, -1, 0] as const;

/** A floor of two layers, with a wall of four. */
function court(): Voxels {
  const grid = new Voxels({ columns: 8, layers: 6, rows: 8 });
  grid.fill([0, 0, 0], [8, 2, 8], 1);
  grid.fill([7, 2, 0], [8, 6, 8], 2);
  return grid;
}

describe("a grid", () => {
  it("has the cells that it was given", () => {
    const cells = Array.from({ length: 60 }, (_, i) => i % 4);
    const grid = new Voxels({ columns: 3, layers: 4, rows: 5, cellSize: [1, 0.5, 2], cells });
    expect(grid).toMatchObject({ type: "voxels", columns: 3, layers: 4, rows: 5, cellSize: [1, 0.5, 2] });
    for (let i = 0; i < 60; i++) {
      const { x, y, z, kind } = grid.cell(i);
      expect((y * 5 + z) * 3 + x).toBe(i);
      expect(kind).toBe(i % 4);
      expect(grid.get(x, y, z)).toBe(kind);
    }
    expect(grid.get(-1, 0, 0)).toBe(0);
    expect(grid.get(3, 0, 0)).toBe(0);
  });

  it("is seen at once when it changes", () => {
    const grid = court();
    const hit = raycast(grid, {}, [2.5, 9, 2.5], DOWN);
    expect(hit).toMatchObject({ distance: 7, normal: { x: 0, y: 1, z: 0 } });
    expect(grid.cell(hit?.triangle ?? -1)).toEqual({ x: 2, y: 1, z: 2, kind: 1 });
    grid.set(2, 1, 2, 0);
    expect(raycast(grid, {}, [2.5, 9, 2.5], DOWN)?.distance).toBe(8);
    grid.fill([0, 0, 0], [8, 6, 8], 0);
    expect(raycast(grid, {}, [2.5, 9, 2.5], DOWN)).toBeNull();
    expect(closestPoint(grid, {}, [1, 1, 1]).distance).toBe(Number.POSITIVE_INFINITY);
    expect(distance(grid, {}, new Sphere(1), {}).distance).toBe(Number.POSITIVE_INFINITY);
  });

  it("answers as the boxes of its cells", () => {
    const random = new Random(seed);
    const cells = Uint8Array.from({ length: 6 ** 3 }, () => (random.number() < 0.3 ? 1 : 0));
    const grid = new Voxels({ columns: 6, layers: 6, rows: 6, cells });
    const cell = new Box(1, 1, 1);
    const boxes = [...cells.keys()]
      .filter((i) => cells[i] !== 0)
      .map((i) => ({
        shape: cell,
        position: [(i % 6) + 0.5, Math.floor(i / 36) + 0.5, (Math.floor(i / 6) % 6) + 0.5],
      }));
    const ball = new Sphere(0.6);
    for (let run = 0; run < 200; run++) {
      const position = [random.number(-2, 8), random.number(-2, 8), random.number(-2, 8)];
      const least = Math.min(...boxes.map((box) => distance(box.shape, box, ball, { position }).distance));
      expect(intersects(grid, {}, ball, { position })).toBe(least <= 0);
      const apart = distance(grid, {}, ball, { position }).distance;
      if (least > 1e-6) expect(apart).toBeCloseTo(least, 9);
      else expect(apart).toBeLessThanOrEqual(1e-6);
      const to = [random.number(0, 6), random.number(0, 6), random.number(0, 6)];
      const sweep = { from: { position }, to: { position: to } };
      const impacts = boxes.map((box) => timeOfImpact(box.shape, { from: box, to: box }, ball, sweep)?.time ?? 2);
      if (least < 1e-6) continue;
      expect(timeOfImpact(grid, { from: {}, to: {} }, ball, sweep)?.time ?? 2).toBeCloseTo(Math.min(...impacts), 4);
    }
    expect(support(grid, {}, [0, 1, 0]).y).toBe(6);
  });

  it("is in a solid where its cells are", () => {
    const solid = (size: number) => {
      const { vertices, indices } = closedBox(size, size, size);
      return new TriangleMesh(vertices, indices, { solid: true });
    };
    // The middle of its six farthest points is in a gap.
    const loose = new Voxels({ columns: 4, layers: 1, rows: 5 });
    for (const [x, z] of [
      [1, 0],
      [0, 1],
      [2, 1],
      [0, 2],
      [3, 2],
      [1, 3],
    ] as const) {
      loose.set(x, 0, z, 1);
    }
    expect(intersects(solid(0.08), { position: [1.5, 1 / 6, 7 / 6] }, loose, {})).toBe(false);
    const far = new Voxels({ columns: 8, layers: 1, rows: 1, cells: [2, 0, 0, 0, 0, 0, 1, 1] });
    const ends = [0.5, 7].map((x) => collide(solid(3), { position: [x, 0.5, 0.5] }, far, {}));
    expect(ends.map((contact) => contact?.depth)).toEqual([2, 2]);
    expect(ends.map((contact) => far.cell(contact?.triangleB ?? -1).kind)).toEqual([2, 1]);
    const empty = new Voxels({ columns: 1, layers: 1, rows: 1 });
    expect(collide(solid(4), {}, empty, {})).toBeNull();
    expect(distance(solid(4), {}, empty, {}).distance).toBe(Number.POSITIVE_INFINITY);
    const world = new World();
    world.add({ shape: far });
    const box = world.add({ shape: solid(3), position: [0.5, 0.5, 0.5], kinds: [1] });
    world.update();
    expect(world.touching.count).toBe(0);
    box.setPose([7, 0.5, 0.5]);
    world.update();
    expect(world.contacts.count).toBe(1);
  });

  it("pushes up as one surface", () => {
    const grid = court();
    for (const x of [1, 1.5, 2, 2.25, 4]) {
      const contact = collide(grid, {}, new Sphere(0.5), { position: [x, 2.4, 4] });
      expect(contact?.normal).toEqual({ x: 0, y: 1, z: 0 });
      expect(contact?.depth).toBeCloseTo(0.1, 9);
      expect(contact?.points).toHaveLength(1);
      expect(grid.cell(contact?.triangleA ?? -1).y).toBe(1);
    }
  });

  it("tells the way of a ray", () => {
    const grid = court();
    const { hit, nodes, triangles } = explainRay(grid, {}, [0.5, 2.5, 0.5], [1, 0, 0]);
    expect(hit?.distance).toBe(6.5);
    expect(triangles).toEqual([hit?.triangle]);
    expect(nodes[0]?.min.y).toBe(2);
    expect(nodes.length).toBeGreaterThan(1);
  });

  it("survives as bytes", () => {
    const grid = court();
    const bytes = grid.serialize();
    const again = Voxels.deserialize(bytes);
    expect(again.serialize()).toEqual(bytes);
    expect(again.get(7, 5, 3)).toBe(2);
    bytes[100] = (bytes[100] as number) ^ 1;
    expect(complaintOf(() => Voxels.deserialize(bytes))).toContain("damaged");
  });

  it("refuses what is wrong", () => {
    const size = { columns: 2, layers: 2, rows: 2 };
    const make = (options: object) => complaintOf(() => new Voxels({ ...size, ...options }));
    expect(make({ columns: 0 })).toBe(
      "invalid-argument: voxels: columns must be a whole number from 1 to 134217728, got 0",
    );
    expect(make({ columns: 2 ** 14, rows: 2 ** 14 })).toContain("at most 2^27 cells");
    expect(make({ cellSize: 0 })).toContain("cellSize must be a number from");
    expect(make({ cellSize: [1, Number.NaN, 1] })).toContain("cellSize[1] must be a finite number");
    expect(make({ cells: [1, 2] })).toBe(
      "invalid-argument: voxels: cells must have 8 numbers, one for each cell, got 2",
    );
    expect(make({ cells: [0, 0, 0, 256, 0, 0, 0, 0] })).toContain("cells[3] must be a whole number from 0 to 255");
    expect(make({ cell: 1 })).toContain("no option cell");
    const grid = new Voxels(size);
    expect(complaintOf(() => grid.get(0, Number.NaN, 0))).toBe("invalid-argument: y must be a whole number, got NaN");
    expect(complaintOf(() => grid.set(2, 0, 0, 1))).toBe(
      "invalid-argument: x must be a whole number from 0 to 1, got 2",
    );
    expect(complaintOf(() => grid.set(0, 0, 0, 256))).toContain("kind must be");
    expect(complaintOf(() => grid.fill([0, 0, 0], [2, 3, 2], 1))).toContain("high.y must be");
    expect(complaintOf(() => grid.fill([1, 0, 0], [1, 2, 2], 1))).toContain("high.x must be");
    expect(complaintOf(() => grid.cell(8))).toContain("index must be");
    expect([...Array(8).keys()].every((i) => grid.cell(i).kind === 0)).toBe(true);
    grid.dispose();
    expect(complaintOf(() => grid.get(0, 0, 0))).toContain("disposed");
    expect(complaintOf(() => Voxels.prototype.set.call({} as Voxels, 0, 0, 0, 1))).toContain("Voxels");
  });
});

describe("in a world", () => {
  it("is followed by colliders, in compounds too", () => {
    const grid = court();
    const world = new World();
    world.add({ shape: new Compound([{ shape: grid, position: [0, 0, 0] }]), static: true });
    const ball = world.add({ shape: new Sphere(0.4), position: [2.5, 2.3, 2.5] });
    world.update();
    expect(world.contacts.count).toBe(1);
    expect(world.separation(ball).y).toBeCloseTo(0.1, 6);
    grid.set(2, 1, 2, 0);
    world.update();
    expect(world.contacts.count).toBe(0);
    expect(world.ended.count).toBe(1);
  });

  it("is near nothing where no cell is solid", () => {
    const world = new World();
    world.add({ shape: new Voxels({ columns: 2, layers: 2, rows: 2 }) });
    expect(world.closest([5, 0, 0])).toBe(null);
    expect(world.nearest(new Sphere(0), { position: [5, 0, 0] })).toBe(null);
    const ball = world.add({ shape: new Sphere(1), position: [10, 0, 0] });
    expect(world.closest([5, 0, 0])).toMatchObject({ collider: ball, distance: 4 });
  });

  it("is passed by colliders and queries of other kinds", () => {
    const grid = court();
    grid.fill([0, 2, 0], [7, 3, 8], 9);
    const world = new World();
    world.add({ shape: grid, static: true });
    const dry = (kind: number) => kind !== 9;
    const ball = world.add({ shape: new Sphere(0.4), position: [2.5, 2.3, 2.5], kinds: dry });
    expect(ball.kinds).toHaveLength(254);
    world.update();
    expect(world.separation(ball).y).toBeCloseTo(0.1, 6);
    ball.kinds = [9];
    expect(ball.kinds).toEqual([9]);
    ball.kinds = undefined;
    expect(ball.kinds).toBeUndefined();
    const down = (options: object) => world.raycast([4.5, 9, 4.5], DOWN, options)?.distance;
    expect(down({})).toBe(6);
    expect(down({ kinds: dry })).toBe(7);
    expect(down({ kinds: [7] })).toBeUndefined();
    const sweep = { from: { position: [4.5, 9, 4.5] }, to: { position: [4.5, 0, 4.5] } };
    expect(world.castShape(new Sphere(0.5), sweep, { kinds: [1] })?.point.y).toBeCloseTo(2, 6);
    expect(world.overlap(new Sphere(0.4), { position: [4.5, 2.5, 4.5] })).toHaveLength(1);
    expect(world.overlap(new Sphere(0.4), { position: [4.5, 2.5, 4.5] }, { kinds: dry })).toHaveLength(0);
    expect(world.closest([4.5, 4, 4.5], { kinds: dry })?.distance).toBeCloseTo(2, 9);
    expect(complaintOf(() => down({ kinds: [0] }))).toContain("options.kinds[0] must be a whole number from 1 to 255");
    expect(complaintOf(() => down({ kinds: 3 }))).toContain("options.kinds must be a list of numbers or a function");
    const body = new Capsule(0.3, 1);
    const pose = { position: [5, 2.81, 6] };
    expect(moveAndSlide(world, body, pose, [1, 0, 0], { kinds: dry }).position.x).toBeCloseTo(6, 2);
    expect(moveAndSlide(world, body, pose, [0, 0, 0]).position.y).toBeGreaterThan(3.7);
    const walker = new Character(world, { shape: body, position: [5, 2.81, 6], kinds: dry });
    for (let i = 0; i < 120; i++) walker.step(1 / 60, [3, 0, 0]);
    expect(walker.position.x).toBeCloseTo(6.69, 2);
    expect(walker.position.y).toBeCloseTo(2.81, 2);
  });

  it("survives a snapshot, with its kinds", () => {
    const grid = court();
    const world = new World();
    world.add({ shape: grid, static: true, kinds: [1, 2] });
    world.add({ shape: new Sphere(0.4), position: [2.5, 2.3, 2.5] });
    world.update();
    for (const shapes of [true, false]) {
      const bytes = world.snapshot({ shapes });
      const again = World.restore(bytes, shapes ? {} : { shapes: [grid, new Sphere(0.4)] });
      expect(again.hash()).toBe(world.hash());
      const first = again.at(0);
      expect(first?.kinds).toEqual([1, 2]);
      expect(first?.shape).toBeInstanceOf(Voxels);
      expect((first?.shape as Voxels | undefined)?.get(7, 3, 3)).toBe(2);
    }
  });
});
