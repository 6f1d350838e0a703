// What building and testing need beyond Node: how each is found, and how it is installed.

import { existsSync } from "node:fs";
import { join } from "node:path";
import * as apt from "./apt.js";
import { canProvideEmscripten, findEmscripten, llvm, minimumVersion, provideEmscripten } from "./emscripten.js";
import { bold, note, step } from "./log.js";
import { capture, ToolError, which } from "./process.js";
import { findVersion, isAtLeast } from "./version.js";

/** clang's and LLVM's own version suffixes, newest tried first after the one that is developed with. */
const versions = ["-19", "-22", "-21", "-20", ""];
const named = (program) => which(...versions.map((suffix) => program + suffix));

/** A program whose version is at least so much. */
async function programOfVersion(path, minimum) {
  if (!path) return null;
  const version = findVersion((await capture(path, ["--version"])).output);
  return version && isAtLeast(version, minimum) ? path : null;
}

/** A C++20 compiler. clang 19 is preferred: it is the one whose warnings and sanitizers the project is built with. */
export async function findCompiler() {
  if (process.env.CXX) return which(process.env.CXX);
  return (
    which("clang++-19") ??
    (await programOfVersion(which("clang++"), "14")) ??
    (await programOfVersion(which("g++", "c++"), "11"))
  );
}

/** The sources of GoogleTest: they are compiled with the tests' own flags, natively and to WebAssembly alike. */
export function findGoogleTest() {
  const folders = [process.env.HYPERPLANE_GOOGLETEST_DIR, "/usr/src/googletest", "/usr/local/src/googletest"];
  return folders.find((folder) => folder && existsSync(join(folder, "googletest", "src", "gtest-all.cc"))) ?? null;
}

export function findChromium() {
  const { HYPERPLANE_CHROMIUM } = process.env;
  if (HYPERPLANE_CHROMIUM) return which(HYPERPLANE_CHROMIUM);
  const elsewhere = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ];
  return which("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", ...elsewhere);
}

export const findClangFormat = () => named("clang-format");
export const findClangTidy = () => named("clang-tidy");

/** clang with its sanitizer and fuzzer runtimes. Apple's own clang has no fuzzer. */
export async function findSanitizingClang() {
  for (const path of versions.map((suffix) => which(`clang++${suffix}`))) {
    if (!path) continue;
    const { stdout } = await capture(path, ["-print-runtime-dir"]);
    const { stdout: resources } = await capture(path, ["-print-resource-dir"]);
    const folders = [stdout.trim(), join(resources.trim(), "lib", "linux"), join(resources.trim(), "lib", "darwin")];
    const names = [
      "libclang_rt.fuzzer.a",
      `libclang_rt.fuzzer-${process.arch === "arm64" ? "aarch64" : "x86_64"}.a`,
      "libclang_rt.fuzzer_osx.a",
    ];
    if (folders.some((folder) => names.some((name) => existsSync(join(folder, name))))) return path;
  }
  return null;
}

/**
 * @template T
 * @typedef {T | Promise<T>} MaybePromise
 */

/**
 * @typedef {object} Requirement
 * @property {string} what      for people
 * @property {() => MaybePromise<string | import("./emscripten.js").Emscripten | null>} find   null when it is not there
 * @property {string[]} apt     packages of Debian
 * @property {string} brew      how to get it on macOS
 * @property {string} windows   how to get it on Windows
 */

/** @type {Record<string, Requirement>} */
export const requirements = {
  python: {
    what: "Python 3 (Emscripten is written in it)",
    find: async () => programOfVersion(which("python3", "python"), "3.6"),
    apt: ["python3"],
    brew: "python",
    windows: "winget install Python.Python.3.13",
  },
  cmake: {
    what: "CMake 3.21 or newer",
    find: async () => programOfVersion(which("cmake"), "3.21"),
    apt: ["cmake"],
    brew: "cmake",
    windows: "winget install Kitware.CMake",
  },
  ninja: {
    what: "Ninja",
    find: () => which("ninja"),
    apt: ["ninja-build"],
    brew: "ninja",
    windows: "winget install Ninja-build.Ninja",
  },
  emscripten: {
    what: `Emscripten ${minimumVersion} or newer (emcc on the PATH)`,
    find: findEmscripten,
    apt: ["emscripten"],
    brew: "emscripten",
    windows: "emsdk (see Emscripten's download page), then emsdk_env.bat",
  },
  compiler: {
    what: "a C++20 compiler (clang 14, gcc 11 or newer)",
    find: findCompiler,
    apt: ["clang-19"],
    brew: "llvm",
    windows: "winget install LLVM.LLVM",
  },
  googletest: {
    what: "the sources of GoogleTest (or their folder in HYPERPLANE_GOOGLETEST_DIR)",
    find: findGoogleTest,
    apt: ["googletest"],
    brew: "",
    windows: "",
  },
  sanitizers: {
    what: "clang with its sanitizers and libFuzzer",
    find: findSanitizingClang,
    apt: ["clang-19", "libclang-rt-19-dev"],
    brew: "llvm",
    windows: "winget install LLVM.LLVM",
  },
  clangFormat: {
    what: "clang-format 19",
    find: findClangFormat,
    apt: ["clang-format-19"],
    brew: "clang-format",
    windows: "winget install LLVM.LLVM",
  },
  clangTidy: {
    what: "clang-tidy 19",
    find: findClangTidy,
    apt: ["clang-tidy-19"],
    brew: "llvm",
    windows: "winget install LLVM.LLVM",
  },
  chromium: {
    what: "Chromium or Chrome (or its path in HYPERPLANE_CHROMIUM)",
    find: findChromium,
    apt: ["chromium"],
    brew: "--cask chromium",
    windows: "winget install Google.Chrome",
  },
};

/** What each kind of work needs. */
export const needs = {
  wasm: ["python", "cmake", "ninja", "emscripten"],
  native: ["cmake", "ninja", "compiler"],
  "native-test": ["cmake", "ninja", "compiler", "googletest"],
  "wasm-test": ["python", "cmake", "ninja", "emscripten", "googletest"],
  sanitizers: ["cmake", "ninja", "sanitizers", "googletest"],
  "lint-cpp": ["clangFormat", "clangTidy"],
  browser: ["chromium"],
};

/** One screen that says what to install, and how. */
function manual(missing) {
  const list = missing.map((name) => requirements[name]);
  const unique = (values) => [...new Set(values.filter(Boolean))];
  const lines = [bold("This cannot be set up automatically here. Missing:"), ""];
  for (const { what } of list) lines.push(`  - ${what}`);
  const needsEmscripten = missing.includes("emscripten");
  const others = list.filter((entry) => entry !== requirements.emscripten);
  const packages = unique([...others.flatMap((entry) => entry.apt), ...(needsEmscripten ? llvm.packages : [])]);
  lines.push("", "How to install it:");
  if (packages.length > 0)
    lines.push(`  Debian, Ubuntu   sudo apt-get update && sudo apt-get install ${packages.join(" ")}`);
  if (needsEmscripten) {
    lines.push(
      "                   Debian 12: the rest is done without root. Debian 13, Ubuntu 24.10 and newer: also emscripten.",
      "                   Older ones: Emscripten's own installer, emsdk.",
    );
  }
  const formulas = unique(list.map((entry) => entry.brew)).filter((name) => !name.startsWith("--"));
  const casks = unique(list.map((entry) => entry.brew)).filter((name) => name.startsWith("--"));
  if (formulas.length > 0) lines.push(`  macOS            brew install ${formulas.join(" ")}`);
  for (const cask of casks) lines.push(`                   brew install ${cask}`);
  const windows = unique(list.map((entry) => entry.windows));
  windows.forEach((command, i) => {
    lines.push(`  ${i === 0 ? "Windows" : "       "}          ${command}`);
  });
  lines.push("", "Then run the same command again.");
  return lines.join("\n");
}

/**
 * Makes sure that everything for these kinds of work is there; installs what is missing, or says how to.
 * @param {string[]} kinds  keys of `needs`
 */
export async function provide(kinds) {
  const wanted = [...new Set(kinds.flatMap((kind) => needs[kind]))];
  const found = await Promise.all(wanted.map((name) => requirements[name].find()));
  const missing = wanted.filter((_, i) => !found[i]);
  if (missing.length === 0) return;
  step(`Setting up: ${missing.map((name) => requirements[name].what).join(", ")}`);

  const packages = new Set();
  const beyond = []; // what nothing here can install
  const mayInstall = await apt.canInstall();
  for (const name of missing) {
    if (name === "emscripten") {
      if (!(await canProvideEmscripten())) beyond.push(name);
    } else if (mayInstall) {
      for (const entry of requirements[name].apt) packages.add(entry);
    } else {
      beyond.push(name);
    }
  }
  if (beyond.length > 0) throw new ToolError(manual(beyond));
  if (packages.size > 0) {
    try {
      await apt.install([...packages]);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      throw new ToolError(`${error.message}\n\n${manual(missing)}`);
    }
  }
  if (missing.includes("emscripten")) {
    const { version } = await provideEmscripten();
    note(`Emscripten ${version} is ready`);
  }
  for (const name of missing) {
    if (!(await requirements[name].find()))
      throw new ToolError(`Installed, but still not usable: ${requirements[name].what}\n\n${manual([name])}`);
  }
}
