import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, launchBrowser, serveFolders } from "../browser/launch.js";
import { Player, playToTheEnd } from "../examples/game.js";
import { rollInReact } from "../examples/react_three_fiber.js";
import { cheatTheServer } from "../examples/server.js";
import { lightTheRoom } from "../examples/vite.js";
import { watchTheWorker } from "../examples/worker.js";
import { type Installation, installTarball, linkPackages, reactPackages } from "./tarball.js";

/** The examples that need nothing but packages that the repository has. `npm run test:matrix` runs all, with their own versions. */

let installed: Installation;
let browser: Browser;

beforeAll(async () => {
  installed = installTarball();
  linkPackages(installed, ...reactPackages);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  installed?.remove();
});

/** Copies an example beside the installed package. @returns its folder */
function copyExample(name: string): string {
  const folder = join(installed.folder, name);
  cpSync(fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)), folder, {
    recursive: true,
    filter: (path) => !/node_modules|dist$/.test(path),
  });
  return folder;
}

async function buildExample(name: string): Promise<string> {
  const root = copyExample(name);
  await build({ root, logLevel: "error", base: "./", build: { chunkSizeWarningLimit: 4000 } });
  return join(root, "dist");
}

/** Builds an example and opens it in a page that must not complain. */
async function withExample(name: string, use: (page: Page, url: string) => Promise<void>): Promise<void> {
  const server = await serveFolders([await buildExample(name)]);
  const page = await browser.newPage({ viewport: { width: 240, height: 160 } });
  const complaints = complaintsOf(page);
  try {
    await use(page, server.url);
    // Drawing without a graphics card is slow, as Chromium remarks; react-three-fiber uses what three.js will replace.
    expect(complaints.filter((text) => !/GPU stall|software WebGL|THREE\.Clock/i.test(text))).toEqual([]);
  } finally {
    await page.close();
    await server.close();
  }
}

describe("examples", () => {
  it("game: is won with the keyboard", () =>
    withExample("game", async (page, url) => {
      await playToTheEnd(await Player.start(page, url));
      expect(await page.locator("dialog").innerText()).toMatch(/You made it\s+\d{4} points, 6 of 6 coins/);
    }));

  it("vite: the lamp stays outside of blocks, and lights what it sees", () => withExample("vite", lightTheRoom));

  it("react_three_fiber: a ball finds a coin, and a wall stops it", () =>
    withExample("react_three_fiber", rollInReact));

  it("worker: balls stay in their room", () => withExample("worker", watchTheWorker));

  it("server: believes honest clients and no others", () => cheatTheServer(copyExample("server")));
});
