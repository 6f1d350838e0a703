// Builds the npm package: the core to WebAssembly, its TypeScript to dist/.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { takeBorder } from "./border.js";
import { buildFolder, buildPreset } from "./cmake.js";
import { declaredEntries, pruneDeclarations } from "./declarations.js";
import { findEmscripten } from "./emscripten.js";
import { allOf } from "./in_parallel.js";
import { installPackages } from "./install.js";
import { withLock } from "./lock.js";
import { step } from "./log.js";
import { orderFunctions } from "./order_functions.js";
import { inRepository } from "./paths.js";
import { runQuietly, ToolError } from "./process.js";
import { provide } from "./set_up.js";
import { digest, isCurrent, remember, writeIfChanged } from "./stamp.js";

/** The WebAssembly modules as the compiler names them, and as the package does. */
export const modules = {
  "hyperplane-core": "hyperplane",
  "hyperplane-decompose": "hyperplane_decompose",
  "hyperplane-2d": "hyperplane_2d",
};
const generated = inRepository("web", "src", "generated");
const dist = inRepository("dist");
const stamp = inRepository("build", "package.stamp");

export const entries = {
  hyperplane: inRepository("web", "src", "index.ts"),
  inline: inRepository("web", "src", "inline.ts"),
  three: inRepository("web", "three", "index.ts"),
  react: inRepository("web", "react", "index.ts"),
  decompose: inRepository("web", "decompose", "index.ts"),
  "2d": inRepository("web", "plane", "index.ts"),
  "decompose-inline": inRepository("web", "decompose", "inline.ts"),
  edge: inRepository("web", "src", "edge.ts"),
  "decompose-edge": inRepository("web", "decompose", "edge.ts"),
};

/** A worker is loaded by its address, on its own: one file, whose code compresses better than shared chunks would. */
export const workers = { decompose_worker: inRepository("web", "decompose", "decompose_worker.ts") };

/** The program of package.json's `bin`. It runs in Node only, and loads the entry that does the work. */
const commands = { command: inRepository("web", "command", "index.ts") };

const bytesTypes = `// The bytes of the .wasm file, when it is bundled into the code.
declare const bytes: Uint8Array<ArrayBuffer>;
export default bytes;
`;

/** Compiles the modules and lays them where web/src finds them, with what they share with it. */
async function buildModules() {
  await buildPreset("wasm");
  for (const module of Object.keys(modules)) {
    const file = `${module}.wasm`;
    const built = join(buildFolder("wasm"), module);
    const sources = readFileSync(`${built}.sources`, "utf8").trim().split("\n");
    const border = takeBorder(
      readFileSync(`${built}.wasm`),
      readFileSync(`${built}-border.wasm`),
      sources.map((source) => readFileSync(source, "utf8")),
    );
    writeIfChanged(join(generated, file), orderFunctions(border.module));
    writeIfChanged(join(generated, `${module}.ts`), border.typescript);
    writeIfChanged(join(generated, `${module}.d.wasm.ts`), bytesTypes);
  }
}

/** Leaves entries that code outside of them imports where they are: bundlers look for a .wasm file beside the entry that has it. */
const entriesBeside = {
  name: "entries-beside",
  setup: (build) => {
    const files = { src: "hyperplane", three: "three", decompose: "decompose", plane: "2d" };
    build.onResolve({ filter: /\/(src|three|decompose|plane)\/index\.js$/ }, ({ path, importer }) => {
      if (!/[\\/]web[\\/](react|command)[\\/]/.test(importer)) return null;
      return { path: `./${files[path.split("/").at(-2)]}.js`, external: true };
    });
  },
};

/**
 * Bundles web/src into `folder`; entries that share code import the same chunk, so that there is one core, not three.
 * @param {string} folder
 * @param {Record<string, Record<string, string>>} points   entries, workers and commands: names and files
 */
export async function bundle(folder, { entries, workers, commands = {} }) {
  const { build } = await import("esbuild");
  const bundleAll = (entryPoints, splitting, options = {}) =>
    build({
      entryPoints,
      outdir: folder,
      absWorkingDir: inRepository(),
      bundle: true,
      splitting,
      format: "esm",
      platform: "neutral",
      target: "es2022",
      // Platforms of the entries named edge import the .wasm files themselves.
      external: ["three", "react", "@react-three/fiber", "*.wasm?module"],
      // Chunks lie beside the entries: code in them finds hyperplane.wasm in its own folder.
      chunkNames: "[name]-[hash]",
      loader: { ".wasm": "binary" },
      // Short lines: Node shows the line of an error that nobody catches. The maps name files of the package. Without shorter
      // names V8 11 happens to box numbers in loops over contacts. Without white space the comments that tell bundlers which imports
      // to leave alone would be lost.
      minifyIdentifiers: true,
      minifySyntax: true,
      lineLimit: 120,
      sourcemap: true,
      sourcesContent: false,
      logLevel: "warning",
      legalComments: "none",
      plugins: [entriesBeside],
      ...options,
    });
  const forNode = { external: ["three", "node:*"], chunkNames: "chunk-[hash]" };
  const bundles = [bundleAll(entries, true), bundleAll(workers, false), bundleAll(commands, true, forNode)];
  const { errors } = await Promise.all(bundles).then(
    (results) => ({ errors: results.flatMap((result) => result.errors) }),
    (failure) => failure, // esbuild has said what is wrong
  );
  if (errors.length > 0) throw new ToolError("The package could not be bundled.");
}

/** Names the sources in the maps of `folder` as seen from dist, which the folder becomes. */
function moveMaps(folder) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".map"))) {
    const map = readFileSync(join(folder, file), "utf8");
    writeFileSync(join(folder, file), map.replaceAll(`"${relative(folder, inRepository())}/`, '"../'));
  }
}

async function declare(folder) {
  const tsc = inRepository("node_modules", "typescript", "bin", "tsc");
  await runQuietly(process.execPath, [tsc, "-p", "tsconfig.package.json", "--outDir", join(folder, "types")], {
    cwd: inRepository(),
  });
  await pruneDeclarations(join(folder, "types"), declaredEntries(inRepository("package.json")));
}

function isWhole() {
  const code = Object.keys({ ...entries, ...workers, ...commands }).map((name) => `${name}.js`);
  const files = [...code, ...Object.values(modules).map((name) => `${name}.wasm`), "types/src/index.d.ts"];
  const forSources = Object.keys(modules).flatMap((module) => [
    `${module}.wasm`,
    `${module}.d.wasm.ts`,
    `${module}.ts`,
  ]);
  return [...files.map((file) => join(dist, file)), ...forSources.map((file) => join(generated, file))].every(
    existsSync,
  );
}

/** What the entries and the workers are bundled from. */
export const typescript = ["web/src", "web/three", "web/react", "web/decompose", "web/plane"];

/** Everything that `dist` depends on. */
async function inputs() {
  const files = [
    "CMakeLists.txt",
    "CMakePresets.json",
    "cpp/bindings",
    "cpp/cmake",
    "cpp/include",
    "cpp/src",
    ...typescript,
    "web/command",
    "tsconfig.json",
    "tsconfig.package.json",
    "package.json",
    "package-lock.json",
    "tools/lib/package.js",
    "tools/lib/border.js",
    "tools/lib/wasm_sections.js",
    "tools/lib/declarations.js",
    "tools/lib/order_functions.js",
  ];
  return digest(
    files.map((file) => inRepository(file)),
    [JSON.stringify(await findEmscripten())],
  );
}

/** Whether `dist` is what a build would make. */
export const isPackageCurrent = async () => isWhole() && isCurrent(stamp, await inputs());

/** Builds one thing from what is installed for it first. One process at a time: the others wait for it. */
export async function buildAlone(body) {
  return withLock(inRepository("build", "package.lock"), async () => {
    await allOf([provide(["wasm"]), installPackages()]);
    return body();
  });
}

/** Builds the package, where anything that it is made from has changed. @returns {Promise<boolean>} whether it has */
export async function buildPackage() {
  return buildAlone(async () => {
    // What changes during the build is built the next time.
    const value = await inputs();
    if (isCurrent(stamp, value) && isWhole()) return false;
    await buildDist(value);
    return true;
  });
}

async function buildDist(value) {
  await buildModules();
  step("Building the package (dist)");
  rmSync(stamp, { force: true });
  // In a folder of its own first: where a step fails, dist stays as it was.
  const staging = inRepository("build", "dist");
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  await Promise.all([bundle(staging, { entries, workers, commands }), declare(staging)]);
  moveMaps(staging);
  for (const [module, name] of Object.entries(modules)) {
    copyFileSync(join(generated, `${module}.wasm`), join(staging, `${name}.wasm`));
  }
  rmSync(dist, { recursive: true, force: true });
  renameSync(staging, dist);
  remember(stamp, value);
}

/** The size of every file of the package that a page loads. */
export function packageFiles() {
  return readdirSync(dist)
    .filter((file) => /\.(js|wasm)$/.test(file))
    .map((file) => ({ file, path: join(dist, file), bytes: statSync(join(dist, file)).size }));
}
