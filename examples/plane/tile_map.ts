/** A map of Tiled (its JSON, orthogonal), and a character with ledges and coins. Lengths are pixels, and y points down. */

import { Capsule, Character, Circle, TileMap, World } from "hyperplane/2d";

/** What is used of the file. */
export interface TiledMap {
  readonly width: number;
  readonly height: number;
  readonly tilewidth: number;
  readonly tileheight: number;
  readonly layers: readonly {
    readonly data?: readonly number[];
    readonly objects?: readonly { readonly type: string; readonly x: number; readonly y: number }[];
  }[];
}

/** The tile set, numbered from 1 as in the file: 1 a block, 2 a slope up to the right, 3 one down, 4 a ledge to jump through. */
const ledge = 4;
const kinds = {
  2: { polygon: [0, 1, 1, 0, 1, 1] },
  3: { polygon: [0, 0, 1, 1, 0, 1] },
  [ledge]: { oneWay: [0, -1] },
} as const;

export function loadMap({ width, height, tilewidth, tileheight, layers }: TiledMap) {
  const world = new World<string>();
  let start = [0, 0];
  for (const { data, objects = [] } of layers) {
    if (data) {
      const tiles = data.map((tile) => tile & 0xff); // Tiled keeps flips in the upper bits
      const shape = new TileMap({ columns: width, rows: height, tileSize: [tilewidth, tileheight], tiles, kinds });
      world.add({ shape, static: true, userData: "ground" });
    }
    for (const { type, x, y } of objects) {
      if (type === "coin") world.add({ shape: new Circle(5), position: [x, y], sensor: true, userData: "coin" });
      if (type === "start") start = [x, y];
    }
  }
  return { world, start };
}

/** Pixels a second, and a second squared. */
const [walkSpeed, jumpSpeed, gravity] = [90, 400, 1080];

export class Hero {
  readonly character: Character<string>;
  coins = 0;
  /** Frames for which ledges let the hero through: until it is in them. */
  #dropping = 0;

  constructor(
    readonly world: World<string>,
    position: readonly number[],
  ) {
    const shape = new Capsule(5, 8);
    const collider = world.add({ shape, position, userData: "hero" });
    const lengths = { skin: 0.05, stepHeight: 4, snapDistance: 4 };
    this.character = new Character(world, { shape, position, collider, up: [0, -1], gravity, ...lengths });
  }

  /** One frame. @param along -1, 0 or 1 @param drop through the ledge that the hero stands on */
  step(along: number, jump: boolean, drop = false): void {
    const { character, world } = this;
    if (jump) character.jump(jumpSpeed);
    if (drop) this.#dropping = 6;
    character.step(1 / 60, [along * walkSpeed, 0], this.#dropping-- > 0 ? { kinds: (kind) => kind !== ledge } : {});
    world.update();
    for (const { a, b } of world.began) {
      for (const coin of [a, b]) {
        if (coin.userData !== "coin" || coin.removed) continue;
        coin.remove();
        this.coins++;
      }
    }
  }
}
