import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { read, sourceFiles } from "./sources.js";

/** A folder may use what stands in an earlier row, and itself. Folders of one row do not know each other. */
const cppLayers = [
  ["math"],
  ["core"],
  ["depenetration"],
  ["motion", "hull", "bvh"],
  ["shape", "broadphase"],
  ["composite", "colliders"],
  ["narrowphase", "decompose", "plane"],
  ["ccd"],
  ["query"],
  ["world"],
  ["character"],
  ["bindings"],
];

/** The layer that a public header belongs to: its own code and the layers after it may include it. */
const layersOfPublicHeaders: Record<string, string> = {
  "geometry.h": "math",
  "status.h": "core",
  "kind_mask.h": "core",
  "mover_base.h": "core",
  "shape.h": "hull",
  "height_field.h": "composite",
  "voxels.h": "composite",
  "triangle_mesh.h": "composite",
  "collider.h": "broadphase",
  "decompose.h": "decompose",
  "plane.h": "plane",
  "plane_composite.h": "plane",
  "plane_tile_map.h": "plane",
  "plane_pair.h": "plane",
  "plane_query.h": "plane",
  "plane_sweep.h": "plane",
  "plane_world.h": "plane",
  "contact_feature.h": "shape",
  "shape_query.h": "shape",
  "batch.h": "narrowphase",
  "explain.h": "narrowphase",
  "pair.h": "narrowphase",
  "sweep.h": "ccd",
  "mover.h": "query",
  "world_base.h": "colliders",
  "world_query.h": "query",
  "world.h": "world",
  "character.h": "character",
  "character_base.h": "character",
  "plane_character.h": "character",
};

const rankOf = (folder: string) => cppLayers.findIndex((row) => row.includes(folder));

function mayUse(from: string, to: string): boolean {
  return from === to || rankOf(to) < rankOf(from);
}

const publicHeaders = "cpp/include/hyperplane/";

/** The layer that a C++ file is in, or null. */
function layerOf(file: string): string | null {
  if (file.startsWith(publicHeaders)) return layersOfPublicHeaders[file.slice(publicHeaders.length)] ?? null;
  return /^cpp\/src\/(\w+)\//.exec(file)?.[1] ?? (file.startsWith("cpp/bindings/") ? "bindings" : null);
}

/** The layer of an include, as includesOf gives it; null for the standard library and for files beside the including. */
function layerOfInclude(include: string): string | null {
  if (include.startsWith("<hyperplane/")) return layersOfPublicHeaders[include.slice("<hyperplane/".length)] ?? null;
  return /^"(\w+)\//.exec(include)?.[1] ?? null;
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
  const files = ["src", "include", "bindings"].flatMap((folder) =>
    sourceFiles(`cpp/${folder}/*.h`, `cpp/${folder}/*.cpp`),
  );

  it("assigns every folder of cpp/src and every public header to a layer", () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => rankOf(layerOf(file) ?? "") < 0)).toEqual([]);
    expect(Object.keys(layersOfPublicHeaders).filter((name) => !files.includes(publicHeaders + name))).toEqual([]);
  });

  it("tells upward includes from downward ones", () => {
    const mayInclude = (layer: string, include: string) => mayUse(layer, layerOfInclude(include) ?? "");
    expect(mayInclude("query", "<hyperplane/world_query.h")).toBe(true);
    expect(mayInclude("world", '"query/scene.h')).toBe(true);
    expect(mayInclude("query", "<hyperplane/world.h")).toBe(false);
    expect(mayInclude("broadphase", "<hyperplane/shape_query.h")).toBe(false);
    expect(mayInclude("query", '"world/storage.h')).toBe(false);
  });

  it("includes only layers below the file's own, public headers too", () => {
    const wrong = files.flatMap((file) =>
      includesOf(file)
        .filter((include) => {
          const layer = layerOfInclude(include);
          return layer !== null && !mayUse(layerOf(file) ?? "", layer);
        })
        .map((include) => `${file} includes ${include}`),
    );
    expect(wrong).toEqual([]);
  });

  /** Folders within a layer; one may include what stands in an earlier row, and itself. */
  const rooms: Record<string, string[][]> = {
    plane: [["math"], ["shape"], ["pair"], ["world"]],
    narrowphase: [["convex"], ["box"], ["table", "explain"], ["part"], ["union"], ["composite"], ["pair"]],
  };

  for (const [layer, rows] of Object.entries(rooms)) {
    it(`orders the folders of ${layer}`, () => {
      const inLayer = files.filter((file) => file.startsWith(`cpp/src/${layer}/`));
      const roomOf = (path: string) => new RegExp(`\\b${layer}/(\\w+)/`).exec(path)?.[1] ?? "";
      const rankIn = (room: string) => rows.findIndex((row) => row.includes(room));
      expect(inLayer.length).toBeGreaterThan(0);
      expect(inLayer.filter((file) => rankIn(roomOf(file)) < 0)).toEqual([]);
      const wrong = inLayer.flatMap((file) =>
        includesOf(file)
          .filter((include) => include.startsWith(`"${layer}/`))
          .filter((include) => roomOf(include) !== roomOf(file) && rankIn(roomOf(include)) >= rankIn(roomOf(file)))
          .map((include) => `${file} includes ${include}`),
      );
      expect(wrong).toEqual([]);
    });
  }

  it("lets the public headers include only each other and the standard library", () => {
    const wrong = sourceFiles("cpp/include/*").flatMap((file) =>
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
  const layers = ["web/src/", "web/decompose/", "web/plane/", "web/three/", "web/react/", "web/command/", "web/demo/"];
  const files = sourceFiles("web/*.ts", "web/*.js");

  it("imports only what stands left of the importing folder", () => {
    const wrong: string[] = [];
    for (const file of files) {
      const rank = layers.findIndex((layer) => file.startsWith(layer));
      if (rank < 0) continue;
      for (const name of importsOf(file)) {
        if (!name.startsWith(".")) continue;
        const target = layers.findIndex((layer) => join(dirname(file), name).startsWith(layer));
        const isDemo = layers[rank] === "web/demo/";
        // package.json has the version.
        if (file === "web/command/index.ts" && name === "../../package.json") continue;
        // The text of a program, which the page shows.
        if (isDemo && /^(\.\.\/)+tests\/web\/readme\/\w+\.ts\?raw$/.test(name)) continue;
        // An example that the page plays.
        if (isDemo && /^(\.\.\/)+examples\/\w+\/\w+\.js$/.test(name)) continue;
        // The demo is a user of the package: it imports it by its name.
        if (target < 0 || target > rank || (isDemo && target < rank)) wrong.push(`${file} imports ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("lets web/three import only three.js from outside, web/react React too, web/command Node, and the others nothing", () => {
    const outside = (file: string) => importsOf(file).filter((name) => !name.startsWith("."));
    const wrong = files.flatMap((file) => {
      if (/^web\/(src|decompose|plane)\//.test(file)) return outside(file).map((name) => `${file} imports ${name}`);
      const [, folder = ""] = /^web\/(three|react|command)\//.exec(file) ?? [];
      const allowed = {
        three: /^three(\/|$)/,
        react: /^(three|react|@react-three\/fiber)$/,
        command: /^(three(\/|$)|node:)/,
      }[folder];
      if (allowed === undefined) return [];
      return outside(file)
        .filter((name) => !allowed.test(name))
        .map((name) => `${file} imports ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it("loads the code of space with neither the plane nor the decomposition", () => {
    // Types are no code.
    const imports = /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)\.js";/gmsu;
    const isOfTypes = (statement: string) => /\{(\s*type \w+,?)+\s*\}/u.test(statement);
    const reached = new Set(["web/plane/index.ts", "web/decompose/index.ts"]);
    for (const file of reached) {
      for (const [statement, name = ""] of read(file).matchAll(imports)) {
        const target = `${join(dirname(file), name)}.ts`;
        // The build writes the files of this folder, which import nothing.
        if (!isOfTypes(statement) && !target.startsWith("web/src/generated/")) reached.add(target);
      }
    }
    expect(reached).toContain("web/src/wasm_module.ts");
    expect(reached).not.toContain("web/src/space.ts");
  });

  it("has no circle of files in the demo, not even of types", () => {
    const demo = new Set(files.filter((file) => file.startsWith("web/demo/")));
    const targets = (file: string) =>
      importsOf(file)
        .map((name) => join(dirname(file), name).replace(/\.js$/, ".ts"))
        .filter((target) => demo.has(target));
    const circles: string[] = [];
    const done = new Set<string>();
    const follow = (way: readonly string[], file: string): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" > "));
      if (way.includes(file) || done.has(file)) return;
      for (const target of targets(file)) follow([...way, file], target);
      done.add(file);
    };
    for (const file of demo) follow([], file);
    expect(done.size).toBeGreaterThan(100);
    expect(circles).toEqual([]);
  });

  it("names the generated .wasm files in inline.ts only", () => {
    const users = files.filter((file) => importsOf(file).some((name) => /\/generated\/.*\.wasm$/.test(name)));
    expect(users.filter((file) => !file.endsWith("/inline.ts"))).toEqual([]);
  });
});
