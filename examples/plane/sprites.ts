/** Which sprites touch: any objects with x, y, width, height, and rotation in radians, as Pixi has them. */

import { Rectangle, type Vec2, World } from "hyperplane/2d";

export interface Sprite {
  x: number;
  y: number;
  rotation: number;
  readonly width: number;
  readonly height: number;
}

export class SpriteCollisions {
  readonly world = new World();
  readonly sprites: Sprite[] = [];

  add(sprite: Sprite): void {
    const shape = new Rectangle(sprite.width, sprite.height);
    const { index } = this.world.add({ shape, position: sprite, angle: sprite.rotation });
    shape.dispose(); // the collider keeps it
    this.sprites[index] = sprite;
  }

  /** Once a frame, after the game has moved its sprites. Moving b by mtv, or a by its opposite, would part them. */
  update(onTouch: (a: Sprite, b: Sprite, mtv: Vec2) => void): void {
    const { positions, angles } = this.world;
    this.sprites.forEach(({ x, y, rotation }, row) => {
      positions[2 * row] = x;
      positions[2 * row + 1] = y;
      angles[row] = rotation;
    });
    this.world.update();
    for (const { a, b, mtv } of this.world.contacts) {
      onTouch(this.sprites[a.index] as Sprite, this.sprites[b.index] as Sprite, mtv);
    }
  }
}

/** Pushes all sprites that touch half of the way apart. */
export function pushApart(sprites: SpriteCollisions): void {
  sprites.update((a, b, mtv) => {
    a.x -= mtv.x / 2;
    a.y -= mtv.y / 2;
    b.x += mtv.x / 2;
    b.y += mtv.y / 2;
  });
}
