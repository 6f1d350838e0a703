import * as space from "hyperplane";
import * as plane from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { terrain } from "../support/meshes.js";
import { Random, seed } from "../support/random.js";

/**
 * A step depends on the world and the state only, to the last bit: not on what the world has kept of steps before,
 * which a world that was restored, or another machine's, has not.
 */

beforeAll(async () => {
  await Promise.all([space.init(), plane.init()]);
});

const [STEP, LEVELS, STEPS, EVERY] = [1 / 60, 10, 90, 5];

interface World {
  update(): void;
  snapshot(): Uint8Array;
  dispose(): void;
}
interface Walker {
  save(): Float64Array;
  restore(state: Float64Array): void;
  step(dt: number, walk: number[]): void;
  jump(speed: number): void;
  readonly hits: readonly { readonly point: object; readonly normal: object; readonly speed: number }[];
}
interface Level {
  /** The same each time. */
  makeWorld(): World;
  restore(bytes: Uint8Array): World;
  makeWalker(world: World, position: number[]): Walker;
  place(random: Random): number[];
  walk(angle: number, speed: number): number[];
}

function spaceLevel(random: Random): Level {
  const { Box, Capsule, Character, Compound, Cylinder, HalfSpace, HeightField, TriangleMesh, Voxels } = space;
  const tilt = (most: number) => [random.number(-most, most), random.number(-1, 1), random.number(-most, most), 1];
  const cells = (columns: number, layers: number, rows: number, full: number, cellSize: number) =>
    new Voxels({
      columns,
      layers,
      rows,
      cellSize,
      cells: Uint8Array.from({ length: columns * layers * rows }, () => (random.number() < full ? 1 : 0)),
    });
  const { vertices, indices } = terrain(random, 8, 4);
  const heights = Array.from({ length: 81 }, () => random.number(0, 0.4));
  const rough = new Compound([
    { shape: cells(9, 3, 9, 0.5, 0.4) },
    { shape: new Box(1, 0.4, 1), position: [0, 0.5, 0] },
  ]);
  const colliders = [
    { shape: cells(14, 4, 14, 0.6, random.number(0.3, 0.9)), position: [-4, -1, -4], quaternion: [0, 0, 0, 1] },
    { shape: rough, position: [random.number(-3, 3), 0, random.number(-3, 3)], quaternion: tilt(0.1) },
    { shape: new HeightField(heights, { columns: 9, rows: 9, width: 6, depth: 6 }), position: [3, 0, 3] },
    { shape: new TriangleMesh(vertices, indices), position: [-3, 0.3, 3], quaternion: tilt(0.1) },
    { shape: new HalfSpace(), position: [0, random.number(-0.8, 0.2), 0], quaternion: tilt(0.2) },
    { shape: new Box(2, 0.5, 1), position: [2, 0.3, -2], quaternion: tilt(0.3) },
  ];
  const shape = [new Capsule(0.3, 1.2), new Box(0.6, 1.8, 0.6), new Cylinder(0.3, 1.6)][
    random.integer(3)
  ] as space.Shape;
  return {
    makeWorld() {
      const world = new space.World();
      for (const collider of colliders) world.add({ ...collider, static: true });
      return world;
    },
    restore: (bytes) => space.World.restore(bytes),
    makeWalker: (world, position) => new Character(world as space.World, { shape, position, stepHeight: 0.4 }),
    place: (at) => [at.number(-4, 4), at.number(1, 3), at.number(-4, 4)],
    walk: (angle, speed) => [speed * Math.cos(angle), 0, speed * Math.sin(angle)],
  };
}

function planeLevel(random: Random): Level {
  const { Capsule, Chain, Character, Circle, HalfSpace, Rectangle, TileMap } = plane;
  const tiles = Array.from({ length: 20 * 6 }, () => (random.number() < 0.35 ? 1 + random.integer(3) : 0));
  const kinds = { 2: { polygon: [0, 0, 1, 0, 1, 1] }, 3: { oneWay: [0, 1] } } as const;
  const colliders = [
    { shape: new TileMap({ columns: 20, rows: 6, tileSize: 0.5, tiles, kinds }), position: [-5, -1] },
    { shape: new Chain(Array.from({ length: 12 }, (_, i) => [i, random.number(0, 0.5)]).flat()), position: [-5, 0] },
    { shape: new HalfSpace(), position: [0, random.number(-1, 0.2)], angle: random.number(-0.2, 0.2) },
    { shape: new Rectangle(2, 0.5), position: [2, 0.3], angle: random.number(-0.3, 0.3) },
    { shape: new Circle(0.5), position: [-2, 0.3] },
  ];
  const shape = [new Capsule(0.3, 0.8), new Rectangle(0.6, 1.2), new Circle(0.4)][random.integer(3)] as plane.Shape;
  return {
    makeWorld() {
      const world = new plane.World();
      for (const collider of colliders) world.add({ ...collider, static: true });
      return world;
    },
    restore: (bytes) => plane.World.restore(bytes),
    makeWalker: (world, position) => new Character(world as plane.World, { shape, position, stepHeight: 0.4 }),
    place: (at) => [at.number(-4, 4), at.number(1, 4)],
    walk: (angle, speed) => [speed * Math.cos(angle), 0],
  };
}

/** All numbers of a step from a state. */
function stepped(walker: Walker, state: Float64Array, walk: number[]): unknown[] {
  walker.restore(state);
  walker.step(STEP, walk);
  return [[...walker.save()], walker.hits.map(({ point, normal, speed }) => ({ point, normal, speed }))];
}

describe.each([
  ["space", spaceLevel],
  ["the plane", planeLevel],
])("a step in %s", (_, makeLevel) => {
  it(`has the same bits in a world that was walked, a fresh and a restored one: seed ${seed}`, () => {
    let met = 0;
    for (let n = 0; n < LEVELS; n++) {
      const random = new Random(seed + n);
      const level = makeLevel(random);
      const makeWorld = () => {
        const world = level.makeWorld();
        world.update();
        return world;
      };
      const world = makeWorld();
      const walkers = Array.from({ length: 3 }, () => level.makeWalker(world, level.place(random)));
      const elsewhere = makeWorld();
      const other = level.makeWalker(elsewhere, level.place(random));
      let walk = level.walk(0, 1);
      for (let i = 0; i < STEPS; i++) {
        if (i % 20 === 0) walk = level.walk(random.number(0, 7), random.number(0.2, 8));
        world.update();
        for (const [k, walker] of walkers.entries()) {
          if (random.number() < 0.02) walker.jump(4);
          const state = walker.save();
          const wanted = stepped(walker, state, walk);
          met += walker.hits.length;
          if (i % EVERY > 0) continue;
          const position = level.place(random);
          stepped(other, level.makeWalker(elsewhere, position).save(), level.walk(random.number(0, 7), 3));
          const where = `level ${n}, step ${i}, walker ${k}`;
          const [fresh, restored] = [makeWorld(), level.restore(world.snapshot())];
          expect(stepped(other, state, walk), `${where}, in a world that was walked elsewhere`).toEqual(wanted);
          expect(stepped(level.makeWalker(fresh, position), state, walk), `${where}, fresh`).toEqual(wanted);
          expect(stepped(level.makeWalker(restored, position), state, walk), `${where}, restored`).toEqual(wanted);
          for (const made of [fresh, restored]) made.dispose();
        }
      }
    }
    expect(met).toBeGreaterThan((LEVELS * STEPS) / 2);
  });
});
