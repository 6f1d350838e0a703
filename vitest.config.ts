import { defineConfig } from "vitest/config";

/** One project a folder of tests, so that each can be run by itself: npx vitest run --project web */
function project(name: string, timeout: number, { inParallel = true, setup = "" } = {}) {
  return {
    test: {
      name,
      include: [`tests/${name}/**/*.test.ts`],
      testTimeout: timeout,
      hookTimeout: timeout,
      fileParallelism: inParallel,
      ...(setup && { globalSetup: setup }),
      // A busy machine takes its time; what polls is about to be true or never will be.
      expect: { poll: { timeout: 40_000 } },
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      project("structure", 20_000),
      project("web", 60_000),
      // A browser or a compiler is busy on all cores by itself.
      project("browser", 120_000, { inParallel: false, setup: "tests/browser/setup.ts" }),
      project("package", 300_000, { inParallel: false }),
    ],
  },
});
