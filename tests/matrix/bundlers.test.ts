import { cpSync, existsSync, readdirSync } from "node:fs";
import { expect } from "vitest";
import { type App, titleOfFolder } from "./app.js";
import { environment, theBrowser } from "./environment.js";
import { here, inWorker, page, writeMain } from "./page.js";
import { copyPlane, expectPlane, writePlane } from "./plane.js";

/** Pages of bundlers that are run by a command or by their own API. */

const ways =
  /Copy hyperplane\/hyperplane\.wasm beside the bundle, .* by init\(\{ wasm \}\), or import hyperplane\/inline/;

function copyFiles(app: App, folder: string): void {
  for (const file of ["hyperplane.wasm", "hyperplane_decompose.wasm", "decompose_worker.js"])
    cpSync(app.at("node_modules", "hyperplane", "dist", file), app.at(folder, file));
}

/** The page of a folder whose script is a module, or not. */
async function pageOf(app: App, folder: string, script: string, type = "module") {
  app.write(`${folder}/index.html`, page(script, type));
  return titleOfFolder(await theBrowser(), app.at(folder));
}

environment("esbuild", { esbuild: "0.28.2" }, (use) => {
  const build = (app: App, program: string, format: string, outdir: string) =>
    app.must("esbuild", `${program}.js`, "--bundle", `--format=${format}`, `--outdir=${outdir}`, "--log-level=error");
  use("page", "copy three files", async (app) => {
    writeMain(app);
    await build(app, "program", "esm", "esm");
    expect((await pageOf(app, "esm", "program.js")).title).toMatch(ways);
    copyFiles(app, "esm");
    expect(await pageOf(app, "esm", "program.js")).toEqual(inWorker);
  });
  use("script (iife)", "hyperplane/inline", async (app) => {
    writeMain(app);
    await build(app, "program_inline", "iife", "iife");
    expect(await pageOf(app, "iife", "program_inline.js", "text/javascript")).toEqual(here);
    await build(app, "program", "iife", "iife-plain");
    expect((await pageOf(app, "iife-plain", "program.js", "text/javascript")).title).toMatch(ways);
  });
  use("Node, CommonJS", "hyperplane/inline", async (app) => {
    for (const program of ["program", "program_inline"]) {
      app.write(`${program}.js`, `import { program } from "./web/${program}.js"; program().then(console.log);`);
      await app.must(
        "esbuild",
        `${program}.js`,
        "--bundle",
        "--format=cjs",
        "--platform=node",
        `--outfile=cjs/${program}.cjs`,
        "--log-level=error",
      );
    }
    expect(await app.must("node", "cjs/program_inline.cjs")).toBe("mtv 0.25, parts 2, here\n");
    expect((await app.run("node", "cjs/program.cjs")).stderr).toMatch(ways);
  });
  use("hyperplane/2d: page", "copy one file", async (app) => {
    writePlane(app, "page");
    await build(app, "plane", "esm", "plane");
    copyPlane(app, "plane");
    await expectPlane(app, "plane", "plane.js");
  });
});

environment("Rollup", { rollup: "4.68.7", "@rollup/plugin-node-resolve": "16.0.3" }, (use) => {
  use("page", "copy three files", async (app) => {
    writeMain(app);
    await app.must("rollup", "program.js", "-p", "node-resolve", "-f", "es", "-d", "built", "--silent");
    expect((await pageOf(app, "built", "program.js")).title).toMatch(ways);
    copyFiles(app, "built");
    expect(await pageOf(app, "built", "program.js")).toEqual(inWorker);
  });
  use("hyperplane/2d: page", "copy one file", async (app) => {
    writePlane(app, "page");
    await app.must("rollup", "plane.js", "-p", "node-resolve", "-f", "es", "-d", "plane", "--silent");
    copyPlane(app, "plane");
    await expectPlane(app, "plane", "plane.js");
  });
  use("library, UMD", "hyperplane/inline", async (app) => {
    writeMain(app);
    await app.must(
      "rollup",
      "program_inline.js",
      "-p",
      "node-resolve",
      "-f",
      "umd",
      "-n",
      "app",
      "-o",
      "umd/app.js",
      "--inlineDynamicImports",
      "--silent",
    );
    expect(await pageOf(app, "umd", "app.js", "text/javascript")).toEqual(here);
  });
});

environment("Rolldown", { rolldown: "1.3.2" }, (use) => {
  use("page", "copy three files", async (app) => {
    writeMain(app);
    await app.must("rolldown", "program.js", "-d", "built");
    copyFiles(app, "built");
    expect(await pageOf(app, "built", "program.js")).toEqual(inWorker);
  });
  use("hyperplane/2d: page", "copy one file", async (app) => {
    writePlane(app, "page");
    await app.must("rolldown", "plane.js", "-d", "plane");
    copyPlane(app, "plane");
    await expectPlane(app, "plane", "plane.js");
  });
});

environment("tsdown", { tsdown: "0.15.12", typescript: "5.9.3" }, (use) => {
  use("library with the package in it", "hyperplane/inline", async (app) => {
    app.write("program_inline.js", `import { program } from "./web/program_inline.js"; program().then(console.log);`);
    await app.must("tsdown", "program_inline.js", "--out-dir", "built", "--no-dts", "--format", "cjs", "--no-config");
    const [file] = readdirSync(app.at("built")).filter((name) => name.endsWith(".cjs"));
    expect(await app.must("node", `built/${file}`)).toBe("mtv 0.25, parts 2, here\n");
  });
});

for (const [name, packages] of [
  ["webpack", { webpack: "5.112.2", "webpack-cli": "7.3.1" }],
  ["Rspack", { "@rspack/core": "2.3.2" }],
] as const) {
  environment(name, packages, (use) => {
    const writeBuild = (app: App, entry: string, folder: string) =>
      app.write(
        "build.mjs",
        `import bundler from "${Object.keys(packages)[0]}";
const run = bundler.rspack ?? bundler;
run({ mode: "production", context: process.cwd(), entry: "./${entry}.js", output: { path: process.cwd() + "/${folder}", filename: "app.js" } },
  (error, stats) => {
    const { errors, warnings } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? { errors: [String(error)] };
    // Of sizes, since the core is larger than what is usual for a page.
    const of = (list) => list.map(({ message }) => message).filter((text) => !/size limit|performance recommendations|code splitting/i.test(text));
    console.log(JSON.stringify([...of(errors), ...of(warnings)]));
  });
`,
      );
    use("page", "nothing", async (app) => {
      writeMain(app);
      writeBuild(app, "program", "built");
      expect(JSON.parse(await app.must("node", "build.mjs"))).toEqual([]);
      expect(await pageOf(app, "built", "app.js", "text/javascript")).toEqual(inWorker);
    });
    use("hyperplane/2d: page", "nothing", async (app) => {
      writePlane(app, "page");
      writeBuild(app, "plane", "plane");
      expect(JSON.parse(await app.must("node", "build.mjs"))).toEqual([]);
      await expectPlane(app, "plane", "app.js", "text/javascript");
    });
  });
}

environment(
  "Parcel",
  { parcel: "2.16.4" },
  (use) => {
    use("page, main entry", "nothing", async (app) => {
      app.write("plain/index.html", page("main.js"));
      app.write(
        "plain/main.js",
        `import { Box, init, intersects } from "hyperplane";
init().then(() => { const box = new Box(1, 1, 1); document.title = String(intersects(box, {}, box, {})); }, (error) => { document.title = "failed: " + error; });
`,
      );
      await app.must(
        "parcel",
        "build",
        "plain/index.html",
        "--dist-dir",
        "built-plain",
        "--no-cache",
        "--no-source-maps",
      );
      expect(await titleOfFolder(await theBrowser(), app.at("built-plain"))).toEqual({ title: "true", complaints: [] });
    });
    use("page, all entries", "packageExports", async (app) => {
      writeMain(app);
      app.write("source.html", page("program.js"));
      await app.must("parcel", "build", "source.html", "--dist-dir", "built", "--no-cache", "--no-source-maps");
      const [html] = readdirSync(app.at("built")).filter((name) => name.endsWith(".html"));
      cpSync(app.at("built", html as string), app.at("built", "index.html"));
      expect(existsSync(app.at("built"))).toBe(true);
      expect(await titleOfFolder(await theBrowser(), app.at("built"))).toEqual(inWorker);
    });
  },
  { fields: { "@parcel/resolver-default": { packageExports: true } } },
);
