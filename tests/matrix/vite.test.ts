import { spawn } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { expect } from "vitest";
import { type App, titleOf, titleOfFolder } from "./app.js";
import { environment, theBrowser } from "./environment.js";
import { expectPlane, planeAnswer, writePlane } from "./plane.js";

const page = (script: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>loading</title><link rel="icon" href="data:,">
<script type="module" src="./${script}"></script></html>
`;

const main = (from = "./web/program.js") => `import { program } from "${from}";
program().then((title) => { document.title = title; }, (error) => { document.title = "failed: " + error; });
`;

/** A page whose worker does the work. */
const inWorker = `const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => { document.title = data; };
worker.onerror = ({ message }) => { document.title = "failed: " + message; };
`;
const worker = `import { program } from "./web/program.js";
program().then(postMessage, (error) => postMessage("failed: " + error));
`;

const expected = { title: "mtv 0.25, parts 2, worker", complaints: [] };

function writePages(app: App): void {
  app.write("index.html", page("main.js"));
  app.write("main.js", main());
  app.write("in_worker.html", page("in_worker.js"));
  app.write("in_worker.js", inWorker);
  app.write("worker.js", worker);
}

/** What a page of the development server says. */
async function inDevelopment(
  app: App,
  path: string,
  ...args: string[]
): Promise<{ title: string; complaints: string[] }> {
  // As at the first start: what was bundled for another page would be bundled anew, and the page loaded twice.
  rmSync(app.at("node_modules", ".vite"), { recursive: true, force: true });
  const server = spawn(process.execPath, [app.at("node_modules", "vite", "bin", "vite.js"), "--port", "0", ...args], {
    cwd: app.folder,
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = "";
      const hear = (data: Buffer) => {
        output += stripVTControlCharacters(data.toString());
        const [, found] = /Local:\s+(http:\S+)/.exec(output) ?? [];
        if (found) resolve(found);
      };
      server.stdout.on("data", hear);
      server.stderr.on("data", hear);
      server.on("exit", () => reject(new Error(output)));
    });
    return await titleOf(await theBrowser(), new URL(path, url).href);
  } finally {
    server.kill();
  }
}

for (const version of ["5.4.21", "6.4.6", "7.3.8", "8.3.8"]) {
  environment("Vite", { vite: version }, (use) => {
    use("development server", "nothing", async (app) => {
      writePages(app);
      expect(await inDevelopment(app, "")).toEqual(expected);
      expect(await inDevelopment(app, "base/", "--base", "/base/")).toEqual(expected);
    });
    use("development server, in a worker", "nothing", async (app) => {
      writePages(app);
      expect(await inDevelopment(app, "in_worker.html")).toEqual(expected);
    });
    use("page", "nothing", async (app) => {
      writePages(app);
      await app.must("vite", "build", "--outDir", "built");
      expect(await titleOfFolder(await theBrowser(), app.at("built"))).toEqual(expected);
    });
    use("hyperplane/2d: development server, page", "nothing", async (app) => {
      app.write("index.html", page("plane.js"));
      writePlane(app, "page");
      // Vite looks for dependencies in all pages, and gives up where one needs three.js, which is not installed.
      for (const file of readdirSync(app.at("web"))) if (file.endsWith(".html")) rmSync(app.at("web", file));
      expect(await inDevelopment(app, "")).toEqual({ title: planeAnswer, complaints: [] });
      await app.must("vite", "build", "--outDir", "plane");
      await expectPlane(app, "plane");
    });
    use("server, bundled (ssr.noExternal)", "hyperplane/inline", async (app) => {
      const build = (name: string) =>
        app.must("vite", "build", "--config", "ssr.config.js", "--ssr", `${name}.js`, "--outDir", `ssr-${name}`);
      app.write("ssr.config.js", 'export default { ssr: { noExternal: ["hyperplane"] } };');
      for (const name of ["program", "program_inline"])
        app.write(`${name}.js`, `import { program } from "./web/${name}.js"; program().then(console.log);`);
      await build("program_inline");
      expect(await app.must("node", "ssr-program_inline/program_inline.js")).toBe("mtv 0.25, parts 2, here\n");
      await build("program");
      const { stderr } = await app.run("node", "ssr-program/program.js");
      expect(stderr).toMatch(
        /Copy hyperplane\/hyperplane\.wasm beside the bundle, .* by init\(\{ wasm \}\), or import hyperplane\/inline/,
      );
    });
    use("library, UMD", "hyperplane/inline", async (app) => {
      for (const name of ["program", "program_inline"]) {
        app.write(`${name}.js`, main(`./web/${name}.js`).replace("import", "import"));
        app.write(
          `umd-${name}.config.js`,
          `export default { publicDir: false, build: { outDir: "umd-${name}", lib: { entry: "${name}.js", name: "app", formats: ["umd", "iife"], fileName: "app" } } };`,
        );
        await app.must("vite", "build", "--config", `umd-${name}.config.js`);
        app.write(`umd-${name}/index.html`, page("app.umd.cjs").replace('type="module" ', ""));
      }
      const { title } = await titleOfFolder(await theBrowser(), app.at("umd-program_inline"));
      expect(title).toBe("mtv 0.25, parts 2, here");
    });
  });
}
