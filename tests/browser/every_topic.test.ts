/** What holds for every topic: it fits on every screen, and goes without leaving anything behind. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Demo, type Opened, type OpenOptions, settledHash } from "./demo.js";

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

  it("goes without leaving anything behind, however often", { timeout: 300_000 }, async () => {
    const { page, complaints } = await open({ prepare: (page) => page.addInitScript(countWhatIsHeld) });
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable");
    const titles = await menu(page).allInnerTexts();
    const held = () => page.evaluate(() => (globalThis as unknown as Holder).held());
    const heap = async () => {
      await client.send("HeapProfiler.collectGarbage");
      const { metrics } = await client.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
    };
    /** Once round the menu, back to the first topic. */
    const round = async () => {
      for (const title of [...titles.slice(1), titles[0] ?? ""]) {
        await goTo(page, title);
        await settledHash(page);
      }
    };
    for (let i = 0; i < 2; i++) await round();
    const before = await held();
    expect(before.context).toBe(2);
    expect(before.Buffer).toBeGreaterThan(10);
    expect(before.core).toBeGreaterThan(1e6);
    const heapBefore = await heap();
    for (let i = 0; i < 5; i++) await round();
    await expect.poll(held).toEqual(before);
    // Of code that has been compiled meanwhile there may be more; a scene is a megabyte and more.
    expect((await heap()) - heapBefore).toBeLessThan(5 * 800_000);
    expect(complaints).toEqual([]);
  });
});

interface Holder {
  readonly held: () => Record<string, number>;
}

/** Runs in the page, before anything else: counts what WebGL and the core hold. */
function countWhatIsHeld(): void {
  const live: Record<string, number> = { context: 0 };
  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const kind of ["Buffer", "Texture", "Program", "VertexArray", "Framebuffer"]) {
    live[kind] = 0;
    const make = prototype[`create${kind}`];
    const remove = prototype[`delete${kind}`];
    prototype[`create${kind}`] = function (this: unknown, ...args) {
      live[kind] = (live[kind] ?? 0) + 1;
      return make?.apply(this, args);
    };
    prototype[`delete${kind}`] = function (this: unknown, ...args) {
      if (args[0]) live[kind] = (live[kind] ?? 0) - 1;
      return remove?.apply(this, args);
    };
  }
  const seen = new WeakSet<object>();
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: [string]) {
    const context = getContext.apply(this, args) as object | null;
    if (context instanceof WebGL2RenderingContext && !seen.has(context)) {
      seen.add(context);
      live.context = (live.context ?? 0) + 1;
    }
    return context;
  } as typeof getContext;
  let memory: WebAssembly.Memory | undefined;
  const keep = (result: WebAssembly.WebAssemblyInstantiatedSource | WebAssembly.Instance) => {
    const { exports } = "instance" in result ? result.instance : result;
    memory ??= Object.values(exports).find((one) => one instanceof WebAssembly.Memory);
    return result;
  };
  for (const name of ["instantiate", "instantiateStreaming"] as const) {
    const original = WebAssembly[name] as (...args: unknown[]) => Promise<WebAssembly.WebAssemblyInstantiatedSource>;
    Object.assign(WebAssembly, { [name]: async (...args: unknown[]) => keep(await original(...args)) });
  }
  Object.assign(globalThis, { held: () => ({ ...live, core: memory?.buffer.byteLength ?? 0 }) });
}
