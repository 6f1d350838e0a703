// Makes shapes and forgets them; run with --expose-gc. Prints the size of the core's memory after a first round, and after
// 1,100,000 shapes more.

import { Box, ConvexHull, init } from "hyperplane";

/** @type {WebAssembly.Memory[]} */
const memories = [];
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (module, imports) => {
  const instance = await instantiate(module, imports);
  memories.push(...Object.values(instance.exports).filter((value) => value instanceof WebAssembly.Memory));
  return instance;
};
await init();

const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1];
const size = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

async function forget(count) {
  // A hull has memory of its own, and takes longer to build.
  for (let i = 0; i < count; i++) i % 100 === 0 ? new ConvexHull(corners) : new Box(1, 2, 3);
  // Finalizers run in a task of their own after a collection.
  globalThis.gc();
  await new Promise((resolve) => setTimeout(resolve, 10));
}

await forget(10_000);
const before = size();
for (let i = 0; i < 110; i++) await forget(10_000);
process.stdout.write(JSON.stringify({ before, after: size() }));
