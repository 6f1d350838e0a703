/** What the numbers were taken on. */

import { execFileSync } from "node:child_process";
import os from "node:os";

export function describeMachine() {
  const cpus = os.cpus();
  return {
    cpu: `${cpus[0]?.model.trim().replaceAll(/\s+/g, " ") || "unknown processor"} (${cpus.length} cores seen)`,
    system: `${os.type()} ${os.arch()}`,
    node: `Node ${process.versions.node} (V8 ${process.versions.v8})`,
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    /** Processes that wanted a core over the last minute. More than a few tenths: the times are not to be trusted. */
    loadBefore: os.loadavg()[0],
    loadAfter: Number.NaN,
  };
}

function commit() {
  try {
    const options = { cwd: import.meta.dirname, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return String(execFileSync("git", ["rev-parse", "--short", "HEAD"], /** @type {any} */ (options))).trim();
  } catch {
    return "unknown";
  }
}
