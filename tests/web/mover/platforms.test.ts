import type * as space from "hyperplane";
import {
  Box,
  Capsule,
  Compound,
  Cylinder,
  HeightField,
  init,
  moveAndSlide,
  type Shape,
  Sphere,
  TriangleMesh,
  type Vec3,
  World,
} from "hyperplane";
import * as plane from "hyperplane/2d";
import { BoxGeometry } from "three";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => Promise.all([init(), plane.init()]));

const SKIN = 0.01;

function boxMesh(width: number, height: number, depth: number, options: space.TriangleMeshOptions): TriangleMesh {
  const { position } = new BoxGeometry(width, height, depth, 3, 1, 3).attributes;
  const { index } = new BoxGeometry(width, height, depth, 3, 1, 3);
  return new TriangleMesh(position?.array as Float32Array, index?.array as Uint16Array, options);
}

const turned = (angle: number) => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] as const;

/** A platform that rises, sinks, slides and turns about the y axis. */
const poseAt = (time: number) => ({
  position: [Math.sin(time), 3 + 0.7 * Math.sin(1.7 * time), Math.cos(0.8 * time)] as const,
  angle: 0.9 * time,
});

describe("a platform that moves", () => {
  const platforms: [string, number, () => Shape][] = [
    ["box", 0.2, () => new Box(4, 0.4, 4)],
    ["cylinder", 0.2, () => new Cylinder(2, 0.4)],
    ["solid mesh", 0.2, () => boxMesh(4, 0.4, 4, { solid: true })],
    ["two-sided mesh", 0.2, () => boxMesh(4, 0.4, 4, {})],
    ["one-sided mesh", 0.2, () => boxMesh(4, 0.4, 4, { sides: "front", thickness: 0.3 })],
    ["height field", 0, () => new HeightField(new Float32Array(25), { columns: 5, rows: 5, width: 4, depth: 4 })],
    [
      "compound",
      0.2,
      () =>
        new Compound([
          { shape: new Box(2, 0.4, 4), position: [-1, 0, 0] },
          { shape: new Box(2, 0.4, 4), position: [1, 0, 0] },
        ]),
    ],
  ];
  it.each(platforms)("carries who stands on it: %s", (_, top, make) => {
    for (const [body, low] of [
      [new Capsule(0.3, 1), 0.8],
      [new Box(0.5, 1, 0.5), 0.5],
      [new Sphere(0.4), 0.4],
    ] as const) {
      const world = new World();
      const start = poseAt(0);
      const platform = world.add({ shape: make(), position: start.position, quaternion: turned(start.angle) });
      let position: Vec3 = { x: start.position[0] + 0.5, y: start.position[1] + top + low + SKIN, z: 1 };
      for (let frame = 1; frame <= 120; frame++) {
        const [from, to] = [poseAt((frame - 1) / 30), poseAt(frame / 30)];
        platform.setPose(to.position, turned(to.angle));
        // Where a point of the platform goes.
        const [x, z, turn] = [position.x - from.position[0], position.z - from.position[2], to.angle - from.angle];
        const wanted = {
          x: to.position[0] + x * Math.cos(turn) + z * Math.sin(turn),
          y: position.y + to.position[1] - from.position[1],
          z: to.position[2] - x * Math.sin(turn) + z * Math.cos(turn),
        };
        const carry = [wanted.x - position.x, wanted.y - position.y, wanted.z - position.z];
        const carried = moveAndSlide(world, body, { position }, carry, { exclude: platform, snapDistance: 0 });
        const before = world.snapshot();
        const moved = moveAndSlide(world, body, carried, [0, -0.01, 0]);
        expect(moved.ground?.collider).toBe(platform);
        expect(moved.position.x).toBeCloseTo(wanted.x, 6);
        expect(moved.position.z).toBeCloseTo(wanted.z, 6);
        expect(moved.position.y - low - to.position[1] - top).toBeCloseTo(SKIN, 3);
        // The same after the platform was elsewhere and came back.
        if (frame % 40 === 0) {
          platform.setPose([0, 90, 0]);
          world.rollback(before);
          expect(moveAndSlide(world, body, carried, [0, -0.01, 0]).position).toEqual(moved.position);
        }
        position = moved.position;
      }
      world.remove(platform);
      const fallen = moveAndSlide(world, body, { position }, [0, -50, 0]);
      expect(fallen.grounded).toBe(false);
      expect(fallen.position.y).toBeCloseTo(position.y - 50, 9);
    }
  });

  it("pushes a body ahead, up to a wall, and holds it there", () => {
    for (const angle of [0, 1e-6, 1e-5, 1e-4, 1e-3]) {
      for (const [body, low] of [
        [new Box(0.6, 1.2, 0.6), 0.6],
        [new Capsule(0.3, 0.6), 0.6],
      ] as const) {
        const world = new World();
        world.add({ shape: new Box(100, 2, 100), position: [0, -1, 0], static: true });
        world.add({ shape: new Box(1, 10, 100), position: [-0.5, 5, 0], static: true });
        const platform = world.add({ shape: new Box(1, 3, 6), static: true });
        let position: Vec3 = { x: 1, y: low + SKIN, z: 0 };
        for (let frame = 0; frame <= 60; frame++) {
          // Its face goes from 1.5 to 0.5; the body is 0.6 wide.
          const face = 1.5 - frame / 60;
          platform.setPose([face + 0.5, 1.5, 0], turned(angle));
          position = moveAndSlide(world, body, { position }, [0, -0.5, 0]).position;
          expect(Math.abs(position.z)).toBeLessThan(0.002);
          expect(position.y).toBeCloseTo(low + SKIN, 2);
          const room = face > 0.6 + 2 * SKIN;
          const [least, most] = room ? [0.3 + SKIN / 2 - 1e-6, 1.001] : [face / 2 - 0.02, face / 2 + 0.02];
          expect(position.x).toBeGreaterThan(least);
          expect(position.x).toBeLessThan(most);
          if (room) expect(position.x + 0.3).toBeLessThan(face - SKIN / 2 + 0.005);
        }
      }
    }
  });

  it("pushes a body in the plane up to a wall, and holds it there", () => {
    for (const angle of [0, 1e-5, -1e-4, 1e-3]) {
      const world = new plane.World();
      world.add({ shape: new plane.Rectangle(100, 2), position: [0, -1], static: true });
      world.add({ shape: new plane.Rectangle(1, 10), position: [-0.5, 5], static: true });
      const platform = world.add({ shape: new plane.Rectangle(1, 3), static: true });
      const body = new plane.Rectangle(0.6, 1.2);
      let position = { x: 1, y: 0.6 + SKIN };
      for (let frame = 0; frame <= 60; frame++) {
        const face = 1.5 - frame / 60;
        platform.setPose([face + 0.5, 1.5], angle);
        position = plane.moveAndSlide(world, body, { position }, [0, -0.5]).position;
        expect(position.y).toBeCloseTo(0.6 + SKIN, 2);
        expect(position.x).toBeGreaterThan(face > 0.62 ? 0.3 : face / 2 - 0.02);
        expect(position.x).toBeLessThan(face > 0.62 ? 1.001 : face / 2 + 0.02);
      }
    }
  });
});
