// The stages of npm test. Each gives back how many test cases, or checks where it has no cases, passed and failed.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { buildFolder, buildPreset, configurePreset } from "./cmake.js";
import { runTests, scaleOf } from "./ctest.js";
import { inParallel } from "./in_parallel.js";
import { installPackages } from "./install.js";
import { note } from "./log.js";
import { thisMachine } from "./machine.js";
import { buildPackage } from "./package.js";
import { rememberPassed, stateOf, unlessUnchanged } from "./passed.js";
import { inRepository } from "./paths.js";
import { capture, run, ToolError } from "./process.js";
import { llvmVersion, locate, needs, requirements } from "./requirements.js";
import { changedFiles, cppFiles, sourceFiles } from "./sources.js";
import { tidyFiles } from "./tidy.js";

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {boolean} [unchanged]   the counts are of an earlier run
 * @property {string[]} [failures]   the names of the cases that failed, where the cases have names
 *
 * @typedef {object} Options
 * @property {string | undefined} filter
 * @property {number} fuzzSeconds
 * @property {boolean} all     everything: also what guards rare things, and all random cases
 * @property {boolean} quick   the inner loop
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} what
 * @property {boolean} [quick]      part of --quick
 * @property {boolean} [beside]     runs beside those that are not: it depends on the package, they on the C++ sources alone
 * @property {boolean} [rare]       part of --all only
 * @property {boolean} [onlyByName]   part of neither, but by its name
 * @property {string[]} needs   keys of `needs` in requirements.js
 * @property {(options: Options) => Promise<Counts>} run
 */

const results = inRepository("build", "test-results");

/** Longer than a fuzzer takes for its known inputs; one that hangs is ended, and has failed. */
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

/** What the inner loop tests natively. */
const ofCore = /^(cpp\/src|tests\/cpp)\//;

/** Everything that is, or would be, in git: what tests may depend on beside what was built. */
const allSources = async () => (await sourceFiles()).map((file) => inRepository(file));

// ------------------------------------------------------------------------------------------------------------------- C++

/** @returns {Stage} */
function cppTests(name, preset, what, needs) {
  return {
    name,
    what,
    needs: [needs],
    run: async (options) => {
      await buildPreset(preset, ["hyperplane_tests"]);
      const program = join(buildFolder(preset), "tests", "cpp", "hyperplane_tests");
      const files = preset.startsWith("wasm") ? [`${program}.cjs`, `${program}.wasm`] : [program];
      const scale = scaleOf(preset, options);
      const test = () => runTests(preset, { filter: options.filter, scale });
      return options.filter ? test() : unlessUnchanged(scale ? `${name}-${scale}` : name, files, test);
    },
  };
}

/** Builds the library and its tests with the oldest compilers that it promises to work with, and compares the golden hashes. */
async function olderCompilers() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const presets = { oldestClang: "native-clang14", oldestGcc: "native-gcc12" };
  for (const [name, preset] of Object.entries(presets)) {
    const { what } = requirements[name];
    const compiler = await locate(name);
    if (!compiler) {
      note(`skipped: there is no ${what}`);
      total.skipped++;
      continue;
    }
    note(`${what} (${compiler})`);
    try {
      await buildPreset(preset);
      const counts = await runTests(preset, { filter: "Golden", scale: undefined });
      for (const key of Object.keys(total)) total[key] += counts[key];
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      note(error.message);
      total.failed++;
    }
  }
  return total;
}

// ---------------------------------------------------------------------------------------------------------------- Vitest

/** @returns {Stage} */
function vitest(name, what) {
  const test = async ({ filter }) => {
    await installPackages();
    if (filter) return runVitest(name, filter);
    return unlessUnchanged(name, await allSources(), () => runVitest(name));
  };
  return { name, what, needs: [], run: test };
}

/**
 * A stage that tests the package, which it builds. In the inner loop it does not run where nothing but the core has changed: the core's
 * own tests are there, and building its modules takes a minute.
 * @param {string} name
 * @param {(options: Options) => Promise<Counts>} test
 */
function withPackage(name, test) {
  return async (options) => {
    const body = async () => {
      await buildPackage();
      return test(options);
    };
    if (options.filter) return body();
    const stamp = `${name}-but-core`;
    const inputs = (await sourceFiles()).filter((file) => !ofCore.test(file)).map((file) => inRepository(file));
    if (options.quick) return unlessUnchanged(stamp, inputs, body, "nothing but the core");
    const state = stateOf(inputs);
    const counts = await body();
    rememberPassed(stamp, state, counts);
    return counts;
  };
}

/** @returns {Stage} */
function vitestWithPackage(name, what, needs) {
  const test = async ({ filter }) => {
    if (filter) return runVitest(name, filter);
    return unlessUnchanged(name, [...(await allSources()), inRepository("dist")], () => runVitest(name));
  };
  return { name, what, needs: ["wasm", ...needs], beside: true, run: withPackage(name, test) };
}

/** The documentation site. It has packages of its own, which are installed for it. */
async function docs({ filter }) {
  const build = async () => {
    const { buildSite } = await import("../site/build.js");
    await buildSite();
    return runVitest("site", filter);
  };
  const inputs = [...(await allSources()), inRepository("dist")];
  return filter ? build() : unlessUnchanged("docs", inputs, build);
}

/**
 * The tests of stage browser in another browser; its requirement, in requirements.js, has the same name.
 * @returns {Stage}
 */
function otherBrowser(name, what) {
  return {
    name,
    what,
    onlyByName: true,
    beside: true,
    needs: ["wasm", name],
    run: async ({ filter }) => {
      const needed = needs[name].find((key) => !requirements[key].find(thisMachine));
      if (needed) return skip(`there is no ${requirements[needed].what}`);
      await buildPackage();
      const env = { ...process.env, HYPERPLANE_BROWSER: name };
      return runVitest(name, filter, { project: "browser", env });
    },
  };
}

/** @param {string} [filter] */
async function runVitest(name, filter, { project = name, env = process.env } = {}) {
  mkdirSync(results, { recursive: true });
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const filters = filter ? ["--testNamePattern", filter] : [];
  const args = [
    modules("vitest", "vitest.mjs"),
    "run",
    "--project",
    project,
    "--passWithNoTests",
    ...reporters,
    ...filters,
  ];
  const failure = await run(process.execPath, args, { cwd: inRepository(), env }).then(
    () => null,
    (error) => error,
  );
  if (!existsSync(file)) throw failure ?? new ToolError("Vitest left no results");
  const report = JSON.parse(readFileSync(file, "utf8"));
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  const failures = report.testResults.flatMap(({ name: path, status, assertionResults }) => {
    const cases = assertionResults.filter((one) => one.status === "failed").map(({ fullName }) => fullName);
    const names = cases.length > 0 || status === "passed" ? cases : ["does not load"];
    return names.map((one) => `${relative(inRepository(), path)}: ${one}`);
  });
  // A file that does not load has no failed case, but Vitest has failed.
  const failed = failure ? Math.max(numFailedTests, 1) : numFailedTests;
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests, failures };
}

// ----------------------------------------------------------------------------------------------------------- static checks

async function lint() {
  await installPackages();
  const biome = [modules("@biomejs", "biome", "bin", "biome"), "ci", "--error-on-warnings"];
  const files = (await sourceFiles()).filter((file) => !/\.(cpp|h)$/.test(file)).map((file) => inRepository(file));
  return unlessUnchanged("lint", files, () => check(process.execPath, biome));
}

async function types() {
  return unlessUnchanged("types", [...(await allSources()), inRepository("dist", "types")], async () => {
    const tsc = modules("typescript", "bin", "tsc");
    const projects = ["tsconfig.json", "tsconfig.scripts.json", "tsconfig.examples.json"];
    for (const project of projects) await check(process.execPath, [tsc, "--noEmit", "-p", project]);
    return { passed: projects.length, failed: 0 };
  });
}

async function formatCpp() {
  const formatter = await locate("clangFormat");
  if (!formatter) return skip(`there is no clang-format ${llvmVersion}, and others format differently`);
  const files = await cppFiles();
  const inputs = [".clang-format", ...files].map((file) => inRepository(file));
  return unlessUnchanged("format-cpp", inputs, () => check(formatter, ["--dry-run", "--Werror", ...files]));
}

/** The size table of the README. */
async function size() {
  return check(process.execPath, [inRepository("tools", "size.js"), "--check"]);
}

/** Every file, or those that have changed since main. */
async function tidy({ all }) {
  const linter = await locate("clangTidy");
  if (!linter) return skip(`there is no clang-tidy ${llvmVersion}, and others check differently`);
  const changed = all ? null : await changedFiles();
  const sources = await sourceFiles("cpp/src/**/*.cpp");
  const files = changed === null ? sources : sources.filter((file) => changed.includes(file));
  if (files.length === 0) return skip("no C++ source has changed");
  const inputs = [".clang-tidy", "cpp/src", "cpp/include"].map((file) => inRepository(file));
  return unlessUnchanged(all ? "tidy-all" : "tidy", inputs, async () => {
    // One that compiles each source by itself.
    const preset = "native-debug";
    await configurePreset(preset);
    const counts = await tidyFiles(linter, preset, files);
    note(`${counts.passed} of ${files.length} files are clean`);
    return counts;
  });
}

// ------------------------------------------------------------------------------------------------------------------- fuzz

/** Replays the inputs under tests/fuzz/corpus/<target>, and looks for new ones where that is asked for. */
async function fuzz({ fuzzSeconds }) {
  await buildPreset("native-asan", ["hyperplane_fuzzers"]);
  const programs = join(buildFolder("native-asan"), "fuzzers");
  const inputs = [programs, inRepository("tests", "fuzz", "corpus")];
  const replay = () => runFuzzers(programs, fuzzSeconds);
  return fuzzSeconds > 0 ? replay() : unlessUnchanged("fuzz", inputs, replay);
}

async function runFuzzers(programs, fuzzSeconds) {
  const counts = { passed: 0, failed: 0 };
  await inParallel(readdirSync(programs).sort(), async (target) => {
    const corpus = inRepository("tests", "fuzz", "corpus", target);
    const inputs = existsSync(corpus) ? readdirSync(corpus).map((file) => join(corpus, file)) : [];
    const artifacts = join(results, "fuzz", target);
    const found = join(artifacts, "corpus");
    mkdirSync(found, { recursive: true });
    if (inputs.length === 0) {
      // Without inputs a fuzzer would look for some, and never end.
      counts.failed++;
      note(`${target} has no known inputs: tests/fuzz/corpus/${target} is missing`);
      return;
    }
    let { code, output } = await capture(join(programs, target), inputs, { timeout: patience });
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
      note(`${target} failed; its input is in ${artifacts}`);
    }
  });
  return counts;
}

/** The stages of `npm test -- --quick`. */
const quick = ["lint", "format-cpp", "structure", "cpp-release", "types", "web"];

/** The stages that run with `npm test -- --all` alone: builds whose bits others have, compilers that few have, the site. */
const rare = ["cpp-scalar", "cpp-asan", "cpp-wasm-scalar", "cpp-compilers", "fuzz", "docs"];

/** @type {Stage[]} */
export const stages = [
  { name: "lint", what: "Biome: lint and format of TypeScript, JavaScript, CSS and JSON", needs: [], run: lint },
  { name: "format-cpp", what: "clang-format of the C++ sources", needs: ["lint-cpp"], run: formatCpp },
  vitest("structure", "the order of the layers, and what must not be in the sources"),
  cppTests("cpp-release", "native-release", "C++ tests, native, optimised, with SIMD", "native-test"),
  cppTests("cpp-scalar", "native-scalar", "C++ tests, native, optimised, without SIMD", "native-test"),
  cppTests(
    "cpp-asan",
    "native-asan",
    "C++ tests with assertions, under the address and undefined behaviour sanitizers",
    "sanitizers",
  ),
  cppTests("cpp-wasm", "wasm-test", "C++ tests as WebAssembly in Node, with SIMD", "wasm-test"),
  cppTests("cpp-wasm-scalar", "wasm-scalar-test", "C++ tests as WebAssembly in Node, without SIMD", "wasm-test"),
  {
    name: "cpp-compilers",
    what: "the C++ library and its tests compile with clang 14 and gcc 12, golden hashes",
    needs: ["compilers"],
    run: olderCompilers,
  },
  {
    name: "tidy",
    what: "clang-tidy: the sources that changed; with --all every one",
    needs: ["native", "lint-cpp"],
    run: tidy,
  },
  { name: "fuzz", what: "the fuzzers' known inputs", needs: ["sanitizers"], run: fuzz },
  {
    name: "types",
    what: "TypeScript: package, tests, demo, tools and benchmarks",
    needs: ["wasm"],
    beside: true,
    run: withPackage("types", types),
  },
  {
    name: "size",
    what: "the size table of the README is up to date",
    needs: ["wasm"],
    beside: true,
    run: withPackage("size", size),
  },
  vitestWithPackage("web", "the package in Node", []),
  vitestWithPackage("browser", "the page and the package in a real Chromium", ["browser"]),
  otherBrowser("firefox", "the same in Firefox (npm run test:browsers)"),
  otherBrowser("webkit", "the same in WebKitGTK (npm run test:browsers)"),
  {
    name: "docs",
    what: "the documentation site: it builds, its links lead somewhere, it runs in a browser",
    needs: ["wasm", "browser"],
    beside: true,
    run: withPackage("docs", docs),
  },
  vitestWithPackage("package", "npm pack, install, import, bundle; the C++ library in another CMake project", [
    "native",
    "browser",
  ]),
].map((stage) => ({ ...stage, quick: quick.includes(stage.name), rare: rare.includes(stage.name) }));
