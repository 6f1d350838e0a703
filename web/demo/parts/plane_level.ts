/**
 * A level of tiles in the plane, and a body that walks and jumps in it, in steps of 1/60 s. Ground is made of single flush
 * rectangles, with ramps between them; platforms are chains that block from above only; two rectangles move and carry the body.
 */

import {
  Capsule,
  Chain,
  Circle,
  type Collider,
  ConvexPolygon,
  type MoverResult,
  moveAndSlide,
  Rectangle,
  type Shape,
  World,
} from "hyperplane/2d";
import type { Point } from "../scene/flat_view.js";

/** From above: # ground, = a platform on top of its cell, o a coin, P where the body starts. */
const map = [
  "#..................................#",
  "#..........o.o...........o.o.o.....#",
  "#..................................#",
  "#........=======.........#####.....#",
  "#..o...............................#",
  "#.====...........=====.............#",
  "#..................................#",
  "#.....===........................o.#",
  "#.P........###..o............o.....#",
  "####################....############",
];
export const levelWidth = map[0]?.length ?? 0;
export const levelHeight = map.length;
/** 27 degrees up to the block and down from it, and 56 degrees. */
export const ramps: readonly (readonly number[])[] = [
  [9, 1, 11, 1, 11, 2],
  [14, 1, 16, 1, 14, 2],
  [30, 1, 31, 1, 31, 2.5],
];
export const platformSizes = { ferry: [2, 0.4], lift: [2, 0.3] } as const;
/** s */
export const stepSeconds = 1 / 60;
export const bodySize = { radius: 0.3, height: 0.6 };
const bodyReach = bodySize.radius + bodySize.height / 2;
/** m/s and m/s2: a jump is 2.6 m high. */
const jumpSpeed = 10.7;
const gravity = 22;
/** Metres below which the body starts again, and steps for which a platform lets it through. */
const lowest = -3;
const dropSteps = 14;

export interface Steer {
  /** -1 to 1. */
  readonly along: number;
  readonly jump: boolean;
  readonly down: boolean;
}

export interface LevelSettings {
  /** m/s */
  speed: number;
  /** Degrees. */
  slope: number;
  /** Metres. */
  snap: number;
}

interface Carrier {
  readonly collider: Collider;
  readonly at: (seconds: number) => Point;
  place: Point;
  moved: Point;
}

export class PlaneLevel {
  readonly world = new World({ capacity: 300 });
  readonly tiles: readonly Point[];
  readonly platforms: readonly (readonly [from: number, to: number, y: number])[];
  /** Null once it has been taken. */
  readonly coins = new Map<Collider, Point>();
  readonly carriers: readonly Carrier[];
  readonly coinCount: number;
  position: Point = { x: 0, y: 0 };
  steps = 0;
  grounded = false;
  /** Of the last step. */
  moved: MoverResult | null = null;
  private readonly shape = new Capsule(bodySize.radius, bodySize.height);
  private readonly body: Collider;
  private readonly start: Point;
  private fall = 0;
  private dropping = 0;

  constructor() {
    const { world } = this;
    const cells = (kind: string): Point[] =>
      map.flatMap((row, i) => [...row].flatMap((cell, x) => (cell === kind ? [{ x, y: map.length - 1 - i }] : [])));
    const middle = ({ x, y }: Point): Point => ({ x: x + 0.5, y: y + 0.5 });
    this.tiles = cells("#");
    const ground = (shape: Shape, position: Point, userData: string) => {
      world.add({ shape, position, static: true, userData });
    };
    const tile = new Rectangle(1, 1);
    for (const cell of this.tiles) ground(tile, middle(cell), "a tile");
    for (const points of ramps) {
      const ramp = new ConvexPolygon(points);
      ground(ramp, { x: 0, y: 0 }, "a ramp");
      ramp.dispose();
    }
    this.platforms = rowsOf(cells("="));
    for (const [from, to, y] of this.platforms) {
      // From left to right: the front is above.
      const chain = new Chain([from, y, to, y], { sides: "front" });
      ground(chain, { x: 0, y: 0 }, "a platform");
      chain.dispose();
    }
    const coin = new Circle(0.25);
    for (const cell of cells("o")) {
      const place = middle(cell);
      this.coins.set(world.add({ shape: coin, position: place, sensor: true, userData: "a coin" }), place);
    }
    this.coinCount = this.coins.size;
    const carrier = (name: keyof typeof platformSizes, at: (seconds: number) => Point): Carrier => {
      const [width, height] = platformSizes[name];
      const shape = new Rectangle(width, height);
      const place = at(0);
      const collider = world.add({ shape, position: place, userData: `the ${name}` });
      shape.dispose();
      return { collider, at, place, moved: { x: 0, y: 0 } };
    };
    this.carriers = [
      carrier("ferry", (t) => ({ x: 22 + Math.cos(0.9 * t), y: 0.8 })),
      carrier("lift", (t) => ({ x: 23.6, y: 5.35 - 1.5 * Math.cos(0.8 * t) })),
    ];
    tile.dispose();
    coin.dispose();
    const [start = { x: 2, y: 1 }] = cells("P");
    this.start = { x: start.x + 0.5, y: start.y + bodyReach + 0.02 };
    this.position = this.start;
    this.body = world.add({ shape: this.shape, position: this.start });
    world.update();
  }

  dispose(): void {
    this.world.dispose();
    this.shape.dispose();
  }

  /** From a place, at the time of a step; without them at the start. */
  place(position: Point = this.start, steps = 0): void {
    this.position = position;
    this.steps = steps;
    this.fall = 0;
    this.dropping = 0;
    this.grounded = false;
    this.moved = null;
    for (const carrier of this.carriers) {
      carrier.place = carrier.at(steps * stepSeconds);
      carrier.collider.teleport(carrier.place);
    }
    this.body.teleport(position);
    this.world.update();
  }

  /** What the body stands on, in words. */
  get groundName(): string {
    return this.moved?.ground ? String(this.moved.ground.collider.userData) : "nothing";
  }

  step({ along, jump, down }: Steer, { speed, slope, snap }: LevelSettings): void {
    const { world, shape, body } = this;
    this.steps++;
    this.carry();
    if (down && this.groundName === "a platform") this.dropping = dropSteps;
    const isDropping = this.dropping-- > 0;
    if (this.grounded) this.fall = 0;
    if (jump && this.grounded) this.fall = jumpSpeed;
    this.fall = Math.max(-jumpSpeed * 1.6, this.fall - gravity * stepSeconds);
    const moved = moveAndSlide(
      world,
      shape,
      { position: this.position },
      { x: along * speed * stepSeconds, y: this.fall * stepSeconds },
      {
        exclude: body,
        maxSlope: (slope * Math.PI) / 180,
        snapDistance: snap,
        ...(isDropping && { filter: ({ userData }) => userData !== "a platform" }),
      },
    );
    this.moved = moved;
    this.position = moved.position;
    this.grounded = moved.grounded;
    // A head against a ceiling ends a jump.
    if (this.fall > 0 && moved.hits.some(({ normal }) => normal.y < -0.5)) this.fall = 0;
    if (this.position.y < lowest) this.place(this.start, this.steps);
    body.setPose(this.position);
    world.update();
    for (const { a, b } of world.began) this.take(a === body ? b : a);
  }

  /** Moves ferry and lift, and what stands on one of them by as much. */
  private carry(): void {
    const under = this.moved?.ground?.collider;
    for (const carrier of this.carriers) {
      const to = carrier.at(this.steps * stepSeconds);
      carrier.moved = { x: to.x - carrier.place.x, y: to.y - carrier.place.y };
      carrier.place = to;
      carrier.collider.setPose(to);
      if (carrier.collider !== under) continue;
      const exclude = [this.body, carrier.collider];
      const options = { exclude, stepHeight: 0, snapDistance: 0 };
      this.position = moveAndSlide(
        this.world,
        this.shape,
        { position: this.position },
        carrier.moved,
        options,
      ).position;
    }
  }

  private take(collider: Collider): void {
    if (!this.coins.delete(collider)) return;
    this.world.remove(collider);
  }
}

/** Cells in a row as one line on top of them: from, to, y. */
function rowsOf(cells: readonly Point[]): [number, number, number][] {
  const rows: [number, number, number][] = [];
  for (const { x, y } of cells) {
    const last = rows.at(-1);
    if (last && last[1] === x && last[2] === y + 1) last[1] = x + 1;
    else rows.push([x, x + 1, y + 1]);
  }
  return rows;
}
