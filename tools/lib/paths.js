// Where things are: the repository, and the per-user cache that outlives a clone.

import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Relative to the repository's root. */
export const inRepository = (...parts) => join(repository, ...parts);

/** The folder for what is too large to fetch again for every clone. */
export function cacheFolder() {
  if (process.env.XDG_CACHE_HOME) return join(process.env.XDG_CACHE_HOME, "hyperplane");
  if (process.platform === "win32" && process.env.LOCALAPPDATA) return join(process.env.LOCALAPPDATA, "hyperplane");
  return join(homedir(), ".cache", "hyperplane");
}
