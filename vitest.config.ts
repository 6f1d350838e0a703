import { defineConfig } from "vitest/config";

/** One project per folder of tests, to run each by itself: npx vitest run --project web */
function project(name: string, timeout: number, { workers = 0, isolate = true, setup = "" } = {}) {
  return {
    test: {
      name,
      include: [`tests/${name}/**/*.test.ts`],
      testTimeout: timeout,
      hookTimeout: timeout,
      isolate,
      ...(workers > 0 && { maxWorkers: workers }),
      ...(setup && { globalSetup: setup }),
      // Long enough for a busy machine: a poll that succeeds returns at once.
      expect: { poll: { timeout: 150_000 } },
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      project("structure", 60_000),
      project("web", 300_000),
      // One Chromium for all files, with pages of its own for each worker. Workers import playwright once.
      project("browser", 600_000, { workers: 3, isolate: false, setup: "tests/browser/setup.ts" }),
      // What npm run docs has built: by stage docs.
      project("site", 120_000),
      // A compiler is busy on all cores by itself.
      project("package", 600_000, { workers: 1 }),
      // Installs other packages: only by npm run test:matrix.
      project("matrix", 900_000, { workers: 1 }),
    ],
  },
});
