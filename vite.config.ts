import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const inRepository = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The demo page. It uses the built package, by the names that a user of it has. */
export default defineConfig({
  root: inRepository("web/demo"),
  base: "./",
  resolve: {
    alias: [
      { find: /^hyperplane$/, replacement: inRepository("dist/hyperplane.js") },
      { find: /^hyperplane\/(inline|three|decompose|2d)$/, replacement: inRepository("dist/$1.js") },
    ],
  },
  // three.js is larger than what Vite warns of.
  build: { outDir: inRepository("build/demo"), emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 700 },
  server: { fs: { allow: [inRepository(".")] } },
});
