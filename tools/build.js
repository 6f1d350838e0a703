#!/usr/bin/env node
// npm run build: the core to WebAssembly, the package to dist/.

import { duration, note, step } from "./lib/log.js";
import { buildPackage } from "./lib/package.js";
import { main } from "./lib/process.js";
import { sizeTable } from "./lib/size.js";

await main(async () => {
  const begin = performance.now();
  const isNew = await buildPackage();
  step(`The package is in dist (${duration(performance.now() - begin)})`);
  if (!isNew) return; // compressing takes longer than finding that out
  for (const line of (await sizeTable()).split("\n")) note(line);
});
