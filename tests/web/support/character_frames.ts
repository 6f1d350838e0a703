import { Box, Character, type CharacterOptions, type Shape, type Vec3, World } from "hyperplane";
import { expect } from "vitest";

/** Places in which a course stands: turned, scaled, far from the origin. */

type Triple = readonly [number, number, number];
type Quadruple = readonly [number, number, number, number];

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function multiply(a: Quadruple, b: Quadruple): Quadruple {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export const about = (axis: Triple, angle: number): Quadruple => {
  const sine = Math.sin(angle / 2);
  return [axis[0] * sine, axis[1] * sine, axis[2] * sine, Math.cos(angle / 2)];
};

/** A frame with up +Y in it, of which one metre is `scale` metres. */
export class Frame {
  readonly name: string;
  readonly origin: Triple;
  readonly turn: Quadruple;
  readonly scale: number;

  constructor(name: string, { origin = [0, 0, 0] as Triple, turn = [0, 0, 0, 1] as Quadruple, scale = 1 } = {}) {
    this.name = name;
    this.origin = origin;
    this.turn = turn;
    this.scale = scale;
  }

  direction(v: Triple): Triple {
    const u: Triple = [this.turn[0], this.turn[1], this.turn[2]];
    const t = cross(u, v).map((x) => 2 * x) as unknown as Triple;
    const w = cross(u, t);
    return [0, 1, 2].map((i) => (v[i] ?? 0) + this.turn[3] * (t[i] ?? 0) + (w[i] ?? 0)) as unknown as Triple;
  }
  vector(v: Triple): Triple {
    return this.direction(v.map((x) => x * this.scale) as unknown as Triple);
  }
  point(p: Triple): Triple {
    const v = this.vector(p);
    return [0, 1, 2].map((i) => (v[i] ?? 0) + (this.origin[i] ?? 0)) as unknown as Triple;
  }
  /** A point of the world in this frame. */
  inverse({ x, y, z }: Vec3): Triple {
    const v: Triple = [x - this.origin[0], y - this.origin[1], z - this.origin[2]];
    return (
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as const
    ).map((axis) => dot(this.direction(axis), v) / this.scale) as unknown as Triple;
  }
  quaternion(q: Quadruple = [0, 0, 0, 1]): Quadruple {
    return multiply(this.turn, q);
  }
}

const oblique = multiply(about([0.6, 0, 0.8], 1.1), about([0, 1, 0], 0.7));

export const frames: readonly Frame[] = [
  new Frame("upright"),
  new Frame("up is -y", { turn: about([1, 0, 0], Math.PI) }),
  new Frame("up is +x", { turn: about([0, 0, 1], -Math.PI / 2) }),
  new Frame("up is -x", { turn: about([0, 0, 1], Math.PI / 2) }),
  new Frame("up is +z", { turn: about([1, 0, 0], Math.PI / 2) }),
  new Frame("up is -z", { turn: about([1, 0, 0], -Math.PI / 2) }),
  new Frame("turned about up", { turn: about([0, 1, 0], 0.4) }),
  new Frame("oblique", { turn: oblique }),
  new Frame("a tenth", { scale: 0.1 }),
  new Frame("ten times", { scale: 10 }),
  new Frame("far out", { origin: [1e6, -1e6, 1e6], turn: oblique }),
];

export const SKIN = 0.01;
export const STEP = 1 / 60;

/** A world in a frame, with a character that starts with its feet at a point. */
export class Stage {
  readonly frame: Frame;
  readonly world = new World();
  readonly #reach: number;
  character!: Character;

  constructor(frame: Frame, reach = 0.9) {
    this.frame = frame;
    this.#reach = reach;
  }

  /** Sizes and places are those of the frame. */
  box(low: Triple, high: Triple, moves = false) {
    const middle = [0, 1, 2].map((i) => ((low[i] ?? 0) + (high[i] ?? 0)) / 2) as unknown as Triple;
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map((i) => ((high[i] ?? 0) - (low[i] ?? 0)) * this.frame.scale);
    return this.add(new Box(x, y, z), middle, [0, 0, 0, 1], moves);
  }
  add(shape: Shape, position: Triple, quaternion: Quadruple = [0, 0, 0, 1], moves = false, sensor = false) {
    const { frame, world } = this;
    return world.add({
      shape,
      position: frame.point(position),
      quaternion: frame.quaternion(quaternion),
      static: !moves,
      sensor,
    });
  }
  start(shape: Shape, feet: Triple, options: Partial<CharacterOptions> = {}) {
    const { frame } = this;
    const { scale } = frame;
    this.character = new Character(this.world, {
      shape,
      position: frame.point([feet[0], feet[1] + this.#reach + SKIN, feet[2]]),
      up: frame.direction([0, 1, 0]),
      gravity: 9.81 * scale,
      stepHeight: 0.3 * scale,
      snapDistance: 0.3 * scale,
      skin: SKIN * scale,
      ...options,
    });
  }
  get feet(): Triple {
    const [x, y, z] = this.frame.inverse(this.character.position);
    return [x, y - this.#reach - SKIN, z];
  }
  /** m/s in the frame. */
  get velocity(): Triple {
    const { x, y, z } = this.character.velocity;
    const { origin } = this.frame;
    return this.frame.inverse({ x: x + origin[0], y: y + origin[1], z: z + origin[2] });
  }
  move(collider: { setPose(p: Triple, q: Quadruple): void }, position: Triple, turn: Quadruple = [0, 0, 0, 1]) {
    collider.setPose(this.frame.point(position), this.frame.quaternion(turn));
  }
  step(walk: Triple, fly = false) {
    this.world.update();
    this.character.step(STEP, this.frame.vector(walk), { fly });
  }

  /** Until the character stands still, which must be on ground. */
  rest() {
    for (let i = 0; i < 20; i++) this.step([0, 0, 0]);
    expect(this.character.grounded).toBe(true);
  }
}
