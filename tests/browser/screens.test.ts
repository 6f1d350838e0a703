/** Screens from a phone to a large desktop: no overflow, and everything can be reached. */

import { describe, expect, it } from "vitest";
import { expectNoOverflow, goTo, middleOf, resize, sceneBox, topics, useDemo, verdict } from "./demo.js";
import { narrowest } from "./launch.js";

const open = useDemo({ hash: "#/separating-axes" });

/** The width of a phone, as far as the browser has windows for it. */
const phone = Math.max(390, narrowest);
const isWideEnough = ([width]: readonly [number, number]) => width >= narrowest;

describe("every screen", () => {
  const touch = [
    [360, 740],
    [390, 844],
    [430, 932],
    [844, 390],
    [820, 1180],
  ] as const;
  const mouse = [
    [1180, 820],
    [1440, 900],
    [2560, 1300],
  ] as const;
  it.each([
    ["touch", touch.filter(isWideEnough)],
    ["a mouse", mouse],
  ] as const)("with %s has no overflow, and everything can be reached", async (pointer, sizes) => {
    const [[width, height] = mouse[0]] = sizes;
    const { page, complaints } = await open({ viewport: { width, height }, hasTouch: pointer === "touch" });
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    for (const [width, height] of sizes) {
      const size = `${width} x ${height}`;
      await resize(page, width, height);
      const stage = await sceneBox(page);
      expect(stage.width, size).toBeGreaterThan(0.3 * width);
      expect(stage.height, size).toBeGreaterThan(200);
      const targets = [".answer .button", "#axis-14", ".controls .lil-title >> nth=0", ".sources li >> nth=-1"];
      await expectNoOverflow(page, width, targets, size);
    }
    expect(complaints).toEqual([]);
  });

  it("follows a change of size", async () => {
    const { page } = await open();
    await page.setViewportSize({ width: phone, height: 844 });
    const inPixels = (box: object | null | undefined) => JSON.stringify(Object.values(box ?? {}).map(Math.round));
    const sizes = () => Promise.all(["[data-region=canvas]", "canvas"].map((name) => page.locator(name).boundingBox()));
    await expect
      .poll(async () => {
        const [stage, canvas] = await sizes();
        return stage?.width === phone && inPixels(stage) === inPixels(canvas);
      })
      .toBe(true);
    const middle = await middleOf(page, "b");
    expect(middle.x).toBeGreaterThan(0);
    expect(middle.x).toBeLessThan(phone);
  });

  const held = [
    [Math.max(320, narrowest), 640],
    [phone, 844],
    [844, 390],
    [820, 1180],
  ] as const;
  it.each(held)("of %i x %i fits every topic, with its tools and its place in the menu", async (width, height) => {
    const { page, complaints } = await open({ viewport: { width, height }, hasTouch: true, reducedMotion: "reduce" });
    const titles = await topics(page).getByRole("link").allInnerTexts();
    expect(titles.length).toBeGreaterThan(6);
    for (const title of titles) {
      await goTo(page, title);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), title).toBeLessThanOrEqual(width);
      const parts = page.locator(".topics [aria-current=page], .stage-tools > *, .header-actions > *, .answer");
      for (const part of await parts.filter({ visible: true }).all()) {
        const box = await part.boundingBox();
        expect(box?.x ?? -1, title).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? width) + (box?.width ?? width), title).toBeLessThanOrEqual(width);
      }
      // How far the answer goes beyond the inside of its card.
      const excess = await page.locator(".answer").evaluate((card) => {
        const inside = card.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(card).paddingRight);
        return Math.max(...Array.from(card.children, (part) => part.getBoundingClientRect().right)) - inside;
      });
      expect(excess, title).toBeLessThan(1);
    }
    expect(complaints).toEqual([]);
  });

  it("of 1440 x 900 shows the controls of every topic without scrolling, and what else there is", async () => {
    const { page } = await open({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    for (const title of await topics(page).getByRole("link").allInnerTexts()) {
      await goTo(page, title);
      const controls = page.locator(".controls");
      await expect
        .poll(async () => (await controls.boundingBox())?.height ?? 0, { message: title })
        .toBeGreaterThan(30);
      const box = await controls.boundingBox();
      expect((box?.y ?? 900) + (box?.height ?? 0), title).toBeLessThanOrEqual(900);
      const details = page.locator(".details:not(:empty)");
      if ((await details.count()) > 0) expect((await details.boundingBox())?.height, title).toBeGreaterThan(100);
    }
  });

  it("that is touched has no hints of keys, the explanation before the tables, and the buttons of games below", async () => {
    const [width, height] = [phone, 844];
    const { page } = await open({ viewport: { width, height }, hasTouch: true, reducedMotion: "reduce" });
    const top = async (target: string) => (await page.locator(target).first().boundingBox())?.y ?? Number.NaN;
    for (const title of ["Level", "Character", "World", "Separating axes"]) {
      await goTo(page, title);
      expect(await page.locator("kbd").filter({ visible: true }).count(), title).toBe(0);
      expect(await page.locator(".facts").isVisible(), title).toBe(false);
      const text = await top(".text h1");
      expect(text, title).toBeGreaterThan(await top(".answer"));
      if (title !== "Level") expect(await top(".details"), title).toBeGreaterThan(text);
    }
    await page.getByRole("button", { name: "Numbers" }).click();
    expect(await page.locator(".facts").isVisible()).toBe(true);
    for (const title of ["Level", "Character"]) {
      await goTo(page, title);
      for (const part of [".stick", ".pad-hands > .tool:last-child"]) {
        const box = await page.locator(part).boundingBox();
        expect(box?.y, part).toBeGreaterThan(0.6 * height);
        expect((box?.y ?? height) + (box?.height ?? 0), part).toBeLessThan(height);
        expect(box?.width, part).toBeGreaterThan(50);
      }
    }
  });

  it("shows both views of GJK and EPA", async () => {
    const { page, complaints } = await open({
      hash: "#/gjk-and-epa",
      viewport: { width: phone, height: 740 },
      hasTouch: true,
    });
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    for (const [width, height] of [...touch.filter(isWideEnough), mouse[1]]) {
      const size = `${width} x ${height}`;
      await resize(page, width, height);
      for (const view of await page.locator("[data-region=canvas], [data-region=second]").all()) {
        const box = await view.boundingBox();
        expect(box?.width, size).toBeGreaterThan(0.25 * width);
        expect(box?.height, size).toBeGreaterThan(130);
      }
      const targets = [".answer .button", ".steps-walk", ".controls .lil-title >> nth=0", ".sources li >> nth=-1"];
      await expectNoOverflow(page, width, targets, size);
    }
    expect(complaints).toEqual([]);
  });
});
