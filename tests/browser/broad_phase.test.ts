import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { fact, goTo, measure, noteAfter, oneStep, settledHash, useDemo, verdict } from "./demo.js";

// Reduced motion: the swarm stands still, so that nothing depends on the frame rate.
const open = useDemo({ hash: "#/broad-phase?n=400", reducedMotion: "reduce" });

const number = (text: string) => Number(text.replaceAll(/\s|pairs/g, ""));
const step = (page: Page) => oneStep(page).click();

describe("the topic of broad phases", () => {
  it("finds the same pairs whatever the broad phase, step by step", async () => {
    const { page, complaints } = await open();
    const found = new Map<string, string[]>();
    for (const method of ["sweep-and-prune", "bvh", "brute-force"]) {
      await page.evaluate((bp) => {
        location.hash = `#/broad-phase?n=400&bp=${bp}&fill=0.2`;
      }, method);
      await expect.poll(() => page.locator(`input[value=${method}]`).isChecked()).toBe(true);
      await expect.poll(() => fact(page, "frame")).toBe("step 0");
      const counts: string[] = [];
      for (let i = 1; i <= 4; i++) {
        await step(page);
        await expect.poll(() => fact(page, "frame")).toBe(`step ${i}`);
        counts.push(`${await measure(page).innerText()} of ${await fact(page, "candidates")}`);
      }
      found.set(method, counts);
    }
    const [first = [], ...others] = found.values();
    expect(new Set(first).size).toBeGreaterThan(1);
    for (const counts of others) expect(counts).toEqual(first);
    expect(number(await measure(page).innerText())).toBeGreaterThan(50);
    expect(complaints).toEqual([]);
  });

  it("says what each goes by", async () => {
    const { page } = await open();
    expect(await fact(page, "overlay")).toMatch(/^along [xyz], \d+ cells?, \d+ cut$/);
    await page.keyboard.press("o");
    await expect.poll(() => fact(page, "overlay")).toMatch(/^along [xyz], \d+ cells?$/);
    const before = await measure(page).innerText();
    await page.keyboard.press("b");
    await expect.poll(() => fact(page, "overlay")).toMatch(/^\d+ boxes at depth 3$/);
    expect(await measure(page).innerText()).toBe(before);
    const depth = page.getByRole("textbox", { name: "tree depth" });
    await depth.fill("0");
    await depth.press("Enter");
    await expect.poll(() => fact(page, "overlay")).toBe("1 box at depth 0");
    await page.keyboard.press("Escape");
  });

  it("runs, pauses and goes on", async () => {
    const { page, complaints } = await open({ reducedMotion: "no-preference" });
    await expect.poll(() => fact(page, "frame")).toMatch(/ms, .* per second$/);
    for (const stage of ["bounds", "broad", "narrow", "events"]) {
      expect(await page.locator(`[data-stage=${stage}]`).innerText()).toMatch(/^(<\s)?\d+\.\d\d\sms$/);
    }
    await page.keyboard.press("p");
    await page.getByRole("button", { name: "Go on" }).waitFor();
    await step(page);
    const steps = number((await fact(page, "frame")).replace("step", ""));
    expect(steps).toBeGreaterThan(1);
    await step(page);
    await expect.poll(() => fact(page, "frame")).toBe(`step ${steps + 1}`);
    await page.keyboard.press("p");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("builds every case", async () => {
    const { page, complaints } = await open();
    const boxes: Record<string, number> = {};
    for (const chip of await page.locator(".chip").all()) {
      await chip.click();
      await expect.poll(() => chip.getAttribute("aria-pressed")).toBe("true");
      boxes[(await chip.getAttribute("data-preset")) ?? ""] = number(await fact(page, "boxes"));
      expect(number(await measure(page).innerText())).toBeGreaterThan(10);
    }
    expect(boxes).toMatchObject({ crowd: 2000, ten: 10_000, fifty: 50_000, rest: 10_000, flat: 2000 });
    expect(complaints).toEqual([]);
  });

  it("ends brute force where it would hang", async () => {
    const { page } = await open({ hash: "#/broad-phase?n=20000" });
    await expect.poll(async () => number(await fact(page, "boxes"))).toBe(20_000);
    await page.locator(".segment", { hasText: "Brute force" }).click();
    await expect.poll(async () => number(await fact(page, "boxes"))).toBe(10_000);
    await expect.poll(() => page.locator(".toast").textContent()).toMatch(/^Brute force stops at/);
  });

  it("comes back from its link, and falls back from rubbish", async () => {
    const first = await open({ hash: "#/broad-phase?n=500&bp=bvh&fill=0.1&spread=5&moving=0.5&flat=1" });
    await step(first.page);
    const before = [await measure(first.page).innerText(), await fact(first.page, "candidates")];
    const hash = await settledHash(first.page);
    await first.page.close();
    const { page } = await open({ hash });
    await step(page);
    expect([await measure(page).innerText(), await fact(page, "candidates")]).toEqual(before);
    for (const rubbish of ["n=12.5", "n=1e9", "bp=magic", "fill=7", "moving=-1", "flat=2"]) {
      await noteAfter(page, `#/broad-phase?${rubbish}`);
      expect(await verdict(page).innerText()).toBe("Touching");
    }
  });

  it("leaves nothing behind", async () => {
    const { page, complaints } = await open();
    await goTo(page, "Convex hull");
    expect(await verdict(page).innerText()).toBe("Hull");
    expect(await page.locator(".plot, .segmented").count()).toBe(0);
    await goTo(page, "Broad phase");
    expect(await verdict(page).innerText()).toBe("Touching");
    expect(await page.locator(".plot").count()).toBe(1);
    expect(complaints).toEqual([]);
  });
});
