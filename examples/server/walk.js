// What the server and its clients share: the level, and how a player walks. Both get the same bits from it.

import { Box, Capsule, Cylinder, init, moveAndSlide, World } from "hyperplane";

/** Seconds for one move. */
export const STEP = 1 / 20;
/** Metres a second. */
export const SPEED = 5;
export const START = { x: 0, y: 0.91, z: 0 };

await init();
const body = new Capsule(0.3, 1.2);

export function newLevel() {
  const world = new World();
  world.add({ shape: new Box(40, 1, 40), position: [0, -0.5, 0], static: true });
  world.add({ shape: new Box(1, 4, 12), position: [4, 2, 0], static: true }); // a wall
  world.add({ shape: new Box(2, 0.2, 4), position: [-3, 0.1, 0], static: true }); // a step
  world.add({ shape: new Cylinder(0.8, 4), position: [0, 2, -5], static: true }); // a column
  return world;
}

/**
 * Where a player gets from a place.
 * @param {World} world
 * @param {{ x: number, y: number, z: number }} position
 * @param {{ x: number, z: number }} wish   metres, at most SPEED * STEP long
 */
export function walk(world, position, { x, z }) {
  return moveAndSlide(world, body, { position }, { x, y: -0.05, z }).position;
}
