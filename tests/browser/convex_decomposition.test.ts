/** The topic "Convex decomposition". */

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { fact, goTo, measure, noteAfter, numbers, preset, settledHash, useDemo, verdict } from "./demo.js";
import { makeGlb, square } from "./glb.js";

const open = useDemo({ hash: "#/convex-decomposition?model=chair", reducedMotion: "reduce" });

/** Waits for the parts. */
async function parts(page: Page): Promise<number> {
  await expect.poll(() => verdict(page).innerText()).toMatch(/^(Decomposed|Error too large)$/);
  return Number(await measure(page).innerText());
}

const choose = (page: Page, name: string, content: string | Buffer) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });

/** Two triangles that meet at a right angle, and a third that stands alone. */
const obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 5 0 0\nv 5 1 0\nv 6 0 0\nf 1 2 3\nf 1 2 4\nf 5 6 7\n";

describe("the topic of convex decompositions", () => {
  it("takes a chair apart exactly, and finds its boxes", async () => {
    const { page, complaints } = await open();
    expect(await parts(page)).toBe(8);
    expect(await fact(page, "error")).toMatch(/^0\s%$/);
    expect(await fact(page, "shapes")).toBe("\u2014");
    expect(await page.locator("progress").isVisible()).toBe(false);
    await page.getByRole("checkbox", { name: "primitives" }).check();
    await expect.poll(() => fact(page, "shapes")).toBe("8");
    expect(await settledHash(page)).toBe("#/convex-decomposition?model=chair&shapes=1");
    expect(complaints).toEqual([]);
  });

  it("shows its progress while the page goes on drawing, and begins anew with other options", async () => {
    const { page, complaints } = await open();
    await parts(page);
    await preset(page, "bowl").click();
    await expect.poll(() => verdict(page).innerText()).toBe("Working");
    // Frames come while the worker works, and the bar grows.
    const shares = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const bar = document.querySelector("progress") as HTMLProgressElement;
          const seen: number[] = [];
          const next = () => {
            if (bar.hidden) resolve(seen);
            else {
              seen.push(bar.value);
              requestAnimationFrame(next);
            }
          };
          next();
        }),
    );
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(new Set(shares).size).toBeGreaterThan(4);
    await preset(page, "bowl").click();
    await expect.poll(() => verdict(page).innerText()).toBe("Working");
    await preset(page, "chair").click();
    expect(await parts(page)).toBe(8);
    const field = page.getByRole("textbox", { name: "maxParts" });
    await field.fill("3");
    await field.press("Enter");
    await expect.poll(() => measure(page).innerText()).toBe("3");
    expect(await verdict(page).innerText()).toBe("Error too large");
    expect(complaints).toEqual([]);
  });

  it("drops balls, which come to rest in the bowl", async () => {
    const { page, complaints } = await open({ hash: "#/convex-decomposition?model=bowl" });
    expect(await parts(page)).toBeLessThanOrEqual(32);
    await page.getByRole("button", { name: "Drop balls on it" }).first().click();
    await expect.poll(async () => (await numbers(page, "balls"))[0]).toBeGreaterThan(50);
    await expect.poll(async () => (await numbers(page, "balls"))[1]).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
  });

  it("takes the visitor's .obj and .glb files, and says what is wrong with others", async () => {
    const { page, complaints } = await open();
    await parts(page);
    await choose(page, "own.obj", obj);
    await expect.poll(() => fact(page, "triangles")).toBe("3");
    await expect.poll(() => parts(page)).toBe(3);
    expect(await settledHash(page)).toBe("#/convex-decomposition");
    await choose(
      page,
      "own.glb",
      makeGlb([
        { name: "floor", positions: square(2, 0) },
        { name: "platform", positions: square(1, 0), translation: [0, 2, 0] },
      ]),
    );
    await expect.poll(() => fact(page, "triangles")).toBe("4");
    await expect.poll(() => parts(page)).toBe(2);
    await choose(page, "empty.obj", "# nothing\n");
    await expect
      .poll(() => page.locator(".toast").textContent())
      .toMatch(/empty\.obj.*cannot be decomposed.*no triangles/);
    expect(await fact(page, "triangles")).toBe("4");
    expect(complaints).toEqual([]);
  });

  it("comes back from its link, falls back from rubbish, and leaves while it works", async () => {
    const { page, complaints } = await open({ hash: "#/convex-decomposition?model=knot&parts=6" });
    expect(await parts(page)).toBeLessThanOrEqual(6);
    expect(await verdict(page).innerText()).toBe("Error too large");
    for (const rubbish of ["model=nosuch", "model=chair&parts=0", "model=chair&error=-1", "model=chair&shapes=0.5"]) {
      await noteAfter(page, `#/convex-decomposition?${rubbish}`);
      expect(await preset(page, "teapot").getAttribute("aria-pressed")).toBe("true");
    }
    await goTo(page, "Convex hull");
    await goTo(page, "Convex decomposition");
    expect(await parts(page)).toBeGreaterThan(4);
    expect(complaints).toEqual([]);
  });
});
