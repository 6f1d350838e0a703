/** What holds for every topic: it fits on every screen, and goes without leaving anything behind. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Demo, type Opened, type OpenOptions } from "./demo.js";

let demo: Demo;
let opened: Opened | null = null;

beforeAll(async () => {
  demo = await Demo.start();
});
afterAll(() => demo?.stop());
afterEach(async () => {
  await opened?.page.close();
  opened = null;
});

/** Standing still, as for somebody who has asked for less motion: then nothing depends on how fast frames come. */
async function open(options: OpenOptions = {}): Promise<Opened> {
  opened = await demo.open({ reducedMotion: "reduce", ...options });
  return opened;
}

const menu = (page: Page) => page.getByRole("navigation", { name: "Topics" }).getByRole("link");

/** Goes to a topic of the menu, and waits until it is there. */
async function goTo(page: Page, title: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Topics" })
    .getByRole("link", { name: title, exact: true })
    .evaluate((link: HTMLElement) => link.click());
  await expect.poll(() => page.locator("h1").innerText()).toBe(title);
  await expect.poll(() => page.locator(".verdict-word").innerText()).not.toBe("");
}

describe("every topic", () => {
  it("fits on every screen, with its tools and its place in the menu", async () => {
    const { page, complaints } = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const titles = await menu(page).allInnerTexts();
    expect(titles.length).toBeGreaterThan(6);
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [820, 1180],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
      for (const title of titles) {
        const where = `${title}, ${width} x ${height}`;
        await goTo(page, title);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width);
        const parts = page.locator(".topics [aria-current=page], .stage-tools > *, .header-actions > *, .answer");
        for (const part of await parts.all()) {
          const box = await part.boundingBox();
          expect(box?.x ?? -1, where).toBeGreaterThanOrEqual(0);
          expect((box?.x ?? width) + (box?.width ?? width), where).toBeLessThanOrEqual(width);
        }
      }
    }
    expect(complaints).toEqual([]);
  });
});
