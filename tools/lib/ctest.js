// Runs a test program of a build folder with CTest, and reads CTest's own report.

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { note } from "./log.js";
import { inRepository } from "./paths.js";
import { capture, ToolError } from "./process.js";

/** s. Longer than any test takes; one that hangs is ended, and has failed. */
const patience = 2400;

/** Builds with the bits of native-release, which the golden hashes compare. */
const sameBits = ["native-scalar", "wasm-test", "wasm-scalar-test"];

/**
 * The share of the random cases that a preset runs: all of them where everything is tested (native-release), a fifth every day,
 * a twentieth in the inner loop. Undefined: what the build says by itself, as that with sanitizers.
 * @param {string} preset
 * @param {{ all: boolean, quick: boolean }} options
 */
export function scaleOf(preset, { all, quick }) {
  const { HYPERPLANE_TEST_SCALE: wanted } = process.env;
  if (wanted) return wanted;
  if (sameBits.includes(preset)) return all ? "0.1" : "0.05";
  return preset === "native-release" ? (all ? "1" : quick ? "0.05" : "0.2") : undefined;
}

/** The counts of a report in JUnit's format: those in the attributes of its root. */
export function countsOfReport(report) {
  const root = /<testsuite\b[^>]*>/.exec(report)?.[0] ?? "";
  const attribute = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(root)?.[1] ?? 0);
  const [tests, failed, disabled, skipped] = ["tests", "failures", "disabled", "skipped"].map(attribute);
  return { passed: tests - failed - disabled - skipped, failed, skipped: disabled + skipped };
}

/** The names of the cases that failed, in a report in JUnit's format. */
export function failuresOfReport(report) {
  const failed = report.matchAll(/<testcase\b[^>]*\bname="([^"]*)"[^>]*\bstatus="fail"/g);
  return [...failed].map(([, name]) => name);
}

/** Tests whose name contains `filter`; a test program in WebAssembly is one test in parts, and filters its cases by itself. */
export async function runTests(preset, { filter, scale }) {
  const report = inRepository("build", "test-results", `${preset}.xml`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const limits = ["--parallel", String(availableParallelism()), "--timeout", String(patience)];
  const args = ["--preset", preset, "--output-junit", report, "--no-tests=error", ...limits];
  const env = { ...process.env, ...(scale && { HYPERPLANE_TEST_SCALE: scale }) };
  if (filter && preset.startsWith("wasm")) env.GTEST_FILTER = `*${filter}*`;
  else if (filter) args.push("--tests-regex", filter.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const { code, output } = await capture("ctest", args, { cwd: inRepository(), env });
  if (!existsSync(report)) throw new ToolError(`CTest left no report:\n${output.trimEnd()}`);
  const text = readFileSync(report, "utf8");
  const counts = { ...countsOfReport(text), failures: failuresOfReport(text) };
  if (code !== 0) {
    counts.failed = Math.max(counts.failed, 1);
    // The list of tests that passed says nothing.
    const lines = output.split("\n").filter((line) => !/^ *(Start +\d+:|\d+\/\d+ Test +#\d+: .* Passed )/.test(line));
    process.stdout.write(`${lines.join("\n").trimEnd()}\n`);
  }
  note(`${counts.passed} tests passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ""}`);
  return counts;
}
