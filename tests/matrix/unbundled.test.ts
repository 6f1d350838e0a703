import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { serveFolders } from "../browser/launch.js";
import { type App, titleOfFolder } from "./app.js";
import { environment, theBrowser } from "./environment.js";
import { here, inWorker, main, page, script, writeMain } from "./page.js";
import { expectPlane, writePlane } from "./plane.js";

/** Pages that load the files of the package as they are. */

environment("No bundler", {}, (use) => {
  const importmap = `<script type="importmap">{ "imports": {
  "hyperplane": "./node_modules/hyperplane/dist/hyperplane.js",
  "hyperplane/decompose": "./node_modules/hyperplane/dist/decompose.js",
  "hyperplane/2d": "./node_modules/hyperplane/dist/2d.js" } }</script>`;
  use("page with an importmap", "nothing", async (app) => {
    app.write("index.html", page("program.js").replace("<body>", `${importmap}<body>`));
    writeMain(app);
    expect(await titleOfFolder(await theBrowser(), app.folder)).toEqual(inWorker);
  });
  use("hyperplane/2d: page with an importmap", "nothing", async (app) => {
    app.write("index.html", page("plane.js").replace("<body>", `${importmap}<body>`));
    writePlane(app, "page");
    await expectPlane(app, ".");
  });
  use("page with a Content-Security-Policy", "'wasm-unsafe-eval'", async (app) => {
    app.write("index.html", page("main.js"));
    app.write("main.js", main("program").replaceAll(/"\.\/web[^"]*"/g, '"./app.js"'));
    app.write(
      "app.js",
      `import { init } from "./node_modules/hyperplane/dist/hyperplane.js";
export const program = () => init().then(() => "started");`,
    );
    const browser = await theBrowser();
    const titleWith = async (policy: string) =>
      (await titleOfFolder(browser, app.folder, { "content-security-policy": policy })).title;
    expect(await titleWith("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'")).toBe("started");
    expect(await titleWith("default-src 'self'")).toMatch(/script-src needs 'wasm-unsafe-eval'/);
    expect(await titleWith("default-src 'self'; connect-src 'none'; script-src 'self' 'wasm-unsafe-eval'")).toMatch(
      /the page's Content-Security-Policy forbids it: add the address to connect-src/,
    );
  });
  /** The program with paths in place of names: workers have no importmap. */
  const writeByPath = (app: App) => {
    const program = readFileSync(app.at("web", "program.js"), "utf8");
    const byPath = program
      .replace('"hyperplane/decompose"', '"./node_modules/hyperplane/dist/decompose.js"')
      .replace('"hyperplane"', '"./node_modules/hyperplane/dist/hyperplane.js"');
    app.write("by_path.js", byPath);
  };
  use("service worker", "nothing", async (app) => {
    writeByPath(app);
    app.write(
      "service.js",
      `import { program } from "./by_path.js";
addEventListener("message", (event) => event.waitUntil(program().then(
  (title) => event.source.postMessage(title), (error) => event.source.postMessage("failed: " + error))));
`,
    );
    app.write(
      "main.js",
      `navigator.serviceWorker.addEventListener("message", ({ data }) => { document.title = data; });
await navigator.serviceWorker.register("./service.js", { type: "module" });
const { active } = await navigator.serviceWorker.ready;
active.postMessage("go");
`,
    );
    app.write("index.html", page("main.js"));
    // Service workers have no workers of their own.
    expect(await titleOfFolder(await theBrowser(), app.folder)).toEqual(here);
  });
  use("worker from a Blob", "nothing", async (app) => {
    writeByPath(app);
    app.write(
      "main.js",
      `const code = 'import { program } from "' + new URL("./by_path.js", import.meta.url) +
  '"; program().then(postMessage, (error) => postMessage("failed: " + error));';
const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
worker.onmessage = ({ data }) => { document.title = data; };
worker.onerror = ({ message }) => { document.title = "failed: " + message; };
`,
    );
    app.write("index.html", page("main.js"));
    expect(await titleOfFolder(await theBrowser(), app.folder)).toEqual(inWorker);
  });
  use("page that loads it from a CDN, with integrity", "nothing; decompositions run on its thread", async (app) => {
    const { version } = JSON.parse(readFileSync(app.at("node_modules", "hyperplane", "package.json"), "utf8"));
    const dist = app.at("node_modules", "hyperplane", "dist");
    const files = readdirSync(dist).filter((name) => name.endsWith(".js"));
    // As unpkg and jsDelivr have it.
    for (const folder of [`hyperplane@${version}/dist`, `npm/hyperplane@${version}/dist`]) {
      cpSync(dist, app.at("cdn", folder), { recursive: true });
      const cdn = await serveFolders([app.at("cdn")], { headers: { "access-control-allow-origin": "*" } });
      const write = (hashed: (name: string) => string | Buffer) => {
        const url = (name: string) => `${cdn.url}${folder}/${name}`;
        const hash = (name: string) => `sha384-${createHash("sha384").update(hashed(name)).digest("base64")}`;
        const map = {
          imports: { hyperplane: url("hyperplane.js"), "hyperplane/decompose": url("decompose.js") },
          integrity: Object.fromEntries(files.map((name) => [url(name), hash(name)])),
        };
        const tag = `<script type="importmap">${JSON.stringify(map)}</script>`;
        app.write("site/index.html", page("program.js").replace("<body>", `${tag}<body>`));
        app.write("site/program.js", script("./web/program.js"));
        cpSync(app.at("web"), app.at("site", "web"), { recursive: true });
      };
      try {
        const browser = await theBrowser();
        write((name) => readFileSync(`${dist}/${name}`));
        // Browsers start no worker from another origin.
        expect(await titleOfFolder(browser, app.at("site"))).toEqual(here);
        write(() => "another file");
        expect((await titleOfFolder(browser, app.at("site"))).title).toMatch(/^failed: TypeError: Failed to fetch/);
      } finally {
        await cdn.close();
      }
    }
  });
});
