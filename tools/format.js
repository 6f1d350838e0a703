#!/usr/bin/env node
// npm run format: C++ with clang-format, the rest with Biome.

import { installPackages } from "./lib/install.js";
import { step } from "./lib/log.js";
import { inRepository } from "./lib/paths.js";
import { main, run, runQuietly, ToolError } from "./lib/process.js";
import { llvmVersion, locate } from "./lib/requirements.js";
import { provide } from "./lib/set_up.js";
import { cppFiles } from "./lib/sources.js";

await main(async () => {
  await provide(["lint-cpp"]);
  await installPackages();
  const files = await cppFiles();
  step(`clang-format (${files.length} files)`);
  const formatter = await locate("clangFormat");
  if (!formatter) throw new ToolError(`There is no clang-format ${llvmVersion}, and others format differently.`);
  await runQuietly(formatter, ["-i", ...files], { cwd: inRepository() });
  step("biome");
  const biome = inRepository("node_modules", "@biomejs", "biome", "bin", "biome");
  await run(process.execPath, [biome, "check", "--write"], { cwd: inRepository() });
});
