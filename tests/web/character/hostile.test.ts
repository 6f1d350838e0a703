import { Box, Capsule, Cylinder, distance, init, TriangleMesh } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { about, type Frame, frames, multiply, SKIN, STEP, Stage } from "../support/character_frames.js";

/** What games do to characters on purpose and by accident, in all frames. */

beforeAll(() => init());

const inFrames = frames.map((frame) => [frame.name, frame] as const);
const person = ({ scale }: Frame) => new Capsule(0.3 * scale, 1.2 * scale);

describe("a character", () => {
  it.each(inFrames)("is carried by a one-sided sheet that rises by more than the skin: %s", (_, frame) => {
    const s = 2 * frame.scale;
    const stage = new Stage(frame);
    const corners = [-s, 0, -s, s, 0, -s, s, 0, s, -s, 0, s];
    const sheet = new TriangleMesh(corners, [0, 2, 1, 0, 3, 2], { sides: "front", thickness: 0 });
    const lift = stage.add(sheet, [0, 0, 0], undefined, true);
    stage.start(person(frame), [0.5, 0, 0.5]);
    stage.rest();
    let height = 0;
    const rise = (speed: number) => {
      height += speed * STEP;
      stage.move(lift, [0, height, 0]);
      stage.step([0, 0, 0]);
    };
    for (let i = 0; i < 180; i++) {
      rise([12, 0, -12][Math.floor(i / 30) % 3] ?? 0);
      expect(stage.character.grounded, `${i}`).toBe(true);
      expect(Math.abs(stage.feet[1] - height)).toBeLessThan(SKIN / 2);
    }
    // It takes along who falls onto it.
    stage.character.position = frame.point([0.5, height + 1.5 + 0.91, 0]);
    for (let i = 0; i < 60; i++) {
      rise(3);
      expect(stage.feet[1]).toBeGreaterThan(height - SKIN);
    }
    expect(stage.character.grounded).toBe(true);
  });

  it.each(inFrames)("stays on discs that turn about tilted axes: %s", (_, frame) => {
    const { scale } = frame;
    for (const tilt of [0.1, 0.3, 0.5]) {
      for (const speed of [0.5, 2, 6]) {
        const stage = new Stage(frame);
        const lean = about([0, 0, 1], tilt);
        const disc = stage.add(new Cylinder(3 * scale, 0.4 * scale), [0, -0.2, 0], lean, true);
        stage.start(person(frame), [1, Math.tan(tilt) + 0.35, 0]);
        for (let i = 0; i < 40; i++) stage.step([0, 0, 0]);
        const from = Math.hypot(stage.feet[0], stage.feet[2]);
        for (let i = 1; i <= 240; i++) {
          const turn = about([-Math.sin(tilt), Math.cos(tilt), 0], speed * STEP * i);
          stage.move(disc, [0, -0.2, 0], multiply(turn, lean));
          stage.step([0, 0, 0]);
          const where = `tilt ${tilt}, ${speed} rad/s, step ${i}`;
          const { character } = stage;
          expect(character.grounded, where).toBe(true);
          const gap = distance(character.shape, character, disc.shape, disc).distance / scale;
          expect(gap, where).toBeGreaterThan(0.25 * SKIN);
          expect(gap, where).toBeLessThan(2 * SKIN);
          // On its circle, which is an ellipse from above, and a capsule's feet are not below its middle.
          expect(Math.abs(Math.hypot(stage.feet[0], stage.feet[2]) - from), where).toBeLessThan(0.7 * tilt);
        }
      }
    }
  });

  it.each(inFrames)("is crushed by lifts at up to 12 m/s under ceilings, and free again: %s", (_, frame) => {
    const { scale } = frame;
    for (const speed of [1, 4, 12]) {
      for (const thickness of [0.05, 0.4]) {
        for (const isPress of [false, true]) {
          const stage = new Stage(frame);
          stage.box([-8, -1, -8], [8, 0, 8]);
          stage.box([-3, 4, -3], [3, 5, 3], isPress);
          const lift = stage.add(
            new Box(4 * scale, thickness * scale, 4 * scale),
            [0, thickness / 2, 0],
            undefined,
            true,
          );
          stage.start(person(frame), [0.4, thickness, 0.3]);
          stage.rest();
          let top = thickness;
          let crushes = 0;
          const goTo = (goal: number) => {
            while (top !== goal) {
              top = goal > top ? Math.min(goal, top + speed * STEP) : Math.max(goal, top - speed * STEP);
              stage.move(lift, [0, top - thickness / 2, 0]);
              stage.step([0, 0, 0]);
              const { crushed, grounded } = stage.character;
              const [x, y, z] = stage.feet;
              const where = `${speed} m/s, ${thickness} m, top ${top}, feet ${stage.feet}`;
              if (!isPress) expect(y + 1.8, where).toBeLessThan(4);
              expect(Math.hypot(x - 0.4, z - 0.3), where).toBeLessThan(SKIN);
              if (crushed) crushes++;
              if (top > 4 - 1.8 - 3 * SKIN) continue;
              expect(crushed, where).toBe(false);
              expect(grounded, where).toBe(true);
              expect(Math.abs(y - top), where).toBeLessThan(SKIN);
            }
          };
          goTo(2.6);
          expect(crushes).toBeGreaterThan(1);
          goTo(thickness);
        }
      }
    }
  });

  it.each(inFrames)("is crushed by presses against the floor, and free again: %s", (_, frame) => {
    const { scale } = frame;
    for (const speed of [1, 4, 12]) {
      for (const thickness of [0.05, 0.4]) {
        const stage = new Stage(frame);
        stage.box([-8, -1, -8], [8, 0, 8]);
        const press = stage.add(new Box(4 * scale, thickness * scale, 4 * scale), [0, 5, 0], undefined, true);
        stage.start(person(frame), [0.4, 0, 0.3]);
        stage.rest();
        let crushes = 0;
        for (let i = 0, face = 4, way = -1; face <= 4; i++) {
          face += way * speed * STEP;
          if (face < 1) way = 1;
          stage.move(press, [0, face + thickness / 2, 0]);
          stage.step([0, 0, 0]);
          const where = `${speed} m/s, ${thickness} m, step ${i}, face ${face}, feet ${stage.feet}`;
          const [x, y, z] = stage.feet;
          expect(Math.abs(y), where).toBeLessThan(SKIN);
          expect(Math.hypot(x - 0.4, z - 0.3), where).toBeLessThan(SKIN);
          if (stage.character.crushed) crushes++;
          if (face < 1.8 + 3 * SKIN) continue;
          expect(stage.character.crushed, where).toBe(false);
          expect(stage.character.grounded, where).toBe(true);
        }
        expect(crushes).toBeGreaterThan(1);
      }
    }
  });

  it.each(inFrames)("is pressed against no wall by a ram while it rides: %s", (_, frame) => {
    // From less to more than the skin in a step.
    for (const speed of [0.05, 0.3, 2]) {
      const stage = new Stage(frame);
      stage.box([2, -5, -5], [3, 8, 5]);
      const lift = stage.box([0, -0.2, -2], [1.99, 0, 2], true);
      const ram = stage.box([-3, 0.3, -0.5], [-2, 1.5, 0.5], true);
      stage.start(person(frame), [1, 0, 0]);
      stage.rest();
      let height = 0;
      let crushes = 0;
      for (let i = 1; i <= 120; i++) {
        height += speed * STEP;
        const face = -2 + 3.7 * Math.sin((i / 120) * Math.PI);
        stage.move(lift, [0.995, height - 0.1, 0]);
        stage.move(ram, [face - 0.5, 0.9 + height, 0]);
        stage.step([0, 0, 0]);
        const where = `${speed} m/s, step ${i}, face ${face}, feet ${stage.feet}`;
        expect(stage.feet[0], where).toBeLessThan(2 - 0.3);
        if (stage.character.crushed) crushes++;
        if (face > 2 - 0.6 - 3 * SKIN) continue;
        expect(stage.character.crushed, where).toBe(false);
        expect(stage.character.grounded, where).toBe(true);
        expect(Math.abs(stage.feet[1] - height), where).toBeLessThan(SKIN);
      }
      expect(crushes).toBeGreaterThan(1);
    }
  });

  it.each(inFrames)("crouches and stands up on what rises, falls and turns: %s", (_, frame) => {
    const { scale } = frame;
    const stage = new Stage(frame);
    const disc = stage.add(new Cylinder(4 * scale, 0.4 * scale), [0, -0.2, 0], undefined, true);
    const [tall, low] = [person(frame), new Capsule(0.3 * scale, 0.4 * scale)];
    stage.start(tall, [2, 0, 0]);
    stage.rest();
    let height = 0;
    for (let i = 1; i <= 240; i++) {
      const angle = 1.5 * STEP * i;
      height += (i % 120 < 60 ? 6 : -6) * STEP;
      if (i % 7 === 0) expect(stage.character.setShape(i % 2 === 0 ? low : tall)).toBe(true);
      stage.move(disc, [0, height - 0.2, 0], about([0, 1, 0], angle));
      stage.step([0, 0, 0]);
      expect(stage.character.grounded, `${i}`).toBe(true);
      // The origin of a low capsule is lower, the feet are where they were.
      const lowered = stage.character.shape === low ? 0.4 : 0;
      expect(Math.abs(stage.feet[1] + lowered - height), `${i}`).toBeLessThan(SKIN / 2);
      expect(stage.feet[0], `${i}`).toBeCloseTo(2 * Math.cos(angle), 2);
      expect(stage.feet[2], `${i}`).toBeCloseTo(-2 * Math.sin(angle), 2);
    }
  });

  it.each(inFrames)("goes on as fast as the platform that is removed below it: %s", (_, frame) => {
    for (const isReplaced of [false, true]) {
      const stage = new Stage(frame);
      stage.box([-30, -6, -30], [30, -5, 30]);
      const train = stage.box([-2, -0.4, -2], [2, 0, 2], true);
      stage.start(person(frame), [0, 0, 0]);
      stage.rest();
      for (let i = 1; i <= 30; i++) {
        stage.move(train, [i * 10 * STEP, -0.2, 0]);
        stage.step([0, 0, 0]);
      }
      train.remove();
      // Gets the row of the train, and carries nobody.
      const other = isReplaced ? stage.box([-20, 3, -2], [-18, 4, 2], true) : null;
      const [x] = stage.feet;
      for (let i = 1; i <= 20; i++) {
        if (other) stage.move(other, [-19 - i, 3.5 + i, 0]);
        stage.step([0, 0, 0]);
        expect(stage.character.grounded).toBe(false);
        expect(stage.feet[0]).toBeCloseTo(x + i * 10 * STEP, 3);
        // As from a ledge.
        expect(stage.feet[1]).toBeCloseTo(-0.5 * 9.81 * ((i - 1) * STEP) ** 2, 3);
        expect(stage.feet[2]).toBeCloseTo(0, 6);
      }
    }
  });

  it.each(inFrames)("is at rest where it is teleported to, on what moves, too: %s", (_, frame) => {
    const stage = new Stage(frame);
    stage.box([-8, -1, -8], [8, 0, 8]);
    const train = stage.box([-40, 2.8, -2], [40, 3, 2], true);
    stage.start(person(frame), [0, 0, 5]);
    stage.rest();
    for (let i = 1; i <= 60; i++) {
      stage.move(train, [10 * STEP * i, 2.9, 0]);
      if (i === 20) stage.character.position = frame.point([0, 3 + 0.9 + SKIN, 0]);
      if (i === 40) stage.character.position = frame.point([0, 0.9 + SKIN, 5]);
      const from = stage.feet;
      stage.step([0, 0, 0]);
      const isCarried = i > 20 && i < 40;
      expect(stage.feet[0] - from[0]).toBeCloseTo(isCarried ? 10 * STEP : 0, 6);
      expect(Math.abs(stage.feet[1] - (i >= 20 && i < 40 ? 3 : 0))).toBeLessThan(SKIN / 2);
      expect(stage.character.grounded).toBe(true);
    }
  });
});
