import type { App } from "./app.js";

/** Pages that run the programs of `tests/package/consumers/web`. */

/** Runs a program of the consumers and has its answer as the title. */
export const main = (program: string) => `import { program } from "./web/${program}.js";
program().then((title) => { document.title = title; }, (error) => { document.title = "failed: " + error; });
`;

/** As `main`, of a module that is loaded later, and need not load. */
export const script = (program: string) => `document.title = "loading";
import("${program}").then(({ program }) => program()).then((title) => { document.title = title; }, (error) => { document.title = "failed: " + error; });`;

/** A page with a script. */
export function page(script: string, type = "module"): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>loading</title><link rel="icon" href="data:,">
<body><script type="${type}" src="./${script}"></script></body></html>
`;
}

/** Of a page that does all. */
export const inWorker = { title: "mtv 0.25, parts 2, worker", complaints: [] };
/** Where decompositions get no worker. */
export const here = { title: "mtv 0.25, parts 2, here", complaints: [] };

/** Writes both programs as scripts of pages. */
export function writeMain(app: App): void {
  for (const program of ["program", "program_inline"]) app.write(`${program}.js`, main(program));
}
