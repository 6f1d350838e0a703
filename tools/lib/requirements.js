// What building and testing need beyond Node: how a machine is searched for it, and how it is installed.
//
// Native code is compiled with one compiler in every stage, clang 19: its warnings are errors, its sanitizers and its fuzzer
// are the ones that run, and clang-format and clang-tidy have its version too. It is installed wherever apt has it, whatever other
// compilers the machine has. `instead` finds a substitute for machines where it cannot be installed.

import { join } from "node:path";
import { findEmscripten, minimumVersion } from "./emscripten.js";
import { thisMachine } from "./machine.js";
import { ToolError } from "./process.js";
import { findVersion, isAtLeast } from "./version.js";

/** @typedef {import("./machine.js").Machine} Machine */

/** The major version of clang, clang-format and clang-tidy. */
export const llvmVersion = 19;

/** The oldest compilers that the C++ sources are built with (stage cpp-compilers). */
export const oldestClang = 14;
export const oldestGcc = 12;

/** Substitutes are tried from the newest to the oldest; the plain name is often the system's default, and old. */
const suffixes = ["-23", "-22", "-21", "-20", "", "-18", "-17", "-16", "-15", "-14"];

/** @param {Machine} machine */
async function versionOf(machine, path) {
  return findVersion((await machine.capture(path, ["--version"])).output);
}

/** A program, if its version is at least `minimum`. */
async function programOfVersion(machine, path, minimum) {
  if (!path) return null;
  const version = await versionOf(machine, path);
  return version && isAtLeast(version, minimum) ? path : null;
}

/** A program of exactly this major version: `name-19`, or `name` if that is 19 too. */
async function programOfMajor(machine, name, major) {
  for (const path of [machine.which(`${name}-${major}`), machine.which(name)]) {
    if (path && (await versionOf(machine, path))?.split(".")[0] === String(major)) return path;
  }
  return null;
}

/** A program that a variable of the environment names; undefined if it names none. */
function named(machine, variable) {
  const name = machine.variables[variable];
  if (!name) return undefined;
  const path = machine.which(name);
  if (!path) throw new ToolError(`The variable ${variable} names ${name}, which is not a program.`);
  return path;
}

/** The compiler of all native stages: clang 19, or the one that CXX names. */
async function findCompiler(machine) {
  return named(machine, "CXX") ?? programOfMajor(machine, "clang++", llvmVersion);
}

/** Compilers that can take its place, best first. */
async function otherCompilers(machine) {
  const found = [];
  for (const suffix of suffixes) {
    found.push(await programOfVersion(machine, machine.which(`clang++${suffix}`), String(oldestClang)));
  }
  const gcc = ["g++-15", "g++-14", "g++-13", "g++", "g++-12"];
  for (const name of gcc) found.push(await programOfVersion(machine, machine.which(name), String(oldestGcc)));
  return found.filter((path) => path !== null);
}

/** Whether a compiler is a clang that can link sanitizers and fuzzers. Apple's own has no fuzzer. */
async function hasFuzzer(machine, path) {
  const ask = async (question) => {
    const { code, stdout } = await machine.capture(path, [question]);
    return code === 0 && stdout.trim() ? stdout.trim() : null;
  };
  const [runtime, resources] = [await ask("-print-runtime-dir"), await ask("-print-resource-dir")];
  if (!runtime || !resources) return false;
  const folders = [runtime, join(resources, "lib", "linux"), join(resources, "lib", "darwin")];
  const files = [
    "libclang_rt.fuzzer.a",
    `libclang_rt.fuzzer-${machine.arch === "arm64" ? "aarch64" : "x86_64"}.a`,
    "libclang_rt.fuzzer_osx.a",
  ];
  return folders.some((folder) => files.some((name) => machine.exists(join(folder, name))));
}

async function findSanitizers(machine) {
  for (const path of [named(machine, "CXX"), await programOfMajor(machine, "clang++", llvmVersion)]) {
    if (path && (await hasFuzzer(machine, path))) return path;
  }
  return null;
}

async function otherSanitizers(machine) {
  for (const path of await otherCompilers(machine)) if (await hasFuzzer(machine, path)) return path;
  return null;
}

/** The sources of GoogleTest: they are compiled with the tests' own flags, natively and to WebAssembly alike. */
function findGoogleTest(machine) {
  const folders = [machine.variables.HYPERPLANE_GOOGLETEST_DIR, "/usr/src/googletest", "/usr/local/src/googletest"];
  return folders.find((folder) => folder && machine.exists(join(folder, "googletest", "src", "gtest-all.cc"))) ?? null;
}

export function findChromium(machine = thisMachine) {
  const elsewhere = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ];
  return (
    named(machine, "HYPERPLANE_CHROMIUM") ??
    machine.which("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", ...elsewhere)
  );
}

/** Firefox, best the one with long support. */
export function findFirefox(machine = thisMachine) {
  const elsewhere = [
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
  ];
  return named(machine, "HYPERPLANE_FIREFOX") ?? machine.which("firefox-esr", "firefox", ...elsewhere);
}

/** The driver of WebKitGTK's small browser. */
export const findWebKit = (machine = thisMachine) => machine.which("WebKitWebDriver");

/** Programs for GNOME in JavaScript, with WebKitGTK's web view among what they can import. */
async function findWebView(machine) {
  const program = machine.which("gjs");
  const imports = 'imports.gi.versions.WebKit2 = "4.1"; imports.gi.WebKit2;';
  return program && (await machine.capture(program, ["-c", imports])).code === 0 ? program : null;
}

/**
 * @typedef {object} Requirement
 * @property {string} what      for people
 * @property {(machine: Machine) => unknown} find        what is asked for; null when the machine has none
 * @property {(machine: Machine) => unknown} [instead]   what does where it cannot be installed
 * @property {boolean} [optional]   work goes on without it
 * @property {string[]} apt     packages of Debian
 * @property {string} brew      how to get it on macOS
 * @property {string} windows   how to get it on Windows
 */

const llvmOnWindows = "winget install LLVM.LLVM";

/** @type {Record<string, Requirement>} */
export const requirements = {
  python: {
    what: "Python 3 (Emscripten is written in it)",
    find: (machine) => programOfVersion(machine, machine.which("python3", "python"), "3.6"),
    apt: ["python3"],
    brew: "python",
    windows: "winget install Python.Python.3.13",
  },
  cmake: {
    what: "CMake 3.21 or newer",
    find: (machine) => programOfVersion(machine, machine.which("cmake"), "3.21"),
    apt: ["cmake"],
    brew: "cmake",
    windows: "winget install Kitware.CMake",
  },
  ninja: {
    what: "Ninja",
    find: (machine) => machine.which("ninja"),
    apt: ["ninja-build"],
    brew: "ninja",
    windows: "winget install Ninja-build.Ninja",
  },
  ccache: {
    what: "ccache",
    find: (machine) => machine.which("ccache"),
    optional: true,
    apt: ["ccache"],
    brew: "ccache",
    windows: "winget install Ccache.Ccache",
  },
  emscripten: {
    what: `Emscripten ${minimumVersion} or newer (emcc on the PATH)`,
    find: findEmscripten,
    apt: ["emscripten"],
    brew: "emscripten",
    windows: "emsdk (see Emscripten's download page), then emsdk_env.bat",
  },
  compiler: {
    what: `clang ${llvmVersion}`,
    find: findCompiler,
    instead: async (machine) => (await otherCompilers(machine))[0] ?? null,
    apt: [`clang-${llvmVersion}`],
    brew: "llvm",
    windows: llvmOnWindows,
  },
  googletest: {
    what: "the sources of GoogleTest (or their folder in HYPERPLANE_GOOGLETEST_DIR)",
    find: findGoogleTest,
    apt: ["googletest"],
    brew: "",
    windows: "",
  },
  sanitizers: {
    what: `the sanitizers and the fuzzer of clang ${llvmVersion}`,
    find: findSanitizers,
    instead: otherSanitizers,
    apt: [`clang-${llvmVersion}`, `libclang-rt-${llvmVersion}-dev`],
    brew: "llvm",
    windows: llvmOnWindows,
  },
  clangFormat: {
    what: `clang-format ${llvmVersion}`,
    find: (machine) => programOfMajor(machine, "clang-format", llvmVersion),
    optional: true,
    apt: [`clang-format-${llvmVersion}`],
    brew: "",
    windows: "",
  },
  clangTidy: {
    what: `clang-tidy ${llvmVersion}`,
    find: (machine) => programOfMajor(machine, "clang-tidy", llvmVersion),
    optional: true,
    apt: [`clang-tidy-${llvmVersion}`],
    brew: "",
    windows: "",
  },
  oldestClang: {
    what: `clang ${oldestClang}`,
    find: (machine) => programOfMajor(machine, "clang++", oldestClang),
    optional: true,
    apt: [`clang-${oldestClang}`],
    brew: "",
    windows: "",
  },
  oldestGcc: {
    what: `gcc ${oldestGcc}`,
    find: (machine) => programOfMajor(machine, "g++", oldestGcc),
    optional: true,
    apt: [`g++-${oldestGcc}`],
    brew: "",
    windows: "",
  },
  chromium: {
    what: "Chromium or Chrome (or its path in HYPERPLANE_CHROMIUM)",
    find: findChromium,
    apt: ["chromium"],
    brew: "--cask chromium",
    windows: "winget install Google.Chrome",
  },
  firefox: {
    what: "Firefox (or its path in HYPERPLANE_FIREFOX)",
    find: findFirefox,
    optional: true,
    apt: ["firefox-esr"],
    brew: "--cask firefox",
    windows: "winget install Mozilla.Firefox.ESR",
  },
  webkit: {
    what: "WebKitGTK with its driver",
    find: findWebKit,
    optional: true,
    apt: ["webkit2gtk-driver"],
    brew: "",
    windows: "",
  },
  webView: {
    what: "gjs with WebKitGTK's web view",
    find: findWebView,
    optional: true,
    apt: ["gjs", "gir1.2-webkit2-4.1"],
    brew: "",
    windows: "",
  },
  display: {
    what: "a screen for browsers, real or virtual (Xvfb)",
    find: (machine) => machine.variables.DISPLAY ?? machine.which("Xvfb"),
    optional: true,
    apt: ["xvfb"],
    brew: "",
    windows: "",
  },
};

/** What each kind of work needs. */
export const needs = {
  wasm: ["python", "cmake", "ninja", "ccache", "emscripten"],
  native: ["cmake", "ninja", "ccache", "compiler"],
  "native-test": ["cmake", "ninja", "ccache", "compiler", "googletest"],
  "wasm-test": ["python", "cmake", "ninja", "ccache", "emscripten", "googletest"],
  sanitizers: ["cmake", "ninja", "ccache", "sanitizers", "googletest"],
  "lint-cpp": ["clangFormat", "clangTidy"],
  compilers: ["cmake", "ninja", "ccache", "googletest", "oldestClang", "oldestGcc"],
  browser: ["chromium"],
  firefox: ["firefox", "display"],
  webkit: ["webkit", "display"],
  webview: ["webView", "display"],
};

/**
 * The path of a required program, or of its substitute; null when this machine has neither.
 * @returns {Promise<string | null>}
 */
export async function locate(name, machine = thisMachine) {
  const { find, instead } = requirements[name];
  const found = (await find(machine)) ?? (await instead?.(machine));
  return found ? String(found) : null;
}
