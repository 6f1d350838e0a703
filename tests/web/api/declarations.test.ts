import { fileURLToPath } from "node:url";
import * as hyperplane from "hyperplane";
import * as plane from "hyperplane/2d";
import * as inline from "hyperplane/inline";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { constructorTexts } from "../support/hover.js";

/** The declared types beside the live module, in both directions. */

const declarations = fileURLToPath(new URL("../../../dist/types/", import.meta.url));
const files = ["src/index", "src/inline", "plane/index"].map((file) => `${declarations}${file}.d.ts`);
const program = ts.createProgram(files, {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2022.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts"],
  strict: true,
  types: [],
});
const checker = program.getTypeChecker();
const has = (symbol: ts.Symbol, flag: ts.SymbolFlags) => (symbol.flags & flag) !== 0;

/** What a file exports: each name with the symbol that it stands for. */
function exportsOf(file: string): Map<string, ts.Symbol> {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile) as ts.Symbol;
  return new Map(
    checker
      .getExportsOfModule(module)
      .map((symbol) => [symbol.name, has(symbol, ts.SymbolFlags.Alias) ? checker.getAliasedSymbol(symbol) : symbol]),
  );
}

/** Whether a symbol is declared by this package, and not by TypeScript's library, and can be used by others. */
const isOurs = (symbol: ts.Symbol) =>
  !symbol.name.includes("#") &&
  (symbol.declarations?.some((node) => node.getSourceFile().fileName.startsWith(declarations)) ?? false);

/** The names of a class's or interface's own and inherited members, [Symbol.dispose] among them. */
function membersOf(symbol: ts.Symbol): string[] {
  const properties = checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isOurs);
  return properties.map(({ name }) => (name.startsWith("__@") ? "[Symbol.dispose]" : name)).sort();
}

/** The same of a live object, up to the classes of JavaScript itself. */
function liveMembersOf(object: object): string[] {
  const names = new Set<string>();
  for (let at = object; at !== Object.prototype && at !== Error.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const key of Reflect.ownKeys(at)) {
      if (key === Symbol.dispose) names.add("[Symbol.dispose]");
      else if (typeof key === "string" && key !== "constructor") names.add(key);
    }
  }
  return [...names].sort();
}

beforeAll(() => Promise.all([hyperplane.init(), plane.init()]));

describe.each([
  ["hyperplane", files[0] as string, hyperplane],
  ["hyperplane/inline", files[1] as string, inline],
  ["hyperplane/2d", files[2] as string, plane],
])("%s", (_, file, live) => {
  const declared = exportsOf(file);
  const values = [...declared].filter(([, symbol]) => has(symbol, ts.SymbolFlags.Value));

  it("exports the values that it declares, and no others", () => {
    expect(values.map(([name]) => name).sort()).toEqual(Object.keys(live).sort());
  });

  it("has functions that take the declared number of arguments", () => {
    const functions = values.filter(([, symbol]) => has(symbol, ts.SymbolFlags.Function));
    expect(functions.length).toBeGreaterThan(8);
    for (const [name, symbol] of functions) {
      // Of an overloaded one the fewest that are required and the most that are taken.
      const overloads = checker
        .getTypeOfSymbol(symbol)
        .getCallSignatures()
        .map(({ parameters }) => parameters);
      const declared = overloads.map((all) => all.map((p) => p.valueDeclaration as ts.ParameterDeclaration));
      const counts = declared.map((all) => all.filter((p) => !p.questionToken && !p.dotDotDotToken).length);
      const required = Math.min(...counts);
      const most = Math.max(...overloads.map(({ length }) => length));
      const call = live[name as keyof typeof live] as (...args: never[]) => unknown;
      expect(call, name).toBeTypeOf("function");
      expect(call.length, name).toBeGreaterThanOrEqual(required);
      expect(call.length, name).toBeLessThanOrEqual(most);
    }
  });
});

/** An object of every class. */
const samples: Record<string, () => object> = {
  Box: () => new hyperplane.Box(1, 2, 3),
  Capsule: () => new hyperplane.Capsule(1, 2),
  Character: () =>
    new hyperplane.Character(new hyperplane.World(), { shape: new hyperplane.Sphere(1), position: [0, 0, 0] }),
  Compound: () => new hyperplane.Compound([{ shape: new hyperplane.Sphere(1) }]),
  Cone: () => new hyperplane.Cone(1, 2),
  ConvexHull: () => new hyperplane.ConvexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
  Cylinder: () => new hyperplane.Cylinder(1, 2),
  TaperedCapsule: () => new hyperplane.TaperedCapsule(1, 2, 3),
  Ellipsoid: () => new hyperplane.Ellipsoid(1, 2, 3),
  HalfSpace: () => new hyperplane.HalfSpace(),
  HeightField: () => new hyperplane.HeightField([0, 0, 0, 0], { columns: 2, rows: 2, width: 1, depth: 1 }),
  HyperplaneError: () => new hyperplane.HyperplaneError("why", { code: "disposed" }),
  PreparedPairs: () => new hyperplane.PreparedPairs([new hyperplane.Sphere(1)], Uint32Array.of(0, 0)),
  Sphere: () => new hyperplane.Sphere(1),
  Triangle: () => new hyperplane.Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]),
  TriangleMesh: () => new hyperplane.TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  Voxels: () => new hyperplane.Voxels({ columns: 1, layers: 2, rows: 3 }),
  World: () => new hyperplane.World(),
};

/** The same of hyperplane/2d. */
const planeSamples: Record<string, () => object> = {
  Capsule: () => new plane.Capsule(1, 2),
  Chain: () => new plane.Chain([0, 0, 1, 0]),
  Character: () => new plane.Character(new plane.World(), { shape: new plane.Circle(1), position: [0, 0] }),
  Circle: () => new plane.Circle(1),
  HalfSpace: () => new plane.HalfSpace(),
  Compound: () => new plane.Compound([{ shape: new plane.Circle(1) }]),
  ConvexPolygon: () => new plane.ConvexPolygon([0, 0, 1, 0, 0, 1]),
  Ellipse: () => new plane.Ellipse(1, 2),
  HyperplaneError: () => new plane.HyperplaneError("why", { code: "disposed" }),
  Polygon: () => new plane.Polygon([0, 0, 1, 0, 0, 1]),
  Rectangle: () => new plane.Rectangle(1, 2),
  Segment: () => new plane.Segment([0, 0], [1, 0]),
  TileMap: () => new plane.TileMap({ columns: 2, rows: 1 }),
  World: () => new plane.World(),
};

describe.each([
  ["hyperplane", files[0] as string, samples],
  ["hyperplane/2d", files[2] as string, planeSamples],
])("classes of %s", (_, file, samples) => {
  const classes = [...exportsOf(file)].filter(([, symbol]) => has(symbol, ts.SymbolFlags.Class));

  it("are all covered", () => {
    expect(classes.map(([name]) => name).sort()).toEqual([...Object.keys(samples), "Shape"].sort());
  });

  it.each(Object.keys(samples))("%s has the declared members, and no others", (name) => {
    const [, symbol] = classes.find(([other]) => other === name) as [string, ts.Symbol];
    const sample = (samples[name] as () => object)();
    const inherited = sample instanceof Error ? ["message", "name", "stack"] : [];
    expect(liveMembersOf(sample)).toEqual([...membersOf(symbol), ...inherited].sort());
    expect(sample.constructor.name).toBe(name);
  });
});

describe("errors", () => {
  it("HyperplaneError has the message, code and cause of its constructor", () => {
    const cause = new Error("below");
    const error = new hyperplane.HyperplaneError("why", { code: "out-of-memory", cause });
    expect(error).toMatchObject({ code: "out-of-memory", message: "why", name: "HyperplaneError", cause });
    expect(error).toBeInstanceOf(Error);
    expect(new hyperplane.HyperplaneError()).toMatchObject({ code: "invalid-argument", message: "" });
  });
});

describe("the declarations", () => {
  const sources = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(declarations));
  const symbols = [0, 2].flatMap((i) => [...exportsOf(files[i] as string)]);

  it("compile without an error, with no types but the platform's", () => {
    const errors = ts.getPreEmitDiagnostics(program);
    expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  });

  it("have no any", () => {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.AnyKeyword)
        found.push(`${node.getSourceFile().fileName}: ${node.parent.getText()}`);
      ts.forEachChild(node, visit);
    };
    sources.forEach(visit);
    expect(sources.length).toBeGreaterThan(10);
    expect(found).toEqual([]);
  });

  it("have a docstring on every export and every member", () => {
    const missing: string[] = [];
    for (const [name, symbol] of symbols) {
      const isDocumented = (one: ts.Symbol) => one.getDocumentationComment(checker).length > 0;
      if (!isDocumented(symbol)) missing.push(name);
      if (!has(symbol, ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) continue;
      for (const member of checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isOurs)) {
        if (!isDocumented(member) && !/^[xyzw]$/.test(member.name)) missing.push(`${name}.${member.name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it("say at every constructor what the class is", () => {
    const texts = constructorTexts(
      checker,
      symbols.map(([, symbol]) => symbol),
    );
    expect(texts.size).toBeGreaterThan(20);
    for (const [name, text] of texts) expect(text, name).toMatch(/^[A-Z][\s\S]*[.:](\s|$)/);
    expect(texts.get("Sphere 0")).toBe("A ball, centred at the origin of its frame.");
  });

  it("say of every function and constructor what it throws", () => {
    const silent = symbols
      .filter(([name, symbol]) => has(symbol, ts.SymbolFlags.Function) && name !== "init" && name !== "default")
      .filter(([, symbol]) => !symbol.getJsDocTags(checker).some((tag) => tag.name === "throws"));
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});
