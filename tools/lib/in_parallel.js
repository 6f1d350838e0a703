import { availableParallelism } from "node:os";

/** Runs `body` over items, as many at once as there are cores. */
export async function inParallel(items, body) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await body(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/** Waits until all of them have ended; only then throws what one of them failed with, so that nothing goes on behind an error. */
export async function allOf(promises) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
