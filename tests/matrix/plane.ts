import { cpSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { GOLDEN_PLANE } from "../web/support/golden.js";
import { type App, titleOfFolder } from "./app.js";
import { theBrowser } from "./environment.js";

/** `hyperplane/2d` by itself, in the environments of the other files: the answers must have the bits that they have everywhere. */

const scene = fileURLToPath(new URL("../browser/pages/golden_plane.js", import.meta.url));

export const planeAnswer = `plane ${GOLDEN_PLANE}`;
const onPage = { title: planeAnswer, complaints: [] };

/** Writes the program, and what calls it: as a page, or for a console. */
export function writePlane(app: App, how: "page" | "console"): void {
  app.write("web/golden_plane.js", readFileSync(scene, "utf8"));
  const shown =
    how === "console"
      ? "then(console.log)"
      : "then((title) => { document.title = title; }, (error) => { document.title = 'failed: ' + error; })";
  app.write("plane.js", `import { program } from "./web/program_plane.js";\nprogram().${shown};\n`);
}

/** The module, for bundlers that leave it behind. */
export function copyPlane(app: App, folder: string): void {
  cpSync(app.at("node_modules", "hyperplane", "dist", "hyperplane_2d.wasm"), app.at(folder, "hyperplane_2d.wasm"));
}

/** The page of a folder with a script, or the page that is there. */
export async function expectPlane(app: App, folder: string, script?: string, type = "module"): Promise<void> {
  if (script !== undefined) {
    app.write(
      `${folder}/index.html`,
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>loading</title><link rel="icon" href="data:,">
<body><script type="${type}" src="./${script}"></script></body></html>
`,
    );
  }
  expect(await titleOfFolder(await theBrowser(), app.at(folder))).toEqual(onPage);
}
