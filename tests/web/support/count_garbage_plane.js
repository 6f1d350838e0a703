// As count_garbage.js, for a world of the plane.

import { init, Rectangle, World } from "hyperplane/2d";

await init();
const world = new World({ capacity: 200 });
const shape = new Rectangle(1, 1);
for (let i = 0; i < 200; i++) world.add({ shape, position: [0.7 * (i % 20), 0.7 * Math.floor(i / 20)] });

let contacts = 0;
const total = new Float64Array(1);
const points = [];
function frame(n) {
  const { positions, angles } = world;
  for (let i = 0; i < 200; i++) {
    positions[2 * i] = 0.7 * (i % 20) + ((i * n) % 7 < 3 ? 0 : 0.4);
    angles[i] = (n % 10) / 100;
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

for (let n = 0; n < 3000; n++) frame(n);
globalThis.gc();
const before = process.memoryUsage().heapUsed;
for (let n = 0; n < 10_000; n++) frame(n);
const after = process.memoryUsage().heapUsed;
process.stdout.write(
  JSON.stringify({ bytesPerFrame: (after - before) / 10_000, contacts, sum: Number.isFinite(total[0]) }),
);
