// Builds what the demo page of npm start needs, which is less than the package: no declarations, nothing for Node or other platforms,
// and modules that are larger, and ready in a fifth of the time (README.md beside this folder has figures). A package that is up to
// date serves as well.

import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildFolder, buildPreset } from "./cmake.js";
import { installPackages } from "./install.js";
import { buildAlone, bundle, entries, isPackageCurrent, modules, typescript, workers } from "./package.js";
import { inRepository } from "./paths.js";
import { digest, isCurrent, remember } from "./stamp.js";

const preset = "wasm-page";
const folder = inRepository("build", "page");
const stamp = inRepository("build", "page.stamp");

/** Sets up what is missing, and builds for the page. @returns {Promise<boolean>} whether it is the package that the page uses */
export async function buildPage() {
  if (await isPackageCurrent()) {
    await installPackages();
    return true;
  }
  await buildAlone(async () => {
    await buildPreset(preset);
    const files = Object.keys(modules).map((module) => join(buildFolder(preset), `${module}.wasm`));
    const sources = [...typescript, "tools/lib/package.js", "tools/lib/page.js"].map((file) => inRepository(file));
    const value = digest([...sources, ...files]);
    if (isCurrent(stamp, value) && existsSync(folder)) return;
    const staging = inRepository("build", "page.new");
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { recursive: true });
    const { hyperplane, three, decompose, "2d": plane } = entries;
    await bundle(staging, { entries: { hyperplane, three, decompose, "2d": plane }, workers });
    for (const [module, name] of Object.entries(modules)) {
      copyFileSync(join(buildFolder(preset), `${module}.wasm`), join(staging, `${name}.wasm`));
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
    remember(stamp, value);
  });
  return false;
}
