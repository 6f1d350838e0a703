import { describe, expect, it } from "vitest";
import { read, sourceFiles } from "./sources.js";

const declaration = new RegExp(
  [
    String.raw`^(?:template <.*> )?(?:struct|class|enum class|enum) (\w+)`,
    String.raw`^using (\w+) =`,
    String.raw`^(?:inline |static )*(?:constexpr|const) [^=({]*?(\w+)(?:\[[^\]]*\])?(?: =|\{|;)`,
  ].join("|"),
);

/** The types and constants that a file declares in anonymous namespaces, with the names of the namespaces around. */
function localNames(text: string): string[] {
  const names = new Set<string>();
  const namespaces: string[] = [];
  for (const line of text.split("\n")) {
    const opened = /^namespace ?([\w:]*) ?\{$/.exec(line);
    if (opened) namespaces.push(opened[1] ?? "");
    else if (/^\} {2}\/\/ namespace/.test(line)) namespaces.pop();
    else if (namespaces.includes("")) {
      const found = declaration.exec(line);
      const name = found?.slice(1).find(Boolean);
      if (name) names.add([...namespaces, name].join("::"));
    }
  }
  return [...names];
}

function namesOfSeveralFiles(files: readonly string[]): string[] {
  const filesOf = new Map<string, string[]>();
  for (const file of files)
    for (const name of localNames(read(file))) filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
  return [...filesOf].filter(([, users]) => users.length > 1).map(([name, users]) => `${name}: ${users.join(", ")}`);
}

// A unity build compiles several files as one. Which ones changes with every file that is added.
describe("types and constants of one C++ file", () => {
  it("are found", () => {
    const text =
      "namespace a {\nnamespace {\nclass B {\nconstexpr int k_c = 1;\n}  // namespace\nstruct D {\n}  // namespace a";
    expect(localNames(text)).toEqual(["a::::B", "a::::k_c"]);
    expect(localNames(read("cpp/src/hull/merge_faces.cpp"))).toContain("hyperplane::::FaceMerger");
  });

  it("have a name that no other file of the core gives", () => {
    expect(namesOfSeveralFiles(sourceFiles("cpp/src/*.cpp"))).toEqual([]);
  });

  it("have a name that no other file of the tests gives", () => {
    expect(namesOfSeveralFiles(sourceFiles("tests/cpp/*.cpp"))).toEqual([]);
  });
});
