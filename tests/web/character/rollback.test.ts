import { Box, Capsule, Character, type Collider, Cylinder, init, World } from "hyperplane";
import * as plane from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { Random } from "../support/random.js";

beforeAll(async () => {
  await init();
  await plane.init();
});

const STEP = 1 / 60;
const PLATFORMS = 6;

/** A crowd among blocks and platforms, which goes the same way each time. */
class Scene {
  constructor(
    readonly world: World,
    readonly platforms: readonly Collider[],
    readonly crowd: readonly Character[],
  ) {}

  static make(seed: number): Scene {
    const random = new Random(seed);
    const world = new World();
    const platforms = Array.from({ length: PLATFORMS }, (_, i) => {
      return world.add({ shape: i % 2 === 0 ? new Cylinder(2, 0.4) : new Box(4, 0.3, 3) });
    });
    const shape = new Capsule(0.3, 1.2);
    const crowd = Array.from({ length: 25 }, (_, i) => {
      const position = [(i % 5) * 3 - 6, 2 + random.number(), Math.floor(i / 5) * 3 - 6];
      return new Character(world, { shape, position, collider: world.add({ shape }) });
    });
    world.add({ shape: new Box(60, 1, 60), position: [0, -0.5, 0], static: true });
    for (let i = 0; i < 12; i++) {
      const position = [20 * random.number() - 10, 0.3, 20 * random.number() - 10];
      const quaternion = [0, Math.sin(i), 0, Math.cos(i)];
      world.add({ shape: new Box(2, 1.5 * random.number() + 0.1, 2), position, quaternion, static: true });
    }
    return new Scene(world, platforms, crowd);
  }

  /** In another world, from a snapshot. */
  static restore(bytes: Uint8Array, states: readonly Float64Array[]): Scene {
    const world = World.restore(bytes);
    const colliders = [...world.colliders];
    const crowd = states.map((state, i) => {
      const collider = colliders[PLATFORMS + i] as Collider;
      const character = new Character(world, { shape: collider.shape, position: collider.position, collider });
      character.restore(state);
      return character;
    });
    return new Scene(world, colliders.slice(0, PLATFORMS), crowd);
  }

  get states(): Float64Array[] {
    return this.crowd.map((character) => character.save());
  }

  step(i: number): void {
    for (const [k, platform] of this.platforms.entries()) {
      const t = i * STEP + k;
      const position = [6 * Math.sin(0.7 * t + k), 0.5 + 0.5 * Math.sin(3 * t), 6 * Math.cos(0.5 * t + 2 * k)];
      platform.setPose(position, [0, Math.sin(t), 0, Math.cos(t)]);
    }
    this.world.update();
    for (const [k, character] of this.crowd.entries()) {
      if ((i + k) % 90 === 0) character.jump(4);
      character.step(STEP, [3 * Math.sin(i / 40 + k), 0, 3 * Math.cos(i / 50 + 2 * k)]);
    }
  }
}

describe("a crowd", () => {
  it.each([1, 2, 3])("is the same to the bit however often it is rolled back: seed %i", (seed) => {
    const straight = Scene.make(seed);
    const states = Array.from({ length: 240 }, (_, i) => {
      straight.step(i);
      return straight.states;
    });
    const scene = Scene.make(seed);
    const random = new Random(seed + 10);
    let saved = { i: 0, bytes: scene.world.snapshot({ shapes: false }), states: scene.states };
    let rollbacks = 0;
    for (let i = 0; i < 240; i++) {
      scene.step(i);
      expect(scene.states, `step ${i}`).toEqual(states[i]);
      if (rollbacks < 40 && random.number() < 0.15) {
        rollbacks++;
        scene.world.rollback(saved.bytes);
        for (const [k, character] of scene.crowd.entries()) character.restore(saved.states[k] as Float64Array);
        i = saved.i - 1;
      } else if (random.number() < 0.1) {
        saved = { i: i + 1, bytes: scene.world.snapshot({ shapes: false }), states: scene.states };
      }
    }
    expect(rollbacks).toBeGreaterThan(10);
    expect(scene.world.hash()).toBe(straight.world.hash());
  });

  it("is the same to the bit in a world that is restored from a snapshot", () => {
    const scene = Scene.make(5);
    for (let i = 0; i < 100; i++) scene.step(i);
    const restored = Scene.restore(scene.world.snapshot(), scene.states);
    for (let i = 100; i < 200; i++) {
      scene.step(i);
      restored.step(i);
      expect(restored.states, `step ${i}`).toEqual(scene.states);
    }
  });
});

describe("a tower of characters", () => {
  it("goes on to the bit in a world that is restored from a snapshot, in the plane and on its side", () => {
    const shape = new plane.Capsule(0.3, 0.6);
    const up = [1, 0];
    const start = new plane.World();
    start.add({ shape: new plane.Rectangle(1, 40), position: [-0.5, 0], static: true });
    const make = (world: plane.World, collider: plane.Collider, position: plane.Vec2Like, angle = -Math.PI / 2) =>
      new plane.Character(world, { shape, position, angle, up, collider });
    const tower = [0, 1, 2].map((i) => make(start, start.add({ shape }), [0.61 + 1.22 * i, 0]));
    const step = (world: plane.World, characters: readonly plane.Character[], isUpdated = false) => {
      if (!isUpdated) world.update();
      // From the top: who stands on another is carried by its motion up to the update.
      for (const [i, character] of [...characters].reverse().entries()) character.step(STEP, [0, i === 2 ? 2 : 0]);
      return characters.map((character) => character.save());
    };
    for (let i = 0; i < 30; i++) step(start, tower);
    // Between the steps, and between an update and its step.
    for (const isUpdated of [false, true]) {
      if (isUpdated) start.update();
      const restored = plane.World.restore(start.snapshot());
      const colliders = [...restored.colliders].slice(1);
      const others = colliders.map((it, i) => {
        const character = make(restored, it, it.position, it.angle);
        character.restore((tower[i] as plane.Character).save());
        return character;
      });
      expect(restored.hash()).toBe(start.hash());
      for (let i = 0; i < 3; i++) {
        expect(step(restored, others, isUpdated && i === 0)).toEqual(step(start, tower, isUpdated && i === 0));
      }
    }
    const last = tower[2];
    expect(last?.ground?.collider === start.at(2)).toBe(true);
    expect(last?.position.y).toBeGreaterThan(0.9);
  });

  it("goes on to the bit in space, too", () => {
    const shape = new Capsule(0.3, 0.6);
    const start = new World();
    start.add({ shape: new Box(40, 1, 40), position: [0, -0.5, 0], static: true });
    const make = (world: World, collider: Collider, position: { x: number; y: number; z: number }) =>
      new Character(world, { shape, position, collider });
    const tower = [0, 1].map((i) => make(start, start.add({ shape }), { x: 0, y: 0.61 + 1.22 * i, z: 0 }));
    const step = (world: World, characters: readonly Character[]) => {
      world.update();
      for (const [i, character] of [...characters].reverse().entries()) character.step(STEP, [i === 1 ? 2 : 0, 0, 0]);
      return characters.map((character) => character.save());
    };
    for (let i = 0; i < 30; i++) step(start, tower);
    const restored = World.restore(start.snapshot());
    const others = [...restored.colliders].slice(1).map((it, i) => {
      const character = make(restored, it, it.position);
      character.restore((tower[i] as Character).save());
      return character;
    });
    for (let i = 0; i < 3; i++) expect(step(restored, others)).toEqual(step(start, tower));
    expect(tower[1]?.position.x).toBeGreaterThan(0.9);
  });
});
