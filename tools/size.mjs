#!/usr/bin/env node
// npm run size: what a page has to load. --write keeps the README's table, --check fails where that is out of date.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildPackage } from "./lib/package.mjs";
import { inRepository } from "./lib/paths.mjs";
import { main, ToolError } from "./lib/process.mjs";
import { sizeTable } from "./lib/size.mjs";

const readme = inRepository("README.md");
const between = /(<!-- size:begin[^>]*-->\n)([\s\S]*?)(<!-- size:end -->)/;

/** What the table may be off: compilers differ, and not every change of the core is worth a change of the README. */
const tolerance = 0.1;

function isClose(written, measured) {
  const numbers = (text) => [...text.matchAll(/([\d.]+) KB/g)].map(([, number]) => Number(number));
  const [old, now] = [numbers(written), numbers(measured)];
  const close = (value, i) => Math.abs(value - now[i]) <= Math.max(tolerance * now[i], 0.1001);
  return old.length === now.length && old.length > 0 && old.every(close);
}

await main(async () => {
  const { values } = parseArgs({ options: { write: { type: "boolean" }, check: { type: "boolean" } } });
  await buildPackage();
  const table = `${sizeTable()}\n`;
  process.stdout.write(table);
  if (!values.write && !values.check) return;
  const text = readFileSync(readme, "utf8");
  const [, , written] = between.exec(text) ?? [];
  if (written === undefined) throw new ToolError("README.md has no size:begin and size:end markers");
  if (values.write)
    writeFileSync(
      readme,
      text.replace(between, (_, begin, __, end) => `${begin}${table}${end}`),
    );
  else if (!isClose(written, table))
    throw new ToolError("The size table in README.md is out of date: run  npm run size -- --write");
});
