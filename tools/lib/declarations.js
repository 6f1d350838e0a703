// Removes from the emitted declarations what no entry's exports lead to: internals would ask for libraries that callers lack. And
// repeats what a class is at its constructor, where editors look when someone points at `new`.

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {string} folder       with the declarations, which are rewritten or deleted
 * @param {string[]} entries    their paths in the folder
 */
export async function pruneDeclarations(folder, entries) {
  const { default: ts } = await import("typescript");
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith(".d.ts"))
    .map((file) => join(file.parentPath, file.name));
  const program = ts.createProgram(paths, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  });
  const checker = program.getTypeChecker();
  const files = new Map(paths.map((path) => [program.getSourceFile(path), { path, kept: new Set() }]));

  const pending = [];
  const keep = (statement) => {
    const file = files.get(statement.getSourceFile());
    if (file === undefined || file.kept.has(statement)) return;
    file.kept.add(statement);
    pending.push(statement);
  };
  const follow = (symbol) => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of target.declarations ?? []) {
      // A namespace import is a whole file: what is used of it follows by the names behind the dot.
      if (!ts.isSourceFile(declaration)) keep(statementOf(ts, declaration));
    }
  };
  const keepModule = (file) => {
    for (const statement of file.statements) {
      if (ts.isExportAssignment(statement)) keep(statement);
      if (!ts.isExportDeclaration(statement)) continue;
      keep(statement);
      const source = statement.moduleSpecifier && checker.getSymbolAtLocation(statement.moduleSpecifier);
      if (source && !statement.exportClause) keepModule(source.valueDeclaration);
    }
    const module = checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${file.fileName} exports nothing`);
    for (const symbol of checker.getExportsOfModule(module)) follow(symbol);
  };
  for (const entry of entries) keepModule(program.getSourceFile(join(folder, entry)));
  while (pending.length > 0) {
    visit(ts, pending.pop(), (identifier) => {
      const symbol = checker.getSymbolAtLocation(identifier);
      if (symbol) follow(symbol);
    });
  }
  for (const [file, { path, kept }] of files) rewrite(ts, file, path, kept);
}

function visit(ts, node, found) {
  if (ts.isIdentifier(node)) found(node);
  ts.forEachChild(node, (child) => visit(ts, child, found));
}

/** The statement of a file that a declaration is in. */
function statementOf(ts, declaration) {
  let node = declaration;
  while (node.parent && !ts.isSourceFile(node.parent)) node = node.parent;
  return node;
}

function rewrite(ts, file, path, kept) {
  if (kept.size === 0) {
    rmSync(path);
    return;
  }
  const used = new Set();
  for (const statement of kept) visit(ts, statement, ({ text }) => used.add(text));
  const text = file.statements.map((statement) => {
    if (ts.isImportDeclaration(statement)) return importOf(ts, statement, used);
    // A declaration of globals belongs to whatever its file declares.
    const isGlobal = ts.isModuleDeclaration(statement) && (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
    if (!kept.has(statement) && !isGlobal) return "";
    return ts.isClassDeclaration(statement) ? textOfClass(ts, statement) : statement.getFullText();
  });
  writeFileSync(path, `${text.join("").trim()}\n`);
}

/** A class's text. Constructors without a sentence of their own have its first paragraph. */
function textOfClass(ts, statement) {
  const docOf = (node) => ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc);
  const [what] = (ts.getTextOfJSDocComment(docOf(statement)?.comment) ?? "").split("\n\n");
  let text = statement.getFullText();
  for (const member of statement.members.filter(ts.isConstructorDeclaration).reverse()) {
    const doc = docOf(member);
    if (what === "" || doc?.comment) continue;
    const [from, to] = [doc?.getStart() ?? member.getStart(), doc?.end ?? member.getStart()];
    const rest =
      doc === undefined
        ? "*/\n    "
        : doc
            .getText()
            .replace(/^\/\*\*\s*\*?\s*/, "*\n     * ")
            .replace(/\s*\*\/$/, "\n     */");
    const lines = what.split("\n").map((line) => `     * ${line}\n`);
    const start = statement.getFullStart();
    text = `${text.slice(0, from - start)}/**\n${lines.join("")}     ${rest}${text.slice(to - start)}`;
  }
  return text;
}

/** An import with the names that are used. */
function importOf(ts, statement, used) {
  const { importClause, moduleSpecifier } = statement;
  const { name, namedBindings } = importClause ?? {};
  if (!namedBindings || !ts.isNamedImports(namedBindings)) {
    const names = [name, namedBindings?.name].filter(Boolean);
    return names.some(({ text }) => used.has(text)) ? `${statement.getText()}\n` : "";
  }
  const names = namedBindings.elements.filter((element) => used.has(element.name.text)).map((one) => one.getText());
  const type = importClause.isTypeOnly ? "type " : "";
  return names.length === 0 ? "" : `import ${type}{ ${names.join(", ")} } from ${moduleSpecifier.getText()};\n`;
}

/** The declarations that a package.json's exports name, in their folder. */
export function declaredEntries(packageFile) {
  const { exports } = JSON.parse(readFileSync(packageFile, "utf8"));
  const types = Object.values(exports).map((entry) => entry.types);
  return [...new Set(types.filter(Boolean))].map((path) => path.replace("./dist/types/", ""));
}
