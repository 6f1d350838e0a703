// What a page has to load, its code minified as by bundlers, as a table.

import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { transformSync } from "esbuild";
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
function loaded(file) {
  const content = readFileSync(join(dist, file));
  if (extname(file) !== ".js") return content;
  return Buffer.from(transformSync(content.toString(), { minify: true, target: "es2022" }).code);
}

function measure(files) {
  const contents = [...files].map(loaded);
  const sum = (size) => contents.reduce((total, content) => total + size(content), 0);
  return {
    raw: sum((content) => content.length),
    gzip: sum((content) => gzipSync(content, { level: 9 }).length),
    brotli: sum((content) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length),
  };
}

/** @returns {{ name: string, raw: number, gzip: number, brotli: number }[]} */
export function sizes() {
  const code = withImports("hyperplane.js");
  const rows = [
    { name: "`hyperplane.wasm`: the core", ...measure(["hyperplane.wasm"]) },
    { name: "`hyperplane`: the code", ...measure(code) },
    { name: "**both, which is what a page loads**", ...measure(["hyperplane.wasm", ...code]) },
    { name: "`hyperplane/inline`: the same in one file", ...measure(withImports("inline.js")) },
  ];
  if (existsSync(join(dist, "three.js"))) {
    const three = [...withImports("three.js")].filter((file) => !code.has(file));
    rows.push({ name: "`hyperplane/three`: the adapter, on top", ...measure(three) });
  }
  if (existsSync(join(dist, "decompose.js"))) {
    const decompose = ["hyperplane_decompose.wasm", "decompose_worker.js", ...withImports("decompose.js")];
    rows.push({ name: "`hyperplane/decompose`: its module, code and worker", ...measure(decompose) });
  }
  if (existsSync(join(dist, "2d.js"))) {
    rows.push({
      name: "`hyperplane/2d`: its module and code",
      ...measure(["hyperplane_2d.wasm", ...withImports("2d.js")]),
    });
  }
  return rows;
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

export function sizeTable() {
  const rows = sizes().map(({ name, raw, gzip, brotli }) => [name, kilobytes(raw), kilobytes(gzip), kilobytes(brotli)]);
  const lines = [["", "raw", "gzip", "brotli"], ["---", "--:", "--:", "--:"], ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
