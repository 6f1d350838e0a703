#!/usr/bin/env node
// npm run format: C++ with clang-format, the rest with Biome.

import { installPackages } from "./lib/install.mjs";
import { step } from "./lib/log.mjs";
import { inRepository } from "./lib/paths.mjs";
import { main, run, runQuietly } from "./lib/process.mjs";
import { findClangFormat, provide } from "./lib/requirements.mjs";
import { cppFiles } from "./lib/sources.mjs";

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
