// node_modules as package-lock.json says.

import { existsSync } from "node:fs";
import { withLock } from "./lock.js";
import { step } from "./log.js";
import { inRepository } from "./paths.js";
import { runQuietly, ToolError, which } from "./process.js";
import { digest, isCurrent, remember } from "./stamp.js";

/** Installs the packages of a folder, where they are not there or the lock file has changed. One process at a time. */
export async function installPackages(folder = inRepository()) {
  await withLock(inRepository("build", "install.lock"), () => installAlone(folder));
}

async function installAlone(folder) {
  const lock = `${folder}/package-lock.json`;
  const stamp = `${folder}/node_modules/.hyperplane-lock`;
  const value = digest(
    [lock, `${folder}/package.json`],
    [process.version.split(".")[0], process.platform, process.arch],
  );
  if (isCurrent(stamp, value)) return;
  const npm = which("npm");
  if (!npm) throw new ToolError("npm is not on the PATH; it comes with Node.js");
  step(existsSync(stamp) ? "Updating the npm packages" : "Installing the npm packages");
  await runQuietly(npm, ["ci", "--no-audit", "--no-fund", "--no-update-notifier"], { cwd: folder });
  remember(stamp, value);
}
