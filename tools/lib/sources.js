// The source files of the repository: what git knows, and what it would take if it were added.

import { existsSync } from "node:fs";
import { inRepository } from "./paths.js";
import { capture, runQuietly } from "./process.js";

const lines = (text) => text.split("\n").filter(Boolean);

/** Paths relative to the repository, of files that match git's patterns. */
export async function sourceFiles(...patterns) {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", ...patterns];
  const { stdout } = await runQuietly("git", args, { cwd: inRepository() });
  return lines(stdout).filter((file) => existsSync(inRepository(file)));
}

export const cppFiles = () => sourceFiles("*.cpp", "*.h");

/** What has changed since this branch left main; on main itself, with the last commit. Null: there is no telling. */
export async function changedFiles() {
  const git = async (...args) => {
    const { code, stdout } = await capture("git", args, { cwd: inRepository() });
    return code === 0 ? stdout.trim() : null;
  };
  const head = await git("rev-parse", "HEAD");
  for (const base of ["origin/HEAD", "origin/main", "main", "HEAD~1"]) {
    const fork = await git("merge-base", "HEAD", base);
    if (!fork || fork === head) continue;
    const changed = await git("diff", "--name-only", "--diff-filter=d", fork);
    const added = await git("ls-files", "--others", "--exclude-standard");
    return changed === null ? null : [...new Set([...lines(changed), ...lines(added ?? "")])];
  }
  return null;
}
