/** Changing topics leaks nothing: neither on the graphics card nor in the core nor in the page. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { goTo, settledHash, topics, useDemo } from "./demo.js";
import { held as heldBy } from "./held.js";
import { kind } from "./launch.js";

const rounds = 3;

/**
 * The core's memory grows by a sixteenth, in pages of 64 KiB, and never shrinks: scenes that move need a little more or less
 * from round to round. More than one step would be a leak.
 */
const afterOneStep = (bytes = 0) => bytes * (1 + 1 / 16) + 65536;

// A small window: changes of topic draw many frames.
const open = useDemo({ reducedMotion: "reduce", viewport: { width: 640, height: 480 } });

/** The bytes of the page's objects after a collection. Other browsers than Chromium do not tell: 0. */
async function heapOf(page: Page): Promise<() => Promise<number>> {
  if (kind !== "chromium") return async () => 0;
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  return async () => {
    await client.send("HeapProfiler.collectGarbage");
    const { metrics } = await client.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  };
}

it("frees everything when topics change, however often", async () => {
  const { page, complaints } = await open({ prepare: heldBy.prepare });
  const heap = await heapOf(page);
  const titles = await topics(page).getByRole("link").allInnerTexts();
  const held = () => heldBy.now(page);
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
  for (let i = 0; i < rounds; i++) await round();
  await expect.poll(held).toEqual({ ...before, core: expect.any(Number) });
  expect((await held()).core).toBeLessThanOrEqual(afterOneStep(before.core));
  // Compiled code may grow; a leaked scene would be a megabyte or more.
  expect((await heap()) - heapBefore).toBeLessThan(rounds * 800_000);
  expect(complaints).toEqual([]);
});
