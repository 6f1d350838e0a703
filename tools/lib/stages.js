// The stages of npm test. Each gives back how many test cases, or checks where it has no cases, passed and failed.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buildFolder, buildPreset } from "./cmake.js";
import { installPackages } from "./install.js";
import { note } from "./log.js";
import { buildPackage } from "./package.js";
import { inRepository } from "./paths.js";
import { capture, run, ToolError } from "./process.js";
import { llvmVersion, locate, requirements } from "./requirements.js";
import { changedFiles, cppFiles, sourceFiles } from "./sources.js";

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 *
 * @typedef {object} Options
 * @property {string | undefined} filter
 * @property {number} fuzzSeconds
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} what
 * @property {boolean} [onlyInCi]   left out elsewhere, unless it is asked for by name
 * @property {string[]} needs   keys of `needs` in requirements.js
 * @property {(options: Options) => Promise<Counts>} run
 */

const results = inRepository("build", "test-results");

/** Longer than any test program takes; one that hangs is ended, and has failed. */
const patience = 40 * 60 * 1000;

const modules = (...parts) => inRepository("node_modules", ...parts);

/** A check without cases of its own. */
async function check(command, args) {
  await run(command, args, { cwd: inRepository() });
  return { passed: 1, failed: 0 };
}

/** A stage that has nothing to do here. */
function skip(why) {
  note(`skipped: ${why}`);
  return { passed: 0, failed: 0, skipped: 1 };
}

/** Runs `body` over items, as many at once as there are cores. */
async function inParallel(items, body) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await body(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

// ------------------------------------------------------------------------------------------------------------ GoogleTest

/** What GoogleTest's closing lines say. */
function countsOf(output) {
  const count = (pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  return {
    passed: count(/^\[ {2}PASSED {2}\] (\d+) tests?/m),
    failed: count(/^\[ {2}FAILED {2}\] (\d+) tests?, listed below/m),
    skipped: count(/^\[ {2}SKIPPED \] (\d+) tests?, listed below/m),
  };
}

/** Runs a GoogleTest program in as many parts at once as there are cores. */
async function runTestProgram(preset, command, args, { filter }) {
  mkdirSync(results, { recursive: true });
  const shards = availableParallelism();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const filters = ["--gtest_color=no", ...(filter ? [`--gtest_filter=*${filter}*`] : [])];
  const runShard = async (shard) => {
    const env = { ...process.env, GTEST_TOTAL_SHARDS: String(shards), GTEST_SHARD_INDEX: String(shard) };
    const result = await capture(command, [...args, ...filters], { cwd: inRepository(), env, timeout: patience });
    const { code, output } = result;
    const log = join(results, `${preset}-${shard}.log`);
    writeFileSync(log, output);
    const counts = countsOf(output);
    if (code !== 0) {
      process.stdout.write(`${output.trimEnd()}\n`);
      if (counts.failed === 0) {
        counts.failed = 1; // it did not get as far as to count
        process.stdout.write(`the program ended with exit code ${code}\n`);
      }
      note(`the whole output is in ${log}`);
    }
    for (const key of Object.keys(total)) total[key] += counts[key];
  };
  await Promise.all(Array.from({ length: shards }, (_, shard) => runShard(shard)));
  note(`${total.passed} test cases passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}`);
  return total;
}

/** @returns {Stage} */
function nativeTests(name, preset, what, needs) {
  return {
    name,
    what,
    needs: [needs],
    run: async (options) => {
      await buildPreset(preset, ["hyperplane_tests"]);
      return runTestProgram(preset, join(buildFolder(preset), "tests", "cpp", "hyperplane_tests"), [], options);
    },
  };
}

/** @returns {Stage} */
function wasmTests(name, preset, what) {
  return {
    name,
    what,
    needs: ["wasm-test"],
    run: async (options) => {
      await buildPreset(preset, ["hyperplane_tests"]);
      const program = join(buildFolder(preset), "tests", "cpp", "hyperplane_tests.cjs");
      return runTestProgram(preset, process.execPath, [program], options);
    },
  };
}

/** Builds the library and its tests with the oldest compilers that they promise to work with. */
async function olderCompilers() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, preset] of [
    ["oldestClang", "native-clang14"],
    ["oldestGcc", "native-gcc12"],
  ]) {
    const compiler = await locate(name);
    if (!compiler) {
      note(`skipped: there is no ${requirements[name].what}`);
      counts.skipped++;
      continue;
    }
    note(`${requirements[name].what} (${compiler})`);
    try {
      await buildPreset(preset);
      counts.passed++;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      note(error.message);
      counts.failed++;
    }
  }
  return counts;
}

// ---------------------------------------------------------------------------------------------------------------- Vitest

/** @returns {Stage} */
function vitest(name, what, needs) {
  return {
    name,
    what,
    needs,
    run: async ({ filter }) => {
      await installPackages();
      if (needs.length > 0) await buildPackage();
      mkdirSync(results, { recursive: true });
      const file = join(results, `${name}.json`);
      rmSync(file, { force: true });
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
      const filters = filter ? ["--testNamePattern", filter] : [];
      const args = [
        modules("vitest", "vitest.mjs"),
        "run",
        "--project",
        name,
        "--passWithNoTests",
        ...reporters,
        ...filters,
      ];
      const failure = await run(process.execPath, args, { cwd: inRepository() }).then(
        () => null,
        (error) => error,
      );
      if (!existsSync(file)) throw failure ?? new ToolError("Vitest left no results");
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(file, "utf8"));
      // A file that does not load has no failed case, but Vitest has failed.
      const failed = failure ? Math.max(numFailedTests, 1) : numFailedTests;
      return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
    },
  };
}

// ----------------------------------------------------------------------------------------------------------- static checks

async function lint() {
  await installPackages();
  return check(process.execPath, [modules("@biomejs", "biome", "bin", "biome"), "ci", "--error-on-warnings"]);
}

async function types() {
  await buildPackage();
  for (const project of ["tsconfig.json", "tsconfig.scripts.json"]) {
    await check(process.execPath, [modules("typescript", "bin", "tsc"), "--noEmit", "-p", project]);
  }
  return { passed: 2, failed: 0 };
}

async function formatCpp() {
  const formatter = await locate("clangFormat");
  if (!formatter) return skip(`there is no clang-format ${llvmVersion}, and others format differently`);
  const files = await cppFiles();
  return check(formatter, ["--dry-run", "--Werror", ...files]);
}

/** The size table of the README. */
async function size() {
  await buildPackage();
  return check(process.execPath, [inRepository("tools", "size.js"), "--check"]);
}

/** In CI every file, elsewhere those that have changed since main. */
async function tidy() {
  const linter = await locate("clangTidy");
  if (!linter) return skip(`there is no clang-tidy ${llvmVersion}, and others check differently`);
  await buildPreset("native-debug", ["hyperplane"]);
  const changed = process.env.CI ? null : await changedFiles();
  const sources = await sourceFiles("cpp/src/**/*.cpp");
  const files = changed === null ? sources : sources.filter((file) => changed.includes(file));
  if (files.length === 0) return skip("no C++ source has changed");
  const counts = { passed: 0, failed: 0 };
  await inParallel(files, async (file) => {
    const args = ["--quiet", "-p", buildFolder("native-debug"), file];
    const { code, stdout, output } = await capture(linter, args, { cwd: inRepository() });
    if (code === 0) {
      counts.passed++;
    } else {
      counts.failed++;
      process.stdout.write(`${(stdout || output).trimEnd()}\n`);
    }
  });
  note(`${counts.passed} of ${files.length} files are clean`);
  return counts;
}

// ------------------------------------------------------------------------------------------------------------------- fuzz

/** Replays the inputs under tests/fuzz/corpus/<target>, and looks for new ones where that is asked for. */
async function fuzz({ fuzzSeconds }) {
  await buildPreset("fuzz");
  const programs = join(buildFolder("fuzz"), "fuzzers");
  const counts = { passed: 0, failed: 0 };
  for (const target of existsSync(programs) ? readdirSync(programs).sort() : []) {
    const corpus = inRepository("tests", "fuzz", "corpus", target);
    const inputs = existsSync(corpus) ? readdirSync(corpus).map((file) => join(corpus, file)) : [];
    const artifacts = join(results, "fuzz", target);
    const found = join(artifacts, "corpus");
    mkdirSync(found, { recursive: true });
    if (inputs.length === 0) {
      // Handed no inputs, a fuzzer would look for some, and never end.
      counts.failed++;
      note(`${target} has no known inputs: tests/fuzz/corpus/${target} is missing`);
      continue;
    }
    const replay = await capture(join(programs, target), inputs, { timeout: patience });
    let { code, output } = replay;
    if (code === 0 && fuzzSeconds > 0) {
      const args = [found, corpus, `-artifact_prefix=${artifacts}/`, `-max_total_time=${fuzzSeconds}`];
      ({ code, output } = await capture(join(programs, target), args));
    }
    if (code === 0) {
      counts.passed++;
      note(`${target}: ${inputs.length} inputs${fuzzSeconds > 0 ? `, then ${fuzzSeconds} s of new ones` : ""}`);
    } else {
      counts.failed++;
      process.stdout.write(`${output.trimEnd()}\n`);
      note(`${target} failed; what it found lies in ${artifacts}`);
    }
  }
  return counts;
}

/** @type {Stage[]} */
export const stages = [
  { name: "lint", what: "Biome: lint and format of TypeScript, JavaScript, CSS and JSON", needs: [], run: lint },
  { name: "format-cpp", what: "clang-format of the C++ sources", needs: ["lint-cpp"], run: formatCpp },
  vitest("structure", "the order of the layers, and what must not be in the sources", []),
  nativeTests("cpp-debug", "native-debug", "C++ tests, native, with assertions", "native-test"),
  nativeTests("cpp-release", "native-release", "C++ tests, native, optimised, with SIMD", "native-test"),
  nativeTests("cpp-scalar", "native-scalar", "C++ tests, native, optimised, without SIMD", "native-test"),
  nativeTests(
    "cpp-asan",
    "native-asan",
    "C++ tests under the address and undefined behaviour sanitizers",
    "sanitizers",
  ),
  wasmTests("cpp-wasm", "wasm-test", "C++ tests as WebAssembly in Node, with SIMD"),
  wasmTests("cpp-wasm-scalar", "wasm-scalar-test", "C++ tests as WebAssembly in Node, without SIMD"),
  {
    name: "cpp-compilers",
    what: "the C++ library and its tests compile with clang 14 and gcc 12 (in CI)",
    onlyInCi: true,
    needs: ["compilers"],
    run: olderCompilers,
  },
  {
    name: "tidy",
    what: "clang-tidy: in CI every source, elsewhere those that changed",
    needs: ["native", "lint-cpp"],
    run: tidy,
  },
  { name: "fuzz", what: "the fuzzers' known inputs", needs: ["sanitizers"], run: fuzz },
  { name: "types", what: "TypeScript: package, tests, demo, tools and benchmarks", needs: ["wasm"], run: types },
  { name: "size", what: "the size table of the README is up to date", needs: ["wasm"], run: size },
  vitest("web", "the package in Node", ["wasm"]),
  vitest("browser", "the page and the package in a real Chromium", ["wasm", "browser"]),
  vitest("package", "npm pack, install, import, bundle; the C++ library in another CMake project", [
    "wasm",
    "native",
    "browser",
  ]),
];
