import {
  Box,
  Capsule,
  Compound,
  Cylinder,
  collide,
  collideAll,
  HeightField,
  init,
  moveAndSlide,
  Sphere,
  TriangleMesh,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => init());

const makeBodies = () => [
  { shape: new Sphere(0.5), low: 0.5 },
  { shape: new Box(1, 1, 1), low: 0.5 },
  { shape: new Capsule(0.3, 1), low: 0.8 },
  { shape: new Cylinder(0.4, 1), low: 0.5 },
];
const DEPTH = 0.05;

/** Middles of tiles of 1 m, whose tops are at height 0. */
function tiles(): [number, number, number][] {
  const middles: [number, number, number][] = [];
  for (let x = -3; x <= 3; ++x) for (let z = -3; z <= 3; ++z) middles.push([x, -0.5, z]);
  return middles;
}

/** Places on a slide that crosses seams at an angle and runs along one. */
const PLACES = Array.from({ length: 60 }, (_, i) => [-1.5 + 0.05 * i, i % 2 === 0 ? 0.5 : -1.2 + 0.04 * i] as const);

describe("flush floors push up only", () => {
  it("as the parts of a compound", () => {
    const tile = new Box(1, 1, 1);
    const floor = new Compound(tiles().map((position) => ({ shape: tile, position })));
    for (const { shape, low } of makeBodies()) {
      for (const [x, z] of PLACES) {
        const pose = { position: [x, low - DEPTH, z] as const };
        const contacts = collideAll(floor, {}, shape, pose);
        expect(contacts.length).toBeGreaterThan(0);
        for (const { normal } of contacts) expect(Math.hypot(normal.x, normal.z)).toBeLessThan(1e-6);
        expect(collide(floor, {}, shape, pose)?.depth).toBeCloseTo(DEPTH, 9);
      }
    }
  });

  it.each(["boxes", "meshes", "fields", "all of them"])("as static colliders of a world: %s", (kind) => {
    const world = new World();
    const tile = new Box(1, 1, 1);
    const sheet = new TriangleMesh(
      new Float32Array([-0.5, 0, -0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0, 0.5]),
      new Uint32Array([0, 1, 2, 2, 1, 3]),
    );
    const field = new HeightField(new Float32Array(9), { columns: 3, rows: 3, width: 1, depth: 1 });
    tiles().forEach(([x, y, z], i) => {
      const which = kind === "all of them" ? i % 3 : ["boxes", "meshes", "fields"].indexOf(kind);
      const shape = [tile, sheet, field][which] ?? tile;
      world.add({ shape, position: [x, which === 0 ? y : 0, z], static: true });
    });
    for (const { shape, low } of makeBodies()) {
      const body = world.add({ shape });
      for (const [x, z] of PLACES) {
        body.setPose([x, low - DEPTH, z]);
        world.update();
        const contacts = world.contacts.toArray();
        expect(contacts.length).toBeGreaterThan(0);
        for (const { normal } of contacts) expect(Math.hypot(normal.x, normal.z)).toBeLessThan(1e-6);
        const out = world.separation(body);
        expect(out.y).toBeCloseTo(DEPTH, 6);
        expect(Math.hypot(out.x, out.z)).toBeLessThan(1e-6);
      }
      world.remove(body);
      for (const heading of [0, 0.3, 0.8, 1.4]) {
        const [x, z] = [Math.cos(heading), Math.sin(heading)];
        const start = { position: [-1.7 * x, low + 0.05, -1.7 * z] as const };
        const { hits, position } = moveAndSlide(world, shape, start, [3.4 * x, -0.2, 3.4 * z], { stepHeight: 0 });
        expect(hits.length).toBeGreaterThan(0);
        for (const { normal } of hits) expect(Math.hypot(normal.x, normal.z)).toBeLessThan(1e-6);
        expect(Math.hypot(position.x - 1.7 * x, position.z - 1.7 * z)).toBeLessThan(1e-6);
      }
    }
  });

  it.each([100, 1000])("as instances, whose matrices are of 32 bits, %i tiles from the origin", (far) => {
    let sideways = 0;
    let places = 0;
    for (const size of [0.1, 1 / 3, 0.7]) {
      const world = new World();
      const side = Math.fround(size);
      const tile = new Box(side, side, side);
      const count = Math.ceil(1 / size);
      for (let i = -count; i <= count; ++i) {
        for (let k = -count; k <= count; ++k) {
          const at = Float32Array.of((far + i) * size, -0.5 * size, (k - far) * size);
          world.add({ shape: tile, position: [at[0] as number, at[1] as number, at[2] as number], static: true });
        }
      }
      const top = Math.fround(-0.5 * size) + 0.5 * side;
      for (const { shape, low } of makeBodies()) {
        const body = world.add({ shape });
        for (let i = 0; i < 30; ++i) {
          const [x, z] = [far * size + 0.37 * Math.sin(i), -far * size + 0.37 * Math.cos(2 * i)];
          body.setPose([x, top + low - 0.03, z]);
          world.update();
          const contacts = world.contacts.toArray();
          expect(contacts.length).toBeGreaterThan(0);
          places++;
          sideways += contacts.some(({ normal }) => Math.hypot(normal.x, normal.z) > 1e-6) ? 1 : 0;
        }
        world.remove(body);
      }
    }
    expect(places).toBe(360);
    expect(sideways).toBe(0);
  });

  it("until the neighbour is gone", () => {
    const world = new World();
    const tile = new Box(1, 1, 1);
    world.add({ shape: tile, position: [0, -0.5, 0], static: true });
    const neighbour = world.add({ shape: tile, position: [1, -0.5, 0], static: true });
    // 0.02 m over the first tile, 0.1 m deep.
    world.add({ shape: tile, position: [0.98, 0.4, 0] });
    world.update();
    for (const { normal } of world.contacts.toArray()) expect(normal.y).toBeCloseTo(1, 6);
    world.remove(neighbour);
    world.update();
    expect(world.contacts.toArray().map(({ normal }) => normal.x)).toEqual([1]);
  });
});
