import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { locate } from "../../tools/lib/requirements.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const consumer = fileURLToPath(new URL("consumers/cmake", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hyperplane-cmake-"));

interface Command {
  readonly file: string;
  readonly command: string;
}

let compiler: string;
beforeAll(async () => {
  compiler = (await locate("compiler")) ?? "c++";
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function cmake(...args: string[]): string {
  return execFileSync("cmake", args, { encoding: "utf8", stdio: "pipe" });
}

function runConsumer(name: string, ...variables: string[]): string {
  const build = join(folder, name);
  // Ready sooner than optimised code.
  const compile = ["-G", "Ninja", `-DCMAKE_CXX_COMPILER=${compiler}`, "-DCMAKE_BUILD_TYPE=Debug"];
  cmake("-S", consumer, "-B", build, ...compile, ...variables.map((variable) => `-D${variable}`));
  cmake("--build", build);
  return execFileSync(join(build, "consumer"), { encoding: "utf8" }).trim();
}

describe("the C++ library in another CMake project", () => {
  it("is built with the project by add_subdirectory, and found by find_package once that has installed it", () => {
    const sooner = ["HYPERPLANE_PRECOMPILE=ON", "CMAKE_UNITY_BUILD=ON", "CMAKE_UNITY_BUILD_BATCH_SIZE=16"];
    const options = ["HYPERPLANE_INSTALL=ON", ...sooner];
    expect(runConsumer("subdirectory", `HYPERPLANE_SOURCE=${repository}`, ...options)).toBe("depth 0.25, 4 points");

    const prefix = join(folder, "prefix");
    cmake("--install", join(folder, "subdirectory"), "--prefix", prefix);
    expect(runConsumer("installed", `CMAKE_PREFIX_PATH=${prefix}`)).toBe("depth 0.25, 4 points");
  });

  it("does not reach into the project's own flags, nor install itself with the project unless asked to", () => {
    const build = join(folder, "plain");
    const variables = [`-DCMAKE_CXX_COMPILER=${compiler}`, `-DHYPERPLANE_SOURCE=${repository}`];
    cmake("-S", consumer, "-B", build, "-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", ...variables);
    const commands = JSON.parse(readFileSync(join(build, "compile_commands.json"), "utf8")) as Command[];
    const own = commands.find(({ file }) => file.endsWith("main.cpp"));
    const library = commands.filter(({ file }) => file.startsWith(repository) && !file.startsWith(consumer));
    expect(own?.command).not.toMatch(/-fno-exceptions|-Wall|-Werror/);
    expect(library.length).toBeGreaterThan(50);
    expect(library.filter(({ command }) => /-Werror/.test(command))).toEqual([]);
    cmake("--install", build, "--prefix", join(folder, "nothing"));
    expect(existsSync(join(folder, "nothing", "include"))).toBe(false);
  });
});
