import {
  Box,
  type Collider,
  Cylinder,
  Ellipsoid,
  init,
  type MoverOptions,
  moveAndSlide,
  type Shape,
  Sphere,
  type Vec3,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => init());

type Corner = readonly [number, number, number];

/** A world of static boxes, each from corner to corner. */
function boxes(...corners: readonly (readonly [Corner, Corner])[]): World {
  const world = new World();
  for (const [low, high] of corners) {
    const size = high.map((end, k) => end - (low[k] as number)) as [number, number, number];
    const position = high.map((end, k) => (end + (low[k] as number)) / 2) as [number, number, number];
    world.add({ shape: new Box(...size), position, static: true });
  }
  return world;
}

const FLOOR = [
  [-6, -1, -5],
  [25, 0, 5],
] as const;

function walk(world: World, shape: Shape, start: Corner, delta: Corner, moves: number, options?: MoverOptions): Vec3 {
  let position: Vec3 = { x: start[0], y: start[1], z: start[2] };
  for (let i = 0; i < moves; i++) position = moveAndSlide(world, shape, { position }, delta, options).position;
  return position;
}

describe("a body on stairs", () => {
  it("climbs a riser that rounding tilts", () => {
    const world = boxes(FLOOR, [
      [1.1079831449314952, 0, -5],
      [25, 0.2, 5],
    ]);
    const delta = [0.06886991454288363, -0.02, 0] as const;
    const end = walk(world, new Cylinder(0.35, 1.8), [0, 0.9105, 0.6543691004626453], delta, 40);
    expect(end.x).toBeGreaterThan(2);
    expect(end.y).toBeCloseTo(1.11, 3);
  });

  it.each([0.05, 0.1, 0.15, 0.2, 0.3])("climbs a low step under a ceiling %d m above its head", (room) => {
    const world = boxes(
      FLOOR,
      [
        [1.0208405503071845, 0, -5],
        [25, 0.1, 5],
      ],
      [
        [-6, 1.9 + room, -5],
        [25, 3, 5],
      ],
    );
    const end = walk(world, new Ellipsoid(0.4, 0.9, 0.4), [0, 0.91, 0.3], [0.03, -0.02, 0], 80);
    expect(end.x).toBeGreaterThan(1.5);
    expect(end.y).toBeCloseTo(1.01, 3);
  });

  it("is put down where it has passed the edge of a tread", () => {
    const edge = 1.0349832;
    const world = boxes(FLOOR, [
      [-6, 0, -5],
      [edge, 0.29, 5],
    ]);
    const body = new Box(0.6, 1.8, 0.6);
    for (const beside of [0.5, 0.99, 0.9985, 0.999, 0.9995, 1]) {
      let position: Vec3 = { x: edge + 0.3 + 0.01 * beside - 0.04, y: 1.2, z: 0 };
      for (let i = 0; i < 8; i++) {
        const moved = moveAndSlide(world, body, { position }, [0.04, 0, 0], { snapDistance: 0.6 });
        expect(moved.grounded).toBe(true);
        position = moved.position;
      }
      expect(position.y).toBeCloseTo(0.91, 3);
    }
  });

  it("goes no farther than it was asked to", () => {
    const world = boxes(FLOOR, [
      [0.5, 0, -5],
      [25, 0.2, 5],
    ]);
    let position: Vec3 = { x: 0.5 - 0.35 - 0.011, y: 0.91, z: 0 };
    for (let i = 0; i < 200; i++) {
      const { x } = position;
      position = moveAndSlide(world, new Cylinder(0.35, 1.8), { position }, [0.002, -0.02, 0]).position;
      expect(position.x - x).toBeLessThan(0.002 + 1e-9);
    }
    expect(position.x).toBeCloseTo(0.5 - 0.35 - 0.011 + 0.4, 2);
    expect(position.y).toBeCloseTo(1.11, 3);
  });
});

describe("a collider that is passed", () => {
  it("leaves no trace, however it is left out", () => {
    const scene = (unseen: { layer?: number; sensor?: boolean } | null) => {
      const world = boxes(
        FLOOR,
        [
          [1, 0, -5],
          [4, 0.25, 5],
        ],
        [
          [-6, 0, 1],
          [25, 4, 2],
        ],
      );
      const ghosts: Collider[] = [];
      for (let i = 0; unseen !== null && i < 6; i++) {
        const quaternion = [0.1 * i, 0.2, 0.3, 0.9] as const;
        ghosts.push(world.add({ shape: new Box(0.4, 2, 0.7), position: [0.6 * i, 0.4, 0.3], quaternion, ...unseen }));
        ghosts.push(world.add({ shape: new Sphere(0.5), position: [0.7 * i, 0.2, 0.5], static: true, ...unseen }));
      }
      return { world, ghosts };
    };
    const { world, ghosts } = scene({});
    const moves: [World, MoverOptions][] = [
      [scene({ layer: 2 }).world, { mask: 1 }],
      [scene({ sensor: true }).world, {}],
      [world, { exclude: ghosts }],
      [world, { filter: (collider) => !ghosts.includes(collider) }],
    ];
    const body = new Ellipsoid(0.4, 0.9, 0.3);
    const alone = scene(null).world;
    let position: Vec3 = { x: 0, y: 0.91, z: 0 };
    for (let i = 0; i < 60; i++) {
      const delta = [0.07, -0.05, 0.03] as const;
      const expected = moveAndSlide(alone, body, { position }, delta);
      for (const [other, options] of moves) {
        const moved = moveAndSlide(other, body, { position }, delta, options);
        expect(moved.position).toEqual(expected.position);
        expect(moved.hits.map(({ point, normal }) => ({ point, normal }))).toEqual(
          expected.hits.map(({ point, normal }) => ({ point, normal })),
        );
      }
      position = expected.position;
    }
    expect(position.x).toBeGreaterThan(3);
  });
});

describe("a sensor", () => {
  it("is passed by queries, unless they ask for it", () => {
    const world = new World();
    const sensor = world.add({ shape: new Box(2, 2, 2), position: [5, 0, 0], sensor: true });
    const wall = world.add({ shape: new Box(2, 2, 2), position: [9, 0, 0], static: true });
    const ray = new Float64Array([0, 0, 0, 1, 0, 0]);
    const sweep = { from: {}, to: { position: [12, 0, 0] as const } };
    const ball = new Sphere(0.5);
    for (const [options, first, all] of [
      [undefined, wall, [wall]],
      [{ sensors: false }, wall, [wall]],
      [{ sensors: true }, sensor, [sensor, wall]],
      [{ sensors: true, filter: (collider: Collider) => collider === wall }, wall, [wall]],
    ] as const) {
      expect(world.raycast([0, 0, 0], [1, 0, 0], options)?.collider).toBe(first);
      expect(world.raycastAll([0, 0, 0], [1, 0, 0], options).map(({ collider }) => collider)).toEqual(all);
      expect(world.raycastBatch(ray, options).colliders[0]).toBe(first.index);
      expect(world.castShape(ball, sweep, options)?.collider).toBe(first);
      expect(world.overlap(new Box(40, 1, 1), {}, options)).toEqual(all);
      expect(world.closest([0, 0, 0], options)?.collider).toBe(first);
    }
    const move = (options?: MoverOptions) => moveAndSlide(world, ball, {}, [12, 0, 0], options).position.x;
    expect(move()).toBeCloseTo(9 - 1.5 - 0.01, 6);
    expect(move({ sensors: true })).toBeCloseTo(5 - 1.5 - 0.01, 6);
  });

  it.each([1, "yes", null])("is not asked for by %s", (sensors) => {
    const world = new World();
    const options = { sensors } as unknown as { sensors: boolean };
    expect(() => world.raycast([0, 0, 0], [1, 0, 0], options)).toThrow("options.sensors must be true or false");
  });
});

describe("a step in front of a wall", () => {
  const skirting = (depth: number) =>
    boxes(
      FLOOR,
      [
        [1, 0, -5],
        [25, 0.1, 5],
      ],
      [
        [1 + depth, 0, -5],
        [25, 3, 5],
      ],
    );
  const heightAt = (depth: number, options?: MoverOptions) =>
    walk(skirting(depth), new Cylinder(0.35, 1.8), [0, 0.91, 0], [0.05, -0.02, 0], 40, options).y;

  it("is climbed from a sixth of the step height on, or as minTread says", () => {
    expect(heightAt(0.04)).toBeCloseTo(0.91, 3);
    expect(heightAt(0.06)).toBeCloseTo(1.01, 3);
    expect(heightAt(0.06, { stepHeight: 0.6 })).toBeCloseTo(0.91, 3);
    expect(heightAt(0.06, { minTread: 0.2 })).toBeCloseTo(0.91, 3);
    expect(heightAt(0.04, { minTread: 0 })).toBeCloseTo(1.01, 3);
    expect(() => heightAt(1, { minTread: -1 })).toThrow("options.minTread must be a number from 0 to 1000000000");
  });
});
