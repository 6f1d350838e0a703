import { describe, expect, it } from "vitest";
import { fact, scene, useDemo, verdict } from "./demo.js";

// Reduced motion: nothing moves by itself, and the view jumps.
const open = useDemo({ hash: "#/voxels", reducedMotion: "reduce" });

describe("the topic of voxels", () => {
  it("comes up with a clean console, in both themes", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, complaints } = await open({ colorScheme });
      await expect.poll(() => verdict(page).innerText()).toBe("Blocks");
      expect(complaints).toEqual([]);
    }
  });

  it("digs, builds, and drops balls", async () => {
    const { page, complaints } = await open();
    const box = await scene(page).boundingBox();
    const click = () =>
      page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) * 0.6);
    await click();
    await expect.poll(() => fact(page, "cell")).toMatch(/^\d+, \d+, \d+$/);
    const dug = await fact(page, "cell");
    await page.keyboard.press("u");
    await click();
    expect(await fact(page, "cell")).not.toBe(dug);
    // The new block is where the first one was, or before it.
    await page.keyboard.press("l");
    await click();
    await expect.poll(() => verdict(page).innerText()).toBe("plank");
    await page.keyboard.press("b");
    await expect.poll(() => fact(page, "balls")).toMatch(/1\u202f000/);
    await expect.poll(() => fact(page, "contacts"), { timeout: 120_000 }).not.toBe("0");
    expect(complaints).toEqual([]);
  });
});
