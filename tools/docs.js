#!/usr/bin/env node
// npm run docs: the documentation as a static site, in build/site. It works under any path of any server for files.

import { parseArgs } from "node:util";
import { duration, note, step } from "./lib/log.js";
import { inRepository } from "./lib/paths.js";
import { main, run } from "./lib/process.js";
import { buildSite, site, vite } from "./site/build.js";

const help = `Usage: npm run docs -- [options]

Builds the documentation site into build/site: guide, API reference, figures, and the demo page.

  --serve     then serve it, as any server for files would
  --help      this text
`;

await main(async () => {
  const { values } = parseArgs({
    options: { serve: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const begin = performance.now();
  await buildSite();
  step(`The site is in build/site (${duration(performance.now() - begin)})`);
  if (!values.serve) return;
  note("Ctrl+C ends it.");
  await run(process.execPath, [vite, "preview", "--outDir", site], { cwd: inRepository("build") });
});
