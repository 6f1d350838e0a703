#!/usr/bin/env node
// npm run bench: builds what is measured, installs the peers that it is measured beside, and measures. bench/run.js has the
// options.

import { join } from "node:path";
import { buildPreset } from "./lib/cmake.js";
import { installPackages } from "./lib/install.js";
import { note, step } from "./lib/log.js";
import { buildPackage } from "./lib/package.js";
import { inRepository } from "./lib/paths.js";
import { main, run, ToolError } from "./lib/process.js";
import { locate, needs, requirements } from "./lib/requirements.js";

/** The native half is optional: it is built where its tools happen to be there. */
async function buildNative() {
  for (const name of needs.native) {
    if (requirements[name].optional || (await locate(name))) continue;
    note(`The native half is left out: there is no ${requirements[name].what}`);
    return;
  }
  step("Building the native benchmarks");
  try {
    await buildPreset("native-bench", ["hyperplane_pair_bench"]);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    note(`The native half is left out: ${error.message}`);
  }
}

await main(async () => {
  const options = process.argv.slice(2);
  const measures = !options.some((option) => /^--(help|list|from)\b/.test(option));
  if (measures) {
    await buildPackage();
    await installPackages(inRepository("bench", "peers"));
    await buildNative();
  }
  await run(process.execPath, [join(inRepository("bench"), "run.js"), ...options]);
});
