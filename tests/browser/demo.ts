/** The demo page for the tests: built once a run of a test file, served from a free port, opened in a fresh context each time. */

import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { build } from "vite";
import { complaintsOf, launchBrowser, type StaticServer, serveFolders } from "./launch.js";

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export interface OpenOptions extends BrowserContextOptions {
  /** From the # on. */
  readonly hash?: string;
  /** What to do with the page before it loads anything. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** False where the page is expected not to come up. */
  readonly ready?: boolean;
}

export interface Opened {
  readonly page: Page;
  /** Errors, warnings and failed requests. */
  readonly complaints: string[];
}

export class Demo {
  private constructor(
    private readonly browser: Browser,
    private readonly server: StaticServer,
  ) {}

  static async start(): Promise<Demo> {
    await build({ configFile: inRepository("vite.config.ts"), logLevel: "error" });
    return new Demo(await launchBrowser(), await serveFolders([inRepository("build/demo")]));
  }

  async open({ hash = "", prepare, ready = true, ...context }: OpenOptions = {}): Promise<Opened> {
    const page = await this.browser.newPage({ viewport: { width: 1280, height: 800 }, ...context });
    const complaints = complaintsOf(page);
    await prepare?.(page);
    await page.goto(this.server.url + hash);
    if (ready) await page.locator("html[data-ready]").waitFor({ state: "attached" });
    return { page, complaints };
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}

export const verdict = (page: Page): Locator => page.locator(".verdict-word");
export const measure = (page: Page): Locator => page.locator(".verdict-number");

/** What the page says about the case on screen, all of it. */
export async function answer(page: Page): Promise<string[]> {
  const facts = await page.locator(".answer").innerText();
  const axes = await page
    .locator("[role=option]")
    .evaluateAll((options) => options.map((o) => o.getAttribute("aria-label")));
  return [facts, ...axes.map(String)];
}

/** Where the middle of a body is on screen, between its corner numbers, once it stands still there. */
export async function middleOf(page: Page, body: "a" | "b"): Promise<{ x: number; y: number }> {
  let last = await middleNow(page, body);
  for (;;) {
    await page.waitForTimeout(150);
    const now = await middleNow(page, body);
    if (Math.hypot(now.x - last.x, now.y - last.y) < 0.5) return now;
    last = now;
  }
}

async function middleNow(page: Page, body: "a" | "b"): Promise<{ x: number; y: number }> {
  const boxes = await Promise.all((await page.locator(`.label-${body}`).all()).map((label) => label.boundingBox()));
  const found = boxes.filter((box) => box !== null);
  if (found.length !== 8) throw new Error(`${found.length} corners of ${body} are on screen, not 8`);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    x: mean(found.map((box) => box.x + box.width / 2)),
    y: mean(found.map((box) => box.y + box.height / 2)),
  };
}

/**
 * The address once it carries the state on screen, and the screen that state. The address follows with a delay, and the page says
 * how long; then two frames go by, of which the second one begins after whatever was asked for has been drawn.
 */
export async function settledHash(page: Page): Promise<string> {
  await page.locator("html:not([data-address=behind])").waitFor({ state: "attached" });
  return page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return location.hash;
  });
}
