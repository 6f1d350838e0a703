import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  events,
  fact,
  goTo,
  noteAfter,
  numbers,
  preset,
  scene,
  sceneBox,
  setting,
  settledHash,
  useDemo,
  verdict,
} from "./demo.js";

// Reduced motion: only the walker moves, and only when told to.
const open = useDemo({ hash: "#/world", reducedMotion: "reduce" });

async function walkerAt(page: Page): Promise<{ x: number; z: number }> {
  const [x = Number.NaN, z = Number.NaN] = await numbers(page, "at");
  return { x, z };
}

describe("the topic of worlds", () => {
  it("opens the door to a walker, and shuts it behind", async () => {
    const { page, complaints } = await open();
    expect(await fact(page, "door")).toBe("shut");
    await preset(page, "door").click();
    await expect.poll(() => fact(page, "door")).toBe("open");
    await expect.poll(async () => (await walkerAt(page)).x).toBeGreaterThan(1.4);
    expect((await events(page)).filter((text) => text === "began walker, door sensor")).toHaveLength(1);
    await page.evaluate(() => {
      location.hash = "#/world?at=3,-1.2";
    });
    await expect.poll(() => fact(page, "door")).toBe("shut");
    expect((await events(page)).filter((text) => /sensor/.test(text))).toEqual(["ended walker, door sensor"]);
    expect(complaints).toEqual([]);
  });

  it("pushes the walker out of what it stands in", async () => {
    const { page } = await open({ hash: "#/world?at=-1.7,3" });
    // The sum of the radii of pillar and walker.
    await expect
      .poll(async () => {
        const { x, z } = await walkerAt(page);
        return Math.hypot(x + 1.9, z - 3);
      })
      .toBeGreaterThan(0.5 + 0.32 - 0.02);
    expect(await events(page)).toContain("began walker, pillar");
  });

  it("lets the walker through ghosts, until the mask says otherwise", async () => {
    const { page } = await open({ hash: "#/world?at=1.3,2.5" });
    await expect.poll(() => fact(page, "names")).toBe("nothing");
    expect(await walkerAt(page)).toEqual({ x: 1.3, z: 2.5 });
    await page.keyboard.press("g");
    await expect.poll(() => events(page)).toContain("began walker, ghost box");
    await expect.poll(async () => (await walkerAt(page)).z).toBeGreaterThan(2.7);
    await page.evaluate(() => {
      location.hash = "#/world?at=1.3,2.5&ghosts=1";
    });
    await expect.poll(async () => (await walkerAt(page)).z).toBeGreaterThan(2.7);
    await page.getByRole("checkbox", { name: "ghosts are solid" }).uncheck();
    await expect.poll(() => fact(page, "names")).toBe("nothing");
  });

  it("picks the collider ahead, and the clicked one", async () => {
    const { page, complaints } = await open({ hash: "#/world?at=1.9,-2.9" });
    // The walker starts inside the cone: its events come before the pick.
    await expect.poll(() => events(page)).toContain("began walker, cone");
    await settledHash(page);
    await page.keyboard.press("x");
    await expect.poll(() => fact(page, "picked")).toBe("boulder");
    expect(await fact(page, "shape")).toBe("convex-hull, solid");
    expect(Number.parseFloat(await fact(page, "ray"))).toBeLessThan(1.2);
    await expect.poll(() => page.locator(".label-witness").innerText()).toBe("boulder");
    expect((await events(page)).at(-1)).toMatch(/^picked boulder, convex-hull, /);
    const stage = await sceneBox(page);
    // The floor is a half-space, and has no end beside the rooms.
    await page.mouse.click(stage.x + 8, stage.y + stage.height / 3);
    await expect.poll(() => fact(page, "picked")).toBe("floor");
    expect(await fact(page, "shape")).toBe("half-space, ground");
    expect(complaints).toEqual([]);
  });

  it("walks to the floor within the sensor, and says why the walker does not touch what is picked", async () => {
    const { page, complaints } = await open();
    const stage = await sceneBox(page);
    const canvas = [stage.x + stage.width / 2, stage.y + stage.height / 2] as const;
    // The label of the sensor stands on it.
    const label = await page.locator(".label-place", { hasText: "sensor" }).boundingBox();
    const before = await walkerAt(page);
    await page.mouse.click((label?.x ?? 0) + 12, (label?.y ?? 0) - 8);
    await expect.poll(() => fact(page, "picked")).toBe("floor");
    await expect.poll(async () => (await walkerAt(page)).x).toBeGreaterThan(before.x + 0.5);
    expect(await page.locator("[data-fact=why]").isVisible()).toBe(false);
    const ghosts = await page.locator(".label-place", { hasText: "ghosts" }).boundingBox();
    await page.mouse.click((ghosts?.x ?? canvas[0]) + 14, (ghosts?.y ?? canvas[1]) + 6);
    await expect.poll(() => fact(page, "picked")).toMatch(/^ghost/);
    expect(await fact(page, "why")).toBe("The mask of a (0xa) has none of the layers of b (0x4).");
    await page.keyboard.press("g");
    await expect.poll(() => fact(page, "why")).toMatch(/^They (are|touch)/);
    expect(complaints).toEqual([]);
  });

  it("touches what is within the margin, and is not pushed by it", async () => {
    const { page, complaints } = await open({ hash: "#/world?at=-0.9,3" });
    // 1 m from the middle of the pillar, less the radii.
    await expect.poll(() => fact(page, "names")).toBe("nothing");
    await page.getByRole("button", { name: "Give the walker a margin" }).click();
    await expect.poll(() => fact(page, "names")).toBe("pillar");
    expect(Number.parseFloat(await fact(page, "gap"))).toBe(0.18);
    expect(await walkerAt(page)).toEqual({ x: -0.9, z: 3 });
    await expect.poll(() => page.locator(".legend li").allInnerTexts()).toContain("within the margin");
    expect(await settledHash(page)).toBe("#/world?at=-0.90,3.00&margin=0.3");
    await setting(page, "margin", 0.1);
    await expect.poll(() => fact(page, "names")).toBe("nothing");
    expect(await fact(page, "gap")).toBe("\u2014");
    expect(complaints).toEqual([]);
  });

  it("walks by keys, along walls and no farther", async () => {
    const { page } = await open({ hash: "#/world?at=-4.6,3.8" });
    await scene(page).focus();
    await page.keyboard.down("ArrowLeft");
    await expect.poll(() => fact(page, "names")).toBe("left wall");
    await page.keyboard.up("ArrowLeft");
    const { x } = await walkerAt(page);
    expect(x).toBeGreaterThan(-5.2);
    await page.keyboard.down("w");
    await expect.poll(async () => (await walkerAt(page)).z).toBeLessThan(3);
    await page.keyboard.up("w");
    expect(await events(page)).toContain("began walker, left wall");
  });

  it("gives up where it cannot get on, and keeps its place in the link", async () => {
    const first = await open({ hash: "#/world?at=2.3,-1.6" });
    // Straight at the boulder, which ends the walk.
    await preset(first.page, "boulder").click();
    await expect.poll(() => first.page.locator(".chip[aria-pressed=true]").count()).toBe(0);
    const at = await fact(first.page, "at");
    const hash = await settledHash(first.page);
    await first.page.close();
    const { page } = await open({ hash });
    await expect.poll(() => fact(page, "at")).toBe(at);
    for (const rubbish of ["at=1", "at=90,0", "at=0,5", "ghosts=2", "at=x,y", "margin=2"]) {
      await noteAfter(page, `#/world?${rubbish}`);
      expect(await verdict(page).innerText()).toBe("Touching");
    }
  });

  it("moves things by itself, and leaves nothing behind", async () => {
    const { page, complaints } = await open({ reducedMotion: "no-preference" });
    // The ball pushes the walker, which does not move by itself.
    await page.evaluate(() => {
      location.hash = "#/world?at=-1.3,0";
    });
    await expect.poll(() => events(page)).toContain("began walker, rolling ball");
    await goTo(page, "Convex hull");
    expect(await verdict(page).innerText()).toBe("Hull");
    expect(await page.locator(".log, .label-witness").count()).toBe(0);
    await goTo(page, "World");
    expect(await verdict(page).innerText()).toBe("Touching");
    expect(await page.locator(".log").count()).toBe(1);
    expect(complaints).toEqual([]);
  });
});
