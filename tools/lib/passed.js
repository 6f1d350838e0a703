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

const stampOf = (name) => inRepository("build", "test-results", `${name}.passed.json`);

/** What a result depends on: these files and folders as they are now, Node's version, and variables. */
export const stateOf = (inputs) => digest(inputs, [process.version, ...relevantVariables()]);

/**
 * Remembers the counts of a stage that has passed.
 * @param {string} name    the stage
 * @param {string} state   `stateOf` its inputs when it began
 * @param {import("./stages.js").Counts} counts
 */
export function rememberPassed(name, state, counts) {
  if (process.env.CI || counts.failed > 0) return;
  remember(stampOf(name), JSON.stringify({ value: state, counts }));
}

/**
 * Runs `body`, or gives back its counts of the last time if it passed with the same inputs.
 * @param {string} name       the stage
 * @param {string[]} inputs   files and folders that the result depends on
 * @param {() => Promise<import("./stages.js").Counts>} body
 * @param {string} [what]     what has not changed, for people
 * @returns {Promise<import("./stages.js").Counts>}
 */
export async function unlessUnchanged(name, inputs, body, what = "nothing") {
  if (process.env.CI) return body();
  const last = recall(stampOf(name));
  const state = stateOf(inputs);
  if (last?.value === state) {
    note(`${what} has changed since this passed`);
    return { ...last.counts, unchanged: true };
  }
  const counts = await body();
  rememberPassed(name, state, counts);
  return counts;
}
