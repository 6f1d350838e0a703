import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { codeBlocks, documents } from "../../docs_code.js";

const folder = new URL("../readme/", import.meta.url);
const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ""));
const blocks = codeBlocks();

describe.each(names)("the example %s of the documents", (name) => {
  const source = readFileSync(new URL(`${name}.ts`, folder), "utf8");

  it("equals the type-checked file", () => {
    const shown = blocks.filter((block) => block.example === name);
    expect(shown.map(({ text }) => text)).toEqual([source]);
  });

  it("runs, and prints what its comments say", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    try {
      await import(`../readme/${name}.ts`);
      const promised = [...source.matchAll(/console\.log\(.*\); \/\/ ([^:\n]+)/g)].map(([, said]) => said);
      expect(promised.length).toBeGreaterThan(0);
      expect(promised).toHaveLength([...source.matchAll(/console\.log\(/g)].length);
      expect(log.mock.calls.map((printed) => printed.join(" "))).toEqual(promised);
    } finally {
      log.mockRestore();
    }
  });
});

describe("the code of the documents", () => {
  it("is found", () => {
    expect(documents.length).toBeGreaterThan(10);
    expect(blocks.length).toBeGreaterThan(names.length);
  });

  it("is run, unless it is another library's", () => {
    const code = blocks.filter(({ language }) => !["", "sh", "text", "json", "json5"].includes(language));
    const idle = code.filter(({ example, theirs, from }) => !example && !theirs && !from);
    expect(idle.map(({ document, text }) => `${document}: ${text.split("\n")[0]}`)).toEqual([]);
  });

  it("is an excerpt of a file that other tests run, where it says so", () => {
    const excerpts = blocks.filter(({ from }) => from);
    for (const { from, text } of excerpts) {
      const source = readFileSync(new URL(`../../../${from}`, import.meta.url), "utf8");
      const lines = text.split("\n").map((line) => line.replace(/\s*\/\/ .*/, "").trim());
      const missing = lines.filter((line) => line !== "" && !source.includes(line));
      expect(missing).toEqual([]);
    }
  });
});
