#!/usr/bin/env node
// npm run size: what a page has to load.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildPackage } from "./lib/package.js";
import { inRepository } from "./lib/paths.js";
import { main, ToolError } from "./lib/process.js";
import { sizeTable } from "./lib/size.js";

const help = `Usage: npm run size -- [options]

Builds the package, and prints what a page has to load.

  --write     writes the table to docs/performance.md
  --check     fails if the table in docs/performance.md is out of date
  --help      this text
`;

const page = inRepository("docs", "performance.md");
const between = /(<!-- size:begin[^>]*-->\n)([\s\S]*?)(<!-- size:end -->)/;

/** Relative tolerance of the table: compilers differ, and small changes of the core need no new table. */
const tolerance = 0.1;

function isClose(written, measured) {
  const numbers = (text) => [...text.matchAll(/([\d.]+) KB/g)].map(([, number]) => Number(number));
  const [old, now] = [numbers(written), numbers(measured)];
  const close = (value, i) => Math.abs(value - now[i]) <= Math.max(tolerance * now[i], 0.1001);
  return old.length === now.length && old.length > 0 && old.every(close);
}

await main(async () => {
  const { values } = parseArgs({
    options: { write: { type: "boolean" }, check: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  await buildPackage();
  const table = `${await sizeTable()}\n`;
  process.stdout.write(table);
  if (!values.write && !values.check) return;
  const text = readFileSync(page, "utf8");
  const [, , written] = between.exec(text) ?? [];
  if (written === undefined) throw new ToolError("docs/performance.md has no size:begin and size:end markers");
  if (values.write)
    writeFileSync(
      page,
      text.replace(between, (_, begin, __, end) => `${begin}${table}${end}`),
    );
  else if (!isClose(written, table))
    throw new ToolError("The size table in docs/performance.md is out of date: run  npm run size -- --write");
});
