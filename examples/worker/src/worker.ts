/** Owns the world: balls fall into a room, and hit each other and its walls. */

import { Box, init, Sphere, World } from "hyperplane";
import { type Answer, COUNT, RADIUS, type Request, ROOM } from "./room.js";

const STEP = 1 / 120;
const GRAVITY = 9.8;
/** The share of the speed of approach that a hit returns. */
const BOUNCE = 0.5;

// Messages that come before the module is there wait for it.
const ready = init().then(() => {
  const world = new World({ capacity: COUNT + 5 });
  const ball = new Sphere(RADIUS);
  const perLayer = 36;
  for (let i = 0; i < COUNT; i++) {
    const layer = Math.floor(i / perLayer);
    const x = (i % 6) - 2.5 + 0.1 * Math.sin(i);
    const z = (Math.floor(i / 6) % 6) - 2.5 + 0.1 * Math.cos(i);
    world.add({ shape: ball, position: [x, 1 + layer, z] });
  }
  // Rows come in the order of adding: 0 to COUNT - 1 are the balls.
  world.add({ shape: new Box(ROOM + 2, 1, ROOM + 2), position: [0, -0.5, 0], static: true });
  for (const side of [-1, 1]) {
    const away = (side * (ROOM + 1)) / 2;
    world.add({ shape: new Box(1, 40, ROOM + 2), position: [away, 20, 0], static: true });
    world.add({ shape: new Box(ROOM + 2, 40, 1), position: [0, 20, away], static: true });
  }
  return { world, velocities: new Float64Array(3 * COUNT) };
});

function step(world: World, velocities: Float64Array): void {
  // Views on the world's rows, taken anew each time.
  const { positions } = world;
  for (let i = 0; i < 3 * COUNT; i++) {
    if (i % 3 === 1) velocities[i] -= GRAVITY * STEP;
    positions[i] += velocities[i] * STEP;
  }
  world.update();
  // Contacts as typed arrays: two rows, and a normal from a to b with the depth along it.
  const { count, pairs, normals } = world.contacts;
  for (let i = 0; i < count; i++) {
    const a = pairs[2 * i];
    const b = pairs[2 * i + 1];
    const isWall = b >= COUNT;
    let approach = 0;
    for (let k = 0; k < 3; k++) {
      approach += normals[4 * i + k] * (velocities[3 * a + k] - (isWall ? 0 : velocities[3 * b + k]));
    }
    // Two balls share the change of speed and the way apart; a wall takes none of either.
    const share = isWall ? 1 : 0.5;
    const change = approach > 0 ? share * approach * (approach > 0.5 ? 1 + BOUNCE : 1) : 0;
    const way = share * 0.5 * normals[4 * i + 3];
    for (let k = 0; k < 3; k++) {
      velocities[3 * a + k] -= change * normals[4 * i + k];
      positions[3 * a + k] -= way * normals[4 * i + k];
      if (isWall) continue;
      velocities[3 * b + k] += change * normals[4 * i + k];
      positions[3 * b + k] += way * normals[4 * i + k];
    }
  }
}

let rest = 0;
self.onmessage = async ({ data: { seconds, positions } }: MessageEvent<Request>) => {
  const { world, velocities } = await ready;
  for (rest = Math.min(rest + seconds, 0.1); rest >= STEP; rest -= STEP) step(world, velocities);
  positions.set(world.positions.subarray(0, 3 * COUNT));
  const answer: Answer = { positions, contacts: world.contacts.count };
  self.postMessage(answer, { transfer: [positions.buffer] });
};
