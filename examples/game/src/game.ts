/** The rules: how the hero moves, what it touches, and what that does. Nothing here draws. */

import {
  Box,
  Capsule,
  Character,
  type Collider,
  Compound,
  Cylinder,
  Ellipsoid,
  type Shape,
  Sphere,
  type Vec3,
  World,
} from "hyperplane";
import { all, level, type Piece, TILE } from "./level.js";

/** Seconds. Nothing is passed through, however long it is. */
export const STEP = 1 / 60;
/** Metres, of a capsule: the radius, and half of its whole height. */
export const RADIUS = 0.35;
export const HALF = 0.6;
const GRAVITY = 20;
/** m/s */
const SPEED = 5;
const JUMP = 5;
/** m/s², of speeding up and of stopping. */
const START = 15;
const STOP = 25;
/** Falling below this height takes the hero back, in metres. */
const ABYSS = -8;

/** A thing that moves between two places: a door, a lift, a ferry. */
export interface Mover {
  readonly piece: Piece;
  readonly collider: Collider;
  /** Where it begins. */
  readonly start: Vec3;
  /** Way from one place to the other. */
  readonly way: Vec3;
  /** Seconds for it. */
  readonly duration: number;
  /** 0 to 1: how much of it is done. */
  done: number;
  /** Whether it goes, or comes back. */
  going: boolean;
  /** Until when a lift counts as ridden, since one may hop on it. */
  ridden: number;
}

/** A thing that the hero picks up, presses or reaches. */
export interface Touchable {
  readonly piece: Piece;
  readonly collider: Collider;
  touched: boolean;
}

/** Where the player wants to go, at most 1 long, and whether to jump. */
export interface Wish {
  readonly x: number;
  readonly z: number;
  readonly jump: boolean;
}

const add = (a: Vec3, b: Vec3, scale = 1): Vec3 => ({
  x: a.x + b.x * scale,
  y: a.y + b.y * scale,
  z: a.z + b.z * scale,
});
const smooth = (t: number): number => t * t * (3 - 2 * t);

/** The game. `await init()` first. */
export class Game {
  readonly movers: readonly Mover[];
  readonly coins: readonly Touchable[];
  readonly plates: readonly Touchable[];
  readonly goal: Touchable;
  /** The wanted velocity, which follows the player's wish. */
  walk: Vec3 = { x: 0, y: 0, z: 0 };
  /** Seconds. */
  time = 0;
  falls = 0;

  readonly #world = new World();
  readonly #hero: Character;
  /** What sensors see of the hero. */
  readonly #body: Collider;
  /** Where the hero comes back to. */
  #home: Vec3;

  constructor() {
    const [start] = all("start");
    if (!start) throw new Error("The level has no start.");
    this.#home = add(start.position, { x: 0, y: HALF, z: 0 });

    // What never moves is one shape. Its tiles lie flush, and nobody stumbles over their seams.
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
    const shape = new Capsule(RADIUS, 2 * (HALF - RADIUS));
    this.#body = this.#world.add({ shape });
    this.#hero = new Character(this.#world, { shape, position: this.#home, gravity: GRAVITY, collider: this.#body });

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

  get position(): Vec3 {
    return this.#hero.position;
  }

  get velocity(): Vec3 {
    return this.#hero.velocity;
  }

  get won(): boolean {
    return this.goal.touched;
  }

  get score(): number {
    const coins = this.coins.filter(({ touched }) => touched).length;
    return Math.max(0, Math.round(1000 + 250 * coins - 10 * this.time - 50 * this.falls));
  }

  /** One step: what moves, then the world, then the hero. */
  step({ x, z, jump }: Wish): void {
    this.time += STEP;
    for (const mover of this.movers) this.#move(mover);
    this.#world.update();

    const missing = add({ x: SPEED * x, y: 0, z: SPEED * z }, this.walk, -1);
    const most = (x === 0 && z === 0 ? STOP : START) * STEP;
    this.walk = add(this.walk, missing, Math.min(1, most / Math.max(Math.hypot(missing.x, missing.z), most)));
    if (jump) this.#hero.jump(JUMP);
    this.#hero.step(STEP, this.walk);

    const ridden = this.#hero.ground?.collider.userData as Mover | undefined;
    if (ridden) ridden.ridden = this.time + 0.3;
    for (const { a, b } of this.#world.began) {
      const found = (b === this.#body ? a : b).userData;
      for (const thing of [...this.coins, ...this.plates, this.goal]) if (thing === found) this.#touch(thing);
    }
    // Below the lift, or into the abyss.
    if (this.#hero.crushed || this.position.y < ABYSS) {
      this.falls++;
      this.#hero.position = this.#home;
    }
  }

  /** Frees its memory. */
  dispose(): void {
    this.#world.dispose();
  }

  #touch(thing: Touchable): void {
    thing.touched = true;
    if (thing.piece.kind === "coin") this.#world.remove(thing.collider);
    this.#home = add(thing.piece.position, { x: 0, y: HALF, z: 0 });
  }

  #move(mover: Mover): void {
    const { piece, way, duration, start } = mover;
    if (piece.kind === "door")
      mover.going = this.plates.some((plate) => plate.touched && plate.piece.group === piece.group);
    if (piece.kind === "lift") mover.going = mover.ridden > this.time;
    // A ferry goes to and fro, and waits two seconds at each end.
    if (piece.kind === "ferry") mover.going = this.time % (2 * duration + 4) < duration + 2;
    mover.done = Math.min(Math.max(mover.done + (mover.going ? STEP : -STEP) / duration, 0), 1);
    // Whoever stands on it is carried: the character sees how its collider has moved.
    mover.collider.position = add(start, way, smooth(mover.done));
  }

  #mover(piece: Piece, shape: Shape, height: number, way: Vec3, duration: number): Mover {
    const start = add(piece.position, { x: 0, y: height, z: 0 });
    const collider = this.#world.add({ shape, position: start });
    const mover = { piece, collider, start, way, duration, done: 0, going: false, ridden: 0 };
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
