// Decides what to install on a machine. Looks and decides only; set_up.js carries the plan out.

import * as apt from "./apt.js";
import { canProvideEmscripten, llvm } from "./emscripten.js";
import { needs, requirements } from "./requirements.js";

/**
 * @typedef {object} Plan
 * @property {string[]} missing      requirements that the machine lacks, or has a substitute for
 * @property {string[]} packages     packages of Debian to install
 * @property {string[]} extras       packages to install too; work goes on without them
 * @property {boolean} emscripten    whether Emscripten is to be set up
 * @property {boolean} refresh       apt knows no candidate for a package: fetch its lists and plan again
 * @property {string[]} remarks      what is different from the project's own set-up, for people
 * @property {string[]} impossible   requirements that neither this nor a substitute can meet
 */

/**
 * @param {import("./machine.js").Machine} machine
 * @param {string[]} kinds       keys of `needs`
 * @param {{ refreshed?: boolean }} [options]   whether apt's lists have just been fetched
 * @returns {Promise<Plan>}
 */
export async function planFor(machine, kinds, { refreshed = false } = {}) {
  /** @type {Plan} */
  const plan = {
    missing: [],
    packages: [],
    extras: [],
    emscripten: false,
    refresh: false,
    remarks: [],
    impossible: [],
  };
  const mayInstall = await apt.canInstall(machine);
  const add = (list, names) => list.push(...names.filter((name) => !list.includes(name)));

  for (const name of new Set(kinds.flatMap((kind) => needs[kind]))) {
    const { what, find, instead, optional, apt: packages } = requirements[name];
    if (await find(machine)) continue;
    plan.missing.push(name);
    if (name === "emscripten" && (await canProvideEmscripten(machine))) {
      plan.emscripten = true;
      continue;
    }
    const candidates = mayInstall
      ? await Promise.all(packages.map((entry) => apt.candidateVersion(entry, machine)))
      : [null];
    if (name !== "emscripten" && candidates.every((version) => version !== null)) {
      add(optional ? plan.extras : plan.packages, packages);
      continue;
    }
    if (mayInstall && !refreshed) plan.refresh = true;
    const substitute = await instead?.(machine);
    if (substitute) plan.remarks.push(`${what} cannot be installed here: ${substitute} is used instead`);
    else if (!optional) plan.impossible.push(name);
    else if (name !== "ccache") plan.remarks.push(`${what} cannot be installed here: its checks are skipped`);
  }
  plan.extras = plan.extras.filter((name) => !plan.packages.includes(name));
  return plan;
}

/** One screen that says what to install, and how. */
export function manual(missing) {
  const list = missing.map((name) => requirements[name]);
  const unique = (values) => [...new Set(values.filter(Boolean))];
  const lines = ["This cannot be set up automatically here. Missing:", ""];
  for (const { what } of list) lines.push(`  - ${what}`);
  const needsEmscripten = missing.includes("emscripten");
  const others = list.filter((entry) => entry !== requirements.emscripten);
  const packages = unique([...others.flatMap((entry) => entry.apt), ...(needsEmscripten ? llvm.packages : [])]);
  lines.push("", "How to install it:");
  if (packages.length > 0)
    lines.push(`  Debian, Ubuntu   sudo apt-get update && sudo apt-get install ${packages.join(" ")}`);
  if (needsEmscripten) {
    lines.push(
      "                   Debian 12: the rest is done without root. Debian 13, Ubuntu 24.10 and newer: also emscripten.",
      "                   Older ones: Emscripten's own installer, emsdk.",
    );
  }
  const formulas = unique(list.map((entry) => entry.brew)).filter((name) => !name.startsWith("--"));
  const casks = unique(list.map((entry) => entry.brew)).filter((name) => name.startsWith("--"));
  if (formulas.length > 0) lines.push(`  macOS            brew install ${formulas.join(" ")}`);
  for (const cask of casks) lines.push(`                   brew install ${cask}`);
  const windows = unique(list.map((entry) => entry.windows));
  windows.forEach((command, i) => {
    lines.push(`  ${i === 0 ? "Windows" : "       "}          ${command}`);
  });
  lines.push("", "Then run the same command again.");
  return lines.join("\n");
}
