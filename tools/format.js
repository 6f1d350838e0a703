#!/usr/bin/env node
// npm run format: C++ with clang-format, the rest with Biome.

import { installPackages } from "./lib/install.js";
import { step } from "./lib/log.js";
import { inRepository } from "./lib/paths.js";
import { main, run, runQuietly } from "./lib/process.js";
import { findClangFormat, provide } from "./lib/requirements.js";
import { cppFiles } from "./lib/sources.js";

await main(async () => {
  await provide(["lint-cpp"]);
  await installPackages();
  const files = await cppFiles();
  step(`clang-format (${files.length} files)`);
  if (files.length > 0) await runQuietly(findClangFormat(), ["-i", ...files], { cwd: inRepository() });
  step("biome");
  const biome = inRepository("node_modules", "@biomejs", "biome", "bin", "biome");
  await run(process.execPath, [biome, "check", "--write"], { cwd: inRepository() });
});
