// clang-tidy of the core's sources. Nearly all of its time goes into the headers of the standard library, so the sources of a folder
// are checked as one file that includes them.

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
  // With assertions, and without warnings and the precompiled header, which makes clang-tidy no faster.
  return words
    .slice(compiler + 1, words.indexOf("-o"))
    .filter((word) => /^-(I|D(?!NDEBUG)|std|f(?!no-pch))/.test(word));
}

async function check(linter, file, flags, options = []) {
  const args = ["--quiet", ...options, file, "--", ...flags];
  const { code, stdout, output } = await capture(linter, args, { cwd: inRepository() });
  return {
    clean: code === 0,
    output: (stdout || output).trimEnd(),
    compiles: !/\[clang-diagnostic-error\b/.test(output),
    files: 1,
  };
}

/** Checks sources of one folder as one file. Where two of them use one name for different things, each half by itself. */
async function checkTogether(linter, preset, files, flags) {
  if (files.length === 1) return [await check(linter, files[0], flags)];
  const name = files[0].replaceAll("/", "_").replace(/\.cpp$/, `_and_${files.length - 1}.cpp`);
  const whole = join(buildFolder(preset), "tidy", name);
  writeIfChanged(whole, files.map((file) => `#include "${inRepository(file)}"\n`).join(""));
  const options = ["--checks=-bugprone-suspicious-include", `--config-file=${inRepository(".clang-tidy")}`];
  const result = await check(linter, whole, [...flags, `-I${inRepository(dirname(files[0]))}`], options);
  if (result.compiles) return [{ ...result, files: files.length }];
  const half = Math.ceil(files.length / 2);
  return [
    ...(await checkTogether(linter, preset, files.slice(0, half), flags)),
    ...(await checkTogether(linter, preset, files.slice(half), flags)),
  ];
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
  const report = ({ clean, output, files: number }) => {
    counts[clean ? "passed" : "failed"] += number;
    if (!clean) process.stdout.write(`${output}\n`);
  };
  await inParallel([...folders.values()], async (members) => {
    const flags = flagsOf(database, members[0]) ?? [];
    for (const result of await checkTogether(linter, preset, members, flags)) report(result);
  });
  return counts;
}
