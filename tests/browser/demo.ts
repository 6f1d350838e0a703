/** The demo page in the tests: opening it, reading it, and the parts that several files press. */

import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { complaintsOf, connect } from "./launch.js";
import { prepareMedia } from "./media.js";

export interface OpenOptions extends BrowserContextOptions {
  /** The address from its # on. */
  readonly hash?: string;
  /** Called before the page loads anything. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** False where the page is expected to fail. */
  readonly ready?: boolean;
}

/** A small desktop window: software rendering costs time per pixel. */
const usualViewport = { width: 960, height: 600 };

export interface Opened {
  readonly page: Page;
  /** Errors, warnings and failed requests. */
  readonly complaints: string[];
}

/** Connects to the browser of setup.ts. Closing the connection closes the pages that were opened over it, and nothing else. */
export const connectBrowser = (): Promise<Browser> => connect(inject("browserEndpoint"));

/**
 * Sets up the tests of a file: one connection for all of them, and a fresh context for each page. Pages are closed after the
 * test that opened them.
 *
 * @param usual options of every page of the file
 * @returns a function that opens the demo page
 */
export function useDemo(usual: OpenOptions = {}): (options?: OpenOptions) => Promise<Opened> {
  let browser: Browser | undefined;
  const pages: Page[] = [];
  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.close()));
  });
  return async (options) => {
    if (!browser) throw new Error("the demo page is opened in tests only");
    const { hash = "", prepare, ready = true, ...context } = { ...usual, ...options };
    const page = await browser.newPage({ viewport: usualViewport, ...context });
    pages.push(page);
    // Long enough for a busy machine.
    page.setDefaultTimeout(180_000);
    const complaints = complaintsOf(page);
    await prepareMedia(page, context);
    await prepare?.(page);
    await page.goto(inject("demoUrl") + hash);
    if (ready) await page.locator("html[data-ready]").waitFor({ state: "attached" });
    return { page, complaints };
  };
}

export const topics = (page: Page): Locator => page.getByRole("navigation", { name: "Topics" });

/** Follows the menu, and waits until the topic shows an answer. */
export async function goTo(page: Page, title: string): Promise<void> {
  // On a phone the menu scrolls; a click by script needs no place on screen.
  const link = topics(page).getByRole("link", { name: title, exact: true });
  await link.evaluate((anchor: HTMLElement) => anchor.click());
  await expect.poll(() => page.locator("h1").innerText()).toBe(title);
  await expect.poll(() => verdict(page).innerText()).not.toBe("");
}

/** A row of the answer card. */
export const fact = (page: Page, name: string): Promise<string> => page.locator(`[data-fact=${name}]`).innerText();
/** The numbers of a row, such as coordinates. */
export async function numbers(page: Page, name: string): Promise<number[]> {
  return (await fact(page, name)).replaceAll("\u2212", "-").split(",").map(Number);
}
export const preset = (page: Page, id: string): Locator => page.locator(`.chip[data-preset=${id}]`);
export const oneStep = (page: Page): Locator => page.getByRole("button", { name: "One step", exact: true });
/** The first scene, which takes the keys. */
export const scene = (page: Page): Locator => page.locator("[data-region=canvas]").first();

/** Moves a slider of the panel. @param name part of its label */
export async function setting(page: Page, name: string, value: number): Promise<void> {
  const input = page
    .locator(".lil-controller", { hasText: name })
    .locator("input[type=text], input[type=number]")
    .first();
  await input.fill(String(value));
  await input.press("Enter");
}

/** Where the scene is on screen. */
export async function sceneBox(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await scene(page).boundingBox();
  if (!box) throw new Error("the scene is not on screen");
  return box;
}

/** Presses the stick under the left thumb. @param x and y: from its middle, in shares of its reach, to the right and down */
export async function holdStick(page: Page, x: number, y: number): Promise<void> {
  const box = await page.locator(".stick").boundingBox();
  if (!box) throw new Error("the stick is not on screen");
  await page.mouse.move(box.x + ((1 + x) * box.width) / 2, box.y + ((1 + y) * box.height) / 2);
  await page.mouse.down();
}

/** The events of the log, oldest first: "began walker, door sensor". */
export async function events(page: Page): Promise<string[]> {
  const items = await page
    .locator(".log-list li")
    .evaluateAll((list) => list.map((item) => `${item.children[1]?.textContent} ${item.children[2]?.textContent}`));
  return items.reverse();
}

/** Sets the viewport, and waits until the page has its size. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
}

/** Whether the page is no wider than its window, and each of these places is within it once scrolled to. */
export async function expectNoOverflow(page: Page, width: number, targets: readonly string[], what: string) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width);
  for (const target of targets) {
    const place = page.locator(target);
    await place.scrollIntoViewIfNeeded();
    const box = await place.boundingBox();
    expect(box, `${what} ${target}`).not.toBeNull();
    expect(box?.x, `${what} ${target}`).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), `${what} ${target}`).toBeLessThanOrEqual(width);
  }
}

/** Counts WebGL draw calls: `prepare` before the page loads, `calls` and `callsWithin` afterwards. */
export const drawCalls = {
  prepare: (page: Page) =>
    page.addInitScript(() => {
      const counter = { calls: 0 };
      Object.assign(globalThis, { drawn: counter });
      for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"] as const) {
        const original = WebGL2RenderingContext.prototype[name] as (...args: unknown[]) => void;
        Object.assign(WebGL2RenderingContext.prototype, {
          [name](this: WebGL2RenderingContext, ...args: unknown[]) {
            counter.calls++;
            original.apply(this, args);
          },
        });
      }
    }),
  calls: (page: Page) => page.evaluate(() => (globalThis as unknown as { drawn: { calls: number } }).drawn.calls),
  /** Over frames of the page and not over time: on a busy machine a second may pass without a frame. */
  callsWithin: (page: Page, frames: number): Promise<number> =>
    page.evaluate(async (frames) => {
      const { drawn } = globalThis as unknown as { drawn: { calls: number } };
      const before = drawn.calls;
      for (let i = 0; i < frames; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return drawn.calls - before;
    }, frames),
};

export const verdict = (page: Page): Locator => page.locator(".verdict-word");
export const measure = (page: Page): Locator => page.locator(".verdict-number");

/** The whole answer: the card and the labels of the list. */
export async function answer(page: Page): Promise<string[]> {
  const facts = await page.locator(".answer").innerText();
  const axes = await page
    .locator("[role=option]")
    .evaluateAll((options) => options.map((o) => o.getAttribute("aria-label")));
  return [facts, ...axes.map(String)];
}

/** The middle of a body on screen, between its corner numbers, once it stands still. */
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
 * The address once address and screen carry the same state. The address follows with a delay, which the page marks; two frames
 * later everything that was asked for has been drawn.
 */
export async function settledHash(page: Page): Promise<string> {
  await page.locator("html:not([data-address=behind])").waitFor({ state: "attached" });
  return page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return location.hash;
  });
}

/** Follows a link within the page and returns the note about it. The text of a note stays after it has gone from the screen. */
export async function noteAfter(page: Page, hash: string): Promise<string> {
  const toast = page.locator(".toast");
  await toast.evaluate((shown, link) => {
    shown.textContent = "";
    location.hash = link;
  }, hash);
  await expect.poll(() => toast.textContent(), { message: hash }).not.toBe("");
  return (await toast.textContent()) ?? "";
}
