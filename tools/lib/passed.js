// Remembers that a stage has passed, and with what, so that it does not run again until something has changed. CI runs everything.

import { existsSync, readFileSync } from "node:fs";
import { note } from "./log.js";
import { inRepository } from "./paths.js";
import { digest, remember } from "./stamp.js";

/** Variables that choose test sizes, seeds and programs. */
function relevantVariables() {
  const names = Object.keys(process.env).filter((name) => /^(HYPERPLANE_|GTEST_|CXX$)/.test(name));
  return names.sort().map((name) => `${name}=${process.env[name]}`);
}

function recall(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  } catch {
    return null; // written by an interrupted run
  }
}

/**
 * Runs `body`, or gives back its counts of the last time if it passed with the same inputs.
 * @param {string} name       the stage
 * @param {string[]} inputs   files and folders that the result depends on
 * @param {() => Promise<import("./stages.js").Counts>} body
 * @returns {Promise<import("./stages.js").Counts>}
 */
export async function unlessUnchanged(name, inputs, body) {
  if (process.env.CI) return body();
  const file = inRepository("build", "test-results", `${name}.passed.json`);
  const value = digest(inputs, [process.version, ...relevantVariables()]);
  const last = recall(file);
  if (last?.value === value) {
    note("nothing has changed since this passed");
    return { ...last.counts, unchanged: true };
  }
  const counts = await body();
  if (counts.failed === 0) remember(file, JSON.stringify({ value, counts }));
  return counts;
}
