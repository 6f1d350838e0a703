#!/usr/bin/env node
// npm run test:matrix: installs the packed package beside pinned bundlers, runtimes, servers and compilers, runs it there, prints
// which worked, and writes docs/runs-on.md from it. The tests are in tests/matrix.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPackage } from "./lib/package.js";
import { inRepository } from "./lib/paths.js";
import { main, run, ToolError } from "./lib/process.js";
import { provide } from "./lib/set_up.js";

const page = inRepository("docs", "runs-on.md");
const rowFolder = inRepository("build", "matrix", "rows");
const between = /(<!-- matrix:begin[^>]*-->\n)([\s\S]*?)(<!-- matrix:end -->)/;
const help = `Usage: npm run test:matrix -- [options]

  --filter TEXT   only the environments whose name contains it; docs/runs-on.md stays as it is
  --table         write docs/runs-on.md from the results of earlier runs
  --help          this text

What is installed is kept in the system's folder for temporary files.
`;

/** @returns {{ environment: string, version: string, use: string, needs: string, ok: boolean }[]} */
function readRows() {
  if (!existsSync(rowFolder)) return [];
  const files = readdirSync(rowFolder).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return files.map((file) => JSON.parse(readFileSync(join(rowFolder, file), "utf8")));
}

/** One row for each use of an environment, with its versions. */
function table(rows) {
  const merged = new Map();
  for (const { environment, version, use, needs, ok } of rows) {
    const key = JSON.stringify([environment, use, needs]);
    const entry = merged.get(key) ?? { environment, use, needs, versions: [], failed: [] };
    merged.set(key, entry);
    (ok ? entry.versions : entry.failed).push(version);
  }
  const lines = [...merged.values()].map(({ environment, use, needs, versions, failed }) => {
    const failures = failed.length === 0 ? "" : ` (fails: ${failed.join(", ")})`;
    return `| ${environment} | ${versions.join(", ")}${failures} | ${use} | ${needs} |`;
  });
  return ["| where | versions | what | what it takes |", "| --- | --- | --- | --- |", ...lines].join("\n");
}

/** @returns the error, if there is one */
async function runTests(name) {
  await provide(["wasm", "browser", "webview"]);
  await buildPackage();
  if (!name) rmSync(rowFolder, { recursive: true, force: true });
  const vitest = inRepository("node_modules", "vitest", "vitest.mjs");
  const filter = name ? ["--testNamePattern", name] : [];
  return run(process.execPath, [vitest, "run", "--project", "matrix", ...filter], { cwd: inRepository() }).then(
    () => null,
    (error) => error,
  );
}

await main(async () => {
  const { values } = parseArgs({
    options: { filter: { type: "string" }, table: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const failure = values.table ? null : await runTests(values.filter);
  const rows = readRows();
  if (rows.length === 0) throw failure ?? new ToolError("No test was run.");
  process.stdout.write(`\n${table(rows)}\n`);
  if (!values.filter) {
    const text = readFileSync(page, "utf8");
    writeFileSync(
      page,
      text.replace(between, (_, begin, __, end) => `${begin}${table(rows)}\n${end}`),
    );
  }
  if (failure !== null) throw new ToolError("Not everything worked.");
});
