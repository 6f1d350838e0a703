/**
 * A level of tiles in the plane, and a body that walks and jumps in it, in steps of 1/60 s. The ground is one TileMap with slopes and
 * one-way ledges, which can be drawn in; two rectangles move and carry the body.
 */

import {
  Capsule,
  Circle,
  type Collider,
  ConvexPolygon,
  type MoverResult,
  moveAndSlide,
  Rectangle,
  TileMap,
  World,
} from "hyperplane/2d";
import type { Point } from "../scene/flat_view.js";

/** From above: # ground, l h slopes up, k m slopes down, = a ledge on top of its cell, o a coin, P where the body starts. */
const map = [
  "#..................................#",
  "#..........o.o...........o.o.o.....#",
  "#..................................#",
  "#........=======.........#####.....#",
  "#..o...............................#",
  "#.====...........=====.............#",
  "#..................................#",
  "#.....===........................o.#",
  "#.P......lh###km.o............o....#",
  "####################....############",
];
export const levelWidth = map[0]?.length ?? 0;
export const levelHeight = map.length;
/** 56 degrees: a collider of its own, beside the map. */
export const ramp: readonly number[] = [31, 1, 32, 1, 32, 2.5];
/** Of the kinds of tiles that are polygons, in the unit tile: 27 degrees up in two tiles, down in two, and 45 degrees. */
export const slopes: Readonly<Record<number, readonly number[]>> = {
  2: [0, 0, 1, 0, 1, 0.5],
  3: [0, 0, 1, 0, 1, 1, 0, 0.5],
  4: [0, 0, 1, 0, 1, 0.5, 0, 1],
  5: [0, 0, 1, 0, 0, 0.5],
  6: [0, 0, 1, 0, 1, 1],
  7: [0, 0, 1, 0, 0, 1],
};
const kindOf: Readonly<Record<string, number>> = { "#": 1, l: 2, h: 3, k: 4, m: 5, "=": 8 };
export const ledge = 8;
/** What a cell is drawn with. */
export type Brush = "block" | "slope" | "ledge" | "erase";
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
  readonly tiles = new TileMap({
    columns: levelWidth,
    rows: levelHeight,
    tiles: [...map].reverse().flatMap((row) => Array.from(row, (cell) => kindOf[cell] ?? 0)),
    kinds: {
      ...Object.fromEntries(Object.entries(slopes).map(([kind, polygon]) => [kind, { polygon }])),
      [ledge]: { oneWay: [0, 1] },
    },
  });
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
    world.add({ shape: this.tiles, static: true, userData: "a tile" });
    const steep = new ConvexPolygon(ramp);
    world.add({ shape: steep, static: true, userData: "a ramp" });
    steep.dispose();
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
    this.tiles.dispose();
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
    const ground = this.moved?.ground;
    if (!ground) return "nothing";
    if (ground.collider.shape !== this.tiles) return String(ground.collider.userData);
    const kind = this.tiles.get(Math.floor(ground.point.x), Math.floor(ground.point.y - 0.01));
    return kind === ledge ? "a ledge" : kind in slopes ? "a slope" : "a tile";
  }

  /** Draws in the cell of a point, but not where the body is. */
  draw({ x, y }: Point, brush: Brush): void {
    const { tiles } = this;
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= levelWidth || row >= levelHeight) return;
    const isFree = Math.abs(this.position.x - x) > 1 || Math.abs(this.position.y - y) > 1.4;
    // A slope leans on what is there.
    const slope = tiles.get(column - 1, row) === 1 ? 7 : 6;
    const kind = { block: 1, slope, ledge, erase: 0 }[brush];
    if (isFree || brush === "erase" || brush === "ledge") tiles.set(column, row, kind);
  }

  step({ along, jump, down }: Steer, { speed, slope, snap }: LevelSettings): void {
    const { world, shape, body } = this;
    this.steps++;
    this.carry();
    if (down && this.groundName === "a ledge") this.dropping = dropSteps;
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
        ...(isDropping && { kinds: (kind) => kind !== ledge }),
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
