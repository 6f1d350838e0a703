import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { read, sourceFiles } from "./sources.js";

const all = sourceFiles();
const documents = sourceFiles("*.md");

describe("documents", () => {
  it("link to files that there are", () => {
    const broken: string[] = [];
    for (const file of documents) {
      for (const [, target = ""] of read(file).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:|^#/.test(target)) continue;
        const path = normalize(join(dirname(file), target.replace(/#.*/, "")));
        if (!existsSync(new URL(`../../${path}`, import.meta.url))) broken.push(`${file}: ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it("name files that there are", () => {
    const missing: string[] = [];
    let named = 0;
    for (const file of documents) {
      for (const [, name = ""] of read(file).matchAll(/`([\w./-]+\.(?:h|cpp|ts|js|md|css|txt))`/g)) {
        named++;
        const isThere = all.some((path) => path === name || path.endsWith(`/${name}`));
        if (!isThere) missing.push(`${file}: ${name}`);
      }
    }
    expect(missing).toEqual([]);
    expect(named).toBeGreaterThan(50);
  });
});
