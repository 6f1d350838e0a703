/** A room with blocks that turn, and a lamp that they do not let through. Metres, seconds and radians; y points down, as on a canvas. */

import { Circle, type Collider, ConvexPolygon, Polygon, type Vec2, World } from "hyperplane/2d";

export const WIDTH = 16;
export const HEIGHT = 9;
export const LAMP = 0.3;
/** Of the lamp, in metres per second. */
const SPEED = 8;
const RAYS = 1440;

/** x, y of the corners of a regular polygon. */
function regular(corners: number, radius: number): number[] {
  const angle = (corner: number) => (2 * Math.PI * (Math.floor(corner / 2) + 0.5)) / corners;
  return Array.from(
    { length: 2 * corners },
    (_, i) => radius * (i % 2 === 0 ? Math.cos(angle(i)) : Math.sin(angle(i))),
  );
}

export interface Block {
  readonly x: number;
  readonly y: number;
  /** x, y of each corner, around the block's position. */
  readonly corners: readonly number[];
  angle: number;
  /** Radians per second. */
  readonly spin: number;
  readonly collider: Collider;
}

export class Room {
  readonly world = new World();
  readonly blocks: readonly Block[];
  readonly lamp: Vec2 = { x: 2, y: 4.5 };
  readonly #collider = this.world.add({ shape: new Circle(LAMP), position: this.lamp });
  readonly #rays = new Float64Array(4 * RAYS);

  constructor() {
    // The walls: a large rectangle with the room as its hole.
    const outside = [-1, -1, WIDTH + 1, -1, WIDTH + 1, HEIGHT + 1, -1, HEIGHT + 1];
    const inside = [0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT];
    this.world.add({ shape: new Polygon(outside, [inside]), static: true });
    const bar = [-1.6, -0.25, 1.6, -0.25, 1.6, 0.25, -1.6, 0.25];
    this.blocks = [
      this.#block(4, 2, regular(3, 1), 0.3),
      this.#block(4.5, 6.5, regular(6, 1), -0.2),
      this.#block(8, 4.5, bar, 0.4),
      this.#block(11.5, 2.2, regular(5, 1), 0.25),
      this.#block(12.5, 6.4, regular(4, 1.2), -0.3),
    ];
  }

  #block(x: number, y: number, corners: readonly number[], spin: number): Block {
    const collider = this.world.add({ shape: new ConvexPolygon(corners), position: [x, y] });
    return { x, y, corners, angle: 0, spin, collider };
  }

  /** Turns the blocks, and moves the lamp towards a place, as far as the blocks let it. */
  step(seconds: number, towards: Vec2): void {
    for (const block of this.blocks) {
      block.angle = (block.angle + block.spin * seconds) % (2 * Math.PI);
      block.collider.setPose(block, block.angle);
    }
    const { lamp } = this;
    const [x, y] = [towards.x - lamp.x, towards.y - lamp.y];
    const share = Math.min(1, (SPEED * seconds) / (Math.hypot(x, y) || 1));
    this.#moveLamp({ x: share * x, y: share * y });
    this.world.update();
    // The shortest way out of all that it touches.
    this.#moveLamp(this.world.separation(this.#collider));
  }

  #moveLamp({ x, y }: Vec2): void {
    this.lamp.x += x;
    this.lamp.y += y;
    this.#collider.setPose(this.lamp);
  }

  /** x, y of the outline of what the lamp sees: the first hits of rays all around it, in one call. */
  seen(): Float64Array {
    const rays = this.#rays;
    const { x, y } = this.lamp;
    for (let i = 0; i < RAYS; i++) {
      const angle = (2 * Math.PI * i) / RAYS;
      rays.set([x, y, Math.cos(angle), Math.sin(angle)], 4 * i);
    }
    const { distances } = this.world.raycastBatch(rays, { exclude: this.#collider });
    return Float64Array.from({ length: 2 * RAYS }, (_, k) => {
      const [i, axis] = [k >> 1, k & 1];
      return rays[4 * i + axis] + distances[i] * rays[4 * i + 2 + axis];
    });
  }
}
