import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { drawCalls, goTo, measure, noteAfter, preset, scene, settledHash, useDemo, verdict } from "./demo.js";

const open = useDemo({ hash: "#/gjk-and-epa" });

/** The labels of the steps, and which one is selected. */
async function steps(page: Page) {
  const rows = await page
    .locator(".step")
    .evaluateAll((options) =>
      options.map((row) => ({ words: String(row.getAttribute("aria-label")), at: row.ariaSelected === "true" })),
    );
  return { rows: rows.map(({ words }) => words), at: rows.findIndex(({ at }) => at) };
}
const count = (page: Page) => page.locator(".steps-count").innerText();

describe("the topic of GJK and EPA", () => {
  it("shows every preset with the answer of its name, and the steps that lead to it", async () => {
    const { page, complaints } = await open();
    const expected = {
      apart: "Apart",
      deep: "Overlapping",
      round: "Apart",
      cylinder: "Overlapping",
      ellipsoids: "Apart",
      same: "Overlapping",
      rounded: "Apart",
    };
    expect(await page.locator(".chip").count()).toBe(Object.keys(expected).length);
    for (const [id, word] of Object.entries(expected)) {
      await preset(page, word === "Apart" ? "same" : "round").click();
      await expect.poll(() => verdict(page).innerText()).toBe(word === "Apart" ? "Overlapping" : "Apart");
      await preset(page, id).click();
      await expect.poll(() => verdict(page).innerText(), { message: id }).toBe(word);
      const { rows, at } = await steps(page);
      expect(at, id).toBe(rows.length - 1);
      expect(rows.some((row) => row.includes("EPA"))).toBe(word === "Overlapping");
      // The last step's upper bound is the answer.
      const answer = (await measure(page).innerText()).replace(/\s/g, "");
      expect(rows.at(-1)?.replace(/\s/g, ""), id).toMatch(new RegExp(`and${answer.replace(".", "\\.")}$`));
      expect(await page.locator(".stage-canvas canvas").count()).toBe(2);
    }
    expect(complaints).toEqual([]);
  });

  it("is walked through with keys, buttons, slider and list", async () => {
    const { page, complaints } = await open({ hash: "#/gjk-and-epa?case=deep" });
    await expect.poll(() => count(page)).toMatch(/^(\d+) of \1$/);
    const { rows } = await steps(page);
    const last = rows.length;
    expect(rows[0]).toContain("GJK: distance: point");
    expect(rows.findIndex((row) => row.includes("EPA"))).toBe(rows.findIndex((row) => row.includes("tetrahedron")) + 1);
    await page.keyboard.press(",");
    await expect.poll(() => count(page)).toBe(`${last - 1} of ${last}`);
    await page.keyboard.press(".");
    await expect.poll(() => count(page)).toBe(`${last} of ${last}`);
    await page.locator("#step-0").click();
    await expect.poll(() => count(page)).toBe(`1 of ${last}`);
    expect(await page.getByRole("button", { name: "One step back" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "One step on" }).click();
    await expect.poll(() => count(page)).toBe(`2 of ${last}`);
    await page.getByRole("listbox").focus();
    await page.keyboard.press("End");
    await expect.poll(() => count(page)).toBe(`${last} of ${last}`);
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => count(page)).toBe(`${last - 1} of ${last}`);
    await page.getByRole("slider", { name: "Step" }).fill("3");
    await expect.poll(async () => (await steps(page)).at).toBe(3);
    expect(complaints).toEqual([]);
  });

  it("plays the steps from the first to the last", async () => {
    const { page } = await open({ hash: "#/gjk-and-epa?case=deep" });
    await expect.poll(() => count(page)).toMatch(/^(\d+) of \1$/);
    const last = (await steps(page)).rows.length;
    // Enough steps to observe one in between on a slow machine: each is shown for most of a second.
    expect(last).toBeGreaterThan(7);
    await page.getByRole("button", { name: "Play the steps" }).click();
    await expect.poll(() => count(page)).not.toBe(`${last} of ${last}`);
    await expect.poll(() => count(page)).toBe(`${last} of ${last}`);
  });

  it("takes any two shapes", async () => {
    const { page, complaints } = await open({ hash: "#/gjk-and-epa?case=deep" });
    const choice = (side: "a" | "b") => page.locator(`.folder-${side} select`);
    await expect.poll(() => choice("a").count()).toBe(1);
    const kinds = await choice("a").locator("option").allInnerTexts();
    expect(kinds).toHaveLength(13);
    for (const [i, kind] of kinds.entries()) {
      await choice("a").selectOption({ label: kind });
      await expect.poll(() => choice("a").locator("option:checked").innerText()).toBe(kind);
      const other = kinds[(i * 3 + 1) % kinds.length] as string;
      await choice("b").selectOption({ label: other });
      await expect.poll(() => choice("b").locator("option:checked").innerText()).toBe(other);
      const hash = await settledHash(page);
      expect(hash).toMatch(/a=[\w-]+~/);
      expect(await verdict(page).innerText(), `${kind} ${other}`).toMatch(/^(Overlapping|Apart|Touching)$/);
      expect((await steps(page)).rows.length).toBeGreaterThan(0);
    }
    expect(complaints).toEqual([]);
  });

  it("follows the keyboard's moves, and the MTV parts the bodies", async () => {
    const { page, complaints } = await open({ hash: "#/gjk-and-epa?case=deep" });
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    const before = await measure(page).innerText();
    await scene(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => measure(page).innerText()).not.toBe(before);
    await page.keyboard.press("m");
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    expect(await page.getByRole("button", { name: "Apply the MTV" }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("comes back from its link with case and step, and falls back from rubbish", async () => {
    const first = await open({ hash: "#/gjk-and-epa?case=cylinder" });
    await expect.poll(() => verdict(first.page).innerText()).toBe("Overlapping");
    await scene(first.page).focus();
    await first.page.keyboard.press("ArrowUp");
    await first.page.locator("#step-5").click();
    const hash = await settledHash(first.page);
    expect(hash).toContain("step=6");
    const shown = await first.page.locator(".answer").innerText();
    const shownSteps = await steps(first.page);
    await first.page.close();
    const { page } = await open({ hash });
    await expect.poll(() => page.locator(".answer").innerText()).toBe(shown);
    expect(await steps(page)).toEqual(shownSteps);
    const box = "box~1,1,1~0,0,0~0,0,0,1";
    for (const rubbish of [
      `a=${box}`,
      `a=${box}&b=cube~1,1,1~0,0,0~0,0,0,1`,
      `a=${box}&b=sphere~-1~0,0,0~0,0,0,1`,
      `a=${box}&b=sphere~1~0,NaN,0~0,0,0,1`,
      `a=${box}&b=sphere~1~0,0,0~0,0,0,0`,
      "case=nosuch",
      "case=deep&step=1.5",
    ]) {
      await noteAfter(page, `#/gjk-and-epa?${rubbish}`);
      await expect.poll(() => verdict(page).innerText(), { message: rubbish }).toBe("Apart");
    }
  });
});

describe("the second view", () => {
  it("goes with its topic", async () => {
    const { page, complaints } = await open();
    const second = page.getByRole("group", { name: "The Minkowski difference" });
    for (let i = 0; i < 2; i++) {
      await expect.poll(() => second.isVisible()).toBe(true);
      await goTo(page, "Separating axes");
      await expect.poll(() => page.locator("[role=option]").count()).toBe(15);
      expect(await second.isVisible()).toBe(false);
      await goTo(page, "GJK and EPA");
      await expect.poll(() => page.locator(".steps-walk").count()).toBe(1);
    }
    expect(complaints).toEqual([]);
  });

  it("draws nothing while nothing changes", async () => {
    const { page } = await open({ prepare: drawCalls.prepare });
    await expect.poll(() => drawCalls.callsWithin(page, 20)).toBe(0);
    const before = await drawCalls.calls(page);
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press("2");
    await expect.poll(() => drawCalls.calls(page)).toBeGreaterThan(before);
    await expect.poll(() => drawCalls.callsWithin(page, 20)).toBe(0);
  });
});
