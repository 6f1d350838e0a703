import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { callsOf } from "../../tools/lib/border.js";
import { countsOfReport, failuresOfReport } from "../../tools/lib/ctest.js";
import { withLock } from "../../tools/lib/lock.js";
import { digest, writeIfChanged } from "../../tools/lib/stamp.js";
import { findVersion, isAtLeast } from "../../tools/lib/version.js";
import { linesThatMatch, sourceFiles } from "./sources.js";

const folder = mkdtempSync(join(tmpdir(), "hyperplane-tools-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("start in a fresh clone, which has no packages", () => {
  const loadedAtStart = sourceFiles("tools/*.js").filter((file) => !file.startsWith("tools/site/"));
  expect(loadedAtStart).toContain("tools/lib/size.js");
  expect(linesThatMatch(loadedAtStart, /^(import|export) .*from "(?!node:|\.)/)).toEqual([]);
});

describe("versions", () => {
  it.each([
    ["3.1.69", "3.1.69", true],
    ["3.1.70", "3.1.69", true],
    ["3.1.6", "3.1.69", false],
    ["4.0.0", "3.1.69", true],
    ["3.2", "3.1.69", true],
    ["3", "3.1.69", false],
    ["3.31.6", "3.21", true],
  ])("%s at least %s: %s", (version, minimum, expected) => {
    expect(isAtLeast(version, minimum)).toBe(expected);
  });

  it("are found in what programs print", () => {
    expect(findVersion("emcc (Emscripten gcc/clang-like replacement) 3.1.69 (abc)")).toBe("3.1.69");
    expect(findVersion("Debian clang version 19.1.7 (3~deb12u1)")).toBe("19.1.7");
    expect(findVersion("no number")).toBeNull();
  });
});

describe("the lock", () => {
  it("lets one at a time in, and goes away", async () => {
    const path = join(folder, "one.lock");
    let inside = 0;
    let most = 0;
    const enter = () =>
      withLock(path, async () => {
        most = Math.max(most, ++inside);
        await sleep(30);
        inside--;
      });
    await Promise.all([enter(), enter(), enter()]);
    expect(most).toBe(1);
    expect(existsSync(path)).toBe(false);
  });

  it("is taken over from a process that is gone", async () => {
    const path = join(folder, "stale.lock");
    const child = spawn(process.execPath, ["-e", ""]);
    await new Promise((resolve) => child.on("close", resolve));
    writeFileSync(path, `${child.pid}\n`);
    expect(await withLock(path, async () => "in")).toBe("in");
  });

  it("is given back when what it guarded fails", async () => {
    const path = join(folder, "failing.lock");
    await expect(withLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(existsSync(path)).toBe(false);
  });
});

describe("stamps", () => {
  it("change with a file's content, with its name, and with nothing else", () => {
    const [a, b] = [join(folder, "a.txt"), join(folder, "b.txt")];
    writeFileSync(a, "1");
    writeFileSync(b, "1");
    const before = digest([a]);
    expect(digest([b])).not.toBe(before);
    writeFileSync(a, "1");
    expect(digest([a])).toBe(before);
    writeFileSync(a, "2");
    expect(digest([a])).not.toBe(before);
    expect(digest([join(folder, "missing.txt")])).toBe(digest([]));
  });

  it("leave a file alone that has its content already", () => {
    const file = join(folder, "generated", "c.txt");
    expect(writeIfChanged(file, "text")).toBe(true);
    expect(writeIfChanged(file, "text")).toBe(false);
    expect(writeIfChanged(file, "other")).toBe(true);
    expect(readFileSync(file, "utf8")).toBe("other");
  });
});

describe("CTest's report", () => {
  const report = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="Linux-c++" tests="12" failures="2" disabled="1" skipped="3" hostname="" time="7">
	<testcase name="Gjk.Meets" classname="Gjk.Meets" time="1" status="run"></testcase>
	<testcase name="Gjk.Fails" classname="Gjk.Fails" time="1" status="fail"><failure message=""/></testcase>
</testsuite>
`;

  it("has its counts in the attributes of its root", () => {
    expect(countsOfReport(report)).toEqual({ passed: 6, failed: 2, skipped: 4 });
  });

  it("names the cases that failed", () => {
    expect(failuresOfReport(report)).toEqual(["Gjk.Fails"]);
  });
});

describe("calls across the border", () => {
  const bind = (head: string) => `${head} {\n}\n  bind_call("findNear", &find_near);\n`;

  it("have the types of the C++ that they bind", () => {
    const source = bind("bool find_near(std::uint32_t world,\n               double max_distance, bool sensors)");
    expect(callsOf(source)).toEqual(["  findNear(world: number, maxDistance: number, sensors: boolean): boolean;"]);
    expect(callsOf(bind("void find_near()"))).toEqual(["  findNear(): void;"]);
  });

  it.each([
    ["no object", "void find_near(const Pose& pose)", "findNear: only numbers cross the border"],
    [
      "no number of 64 bits",
      "std::uint64_t find_near()",
      "findNear: only numbers cross the border, and no std::uint64_t",
    ],
    ["no function of another file", "void find_far()", "findNear: find_near is not defined where it is bound"],
    [
      "at most ten arguments",
      `void find_near(${Array.from({ length: 11 }, (_, i) => `bool b${i}`).join(", ")})`,
      "findNear: more than 10 arguments",
    ],
  ])("take %s", (_, head, message) => {
    expect(() => callsOf(bind(head))).toThrow(message);
  });
});
