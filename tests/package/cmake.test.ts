import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { locate } from "../../tools/lib/requirements.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const consumer = fileURLToPath(new URL("consumers/cmake", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hyperplane-cmake-"));

let compiler: string;
beforeAll(async () => {
  compiler = (await locate("compiler")) ?? "c++";
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function cmake(...args: string[]): string {
  return execFileSync("cmake", args, { encoding: "utf8", stdio: "pipe" });
}

function configure(source: string, build: string, ...variables: string[]): void {
  const compile = ["-G", "Ninja", `-DCMAKE_CXX_COMPILER=${compiler}`, "-DCMAKE_BUILD_TYPE=Release"];
  cmake("-S", source, "-B", build, ...compile, ...variables.map((variable) => `-D${variable}`));
}

function runConsumer(build: string): string {
  cmake("--build", build);
  return execFileSync(join(build, "consumer"), { encoding: "utf8" }).trim();
}

describe("the C++ library in another CMake project", () => {
  it("is found by find_package once it is installed", () => {
    const prefix = join(folder, "prefix");
    configure(repository, join(folder, "library"), `CMAKE_INSTALL_PREFIX=${prefix}`);
    cmake("--build", join(folder, "library"));
    cmake("--install", join(folder, "library"));

    configure(consumer, join(folder, "installed"), `CMAKE_PREFIX_PATH=${prefix}`);
    expect(runConsumer(join(folder, "installed"))).toBe("depth 0.25, 4 points");
  });

  it("is built with the project by add_subdirectory", () => {
    configure(consumer, join(folder, "subdirectory"), `HYPERPLANE_SOURCE=${repository}`);
    expect(runConsumer(join(folder, "subdirectory"))).toBe("depth 0.25, 4 points");
  });
});
