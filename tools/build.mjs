#!/usr/bin/env node
// npm run build: the core to WebAssembly, the package to dist/.

import { duration, note, step } from "./lib/log.mjs";
import { buildPackage } from "./lib/package.mjs";
import { main } from "./lib/process.mjs";
import { sizeTable } from "./lib/size.mjs";

await main(async () => {
  const begin = performance.now();
  await buildPackage();
  step(`The package is in dist (${duration(performance.now() - begin)})`);
  for (const line of sizeTable().split("\n")) note(line);
});
