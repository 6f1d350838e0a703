import ts from "typescript";

/** What editors show when someone points at a class after `new`: the text at the constructor alone. */
export function constructorTexts(checker: ts.TypeChecker, symbols: readonly ts.Symbol[]): Map<string, string> {
  const classes = symbols.filter(({ flags }) => (flags & ts.SymbolFlags.Class) !== 0);
  return new Map(
    classes.flatMap((symbol) =>
      checker
        .getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration as ts.Declaration)
        .getConstructSignatures()
        // Of an abstract class there is none to call.
        .filter(({ declaration }) => declaration !== undefined && ts.isConstructorDeclaration(declaration))
        .map((signature, i) => [
          `${symbol.name} ${i}`,
          ts.displayPartsToString(signature.getDocumentationComment(checker)),
        ]),
    ),
  );
}
