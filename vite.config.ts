import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { type Connect, defineConfig, type Plugin } from "vite";

const inRepository = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const built = (mode: string) => (mode === "page" ? "build/page" : "dist");

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};
const noSite = `<!doctype html><meta charset="utf-8"><title>hyperplane: documentation</title>
<body style="max-width: 36em; margin: 4em auto; padding: 0 1em; font: 16px/1.6 system-ui">
<h1>The documentation is not built yet</h1>
<p>Run <code>npm run docs</code>, and reload this page. Until then, the guide is in <code>docs/guide.md</code>.</p>`;

/** Serves the documentation site at site/, where the links of the page lead, if npm run docs has built it. */
const serveSite: Connect.NextHandleFunction = (request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
  const file = join(inRepository("build/site"), normalize(path.endsWith("/") ? `${path}index.html` : path));
  const isThere = existsSync(file) && statSync(file).isFile();
  response.writeHead(isThere ? 200 : 404, { "Content-Type": (isThere && types[extname(file)]) || "text/html" });
  response.end(isThere ? readFileSync(file) : noSite);
};

const site: Plugin = {
  name: "documentation-site",
  configureServer: ({ middlewares }) => void middlewares.use("/site", serveSite),
  configurePreviewServer: ({ middlewares }) => void middlewares.use("/site", serveSite),
};

/** The demo page. It uses the built package, by the names that a user of it has; `npm start` may have built less. */
export default defineConfig(({ mode }) => ({
  root: inRepository("web/demo"),
  base: "./",
  plugins: [site],
  resolve: {
    alias: [
      { find: /^hyperplane$/, replacement: inRepository(`${built(mode)}/hyperplane.js`) },
      { find: /^hyperplane\/(inline|three|react|decompose|2d)$/, replacement: inRepository(`${built(mode)}/$1.js`) },
    ],
  },
  // three.js is larger than what Vite warns of.
  build: { outDir: inRepository("build/demo"), emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 700 },
  server: { fs: { allow: [inRepository(".")] } },
}));
