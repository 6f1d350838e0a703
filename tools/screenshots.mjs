#!/usr/bin/env node
// npm run screenshots: builds the demo page, opens it in Chromium, and takes the README's picture of it.

import { mkdirSync, statSync } from "node:fs";
import { note, step } from "./lib/log.mjs";
import { buildPackage } from "./lib/package.mjs";
import { inRepository } from "./lib/paths.mjs";
import { main, ToolError } from "./lib/process.mjs";
import { findChromium, provide } from "./lib/requirements.mjs";

/** @type {{ file: string, hash: string, width: number, height: number, colorScheme: "light" | "dark" }[]} */
const pictures = [
  { file: "demo.png", hash: "#/separating-axes?case=overlapping", width: 1360, height: 800, colorScheme: "light" },
];

/** A README that loads slowly is not read. */
const mostBytes = 300_000;

await main(async () => {
  await provide(["browser"]);
  await buildPackage();
  const { build, preview } = await import("vite");
  const { chromium } = await import("playwright-core");
  const configFile = inRepository("vite.config.ts");
  await build({ configFile, logLevel: "warn" });
  const server = await preview({ configFile, logLevel: "warn", preview: { port: 0 } });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? "",
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  try {
    const address = server.resolvedUrls?.local[0];
    if (!address) throw new ToolError("The page could not be served.");
    mkdirSync(inRepository("docs", "images"), { recursive: true });
    for (const { file, hash, width, height, colorScheme } of pictures) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
      await page.goto(address + hash);
      await page.locator("html[data-ready]").waitFor({ state: "attached" });
      await page.waitForTimeout(500); // the last frame
      const path = inRepository("docs", "images", file);
      await page.screenshot({ path });
      await page.close();
      const { size } = statSync(path);
      note(`docs/images/${file}: ${width} x ${height}, ${Math.round(size / 1000)} kB`);
      if (size > mostBytes) throw new ToolError(`docs/images/${file} is larger than ${mostBytes / 1000} kB.`);
    }
    step("The pictures are in docs/images");
  } finally {
    await browser.close();
    await server.close();
  }
});
