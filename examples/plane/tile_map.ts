/** A tile map from an array, as map editors export it, and a character in it. Lengths are pixels, and y points down. */

import { Capsule, Chain, ConvexPolygon, moveAndSlide, World } from "hyperplane/2d";

const size = 16;

/** 0 nothing, 1 a block, 2 a slope up to the right, 3 a ledge to jump through. Row by row from above. */
export function loadMap(tiles: readonly number[], columns: number): World {
  const world = new World({ capacity: tiles.length });
  const shapes = [
    null,
    new ConvexPolygon([0, 0, size, 0, size, size, 0, size]),
    new ConvexPolygon([0, size, size, 0, size, size]),
    new Chain([size, 0, 0, 0], { sides: "front" }), // from right to left its left is above
  ];
  tiles.forEach((kind, i) => {
    const shape = shapes[kind];
    if (!shape) return;
    world.add({ shape, position: [(i % columns) * size, Math.floor(i / columns) * size], static: true });
  });
  return world;
}

/** Pixels a frame, and a frame squared. */
const [walk, jumpSpeed, gravity] = [1.5, 6, 0.3];

export class Hero {
  readonly body = new Capsule(5, 8);
  grounded = false;
  #falling = 0;

  constructor(
    readonly world: World,
    public x: number,
    public y: number,
  ) {}

  /** One frame. @param along -1, 0 or 1 */
  step(along: number, jump: boolean): void {
    if (this.grounded) this.#falling = jump ? -jumpSpeed : 0;
    this.#falling += gravity;
    const delta = { x: along * walk, y: this.#falling };
    const options = { up: [0, -1], stepHeight: 4, snapDistance: 4 };
    const moved = moveAndSlide(this.world, this.body, { position: this }, delta, options);
    if (moved.hits.some(({ normal }) => normal.y > 0.5)) this.#falling = 0; // a ceiling
    ({ x: this.x, y: this.y } = moved.position);
    this.grounded = moved.grounded;
  }
}
