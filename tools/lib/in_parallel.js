import { availableParallelism } from "node:os";

/** Runs `body` over items, as many at once as there are cores. */
export async function inParallel(items, body) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await body(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
