import { Box, Capsule, Cylinder, distance, init, type Shape } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { type Frame, frames, SKIN, STEP, Stage } from "../support/character_frames.js";

beforeAll(() => init());

/** A way along +x: what the ground is at each x. Stairs and lips are edges; ramps are straight. */
const profile: readonly (readonly [x: number, height: number])[] = [
  [-3, 0],
  [4, 0],
  // Lips of 1 to 20 mm.
  [4, 0.001],
  [5, 0.001],
  [5, 0.004],
  [6, 0.004],
  [6, 0.01],
  [7, 0.01],
  [7, 0.02],
  [8, 0.02],
  [8, 0.04],
  [9, 0.04],
  ...[1, 2, 3, 4, 5].flatMap((i) => [
    [8.6 + 0.4 * i, 0.04 + 0.25 * i] as const,
    [9 + 0.4 * i, 0.04 + 0.25 * i] as const,
  ]),
  [13, 1.29],
  ...[4, 3, 2, 1, 0].flatMap((i) => [
    [15 - 0.4 * (i + 1), 0.04 + 0.25 * i] as const,
    [15 - 0.4 * i, 0.04 + 0.25 * i] as const,
  ]),
  [16, 0.04],
  [20, 2.84],
  [22, 2.84],
  [26, 0.04],
  [30, 0.04],
];

/** The greatest and least height of the ground within a reach of x. */
function heights(x: number, reach: number): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 1; i < profile.length; i++) {
    const [[x0 = 0, h0 = 0] = [], [x1 = 0, h1 = 0] = []] = [profile[i - 1], profile[i]];
    if (x1 < x - reach || x0 > x + reach) continue;
    for (const at of [x - reach, x + reach]) {
      const part = x1 === x0 ? 0 : Math.min(1, Math.max(0, (at - x0) / (x1 - x0)));
      const height = h0 + part * (h1 - h0);
      least = Math.min(least, height);
      most = Math.max(most, height);
      if (x1 === x0) most = Math.max(most, h1);
    }
  }
  return [least, most];
}

const isRamp = (x: number) => (x > 16.5 && x < 19.5) || (x > 22.5 && x < 25.5);
const isFlat = (x: number, reach: number) => {
  const [least, most] = heights(x, reach);
  return most - least < 1e-9;
};

function build(frame: Frame): Stage {
  const stage = new Stage(frame);
  for (let i = 1; i < profile.length; i++) {
    const [[x0 = 0, h0 = 0] = [], [x1 = 0, h1 = 0] = []] = [profile[i - 1], profile[i]];
    if (x1 === x0) continue;
    if (h0 === h1) {
      stage.box([x0, -1, -3], [x1, h0, 3]);
      continue;
    }
    const angle = Math.atan2(h1 - h0, x1 - x0);
    const length = Math.hypot(x1 - x0, h1 - h0);
    const { scale } = frame;
    stage.add(
      new Box(length * scale, scale, 6 * scale),
      [(x0 + x1) / 2 + 0.5 * Math.sin(angle), (h0 + h1) / 2 - 0.5 * Math.cos(angle), 0],
      [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    );
  }
  return stage;
}

describe("a course of lips, stairs and ramps", () => {
  const bodies: [string, number, (scale: number) => Shape][] = [
    ["capsule", 0.3, (s) => new Capsule(0.3 * s, 1.2 * s)],
    ["cylinder", 0.3, (s) => new Cylinder(0.3 * s, 1.8 * s)],
    // Turned about up by any angle.
    ["box", 0.3 * Math.SQRT2, (s) => new Box(0.6 * s, 1.8 * s, 0.6 * s)],
  ];
  it.each(frames.map((frame) => [frame.name, frame] as const))("%s", (name, frame) => {
    for (const [kind, radius, make] of bodies) {
      for (const speed of kind === "capsule" ? [1, 5] : [5]) {
        const stage = build(frame);
        stage.start(make(frame.scale), [0, 0.02, 0]);
        for (let i = 0; i < 20; i++) stage.step([0, 0, 0]);
        let isBack = false;
        let frameCount = 0;
        while (!isBack || stage.feet[0] > 1) {
          const where = `${kind} ${name} ${speed} m/s at ${stage.feet}`;
          const from = stage.feet;
          stage.step([isBack ? -speed : speed, 0, 0]);
          const [x, y, z] = stage.feet;
          expect(stage.character.grounded, where).toBe(true);
          expect(stage.character.crushed, where).toBe(false);
          // Never sunk, never up in the air.
          const [least, most] = heights(x, radius + SKIN);
          expect(y, where).toBeGreaterThan(least - SKIN / 2);
          expect(y, where).toBeLessThan(most + SKIN + (isFlat(x, radius) ? 0 : 0.08));
          expect(Math.abs(z), where).toBeLessThan(1e-3);
          if (++frameCount % 40 === 0) {
            for (const collider of stage.world.colliders) {
              const { shape, position, quaternion } = stage.character;
              const gap = distance(shape, { position, quaternion }, collider.shape, collider).distance;
              expect(gap, where).toBeGreaterThan(0.25 * SKIN * frame.scale);
            }
          }
          // At its speed along the ground.
          const [dx, dy] = [Math.abs(x - from[0]), y - from[1]];
          if (isFlat(from[0], 0.5)) expect(dx, where).toBeCloseTo(speed * STEP, 4);
          else if (isRamp(from[0]) && isRamp(x)) expect(Math.hypot(dx, dy), where).toBeCloseTo(speed * STEP, 3);
          else expect(dx, where).toBeLessThan(speed * STEP * 1.01);
          expect(dx, where).toBeGreaterThan(0.5 * speed * STEP);
          if (x > 29) isBack = true;
        }
      }
    }
  });
});
