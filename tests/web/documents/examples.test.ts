import { readFileSync } from "node:fs";
import { collide, distance, init, type Polygon, Rectangle } from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { Car, raceTrack } from "../../../examples/plane/car.js";
import { pushApart, type Sprite, SpriteCollisions } from "../../../examples/plane/sprites.js";
import { Hero, loadMap } from "../../../examples/plane/tile_map.js";

beforeAll(() => init());

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

it.each(["sprites", "tile_map", "car"])("the guide shows the example %s as it runs here", (name) => {
  const pattern = new RegExp(`<!-- ${name}:begin[^\\n]*-->\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\`\\n<!-- ${name}:end -->`);
  expect(pattern.exec(text("docs/guide.md"))?.[1]).toBe(text(`examples/plane/${name}.ts`));
});

/** Numbers from 0 up to 1, always the same. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

describe("a list of sprites", () => {
  /** Separating axes of two rectangles, on the corners: the least overlap, negative when they are apart. */
  function overlapOf(a: Sprite, b: Sprite): number {
    const corners = ({ x, y, rotation, width, height }: Sprite) =>
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].map(([u = 0, v = 0]) => [
        x + (Math.cos(rotation) * u * width - Math.sin(rotation) * v * height) / 2,
        y + (Math.sin(rotation) * u * width + Math.cos(rotation) * v * height) / 2,
      ]);
    const [ringA, ringB] = [corners(a), corners(b)];
    return Math.min(
      ...[a.rotation, a.rotation + Math.PI / 2, b.rotation, b.rotation + Math.PI / 2].map((angle) => {
        const along = ([x = 0, y = 0]: number[]) => x * Math.cos(angle) + y * Math.sin(angle);
        const [alongA, alongB] = [ringA.map(along), ringB.map(along)];
        return Math.min(Math.max(...alongA) - Math.min(...alongB), Math.max(...alongB) - Math.min(...alongA));
      }),
    );
  }

  it("names all that touch, with the way apart, and parts them", () => {
    const random = numbersFrom(11);
    const list = new SpriteCollisions();
    for (let i = 0; i < 200; i++) {
      const [x, y] = [400 * random(), 400 * random()];
      list.add({ x, y, rotation: 6 * random(), width: 10 + 30 * random(), height: 10 + 30 * random() });
    }
    const { sprites } = list;
    const pairs = () => sprites.flatMap((a, i) => sprites.slice(i + 1).map((b) => [a, b] as const));
    const depthOfAll = () => pairs().reduce((sum, [a, b]) => sum + Math.max(0, overlapOf(a, b)), 0);
    for (let frame = 0; frame < 3; frame++) {
      const expected = pairs().filter(([a, b]) => overlapOf(a, b) > 1e-9);
      const found: [Sprite, Sprite][] = [];
      list.update((a, b, mtv) => {
        found.push([a, b]);
        expect(Math.hypot(mtv.x, mtv.y)).toBeCloseTo(overlapOf(a, b), 4);
        expect(Math.abs(overlapOf(a, { ...b, x: b.x + mtv.x, y: b.y + mtv.y }))).toBeLessThan(1e-4);
      });
      expect(found.length).toBeGreaterThan(20);
      expect(new Set(found.map(([a, b]) => sprites.indexOf(a) * 1000 + sprites.indexOf(b)))).toEqual(
        new Set(expected.map(([a, b]) => sprites.indexOf(a) * 1000 + sprites.indexOf(b))),
      );
      for (const sprite of sprites) sprite.x += 3 * (random() - 0.5);
    }
    const before = depthOfAll();
    for (let i = 0; i < 60; i++) pushApart(list);
    expect(depthOfAll()).toBeLessThan(0.05 * before);
  });
});

describe("a tile map", () => {
  const load = () => {
    const { world, start } = loadMap(JSON.parse(text("examples/plane/tile_map.json")));
    return new Hero(world, start);
  };
  const at = ({ character }: Hero) => character.position;
  const wait = (hero: Hero, steps: number) => {
    for (let i = 0; i < steps; i++) hero.step(0, false);
  };
  const floor = 6 * 16;
  /** Of the body's middle above its feet, with the skin. */
  const tall = 9.05;

  it("is walked on without a stop at any seam, up the slope and down it", () => {
    const hero = load();
    wait(hero, 10);
    expect(hero.character.grounded).toBe(true);
    expect(at(hero).y).toBeCloseTo(floor - tall, 3);
    for (let i = 0; i < 80; i++) {
      const { x } = at(hero);
      hero.step(1, false);
      expect(at(hero).x - x).toBeCloseTo(1.5, 6);
      expect(at(hero).y).toBeCloseTo(floor - tall, 3);
    }
    for (let i = 0; i < 30; i++) hero.step(1, false);
    expect(at(hero).y).toBeCloseTo(floor - 16 - tall, 3);
    expect(hero.coins).toBe(1);
    for (let i = 0; i < 60; i++) hero.step(1, false);
    // The wall, three tiles high, ends the walk.
    expect(at(hero).x).toBeCloseTo(15 * 16 - 5.05, 3);
    expect(at(hero).y).toBeCloseTo(floor - tall, 3);
    expect(hero.character.grounded).toBe(true);
  });

  it("lets the hero jump through a ledge, stand on it, take the coin, and drop through", () => {
    const hero = load();
    wait(hero, 10);
    hero.character.position = [88, floor - tall];
    wait(hero, 2);
    hero.step(0, true);
    expect(hero.character.grounded).toBe(false);
    wait(hero, 80);
    expect(hero.character.grounded).toBe(true);
    expect(at(hero).y).toBeCloseTo(2 * 16 - tall, 3);
    expect(hero.coins).toBe(1);
    hero.step(0, false, true);
    wait(hero, 60);
    expect(at(hero).y).toBeCloseTo(floor - tall, 3);
    expect(hero.character.grounded).toBe(true);
  });
});

describe("a car", () => {
  it("never ends a step in a wall, and slides along it", () => {
    const world = raceTrack();
    const random = numbersFrom(5);
    const car = new Car(world, -32, -12, 0);
    const body = new Rectangle(4.4, 1.8);
    const walls = [world.at(0), world.at(1)].map((collider) => collider?.shape as Polygon);
    let [hits, way] = [0, 0];
    for (let i = 0; i < 3000; i++) {
      const { x, y } = car;
      car.drive(i % 200 < 170 ? 1 : -1, 0.5 * Math.sin(i / 70) + 0.3 * (random() - 0.5), 1 / 60);
      way += Math.hypot(car.x - x, car.y - y);
      for (const wall of walls) {
        const { distance: gap } = distance(wall, {}, body, { position: car, angle: car.angle });
        expect(gap).toBeGreaterThan(-1e-3);
        if (collide(wall, {}, body, { position: car, angle: car.angle }) !== null || gap < 1e-3) hits++;
      }
    }
    expect(hits).toBeGreaterThan(20);
    expect(way).toBeGreaterThan(100);
    expect(Math.abs(car.x)).toBeLessThan(50);
    expect(Math.abs(car.y)).toBeLessThan(20);
  });

  it("loses the speed into a wall, and keeps that along it", () => {
    const head = new Car(raceTrack(), -35, -10, -Math.PI / 2);
    for (let i = 0; i < 120; i++) head.drive(1, 0, 1 / 60);
    expect(head.y).toBeCloseTo(-20 + 2.2, 3);
    expect(head.speed).toBeLessThan(0.5);
    const along = new Car(raceTrack(), -35, -18.5, -0.1);
    for (let i = 0; i < 120; i++) along.drive(1, 0, 1 / 60);
    expect(along.speed).toBeGreaterThan(8);
    expect(along.x).toBeGreaterThan(-20);
  });
});
