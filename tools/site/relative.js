// Makes a built site work under any path. VitePress writes absolute addresses under one base; all pages are in one folder, so that
// in pages the base is "./", in style sheets, which are a folder below, "../", and in scripts the folder of the page that runs them.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Occurs nowhere else. */
export const base = "/hyperplane-site-base/";

/** An expression: the folder of the page, as an address without its origin. */
const folderOfPage = 'new URL("./",location.href).pathname';

function relativePage(html) {
  return html.replaceAll(`\\"base\\":\\"${base}\\"`, `\\"base\\":\\""+${folderOfPage}+"\\"`).replaceAll(base, "./");
}

function relativeScript(code, name) {
  // The search index is one long string, with the addresses of all pages in it.
  if (name.includes("localSearchIndex")) {
    const end = code.lastIndexOf(";export");
    return `${code.slice(0, end)}.replaceAll("${base}",${folderOfPage})${code.slice(end)}`;
  }
  const alone = new RegExp(`(["'\`])${base}\\1`, "g");
  return code.replace(alone, `(${folderOfPage})`).replaceAll(base, "./");
}

/** @param {string} folder of the site, whose pages are all at its top */
export function makeRelative(folder) {
  const change = (path, by) => {
    const text = readFileSync(path, "utf8");
    if (text.includes(base)) writeFileSync(path, by(text));
  };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.name.endsWith(".html")) change(path, relativePage);
    if (entry.name.endsWith(".css")) change(path, (css) => css.replaceAll(base, "../"));
    if (entry.name.endsWith(".js")) change(path, (code) => relativeScript(code, entry.name));
  }
}
