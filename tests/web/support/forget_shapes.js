// Makes shapes and forgets them; run with --expose-gc. Prints the size of the core's memory after a first round, and after
// 1,100,000 shapes more.

import { Box, Compound, ConvexHull, init, TriangleMesh } from "hyperplane";
import { collectGarbage, startForMemory } from "./hooked_start.js";

const memory = await startForMemory(init);

const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1];
const size = () => memory.buffer.byteLength;

async function forget(count) {
  // Hulls, meshes and compounds have memory of their own, and take longer to build.
  for (let i = 0; i < count; i++) {
    const box = new Box(1, 2, 3);
    if (i % 100 > 0) continue;
    const mesh = new TriangleMesh(corners, [0, 1, 2, 3, 4, 5]);
    new Compound([{ shape: box }, { shape: new ConvexHull(corners) }, { shape: mesh }]);
  }
  await collectGarbage();
}

await forget(10_000);
const before = size();
for (let i = 0; i < 110; i++) await forget(10_000);
process.stdout.write(JSON.stringify({ before, after: size() }));
