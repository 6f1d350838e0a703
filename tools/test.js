#!/usr/bin/env node
// npm test: everything that has to hold, stage by stage. A stage that fails does not keep the others from running.

import { parseArgs } from "node:util";
import { startBeside } from "./lib/beside.js";
import { bold, duration, green, red, yellow } from "./lib/log.js";
import { main, ToolError } from "./lib/process.js";
import { runStage } from "./lib/run_stage.js";
import { provide } from "./lib/set_up.js";
import { stages } from "./lib/stages.js";

const width = Math.max(...stages.map(({ name }) => name.length));
const namesOf = (list) => list.map(({ name }) => name).join(", ");
const help = `Usage: npm test -- [options]

  (no options)         what a change can break: all stages but those of --all
  --quick              the inner loop: ${namesOf(stages.filter(({ quick }) => quick))}
  --all                everything: ${namesOf(stages.filter(({ rare }) => rare))}, too, and all random cases
  --only A,B           run these stages only (what they need is built first)
  --skip A,B           leave these stages out
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
        all: { type: "boolean", default: false },
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
    const { quick, all } = values;
    if (quick && (all || only.length > 0)) throw new Error("--quick excludes --all and --only.");
    const byDefault = (stage) => (quick ? stage.quick : !stage.onlyByName && (all || !stage.rare));
    const chosen = stages.filter(
      (stage) => (only.length > 0 ? only.includes(stage.name) : byDefault(stage)) && !skip.includes(stage.name),
    );
    const fuzzSeconds = Number(values["fuzz-seconds"]);
    if (!Number.isInteger(fuzzSeconds) || fuzzSeconds < 0) throw new Error("--fuzz-seconds takes a whole number.");
    const { help: isHelpWanted, filter } = values;
    const isSelection = only.length > 0 || filter !== undefined;
    return { isHelpWanted, chosen, isSelection, options: { quick, all, filter, fuzzSeconds } };
  } catch (error) {
    throw new ToolError(`${error.message}\n\n${help}`);
  }
}

/**
 * Those that need the package in a process of their own, beside the others.
 * @param {import("./lib/stages.js").Stage[]} chosen
 * @param {import("./lib/stages.js").Options} options
 */
async function runStages(chosen, options) {
  const beside = chosen.filter((stage) => stage.beside);
  const here = chosen.filter((stage) => !stage.beside);
  const namesBeside = beside.map(({ name }) => name);
  const other = beside.length > 0 ? startBeside(namesBeside, options) : undefined;
  const results = [];
  for (const stage of here) {
    results.push(await runStage(stage, options));
    other?.print();
  }
  if (other) results.push(...(await other.finish()));
  return chosen.flatMap(({ name }) => results.filter((result) => result.name === name));
}

function printSummary(results) {
  const cells = results.map(({ name, passed, failed, skipped, time, unchanged }) => [
    name,
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

/** The cases that failed, once more: what they said is far above. */
function printFailures(results) {
  const lines = results.flatMap(({ name, failures = [] }) => failures.map((failure) => `  ${name}: ${failure}\n`));
  if (lines.length > 0) process.stdout.write(`\n${red("Failed:")}\n${lines.join("")}`);
}

/** What a run without a wish for certain tests left out, and how to have it. */
function printRest(chosen, { all }) {
  const rest = stages.filter((stage) => !stage.onlyByName && !chosen.includes(stage));
  const parts = [rest.length > 0 ? namesOf(rest) : "", all ? "" : "most of the random cases"].filter(Boolean);
  if (parts.length > 0) process.stdout.write(`\nNot run: ${parts.join(", and ")} (npm test -- --all).\n`);
}

await main(async () => {
  const { isHelpWanted, chosen, isSelection, options } = readOptions();
  if (isHelpWanted) {
    process.stdout.write(help);
    return;
  }
  await provide(chosen.flatMap((stage) => stage.needs));
  const results = await runStages(chosen, options);
  printSummary(results);
  printFailures(results);
  if (!isSelection) printRest(chosen, options);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  process.stdout.write(`\n${sum("passed")} passed, ${sum("failed")} failed\n`);
  return sum("failed") > 0 ? 1 : 0;
});
