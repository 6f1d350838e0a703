import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build as esbuild, transformSync } from "esbuild";
import type { Browser } from "playwright-core";
import { createServer, build as viteBuild } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, launchBrowser, serveFolders } from "../browser/launch.js";
import { filesIn, type Installation, installTarball, linkPackages, reactPackages } from "./tarball.js";

/**
 * What a page may have to load, gzipped, in KB of 1000 bytes. Seven eighths are the code of the core, which has every shape,
 * hulls, continuous collision, a mover, worlds with queries and snapshots, and the explanations in one module; the rest is
 * TypeScript. It is just above the current size, so that growth is noticed where it happens: whoever adds a file to
 * the core decides whether it is hot (cpp/cmake/hyperplane_sources.cmake), and then what it may cost. Make it less
 * whenever the package gets smaller.
 */
const BUDGET_KB = 419;

/** The same for `hyperplane/decompose`, whose worker loads its code again. */
const DECOMPOSE_BUDGET_KB = 81;

/** The same for `hyperplane/2d`. Without worlds it was 60. */
const PLANE_BUDGET_KB = 159;

/** What every error ends with whose cause is that a bundler has left the module behind. */
const WAYS =
  "Copy hyperplane/hyperplane.wasm beside the bundle, pass its URL or its bytes by init({ wasm }), or import hyperplane/inline, " +
  "which contains it.";

let installed: Installation;
let browser: Browser;

beforeAll(async () => {
  installed = installTarball();
  linkPackages(installed, ...reactPackages, "@types/react", "@types/three");
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  installed?.remove();
});

const at = (...parts: string[]) => join(installed.folder, ...parts);
const shipped = (...parts: string[]) => at("node_modules", "hyperplane", ...parts);

/** The title that a page gives itself, once it is another than "loading". */
async function titleOf(url: string): Promise<{ title: string; complaints: string[] }> {
  const page = await browser.newPage();
  try {
    const complaints = complaintsOf(page);
    await page.goto(url);
    await page.waitForFunction(() => document.title !== "loading", undefined, { timeout: 180_000 });
    return { title: await page.title(), complaints };
  } finally {
    await page.close();
  }
}

async function titleOfFolder(folder: string): Promise<{ title: string; complaints: string[] }> {
  const server = await serveFolders([folder]);
  try {
    return await titleOf(server.url);
  } finally {
    await server.close();
  }
}

function runInNode(file: string): unknown {
  return JSON.parse(execFileSync(process.execPath, [file], { cwd: installed.folder, encoding: "utf8" }));
}

describe("the tarball", () => {
  it("has the built package, and nothing of how it was built", () => {
    const allowed =
      /^(dist\/[\w-]+\.(js|js\.map|wasm)|(dist\/types|web)\/(src|three|react|decompose|plane|command)\/[\w/-]+(\.d)?\.ts|docs\/[\w-]+\.md|docs\/images\/(demo|topics)\.jpg|examples\/\w+\/([\w/+-]+\.)+(md|html|json|js|ts|tsx|css|svelte)|package\.json|README\.md|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md|THIRD_PARTY\.md)$/;
    expect(installed.files.filter((file) => !allowed.test(file))).toEqual([]);
    expect(installed.files).toEqual(
      expect.arrayContaining([
        "LICENSE",
        "THIRD_PARTY.md",
        "README.md",
        "dist/hyperplane.js",
        "dist/hyperplane.wasm",
        "dist/three.js",
      ]),
    );
    expect(installed.files).toEqual(
      expect.arrayContaining(["dist/decompose.js", "dist/decompose_worker.js", "dist/hyperplane_decompose.wasm"]),
    );
    expect(installed.files).toEqual(expect.arrayContaining(["dist/2d.js", "dist/hyperplane_2d.wasm"]));
  });

  it("has every file that its exports name, and exports every entry that it has", () => {
    const { exports, bin } = JSON.parse(readFileSync(shipped("package.json"), "utf8")) as {
      exports: Record<string, unknown>;
      bin: Record<string, string>;
    };
    const programs = Object.values(bin).map((file) => `./${file}`);
    const targets = [...Object.values(exports), ...programs].flatMap((entry) =>
      typeof entry === "string" ? [entry] : Object.values(entry as Record<string, string>),
    );
    expect(targets.filter((target) => !existsSync(shipped(target)))).toEqual([]);
    const entries = installed.files.filter((file) => /^dist\/(?!chunk-)[\w-]+\.js$/.test(file));
    expect(entries.filter((file) => !targets.includes(`./${file}`))).toEqual([]);
  });

  it("has documents whose links lead to files that it has, or are absolute", () => {
    const links = installed.files
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) => {
        const text = readFileSync(shipped(file), "utf8");
        return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => ({ file, link }));
      });
    expect(links.length).toBeGreaterThan(100);
    const dead = links.filter(({ file, link }) => {
      if (/^(https?:|#)/.test(link)) return false;
      return !installed.files.includes(join(dirname(file), link.replace(/#.*/, "")));
    });
    expect(dead).toEqual([]);
  });

  it("has short lines, but for the modules inside, and maps that name files that it has", () => {
    const code = installed.files.filter((file) => /^dist\/.*\.js$/.test(file));
    const long = code.filter((file) => {
      const lines = readFileSync(shipped(file), "utf8").split("\n");
      return lines.some((line) => line.length > 600 && !/^"?[\w+/=]{100000,}"/.test(line.slice(line.indexOf('"'))));
    });
    expect(long).toEqual([]);
    const maps = installed.files.filter((file) => file.endsWith(".map"));
    expect(maps.length).toBe(code.length);
    const missing = maps.flatMap((file) => {
      const { sources } = JSON.parse(readFileSync(shipped(file), "utf8")) as { sources: string[] };
      return sources.filter((source) => !existsSync(shipped("dist", source)));
    });
    expect(missing).toEqual([]);
  });

  it("needs no other package", () => {
    const { dependencies } = JSON.parse(readFileSync(shipped("package.json"), "utf8")) as { dependencies?: object };
    expect(dependencies ?? {}).toEqual({});
  });

  it("evaluates no text", () => {
    const code = installed.files.filter((file) => file.endsWith(".js"));
    expect(code.length).toBeGreaterThan(0);
    const pattern = /\bnew\s+Function\b|(?<![\w.$])Function\s*\(|(?<![\w.$])eval\s*\(/;
    expect(code.filter((file) => pattern.test(readFileSync(shipped(file), "utf8")))).toEqual([]);
  });

  it("asks bundlers for each .wasm file once, in the entry that has it beside itself", () => {
    const asking = installed.files.filter(
      (file) => file.endsWith(".js") && /import\.meta/.test(readFileSync(shipped(file), "utf8")),
    );
    expect(asking.sort()).toEqual(["dist/2d.js", "dist/decompose.js", "dist/hyperplane.js"]);
  });

  it.each([
    ["hyperplane", ["hyperplane.js"], "hyperplane.wasm", BUDGET_KB],
    ["hyperplane/decompose", ["decompose.js", "decompose_worker.js"], "hyperplane_decompose.wasm", DECOMPOSE_BUDGET_KB],
    ["hyperplane/2d", ["2d.js"], "hyperplane_2d.wasm", PLANE_BUDGET_KB],
  ])(
    "loads little for %s, minified and gzipped: the module and all code that the entry imports",
    (_, entries, wasm, budget) => {
      const code = new Set(entries);
      for (const file of code) {
        for (const [, next] of readFileSync(shipped("dist", file), "utf8").matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
          code.add(next ?? "");
      }
      const minified = (file: string) =>
        transformSync(readFileSync(shipped("dist", file), "utf8"), { minify: true }).code;
      const contents = [readFileSync(shipped("dist", wasm)), ...[...code].map(minified)];
      const total = contents.reduce((sum, content) => sum + gzipSync(content).length, 0);
      expect(total).toBeLessThan(1000 * budget);
    },
  );
});

describe("in Node", () => {
  it("is imported by its name, and shares one core with hyperplane/inline", () => {
    expect(runInNode("node/index.js")).toEqual({ mtv: { x: 0.25, y: 0, z: 0 }, same: false, shared: true });
  });

  it("decomposes in a worker thread and ends, with hyperplane/decompose", () => {
    expect(runInNode("node/decompose.js")).toEqual({ worker: 2, here: 2, hulls: 2, last: 1 });
  });

  it("has the plane beside space, each with its own module and init", () => {
    expect(runInNode("node/plane.js")).toEqual({
      mtv: { x: 0.25, y: 0 },
      early: "not-initialised",
      mixed: "invalid-argument",
    });
  });

  it("starts from the code inside hyperplane/inline", () => {
    expect(runInNode("node/inline.js")).toBe(2);
  });

  it("keeps a scene of three.js in step, with hyperplane/three", () => {
    expect(runInNode("node/three.js")).toEqual({ depth: 0.25, shared: true, vertices: 2 * 24 + 4 * 6 + 2, parts: 1 });
  });

  it("has the command hyperplane, which reads models with three.js, and says so where it is missing", () => {
    const bare = installTarball();
    try {
      const model = join(bare.folder, "l.obj");
      const corners = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
      const vertices = [0, 1].flatMap((z) => [0, 1, 2, 3, 4, 5].map((i) => [corners[2 * i], corners[2 * i + 1], z]));
      const sides = [1, 2, 3, 4, 5, 6].map((i) => [i, (i % 6) + 1, (i % 6) + 7, i + 6]);
      const caps = [
        [1, 6, 5, 4, 3, 2],
        [7, 8, 9, 10, 11, 12],
      ];
      const lines = [...vertices.map((v) => `v ${v.join(" ")}`), ...[...sides, ...caps].map((f) => `f ${f.join(" ")}`)];
      writeFileSync(model, `${lines.join("\n")}\n`);
      const npx = (...words: string[]) =>
        spawnSync("npx", ["--no-install", "hyperplane", ...words], { cwd: bare.folder, encoding: "utf8" });
      const missing = npx("decompose", "l.obj");
      expect([missing.status, missing.stdout]).toEqual([1, ""]);
      expect(missing.stderr).toContain("npm install three");
      linkPackages(bare, "three");
      const { status, stdout, stderr } = npx("decompose", "l.obj");
      expect([status, stderr]).toEqual([0, expect.stringMatching(/^2 parts, error/m)]);
      expect(JSON.parse(stdout)).toMatchObject({ complete: true, parts: { length: 2 } });
      expect(npx("decompose", "l.obj", "-o", "parts.json").stdout).toBe("");
      expect(readFileSync(join(bare.folder, "parts.json"), "utf8")).toBe(stdout);
      expect(npx("level", "l.obj", "--solid", "-o", "l.bin").stderr).toMatch(/^20 triangles, /);
      expect(npx("info", "l.bin").stdout).toMatch(/^l\.bin: a level, .*\n[\s\S]*bounds +0, 0, 0 to 2, 2, 1 m/);
    } finally {
      bare.remove();
    }
  });

  it("prints the message of an error that nobody catches, and a few lines", () => {
    writeFileSync(at("uncaught.js"), `import { init, Box } from "hyperplane";\nawait init();\nnew Box(-1, 1, 1);\n`);
    const { status, stderr } = spawnSync(process.execPath, [at("uncaught.js")], { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toContain("HyperplaneError: box: width must be 0 or a length from 1e-9 to 1e9 m, got -1");
    expect(stderr.length).toBeLessThan(2000);
  });

  it("tells where its .wasm file is", () => {
    const path = createRequire(at("package.json")).resolve("hyperplane/hyperplane.wasm");
    expect(WebAssembly.validate(readFileSync(path))).toBe(true);
  });
});

describe("in TypeScript", () => {
  it.each([
    ["Bundler", "ES2021"],
    ["Bundler", "ES2022, DOM, ESNext.Disposable"],
    ["NodeNext", "ES2022"],
    ["Node", "ES2022, WebWorker"],
  ])("has declarations that hold by themselves, resolved as %s, with %s", (moduleResolution, libraries) => {
    const lib = libraries.split(", ");
    const hasDom = lib.includes("DOM");
    const config = {
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
        target: "ES2022",
        lib,
        module: moduleResolution === "NodeNext" ? "NodeNext" : "ESNext",
        moduleResolution,
        types: [],
      },
      files: hasDom
        ? ["web/main.ts", "web/by_url.ts", "web/inline.ts", "web/decompose.ts", "web/plane.ts"]
        : ["web/alone.ts"],
    };
    writeFileSync(at("tsconfig.json"), JSON.stringify(config));
    const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", at("tsconfig.json")], { encoding: "utf8" });
    expect(stdout).toBe("");
  });

  it.each(["Bundler", "NodeNext", "Node"])(
    "has declarations of hyperplane/react, resolved as %s",
    (moduleResolution) => {
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: true, // react-three-fiber's need it
        noEmit: true,
        target: "ES2022",
        lib: ["ES2022", "DOM"],
        module: moduleResolution === "NodeNext" ? "NodeNext" : "ESNext",
        moduleResolution,
        types: [],
      };
      writeFileSync(at("tsconfig.json"), JSON.stringify({ compilerOptions, files: ["web/hooks.ts"] }));
      const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
      const { stdout } = spawnSync(process.execPath, [tsc, "-p", at("tsconfig.json")], { encoding: "utf8" });
      expect(stdout).toBe("");
    },
  );
});

describe("with Vite", () => {
  /** Builds a page without a warning. */
  async function buildPage(page: string, outDir: string, wasmFiles = 1): Promise<void> {
    const warnings: string[] = [];
    await viteBuild({
      configFile: false,
      root: at("web"),
      logLevel: "warn",
      customLogger: {
        info: () => {},
        warn: (message) => warnings.push(message),
        warnOnce: (message) => warnings.push(message),
        error: (message) => warnings.push(message),
        clearScreen: () => {},
        hasErrorLogged: () => false,
        hasWarned: false,
      },
      build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000, rollupOptions: { input: at("web", page) } },
    });
    expect(warnings).toEqual([]);
    expect(filesIn(outDir).filter((file) => file.endsWith(".wasm"))).toHaveLength(wasmFiles);
  }

  async function titleOfDevelopment(page: string): Promise<{ title: string; complaints: string[] }> {
    const server = await createServer({ configFile: false, root: at("web"), logLevel: "error", server: { port: 0 } });
    try {
      await server.listen();
      return await titleOf(`${server.resolvedUrls?.local[0] ?? ""}${page}`);
    } finally {
      await server.close();
    }
  }

  it("is built, and the page runs", async () => {
    await buildPage("index.html", at("vite-out"));
    expect(await titleOfFolder(at("vite-out"))).toEqual({ title: "mtv 0.25", complaints: [] });
  });

  it("runs from Vite's development server as well", async () => {
    expect(await titleOfDevelopment("")).toEqual({ title: "mtv 0.25", complaints: [] });
  });

  it("loads the module of hyperplane/2d and no other", async () => {
    const outDir = at("vite-plane");
    await buildPage("plane.html", outDir);
    renameSync(join(outDir, "plane.html"), join(outDir, "index.html"));
    expect(await titleOfFolder(outDir)).toEqual({ title: "mtv 0.25", complaints: [] });
    expect(await titleOfDevelopment("plane.html")).toEqual({ title: "mtv 0.25", complaints: [] });
  });

  it("is built into a script with hyperplane/inline", async () => {
    const build = (entry: string, outDir: string) =>
      viteBuild({
        configFile: false,
        root: at("web"),
        logLevel: "error",
        build: { outDir, emptyOutDir: true, lib: { entry, name: "app", formats: ["iife"], fileName: () => "app.js" } },
      });
    const outDir = at("vite-script");
    await build("inline.ts", outDir);
    writeFileSync(
      join(outDir, "index.html"),
      '<!doctype html><title>loading</title><link rel="icon" href="data:,"><script src="./app.js"></script>',
    );
    expect(await titleOfFolder(outDir)).toEqual({ title: "intersects true", complaints: [] });
  });

  it("says what to do where a server's bundle has left the module behind", async () => {
    const outDir = at("vite-server");
    writeFileSync(at("web", "server.js"), 'import { init } from "hyperplane"; await init();');
    await viteBuild({
      configFile: false,
      root: at("web"),
      logLevel: "error",
      ssr: { noExternal: ["hyperplane"] },
      build: { outDir, emptyOutDir: true, ssr: "server.js" },
    });
    const { stderr } = spawnSync(process.execPath, [join(outDir, "server.js")], { encoding: "utf8" });
    expect(stderr).toMatch(/could not read the file file:.*ENOENT/);
    expect(stderr).toContain(WAYS);
  });

  it("has hyperplane/react, which leaves nothing behind in strict mode", async () => {
    const outDir = at("vite-react");
    await buildPage("react.html", outDir, 2); // hyperplane/three has both modules, and loads one
    renameSync(join(outDir, "react.html"), join(outDir, "index.html"));
    expect((await titleOfFolder(outDir)).title).toBe("worlds 1 0 1 0, forgotten 0");
    expect((await titleOfDevelopment("react.html")).title).toBe("worlds 1 0 1 0, forgotten 0");
  });

  it("finds worker and module of hyperplane/decompose", async () => {
    const outDir = at("vite-decompose");
    await buildPage("decompose.html", outDir);
    renameSync(join(outDir, "decompose.html"), join(outDir, "index.html"));
    expect(await titleOfFolder(outDir)).toEqual({ title: "parts 2, worker, result", complaints: [] });
    expect(await titleOfDevelopment("decompose.html")).toEqual({ title: "parts 2, worker, result", complaints: [] });
  });

  it("finds them from hyperplane/three as well, and loads them when they are asked for", async () => {
    const outDir = at("vite-fitted");
    await buildPage("fitted.html", outDir, 2);
    renameSync(join(outDir, "fitted.html"), join(outDir, "index.html"));
    expect(await titleOfFolder(outDir)).toEqual({ title: "parts 2, 0, 1", complaints: [] });
    expect(await titleOfDevelopment("fitted.html")).toEqual({ title: "parts 2, 0, 1", complaints: [] });
  });
});

describe("in a page without a bundler", () => {
  const page = (script: string) =>
    `<!doctype html><title>loading</title><link rel="icon" href="data:,"><script type="module">${script}</script>`;
  /** Tells how `init` with some options went. */
  const start = (options = "") => `import { init } from "./hyperplane.js";
init(${options}).then(() => { document.title = "started"; }, (error) => { document.title = error.message; });`;

  async function titleWith(script: string, headers: Record<string, string> = {}): Promise<string> {
    const folder = at("page");
    mkdirSync(folder, { recursive: true });
    // Not in the page, whose scripts a policy forbids.
    writeFileSync(join(folder, "main.js"), script);
    writeFileSync(join(folder, "index.html"), page("").replace('module">', 'module" src="./main.js">'));
    const server = await serveFolders([folder, shipped("dist")], { headers });
    try {
      return (await titleOf(server.url)).title;
    } finally {
      await server.close();
    }
  }

  it("starts, also where only WebAssembly may be compiled", async () => {
    expect(await titleWith(start())).toBe("started");
    const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
    expect(await titleWith(start(), { "content-security-policy": policy })).toBe("started");
  });

  it("says which part of a Content-Security-Policy forbids it", async () => {
    const under = (policy: string) => titleWith(start(), { "content-security-policy": policy });
    expect(await under("default-src 'self'")).toMatch(/script-src needs 'wasm-unsafe-eval'/);
    const withoutConnection = "default-src 'self'; connect-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
    expect(await under(withoutConnection)).toMatch(
      /Content-Security-Policy forbids it: add the address to connect-src/,
    );
  });

  it("says that another origin must allow it", async () => {
    const other = await serveFolders([shipped("dist")]);
    try {
      const message = await titleWith(start(`{ wasm: "${other.url}hyperplane.wasm" }`));
      expect(message).toMatch(/it is on another origin, whose server must .* send Access-Control-Allow-Origin/);
    } finally {
      await other.close();
    }
  });

  it("says that got an HTML page instead of the module", async () => {
    expect(await titleWith(start(`{ wasm: "index.html" }`))).toMatch(/got an HTML page instead of the module/);
  });

  it("says that a page opened from a file cannot fetch, and starts from hyperplane/inline there", async () => {
    const open = async (entry: string, options: string) => {
      const outfile = at("file", "main.js");
      await esbuild({
        stdin: { contents: start(options).replace("./hyperplane.js", entry), resolveDir: at("web") },
        outfile,
        bundle: true,
        format: "iife",
        logLevel: "silent",
      });
      writeFileSync(at("file", "index.html"), page("").replace('<script type="module">', '<script src="./main.js">'));
      return (await titleOf(pathToFileURL(at("file", "index.html")).href)).title;
    };
    expect(await open("hyperplane", '{ wasm: "hyperplane.wasm" }')).toMatch(/opened from a file cannot fetch/);
    expect(await open("hyperplane/inline", "")).toBe("started");
  });
});

describe("with esbuild", () => {
  async function bundle(entry: string, outdir: string): Promise<void> {
    const { warnings } = await esbuild({
      entryPoints: { main: at("web", entry) },
      outdir,
      bundle: true,
      format: "esm",
      target: "es2022",
      loader: { ".wasm": "file" },
      logLevel: "silent",
    });
    expect(warnings).toEqual([]);
    writeFileSync(
      join(outdir, "index.html"),
      '<!doctype html><title>loading</title><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>',
    );
  }

  it("is built, with the .wasm file copied beside the bundle, and the page runs", async () => {
    const outdir = at("esbuild-copied");
    await bundle("main.ts", outdir);
    cpSync(shipped("dist", "hyperplane.wasm"), join(outdir, "hyperplane.wasm"));
    expect(await titleOfFolder(outdir)).toEqual({ title: "mtv 0.25", complaints: [] });
  });

  it("is built from hyperplane/2d, and the page runs", async () => {
    const outdir = at("esbuild-plane");
    await bundle("plane.ts", outdir);
    cpSync(shipped("dist", "hyperplane_2d.wasm"), join(outdir, "hyperplane_2d.wasm"));
    expect(await titleOfFolder(outdir)).toEqual({ title: "mtv 0.25", complaints: [] });
  });

  it("is built, with the .wasm file imported by its name, and the page runs", async () => {
    const outdir = at("esbuild-named");
    await bundle("by_url.ts", outdir);
    expect(await titleOfFolder(outdir)).toEqual({ title: "intersects true", complaints: [] });
  });

  it("runs hyperplane/decompose with the worker bundled by its name", async () => {
    const outdir = at("esbuild-decompose");
    await bundle("decompose.ts", outdir);
    await esbuild({
      entryPoints: { decompose_worker: "hyperplane/decompose_worker.js" },
      absWorkingDir: at("web"),
      outdir,
      bundle: true,
      format: "esm",
      logLevel: "silent",
    });
    cpSync(shipped("dist", "hyperplane_decompose.wasm"), join(outdir, "hyperplane_decompose.wasm"));
    expect(await titleOfFolder(outdir)).toEqual({ title: "parts 2, worker, result", complaints: [] });
  });

  it("runs fitDecomposition of hyperplane/three, in one bundle", async () => {
    const outdir = at("esbuild-fitted");
    await bundle("fitted.ts", outdir);
    for (const file of ["hyperplane.wasm", "hyperplane_decompose.wasm", "decompose_worker.js"]) {
      cpSync(shipped("dist", file), join(outdir, file));
    }
    expect(await titleOfFolder(outdir)).toEqual({ title: "parts 2, 0, 1", complaints: [] });
  });

  it.each(["iife", "cjs"] as const)("says what to do in a bundle of the format %s", async (format) => {
    const outfile = at(`esbuild-${format}.cjs`);
    const build = (entry: string) =>
      esbuild({ entryPoints: [at("web", entry)], outfile, bundle: true, format, platform: "node", logLevel: "silent" });
    writeFileSync(
      at("web", "plain.js"),
      'import { init } from "hyperplane"; init().then(() => console.log("started"));',
    );
    writeFileSync(at("web", "within.js"), readFileSync(at("web", "plain.js"), "utf8").replace("plane", "plane/inline"));
    await build("plain.js");
    const { stderr } = spawnSync(process.execPath, [outfile], { encoding: "utf8" });
    expect(stderr).toContain("could not find hyperplane.wasm: code in this bundle format cannot find its own URL");
    expect(stderr).toContain(WAYS);
    await build("within.js");
    expect(execFileSync(process.execPath, [outfile], { encoding: "utf8" })).toBe("started\n");
  });

  it.each(["workerd", "edge-light"])("imports the module for the condition %s", async (condition) => {
    const outdir = at(`esbuild-${condition}`);
    await esbuild({
      entryPoints: { main: at("web", "inline.ts") },
      outdir,
      bundle: true,
      format: "esm",
      conditions: [condition],
      external: ["*.wasm?module"],
      logLevel: "silent",
    });
    const code = readFileSync(join(outdir, "main.js"), "utf8");
    expect(code).toMatch(/import \w+ from "\.\/hyperplane\.wasm\?module"/);
    expect(code.length).toBeLessThan(300_000);
  });

  it("is built from hyperplane/inline into a single file, and the page runs", async () => {
    const outdir = at("esbuild-inline");
    await bundle("inline.ts", outdir);
    expect(filesIn(outdir).filter((file) => file.endsWith(".wasm"))).toEqual([]);
    expect(await titleOfFolder(outdir)).toEqual({ title: "intersects true", complaints: [] });
  });
});
