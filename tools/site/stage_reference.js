// The API reference, from the declarations that the package ships: TypeDoc reads them and writes Markdown, one page a name.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { inRepository } from "../lib/paths.js";
import { runQuietly } from "../lib/process.js";
import { entries } from "./pages.js";

/**
 * @param {string} folder   for the pages
 * @param {string} scratch  a folder for the entries that TypeDoc starts from
 * @returns the menu
 */
export async function stageReference(folder, scratch) {
  const files = Object.entries(entries).map(([name, { file, about }]) => {
    const path = join(scratch, `${name}.d.ts`);
    mkdirSync(posix.dirname(path), { recursive: true });
    // Its file's name is the entry's. A star leaves the default export out, which is init once more.
    const source = posix.relative(posix.dirname(path), inRepository("dist", "types", file));
    writeFileSync(path, `/**\n * ${about}\n *\n * @module\n */\nexport * from "${source}";\n`);
    return path;
  });
  writeFileSync(
    join(scratch, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        target: "ES2022",
        lib: ["ES2023", "ESNext.Disposable", "DOM"],
        module: "ESNext",
        moduleResolution: "Bundler",
        strict: true,
        skipLibCheck: true,
        types: [],
      },
      files,
    }),
  );
  const options = join(scratch, "typedoc.json");
  writeFileSync(
    options,
    JSON.stringify({
      name: "API reference",
      entryPoints: files,
      tsconfig: join(scratch, "tsconfig.json"),
      plugin: ["typedoc-plugin-markdown"],
      out: folder,
      cleanOutputDir: false,
      logLevel: "Error",
      readme: "none",
      entryFileName: "api",
      flattenOutputFiles: true,
      disableSources: true,
      hideBreadcrumbs: true,
      hidePageHeader: true,
      excludePrivate: true,
      excludeExternals: true,
      indexFormat: "table",
      parametersFormat: "table",
      propertiesFormat: "table",
      interfacePropertiesFormat: "table",
      tableColumnSettings: { hideOverrides: true, hideInherited: true, hideModifiers: true, hideSources: true },
      useHTMLEncodedBrackets: true,
      // The menu says what they are.
      pageTitleTemplates: { member: "{name}", module: "{name}" },
    }),
  );
  const site = inRepository("tools", "site");
  await runQuietly(process.execPath, [join(site, "node_modules", "typedoc", "bin", "typedoc"), "--options", options], {
    cwd: site,
  });
  nameEntries(folder);
  dropInternals(folder);
  return menuOf(folder);
}

const pagesOf = (folder) => readdirSync(folder).filter((name) => /^hyperplane.*\.md$/.test(name));

/** Both of two worlds are called World: the title says which entry it is from. */
function nameEntries(folder) {
  for (const entry of Object.keys(entries).filter((name) => name !== "hyperplane")) {
    const start = `${entry.replaceAll("/", ".")}.`;
    for (const name of pagesOf(folder).filter((page) => page.startsWith(start) && page !== `${start}md`)) {
      const path = join(folder, name);
      writeFileSync(path, readFileSync(path, "utf8").replace(/^# (.+)$/m, `# $1 of ${entry}`));
    }
  }
}

const kinds = {
  Class: "Classes",
  Function: "Functions",
  Interface: "Interfaces",
  TypeAlias: "Types",
  Variable: "Values",
};

/** Pages say what a class is for, not which class of the implementation it extends; titles are names. */
function dropInternals(folder) {
  for (const name of pagesOf(folder)) {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8")
      .replace(/^(# \w+)&lt;.*?&gt;/m, "$1")
      .replace(/^## Extends\n\n- `Base\w+`.*\n\n/m, "")
      .replace(/^#+ (Overrides|Inherited from)\n\n`Base.*\n\n?/gm, "");
    writeFileSync(path, text);
  }
}

/** The menu, from the names of the pages: "hyperplane.2d.Class.Circle.md". */
function menuOf(folder) {
  const names = pagesOf(folder).map((name) => name.slice(0, -".md".length));
  return Object.keys(entries).map((entry) => {
    const start = entry.replaceAll("/", ".");
    const groups = Object.entries(kinds).map(([kind, text]) => {
      const items = names
        .filter((name) => name.startsWith(`${start}.${kind}.`))
        .sort((a, b) => a.localeCompare(b, "en"))
        .map((name) => ({ text: name.slice(start.length + kind.length + 2), link: `/${name}` }));
      return { text, collapsed: kind !== "Class" && kind !== "Function", items };
    });
    return {
      text: entry,
      link: `/${start}`,
      collapsed: entry !== "hyperplane",
      items: groups.filter(({ items }) => items.length > 0),
    };
  });
}
