import { describe, expect, it } from "vitest";
import { manual, planFor } from "../../tools/lib/plan.js";
import { locate, needs } from "../../tools/lib/requirements.js";
import { clang, type Description, gcc, runtimeOf, simulate } from "./simulated_machine.js";

const kinds = Object.keys(needs);

/** What apt of Debian 12 offers. */
const bookworm: Description = {
  files: { "/etc/os-release": 'ID=debian\nVERSION_CODENAME=bookworm\nPRETTY_NAME="Debian GNU/Linux 12"\n' },
  packages: {
    python3: "3.11.2-1",
    cmake: "3.25.1-1",
    "ninja-build": "1.11.1-2",
    ccache: "4.8-1",
    emscripten: "3.1.6~dfsg-5",
    googletest: "1.12.1-0.2",
    chromium: "140.0-1~deb12u1",
    "firefox-esr": "140.0esr-1~deb12u1",
    "webkit2gtk-driver": "2.50.6-1~deb12u2",
    gjs: "1.74.2-1+deb12u1",
    "gir1.2-webkit2-4.1": "2.50.6-1~deb12u2",
    xvfb: "2:21.1.7-3",
    "g++-12": "12.2.0-14",
    "clang-14": "1:14.0.6-12",
    "clang-19": "1:19.1.7-3~deb12u1",
    "libclang-rt-19-dev": "1:19.1.7-3~deb12u1",
    "clang-format-19": "1:19.1.7-3~deb12u1",
    "clang-tidy-19": "1:19.1.7-3~deb12u1",
  },
};

const onBookworm = (description: Description): Description => ({
  ...bookworm,
  ...description,
  files: { ...bookworm.files, ...description.files },
});

/** Everything but compilers. */
const tools = {
  python3: { "--version": "Python 3.11.2" },
  cmake: { "--version": "cmake version 3.25.1" },
  ninja: {},
  ccache: {},
};
const googletest = { "/usr/src/googletest/googletest/src/gtest-all.cc": "" };

const native = ["native", "native-test", "sanitizers"];

describe("the plan of the set-up", () => {
  it("installs everything on an empty Debian 12", async () => {
    expect(await planFor(simulate(bookworm), kinds)).toEqual({
      missing: Object.keys({
        ...{ python: 0, cmake: 0, ninja: 0, ccache: 0, emscripten: 0, compiler: 0, googletest: 0, sanitizers: 0 },
        ...{ clangFormat: 0, clangTidy: 0, oldestClang: 0, oldestGcc: 0, chromium: 0 },
        ...{ firefox: 0, display: 0, webkit: 0, webView: 0 },
      }),
      packages: ["python3", "cmake", "ninja-build", "clang-19", "googletest", "libclang-rt-19-dev", "chromium"],
      extras: [
        ...["ccache", "clang-format-19", "clang-tidy-19", "clang-14", "g++-12"],
        ...["firefox-esr", "xvfb", "webkit2gtk-driver", "gjs", "gir1.2-webkit2-4.1"],
      ],
      emscripten: true,
      refresh: false,
      remarks: [],
      impossible: [],
    });
  });

  it("installs with sudo as it does as root", async () => {
    const asRoot = await planFor(simulate(bookworm), kinds);
    expect(await planFor(simulate({ ...bookworm, user: "sudo" }), kinds)).toEqual(asRoot);
  });

  it("installs nothing where everything is there", async () => {
    const machine = simulate(
      onBookworm({ programs: { ...tools, "clang++-19": clang(19) }, files: { ...googletest, ...runtimeOf(19) } }),
    );
    expect(await planFor(machine, native)).toMatchObject({ missing: [], packages: [], extras: [], impossible: [] });
  });

  it("installs clang 19 beside Debian's clang 14, even where that has its sanitizers", async () => {
    const programs = { ...tools, "clang++": clang(14), "clang++-14": clang(14), "g++": gcc("12.2.0") };
    const machine = simulate(onBookworm({ programs, files: { ...googletest, ...runtimeOf(14) } }));
    expect(await planFor(machine, native)).toEqual({
      missing: ["compiler", "sanitizers"],
      packages: ["clang-19", "libclang-rt-19-dev"],
      extras: [],
      emscripten: false,
      refresh: false,
      remarks: [],
      impossible: [],
    });
  });

  it("installs the runtime of clang 19 where only that is missing, and not another clang's", async () => {
    const programs = { ...tools, "clang++-19": clang(19), "clang++": clang(14), "clang++-14": clang(14) };
    const machine = simulate(onBookworm({ programs, files: { ...googletest, ...runtimeOf(14) } }));
    expect(await planFor(machine, native)).toMatchObject({
      missing: ["sanitizers"],
      packages: ["clang-19", "libclang-rt-19-dev"],
      remarks: [],
    });
  });

  it("installs clang 19 beside gcc", async () => {
    const machine = simulate(onBookworm({ programs: { ...tools, "g++": gcc("12.2.0") }, files: googletest }));
    expect((await planFor(machine, ["native-test"])).packages).toEqual(["clang-19"]);
  });

  it("takes an unversioned clang++ that is 19", async () => {
    const machine = simulate({ programs: { ...tools, "clang++": clang(19) }, files: googletest });
    expect((await planFor(machine, ["native-test"])).missing).toEqual([]);
  });

  it("takes no clang-format and no clang-tidy but 19", async () => {
    const old = { "--version": "Debian clang-format version 14.0.6" };
    const machine = simulate(onBookworm({ programs: { "clang-format": old, "clang-tidy": old } }));
    expect((await planFor(machine, ["lint-cpp"])).extras).toEqual(["clang-format-19", "clang-tidy-19"]);
    const elsewhere = simulate({ programs: { "clang-format": old, "clang-tidy": old } });
    expect(await planFor(elsewhere, ["lint-cpp"])).toMatchObject({
      impossible: [],
      remarks: [
        "clang-format 19 cannot be installed here: its checks are skipped",
        "clang-tidy 19 cannot be installed here: its checks are skipped",
      ],
    });
  });

  it("fetches apt's lists where they do not know a package", async () => {
    const machine = simulate({ ...bookworm, packages: {} });
    expect(await planFor(machine, ["native-test"])).toMatchObject({ refresh: true, packages: [] });
    expect(await planFor(machine, ["native-test"], { refreshed: true })).toMatchObject({
      refresh: false,
      packages: [],
      impossible: ["cmake", "ninja", "compiler", "googletest"],
    });
  });

  it("uses a compiler that is new enough where clang 19 cannot be installed", async () => {
    const programs = { ...tools, "clang++": clang(18), "g++": gcc("13.2.0") };
    const files = { ...googletest, ...runtimeOf(18) };
    const withoutPackage = simulate({ programs, files, packages: { "clang-18": "1:18.1.3" } });
    const nobody = simulate(onBookworm({ programs, files, user: "nobody" }));
    const withoutApt = simulate({ programs, files });
    for (const machine of [withoutPackage, nobody, withoutApt]) {
      expect(await planFor(machine, native, { refreshed: true })).toEqual({
        missing: ["compiler", "sanitizers"],
        packages: [],
        extras: [],
        emscripten: false,
        refresh: false,
        remarks: [
          "clang 19 cannot be installed here: /usr/bin/clang++ is used instead",
          "the sanitizers and the fuzzer of clang 19 cannot be installed here: /usr/bin/clang++ is used instead",
        ],
        impossible: [],
      });
      expect(await locate("compiler", machine)).toBe("/usr/bin/clang++");
    }
  });

  it("uses no compiler that is too old", async () => {
    const machine = simulate({
      programs: { ...tools, "clang++": clang(13), "g++": gcc("11.4.0") },
      files: googletest,
    });
    expect((await planFor(machine, ["native-test"])).impossible).toEqual(["compiler"]);
    expect(await locate("compiler", machine)).toBeNull();
  });

  it("does without sanitizers of gcc", async () => {
    const machine = simulate({ programs: { ...tools, "g++": gcc("13.2.0") }, files: googletest });
    expect(await locate("compiler", machine)).toBe("/usr/bin/g++");
    expect((await planFor(machine, ["sanitizers"])).impossible).toEqual(["sanitizers"]);
  });

  it("lets CXX choose the compiler, and keeps to clang 19 for sanitizers that it lacks", async () => {
    const programs = { ...tools, "g++-13": gcc("13.2.0"), "clang++-19": clang(19) };
    const machine = simulate({ programs, files: { ...googletest, ...runtimeOf(19) }, variables: { CXX: "g++-13" } });
    expect(await locate("compiler", machine)).toBe("/usr/bin/g++-13");
    expect(await locate("sanitizers", machine)).toBe("/usr/bin/clang++-19");
    const wrong = simulate({ programs, variables: { CXX: "no-such-compiler" } });
    await expect(planFor(wrong, native)).rejects.toThrow(
      "The variable CXX names no-such-compiler, which is not a program.",
    );
  });

  it("takes Emscripten from apt where that has one that is new enough", async () => {
    const files = { "/etc/os-release": "ID=debian\nVERSION_CODENAME=trixie\n" };
    const trixie = simulate({ programs: tools, files, packages: { emscripten: "3.1.69+dfsg-3" } });
    expect(await planFor(trixie, ["wasm"])).toMatchObject({ emscripten: true, packages: [], impossible: [] });
    const old = simulate({ programs: tools, files, packages: { emscripten: "3.1.6~dfsg-5" } });
    expect(await planFor(old, ["wasm"])).toMatchObject({ emscripten: false, impossible: ["emscripten"] });
  });
});

describe("the message where nothing can be installed", () => {
  const missingOn = async (description: Description) =>
    (await planFor(simulate(description), ["wasm", "native-test", "sanitizers", "browser"], { refreshed: true }))
      .impossible;

  it("says how to get everything, on every system", async () => {
    const missing = await missingOn({ ...bookworm, user: "nobody" });
    expect(manual(missing)).toMatchInlineSnapshot(`
      "This cannot be set up automatically here. Missing:

        - Python 3 (Emscripten is written in it)
        - CMake 3.21 or newer
        - Ninja
        - Emscripten 3.1.69 or newer (emcc on the PATH)
        - clang 19
        - the sources of GoogleTest (or their folder in HYPERPLANE_GOOGLETEST_DIR)
        - the sanitizers and the fuzzer of clang 19
        - Chromium or Chrome (or its path in HYPERPLANE_CHROMIUM)

      How to install it:
        Debian, Ubuntu   sudo apt-get update && sudo apt-get install python3 cmake ninja-build clang-19 googletest libclang-rt-19-dev chromium lld-19 llvm-19
                         Debian 12: the rest is done without root. Debian 13, Ubuntu 24.10 and newer: also emscripten.
                         Older ones: Emscripten's own installer, emsdk.
        macOS            brew install python cmake ninja emscripten llvm
                         brew install --cask chromium
        Windows          winget install Python.Python.3.13
                         winget install Kitware.CMake
                         winget install Ninja-build.Ninja
                         emsdk (see Emscripten's download page), then emsdk_env.bat
                         winget install LLVM.LLVM
                         winget install Google.Chrome

      Then run the same command again."
    `);
  });

  it("is about the parts that are missing, on macOS", async () => {
    const apple = { "--version": "Apple clang version 17.0.0 (clang-1700.0.13.3)\n" };
    const programs = { ...tools, "clang++": apple, "google-chrome": {} };
    const missing = await missingOn({ platform: "darwin", programs, user: "nobody" });
    expect(missing).toEqual(["emscripten", "googletest", "sanitizers"]);
    expect(manual(missing)).toMatchInlineSnapshot(`
      "This cannot be set up automatically here. Missing:

        - Emscripten 3.1.69 or newer (emcc on the PATH)
        - the sources of GoogleTest (or their folder in HYPERPLANE_GOOGLETEST_DIR)
        - the sanitizers and the fuzzer of clang 19

      How to install it:
        Debian, Ubuntu   sudo apt-get update && sudo apt-get install googletest clang-19 libclang-rt-19-dev lld-19 llvm-19
                         Debian 12: the rest is done without root. Debian 13, Ubuntu 24.10 and newer: also emscripten.
                         Older ones: Emscripten's own installer, emsdk.
        macOS            brew install emscripten llvm
        Windows          emsdk (see Emscripten's download page), then emsdk_env.bat
                         winget install LLVM.LLVM

      Then run the same command again."
    `);
  });

  it("is about the parts that are missing, on Windows", async () => {
    const missing = await missingOn({ platform: "win32", programs: { cmake: tools.cmake }, user: "nobody" });
    expect(missing).toEqual(["python", "ninja", "emscripten", "compiler", "googletest", "sanitizers", "chromium"]);
    expect(manual(missing)).toMatchInlineSnapshot(`
      "This cannot be set up automatically here. Missing:

        - Python 3 (Emscripten is written in it)
        - Ninja
        - Emscripten 3.1.69 or newer (emcc on the PATH)
        - clang 19
        - the sources of GoogleTest (or their folder in HYPERPLANE_GOOGLETEST_DIR)
        - the sanitizers and the fuzzer of clang 19
        - Chromium or Chrome (or its path in HYPERPLANE_CHROMIUM)

      How to install it:
        Debian, Ubuntu   sudo apt-get update && sudo apt-get install python3 ninja-build clang-19 googletest libclang-rt-19-dev chromium lld-19 llvm-19
                         Debian 12: the rest is done without root. Debian 13, Ubuntu 24.10 and newer: also emscripten.
                         Older ones: Emscripten's own installer, emsdk.
        macOS            brew install python ninja emscripten llvm
                         brew install --cask chromium
        Windows          winget install Python.Python.3.13
                         winget install Ninja-build.Ninja
                         emsdk (see Emscripten's download page), then emsdk_env.bat
                         winget install LLVM.LLVM
                         winget install Google.Chrome

      Then run the same command again."
    `);
  });
});
