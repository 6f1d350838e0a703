import { Box, Capsule, Character, init, moveAndSlide, Sphere, Voxels, World } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { Random, seed } from "../support/random.js";

/** A body that passes a kind of cells goes as if there were none of them. */

beforeAll(async () => {
  await init();
});

const [SOLID, WATER] = [1, 2];
const [COLUMNS, LAYERS, ROWS] = [8, 5, 6];
const SIZE = { columns: COLUMNS, layers: LAYERS, rows: ROWS, cellSize: [0.6, 0.25, 0.6] } as const;
const kinds = [SOLID];

/** The same cells with water between them, and without. */
function basins(cells: Uint8Array) {
  return [new Voxels({ ...SIZE, cells }), new Voxels({ ...SIZE, cells: cells.map((c) => (c === WATER ? 0 : c)) })];
}

describe("a body that passes water", () => {
  it("climbs steps under it", () => {
    const cells = new Uint8Array(COLUMNS * LAYERS * ROWS).fill(WATER);
    for (let z = 0; z < ROWS; z++) {
      for (let x = 0; x < COLUMNS; x++) {
        for (let y = 0; y < (x < 4 ? 1 : 2); y++) cells[(y * ROWS + z) * COLUMNS + x] = SOLID;
      }
    }
    const ends = basins(cells).map((shape) => {
      const world = new World();
      world.add({ shape, static: true });
      const walker = new Character(world, {
        shape: new Capsule(0.25, 0.5),
        position: [1, 0.8, 1.8],
        stepHeight: 0.3,
        kinds,
      });
      for (let i = 0; i < 60; i++) walker.step(1 / 60, [2, 0, 0]);
      return { ...walker.position, grounded: walker.grounded };
    });
    expect(ends[0]?.x).toBeGreaterThan(2.8);
    expect(ends[0]).toEqual(ends[1]);
  });

  it("goes and is pushed as if there were none", () => {
    const random = new Random(seed);
    let [moves, hits] = [0, 0];
    for (let round = 0; round < 40; round++) {
      const of = () => (random.number() < 0.4 ? SOLID : random.number() < 0.7 ? WATER : 0);
      const shape = random.number() < 0.5 ? new Sphere(0.25) : new Capsule(0.2, 0.4);
      const place = [random.number(0.5, 4), 1.6, random.number(0.5, 3)] as const;
      const ways = Array.from(
        { length: 30 },
        () => [random.number(-0.3, 0.3), -0.05, random.number(-0.3, 0.3)] as const,
      );
      const ram = [random.number(0, 4), random.number(0.5, 1.5), random.number(0, 3)] as const;
      const paths = basins(Uint8Array.from({ length: COLUMNS * LAYERS * ROWS }, of)).map((grid) => {
        const world = new World();
        world.add({ shape: grid, static: true });
        const pusher = world.add({ shape: new Box(0.8, 0.4, 0.8), position: ram });
        let position: readonly [number, number, number] = place;
        return ways.map((way, i) => {
          pusher.setPose([ram[0] + 0.03 * i, ram[1], ram[2]]);
          world.update();
          const moved = moveAndSlide(world, shape, { position }, way, { kinds, stepHeight: 0.3, snapDistance: 0.2 });
          position = [moved.position.x, moved.position.y, moved.position.z];
          return {
            position,
            grounded: moved.grounded,
            crushed: moved.crushed,
            normals: moved.hits.map((h) => h.normal),
          };
        });
      });
      expect(paths[0]).toEqual(paths[1]);
      moves += ways.length;
      hits += paths[0]?.filter(({ normals }) => normals.length > 0).length ?? 0;
    }
    expect(hits).toBeGreaterThan(moves / 5);
  });
});
