// What a page has to load, its code minified as by bundlers, as a table.

import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { inRepository } from "./paths.js";

const dist = inRepository("dist");

/** A file of the package, and the chunks that it imports, as bundlers and browsers follow them. */
function withImports(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imported = /(?:from|import)\s*"\.\/([^"]+\.js)"/g;
  for (const [, next] of readFileSync(join(dist, file), "utf8").matchAll(imported)) withImports(next, seen);
  return seen;
}

/** What a page loads of a file: code as bundlers minify it. */
async function loaded(file) {
  const content = readFileSync(join(dist, file));
  if (extname(file) !== ".js") return content;
  // Imported here because a fresh clone has no packages when this file is loaded.
  const { transform } = await import("esbuild");
  return Buffer.from((await transform(content.toString(), { minify: true, target: "es2022" })).code);
}

async function measure(files) {
  const loads = await Promise.all([...files].map(loaded));
  const sum = (size) => loads.reduce((total, content) => total + size(content), 0);
  return {
    raw: sum((content) => content.length),
    gzip: sum((content) => gzipSync(content, { level: 9 }).length),
    brotli: sum((content) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length),
  };
}

/** What is measured: a name for the table, and the files that it stands for. */
function contents() {
  const code = withImports("hyperplane.js");
  const three = withImports("three.js");
  return [
    { name: "`hyperplane.wasm`: the core", files: ["hyperplane.wasm"] },
    { name: "`hyperplane`: the code", files: code },
    { name: "**both, which is what a page loads**", files: ["hyperplane.wasm", ...code] },
    { name: "`hyperplane/inline`: the same in one file", files: withImports("inline.js") },
    {
      name: "`hyperplane/three`: the adapter, on top",
      files: [...three].filter((file) => !code.has(file)),
    },
    {
      name: "`hyperplane/react`: the hooks, on top",
      files: [...withImports("react.js")].filter((file) => !code.has(file) && !three.has(file)),
    },
    {
      name: "`hyperplane/decompose`: its module, code and worker",
      files: ["hyperplane_decompose.wasm", "decompose_worker.js", ...withImports("decompose.js")],
    },
    { name: "`hyperplane/2d`: its module and code", files: ["hyperplane_2d.wasm", ...withImports("2d.js")] },
  ];
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

export async function sizeTable() {
  const rows = [];
  for (const { name, files } of contents()) {
    const { raw, gzip, brotli } = await measure(files);
    rows.push([name, kilobytes(raw), kilobytes(gzip), kilobytes(brotli)]);
  }
  const lines = [["", "raw", "gzip", "brotli"], ["---", "--:", "--:", "--:"], ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
