import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";

const text = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

it("shows in the README the example that is type-checked", () => {
  const block = /<!-- example:begin[^\n]*-->\n```ts\n([\s\S]*?)```\n<!-- example:end -->/.exec(text("../../README.md"));
  expect(block?.[1]).toBe(text("./readme/example.ts"));
});

it("runs the example, which prints what its comments say", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await import("./readme/example.js");
    const promised = [...text("./readme/example.ts").matchAll(/console\.log\(.*\); \/\/ ([^:\n]+)/g)].map(
      ([, said]) => said,
    );
    expect(promised).toHaveLength(3);
    expect(log.mock.calls.map(([printed]) => String(printed))).toEqual(promised);
  } finally {
    log.mockRestore();
  }
});
