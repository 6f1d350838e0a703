import { fileURLToPath } from "node:url";
import * as live from "hyperplane/three";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { constructorTexts } from "../support/hover.js";

/** The declared types of the adapter against the live module. */

const file = fileURLToPath(new URL("../../../dist/types/three/index.d.ts", import.meta.url));
const program = ts.createProgram([file], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2022.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts"],
  strict: true,
  skipLibCheck: true,
  types: [],
});
const checker = program.getTypeChecker();
const isOurs = (symbol: ts.Symbol) =>
  !symbol.name.includes("#") &&
  (symbol.declarations?.some((node) => /dist.types.three/.test(node.getSourceFile().fileName)) ?? false);
const symbols = checker
  .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile) as ts.Symbol)
  .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));

describe("the declarations of hyperplane/three", () => {
  it("declare exactly the values of the module", () => {
    const values = symbols.filter(({ flags }) => flags & ts.SymbolFlags.Value).map(({ name }) => name);
    expect(values.sort()).toEqual(Object.keys(live).sort());
    expect([live.SceneColliders.name, live.WorldLines.name]).toEqual(["SceneColliders", "WorldLines"]);
  });

  it("have a docstring on every export and every member", () => {
    const isDocumented = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length > 0;
    const missing = symbols.flatMap((symbol) => {
      const members = checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isOurs);
      return [symbol, ...members].filter((one) => !isDocumented(one)).map(({ name }) => `${symbol.name}: ${name}`);
    });
    expect(symbols.length).toBeGreaterThan(6);
    expect(missing).toEqual([]);
  });

  it("say at every constructor what the class is", () => {
    const texts = [...constructorTexts(checker, symbols).values()].map((text) => text.split("\n")[0]);
    expect(texts).toEqual([
      expect.stringMatching(/^Keeps the colliders of a world at the poses of three\.js objects/),
      expect.stringMatching(/^Debug drawing of a world/),
    ]);
  });
});
