// Makes worlds that are disposed of, left to `using`, and forgotten; run with --expose-gc. Prints the size of the core's
// memory after a first round, and after many more.

import { Box, init, World } from "hyperplane";
import { collectGarbage, startForMemory } from "./hooked_start.js";

const memory = await startForMemory(init);

const size = () => memory.buffer.byteLength;
const shape = new Box(1, 1, 1);

function fill(world) {
  for (let i = 0; i < 50; i++) world.add({ shape, position: [0.5 * i, 0, 0] });
  world.update();
  world.raycast([0, 0, 0], [1, 0, 0]);
  return world.positions.length + [...world.contacts].length;
}

/** They keep no world alive. */
const snapshots = [];

async function round() {
  for (let i = 0; i < 20; i++) {
    const world = new World();
    fill(world);
    world.dispose();
    const another = new World();
    fill(another);
    another[Symbol.dispose ?? Object.getOwnPropertySymbols(Object.getPrototypeOf(World.prototype))[0]]();
    const saved = new World();
    fill(saved);
    snapshots.push(saved.snapshot({ shapes: false }));
  }
  await collectGarbage();
}

for (let i = 0; i < 10; i++) await round();
const before = size();
for (let i = 0; i < 100; i++) await round();
process.stdout.write(JSON.stringify({ before, after: size() }));
