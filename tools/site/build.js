// The documentation site: lays the pages out, has VitePress build them, puts the demo page beside them.

import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "../lib/install.js";
import { step } from "../lib/log.js";
import { buildPackage } from "../lib/package.js";
import { inRepository } from "../lib/paths.js";
import { runQuietly, ToolError } from "../lib/process.js";
import { brokenLinks } from "./broken_links.js";
import { base, makeRelative } from "./relative.js";
import { stagePages } from "./stage_pages.js";
import { stageReference } from "./stage_reference.js";

const source = inRepository("tools", "site");
const pages = inRepository("build", "site-pages");

/** The built site. */
export const site = inRepository("build", "site");
export const vite = inRepository("node_modules", "vite", "bin", "vite.js");

/** Lays out what VitePress reads. */
async function stage() {
  rmSync(pages, { recursive: true, force: true });
  const settings = join(pages, ".vitepress");
  mkdirSync(settings, { recursive: true });
  // Where the settings and the theme find their packages.
  symlinkSync(join(source, "node_modules"), join(pages, "node_modules"));
  cpSync(join(source, "config.js"), join(settings, "config.js"));
  cpSync(join(source, "theme"), join(settings, "theme"), { recursive: true });
  cpSync(inRepository("web", "demo", "public", "favicon.svg"), join(pages, "public", "favicon.svg"));
  writeFileSync(join(pages, "package.json"), '{ "type": "module" }\n');
  const guide = stagePages(pages);
  const reference = await stageReference(pages, join(settings, "reference"));
  const { version } = JSON.parse(readFileSync(inRepository("package.json"), "utf8"));
  writeFileSync(join(settings, "site.json"), JSON.stringify({ base, out: site, guide, reference, version }));
}

/** @throws ToolError also for a dead link */
export async function buildSite() {
  await buildPackage();
  await installPackages(source);
  step("Building the documentation site");
  await stage();
  rmSync(site, { recursive: true, force: true });
  const vitepress = join(source, "node_modules", "vitepress", "bin", "vitepress.js");
  await runQuietly(process.execPath, [vitepress, "build", pages], { cwd: pages });
  makeRelative(site);
  // It fetches its parts from the root of the server.
  rmSync(join(site, "404.html"), { force: true });
  const demo = ["--config", inRepository("vite.config.ts"), "--outDir", join(site, "demo"), "--logLevel", "warn"];
  await runQuietly(process.execPath, [vite, "build", ...demo], {
    cwd: inRepository(),
    env: { ...process.env, VITE_SITE: "../" },
  });
  const broken = brokenLinks(site);
  if (broken.length > 0)
    throw new ToolError(`The site has dead links:\n${broken.map((link) => `  ${link}\n`).join("")}`);
}
