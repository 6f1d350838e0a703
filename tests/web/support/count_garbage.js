// Runs 10,000 frames of a world that moves, and loops over contacts and events; run with --expose-gc. Prints how many bytes
// the heap has grown by a frame, before anything is collected.

import { Box, init, World } from "hyperplane";

await init();
const world = new World({ capacity: 200 });
const shape = new Box(1, 1, 1);
const colliders = [];
for (let i = 0; i < 200; i++)
  colliders.push(world.add({ shape, position: [0.7 * (i % 20), 0.7 * Math.floor(i / 20), 0] }));

let contacts = 0;
// In an array, and added up in local variables: a variable of the module would take a new heap number with every value.
const total = new Float64Array(1);
const points = [];
function frame(n) {
  const { positions, quaternions } = world;
  for (let i = 0; i < 200; i++) {
    positions[3 * i + 2] = (i * n) % 7 < 3 ? 0 : 0.9;
    quaternions[4 * i] = (n % 10) / 100;
  }
  world.update();
  let sum = 0;
  contacts = 0;
  for (const contact of world.contacts) {
    contacts++;
    sum += contact.a.index + contact.b.index + contact.normal.x + contact.depth + contact.mtv.y;
    for (let i = 0; i < contact.points.length; i++) points[0] = contact.points[i];
  }
  for (const { a, b } of world.began) sum += a.index + b.index;
  for (const { a, b } of world.ended) sum += a.index + b.index;
  total[0] += sum;
}

// Warm up: compiled, and all buffers as large as they get.
for (let n = 0; n < 3000; n++) frame(n);
globalThis.gc();
const before = process.memoryUsage().heapUsed;
for (let n = 0; n < 10_000; n++) frame(n);
const after = process.memoryUsage().heapUsed;
process.stdout.write(
  JSON.stringify({ bytesPerFrame: (after - before) / 10_000, contacts, sum: Number.isFinite(total[0]) }),
);
