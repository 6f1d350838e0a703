import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";

const text = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

describe.each([
  { name: "example", load: () => import("./readme/example.js"), lines: 3 },
  { name: "world", load: () => import("./readme/world.js"), lines: 2 },
  { name: "mover", load: () => import("./readme/mover.js"), lines: 3 },
  { name: "continuous", load: () => import("./readme/continuous.js"), lines: 2 },
  { name: "compound", load: () => import("./readme/compound.js"), lines: 3 },
  { name: "mesh", load: () => import("./readme/mesh.js"), lines: 4 },
  { name: "decompose", load: () => import("./readme/decompose.js"), lines: 2 },
  { name: "fitted", load: () => import("./readme/fitted.js"), lines: 2 },
  { name: "field", load: () => import("./readme/field.js"), lines: 2 },
  { name: "rollback", load: () => import("./readme/rollback.js"), lines: 3 },
  { name: "level", load: () => import("./readme/level.js"), lines: 4 },
  { name: "plane", load: () => import("./readme/plane.js"), lines: 3 },
  { name: "plane_world", load: () => import("./readme/plane_world.js"), lines: 3 },
  { name: "plane_level", load: () => import("./readme/plane_level.js"), lines: 3 },
  { name: "three", load: () => import("./readme/three.js"), lines: 2 },
])("the example $name of the documents", ({ name, load, lines }) => {
  const source = text(`./readme/${name}.ts`);

  it("equals the type-checked file", () => {
    const pattern = new RegExp(`<!-- ${name}:begin[^\\n]*-->\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\`\\n<!-- ${name}:end -->`);
    expect(pattern.exec(text("../../README.md") + text("../../docs/guide.md"))?.[1]).toBe(source);
  });

  it("runs, and prints what its comments say", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    try {
      await load();
      const promised = [...source.matchAll(/console\.log\(.*\); \/\/ ([^:\n]+)/g)].map(([, said]) => said);
      expect(promised).toHaveLength(lines);
      expect(log.mock.calls.map((printed) => printed.join(" "))).toEqual(promised);
    } finally {
      log.mockRestore();
    }
  });
});
