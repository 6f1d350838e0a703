// Runs one stage of npm test, under its title.

import { bold } from "./log.js";
import { ToolError } from "./process.js";

/** How the title of a stage begins, on a line of its own. */
export const titleMark = "\n=== ";

/**
 * A stage that breaks off has failed, and so has one that tests nothing.
 * @param {import("./stages.js").Stage} stage
 * @param {import("./stages.js").Options} options
 */
export async function runStage(stage, options) {
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
  return { name: stage.name, skipped: 0, unchanged: false, ...counts, time: performance.now() - begin };
}
