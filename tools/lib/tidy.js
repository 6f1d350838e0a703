// clang-tidy of the core's sources. Nearly all of its time goes into the headers of the standard library, so the sources of a folder
// are checked as one file that includes them; a folder whose sources do not go together is checked file by file.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildFolder } from "./cmake.js";
import { inParallel } from "./in_parallel.js";
import { inRepository } from "./paths.js";
import { capture } from "./process.js";
import { writeIfChanged } from "./stamp.js";

/** The compiler's command for `file`, without its input and output. */
function flagsOf(database, file) {
  const entry = database.find((candidate) => candidate.file === inRepository(file));
  if (!entry) return null;
  const words = entry.command.split(" ");
  const compiler = words.findIndex((word) => /clang\+\+/.test(word));
  // Warnings are the compiler's business, and a precompiled header makes clang-tidy no faster.
  return words.slice(compiler + 1, words.indexOf("-o")).filter((word) => /^-(I|D|std|f(?!no-pch))/.test(word));
}

/** @returns {Promise<{ clean: boolean, output: string, compiles: boolean }>} */
async function check(linter, file, flags, options = []) {
  const args = ["--quiet", ...options, file, "--", ...flags];
  const { code, stdout, output } = await capture(linter, args, { cwd: inRepository() });
  return {
    clean: code === 0,
    output: (stdout || output).trimEnd(),
    compiles: !/\[clang-diagnostic-error\b/.test(output),
  };
}

/**
 * @param {string} linter     clang-tidy
 * @param {string} preset     a configured one, for its compiler flags
 * @param {string[]} files    relative to the repository
 */
export async function tidyFiles(linter, preset, files) {
  const database = JSON.parse(readFileSync(join(buildFolder(preset), "compile_commands.json"), "utf8"));
  /** @type {Map<string, string[]>} */
  const folders = new Map();
  for (const file of files) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);
  const counts = { passed: 0, failed: 0 };
  const report = ({ clean, output }, number) => {
    if (clean) counts.passed += number;
    else {
      counts.failed++;
      process.stdout.write(`${output}\n`);
    }
  };
  await inParallel([...folders], async ([folder, members]) => {
    const flags = flagsOf(database, members[0]) ?? [];
    if (members.length > 1) {
      const whole = join(buildFolder(preset), "tidy", `${folder.replaceAll("/", "_")}.cpp`);
      writeIfChanged(whole, members.map((file) => `#include "${inRepository(file)}"\n`).join(""));
      const options = ["--checks=-bugprone-suspicious-include", `--config-file=${inRepository(".clang-tidy")}`];
      const result = await check(linter, whole, [...flags, `-I${inRepository(folder)}`], options);
      if (result.compiles) return report(result, members.length);
    }
    for (const file of members) report(await check(linter, file, flags), 1);
  });
  return counts;
}
