// Makes worlds and shapes that are disposed of, and others that are forgotten; run with --expose-gc and the name of an entry.
// Prints what `debug` says, and the code of its error before `init`.

import { collectGarbage } from "./hooked_start.js";

const { default: init, debug, World, ...shapes } = await import(process.argv[2] ?? "hyperplane");
let early = "";
try {
  debug();
} catch (error) {
  early = /** @type {{ code: string }} */ (error).code;
}
await init();
debug({ traces: true });

function forgetOne() {
  const world = new World();
  world.add({ shape: new shapes.Capsule(1, 1) });
  // Rows that were handed out outlive the world.
  const disposed = new World();
  disposed.positions.fill(0);
  disposed.dispose();
}

for (let i = 0; i < 30; i++) forgetOne();
for (let i = 0; i < 20 && debug().forgotten.worlds < 30; i++) await collectGarbage();
process.stdout.write(JSON.stringify({ early, ...debug() }));
