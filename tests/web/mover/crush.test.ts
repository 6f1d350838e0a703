import { Box, Capsule, Compound, ConvexHull, init, moveAndSlide, type Shape, TriangleMesh, World } from "hyperplane";
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
