import { Box, Capsule, Character, Cylinder, init, World } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { Random } from "../support/random.js";

beforeAll(() => init());

const STEP = 1 / 60;

describe("characters among each other", () => {
  it("stop or slide where two walk into each other", () => {
    for (const aside of [0, 0.05, 0.3]) {
      const world = new World();
      world.add({ shape: new Box(50, 1, 50), position: [0, -0.5, 0], static: true });
      const shape = new Capsule(0.3, 1.2);
      const pair = [-2, 2].map((x) => {
        const collider = world.add({ shape });
        return new Character(world, { shape, position: [x, 0.91, x < 0 ? aside : 0], collider, stepHeight: 0 });
      });
      for (let i = 0; i < 120; i++) {
        world.update();
        for (const [k, character] of pair.entries()) character.step(STEP, [k === 0 ? 2 : -2, 0, 0]);
        const [a, b] = pair.map(({ position }) => position) as [Character["position"], Character["position"]];
        expect(Math.hypot(a.x - b.x, a.z - b.z)).toBeGreaterThan(0.6);
        expect(Math.abs(a.y - 0.91)).toBeLessThan(0.006);
      }
    }
  });

  it.each([0, 1])("follow each other at the speed of the one ahead, in any order of steps: %i", (first) => {
    const world = new World();
    world.add({ shape: new Box(50, 1, 50), position: [0, -0.5, 0], static: true });
    const shape = new Capsule(0.3, 1.2);
    const pair = [0, 0.62].map((x) => {
      return new Character(world, {
        shape,
        position: [x - 10, 0.91, 0],
        collider: world.add({ shape }),
        stepHeight: 0,
      });
    }) as [Character, Character];
    for (let i = 0; i < 120; i++) {
      world.update();
      for (const k of [first, 1 - first]) pair[k]?.step(STEP, [8, 0, 0]);
      const [behind, ahead] = pair;
      expect(ahead.position.x - behind.position.x).toBeGreaterThan(0.6);
      expect(ahead.position.x - behind.position.x).toBeLessThan(0.62 + 2 * 8 * STEP);
    }
    expect(pair[1].position.x).toBeCloseTo(0.62 - 10 + 119.5 * 8 * STEP, 0);
  });

  it("stand as a crowd of 300 without moving by a bit, and are turned by a disc as they stand", () => {
    const world = new World();
    const disc = world.add({ shape: new Cylinder(13, 1), position: [0, -0.5, 0] });
    const shape = new Capsule(0.3, 1.2);
    const crowd = Array.from({ length: 300 }, (_, i) => {
      // Each has the same room.
      const [radius, angle] = [0.7 * Math.sqrt(i + 1), 2.4 * i];
      const position = [radius * Math.cos(angle), 0.91, radius * Math.sin(angle)];
      return new Character(world, { shape, position, collider: world.add({ shape }) });
    });
    const frame = () => {
      world.update();
      for (const character of crowd) character.step(STEP, [0, 0, 0]);
    };
    for (let i = 0; i < 3; i++) frame();
    const from = crowd.map(({ position }) => position);
    for (let i = 0; i < 30; i++) frame();
    expect(crowd.map(({ position }) => position)).toEqual(from);
    for (let i = 1; i <= 240; i++) {
      const angle = 0.5 * STEP * i;
      disc.setPose([0, -0.5, 0], [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)]);
      frame();
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      crowd.forEach(({ position: { x, y, z }, grounded }, k) => {
        const at = from[k] as Character["position"];
        expect(grounded).toBe(true);
        expect(Math.abs(y - 0.91)).toBeLessThan(0.006);
        expect(Math.hypot(x - at.x * cosine - at.z * sine, z + at.x * sine - at.z * cosine)).toBeLessThan(0.005);
      });
    }
  });

  it("stay in a room whose walls close in on 120 of them", () => {
    const world = new World();
    world.add({ shape: new Box(100, 1, 100), position: [0, -0.5, 0], static: true });
    const sides = [-1, 1] as const;
    const walls = sides.map((side) => ({
      side,
      wall: world.add({ shape: new Box(1, 4, 40), position: [side * 12, 2, 0] }),
    }));
    for (const side of sides) world.add({ shape: new Box(40, 4, 1), position: [0, 2, side * 6], static: true });
    const shape = new Capsule(0.3, 1.2);
    const crowd = Array.from({ length: 120 }, (_, i) => {
      const position = [(i % 12) * 1.4 - 8, 0.91, Math.floor(i / 12) * 0.9 - 4.2];
      return new Character(world, { shape, position, collider: world.add({ shape }), stepHeight: 0 });
    });
    for (let i = 1; i <= 240; i++) {
      const face = 11.5 - 6.5 * Math.sin((i / 240) * Math.PI);
      for (const { side, wall } of walls) wall.setPose([side * (face + 0.5), 2, 0]);
      world.update();
      for (const character of crowd) {
        character.step(STEP, [Math.sin(i), 0, Math.cos(i)]);
        const { x, y, z } = character.position;
        expect(Math.abs(y - 0.91)).toBeLessThan(0.02);
        expect(Math.abs(z)).toBeLessThan(5.5 - 0.3);
        if (!character.crushed) expect(Math.abs(x)).toBeLessThan(face - 0.3);
      }
    }
  });

  it("come to rest as a crowd of 300, without jitter", () => {
    const world = new World();
    world.add({ shape: new Box(100, 1, 100), position: [0, -0.5, 0], static: true });
    const shape = new Capsule(0.3, 1.2);
    const random = new Random(7);
    const crowd = Array.from({ length: 300 }, (_, i) => {
      const collider = world.add({ shape });
      const position = [
        (i % 20) * 0.9 - 9 + 0.1 * random.number(),
        0.91,
        Math.floor(i / 20) * 0.9 - 7 + 0.1 * random.number(),
      ];
      return new Character(world, { shape, position, collider, stepHeight: 0 });
    });
    const walkOf = ({ position: { x, z } }: Character) => {
      const way = Math.hypot(x, z);
      return way < 0.5 ? [0, 0, 0] : [(-2 * x) / way, 0, (-2 * z) / way];
    };
    for (let i = 0; i < 600; i++) {
      world.update();
      const before = crowd.map(({ position }) => position);
      for (const character of crowd) character.step(STEP, walkOf(character));
      if (i < 480) continue;
      let moved = 0;
      crowd.forEach(({ position: { x, y, z }, grounded }, k) => {
        const from = before[k] as Character["position"];
        moved += Math.hypot(x - from.x, z - from.z);
        expect(Math.abs(y - 0.91)).toBeLessThan(0.006);
        expect(grounded).toBe(true);
      });
      expect(moved / crowd.length).toBeLessThan(0.2 * 2 * STEP);
    }
    for (let i = 0; i < crowd.length; i++) {
      for (let k = 0; k < i; k++) {
        const [a, b] = [crowd[i]?.position, crowd[k]?.position] as [Character["position"], Character["position"]];
        expect(Math.hypot(a.x - b.x, a.z - b.z)).toBeGreaterThan(0.6);
      }
    }
  });
});
