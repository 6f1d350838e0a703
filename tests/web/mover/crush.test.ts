import {
  Box,
  Capsule,
  Compound,
  ConvexHull,
  init,
  moveAndSlide,
  moveAndSlideBatch,
  type Shape,
  TriangleMesh,
  World,
} from "hyperplane";
import * as plane from "hyperplane/2d";
import { BoxGeometry } from "three";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => Promise.all([init(), plane.init()]));

const FRAME = 1 / 60;

function wallMesh(): TriangleMesh {
  const { attributes, index } = new BoxGeometry(0.5, 4, 4, 1, 2, 2);
  return new TriangleMesh(attributes.position?.array as Float32Array, index?.array as Uint16Array);
}

describe("a character that is pressed", () => {
  const walls: [string, () => Shape, number][] = [
    ["box", () => new Box(0.5, 4, 4), 1],
    ["doubled box", () => new Box(0.5, 4, 4), 2],
    ["hull", () => new ConvexHull(new BoxGeometry(0.5, 4, 4).attributes.position?.array as Float32Array), 1],
    ["mesh", wallMesh, 1],
    ["compound", () => new Compound([{ shape: new Box(0.5, 4, 4) }]), 1],
  ];
  it.each(walls)("stays between a ram and a wall: %s", (_, make, copies) => {
    const world = new World();
    world.add({ shape: new Box(100, 1, 100), position: [0, -0.5, 0], static: true });
    for (let i = 0; i < copies; i++) world.add({ shape: make(), position: [2.25, 2, 0], static: true });
    const ram = world.add({ shape: new Box(1, 2, 2), position: [0, 1, 0] });
    const body = new Capsule(0.3, 1.2);
    let position = { x: 0.82, y: 0.91, z: 0 };
    let crushed = false;
    for (let frame = 1; frame <= 200; frame++) {
      const x = FRAME * Math.min(frame, 200 - frame);
      ram.setPose([x, 1, 0]);
      ({ position, crushed } = moveAndSlide(world, body, { position }, [0, -0.01, 0]));
      expect(position.x).toBeLessThan(1.7 + 1e-6);
      expect(Math.hypot(position.y - 0.91, position.z)).toBeLessThan(0.01);
      if (Math.abs(x - 0.9) > 1e-6) expect(crushed).toBe(x > 0.9);
    }
    expect(world.overlap(body, { position })).toHaveLength(0);
    world.dispose();
  });

  it("stays between a lift and a ceiling", () => {
    const world = new World();
    world.add({ shape: new Box(4, 0.3, 4), position: [0, 3.15, 0], static: true });
    const lift = world.add({ shape: new Box(2, 0.4, 2), position: [0, -0.2, 0] });
    const body = new Capsule(0.3, 1.2);
    let position = { x: 0, y: 0.91, z: 0 };
    let crushed = false;
    for (let frame = 1; frame <= 200; frame++) {
      const top = FRAME * Math.min(frame, 200 - frame);
      lift.setPose([0, top - 0.2, 0]);
      ({ position, crushed } = moveAndSlide(world, body, { position }, [0, -0.03, 0]));
      expect(position.y).toBeLessThan(2.1 + 1e-6);
      if (Math.abs(top - 1.2) > 1e-6) expect(crushed).toBe(top > 1.2);
    }
    expect(position.y).toBeCloseTo(0.91, 2);
    world.dispose();
  });

  it("stays between a ram and a wall of the plane", () => {
    const world = new plane.World();
    world.add({ shape: new plane.Rectangle(100, 1), position: [0, -0.5], static: true });
    world.add({ shape: new plane.Rectangle(0.5, 4), position: [2.25, 2], static: true });
    const ram = world.add({ shape: new plane.Rectangle(1, 3), position: [0, 1.5] });
    const body = new plane.Circle(0.4);
    let position = { x: 0.95, y: 0.41 };
    let crushed = false;
    for (let frame = 1; frame <= 160; frame++) {
      const x = FRAME * Math.min(frame, 160 - frame);
      ram.setPose([x, 1.5]);
      ({ position, crushed } = plane.moveAndSlide(world, body, { position }, [0, -0.01]));
      expect(position.x).toBeLessThan(1.6 + 1e-6);
      if (Math.abs(x - 0.7) > 1e-6) expect(crushed).toBe(x > 0.7);
    }
    expect(world.overlap(body, { position })).toHaveLength(0);
    world.dispose();
  });
});

/** Between doors of 0.5 m that close and open by 5 mm a frame, in reach of a side that they might throw a body out of. */
describe("a body that was crushed", () => {
  const FRAMES = 200;
  /** m, of each door and the skin, and as much again where a corner pushes. */
  const MOST = 3 * (0.01 + 0.01);
  const openingAt = (frame: number) => 0.7 - 0.005 * (frame <= 100 ? frame : FRAMES - frame);

  it("is pushed no farther than the doors moved, in space", () => {
    const world = new World();
    const doors = [-1, 1].map((side) => world.add({ shape: new Box(0.5, 2, 0.5), position: [2 * side, 0, 0] }));
    world.update();
    const body = new Capsule(0.3, 1.2);
    const delta = [0, 0, 0];
    let position = { x: 0, y: 0, z: 0.1 };
    let crushed = false;
    let wasCrushed = 0;
    // The second body is farther from the doors.
    const positions = Float64Array.of(0, 0, 0.1, 0, 0, 5);
    const deltas = new Float64Array(6);
    let bits: Uint8Array = new Uint8Array(2);
    for (let frame = 1; frame <= FRAMES; frame++) {
      doors.forEach((door, i) => {
        door.setPose([(2 * i - 1) * openingAt(frame), 0, 0]);
      });
      world.update();
      const before = position;
      ({ position, crushed } = moveAndSlide(world, body, { position }, delta, { crushed }));
      bits = moveAndSlideBatch(world, body, positions, deltas, { last: bits });
      expect(Math.hypot(position.x - before.x, position.y - before.y, position.z - before.z)).toBeLessThan(MOST);
      expect(Array.from(positions)).toEqual([position.x, position.y, position.z, 0, 0, 5]);
      expect(Array.from(bits)).toEqual([crushed ? 2 : 0, 0]);
      if (crushed) wasCrushed++;
    }
    expect(wasCrushed).toBeGreaterThan(10);
    expect(world.overlap(body, { position })).toHaveLength(0);
  });

  it("is pushed no farther than the doors moved, in the plane", () => {
    const world = new plane.World();
    const doors = [-1, 1].map((side) => world.add({ shape: new plane.Rectangle(0.5, 0.5), position: [2 * side, 0] }));
    world.update();
    const body = new plane.Circle(0.3);
    let position = { x: 0, y: 0.1 };
    let crushed = false;
    let wasCrushed = 0;
    const positions = Float64Array.of(0, 0.1, 0, 5);
    let bits: Uint8Array = new Uint8Array(2);
    for (let frame = 1; frame <= FRAMES; frame++) {
      doors.forEach((door, i) => {
        door.setPose([(2 * i - 1) * openingAt(frame), 0]);
      });
      world.update();
      const before = position;
      ({ position, crushed } = plane.moveAndSlide(world, body, { position }, [0, 0], { crushed, up: [1, 0] }));
      bits = plane.moveAndSlideBatch(world, body, positions, new Float64Array(4), { last: bits, up: [1, 0] });
      expect(Math.hypot(position.x - before.x, position.y - before.y)).toBeLessThan(MOST);
      expect(Array.from(positions)).toEqual([position.x, position.y, 0, 5]);
      expect((bits[0] as number) & 2).toBe(crushed ? 2 : 0);
      if (crushed) wasCrushed++;
    }
    expect(wasCrushed).toBeGreaterThan(10);
    expect(world.overlap(body, { position })).toHaveLength(0);
  });

  it("is named by a boolean or by a byte a body, and nothing else", () => {
    const world = new World();
    const flat = new plane.World();
    const [ball, disc] = [new Capsule(0.3, 1), new plane.Circle(0.3)];
    for (const crushed of [1, "yes", null, new Uint8Array(1)] as never[]) {
      expect(() => moveAndSlide(world, ball, {}, [0, 0, 0], { crushed })).toThrow(/options.crushed must be/);
      expect(() => plane.moveAndSlide(flat, disc, {}, [0, 0], { crushed })).toThrow(/options.crushed must be/);
    }
    const detached = new Uint8Array(2);
    structuredClone(detached, { transfer: [detached.buffer] });
    const cases: [unknown, RegExp][] = [
      [true, /options.last must be a Uint8Array, got true/],
      [[0, 2], /options.last must be a Uint8Array/],
      [new Float64Array(2), /options.last must be a Uint8Array/],
      [null, /options.last must be a Uint8Array, got null/],
      [new Uint8Array(3), /options.last must have a byte per body, got 3 for 2/],
      [detached, /options.last is detached/],
    ];
    for (const [last, message] of cases) {
      const positions = Float64Array.of(1, 2, 3, 4, 5, 6);
      const deltas = new Float64Array(6).fill(1);
      const options = { last } as never;
      expect(() => moveAndSlideBatch(world, ball, positions, deltas, options)).toThrow(message);
      expect(() =>
        plane.moveAndSlideBatch(flat, disc, positions.subarray(0, 4), deltas.subarray(0, 4), options),
      ).toThrow(message);
      expect(Array.from(positions)).toEqual([1, 2, 3, 4, 5, 6]);
    }
    const crushed = { crushed: true } as never;
    expect(() => moveAndSlideBatch(world, ball, new Float64Array(3), new Float64Array(3), crushed)).toThrow(
      /no option crushed/,
    );
    const last = { last: new Uint8Array(1) } as never;
    expect(() => moveAndSlide(world, ball, {}, [0, 0, 0], last)).toThrow(/no option last/);
  });
});
