// Finds Emscripten, or builds a working one in the per-user cache.
//
// 1. An `emcc` on the PATH that is new enough is used as it is (emsdk, Homebrew, Debian 13).
// 2. Where apt itself offers one that is new enough, that is installed.
// 3. On Debian 12, whose own is too old, the parts come from three places: LLVM 19 from Debian 12 itself; Emscripten from
//    Debian 13's package, which is unpacked and not installed (it is architecture-independent: Python, JavaScript and
//    system libraries that are built already); binaryen and acorn from npm. Their versions were tried together.
//
// The unpacked toolchain is put together in a folder of its own and renamed when whole, and a stamp is written last, after
// it has compiled something: an interrupted set-up leaves nothing that a later one would take for a working toolchain.

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as apt from "./apt.js";
import { allOf } from "./in_parallel.js";
import { isAlive, withLock } from "./lock.js";
import { note } from "./log.js";
import { thisMachine } from "./machine.js";
import { cacheFolder, inRepository } from "./paths.js";
import { capture, runQuietly, ToolError, which } from "./process.js";
import { findVersion, isAtLeast } from "./version.js";

export const minimumVersion = "3.1.69";

export const llvm = { packages: ["clang-19", "lld-19", "llvm-19"], folder: "/usr/lib/llvm-19/bin" };
const suite = "trixie";
/** Raise when the recipe below changes, so that every cache is built anew. */
const recipe = 1;
/** Libraries for memories over 4 GB, link-time optimisation, dynamic linking, threads, WasmFS; and Emscripten's own tests. */
const leftOut = [
  "*/wasm64-emscripten*",
  "*/wasm32-emscripten/*lto*",
  "*/pic",
  "*-mt.a",
  "*-mt-*.a",
  "*-ww.a",
  "*-ww-*.a",
  "*/libwasmfs*",
  "./usr/share/emscripten/test",
];

const cachedRoot = (machine = thisMachine) => join(cacheFolder(machine), `emscripten-${minimumVersion}-r${recipe}`);
/** binaryen and acorn: their versions. */
const companions = inRepository("tools", "emscripten");
const stampOf = (root) => join(root, "hyperplane-setup.json");

/**
 * @typedef {object} Emscripten
 * @property {string} root     the folder of emcc.py and of the CMake modules
 * @property {string} version
 * @property {boolean} cached  whether it is the one in the per-user cache
 */

/** The folder that holds emcc.py, from a program on the PATH that may be a link or a wrapper script. */
async function rootOfProgram(machine, emcc) {
  const folder = dirname(machine.realpath(emcc));
  if (machine.exists(join(folder, "emcc.py"))) return folder;
  const emConfig = machine.which("em-config");
  const { code, stdout } = emConfig ? await machine.capture(emConfig, ["EMSCRIPTEN_ROOT"]) : { code: 1, stdout: "" };
  const told = stdout.trim();
  return code === 0 && machine.exists(join(told, "emcc.py")) ? told : null;
}

/** @returns {Promise<Emscripten | null>} the one on the PATH, if it is new enough */
async function onPath(machine) {
  const emcc = machine.which("emcc");
  if (!emcc) return null;
  const root = await rootOfProgram(machine, emcc);
  if (!root) return null;
  const file = join(root, "emscripten-version.txt");
  const version = findVersion(
    machine.exists(file) ? machine.read(file) : (await machine.capture(emcc, ["--version"])).stdout,
  );
  return version && isAtLeast(version, minimumVersion) ? { root, version, cached: false } : null;
}

/** @returns {Emscripten | null} the one in the cache, if it is whole */
function inCache(machine) {
  const root = cachedRoot(machine);
  try {
    const stamp = JSON.parse(machine.read(stampOf(root)));
    const needed = [
      join(root, "emcc.py"),
      join(root, ".emscripten"),
      join(root, "node_modules/binaryen/bin/wasm-opt"),
      join(llvm.folder, "clang"),
      join(llvm.folder, "wasm-ld"),
      join(llvm.folder, "llvm-ar"),
    ];
    return stamp.root === root && needed.every(machine.exists)
      ? { root, version: stamp.emscripten, cached: true }
      : null;
  } catch {
    return null;
  }
}

/** @returns {Promise<Emscripten | null>} */
export async function findEmscripten(machine = thisMachine) {
  return (await onPath(machine)) ?? inCache(machine);
}

/** The environment in which CMake and the compiler find this Emscripten. */
export function environmentFor(emscripten) {
  const variables = { HYPERPLANE_EMSCRIPTEN_ROOT: emscripten.root };
  if (emscripten.cached) variables.EM_CONFIG = join(emscripten.root, ".emscripten");
  return variables;
}

/** Downloads one package of another suite into `folder`, with apt's verification, and without touching the system. */
async function downloadPackage(name, folder) {
  for (const part of ["lists/partial", "cache/archives/partial", "state", "sources.d"])
    mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, "sources.list"), await apt.sourceOfSuite(suite));
  const options = [
    `-oDir::Etc::SourceList=${folder}/sources.list`,
    `-oDir::Etc::SourceParts=${folder}/sources.d`,
    `-oDir::State=${folder}/state`,
    `-oDir::State::Lists=${folder}/lists`,
    `-oDir::State::Status=/var/lib/dpkg/status`,
    `-oDir::Cache=${folder}/cache`,
    "-oAPT::Sandbox::User=",
    "-oAcquire::Languages=none",
  ];
  await runQuietly("apt-get", [...options, "-q", "update"]);
  await runQuietly("apt-get", [...options, "-q", "download", name], { cwd: folder });
  const file = readdirSync(folder).find((entry) => entry.startsWith(`${name}_`) && entry.endsWith(".deb"));
  if (!file) throw new ToolError(`apt downloaded no package ${name} from ${suite}`);
  return join(folder, file);
}

/** Unpacks the Emscripten folder of Debian's package into `target`. */
async function unpack(packageFile, target) {
  mkdirSync(target, { recursive: true });
  const excludes = leftOut.map((pattern) => `--exclude=${pattern}`);
  const reader = spawn("dpkg-deb", ["--fsys-tarfile", packageFile], { stdio: ["ignore", "pipe", "inherit"] });
  const writer = spawn("tar", ["-x", "-C", target, "--strip-components=4", ...excludes, "./usr/share/emscripten"], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  writer.stdin.on("error", () => {}); // tar has ended early; its exit code says so
  reader.stdout.pipe(writer.stdin);
  const ended = (child) => new Promise((resolve) => child.on("error", () => resolve(127)).on("close", resolve));
  const [read, written] = await Promise.all([ended(reader), ended(writer)]);
  if (read !== 0 || written !== 0)
    throw new ToolError(`could not unpack ${packageFile} (dpkg-deb ${read}, tar ${written})`);
}

function writeConfiguration(root) {
  const python = (text) => JSON.stringify(text);
  writeFileSync(
    join(root, ".emscripten"),
    `import os, shutil
LLVM_ROOT = ${python(llvm.folder)}
LLVM_ADD_VERSION = ''
CLANG_ADD_VERSION = ''
BINARYEN_ROOT = ${python(join(root, "node_modules", "binaryen"))}
NODE_JS = os.environ.get('EMSDK_NODE') or shutil.which('node') or ${python(process.execPath)}
FROZEN_CACHE = True
`,
  );
}

/** Compiles, links and runs a program, so that a broken toolchain is found here and not in somebody's build. */
async function selfTest(emscripten, folder) {
  mkdirSync(folder, { recursive: true });
  const source = join(folder, "self_test.cpp");
  const program = join(folder, "self_test.js");
  writeFileSync(
    source,
    `#include <emscripten/bind.h>
#include <wasm_simd128.h>
#include <cstdio>
static double sum(double a, double b) {
  const v128_t v = wasm_f64x2_make(a, b);
  return wasm_f64x2_extract_lane(v, 0) + wasm_f64x2_extract_lane(v, 1);
}
EMSCRIPTEN_BINDINGS(self_test) { emscripten::function("sum", &sum); }
int main() { std::printf("%g\\n", sum(40, 2)); }
`,
  );
  const env = { ...process.env, ...environmentFor(emscripten) };
  const flags = ["-O1", "-msimd128", "-lembind", "-sEMBIND_AOT=1", "-sDYNAMIC_EXECUTION=0", "-sWASM_BIGINT"];
  await runQuietly(join(emscripten.root, "em++"), [source, ...flags, "-o", program], { env });
  const { stdout, output } = await capture(process.execPath, [program]);
  if (stdout.trim() !== "42")
    throw new ToolError(`the new Emscripten compiles, but its programs do not run:\n${output}`);
}

/** Folders of set-ups that were interrupted. */
function removeLeftovers(parent, prefix) {
  for (const entry of existsSync(parent) ? readdirSync(parent) : []) {
    if (entry.startsWith(prefix) && !isAlive(Number.parseInt(entry.slice(prefix.length), 10))) {
      rmSync(join(parent, entry), { recursive: true, force: true });
    }
  }
}

/** The packages that have to be there beside the unpacked one: acorn and binaryen, from npm. */
async function fetchCompanions(folder) {
  note("fetching binaryen and acorn from npm");
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(companions, file), join(folder, file));
  const npm = which("npm");
  if (!npm) throw new ToolError("npm is not on the PATH; it comes with Node.js");
  await runQuietly(npm, ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"], { cwd: folder });
}

/** Downloads Debian's package and unpacks it. @returns {Promise<string>} the version */
async function fetchEmscripten(folder, staged) {
  note("downloading Emscripten (237 MB, once; kept for later clones)");
  const packageFile = await downloadPackage("emscripten", folder);
  note("unpacking Emscripten");
  await unpack(packageFile, staged);
  const version = findVersion(readFileSync(join(staged, "emscripten-version.txt"), "utf8"));
  if (!version || !isAtLeast(version, minimumVersion)) {
    throw new ToolError(`Debian ${suite} has Emscripten ${version}, not ${minimumVersion} or newer`);
  }
  return version;
}

/**
 * Debian 12: the combination described at the head of this file.
 * @param {Promise<void>} installed   the packages of Debian, which arrive meanwhile
 */
async function buildInCache(installed) {
  const root = cachedRoot();
  const parent = dirname(root);
  return withLock(`${root}.lock`, async () => {
    const ready = inCache(thisMachine); // another process may have been at it meanwhile
    if (ready) return ready;
    removeLeftovers(parent, ".setup-");
    const work = join(parent, `.setup-${process.pid}`);
    rmSync(work, { recursive: true, force: true });
    try {
      const staged = join(work, "root");
      const [version] = await allOf([
        fetchEmscripten(join(work, "download"), staged),
        fetchCompanions(join(work, "npm")),
        installed,
      ]);
      renameSync(join(work, "npm", "node_modules"), join(staged, "node_modules"));
      writeConfiguration(staged);
      rmSync(root, { recursive: true, force: true });
      renameSync(staged, root);
      writeConfiguration(root);
      const emscripten = { root, version, cached: true };
      note("trying Emscripten out");
      await selfTest(emscripten, join(work, "self-test"));
      const { binaryen, acorn } = JSON.parse(readFileSync(join(companions, "package.json"), "utf8")).dependencies;
      const clang = findVersion((await capture(join(llvm.folder, "clang"), ["--version"])).stdout);
      writeFileSync(
        stampOf(root),
        `${JSON.stringify({ root, recipe, emscripten: version, clang, binaryen, acorn }, null, 2)}\n`,
      );
      return emscripten;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
}

/** Whether this is the system that needs the recipe at the head of this file. */
function isBookworm(machine) {
  const { id, codename } = apt.operatingSystem(machine);
  return id === "debian" && codename === "bookworm";
}

/** Whether `provideEmscripten` can do its work without a question to the user. */
export async function canProvideEmscripten(machine = thisMachine) {
  if (!machine.which("apt-get")) return false;
  if (isBookworm(machine)) return machine.exists(join(llvm.folder, "wasm-ld")) || apt.canInstall(machine);
  const candidate = await apt.candidateVersion("emscripten", machine);
  return candidate !== null && isAtLeast(candidate.replace(/[~+-].*$/, ""), minimumVersion) && apt.canInstall(machine);
}

/** The packages of apt that Emscripten needs, as far as they are missing. */
export function emscriptenPackages() {
  if (!isBookworm(thisMachine)) return ["emscripten"];
  const tools = { "clang-19": "clang", "lld-19": "wasm-ld", "llvm-19": "llvm-ar" };
  return llvm.packages.filter((name) => !existsSync(join(llvm.folder, tools[name])));
}

/**
 * @param {Promise<void>} installed   `emscriptenPackages`, which are being installed
 * @returns {Promise<Emscripten>}
 */
export async function provideEmscripten(installed) {
  if (isBookworm(thisMachine)) return buildInCache(installed);
  await installed;
  const found = await onPath(thisMachine);
  if (!found)
    throw new ToolError("the package emscripten was installed, but there is still no usable emcc on the PATH");
  return found;
}
