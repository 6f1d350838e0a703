import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { read, sourceFiles } from "./sources.js";

/** A folder may use what stands in an earlier row, and itself. Folders of one row do not know each other. */
const cppLayers = [
  ["math"],
  ["core"],
  ["hull", "bvh"],
  ["shape", "broadphase"],
  ["narrowphase"],
  ["ccd"],
  ["query"],
  ["world"],
  ["bindings"],
];

const rankOf = (folder: string) => cppLayers.findIndex((row) => row.includes(folder));

function mayUse(from: string, to: string): boolean {
  return from === to || rankOf(to) < rankOf(from);
}

/** The layer that a C++ file is in, or null. */
function layerOf(file: string): string | null {
  return /^cpp\/src\/(\w+)\//.exec(file)?.[1] ?? (file.startsWith("cpp/bindings/") ? "bindings" : null);
}

function includesOf(file: string): string[] {
  return [...read(file).matchAll(/^\s*#\s*include\s*([<"][^>"]+)[>"]/gm)].map(([, name]) => name ?? "");
}

/** What a TypeScript file imports, whether for its values or for its types. */
function importsOf(file: string): string[] {
  const pattern = /(?:^|\s)(?:import|export)\s(?:[^"';]*?\sfrom\s*)?"([^"]+)"|import\(\s*"([^"]+)"\s*\)/gm;
  return [...read(file).matchAll(pattern)].map(([, name, dynamic]) => name ?? dynamic ?? "");
}

describe("C++ layers", () => {
  const files = sourceFiles("cpp/src/*.h", "cpp/src/*.cpp", "cpp/bindings/*.h", "cpp/bindings/*.cpp");

  it("has every folder of cpp/src in the list", () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => rankOf(layerOf(file) ?? "") < 0)).toEqual([]);
  });

  it("includes only what stands left of the including folder", () => {
    const wrong: string[] = [];
    for (const file of files) {
      const layer = layerOf(file) ?? "";
      for (const include of includesOf(file)) {
        const [, quoted] = /^"([^"]+)$/.exec(include) ?? [];
        if (!quoted) continue;
        const folder = /^(\w+)\//.exec(quoted)?.[1];
        // A name without a folder is that of a file beside it.
        if (folder && !mayUse(layer, folder)) wrong.push(`${file} includes "${quoted}"`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("lets the public headers include only each other and the standard library", () => {
    const wrong = sourceFiles("cpp/include/*.h").flatMap((file) =>
      includesOf(file)
        .filter((include) => !/^<(hyperplane\/\w+\.h|\w+)$/.test(include))
        .map((include) => `${file} includes ${include}`),
    );
    expect(wrong).toEqual([]);
  });

  it("has intrinsics in math/simd.h only", () => {
    const wrong = sourceFiles("cpp/*.h", "cpp/*.cpp")
      .filter((file) => file !== "cpp/src/math/simd.h")
      .filter((file) => includesOf(file).some((include) => /(intrin|wasm_simd128|arm_neon)\.h$/.test(include)));
    expect(wrong).toEqual([]);
  });
});

describe("web layers", () => {
  const layers = ["web/src/", "web/three/", "web/demo/"];
  const files = sourceFiles("web/*.ts", "web/*.js");

  it("imports only what stands left of the importing folder", () => {
    const wrong: string[] = [];
    for (const file of files) {
      const rank = layers.findIndex((layer) => file.startsWith(layer));
      if (rank < 0) continue;
      for (const name of importsOf(file)) {
        if (!name.startsWith(".")) continue;
        const target = layers.findIndex((layer) => join(dirname(file), name).startsWith(layer));
        // The demo is a user of the package: it imports it by its name.
        if (target < 0 || target > rank || (rank === 2 && target < 2)) wrong.push(`${file} imports ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("lets web/src import nothing from outside, and web/three only three.js", () => {
    const outside = (file: string) => importsOf(file).filter((name) => !name.startsWith("."));
    const wrong = files.flatMap((file) => {
      if (file.startsWith("web/src/")) return outside(file).map((name) => `${file} imports ${name}`);
      if (!file.startsWith("web/three/")) return [];
      return outside(file)
        .filter((name) => !/^three(\/|$)/.test(name))
        .map((name) => `${file} imports ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it("names the generated files in inline.ts only", () => {
    const users = files.filter((file) => importsOf(file).some((name) => name.includes("/generated/")));
    expect(users.filter((file) => file !== "web/src/inline.ts")).toEqual([]);
  });
});
