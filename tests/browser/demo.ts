/** The demo page for the tests, opened in a fresh context each time. */

import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { expect, inject } from "vitest";
import { complaintsOf } from "./launch.js";

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

/** The browser that the set-up has started. Closing it closes what was opened over this connection, and nothing else. */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject("browserEndpoint"));

export class Demo {
  private constructor(private readonly browser: Browser) {}

  static async start(): Promise<Demo> {
    return new Demo(await connectBrowser());
  }

  async open({ hash = "", prepare, ready = true, ...context }: OpenOptions = {}): Promise<Opened> {
    const page = await this.browser.newPage({ viewport: { width: 1280, height: 800 }, ...context });
    // A busy machine takes its time.
    page.setDefaultTimeout(60_000);
    const complaints = complaintsOf(page);
    await prepare?.(page);
    await page.goto(inject("demoUrl") + hash);
    if (ready) await page.locator("html[data-ready]").waitFor({ state: "attached" });
    return { page, complaints };
  }

  async stop(): Promise<void> {
    await this.browser.close();
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
  // Labels come with the first frame.
  await expect.poll(() => page.locator(`.label-${body}`).count()).toBe(8);
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

/**
 * Follows a link within the page, and gives the note that the page writes because of it. A note is taken from the screen after a
 * while; its words stay, so that nobody has to be quick.
 */
export async function noteAfter(page: Page, hash: string): Promise<string> {
  const toast = page.locator(".toast");
  await toast.evaluate((shown, link) => {
    shown.textContent = "";
    location.hash = link;
  }, hash);
  await expect.poll(() => toast.textContent(), { message: hash }).not.toBe("");
  return (await toast.textContent()) ?? "";
}
