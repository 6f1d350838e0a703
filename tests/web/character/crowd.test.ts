import { Box, Capsule, Character, init, World } from "hyperplane";
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
