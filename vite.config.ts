import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const inRepository = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const built = (mode: string) => (mode === "page" ? "build/page" : "dist");

/** The demo page. It uses the built package, by the names that a user of it has; `npm start` may have built less. */
export default defineConfig(({ mode }) => ({
  root: inRepository("web/demo"),
  base: "./",
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
