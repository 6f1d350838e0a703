import { basename, dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { linesThatMatch, read, sourceFiles } from "./sources.js";

describe("sources", () => {
  it("contain no path of a particular machine", () => {
    const places = ["root", "home", "Users", "work", "mnt"].join("|");
    expect(linesThatMatch(sourceFiles(), new RegExp(`(?<![\\w.}/-])/(?:${places})/`))).toEqual([]);
  });

  it("take packages from wherever the user's npm takes them", () => {
    const locks = sourceFiles("*package-lock.json");
    expect(locks).toContain("package-lock.json");
    expect(linesThatMatch(locks, /"resolved"/)).toEqual([]);
  });

  it("are files that one can read in one go", () => {
    const long = sourceFiles("*.h", "*.cpp", "*.ts", "*.js", "*.css").filter(
      (file) => read(file).split("\n").length > 800,
    );
    expect(long).toEqual([]);
  });

  it("have names in snake_case, and modules the extension .js, .ts or .tsx", () => {
    const code = sourceFiles().filter((file) => /\.([cm]?[jt]sx?|h|cpp|css|html)$/.test(file));
    // vite.config.ts, pair.test.ts, wasm.d.ts; +page.server.ts, as SvelteKit wants it
    const name = /^(\+(page|layout)\.server|[a-z0-9]+(_[a-z0-9]+)*)(\.(config|d|test))?\.(js|ts|tsx|h|cpp|css|html)$/;
    expect(code.filter((file) => !name.test(basename(file)))).toEqual([]);
    const folders = [...new Set(code.flatMap((file) => dirname(file).split("/")))];
    expect(folders.filter((folder) => !/^([a-z0-9_]+|\.)$/.test(folder))).toEqual([]);
  });

  it("fit into 120 columns", () => {
    // clang-format leaves comments alone, because it breaks lists in them.
    expect(linesThatMatch(sourceFiles("*.h", "*.cpp"), /^.{121,}$/)).toEqual([]);
  });

  it("stay with Unix line ends and end with one", () => {
    const wrong = sourceFiles().filter((file) => /\r/.test(read(file)) || !/(^|\n)$/.test(read(file)));
    expect(wrong).toEqual([]);
  });
});

describe("C++ sources", () => {
  it("are listed by hand, all of them", () => {
    const lists = sourceFiles("CMakeLists.txt", "*/CMakeLists.txt", "*.cmake");
    expect(linesThatMatch(lists, /\bGLOB(_RECURSE)?\b/)).toEqual([]);

    const missing = sourceFiles("cpp/src/*.cpp", "cpp/bindings/*.cpp", "tests/cpp/*.cpp").filter((file) => {
      for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
        const list = `${folder}/CMakeLists.txt`;
        if (lists.includes(list))
          return !new RegExp(`(?<![\\w.])${file.slice(folder.length + 1).replaceAll(".", "\\.")}(?!\\w)`).test(
            read(list),
          );
      }
      return true;
    });
    expect(missing).toEqual([]);
  });

  it("use nothing whose last bit differs from one library to the next", () => {
    const functions =
      "sin|cos|tan|asin|acos|atan|atan2|exp|exp2|log|log2|log10|pow|cbrt|hypot|fma|fmod|remainder|erf|tgamma";
    const core = sourceFiles("cpp/src/*.h", "cpp/src/*.cpp", "cpp/include/*.h");
    expect(linesThatMatch(core, new RegExp(`\\b(?:std::|__builtin_)(?:${functions})f?\\s*\\(`))).toEqual([]);
  });

  it("have their tolerances in a header of their layer, and share only what several layers use", () => {
    const headers = sourceFiles("cpp/src/*/tolerances.h", "cpp/src/core/constants.h");
    const elsewhere = [
      "cpp/src/motion/collide_and_slide.h", // the range of an option
      "cpp/src/plane/math/rotation.h", // parts of pi / 2
    ];
    // A number with a negative exponent, outside of comments and texts.
    const small = /^(?!\s*\/\/)(?:[^"/]|"[^"]*"|\/(?!\/))*(?<![\w.])(?:\d[\d.]*e-\d+|0x[\da-f.]+p-\d+)/i;
    const others = sourceFiles("cpp/src/*.h", "cpp/src/*.cpp").filter(
      (file) => !headers.includes(file) && !elsewhere.includes(file),
    );
    expect(linesThatMatch(others, small)).toEqual([]);

    const code = sourceFiles("cpp/src/*.h", "cpp/src/*.cpp").map((file) => ({ file, text: read(file) }));
    const wrong = headers.flatMap((header) => {
      const names = [...read(header).matchAll(/\b(k_\w+) = /g)].map(([, name = ""]) => name);
      expect(names.length).toBeGreaterThan(0);
      return names.filter((name) => {
        const parts = (text: string) => text.split(new RegExp(`\\b${name}\\b`)).length;
        const users = code
          .filter(({ file, text }) => file !== header && parts(text) > 1)
          .map(({ file }) => dirname(file));
        // One from which others are derived needs no user.
        if (users.length === 0) return parts(read(header)) < 3;
        return !users.includes(dirname(header)) && new Set(users).size < 2;
      });
    });
    expect(wrong).toEqual([]);
  });

  it("do not throw", () => {
    const core = sourceFiles(
      "cpp/src/*.h",
      "cpp/src/*.cpp",
      "cpp/include/*.h",
      "cpp/bindings/*.h",
      "cpp/bindings/*.cpp",
    );
    const code = linesThatMatch(core, /^(?!\s*\/\/)[^/]*\b(throw\s|throw;|dynamic_cast\s*<|typeid\s*\()/);
    expect(code).toEqual([]);
  });
});

describe("TypeScript sources", () => {
  it("evaluate no text", () => {
    const web = sourceFiles("web/*.ts", "web/*.js", "web/*.html");
    expect(linesThatMatch(web, /\bnew\s+Function\b|(?<![\w.-])eval\s*\(|set(Timeout|Interval)\s*\(\s*["'`]/)).toEqual(
      [],
    );
  });
});
