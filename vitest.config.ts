import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Vitest by itself would leave one idle. */
const cores = availableParallelism();

/** One project per folder of tests, to run each by itself: npx vitest run --project web */
function project(name: string, timeout: number, { workers = cores, isolate = true, setup = "", retry = 0 } = {}) {
  return {
    test: {
      name,
      include: [`tests/${name}/**/*.test.ts`],
      testTimeout: timeout,
      hookTimeout: timeout,
      isolate,
      maxWorkers: workers,
      retry,
      ...(setup && { globalSetup: setup }),
      // Long enough for a busy machine: a poll that succeeds returns at once.
      expect: { poll: { timeout: 150_000 } },
    },
  };
}

/**
 * How many pages are open at once. In Firefox one window has the focus: fields of the others lose theirs without an event, and what
 * waits for the end of an input waits for ever.
 */
const pages = process.env.HYPERPLANE_BROWSER === "firefox" ? 1 : 3;

export default defineConfig({
  test: {
    projects: [
      project("structure", 60_000),
      project("web", 300_000),
      // One Chromium for all files, with pages of its own for each worker. Workers import playwright once.
      // A page that got no processor time when it mattered has a second try, which the report names.
      project("browser", 600_000, { workers: pages, isolate: false, setup: "tests/browser/setup.ts", retry: 1 }),
      // What npm run docs has built: by stage docs.
      project("site", 120_000),
      // A compiler is busy on all cores by itself.
      project("package", 600_000, { workers: 1 }),
      // Installs other packages: only by npm run test:matrix.
      project("matrix", 900_000, { workers: 1 }),
    ],
  },
});
