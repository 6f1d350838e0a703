// Where things are: the repository, and the per-user cache that outlives a clone.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { thisMachine } from "./machine.js";

export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Relative to the repository's root. */
export const inRepository = (...parts) => join(repository, ...parts);

/** The folder for what is too large to fetch again for every clone. */
export function cacheFolder(machine = thisMachine) {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = machine.variables;
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, "hyperplane");
  if (machine.platform === "win32" && LOCALAPPDATA) return join(LOCALAPPDATA, "hyperplane");
  return join(machine.home, ".cache", "hyperplane");
}
