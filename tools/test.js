#!/usr/bin/env node
// npm test: everything that has to hold, stage by stage. A stage that fails does not keep the others from running.

import { parseArgs } from "node:util";
import { bold, duration, green, red, yellow } from "./lib/log.js";
import { main, ToolError } from "./lib/process.js";
import { provide } from "./lib/set_up.js";
import { stages } from "./lib/stages.js";

const width = Math.max(...stages.map(({ name }) => name.length));
const help = `Usage: npm test -- [options]

  --only A,B           run these stages only (what they need is built first)
  --skip A,B           leave these stages out
  --quick              the inner loop: ${stages
    .filter(({ quick }) => quick)
    .map(({ name }) => name)
    .join(", ")}
  --filter TEXT        only the test cases whose name contains it (C++ and Vitest)
  --fuzz-seconds N     let each fuzzer look for new inputs for so long, after it has replayed the known ones
  --help               this text

Stages:
${stages.map(({ name, what }) => `  ${name.padEnd(width)}   ${what}`).join("\n")}
`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: "string", multiple: true },
        skip: { type: "string", multiple: true },
        quick: { type: "boolean", default: false },
        filter: { type: "string" },
        "fuzz-seconds": { type: "string", default: "0" },
        help: { type: "boolean", short: "h" },
      },
    });
    const names = (value = []) => value.flatMap((text) => text.split(",")).filter(Boolean);
    const only = names(values.only);
    const skip = names(values.skip);
    const unknown = [...only, ...skip].find((name) => !stages.some((stage) => stage.name === name));
    if (unknown) throw new Error(`There is no stage "${unknown}".`);
    if (values.quick && only.length > 0) throw new Error("--quick and --only exclude each other.");
    const byDefault = (stage) =>
      values.quick ? stage.quick : !stage.onlyByName && (!stage.onlyInCi || Boolean(process.env.CI));
    const chosen = stages.filter(
      (stage) => (only.length > 0 ? only.includes(stage.name) : byDefault(stage)) && !skip.includes(stage.name),
    );
    const fuzzSeconds = Number(values["fuzz-seconds"]);
    if (!Number.isInteger(fuzzSeconds) || fuzzSeconds < 0) throw new Error("--fuzz-seconds takes a whole number.");
    return { help: values.help, chosen, filter: values.filter, fuzzSeconds };
  } catch (error) {
    throw new ToolError(`${error.message}\n\n${help}`);
  }
}

/** Runs one stage; a stage that breaks off has failed. */
async function runStage(stage, options) {
  process.stdout.write(`\n${bold(`=== ${stage.name}: ${stage.what}`)}\n`);
  const begin = performance.now();
  let counts;
  try {
    counts = await stage.run(options);
  } catch (error) {
    process.stderr.write(`${error instanceof ToolError ? error.message : error.stack}\n`);
    counts = { passed: 0, failed: 1 };
  }
  if (counts.failed === 0 && counts.passed === 0 && !counts.skipped) {
    process.stderr.write("no test was run\n");
    counts = { passed: 0, failed: 1 };
  }
  return { stage, skipped: 0, unchanged: false, ...counts, time: performance.now() - begin };
}

function printSummary(results) {
  const cells = results.map(({ stage, passed, failed, skipped, time, unchanged }) => [
    stage.name,
    failed > 0 ? red("failed") : passed > 0 ? green("passed") : yellow("skipped"),
    String(passed),
    String(failed),
    String(skipped),
    duration(time) + (unchanged ? " (unchanged)" : ""),
  ]);
  const columns = ["stage", "result ", "passed", "failed", "skipped", "time"];
  const plain = (text) => text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g"), "");
  const widths = columns.map((title, i) => Math.max(title.length, ...cells.map((row) => plain(row[i]).length)));
  const line = (row) =>
    row
      .map((text, i) => {
        const space = " ".repeat(widths[i] - plain(text).length);
        return i < 2 ? text + space : space + text;
      })
      .join("  ");
  process.stdout.write(`\n${bold(line(columns))}\n${cells.map((row) => `${line(row)}\n`).join("")}`);
}

await main(async () => {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(help);
    return;
  }
  await provide(options.chosen.flatMap((stage) => stage.needs));
  const results = [];
  for (const stage of options.chosen) results.push(await runStage(stage, options));
  printSummary(results);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  process.stdout.write(`\n${sum("passed")} passed, ${sum("failed")} failed\n`);
  return sum("failed") > 0 ? 1 : 0;
});
