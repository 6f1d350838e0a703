import { describe, expect, it } from "vitest";
import { fact, goTo, measure, noteAfter, settledHash, useDemo, verdict } from "./demo.js";

const open = useDemo({ hash: "#/convex-hull" });

describe("the topic of convex hulls", () => {
  it("puts a hull around every cloud, and refuses the flat one", async () => {
    const { page, complaints } = await open();
    const corners: Record<string, string> = {};
    for (const chip of await page.locator(".chip").all()) {
      await chip.click();
      await expect.poll(() => chip.getAttribute("aria-pressed")).toBe("true");
      const id = (await chip.getAttribute("data-preset")) ?? "";
      corners[id] = await measure(page).innerText();
      if (id === "flat") continue;
      expect(await verdict(page).innerText(), id).toBe("Hull");
      expect(await page.locator(".tally-note").innerText(), id).toMatch(/= 2$/);
    }
    expect(corners.grid).toBe("8");
    expect(corners.sphere).toBe("160");
    expect(corners.flat).toBe("degenerate-shape");
    expect(Number(corners.ball)).toBeGreaterThan(30);
    expect(Number(corners.ball)).toBeLessThan(200);
    expect(await verdict(page).innerText()).toBe("Refused");
    expect((await page.locator(".tally-note").innerText()).length).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
  });

  it("merges the triangles of a flat face", async () => {
    const { page } = await open({ hash: "#/convex-hull?cloud=grid" });
    await expect.poll(() => fact(page, "faces")).toBe("6");
    expect(await fact(page, "edges")).toBe("12");
  });

  it("keeps as many corners as are asked for, and most of the volume", async () => {
    const { page } = await open({ hash: "#/convex-hull?cloud=sphere" });
    const field = page.getByRole("textbox", { name: "maxVertices" });
    await field.fill("40");
    await field.press("Enter");
    await expect.poll(() => measure(page).innerText()).toBe("40");
    const kept = Number.parseFloat(await fact(page, "volume"));
    expect(kept).toBeGreaterThan(70);
    expect(kept).toBeLessThan(100);
    await page.locator("[data-region=canvas]").first().focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => measure(page).innerText()).toBe("39");
  });

  it("grows to the whole hull", async () => {
    const { page } = await open({ hash: "#/convex-hull?cloud=sphere&max=4", reducedMotion: "reduce" });
    await expect.poll(() => measure(page).innerText()).toBe("4");
    await page.getByRole("button", { name: "Watch it grow" }).click();
    await expect.poll(() => measure(page).innerText()).toBe("160");
  });

  it("comes back from its link, and falls back from rubbish", async () => {
    const first = await open({ hash: "#/convex-hull?cloud=ball" });
    await first.page.keyboard.press("n");
    const field = first.page.getByRole("textbox", { name: "maxVertices" });
    await field.fill("20");
    await field.press("Enter");
    await expect.poll(() => measure(first.page).innerText()).toBe("20");
    const volume = await fact(first.page, "volume");
    const hash = await settledHash(first.page);
    await first.page.close();
    const { page } = await open({ hash });
    await expect.poll(() => measure(page).innerText()).toBe("20");
    expect(await fact(page, "volume")).toBe(volume);
    for (const rubbish of ["cloud=nosuch", "cloud=ball&n=1e9", "cloud=ball&seed=-1", "cloud=ball&max=2.5"]) {
      await noteAfter(page, `#/convex-hull?${rubbish}`);
      expect(await verdict(page).innerText()).toBe("Hull");
    }
  });
});

describe("the menu", () => {
  it("changes topics to and fro and leaves nothing behind", async () => {
    const { page, complaints } = await open({ hash: "#/separating-axes" });
    const count = () => page.locator(".label-anchor, .chip, .lil-gui.lil-root, .tool, canvas").count();
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    await settledHash(page);
    const before = await count();
    for (let i = 0; i < 3; i++) {
      await goTo(page, "Convex hull");
      expect(await verdict(page).innerText()).toBe("Hull");
      await goTo(page, "Separating axes");
      expect(await verdict(page).innerText()).toBe("Overlapping");
    }
    await expect.poll(count).toBe(before);
    expect(await page.locator("[aria-current=page]").innerText()).toBe("Separating axes");
    expect(complaints).toEqual([]);
  });
});
