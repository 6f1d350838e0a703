import { Box, Capsule, type Collider, Cylinder, init, type Shape, TriangleMesh } from "hyperplane";
import { BoxGeometry } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { about, type Frame, frames, SKIN, STEP, Stage } from "../support/character_frames.js";

beforeAll(() => init());

const inFrames = frames.map((frame) => [frame.name, frame] as const);
const person = ({ scale }: Frame) => new Capsule(0.3 * scale, 1.2 * scale);

function boxMesh(size: number): TriangleMesh {
  const { attributes, index } = new BoxGeometry(4 * size, 0.4 * size, 4 * size, 2, 1, 2);
  return new TriangleMesh(attributes.position?.array as Float32Array, index?.array as Uint16Array);
}

describe("a character on what moves", () => {
  it.each(inFrames)("rides a lift at 12 m/s, up, down, and where it stops: %s", (_, frame) => {
    const shapes: ((size: number) => Shape)[] = [(s) => new Box(4 * s, 0.4 * s, 4 * s), boxMesh];
    for (const shape of shapes) {
      const stage = new Stage(frame);
      const lift = stage.add(shape(frame.scale), [0, 0, 0], undefined, true);
      stage.start(person(frame), [0.5, 0.2, 0.5]);
      for (let i = 0; i < 10; i++) stage.step([0, 0, 0]);
      let height = 0;
      for (let i = 0; i < 180; i++) {
        const speed = [12, 0, -12][Math.floor(i / 30) % 3] ?? 0;
        height += speed * STEP;
        stage.move(lift, [0, height, 0]);
        stage.step([0, 0, 0]);
        expect(stage.character.grounded).toBe(true);
        expect(Math.abs(stage.feet[1] - height - 0.2)).toBeLessThan(SKIN / 2);
        expect(stage.velocity[1]).toBeCloseTo(speed, 3);
      }
      expect(stage.feet[0]).toBeCloseTo(0.5, 3);
    }
  });

  it.each(inFrames)("turns with a disc, and keeps its velocity when it jumps: %s", (_, frame) => {
    const { scale } = frame;
    const stage = new Stage(frame);
    const disc = stage.add(new Cylinder(4 * scale, 0.4 * scale), [0, -0.2, 0], undefined, true);
    stage.box([-50, -3, -50], [50, -2, 50]);
    stage.start(person(frame), [3, 0, 0]);
    for (let i = 0; i < 10; i++) stage.step([0, 0, 0]);
    let yaw = 0;
    for (let i = 1; i <= 180; i++) {
      const angle = 1.5 * STEP * i;
      stage.move(disc, [0, -0.2, 0], about([0, 1, 0], angle));
      stage.step([0, 0, 0]);
      yaw += stage.character.yaw;
      expect(stage.character.grounded).toBe(true);
      expect(stage.feet[0]).toBeCloseTo(3 * Math.cos(angle), 2);
      expect(stage.feet[2]).toBeCloseTo(-3 * Math.sin(angle), 2);
      expect(yaw).toBeCloseTo(angle, 3);
    }
    const velocity = stage.velocity;
    expect(Math.hypot(...velocity)).toBeCloseTo(4.5, 1);
    stage.character.jump(2 * scale);
    for (let i = 0; i < 10; i++) {
      stage.step([0, 0, 0]);
      expect(stage.character.grounded).toBe(false);
      expect(stage.velocity[0]).toBeCloseTo(velocity[0], 0);
      expect(stage.velocity[2]).toBeCloseTo(velocity[2], 0);
    }
  });

  it.each(inFrames)("stays on a swing: %s", (_, frame) => {
    const { scale } = frame;
    const stage = new Stage(frame);
    const swing = stage.add(new Box(3 * scale, 0.2 * scale, 3 * scale), [0, -0.1, 0], undefined, true);
    stage.start(person(frame), [0.5, 0, 0]);
    for (let i = 0; i < 10; i++) stage.step([0, 0, 0]);
    for (let i = 1; i <= 360; i++) {
      // Hangs 5 m below its axis.
      const angle = 0.6 * Math.sin(2 * STEP * i);
      stage.move(swing, [5.1 * Math.sin(angle), 5 - 5.1 * Math.cos(angle), 0], about([0, 0, 1], angle));
      stage.step([0, 0, 0]);
      expect(stage.character.grounded, `step ${i}`).toBe(true);
      const { collider } = stage.character.ground ?? {};
      expect(collider).toBe(swing);
      // Its feet stay near the place on the board.
      const [x, y] = stage.feet;
      const [dx, dy] = [x, y - 5];
      const along = dx * Math.cos(angle) + dy * Math.sin(angle);
      const down = -dx * -Math.sin(angle) - dy * Math.cos(angle);
      expect(Math.abs(along - 0.5)).toBeLessThan(0.15);
      expect(down).toBeGreaterThan(4.75);
      expect(down).toBeLessThan(5.05);
    }
  });

  it.each(inFrames)("is carried by a train between its walls, and walks in it: %s", (_, frame) => {
    const stage = new Stage(frame);
    const parts = (
      [
        [
          [-4, -0.2, -2],
          [4, 0, 2],
        ],
        [
          [-4.2, 0, -2],
          [-4, 2.5, 2],
        ],
        [
          [4, 0, -2],
          [4.2, 2.5, 2],
        ],
        [
          [-4, 0, -2.2],
          [4, 2.5, -2],
        ],
        [
          [-4, 0, 2],
          [4, 2.5, 2.2],
        ],
      ] as const
    ).map(([low, high]) => {
      const middle = [0, 1, 2].map((i) => ((low[i] ?? 0) + (high[i] ?? 0)) / 2) as unknown as [number, number, number];
      return { collider: stage.box([...low], [...high], true), middle };
    });
    stage.start(person(frame), [-3.6, 0, 0]);
    for (let i = 0; i < 10; i++) stage.step([0, 0, 0]);
    let at = 0;
    let [along, across] = [-3.6, 0];
    for (let i = 1; i <= 240; i++) {
      const speed = 25 * Math.sin(i / 40);
      at += speed * STEP;
      for (const { collider, middle } of parts) stage.move(collider, [at + middle[0], middle[1], middle[2]]);
      const walk = i < 120 ? 2 : 0;
      stage.step([walk, 0, 0.5 * walk]);
      along += walk * STEP;
      across += 0.5 * walk * STEP;
      expect(stage.character.grounded).toBe(true);
      expect(stage.feet[0]).toBeCloseTo(at + Math.min(along, 4 - 0.3 - SKIN), 1);
      expect(stage.feet[2]).toBeCloseTo(Math.min(across, 2 - 0.3 - SKIN), 1);
      expect(Math.abs(stage.feet[1])).toBeLessThan(SKIN);
    }
  });

  it.each(inFrames)("is pushed by doors and rams, crushed between two, and free again: %s", (_, frame) => {
    const stage = new Stage(frame);
    stage.box([-20, -1, -20], [20, 0, 20]);
    stage.box([2, 0, -5], [3, 4, 5]);
    // A door of 4 cm turns about its edge.
    const door = stage.add(
      new Box(1.2 * frame.scale, 2 * frame.scale, 0.04 * frame.scale),
      [0.6, 1, -8],
      undefined,
      true,
    );
    stage.start(person(frame), [0.7, 0, -7.4]);
    for (let i = 0; i < 10; i++) stage.step([0, 0, 0]);
    for (let i = 1; i <= 30; i++) {
      const angle = -3 * STEP * i;
      stage.move(door, [0.6 * Math.cos(angle), 1, -8 - 0.6 * Math.sin(angle)], about([0, 1, 0], angle));
      stage.step([0, 0, 0]);
      const [x, , z] = stage.feet;
      // On its side of the door.
      const side = -x * Math.sin(-angle) + (z + 8) * Math.cos(angle);
      expect(side, `door at ${angle}`).toBeGreaterThan(0.3);
    }
    stage.move(door, [0.6, 30, -8]);
    const ram = stage.box([-4, 0, -1], [-3, 2, 1], true);
    stage.character.position = frame.point([0.5, 0.9 + SKIN, 0]);
    stage.step([0, 0, 0]);
    for (let i = 1; i <= 120; i++) {
      const face = -3 + 4.4 * Math.sin((i / 120) * Math.PI);
      stage.move(ram, [face - 0.5, 1, 0]);
      stage.step([0, 0, 0]);
      const room = 2 - face;
      expect(stage.feet[0]).toBeLessThan(2);
      expect(Math.abs(stage.feet[2])).toBeLessThan(1.4);
      if (room > 0.64) {
        expect(stage.character.crushed, `${face}`).toBe(false);
        expect(stage.feet[0]).toBeGreaterThan(face + 0.3);
      }
    }
    expect(stage.character.grounded).toBe(true);
    expect(stage.character.crushed).toBe(false);
  });

  it("is pushed alike by several rams, in whatever order their poses were set", () => {
    const ways = [
      [-1.7, 0.4, 0.5],
      [0.4, -1.6, -0.3],
      [1.5, -0.2, -1.4],
    ] as const;
    const pushed = [ways, [...ways].reverse()].map((order) => {
      const stage = new Stage(frames[0] as Frame);
      stage.box([-20, -1, -20], [20, 0, 20]);
      const rams = new Map(
        ways.map((way) => [way, stage.add(new Box(0.5, 1, 0.5), [way[0], 1, way[2]], undefined, true)]),
      );
      stage.start(new Capsule(0.3, 1.2), [0, 0, 0]);
      stage.step([0, 0, 0]);
      for (const way of order) stage.move(rams.get(way) as Collider, [way[1], 1, -way[2]]);
      stage.step([0, 0, 0]);
      expect(stage.character.hits.length).toBeGreaterThan(1);
      return stage.character.save();
    });
    expect(pushed[1]).toEqual(pushed[0]);
  });

  it("is not carried by a platform that is teleported", () => {
    const stage = new Stage(frames[0] as Frame);
    const platform = stage.box([-2, -0.4, -2], [2, 0, 2], true);
    stage.start(new Capsule(0.3, 1.2), [0, 0, 0]);
    for (let i = 0; i < 5; i++) stage.step([0, 0, 0]);
    platform.teleport([40, -0.2, 0]);
    stage.step([0, 0, 0]);
    expect(stage.feet[0]).toBeCloseTo(0, 9);
    expect(stage.character.grounded).toBe(false);
  });

  it("falls when the platform is removed, and is carried however often the world is updated", () => {
    const stage = new Stage(frames[0] as Frame);
    const platform = stage.box([-2, -0.4, -2], [2, 0, 2], true);
    stage.start(new Capsule(0.3, 1.2), [0, 0, 0]);
    for (let i = 0; i < 5; i++) stage.step([0, 0, 0]);
    for (let i = 1; i <= 12; i++) {
      platform.position = [i * 0.1, -0.2, 0];
      stage.world.update();
      if (i % 3 !== 0) continue;
      stage.character.step(STEP, [0, 0, 0]);
      stage.character.step(STEP, [0, 0, 0]);
      expect(stage.feet[0]).toBeCloseTo(i * 0.1, 9);
      expect(stage.character.grounded).toBe(true);
    }
    platform.remove();
    stage.step([0, 0, 0]);
    expect(stage.character.grounded).toBe(false);
    stage.step([0, 0, 0]);
    expect(stage.feet[1]).toBeLessThan(0);
  });
});
