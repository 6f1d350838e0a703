// Adds colliders to a world and keeps none of them; run with --expose-gc. Prints how many bytes of heap each takes.

import { Box, init, World } from "hyperplane";

await init();
const COUNT = 20_000;
const shape = new Box(1, 1, 1);
function fill() {
  const world = new World({ capacity: COUNT });
  for (let i = 0; i < COUNT; i++) world.add({ shape, position: [3 * (i % 100), 3 * Math.floor(i / 100), 0] });
  return world;
}
const heap = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};
// Code is compiled, and lists grow, with the first of two worlds.
const worlds = [fill()];
const before = heap();
worlds.push(fill());
const bytes = (heap() - before) / COUNT;
console.log(JSON.stringify({ bytes, sizes: worlds.map(({ size }) => size) }));
