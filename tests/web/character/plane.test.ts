import {
  Capsule,
  Chain,
  Character,
  type CharacterOptions,
  Circle,
  HyperplaneError,
  init,
  Rectangle,
  World,
} from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => init());

const [STEP, SKIN] = [1 / 60, 0.01];

/** A place in which a level stands: turned, scaled, far out. */
class Frame {
  constructor(
    readonly name: string,
    readonly angle: number,
    readonly scale = 1,
    readonly origin: readonly [number, number] = [0, 0],
  ) {}
  vector([x, y]: readonly [number, number]): [number, number] {
    const [c, s] = [Math.cos(this.angle) * this.scale, Math.sin(this.angle) * this.scale];
    return [c * x - s * y, s * x + c * y];
  }
  point(p: readonly [number, number]): [number, number] {
    const [x, y] = this.vector(p);
    return [x + this.origin[0], y + this.origin[1]];
  }
  inverse({ x, y }: { x: number; y: number }): [number, number] {
    const [c, s] = [Math.cos(this.angle) / this.scale, Math.sin(this.angle) / this.scale];
    const [dx, dy] = [x - this.origin[0], y - this.origin[1]];
    return [c * dx + s * dy, c * dy - s * dx];
  }
}

const frames = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => new Frame(`up turned by ${45 * i} degrees`, (i * Math.PI) / 4)),
  new Frame("a tenth", 0, 0.1),
  new Frame("ten times", 0.3, 10),
  new Frame("far out", 1, 1, [1e6, -1e6]),
];

class Stage {
  readonly world = new World();
  character!: Character;

  constructor(readonly frame: Frame) {}

  add(
    shape: ConstructorParameters<typeof Character>[1]["shape"],
    at: readonly [number, number],
    moves = true,
    angle = 0,
  ) {
    return this.world.add({
      shape,
      position: this.frame.point(at),
      angle: this.frame.angle + angle,
      static: !moves,
    });
  }
  box(low: readonly [number, number], high: readonly [number, number], moves = false) {
    const { scale } = this.frame;
    return this.add(
      new Rectangle((high[0] - low[0]) * scale, (high[1] - low[1]) * scale),
      [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2],
      moves,
    );
  }
  start(feet: readonly [number, number], options: Partial<CharacterOptions> = {}) {
    const { scale, angle } = this.frame;
    this.character = new Character(this.world, {
      shape: new Capsule(0.3 * scale, 1.2 * scale),
      position: this.frame.point([feet[0], feet[1] + 0.91]),
      up: this.frame.vector([0, 1]),
      angle,
      gravity: 9.81 * scale,
      stepHeight: 0.3 * scale,
      snapDistance: 0.3 * scale,
      skin: SKIN * scale,
      ...options,
    });
  }
  get feet(): [number, number] {
    const [x, y] = this.frame.inverse(this.character.position);
    return [x, y - 0.91];
  }
  step(walk: readonly [number, number] = [0, 0], fly = false) {
    this.world.update();
    this.character.step(STEP, this.frame.vector(walk), { fly });
  }
  rest() {
    for (let i = 0; i < 20; i++) this.step();
    expect(this.character.grounded).toBe(true);
  }
}

const inFrames = frames.map((frame) => [frame.name, frame] as const);

describe("a character of the plane", () => {
  it.each(inFrames)("walks over lips, stairs and ramps at its speed: %s", (_, frame) => {
    const stage = new Stage(frame);
    stage.box([-5, -1], [3, 0]);
    for (const [i, lip] of [0.001, 0.005, 0.01, 0.02].entries()) stage.box([3 + i, -1], [4 + i, lip]);
    for (let i = 0; i < 4; i++) stage.box([7 + 0.4 * i, -1], [9 + 0.4 * i, 0.02 + 0.25 * (i + 1)]);
    // A ramp down by 40 degrees.
    const angle = (-40 * Math.PI) / 180;
    const length = 1.02 / Math.sin(-angle);
    const { scale } = frame;
    stage.add(
      new Rectangle(length * scale, 0.5 * scale),
      [
        10.2 + 0.5 * length * Math.cos(angle) + 0.25 * Math.sin(angle),
        1.02 + 0.5 * length * Math.sin(angle) - 0.25 * Math.cos(angle),
      ],
      false,
      angle,
    );
    stage.box([10.2 + length * Math.cos(angle) - 0.5, -1], [20, 0]);
    stage.start([0, 0]);
    stage.rest();
    for (const walk of [5, -5]) {
      for (let i = 0; walk > 0 ? stage.feet[0] < 14 : stage.feet[0] > -1; i++) {
        const [x, y] = stage.feet;
        stage.step([walk, 0]);
        const [x1, y1] = stage.feet;
        expect(stage.character.grounded, `${x} ${y}`).toBe(true);
        expect(y1).toBeGreaterThan(-SKIN / 2);
        const way = Math.hypot(x1 - x, y1 - y);
        const isPlain = x < 2 || (x > 12 && x1 > 12) || (x > 10.6 && x < 11 && x1 > 10.6 && x1 < 11);
        if (isPlain) expect(way, `${x} ${y}`).toBeCloseTo(5 * STEP, 3);
        expect(Math.abs(x1 - x)).toBeGreaterThan(0.5 * 5 * STEP);
        expect(i).toBeLessThan(1000);
      }
    }
  });

  it.each(inFrames)("rides lifts, also one-sided ones, at 12 m/s: %s", (_, frame) => {
    const { scale } = frame;
    for (const shape of [
      new Rectangle(4 * scale, 0.001 * scale),
      new Rectangle(4 * scale, 0.4 * scale),
      new Chain([-2 * scale, 0, 2 * scale, 0], { sides: "front" }),
    ]) {
      const top = shape instanceof Rectangle ? shape.height / scale / 2 : 0;
      const stage = new Stage(frame);
      const lift = stage.add(shape, [0, 0]);
      stage.start([0.5, top]);
      stage.rest();
      let height = 0;
      for (let i = 0; i < 180; i++) {
        height += ([12, 0, -12][Math.floor(i / 30) % 3] ?? 0) * STEP;
        lift.setPose(frame.point([0, height]));
        stage.step();
        expect(stage.character.grounded, `${i}`).toBe(true);
        expect(Math.abs(stage.feet[1] - height - top)).toBeLessThan(SKIN / 2);
      }
      // One that comes from below takes along who falls onto it.
      stage.character.position = frame.point([0.5, height + 1.5 + 0.91]);
      for (let i = 0; i < 60; i++) {
        height += 3 * STEP;
        lift.setPose(frame.point([0, height]));
        stage.step();
        expect(stage.feet[1]).toBeGreaterThan(height + top - SKIN);
      }
      expect(stage.character.grounded).toBe(true);
    }
  });

  it.each(inFrames)("jumps through a ledge from below and stands on it: %s", (_, frame) => {
    const { scale } = frame;
    const stage = new Stage(frame);
    stage.box([-5, -1], [5, 0]);
    stage.add(new Chain([-3 * scale, 0, 3 * scale, 0], { sides: "front" }), [0, 1], false);
    stage.start([0, 0]);
    stage.rest();
    stage.character.jump(6 * scale);
    let highest = 0;
    for (let i = 0; i < 120; i++) {
      stage.step([0.5, 0]);
      highest = Math.max(highest, stage.feet[1]);
    }
    expect(highest).toBeGreaterThan(1.5);
    expect(stage.character.grounded).toBe(true);
    expect(stage.feet[1]).toBeCloseTo(1, 2);
  });

  it.each(inFrames)("is pressed against no wall by a ram while it rides: %s", (_, frame) => {
    // From less to more than the skin in a step.
    for (const speed of [0.05, 0.3, 2]) {
      const stage = new Stage(frame);
      stage.box([2, -5], [3, 8]);
      const lift = stage.box([0, -0.2], [1.99, 0], true);
      const ram = stage.box([-3, 0.3], [-2, 1.5], true);
      stage.start([1, 0]);
      stage.rest();
      let height = 0;
      let crushes = 0;
      for (let i = 1; i <= 120; i++) {
        height += speed * STEP;
        const face = -2 + 3.7 * Math.sin((i / 120) * Math.PI);
        lift.setPose(frame.point([0.995, height - 0.1]));
        ram.setPose(frame.point([face - 0.5, 0.9 + height]));
        stage.step();
        expect(stage.feet[0], `${speed} m/s, step ${i}, face ${face}, feet ${stage.feet}`).toBeLessThan(2 - 0.3);
        if (stage.character.crushed) crushes++;
      }
      expect(crushes).toBeGreaterThan(1);
      expect(stage.character.grounded).toBe(true);
    }
  });

  it.each(inFrames)("goes on as fast as the platform that is removed below it: %s", (_, frame) => {
    const stage = new Stage(frame);
    const train = stage.box([-2, -0.4], [2, 0], true);
    stage.start([0, 0]);
    stage.rest();
    for (let i = 1; i <= 30; i++) {
      train.setPose(frame.point([i * 10 * STEP, -0.2]));
      stage.step();
    }
    train.remove();
    const [x] = stage.feet;
    for (let i = 1; i <= 20; i++) {
      stage.step();
      expect(stage.character.grounded).toBe(false);
      expect(stage.feet[0]).toBeCloseTo(x + i * 10 * STEP, 3);
      // As from a ledge.
      expect(stage.feet[1]).toBeCloseTo(-0.5 * 9.81 * ((i - 1) * STEP) ** 2, 3);
    }
  });

  it.each(inFrames)("is pushed by rams however thin, crushed, and free again: %s", (_, frame) => {
    for (const thickness of [0.01, 1]) {
      const stage = new Stage(frame);
      stage.box([-20, -1], [20, 0]);
      stage.box([2, 0], [3, 4]);
      const ram = stage.box([-4 - thickness, 0.05], [-4, 2], true);
      stage.start([0.5, 0]);
      stage.rest();
      for (let i = 1; i <= 90; i++) {
        const face = -4 + 5.45 * Math.sin((i / 90) * Math.PI);
        ram.setPose(frame.point([face - thickness / 2, 1.025]));
        stage.step();
        expect(stage.feet[0]).toBeLessThan(2);
        if (face < 1.38) {
          expect(stage.character.crushed).toBe(false);
          expect(stage.feet[0]).toBeGreaterThan(face + 0.3);
        }
      }
      expect(stage.character.grounded).toBe(true);
    }
  });

  it("crouches, flies, saves, restores and turns", () => {
    const stage = new Stage(frames[0] as Frame);
    stage.box([-20, -1], [20, 0]);
    stage.box([3, 1], [5, 2]);
    stage.start([0, 0]);
    stage.rest();
    const [tall, low] = [stage.character.shape, new Circle(0.4)];
    expect(stage.character.setShape(low)).toBe(true);
    for (let i = 0; i < 60; i++) stage.step([4, 0]);
    expect(stage.character.position.x).toBeCloseTo(4, 6);
    expect(stage.character.setShape(tall)).toBe(false);
    const saved = stage.character.save();
    for (let i = 0; i < 30; i++) stage.step([4, 0]);
    const later = stage.character.save();
    stage.character.restore(JSON.parse(JSON.stringify(Array.from(saved))));
    for (let i = 0; i < 30; i++) stage.step([4, 0]);
    expect(stage.character.save()).toEqual(later);
    expect(stage.character.setShape(tall)).toBe(true);
    for (let i = 0; i < 30; i++) stage.step([0, 2], true);
    expect(stage.feet[1]).toBeCloseTo(1, 6);
    stage.character.up = [1, 0];
    expect(stage.character.angle).toBeCloseTo(-Math.PI / 2, 12);
    stage.character.up = [0, -1];
    expect(Math.abs(stage.character.angle)).toBeCloseTo(Math.PI, 12);
    expect(() => stage.character.step(-1, [0, 0])).toThrow(HyperplaneError);
    expect(() => stage.character.step(1, [Number.NaN, 0])).toThrow(/walk/);
    expect(() => new Character(stage.world, { shape: low, position: [0, 0], angle: Number.NaN })).toThrow(/angle/);
    expect(() => new Character({} as never, { shape: low, position: [0, 0] })).toThrow(/World/);
  });

  it("climbs no step that is too narrow", () => {
    for (const [minTread, climbs] of [
      [undefined, true],
      [0.4, false],
    ] as const) {
      const stage = new Stage(frames[0] as Frame);
      stage.box([-20, -1], [20, 0]);
      stage.box([2, 0], [3, 0.1]);
      stage.box([2.4, 0], [3, 3]);
      stage.start([0, 0], minTread === undefined ? {} : { minTread });
      stage.rest();
      for (let i = 0; i < 90; i++) stage.step([3, 0]);
      expect(stage.feet[1]).toBeCloseTo(climbs ? 0.1 : 0, 2);
    }
  });
});
