// Makes worlds and shapes that are disposed of, and others that are forgotten; run with --expose-gc. Prints what `debug` says.

import { Box, debug, init, World } from "hyperplane";
import { collectGarbage } from "./hooked_start.js";

await init();
debug({ traces: true });

function forgetOne() {
  const world = new World();
  world.add({ shape: new Box(1, 1, 1) });
  // Rows that were handed out outlive the world.
  const disposed = new World();
  disposed.positions.fill(0);
  disposed.dispose();
}

for (let i = 0; i < 30; i++) forgetOne();
for (let i = 0; i < 20 && debug().forgotten.worlds < 30; i++) await collectGarbage();
process.stdout.write(JSON.stringify(debug()));
