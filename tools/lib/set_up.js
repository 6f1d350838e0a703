// Installs what a kind of work needs, or says how to.

import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as apt from "./apt.js";
import { emscriptenPackages, provideEmscripten } from "./emscripten.js";
import { allOf } from "./in_parallel.js";
import { note, step } from "./log.js";
import { thisMachine } from "./machine.js";
import { cacheFolder } from "./paths.js";
import { manual, planFor } from "./plan.js";
import { ToolError } from "./process.js";
import { locate, requirements } from "./requirements.js";

const day = 24 * 60 * 60 * 1000;
const refreshStamp = () => join(cacheFolder(), "package-lists.stamp");

function refreshedLately() {
  const stamp = statSync(refreshStamp(), { throwIfNoEntry: false });
  return stamp !== undefined && Date.now() - stamp.mtimeMs < day;
}

/** Fetches apt's lists. They may hold all that is needed even where that fails, as without a network. */
async function refresh() {
  try {
    await apt.update();
    mkdirSync(dirname(refreshStamp()), { recursive: true });
    writeFileSync(refreshStamp(), "");
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    note("the package lists could not be fetched");
  }
}

async function installPackages({ packages, extras, missing }) {
  if (packages.length + extras.length === 0) return;
  try {
    await apt.install([...packages, ...extras]);
    return;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (extras.length === 0) throw new ToolError(`${error.message}\n\n${manual(missing)}`);
  }
  note(`going on without ${extras.join(" ")}`);
  await installPackages({ packages, extras: [], missing });
}

const told = new Set();

/**
 * Makes sure that everything for these kinds of work is there; installs what is missing, or says how to.
 * @param {string[]} kinds  keys of `needs`
 */
export async function provide(kinds) {
  let plan = await planFor(thisMachine, kinds, { refreshed: refreshedLately() });
  if (plan.refresh) {
    await refresh();
    plan = await planFor(thisMachine, kinds, { refreshed: true });
  }
  if (plan.impossible.length > 0) throw new ToolError(manual(plan.impossible));
  for (const remark of plan.remarks) {
    if (!told.has(remark)) note(remark);
    told.add(remark);
  }
  if (plan.packages.length + plan.extras.length > 0 || plan.emscripten) {
    step(`Setting up: ${plan.missing.map((name) => requirements[name].what).join(", ")}`);
  }
  const forEmscripten = plan.emscripten ? emscriptenPackages() : [];
  const installed = installPackages({ ...plan, packages: [...new Set([...plan.packages, ...forEmscripten])] });
  const [emscripten] = await allOf([plan.emscripten ? provideEmscripten(installed) : null, installed]);
  if (emscripten) note(`Emscripten ${emscripten.version} is ready`);
  for (const name of plan.missing) {
    if (!requirements[name].optional && !(await locate(name)))
      throw new ToolError(`Installed, but still not usable: ${requirements[name].what}\n\n${manual([name])}`);
  }
}
