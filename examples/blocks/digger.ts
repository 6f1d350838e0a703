/** Who walks on the land, and breaks and builds blocks where the pointer is. */

import { Capsule, Character, type Vec3Like } from "hyperplane";
import { type Camera, Raycaster, Vector2 } from "three";
import { type BlockLand, kinds, size } from "./land.js";

/** Metres, from the camera. */
const reach = 60;

export class Digger {
  readonly character: Character;
  private readonly raycaster = new Raycaster();

  constructor(
    private readonly land: BlockLand,
    position: Vec3Like,
  ) {
    const shape = new Capsule(0.3, 1.2);
    // Blocks are steps.
    this.character = new Character(land.world, { shape, position, stepHeight: 1.1 });
  }

  /** One step of the walk. @param walk m/s, along x and z */
  step(seconds: number, walk: { readonly x: number; readonly z: number }, jumps = false): void {
    if (jumps) this.character.jump(5);
    this.character.step(seconds, { x: walk.x, y: 0, z: walk.z });
  }

  /**
   * Breaks the block under the pointer, or builds one on the face that it is on.
   *
   * @param x, y of the pointer, from -1 to 1, as three.js has it
   * @returns whether anything has changed
   */
  click(camera: Camera, x: number, y: number, builds: boolean): boolean {
    this.raycaster.setFromCamera(new Vector2(x, y), camera);
    const { origin, direction } = this.raycaster.ray;
    const { world, grid } = this.land;
    const hit = world.raycast(origin, direction, { maxDistance: reach });
    if (hit?.collider.shape !== grid) return false;
    const cell = grid.cell(hit.triangle);
    if (!builds) {
      this.land.set(cell.x, cell.y, cell.z, 0);
      return true;
    }
    const [u, v, w] = [cell.x + hit.normal.x, cell.y + hit.normal.y, cell.z + hit.normal.z];
    if (u < 0 || v < 0 || w < 0 || u >= size.columns || v >= size.layers || w >= size.rows) return false;
    this.land.set(u, v, w, kinds.plank);
    // Not where somebody stands.
    const { shape, position } = this.character;
    const isInTheWay = world.overlap(shape, { position }).some((collider) => collider.shape === grid);
    if (isInTheWay) this.land.set(u, v, w, 0);
    return !isInTheWay;
  }
}
