import { Box, Capsule, distance, init, Sphere } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { about, type Frame, frames, SKIN, STEP, Stage } from "../support/character_frames.js";

beforeAll(() => init());

const inFrames = frames.map((frame) => [frame.name, frame] as const);
const person = ({ scale }: Frame) => new Capsule(0.3 * scale, 1.2 * scale);

/** m, in the frame: to the nearest collider. */
function gap(stage: Stage): number {
  const { character, world, frame } = stage;
  const { shape, position, quaternion } = character;
  const gaps = Array.from(world.colliders, (collider) => {
    return distance(shape, { position, quaternion }, collider.shape, collider).distance;
  });
  return Math.min(...gaps) / frame.scale;
}

describe("a character at walls and ledges", () => {
  it.each(inFrames)("comes to rest in corners of any angle, and out again: %s", (_, frame) => {
    for (const opening of [25, 45, 80, 90, 120, 170]) {
      for (const speed of [0.2, 5, 20]) {
        const stage = new Stage(frame);
        stage.box([-20, -1, -20], [20, 0, 20]);
        // Two walls that meet at x = 0, open towards -x.
        const half = (opening / 2) * (Math.PI / 180);
        for (const side of [1, -1]) {
          const turn = Math.PI - side * half;
          const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
          const { scale } = frame;
          const out = side * 0.5;
          stage.add(
            new Box(20 * scale, 4 * scale, scale),
            [10 * cosine + out * sine, 2, 10 * sine - out * cosine],
            about([0, 1, 0], -turn),
          );
        }
        const start = -0.5 - 0.4 / Math.sin(half);
        stage.start(person(frame), [start, 0, 0.05]);
        stage.step([0, 0, 0]);
        const steps = Math.max(60, Math.ceil(2 / speed / STEP));
        for (let i = 0; i < steps; i++) stage.step([speed, 0, 0]);
        const rest = stage.feet;
        for (let i = 0; i < 30; i++) {
          stage.step([speed, 0, 0]);
          const [x, y, z] = stage.feet;
          const where = `${opening} degrees, ${speed} m/s at ${stage.feet}`;
          expect(Math.hypot(x - rest[0], z - rest[2]), where).toBeLessThan(SKIN / 4);
          expect(Math.abs(y), where).toBeLessThan(SKIN);
          expect(x, where).toBeLessThan(-0.3);
          expect(stage.character.grounded, where).toBe(true);
          expect(gap(stage), where).toBeGreaterThan(SKIN / 4);
        }
        for (let i = 0; i < 30; i++) stage.step([-3, 0, 0]);
        expect(stage.feet[0]).toBeLessThan(rest[0] - 1.4);
      }
    }
  });

  it.each(inFrames)("slides along a wall as fast on ramps and stairs as on the level: %s", (_, frame) => {
    const { scale } = frame;
    for (const rise of [-0.5, 0, 0.5]) {
      for (const isStairs of [false, true]) {
        for (const degrees of [30, 60, 80]) {
          const stage = new Stage(frame);
          const tilt = Math.atan(rise);
          if (isStairs) {
            for (let i = -10; i < 12; i++) stage.box([0.4 * i, -9, -5], [0.4 * (i + 1), 0.4 * rise * i, 5]);
          } else {
            const middle = [0.5 * Math.sin(tilt), -0.5 * Math.cos(tilt), 0] as const;
            stage.add(new Box(40 * scale, scale, 10 * scale), middle, about([0, 0, 1], tilt));
          }
          stage.box([-20, -20, 2], [20, 20, 3]);
          stage.start(person(frame), [0, 0.2, 2 - 0.3 - 2 * SKIN], { speed: "horizontal" });
          stage.rest();
          const angle = (degrees * Math.PI) / 180;
          const walk = [3 * Math.cos(angle), 0, 3 * Math.sin(angle)] as const;
          stage.step(walk);
          const [from] = stage.feet;
          for (let i = 0; i < 60; i++) stage.step(walk);
          const speed = (stage.feet[0] - from) / 60 / STEP;
          expect(speed / walk[0], `rise ${rise}, stairs ${isStairs}, ${degrees} degrees`).toBeCloseTo(1, 3);
        }
      }
    }
  });

  it.each(inFrames)("slides down what is too steep, and never up: %s", (_, frame) => {
    const { scale } = frame;
    for (const degrees of [50, 65, 80]) {
      const stage = new Stage(frame);
      const angle = (degrees * Math.PI) / 180;
      stage.add(
        new Box(80 * scale, scale, 20 * scale),
        [0.5 * Math.sin(angle), -0.5 * Math.cos(angle), 0],
        about([0, 0, 1], angle),
      );
      stage.start(person(frame), [0, 0.6, 0]);
      for (let i = 0; i < 20; i++) stage.step([0, 0, 0]);
      let [, y] = stage.feet;
      for (let i = 0; i < 60; i++) {
        stage.step([3, 0, 0]);
        expect(stage.character.grounded).toBe(false);
        expect(stage.feet[1]).toBeLessThan(y + 1e-6);
        [, y] = stage.feet;
      }
      // As fast as without friction.
      const speed = -stage.velocity[1] / Math.sin(angle);
      expect(speed).toBeLessThan(9.81 * Math.sin(angle) * 80 * STEP + 0.5);
      expect(speed).toBeGreaterThan(9.81 * Math.sin(angle) * 60 * STEP * 0.7);
    }
  });

  it.each(inFrames)("neither hangs nor shakes at ledges: %s", (_, frame) => {
    for (const speed of [0.2, 1, 5]) {
      for (const across of [0, 0.7]) {
        const stage = new Stage(frame);
        stage.box([-10, -1, -10], [0, 0, 10]);
        stage.box([-20, -6, -20], [20, -5, 20]);
        stage.start(person(frame), [-0.5, 0, -4]);
        for (let i = 0; i < 5; i++) stage.step([0, 0, 0]);
        let [x, y] = stage.feet;
        let steps = 0;
        while (!(stage.character.grounded && y < -4.9)) {
          stage.step([speed, 0, across * speed]);
          const [x1, y1] = stage.feet;
          expect(y1, `${x1}`).toBeLessThan(y + 1e-3);
          expect(x1).toBeGreaterThan(x - 1e-9);
          expect(x1 - x).toBeLessThan(speed * STEP * 1.01 + 0.05);
          [x, y] = [x1, y1];
          expect(++steps).toBeLessThan(1.2 / speed / STEP + 120);
        }
      }
    }
  });

  it("does not fall through at any speed, nor pass thin walls", () => {
    for (const speed of [20, 100, 1000]) {
      const stage = new Stage(frames[0] as Frame, 0.3);
      stage.box([-50, -0.02, -50], [50, 0, 50]);
      stage.box([20, 0, -50], [20.01, 50, 50]);
      stage.start(new Sphere(0.3), [0, 40, 0]);
      stage.character.velocity = [0, -speed, 0];
      for (let i = 0; i < 150; i++) stage.step([speed, 0, 0]);
      const [x, y] = stage.feet;
      expect(x).toBeLessThan(20 - 0.3);
      expect(y).toBeGreaterThan(-SKIN / 2);
      expect(stage.character.grounded).toBe(true);
    }
  });

  it("swims and climbs by flying while it is in a sensor", () => {
    const stage = new Stage(frames[0] as Frame);
    stage.box([-20, -1, -20], [20, 0, 20]);
    stage.box([2, 0, -2], [6, 4, 2]);
    const ladder = stage.world.add({
      shape: new Box(0.4, 4.6, 1),
      position: [1.8, 2.3, 0],
      sensor: true,
      static: true,
    });
    stage.start(new Capsule(0.3, 1.2), [0, 0, 0]);
    for (let i = 0; i < 300; i++) {
      const { character, world } = stage;
      const climbs = world.overlap(character.shape, character, { sensors: true }).includes(ladder);
      stage.step(climbs ? [1, 2, 0] : [1.5, 0, 0], climbs);
    }
    expect(stage.character.grounded).toBe(true);
    expect(stage.feet[1]).toBeCloseTo(4, 2);
    expect(stage.feet[0]).toBeGreaterThan(2);
  });
});
