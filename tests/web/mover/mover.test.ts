import {
  Box,
  Capsule,
  type Collider,
  Cone,
  Cylinder,
  init,
  type MoverOptions,
  type MoverResult,
  moveAndSlide,
  type QuatLike,
  Sphere,
  type Vec3,
  type Vec3Like,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

beforeAll(() => init());

const SKIN = 0.01;
const body = () => new Capsule(0.3, 1.2);

function course() {
  const world = new World();
  const box = (size: readonly [number, number, number], position: Vec3Like, quaternion?: QuatLike): Collider =>
    world.add({ shape: new Box(...size), position, static: true, ...(quaternion ? { quaternion } : {}) });
  const floor = box([100, 1, 100], [0, -0.5, 0]);
  return { world, box, floor };
}

describe("moveAndSlide", () => {
  it("stands on ground, and says which", () => {
    const { world, floor } = course();
    const landed = moveAndSlide(world, body(), { position: [0, 5, 0] }, [0, -10, 0]);
    expect(landed.grounded).toBe(true);
    expect(landed.ground?.collider).toBe(floor);
    expect(landed.ground?.normal.y).toBeCloseTo(1, 12);
    expect(landed.ground?.point.y).toBeCloseTo(0, 12);
    expect(landed.position.y).toBeCloseTo(0.9 + SKIN, 3);
    expect(landed.hits.map(({ collider }) => collider)).toEqual([floor]);
    const again = moveAndSlide(world, body(), { position: landed.position }, [0, -0.1, 0]);
    expect(again.position).toEqual(landed.position);
    const free = moveAndSlide(world, body(), { position: [0, 5, 0] }, [1, 1, 0]);
    const [position, remaining] = [
      { x: 1, y: 6, z: 0 },
      { x: 0, y: 0, z: 0 },
    ];
    expect(free).toEqual({ position, remaining, grounded: false, crushed: false, ground: null, hits: [] });
  });

  it("slides along a wall, and past it where it is left out", () => {
    const { world, box } = course();
    const wall = box([1, 4, 100], [2.5, 2, 0]);
    const position = [0, 0.9 + SKIN, 0];
    const move = (options?: MoverOptions) => moveAndSlide(world, body(), { position }, [5, -0.1, 3], options);
    const slid = move();
    expect(slid.position.x).toBeCloseTo(2 - 0.3 - SKIN, 3);
    expect(slid.position.z).toBeCloseTo(3, 9);
    expect(slid.hits.map(({ collider }) => collider)).toContain(wall);
    for (const options of [
      { exclude: wall },
      { exclude: [wall] },
      { filter: (collider: Collider) => collider !== wall },
    ]) {
      const passed = move(options);
      expect(passed.position.x).toBeCloseTo(5, 9);
      expect(passed.grounded).toBe(true);
      expect(passed.hits.map(({ collider }) => collider)).not.toContain(wall);
    }
    wall.layer = 2;
    expect(move({ mask: 1 }).position.x).toBeCloseTo(5, 9);
    expect(move({ filter: () => false }).grounded).toBe(false);
  });

  it("asks a filter once about each collider, and may be called from within it", () => {
    const { world, box } = course();
    box([1, 4, 100], [2.5, 2, 0]);
    const asked: number[] = [];
    const moved = moveAndSlide(world, body(), { position: [0, 0.91, 0] }, [5, -0.1, 3], {
      filter: (collider) => {
        asked.push(collider.index);
        moveAndSlide(world, body(), { position: [0, 7, 0] }, [1, 0, 0], { filter: () => false });
        return true;
      },
    });
    expect(asked.toSorted()).toEqual([0, 1]);
    expect(moved.position.x).toBeCloseTo(2 - 0.3 - SKIN, 3);
  });

  it("takes steps and slopes as far as its options let it", () => {
    const { world, box } = course();
    box([4, 0.5, 4], [3, 0.25, 0]);
    const walk = (options: MoverOptions) => {
      let at: MoverResult = moveAndSlide(world, body(), { position: [0, 0.91, 0] }, [0, 0, 0]);
      for (let i = 0; i < 60; i++)
        at = moveAndSlide(world, body(), { position: at.position }, [0.03, -0.05, 0], options);
      return at.position;
    };
    expect(walk({}).y).toBeCloseTo(0.91, 3);
    expect(walk({ stepHeight: 0.6 }).y).toBeCloseTo(1.41, 3);
  });

  // The same course and the same ends as in tests/cpp/query/mover_test.cpp.
  it("walks the recorded course to the bit", () => {
    const { world, box } = course();
    box([6, 1, 4], [6, 0.25, 0], [0, 0, 0.242535625036333, 0.9701425001453319]);
    box([1, 4, 12], [-5, 2, 0], [0, 0.125, 0, 1]);
    for (let i = 0; i < 6; i++) {
      const height = 0.25 * (i + 1);
      box([3, height, 0.5], [0, 0.5 * height, 4 + 0.5 * i]);
    }
    world.add({ shape: new Cylinder(1, 3), position: [-2, 1.5, -4] });
    world.add({ shape: new Sphere(0.75), position: [2, 0.25, -3] });
    world.add({ shape: new Cone(1.5, 2), position: [4, 1, 4] });
    box([8, 0.5, 8], [0, 2.6, -8]);
    // Up the ramp, down again, up the stairs, and on.
    const velocities = [
      [8, 0.5],
      [-9, 1],
      [2, 6],
      [-3, -8],
      [0.5, -10],
      [6, 2],
      [-7, -1],
      [40, 55],
    ] as const;
    let position: Vec3 = { x: 0, y: 0 + SKIN + 0.9, z: 0 };
    const shape = body();
    const ends = velocities.map(([x, z]) => {
      for (let i = 0; i < 60; i++) {
        const delta = [x * 0.015625, i === 20 ? 0.25 : -0.125, z * 0.015625];
        position = moveAndSlide(world, shape, { position }, delta).position;
      }
      return [position.x, position.y, position.z];
    });
    expect(ends).toEqual([
      [7.5, 2.5679999999999996, 0.46875],
      [-0.9375, 0.90999999999999992, 1.40625],
      [0.9375, 2.2303780680452299, 7.03125],
      [-1.875, 0.90999999999999992, -0.46875],
      [-0.4775221598221908, 0.90999999999999992, -8.142905332985519],
      [5.1474778401778094, 0.90999999999999992, -6.267905332985519],
      [-1.4150221598221906, 0.90999999999999992, -7.205405332985519],
      [34.397062609183166, 0.90999999999999992, 42.91784171779028],
    ]);
  });

  const wrong = <T>(value: unknown): T => value as T;
  const cases: [(world: World) => unknown, string][] = [
    [() => moveAndSlide(wrong({}), body(), {}, [0, 0, 0]), "invalid-argument: world must be a World, got an object"],
    [
      (world) => moveAndSlide(world, wrong(1), {}, [0, 0, 0]),
      "invalid-argument: shape must be a shape of this package, got 1",
    ],
    [
      (world) => moveAndSlide(world, body(), { position: [Number.NaN, 0, 0] }, [0, 0, 0]),
      "invalid-argument: pose.position[0] must be a finite number, got NaN",
    ],
    [
      (world) => moveAndSlide(world, body(), {}, [0, Number.NaN, 0]),
      "invalid-argument: delta[1] must be a finite number, got NaN",
    ],
    [
      (world) => moveAndSlide(world, body(), {}, [0, 0, 0], { up: [0, 0, 0] }),
      "invalid-argument: options.up must not be zero",
    ],
    [
      (world) => moveAndSlide(world, body(), {}, [0, 0, 0], { skin: 0 }),
      "invalid-argument: options.skin must be a number from 0.000001 to 1000, got 0",
    ],
    [
      (world) => moveAndSlide(world, body(), {}, [0, 0, 0], { stepHeight: -1 }),
      "invalid-argument: options.stepHeight must be a number from 0 to 1000000000, got -1",
    ],
    [
      (world) => moveAndSlide(world, body(), {}, [0, 0, 0], { stepHeight: wrong(1n) }),
      "invalid-argument: options.stepHeight must be a number from 0 to 1000000000, got the bigint 1n",
    ],
    [
      (world) => moveAndSlide(world, body(), {}, [0, 0, 0], { exclude: wrong(3) }),
      "invalid-argument: options.exclude must be a collider, got 3",
    ],
    [
      (world) => moveAndSlide(world, body(), {}, [0, 0, 0], { filter: wrong(3) }),
      "invalid-argument: options.filter must be a function, got 3",
    ],
  ];
  it.each(cases.map(([use, message]) => ({ use, message })))("$message", ({ use, message }) => {
    const { world } = course();
    const before = world.hash();
    expect(complaintOf(() => use(world))).toBe(message);
    expect(world.hash()).toBe(before);
  });

  it("in a world that was disposed of is an error", () => {
    const { world } = course();
    world.dispose();
    expect(complaintOf(() => moveAndSlide(world, body(), {}, [0, 0, 0]))).toBe(
      "disposed: the world has been disposed of",
    );
  });
});
