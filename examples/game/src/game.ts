/** The rules: how the ball moves, what it touches, and what that does. Nothing here draws. */

import { Box, type Collider, Compound, Cylinder, Ellipsoid, type Shape, Sphere, type Vec3, World } from "hyperplane";
import { all, level, type Piece, TILE } from "./level.js";

/** Seconds. The ball moves at most a tenth of a metre in it, less than its radius: nothing is passed through. */
export const STEP = 1 / 120;
export const RADIUS = 0.45;
const GRAVITY = 20;
/** m/s², by the player. */
const PUSH = 15;
/** 1/s: how fast the ball takes on the speed of what it rolls on, pushed or not. */
const ROLLING = 2.5;
const BRAKING = 8;
/** The share of its speed that the ball keeps when it hits something faster than 2 m/s. */
const BOUNCE = 0.4;
/** Falling below this height takes the ball back, in metres. */
const ABYSS = -8;

/** A thing that moves between two places: a door, a lift, a ferry. */
export interface Mover {
  readonly piece: Piece;
  readonly collider: Collider;
  /** Where its middle is, and how fast it moves. */
  readonly position: Vec3;
  readonly velocity: Vec3;
  /** Way from one place to the other. */
  readonly way: Vec3;
  /** Seconds for it. */
  readonly duration: number;
  /** 0 to 1: how much of it is done. */
  done: number;
  /** Whether it goes, or comes back. */
  going: boolean;
  /** Until when a lift counts as ridden, since a ball may hop. */
  ridden: number;
}

/** A thing that the ball picks up, presses or reaches. */
export interface Touchable {
  readonly piece: Piece;
  readonly collider: Collider;
  touched: boolean;
}

const add = (a: Vec3, b: Vec3, scale = 1): Vec3 => ({
  x: a.x + b.x * scale,
  y: a.y + b.y * scale,
  z: a.z + b.z * scale,
});
const dot = (a: Vec3, b: Vec3): number => a.x * b.x + a.y * b.y + a.z * b.z;
const still: Vec3 = { x: 0, y: 0, z: 0 };
const smooth = (t: number): number => t * t * (3 - 2 * t);

/** The game. `await init()` first. */
export class Game {
  readonly movers: readonly Mover[];
  readonly coins: readonly Touchable[];
  readonly plates: readonly Touchable[];
  readonly goal: Touchable;
  position: Vec3;
  velocity: Vec3 = still;
  /** Seconds. */
  time = 0;
  falls = 0;

  readonly #world = new World();
  readonly #ball: Collider;
  /** Where the ball comes back to. */
  #home: Vec3;

  constructor() {
    const [start] = all("start");
    if (!start) throw new Error("The level has no start.");
    this.#home = add(start.position, { x: 0, y: RADIUS, z: 0 });
    this.position = this.#home;

    // What never moves is one shape. Its tiles lie flush, and the ball does not feel their seams.
    const solid: Partial<Record<Piece["kind"], { shape: Shape; height: number }>> = {
      floor: { shape: new Box(TILE, 1, TILE), height: -0.5 },
      wall: { shape: new Box(TILE, 1, TILE), height: 0.5 },
      post: { shape: new Cylinder(0.45, 1.2), height: 0.6 },
      bump: { shape: new Ellipsoid(0.95, 0.35, 0.95), height: 0 },
    };
    const parts = level.flatMap(({ kind, position }) => {
      const part = solid[kind];
      return part ? [{ shape: part.shape, position: add(position, { x: 0, y: part.height, z: 0 }) }] : [];
    });
    this.#world.add({ shape: new Compound(parts), static: true });
    this.#ball = this.#world.add({ shape: new Sphere(RADIUS), position: this.position });

    this.movers = [
      ...all("door").map((piece) => this.#mover(piece, new Box(1.96, 1.1, 1.96), 0.55, { x: 0, y: -1.2, z: 0 }, 0.8)),
      ...all("lift").map((piece) =>
        this.#mover(piece, new Box(TILE, 0.5, TILE), -0.25, { x: 0, y: piece.reach, z: 0 }, 2.5),
      ),
      ...all("ferry").map((piece) =>
        this.#mover(piece, new Box(TILE, 0.5, TILE), -0.25, { x: piece.reach, y: 0, z: 0 }, 4),
      ),
    ];
    this.coins = all("coin").map((piece) => this.#touchable(piece, new Sphere(0.5), 0.5));
    this.plates = all("plate").map((piece) => this.#touchable(piece, new Cylinder(0.7, 0.1), 0.05));
    this.goal = this.#touchable(all("goal")[0] as Piece, new Cylinder(0.8, 0.2), 0.1);
  }

  get won(): boolean {
    return this.goal.touched;
  }

  get score(): number {
    const coins = this.coins.filter(({ touched }) => touched).length;
    return Math.max(0, Math.round(1000 + 250 * coins - 10 * this.time - 50 * this.falls));
  }

  /** One step. @param push where to, at most 1 long */
  step(push: { readonly x: number; readonly z: number }): void {
    this.time += STEP;
    for (const mover of this.movers) this.#move(mover);
    this.velocity = add(this.velocity, { x: PUSH * push.x, y: -GRAVITY, z: PUSH * push.z }, STEP);
    this.#place(add(this.position, this.velocity, STEP));

    this.#world.update();
    const grip = push.x === 0 && push.z === 0 ? BRAKING : ROLLING;
    for (const { a, b, normal } of this.#world.contacts) {
      // All but the ball is static, so one of the two is the ball. The normal points from a to b.
      const [other, out] = b === this.#ball ? [a, normal] : [b, add(still, normal, -1)];
      this.#hit(other.userData as Mover | undefined, out, grip);
    }
    this.#place(add(this.position, this.#world.separation(this.#ball)));

    for (const { a, b } of this.#world.began) {
      const found = (b === this.#ball ? a : b).userData;
      for (const thing of [...this.coins, ...this.plates, this.goal]) if (thing === found) this.#touch(thing);
    }
    if (this.position.y < ABYSS) {
      this.falls++;
      this.velocity = still;
      this.#place(this.#home);
    }
  }

  /** Frees its memory. */
  dispose(): void {
    this.#world.dispose();
  }

  #place(position: Vec3): void {
    this.position = position;
    this.#ball.setPose(position);
  }

  /** The ball meets something that may move. @param out unit length, towards the ball */
  #hit(mover: Mover | undefined, out: Vec3, grip: number): void {
    const carried = mover?.velocity ?? still;
    const against = dot(add(this.velocity, carried, -1), out);
    if (against < 0) this.velocity = add(this.velocity, out, -against * (against < -2 ? 1 + BOUNCE : 1));
    if (out.y < 0.7) return;
    const { x, y, z } = add(carried, this.velocity, -1);
    this.velocity = add(this.velocity, { x, y: Math.min(y, 0), z }, grip * STEP);
    if (mover) mover.ridden = this.time + 0.3;
  }

  #touch(thing: Touchable): void {
    thing.touched = true;
    if (thing.piece.kind === "coin") this.#world.remove(thing.collider);
    this.#home = add(thing.piece.position, { x: 0, y: RADIUS, z: 0 });
  }

  #move(mover: Mover): void {
    const { piece, way, duration, position, velocity } = mover;
    if (piece.kind === "door")
      mover.going = this.plates.some((plate) => plate.touched && plate.piece.group === piece.group);
    if (piece.kind === "lift") mover.going = mover.ridden > this.time;
    // A ferry goes to and fro, and waits two seconds at each end.
    if (piece.kind === "ferry") mover.going = this.time % (2 * duration + 4) < duration + 2;
    const before = smooth(mover.done);
    mover.done = Math.min(Math.max(mover.done + (mover.going ? STEP : -STEP) / duration, 0), 1);
    const moved = smooth(mover.done) - before;
    Object.assign(position, add(position, way, moved));
    Object.assign(velocity, add(still, way, moved / STEP));
    mover.collider.setPose(position);
  }

  #mover(piece: Piece, shape: Shape, height: number, way: Vec3, duration: number): Mover {
    const position = add(piece.position, { x: 0, y: height, z: 0 });
    const collider = this.#world.add({ shape, position, static: true });
    const mover = {
      piece,
      collider,
      position,
      velocity: { ...still },
      way,
      duration,
      done: 0,
      going: false,
      ridden: 0,
    };
    collider.userData = mover;
    return mover;
  }

  #touchable(piece: Piece, shape: Shape, height: number): Touchable {
    const position = add(piece.position, { x: 0, y: height, z: 0 });
    const collider = this.#world.add({ shape, position, static: true, sensor: true });
    const thing = { piece, collider, touched: false };
    collider.userData = thing;
    return thing;
  }
}
