import { describe, expect, it } from "vitest";
import { read, sourceFiles } from "./sources.js";

const declaration = new RegExp(
  [
    String.raw`^(?:template <.*> )?(?:struct|class|enum class|enum) (\w+)`,
    String.raw`^using (\w+) =`,
    String.raw`^(?:inline |static )*(?:constexpr|const) [^=({]*?(\w+)(?:\[[^\]]*\])?(?: =|\{|;)`,
  ].join("|"),
);

/** The types and constants that a file declares in namespaces, with the names of these; anonymous ones have no name. */
function declaredNames(text: string): string[] {
  const names = new Set<string>();
  const namespaces: string[] = [];
  for (const line of text.split("\n")) {
    const opened = /^namespace ?([\w:]*) ?\{$/.exec(line);
    if (opened) namespaces.push(opened[1] ?? "");
    else if (/^\} {2}\/\/ namespace/.test(line)) namespaces.pop();
    else if (namespaces.length > 0) {
      const found = declaration.exec(line);
      const name = found?.slice(1).find(Boolean);
      if (name) names.add([...namespaces, name].join("::"));
    }
  }
  return [...names];
}

const isLocal = (name: string): boolean => name.includes("::::");

/** What the files declare in anonymous namespaces although another file, or a header around, has the name. */
function ambiguousNames(files: readonly string[]): string[] {
  const filesOf = new Map<string, string[]>();
  const locals = new Set<string>();
  for (const file of files) {
    for (const name of declaredNames(read(file))) {
      const seen = name.replaceAll("::::", "::");
      if (isLocal(name)) locals.add(seen);
      // A type may be declared in several headers, and defined in a source.
      if (isLocal(name) || file.endsWith(".h")) filesOf.set(seen, [...(filesOf.get(seen) ?? []), file]);
    }
  }
  return [...filesOf]
    .filter(([name, users]) => locals.has(name) && users.length > 1)
    .map(([name, users]) => `${name}: ${users.join(", ")}`);
}

// A unity build compiles several files as one. Which ones changes with every file that is added.
describe("types and constants of one C++ file", () => {
  it("are found", () => {
    const text =
      "namespace a {\nnamespace {\nclass B {\nconstexpr int k_c = 1;\n}  // namespace\nstruct D {\n}  // namespace a";
    expect(declaredNames(text)).toEqual(["a::::B", "a::::k_c", "a::D"]);
    expect(declaredNames(read("cpp/src/hull/merge_faces.cpp"))).toContain("hyperplane::::FaceMerger");
  });

  it("have a name that no other file of the core gives", () => {
    expect(ambiguousNames(sourceFiles("cpp/src/*.cpp", "cpp/src/*.h", "cpp/include/*.h"))).toEqual([]);
  });

  it("have a name that no other file of a module's bindings gives", () => {
    const files = sourceFiles("cpp/bindings/*.cpp", "cpp/bindings/*.h");
    const inFolder = (name: RegExp) => files.filter((file) => name.test(file));
    for (const module of [/bindings\/[^/]+$/, /bindings\/plane\//, /bindings\/decompose\//]) {
      expect(inFolder(module)).not.toEqual([]);
      expect(ambiguousNames(inFolder(module))).toEqual([]);
    }
  });

  it("have a name that no other file of the tests gives", () => {
    expect(ambiguousNames(sourceFiles("tests/cpp/*.cpp", "tests/cpp/*.h"))).toEqual([]);
  });
});
