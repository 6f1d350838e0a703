/** The legends of the scenes: in the colours that are drawn, and only of what is drawn. */

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { fact, scene, useDemo, verdict } from "./demo.js";

const open = useDemo({ reducedMotion: "reduce" });

const entries = (page: Page) => page.locator(".stage-tools .legend li").allInnerTexts();

/** Pixels of the scene that have the hue and saturation of each mark of its legend: shading changes the brightness only. */
async function pixelsOfMarks(page: Page): Promise<Record<string, number>> {
  const picture = (await scene(page).screenshot()).toString("base64");
  return page.evaluate(async (picture) => {
    const canvas = document.createElement("canvas");
    const paint = canvas.getContext("2d", { willReadFrequently: true });
    if (!paint) throw new Error("no canvas");
    const chromaAt = (data: Uint8ClampedArray, at: number) => {
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
      const sum = Math.max(1, r + g + b);
      return [r / sum, g / sum] as const;
    };
    const marks = [...document.querySelectorAll(".stage-tools .legend li")].map((item) => {
      paint.fillStyle = "#000";
      paint.fillStyle = getComputedStyle(item.querySelector(".legend-mark") as Element).backgroundColor;
      paint.fillRect(0, 0, 1, 1);
      return { text: item.textContent ?? "", chroma: chromaAt(paint.getImageData(0, 0, 1, 1).data, 0), count: 0 };
    });
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    canvas.width = image.width;
    canvas.height = image.height;
    paint.drawImage(image, 0, 0);
    // Below the legend itself.
    const top = 120;
    const { data } = paint.getImageData(0, top, image.width, image.height - top);
    for (let at = 0; at < data.length; at += 4) {
      const [x, y] = chromaAt(data, at);
      for (const mark of marks) if (Math.hypot(x - mark.chroma[0], y - mark.chroma[1]) < 0.022) mark.count++;
    }
    return Object.fromEntries(marks.map(({ text, count }) => [text, count]));
  }, picture);
}

describe("the legend", () => {
  it("names the separating plane where there is one, and the MTV where there is one", async () => {
    const { page } = await open({ hash: "#/separating-axes" });
    await expect.poll(() => entries(page)).toEqual(["MTV", "axis, contact normals"]);
    await page.keyboard.press("2");
    await expect.poll(() => entries(page)).toEqual(["axis, closest points", "separating plane"]);
  });

  it("names balls once they fall, and what an overlay marks while it is shown", async () => {
    const { page } = await open({ hash: "#/convex-decomposition?model=chair" });
    await expect.poll(() => verdict(page).innerText()).toBe("Decomposed");
    expect(await entries(page)).toEqual([]);
    await page.keyboard.press("b");
    await expect.poll(() => entries(page)).toEqual(["balls"]);
    await page.evaluate(() => {
      location.hash = "#/broad-phase?n=300";
    });
    await expect.poll(() => entries(page)).toContain("cut by the sweep");
    await page.keyboard.press("o");
    await expect.poll(() => entries(page)).toEqual(["touching", "touching nothing"]);
  });

  it("of a level is empty until something is shown", async () => {
    const { page } = await open({ hash: "#/level" });
    await expect.poll(() => fact(page, "walk")).toBe("by hand");
    expect(await entries(page)).toEqual([]);
    await page.getByLabel("internal-edge rule").uncheck();
    await expect.poll(() => entries(page)).toEqual(["contact normal", "push of an internal edge"]);
  });

  it.each([
    ["world", "light"],
    ["world", "dark"],
    ["broad-phase", "light"],
    ["character", "light"],
    ["convex-hull", "light"],
  ] as const)("of %s in %s has the colours of the scene", async (topic, colorScheme) => {
    const { page } = await open({ hash: `#/${topic}`, colorScheme });
    await expect.poll(async () => (await entries(page)).length).toBeGreaterThan(2);
    await expect
      .poll(async () => Object.entries(await pixelsOfMarks(page)).filter(([, count]) => count < 10))
      .toEqual([]);
  });
});
