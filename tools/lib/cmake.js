// Configures and builds the CMake presets.

import { existsSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { environmentFor, findEmscripten } from "./emscripten.js";
import { inRepository } from "./paths.js";
import { run, runQuietly, ToolError, which } from "./process.js";
import { locate } from "./requirements.js";
import { digest, isCurrent, remember } from "./stamp.js";

export const buildFolder = (preset) => inRepository("build", preset);

/** The requirement that a preset takes its compiler from, where that is another than "compiler". */
const compilers = {
  "native-asan": "sanitizers",
  "native-clang14": "oldestClang",
  "native-gcc12": "oldestGcc",
};

/** The environment that a preset is configured and built in, and what of it a build folder depends on. */
async function environmentOf(preset) {
  if (preset.startsWith("wasm")) {
    const emscripten = await findEmscripten();
    if (!emscripten) throw new ToolError("There is no Emscripten: run  node tools/setup.js");
    // Debian's python3 starts faster than one that a version manager wraps, and the compiler starts it once a file.
    const python = process.platform === "linux" ? which("/usr/bin/python3") : null;
    return { ...environmentFor(emscripten), ...(python ? { EMSDK_PYTHON: python } : {}) };
  }
  const compiler = await locate(compilers[preset] ?? "compiler");
  if (!compiler) throw new ToolError("There is no C++ compiler: run  node tools/setup.js --for native");
  return { CXX: compiler };
}

/** Configures a preset where that is needed. A compiler other than the last time's starts the build folder anew. */
export async function configurePreset(preset) {
  const variables = await environmentOf(preset);
  const folder = buildFolder(preset);
  const stamp = join(folder, ".configured");
  const value = digest([inRepository("CMakePresets.json"), inRepository("cpp", "cmake")], [JSON.stringify(variables)]);
  if (isCurrent(stamp, value) && existsSync(join(folder, "build.ninja"))) return variables;
  rmSync(join(folder, "CMakeCache.txt"), { force: true });
  rmSync(join(folder, "CMakeFiles"), { recursive: true, force: true });
  await runQuietly("cmake", ["--preset", preset], { cwd: inRepository(), env: { ...process.env, ...variables } });
  remember(stamp, value);
  return variables;
}

/** Builds a preset's targets; without any named, those that the preset names. */
export async function buildPreset(preset, targets = []) {
  const variables = await configurePreset(preset);
  const named = targets.length > 0 ? ["--target", ...targets] : [];
  const parallel = String(availableParallelism());
  await run("cmake", ["--build", "--preset", preset, ...named, "--parallel", parallel], {
    cwd: inRepository(),
    env: { ...process.env, ...variables },
    hide: /^ninja: (no work to do|Entering directory)/,
  });
}
