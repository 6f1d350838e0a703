import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { fact, goTo, measure, noteAfter, oneStep, settledHash, useDemo, verdict } from "./demo.js";

// Reduced motion: the test makes every step itself.
const open = useDemo({ hash: "#/continuous-collision", reducedMotion: "reduce" });

const steps = async (page: Page) => Number((await fact(page, "step")).split(", ")[1]);
async function score(page: Page, lane: "discrete" | "continuous"): Promise<{ caught: number; missed: number }> {
  const [, caught, missed] = /^(\d+) caught, (\d+) missed$/.exec(await fact(page, lane)) ?? [];
  return { caught: Number(caught), missed: Number(missed) };
}
/** Presses the button many times; each press is one step, counted at once. */
async function step(page: Page, times: number): Promise<void> {
  const before = await steps(page);
  await oneStep(page).evaluate((button: HTMLElement, count) => {
    for (let i = 0; i < count; i++) button.click();
  }, times);
  await expect.poll(() => steps(page)).toBe(before + times);
}
const rows = (page: Page) =>
  page.locator("[role=option]").evaluateAll((options) =>
    options.map((option) => {
      const [time = Number.NaN, free = Number.NaN] = (option.children[1]?.textContent ?? "").split(" + ").map(Number);
      return { time, free, gap: option.children[3]?.textContent ?? "" };
    }),
  );

describe("the topic of continuous collision", () => {
  it("misses no swept bullets, and some of the others", async () => {
    const { page, complaints } = await open();
    await step(page, 120);
    const discrete = await score(page, "discrete");
    const continuous = await score(page, "continuous");
    expect(continuous.missed).toBe(0);
    expect(continuous.caught).toBeGreaterThan(20);
    expect(discrete.missed).toBeGreaterThan(20);
    expect(discrete.caught).toBeGreaterThan(0);
    expect(discrete.missed).toBeGreaterThan(discrete.caught);
    expect(await measure(page).innerText()).toBe(String(discrete.missed));
    // Same bullets in both lanes: each that meets a plate is caught or missed, except those still flying.
    expect(Math.abs(discrete.caught + discrete.missed - continuous.caught)).toBeLessThanOrEqual(8);
    expect(complaints).toEqual([]);
  });

  it("misses none in any of its cases", async () => {
    const { page, complaints } = await open();
    const missed: Record<string, number> = {};
    for (const chip of await page.locator(".chip").all()) {
      await chip.click();
      await expect.poll(() => chip.getAttribute("aria-pressed")).toBe("true");
      await step(page, 300);
      const continuous = await score(page, "continuous");
      expect(continuous.missed).toBe(0);
      expect(continuous.caught).toBeGreaterThan(0);
      missed[(await chip.getAttribute("data-preset")) ?? ""] = (await score(page, "discrete")).missed;
    }
    expect(missed.foil).toBeGreaterThan(50);
    expect(missed.fine).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("lists the iterations up to the time of impact", async () => {
    const { page, complaints } = await open();
    await step(page, 40);
    const bullets = new Set<string>();
    for (let i = 0; i < 4; i++) {
      const time = Number.parseFloat(await fact(page, "time"));
      expect(time).toBeGreaterThanOrEqual(0);
      expect(time).toBeLessThanOrEqual(1);
      const found = await rows(page);
      expect(found.length).toBeGreaterThan(1);
      for (const [k, { time: at }] of found.entries()) expect(at).toBeGreaterThanOrEqual(found[k - 1]?.time ?? 0);
      expect(found.at(-1)?.time).toBeCloseTo(time, 3);
      expect(await page.locator("[role=option][aria-selected=true]").getAttribute("id")).toBe(
        `step-${found.length - 1}`,
      );
      bullets.add(JSON.stringify(found));
      const before = await fact(page, "time");
      await page.keyboard.press("n");
      await expect.poll(() => fact(page, "time")).not.toBe(before);
    }
    expect(bullets.size).toBe(4);
    await page.getByRole("button", { name: "One step back" }).click();
    const count = (await rows(page)).length;
    await expect
      .poll(() => page.locator("[role=option][aria-selected=true]").getAttribute("id"))
      .toBe(`step-${count - 2}`);
    expect(complaints).toEqual([]);
  });

  it("is the same every time, and comes back from its link", async () => {
    const first = await open({ hash: "#/continuous-collision?speed=90&thickness=5&spin=4&rate=50&bullet=2" });
    const told = async (page: Page) => [await page.locator(".answer").innerText(), await rows(page)];
    await step(first.page, 40);
    const before = await told(first.page);
    const hash = await settledHash(first.page);
    await first.page.close();
    const { page } = await open({ hash });
    await step(page, 40);
    expect(await told(page)).toEqual(before);
    for (const rubbish of ["speed=1e9", "thickness=0", "spin=nine", "rate=5", "bullet=1.5"]) {
      await noteAfter(page, `#/continuous-collision?${rubbish}`);
      expect(await fact(page, "way")).toMatch(/^1\.500/);
    }
  });

  it("runs in slow motion, pauses, and stands still with reduced motion", async () => {
    const moving = await open({ reducedMotion: "no-preference" });
    await expect.poll(() => steps(moving.page)).toBeGreaterThan(2);
    await moving.page.keyboard.press("p");
    await moving.page.getByRole("button", { name: "Go on" }).waitFor();
    const at = await steps(moving.page);
    await step(moving.page, 1);
    expect(await steps(moving.page)).toBe(at + 1);
    await moving.page.close();
    const { page } = await open();
    await page.getByRole("button", { name: "Go on" }).waitFor();
    const stood = await steps(page);
    await settledHash(page);
    expect(await steps(page)).toBe(stood);
    await page.keyboard.press("p");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await expect.poll(() => steps(page)).toBeGreaterThan(stood);
  });

  it("leaves nothing behind", async () => {
    const { page, complaints } = await open();
    await goTo(page, "Convex hull");
    expect(await verdict(page).innerText()).toBe("Hull");
    expect(await page.locator(".steps").count()).toBe(0);
    await goTo(page, "Continuous collision");
    expect(await verdict(page).innerText()).toBe("Tunnelled");
    expect(await page.locator(".steps").count()).toBe(1);
    expect(complaints).toEqual([]);
  });
});
