import { Box, Capsule, init, TriangleMesh } from "hyperplane";
import { BoxGeometry } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { about, type Frame, frames, SKIN, STEP, Stage } from "../support/character_frames.js";

/** Faults that users of other libraries report of their characters, with where they do. Units are those of the frame. */

beforeAll(() => init());

const places = frames.filter(({ name }) => ["upright", "oblique", "a tenth", "ten times"].includes(name));
const RADIUS = 0.3;
const GRAVITY = 9.81;

function on(
  frame: Frame,
  build: (stage: Stage, scale: number) => void,
  feet: readonly [number, number, number],
): Stage {
  const stage = new Stage(frame);
  stage.box([-40, -1, -40], [40, 0, 40]);
  build(stage, frame.scale);
  stage.start(new Capsule(RADIUS * frame.scale, 1.2 * frame.scale), feet);
  for (let i = 0; i < 20; i++) stage.step([0, 0, 0]);
  return stage;
}

/** A box whose upper face begins at a point and rises along +x, or falls where the angle is negative. */
function ramp(stage: Stage, x: number, y: number, angle: number, length: number): void {
  const { scale } = stage.frame;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const middle = [x + (length / 2) * cosine + 0.5 * sine, y + (length / 2) * sine - 0.5 * cosine, 0] as const;
  stage.add(new Box(length * scale, scale, 8 * scale), middle, about([0, 0, 1], angle));
}

function meshWall(stage: Stage): void {
  const { scale } = stage.frame;
  const { attributes, index } = new BoxGeometry(scale, 4 * scale, 20 * scale, 3, 7, 40);
  const mesh = new TriangleMesh(attributes.position?.array as Float32Array, index?.array as Uint16Array);
  stage.add(mesh, [2.5, 2, 0]);
}

type Case = readonly [fault: string, source: string, check: (frame: Frame) => void];

const cases: readonly Case[] = [
  [
    "sticks to walls that it walks along",
    "github.com/dimforge/bevy_rapier/issues/489",
    (frame) => {
      const stage = on(frame, (at) => at.box([2, 0, -20], [3, 4, 20]), [1.5, 0, 0]);
      for (let i = 0; i < 60; i++) stage.step([4, 0, 3]);
      expect(stage.feet[2]).toBeCloseTo(3, 1);
      expect(stage.feet[0]).toBeCloseTo(2 - RADIUS - SKIN, 2);
    },
  ],
  [
    "does not fall while it is pressed against a wall",
    "github.com/dimforge/rapier/issues/426",
    (frame) => {
      const stage = on(frame, (at) => at.box([2, 0, -5], [3, 30, 5]), [1.68, 0, 0]);
      stage.character.position = frame.point([1.68, 20.91, 0]);
      for (let i = 0; i < 60; i++) stage.step([5, 0, 0]);
      expect(stage.feet[1]).toBeCloseTo(20 - GRAVITY / 2, 2);
    },
  ],
  [
    "climbs walls that lean back",
    "github.com/godotengine/godot-proposals/issues/2974",
    (frame) => {
      const stage = on(frame, (at) => ramp(at, 2, -0.5, 1.4, 6), [0, 0, 0]);
      for (let i = 0; i < 120; i++) {
        stage.step([8, 0, 0]);
        expect(stage.feet[1]).toBeLessThan(0.02);
      }
    },
  ],
  [
    "sinks into a platform that rises, and floats above one that falls",
    "github.com/godotengine/godot/issues/36334",
    (frame) => {
      const stage = on(frame, () => {}, [0, 0.41, 0]);
      const lift = stage.box([-2, 0.2, -2], [2, 0.4, 2], true);
      for (let i = 0; i < 200; i++) {
        const height = 2 - 2 * Math.cos(0.08 * i);
        stage.move(lift, [0, 0.3 + height, 0]);
        stage.step([0, 0, 0]);
        expect(stage.character.grounded).toBe(true);
        expect(Math.abs(stage.feet[1] - 0.4 - height)).toBeLessThan(SKIN / 2);
      }
    },
  ],
  [
    "slides on platforms that speed up and turn",
    "github.com/godotengine/godot-proposals/issues/2315",
    (frame) => {
      const stage = on(frame, () => {}, [1, 0.41, 0]);
      const disc = stage.box([-2, 0.2, -2], [2, 0.4, 2], true);
      for (let i = 0; i < 10; i++) stage.step([0, 0, 0]);
      const from = stage.feet;
      for (let i = 1; i <= 200; i++) {
        const [along, angle] = [3 - 3 * Math.cos(0.05 * i), 1.5 * Math.sin(0.03 * i)];
        stage.move(disc, [along, 0.3, 0], about([0, 1, 0], angle));
        stage.step([0, 0, 0]);
        const [x, , z] = stage.feet;
        const [u, w] = [x - along, z];
        expect(u * Math.cos(angle) - w * Math.sin(angle)).toBeCloseTo(from[0], 2);
        expect(u * Math.sin(angle) + w * Math.cos(angle)).toBeCloseTo(from[2], 2);
      }
    },
  ],
  [
    "is now and then in the air while it pushes against a steep slope",
    "github.com/godotengine/godot/issues/50756",
    (frame) => {
      const stage = on(frame, (at) => ramp(at, 1, -0.3, 1, 5), [0, 0, 0]);
      for (let i = 0; i < 180; i++) {
        stage.step([6, 0, i < 90 ? 0 : 2]);
        expect(stage.character.grounded).toBe(true);
        expect(Math.abs(stage.feet[1])).toBeLessThan(SKIN);
      }
    },
  ],
  [
    "leaves the ground at the top of a slope",
    "github.com/godotengine/godot/issues/71993",
    (frame) => {
      const stage = on(
        frame,
        (at) => {
          ramp(at, 1, 0, 0.6, 4);
          ramp(at, 1 + 4 * Math.cos(0.6), 4 * Math.sin(0.6), -0.6, 4);
        },
        [0, 0, 0],
      );
      for (let i = 0; i < 110; i++) {
        stage.step([5, 0, 0]);
        expect(stage.character.grounded).toBe(true);
      }
      expect(stage.feet[0]).toBeGreaterThan(6.5);
    },
  ],
  [
    "cannot jump off a platform that falls faster than it jumps",
    "github.com/jrouwe/JoltPhysics/issues/1988",
    (frame) => {
      const stage = on(frame, () => {}, [0, 20.41, 0]);
      const lift = stage.box([-2, 20.2, -2], [2, 20.4, 2], true);
      for (let i = 0; i < 20; i++) stage.step([0, 0, 0]);
      let height = 20.3;
      for (let i = 0; i < 30; i++) {
        height -= 4 * STEP;
        stage.move(lift, [0, height, 0]);
        stage.step([0, 0, 0]);
        expect(stage.character.grounded).toBe(true);
      }
      expect(stage.character.jump(3 * frame.scale)).toBe(true);
      let highest = 0;
      for (let i = 0; i < 15; i++) {
        height -= 4 * STEP;
        stage.move(lift, [0, height, 0]);
        stage.step([0, 0, 0]);
        highest = Math.max(highest, stage.feet[1] - height - 0.1);
      }
      expect(highest).toBeCloseTo((3 * 3) / (2 * GRAVITY), 1);
    },
  ],
  [
    "shakes where a slope meets the floor",
    "github.com/jrouwe/JoltPhysics/issues/1860",
    (frame) => {
      const stage = on(frame, (at) => ramp(at, 1, 0, 0.5, 5), [3, 1.2, 0]);
      for (let i = 0, before = stage.feet; i < 150; i++) {
        stage.step([-2, 0, 0]);
        const [x, y] = stage.feet;
        expect(y).toBeLessThan(before[1] + 1e-4);
        expect(before[0] - x).toBeGreaterThan(1.5 * STEP);
        expect(stage.character.grounded).toBe(true);
        before = stage.feet;
      }
      for (let i = 0; i < 60; i++) {
        // At rest in the fold.
        const before = stage.feet;
        stage.step([0, 0, 0]);
        for (const k of [0, 1, 2] as const) expect(stage.feet[k]).toBeCloseTo(before[k], 4);
      }
    },
  ],
  [
    "does not climb stairs with a wall beside them",
    "github.com/jrouwe/JoltPhysics/issues/211",
    (frame) => {
      const stairs = (at: Stage) => {
        for (let k = 0; k < 6; k++) at.box([1 + 0.35 * k, 0, -3], [6, 0.2 * (k + 1), 3]);
        at.box([-5, 0, 0.35], [8, 5, 2]);
      };
      const stage = on(frame, stairs, [0, 0, 0]);
      for (let i = 0; i < 90; i++) {
        stage.step([3, 0, 1]);
        expect(stage.character.grounded).toBe(true);
      }
      expect(stage.feet[1]).toBeCloseTo(1.2, 1);
    },
  ],
  [
    "stays in the air at a wall of triangles that it jumps against",
    "github.com/mrdoob/three.js/issues/28699",
    (frame) => {
      const stage = on(frame, meshWall, [1.5, 0, 0.3]);
      stage.character.jump(5 * frame.scale);
      for (let i = 0; i < 90; i++) {
        const [, before] = stage.feet;
        stage.step([4, 0, 0.5]);
        if (stage.velocity[1] < -0.5) expect(stage.feet[1]).toBeLessThan(before);
      }
      expect(stage.character.grounded).toBe(true);
      expect(Math.abs(stage.feet[1])).toBeLessThan(SKIN);
    },
  ],
  [
    "passes walls that it is pressed against, in slow frames",
    "github.com/mrdoob/three.js/issues/21921",
    (frame) => {
      const stage = on(frame, meshWall, [1, 0, 0]);
      for (const dt of [0.1, 0.25, 0.5]) {
        for (let i = 0; i < 40; i++) {
          stage.world.update();
          stage.character.step(dt, frame.vector([12, 0, 0.1]));
          expect(stage.feet[0]).toBeLessThan(2 - RADIUS - 0.9 * SKIN);
        }
      }
      // Nothing has piled up.
      const [x] = stage.feet;
      stage.step([-3, 0, 0]);
      expect(stage.feet[0]).toBeCloseTo(x - 3 * STEP, 3);
    },
  ],
  [
    "is in the air where it comes down a slope to the floor",
    "github.com/prime31/CharacterController2D/issues/109",
    (frame) => {
      const stage = on(frame, (at) => ramp(at, 1, 0, 0.7, 8), [5, 3.5, 0]);
      for (let i = 0; i < 120; i++) {
        stage.step([-8, 0, 0]);
        expect(stage.character.grounded).toBe(true);
      }
      expect(stage.feet[0]).toBeLessThan(-6);
    },
  ],
  [
    "snaps to the ground when a fall comes near it",
    "github.com/Facepunch/sbox-issues/issues/5847",
    (frame) => {
      const stage = on(frame, (at) => ramp(at, 1, 0, -0.3, 8), [0, 0, 0]);
      stage.character.position = frame.point([0, 2.91, 0]);
      for (let i = 1; i < 200 && !stage.character.grounded; i++) {
        const fallen = 0.5 * GRAVITY * (i * STEP) ** 2;
        stage.step([0, 0, 0]);
        if (!stage.character.grounded) expect(stage.feet[1]).toBeCloseTo(2 - fallen, 4);
        else expect(2 - fallen).toBeLessThan(SKIN);
      }
      expect(stage.character.grounded).toBe(true);
    },
  ],
  [
    "does not jump while it walks up a slope",
    "github.com/prime31/CharacterController2D/issues/30",
    (frame) => {
      const stage = on(frame, (at) => ramp(at, 1, 0, 0.7, 12), [0, 0, 0]);
      for (let i = 0; i < 60; i++) stage.step([4, 0, 0]);
      const [, height] = stage.feet;
      expect(stage.character.jump(6 * frame.scale)).toBe(true);
      stage.step([4, 0, 0]);
      expect(stage.character.grounded).toBe(false);
      expect(stage.feet[1] - height).toBeGreaterThan(5.5 * STEP);
    },
  ],
  [
    "flies while jump is held",
    "github.com/stride3d/stride/issues/2814",
    (frame) => {
      const stage = on(frame, (at) => at.box([1, 0, -5], [2, 8, 5]), [0.5, 0, 0]);
      let jumps = 0;
      for (let i = 0; i < 200; i++) {
        if (stage.character.jump(4 * frame.scale)) jumps++;
        stage.step([2, 0, 0]);
        expect(stage.feet[1]).toBeLessThan((4 * 4) / (2 * GRAVITY) + SKIN);
      }
      // A jump takes 2 v / g.
      expect(jumps).toBeGreaterThan(2);
      expect(jumps).toBeLessThan(6);
    },
  ],
  [
    "hammers in narrow corners",
    "github.com/bulletphysics/bullet3/issues/40",
    (frame) => {
      const corner = (at: Stage, scale: number) => {
        for (const side of [-1, 1]) {
          at.add(new Box(6 * scale, 4 * scale, scale), [2, 2, side * 0.9], about([0, 1, 0], side * 0.2));
        }
      };
      const stage = on(frame, corner, [-1.5, 0, 0]);
      for (let i = 0; i < 120; i++) stage.step([5, 0, 0]);
      const [x, y, z] = stage.feet;
      for (let i = 0; i < 60; i++) {
        stage.step([5, 0, i % 2 === 0 ? 0.3 : -0.3]);
        expect(Math.hypot(stage.feet[0] - x, stage.feet[1] - y, stage.feet[2] - z)).toBeLessThan(SKIN / 4);
      }
    },
  ],
  [
    "gains speed along a wall that leans over a slope, and goes on without being asked",
    "github.com/ezEngine/ezEngine/issues/1942",
    (frame) => {
      const valley = (at: Stage, scale: number) => {
        ramp(at, 1, 0, 0.4, 10);
        at.add(new Box(20 * scale, scale, 8 * scale), [4, 1, 3], about([1, 0, 0], 1.2));
      };
      const stage = on(frame, valley, [0, 0, -1]);
      for (let i = 0; i < 150; i++) {
        const before = stage.feet;
        stage.step([3, 0, 2]);
        const way = Math.hypot(...stage.feet.map((x, k) => x - (before[k] ?? 0)));
        expect(way).toBeLessThan(1.3 * Math.hypot(3, 2) * STEP);
      }
      stage.step([0, 0, 0]);
      const before = stage.feet;
      for (let i = 0; i < 60; i++) stage.step([0, 0, 0]);
      for (const k of [0, 1, 2] as const) expect(stage.feet[k]).toBeCloseTo(before[k], 3);
    },
  ],
  [
    "bobs up and down on slopes, without being asked",
    "github.com/IronWarrior/SuperCharacterController/issues/26",
    (frame) => {
      const stage = on(frame, (at) => ramp(at, -8, 0, 0.75, 12), [-4, 4, 0]);
      for (let i = 0; i < 30; i++) stage.step([0, 0, 0]);
      const from = stage.feet;
      for (let i = 0; i < 120; i++) {
        stage.step([0, 0, 0]);
        expect(stage.character.grounded).toBe(true);
        for (const k of [0, 1, 2] as const) expect(stage.feet[k]).toBeCloseTo(from[k], 6);
      }
    },
  ],
  [
    "is stuck at the top step",
    "github.com/khairul169/godot-cabinet/issues/1",
    (frame) => {
      const stairs = (at: Stage) => {
        for (let k = 0; k < 5; k++) at.box([1 + 0.3 * k, -0.5, -6], [8, 0.25 * (k + 1), 6]);
      };
      for (const aside of [-4, -1, 0.5, 3]) {
        const stage = on(frame, stairs, [0, 0, 0]);
        for (let i = 0; i < 75; i++) stage.step([3, 0, aside]);
        expect(stage.feet[0]).toBeGreaterThan(3);
        expect(stage.feet[1]).toBeCloseTo(1.25, 1);
        expect(stage.character.jump(frame.scale)).toBe(true);
      }
    },
  ],
];

describe.each(cases)("no character %s (%s)", (_fault, _source, check) => {
  it.each(places.map((frame) => [frame.name, frame] as const))("%s", (_, frame) => check(frame));
});
