import {
  Capsule,
  Chain,
  Character,
  Circle,
  type Collider,
  Compound,
  ConvexPolygon,
  closestPoint,
  collideAll,
  init,
  intersects,
  moveAndSlide,
  Rectangle,
  raycast,
  TileMap,
  World,
} from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => init());

const SLOPE = 2;
const LEDGE = 3;
const WATER = 4;
const kinds = { [SLOPE]: { polygon: [0, 0, 1, 0, 1, 1] }, [LEDGE]: { oneWay: [0, 1] } } as const;

/** Rows from above, as in a picture; digits are kinds. */
function mapOf(rows: readonly string[], tileSize = 1): TileMap {
  const tiles = [...rows].reverse().flatMap((row) => Array.from(row, Number));
  return new TileMap({ columns: rows[0]?.length ?? 0, rows: rows.length, tileSize, tiles, kinds });
}

const thrown = (call: () => unknown): unknown => {
  try {
    call();
  } catch (error) {
    return error;
  }
  return null;
};

describe("a tile map", () => {
  it("has tiles that can be read and changed", () => {
    const map = new TileMap({ columns: 5, rows: 3, tileSize: [2, 1] });
    expect([map.columns, map.rows, map.tileSize, map.type]).toEqual([5, 3, [2, 1], "tile-map"]);
    expect(raycast(map, {}, [5, 10], [0, -1])).toBeNull();
    map.set(2, 1, 7);
    expect([map.get(2, 1), map.get(1, 1), map.get(-1, 0), map.get(5, 0)]).toEqual([7, 0, 0, 0]);
    const hit = raycast(map, {}, [5, 10], [0, -1]);
    expect(hit).toMatchObject({ distance: 8, normal: { x: 0, y: 1 }, part: 7 });
    expect(map.tile(hit?.part as number)).toEqual({ x: 2, y: 1, kind: 7 });
    map.fill([0, 0], [5, 2], 1);
    expect(Array.from({ length: 15 }, (_, i) => map.tile(i).kind)).toEqual([
      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0,
    ]);
    expect(closestPoint(map, {}, [5, 0.5]).distance).toBe(-0.5);
    map.dispose();
    expect(thrown(() => map.get(0, 0))).toMatchObject({ code: "disposed" });
    expect(thrown(() => map.set(0, 0, 1))).toMatchObject({ code: "disposed" });
  });

  it("takes tiles of any list, and refuses what is none", () => {
    const make = (options: object) => () => new TileMap({ columns: 2, rows: 2, ...options });
    expect(make({ tiles: [0, 1, 2, 255] })().get(1, 1)).toBe(255);
    expect(make({ tiles: Uint8Array.of(0, 1, 2, 3) })().get(0, 1)).toBe(2);
    for (const wrong of [
      { columns: 0 },
      { rows: 1.5 },
      { columns: 2 ** 20, rows: 2 ** 20 },
      { tiles: [1, 2, 3] },
      { tiles: [1, 2, 3, 256] },
      { tiles: [1, 2, 3, 0.5] },
      { tiles: "1234" },
      { tileSize: 0 },
      { tileSize: [1] },
      { tileSize: 1e9 },
      { kinds: 3 },
      { kinds: { 0: "solid" } },
      { kinds: { 256: "solid" } },
      { kinds: { 2: "liquid" } },
      { kinds: { 2: { polygon: [0, 0, 2, 0, 1, 1] } } },
      { kinds: { 2: { oneWay: [0, 0] } } },
      { kinds: { 2: {} } },
      { kinds: { 2: { oneWay: [0, 1], sides: "front" } } },
      { kinds: { 2: { polygon: [0, 0, 1, 0, 1, 1], solid: false } } },
      { size: 3 },
    ]) {
      expect(thrown(make(wrong)), JSON.stringify(wrong)).toMatchObject({ code: "invalid-argument" });
    }
    expect(thrown(make({ kinds: { 9: { polygon: [0, 0, 1, 1, 0.5, 0.5] } } }))).toMatchObject({
      code: "degenerate-shape",
      message: expect.stringContaining("kinds[9]"),
    });
    const map = make({})();
    for (const call of [
      () => map.set(2, 0, 1),
      () => map.set(0, -1, 1),
      () => map.set(0, 0, 256),
      () => map.set(0.5, 0, 1),
      () => map.get(0.5, 0),
      () => map.fill([0, 0], [3, 1], 1),
      () => map.fill([1, 0], [1, 1], 1),
      () => map.tile(4),
    ]) {
      expect(thrown(call)).toMatchObject({ code: "invalid-argument" });
    }
  });

  it("says what is wrong with kinds and places", () => {
    const made = (kinds: unknown) => thrown(() => new TileMap({ columns: 1, rows: 1, kinds: kinds as never }));
    const message = (text: string) => ({ code: "invalid-argument", message: expect.stringContaining(text) });
    expect(made(new Map([[1, "empty"]]))).toMatchObject(message("options.kinds must be a plain object"));
    expect(made({ 1: { polygon: [0, 0, 1, 0, 1, 1], oneWay: [0, 1] } })).toMatchObject(
      message("either polygon or oneWay"),
    );
    expect(thrown(() => mapOf(["1"]).get(Number.NaN, 0))).toMatchObject(message("x must be a whole number, got NaN"));
  });

  it("reads tiles after kinds, which may take their memory away", () => {
    const tiles = new Uint8Array([1, 1]);
    const kinds = {
      get 1() {
        structuredClone(tiles, { transfer: [tiles.buffer] });
        return "solid" as const;
      },
    };
    expect(thrown(() => new TileMap({ columns: 2, rows: 1, tiles, kinds }))).toMatchObject({
      code: "invalid-argument",
    });
  });

  it("is one surface for what lies on it, and names the tile", () => {
    const map = mapOf(["000000", "111111", "111111"]);
    const contacts = collideAll(map, {}, new Rectangle(2, 1), { position: [3.2, 2.4] });
    expect(contacts).toHaveLength(1);
    expect(contacts[0]).toMatchObject({ normal: { x: 0, y: 1 }, partA: 9, partB: -1 });
    expect(contacts[0]?.depth).toBeCloseTo(0.1, 12);
    expect(
      intersects(new Compound([{ shape: map, position: [0, 5] }]), {}, new Circle(0.1), { position: [3, 7.05] }),
    ).toBe(true);
  });

  it("is near nothing where no tile is solid", () => {
    const world = new World();
    const map = mapOf(["44", "44"]);
    world.add({ shape: map });
    world.add({ shape: new Compound([{ shape: map }]), position: [0, -9] });
    const kinds = [1];
    const dot = new Circle(0);
    expect(world.closest([5, 0], { kinds })).toBe(null);
    expect(world.nearest(dot, { position: [5, 0] }, { kinds })).toBe(null);
    const ball = world.add({ shape: new Circle(1), position: [10, 0] });
    expect(world.closest([5, 0], { kinds })).toMatchObject({ collider: ball, distance: 4 });
    expect(world.closests(Float64Array.of(5, 0), { kinds }).distances[0]).toBe(4);
    map.fill([0, 0], [2, 2], 0);
    expect(closestPoint(map, {}, [5, 0]).distance).toBe(Number.POSITIVE_INFINITY);
    expect(world.nearest(dot, { position: [5, 0] })).toMatchObject({ collider: ball, distance: 4 });
  });

  it("lets colliders and queries pass kinds by", () => {
    const world = new World();
    const map = mapOf(["0000", "4444", "1111"]);
    world.add({ shape: map, static: true });
    const dry = (kind: number) => kind !== WATER;
    const ball = world.add({ shape: new Circle(0.5), position: [1.5, 1.6] });
    const fish = world.add({ shape: new Circle(0.5), position: [2.9, 1.6], kinds: dry });
    world.update();
    expect(world.touching.map(({ a, b }) => [a.index, b.index])).toEqual([[0, ball.index]]);
    fish.kinds = undefined;
    ball.kinds = [1];
    world.update();
    expect(world.touching.map(({ a, b }) => [a.index, b.index])).toEqual([[0, fish.index]]);
    const exclude = [ball, fish];
    const ray = (options: object) => world.raycast([0.5, 3], [0, -1], { exclude, ...options })?.distance;
    expect([ray({}), ray({ kinds: dry }), ray({ kinds: [WATER] }), ray({ kinds: [] })]).toEqual([1, 2, 1, undefined]);
    expect(world.closest([0.5, 3], { exclude, kinds: dry })?.distance).toBe(2);
    expect(world.overlap(new Circle(0.1), { position: [0.5, 1.5] }, { kinds: dry })).toEqual([]);
    const rays = Float64Array.of(0.5, 3, 0, -1);
    expect(world.raycastBatch(rays, { exclude, kinds: dry }).distances[0]).toBe(2);
    const sweep = { from: { position: [0.5, 3] }, to: { position: [0.5, 0] } };
    expect(world.castShape(new Circle(0.25), sweep, { kinds: dry })?.time).toBeCloseTo(1.75 / 3, 6);
    const walker = new Rectangle(0.5, 0.5);
    const fall = (options: object) =>
      moveAndSlide(world, walker, { position: [0.5, 3] }, [0, -3], { exclude, ...options }).position.y;
    expect([fall({}), fall({ kinds: dry })].map((y) => Math.round(100 * y))).toEqual([226, 126]);
    expect(thrown(() => ray({ kinds: [0] }))).toMatchObject({ code: "invalid-argument" });
    const setKinds = (kinds: unknown) => Object.assign(ball, { kinds });
    expect(thrown(() => setKinds("water"))).toMatchObject({ code: "invalid-argument" });
    expect(ball.kinds).toEqual([1]);
    expect(fish.kinds).toBeUndefined();
    world.dispose();
  });

  it("has the kinds of its own collider", () => {
    const world = new World();
    const map = mapOf(["4444", "1111"]);
    const options = { position: [0, -1], kinds: [WATER], sensor: true, static: true } as const;
    world.add({ shape: map, ...options });
    world.add({ shape: new Compound([{ shape: map, position: [8, 0] }]), ...options });
    const stones = [0.5, 8.5].map((x) => world.add({ shape: new Circle(0.2), position: [x, -0.6] }));
    world.update();
    expect(world.touching.count).toBe(0);
    for (const [i, stone] of stones.entries()) {
      const { x, y } = stone.position;
      const query = { exclude: stones, sensors: true };
      expect(world.raycast([x, -3], [0, 1], query)?.distance).toBe(3);
      expect(world.closest([x, y], query)?.distance).toBeCloseTo(0.6, 9);
      expect(world.nearest(stone.shape, stone, query)?.distance).toBeCloseTo(0.4, 9);
      expect(world.overlap(stone.shape, stone, query)).toEqual([]);
      stone.setPose([x, 0.2]);
      world.update();
      expect(world.touching.map(({ a, b }) => [a.index, b.index])).toContainEqual([i, stone.index]);
    }
    world.dispose();
  });

  it("is in snapshots, and set back by a rollback", () => {
    const world = new World<string>();
    const map = mapOf(["0000", "0023", "1111"]);
    const ground = world.add({ shape: map, static: true, userData: "ground" });
    world.add({ shape: new Compound([{ shape: map, position: [10, 0] }]), static: true });
    world.add({ shape: new Circle(0.5), position: [0.5, 1.4], kinds: [1] });
    world.add({ shape: new Chain([0, 8, 4, 8], { oneWay: [0, 1] }), static: true });
    world.update();
    const bytes = world.snapshot();
    const hash = world.hash();
    const restored = World.restore(bytes);
    expect(restored.hash()).toBe(hash);
    const copy = restored.at(0)?.shape as TileMap;
    expect([copy.columns, copy.rows, copy.tileSize]).toEqual([4, 3, [1, 1]]);
    expect(Array.from({ length: 12 }, (_, i) => copy.tile(i).kind)).toEqual([1, 1, 1, 1, 0, 0, 2, 3, 0, 0, 0, 0]);
    expect((restored.at(3) as Collider).shape).toMatchObject({ oneWay: { x: 0, y: 1 } });
    // The copy is a map of its own.
    copy.set(0, 0, 0);
    expect(restored.hash()).not.toBe(hash);
    expect(map.get(0, 0)).toBe(1);
    map.fill([0, 0], [4, 1], 0);
    world.update();
    expect(world.touching).toHaveLength(0);
    world.rollback(bytes);
    expect(world.hash()).toBe(hash);
    expect(ground.shape).toBe(map);
    expect(map.get(0, 0)).toBe(1);
    expect(world.touching).toHaveLength(1);
    map.set(0, 0, 0);
    expect(world.raycast([0.2, 5], [0, -1], { exclude: world.at(2) as Collider<string> })).toBeNull();
    // A map that was removed comes back with the tiles of the snapshot.
    ground.remove();
    world.update();
    world.rollback(bytes);
    expect(world.hash()).toBe(hash);
    (ground.shape as TileMap).set(0, 0, 0);
    expect(world.raycast([0.2, 5], [0, -1], { exclude: world.at(2) as Collider<string> })).toBeNull();
    restored.dispose();
    world.dispose();
  });

  it("is still shared after a rollback if one of its colliders was removed, or had another shape", () => {
    const changes: Record<string, (a: Collider, b: Collider) => void> = {
      nothing: () => {},
      removed: (a) => a.remove(),
      "removed, the other": (_, b) => b.remove(),
      "another shape": (a) => (a.shape = new Circle(1)),
      "another map of that size": (a) => (a.shape = mapOf(["00", "11"])),
    };
    for (const [name, change] of Object.entries(changes)) {
      const world = new World();
      const map = mapOf(["00", "10"]);
      const a = world.add({ shape: map, static: true });
      const b = world.add({ shape: map, static: true, position: [10, 0] });
      world.update();
      const bytes = world.snapshot();
      const hash = world.hash();
      change(a, b);
      world.update();
      world.rollback(bytes);
      expect(world.hash(), name).toBe(hash);
      expect(a.shape, name).toBe(b.shape);
      (a.shape as TileMap).set(0, 0, 0);
      for (const x of [0.5, 10.5]) expect(world.raycast([x, 5], [0, -1]), name).toBeNull();
      world.dispose();
    }
  });

  it("is still its own after a rollback if another was shared in between", () => {
    const world = new World();
    const [mapA, mapB] = [mapOf(["10"]), mapOf(["01"])];
    const a = world.add({ shape: mapA, static: true });
    const b = world.add({ shape: mapB, static: true, position: [10, 0] });
    world.update();
    const bytes = world.snapshot();
    const hash = world.hash();
    a.shape = mapB;
    world.update();
    world.rollback(bytes);
    expect(world.hash()).toBe(hash);
    expect(a.shape).not.toBe(b.shape);
    const kindsOf = ({ shape }: Collider) => [0, 1].map((x) => (shape as TileMap).get(x, 0));
    expect([kindsOf(a), kindsOf(b)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    world.dispose();
  });
});

it("holds a round body that falls on the end of a ledge, also of one tile", () => {
  for (const rows of [["030"], ["0330"], ["300", "030"]]) {
    const world = new World();
    world.add({ shape: mapOf(rows), static: true });
    const hero = new Character(world, { shape: new Capsule(0.3, 1.2), position: [0.8, 2.4] });
    for (let i = 0; i < 60; i++) hero.step(1 / 60, [0, 0]);
    expect(hero.grounded, rows.join()).toBe(true);
    expect(hero.position.y, rows.join()).toBeGreaterThan(1.8);
    world.dispose();
  }
});

it("walks from slopes to flat tiles, through ledges, and down through them", () => {
  const world = new World();
  world.add({ shape: mapOf(["0000000000", "0000330000", "0000000000", "0002111111", "1111111111"]), static: true });
  const hero = new Character(world, { shape: new Circle(0.4), position: [1.5, 1.5] });
  const step = (walk: number, count: number) => {
    for (let i = 0; i < count; i++) hero.step(1 / 60, [walk, 0]);
  };
  step(0, 10);
  expect(hero.grounded).toBe(true);
  step(3, 60);
  expect(hero.position.x).toBeGreaterThan(4);
  expect(hero.position.y).toBeCloseTo(2.41, 3);
  hero.jump(8);
  step(0, 90);
  expect(hero.grounded).toBe(true);
  expect(hero.position.y).toBeCloseTo(4.41, 3);
  const below = moveAndSlide(world, new Circle(0.4), { position: hero.position }, [0, -1], {
    kinds: (k) => k !== LEDGE,
  });
  expect(below.position.y).toBeCloseTo(3.41, 3);
});

describe("a one-way chain", () => {
  it("blocks what moves against its direction, whatever the order of its points", () => {
    const ball = new Circle(0.5);
    for (const points of [
      [0, 0, 4, 0, 4, 3, 8, 3],
      [8, 3, 4, 3, 4, 0, 0, 0],
    ]) {
      const chain = new Chain(points, { oneWay: [0, 1] });
      expect([chain.sides, chain.oneWay]).toEqual(["front", { x: 0, y: 1 }]);
      expect(raycast(chain, {}, [2, 1], [0, -1])?.distance).toBe(1);
      expect(raycast(chain, {}, [2, -1], [0, 1])).toBeNull();
      expect(raycast(chain, {}, [6, 4], [0, -1])?.distance).toBe(1);
      // Along the direction it is never hit.
      expect(raycast(chain, {}, [3, 1.5], [1, 0])).toBeNull();
      expect(intersects(chain, {}, ball, { position: [2, 0.4] })).toBe(true);
      expect(intersects(chain, {}, ball, { position: [2, -0.4] })).toBe(false);
      expect(intersects(chain, {}, ball, { position: [2, 0.6] }, { margin: 0.2 })).toBe(true);
      expect(intersects(chain, {}, ball, { position: [2, -0.4] }, { margin: 0.2 })).toBe(false);
    }
  });

  it("refuses directions that are none", () => {
    expect(thrown(() => new Chain([0, 0, 1, 0], { oneWay: [0, 0] }))).toMatchObject({ code: "invalid-argument" });
    expect(thrown(() => new Chain([0, 0, 1, 0], { oneWay: 1 as never }))).toMatchObject({ code: "invalid-argument" });
    const both = { oneWay: [0, 1], sides: "both" } as const;
    expect(thrown(() => new Chain([0, 0, 1, 0], both))).toMatchObject({ code: "invalid-argument" });
    expect(thrown(() => new Chain([0, 0, 0, 1], { oneWay: [0, 1] }))).toMatchObject({ code: "degenerate-shape" });
  });
});

it("is as good as its tiles as polygons, far from the origin and turned", () => {
  const map = mapOf(["002100", "021100", "111111"], 0.5);
  const position = [1e6, -2e6];
  const pose = { position, angle: 1.3 };
  const tile = new ConvexPolygon([0.5, 0.5, 1, 0.5, 1, 1]);
  const ball = new Circle(0.2);
  const [cos, sin] = [Math.cos(1.3), Math.sin(1.3)];
  const at = { position: [1e6 + 0.65 * cos - 0.9 * sin, -2e6 + 0.65 * sin + 0.9 * cos] };
  const [own] = collideAll(tile, pose, ball, at);
  const [found] = collideAll(map, pose, ball, at);
  expect(found?.depth).toBeCloseTo(own?.depth ?? 0, 9);
  expect(found?.partA).toBe(7);
});
