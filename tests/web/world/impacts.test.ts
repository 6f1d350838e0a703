import {
  Box,
  Capsule,
  type Collider,
  Compound,
  HalfSpace,
  init,
  Sphere,
  Triangle,
  TriangleMesh,
  timeOfImpact,
  Voxels,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

/** A thin plate across the x axis and a bullet before it. */
function range(): { world: World; plate: Collider; bullet: Collider } {
  const world = new World();
  const plate = world.add({ shape: new Box(0.001, 4, 4), static: true });
  const bullet = world.add({ shape: new Sphere(0.05), position: [-50, 0.25, 0], continuous: true });
  world.update();
  return { world, plate, bullet };
}

describe("world.impacts", () => {
  it("has what a fast collider passed through since the last update", () => {
    const { world, plate, bullet } = range();
    expect(bullet.continuous).toBe(true);
    expect(plate.continuous).toBe(false);
    expect(world.impacts.count).toBe(0);
    world.positions[3 * bullet.index] = 50;
    world.update();
    expect(world.touching.count).toBe(0);
    expect(world.impacts.count).toBe(1);
    const [impact] = [...world.impacts];
    expect(impact?.a).toBe(bullet);
    expect(impact?.b).toBe(plate);
    expect(impact?.time).toBeCloseTo((50 - 0.0505) / 100, 12);
    expect(impact?.point.x).toBeCloseTo(-0.0005, 9);
    expect(impact?.point.y).toBeCloseTo(0.25, 9);
    expect(impact?.normal).toEqual({ x: 1, y: 0, z: 0 });
    expect(world.impacts.toArray()).toEqual([impact]);
    world.update();
    expect(world.impacts.toArray()).toEqual([]);
  });

  it("sweeps setPose and written rows alike, and not a teleport", () => {
    const { world, bullet } = range();
    bullet.setPose([50, 0, 0]);
    world.update();
    expect(world.impacts.count).toBe(1);
    bullet.teleport([-50, 0, 0]);
    world.update();
    expect(world.impacts.count).toBe(0);
    expect(Array.from(world.positions.subarray(3 * bullet.index, 3 * bullet.index + 3))).toEqual([-50, 0, 0]);
    bullet.teleport([-50, 10, 0], [0, 0, 1, 0]);
    world.update();
    expect(() => bullet.teleport([Number.NaN, 0, 0])).toThrow(/position/);
    world.remove(bullet);
    expect(() => bullet.teleport([0, 0, 0])).toThrow(/removed/);
  });

  it("turns what turns, the shorter way round", () => {
    const world = new World();
    const blade = world.add({ shape: new Box(4, 0.01, 0.2), continuous: true });
    const ball = world.add({ shape: new Sphere(0.1), position: [0, 1.5, 0] });
    world.update();
    blade.setPose([0, 0, 0], [0, 0, Math.sin(1.2), Math.cos(1.2)]);
    world.update();
    const [impact] = world.impacts.toArray();
    expect(impact?.b).toBe(ball);
    // The blade's upper face touches the ball where sin(angle) = radius / distance before it is upright.
    const angle = Math.PI / 2 - Math.asin(0.105 / 1.5);
    expect(impact?.time).toBeCloseTo(angle / 2.4, 6);
  });

  it("meets half-spaces and flat shapes, whether they rest, move or are static", () => {
    const box = new Box(1, 1, 1);
    const shapes = [box, new Compound([{ shape: box }])];
    const plate = new Triangle([-3, 0, -3], [3, 0, -3], [0, 0, 4]);
    const turned = (angle: number, x: number) => [Math.sin(angle) * x, 0, Math.sin(angle) * (1 - x), Math.cos(angle)];
    for (const shape of shapes) {
      for (const other of [new HalfSpace(), plate]) {
        for (const [isStatic, rise] of [
          [true, 0],
          [false, 0],
          [false, 0.5],
        ] as const) {
          // The order of the two depends on where they end.
          for (const x of [0.1, 0.3]) {
            const world = new World();
            const from = { position: [0, 2, 0], quaternion: turned(0.3, 0.2) } as const;
            const to = { position: [x, -2, 0], quaternion: turned(0.9, 0.6) } as const;
            const start = { position: [0.2, 0, 0] } as const;
            const lifted = { position: [0.2, rise, 0], quaternion: turned(rise / 4, 1) } as const;
            const falling = world.add({ shape, ...from, continuous: true });
            const ground = world.add({ shape: other, ...start, static: isStatic });
            world.update();
            falling.setPose(to.position, to.quaternion);
            ground.setPose(lifted.position, lifted.quaternion);
            world.update();
            const expected = timeOfImpact(shape, { from, to }, other, { from: start, to: lifted });
            expect(world.impacts.map(({ b }) => b)).toEqual([ground]);
            expect(world.impacts.at(0)?.time).toBeCloseTo(expected?.time as number, 5);
            world.dispose();
          }
        }
      }
    }
  });

  it("meets both sides of a surface, wherever the middle of the body is", () => {
    const quad = new TriangleMesh([-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1], [0, 1, 2, 0, 2, 3]);
    const ball = new Sphere(0.2);
    // One part comes down on the quad, the other is below its plane, beside it.
    const pair = new Compound([
      { shape: ball, position: [0, 0.5, 0] },
      { shape: ball, position: [3, -2, 0] },
    ]);
    const grid = new Voxels({ columns: 4, layers: 3, rows: 1 });
    grid.set(0, 2, 0, 1);
    grid.set(3, 0, 0, 1);
    for (const [shape, aside, y] of [
      [pair, 0, 0],
      [grid, -0.5, -1.7],
    ] as const) {
      for (const isStatic of [false, true]) {
        const world = new World();
        world.add({ shape: quad, static: isStatic });
        const body = world.add({ shape, position: [aside, y, aside], continuous: true });
        world.update();
        body.setPose([aside, y - 1, aside]);
        world.update();
        expect(world.impacts.map(({ time }) => time)).toEqual([expect.closeTo(0.3, 6)]);
        world.dispose();
      }
    }
  });

  it(`stops small things that spin at triangles 100,000 times their size (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    const world = new World();
    const corners = [-500, 0, -500, 500, 0, -500, 500, 0, 500, -500, 0, 500];
    world.add({ shape: new TriangleMesh(corners, [0, 2, 1, 0, 3, 2]), static: true });
    const missed: number[] = [];
    for (let i = 0; i < 300; i++) {
      const [x, z] = [random.number(-200, 200), random.number(-200, 200)];
      const [dx, dz] = [random.number(-1, 1), random.number(-1, 1)];
      const [before, after] = [random.number(0.05, 3), random.number(0.05, 3)];
      const shape = new Box(0.01, 0.005, 0.005);
      const position = [x - dx * before, before, z - dz * before];
      const body = world.add({ shape, position, quaternion: random.quaternion(), continuous: true });
      world.update();
      body.setPose([x + dx * after, -after, z + dz * after], random.quaternion());
      world.update();
      if (world.impacts.count !== 1) missed.push(i);
      body.remove();
      shape.dispose();
    }
    expect(missed).toEqual([]);
  });

  it("stops small things at a large surface that moves", () => {
    const world = new World();
    const quad = new TriangleMesh([-50, 0, -50, 50, 0, -50, 50, 0, 50, -50, 0, 50], [0, 2, 1, 0, 3, 2]);
    const deck = world.add({ shape: quad });
    const missed: number[] = [];
    for (let i = 0; i < 40; i++) {
      const body = world.add({ shape: new Capsule(0.002, 0.005), position: [i - 20, 1, i / 3], continuous: true });
      world.update();
      body.setPose([i - 20, -1, i / 3]);
      deck.setPose([0.1, 0.02 * (i % 3), 0]);
      world.update();
      if (world.impacts.count !== 1) missed.push(i);
      body.remove();
      deck.teleport([0, 0, 0]);
    }
    expect(missed).toEqual([]);
  });

  it("comes in order of time", () => {
    const world = new World();
    world.add({ shape: new Box(0.01, 100, 100), static: true });
    const speeds = [3, 9, 4, 7, 5];
    const bullets = speeds.map((speed, i) =>
      world.add({ shape: new Sphere(0.1), position: [-2, 3 * i, 0], userData: speed, continuous: true }),
    );
    world.update();
    for (const bullet of bullets) world.positions[3 * bullet.index] = -2 + (bullet.userData as number);
    world.update();
    expect(Array.from(world.impacts, ({ a }) => a.userData)).toEqual([9, 7, 5, 4, 3]);
  });

  it("ends a loop when the world is updated or disposed of in it", () => {
    const { world, bullet } = range();
    bullet.setPose([50, 0, 0]);
    world.update();
    let rounds = 0;
    for (const _ of world.impacts) {
      rounds++;
      world.update();
    }
    expect(rounds).toBe(1);
    world.dispose();
    expect(() => world.impacts.count).toThrow(/disposed/);
  });

  it("goes on in a world that was saved and restored", () => {
    const { world, bullet } = range();
    bullet.setPose([50, 0, 0]);
    const copy = World.restore(world.snapshot());
    expect(copy.at(bullet.index)?.continuous).toBe(true);
    world.update();
    copy.update();
    expect(copy.impacts.toArray().map(({ time }) => time)).toEqual(world.impacts.toArray().map(({ time }) => time));
    expect(copy.impacts.count).toBe(1);
    expect(copy.hash()).toBe(world.hash());
  });

  it("refuses what is not a flag", () => {
    const world = new World();
    expect(() => world.add({ shape: new Sphere(1), continuous: "yes" as never })).toThrow(/options\.continuous/);
  });
});
