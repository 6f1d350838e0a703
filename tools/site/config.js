// VitePress's settings. npm run docs copies this file and the theme to where the pages are, with the menus beside them.

import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";

const { base, out, guide, reference, version } = JSON.parse(
  readFileSync(new URL("site.json", import.meta.url), "utf8"),
);

/** As on GitHub, where the same documents are read. */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

/** Highlighting gives up after half a second, and leaves the rest black: on a busy machine a block takes longer. */
const patient = {
  name: "patient",
  preprocess(code, options) {
    options.tokenizeTimeLimit = 0;
    return code;
  },
};

/**
 * Who searches wants an explanation first, then the reference, but for a name itself; then how it is made. The page runs this function's
 * text, so that it can refer to nothing else.
 */
function boostDocument(id, term, { title, titles }) {
  const page = id.slice(id.lastIndexOf("/") + 1);
  if (/^(hyperplane|api)\b/.test(page)) {
    const isName = titles.length === 0 && title.toLowerCase().replace(/\W.*/, "") === term;
    return isName ? 1 : 0.15;
  }
  return /^(examples?|architecture|algorithms|performance|experiments|benchmarks|changelog|contributing|licence)\b/.test(
    page,
  )
    ? 0.4
    : 1;
}

export default defineConfig({
  title: "hyperplane",
  description: "Collision detection for the web: which shapes touch, where, how deep, and the shortest way apart",
  lang: "en",
  base,
  outDir: out,
  head: [["link", { rel: "icon", href: `${base}favicon.svg`, type: "image/svg+xml" }]],
  markdown: {
    anchor: { slugify },
    theme: { light: "github-light-high-contrast", dark: "github-dark" },
    codeTransformers: [patient],
  },
  // A page of the demo, which VitePress does not build.
  ignoreDeadLinks: [/^\/?\.?\/?demo\//],
  themeConfig: {
    logo: { src: "/favicon.svg", alt: "" },
    siteTitle: "hyperplane",
    nav: [
      { text: "Guide", link: "/first-collision", activeMatch: "^/(?!hyperplane|api|benchmarks)." },
      { text: "API", link: "/hyperplane", activeMatch: "^/(hyperplane|api)" },
      { text: "Benchmarks", link: "/benchmarks" },
      { text: "Demo", link: "/demo/index.html", target: "_blank" },
      { text: version, link: "/changelog" },
    ],
    sidebar: { "/hyperplane": reference, "/api": reference, "/": guide },
    outline: [2, 3],
    externalLinkIcon: false,
    search: {
      provider: "local",
      options: { detailedView: true, miniSearch: { searchOptions: { boostDocument } } },
    },
    footer: { message: "MIT licence" },
    docFooter: { prev: "Before", next: "Next" },
  },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
});
