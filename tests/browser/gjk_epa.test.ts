import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Demo, measure, noteAfter, type Opened, type OpenOptions, settledHash, verdict } from "./demo.js";

let demo: Demo;
let opened: Opened | null = null;

beforeAll(async () => {
  demo = await Demo.start();
});
afterAll(() => demo?.stop());
afterEach(async () => {
  await opened?.page.close();
  opened = null;
});

async function open(options: OpenOptions = {}): Promise<Opened> {
  opened = await demo.open({ hash: "#/gjk-and-epa", ...options });
  return opened;
}

/** Everything that the list of steps says. */
async function steps() {
  const page = (opened as Opened).page;
  const rows = await page
    .locator(".step")
    .evaluateAll((options) =>
      options.map((row) => ({ words: String(row.getAttribute("aria-label")), at: row.ariaSelected === "true" })),
    );
  return { rows: rows.map(({ words }) => words), at: rows.findIndex(({ at }) => at) };
}
const count = () => opened?.page.locator(".steps-count").innerText();

describe("the topic of GJK and EPA", () => {
  it("shows every ready-made case, each as it is called, with the steps that lead to its answer", async () => {
    const { page, complaints } = await open();
    const expected = {
      apart: "Apart",
      deep: "Overlapping",
      round: "Apart",
      cylinder: "Overlapping",
      ellipsoids: "Apart",
      same: "Overlapping",
    };
    expect(await page.locator(".chip").count()).toBe(Object.keys(expected).length);
    for (const [id, word] of Object.entries(expected)) {
      await page.locator(`.chip[data-preset=${word === "Apart" ? "same" : "round"}]`).click();
      await expect.poll(() => verdict(page).innerText()).toBe(word === "Apart" ? "Overlapping" : "Apart");
      await page.locator(`.chip[data-preset=${id}]`).click();
      await expect.poll(() => verdict(page).innerText(), { message: id }).toBe(word);
      const { rows, at } = await steps();
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
    await expect.poll(count).toMatch(/^(\d+) of \1$/);
    const { rows } = await steps();
    const last = rows.length;
    expect(rows[0]).toContain("GJK: distance: point");
    expect(rows.findIndex((row) => row.includes("EPA"))).toBe(rows.findIndex((row) => row.includes("tetrahedron")) + 1);
    await page.keyboard.press(",");
    await expect.poll(count).toBe(`${last - 1} of ${last}`);
    await page.keyboard.press(".");
    await expect.poll(count).toBe(`${last} of ${last}`);
    await page.locator("#step-0").click();
    await expect.poll(count).toBe(`1 of ${last}`);
    expect(await page.getByRole("button", { name: "One step back" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "One step on" }).click();
    await expect.poll(count).toBe(`2 of ${last}`);
    await page.getByRole("listbox").focus();
    await page.keyboard.press("End");
    await expect.poll(count).toBe(`${last} of ${last}`);
    await page.keyboard.press("ArrowUp");
    await expect.poll(count).toBe(`${last - 1} of ${last}`);
    await page.getByRole("slider", { name: "Step" }).fill("3");
    await expect.poll(async () => (await steps()).at).toBe(3);
    expect(complaints).toEqual([]);
  });

  it("plays the steps from the first to the last", async () => {
    const { page } = await open({ hash: "#/gjk-and-epa?case=deep" });
    await expect.poll(count).toMatch(/^(\d+) of \1$/);
    const last = (await steps()).rows.length;
    // Enough to be seen on the way, however slow the machine: a step takes most of a second.
    expect(last).toBeGreaterThan(7);
    await page.getByRole("button", { name: "Play the steps" }).click();
    await expect.poll(count).not.toBe(`${last} of ${last}`);
    await expect.poll(count).toBe(`${last} of ${last}`);
  });

  it("takes any two shapes", async () => {
    const { page, complaints } = await open({ hash: "#/gjk-and-epa?case=deep" });
    const choice = (side: "a" | "b") => page.locator(`.folder-${side} select`);
    await expect.poll(() => choice("a").count()).toBe(1);
    const kinds = await choice("a").locator("option").allInnerTexts();
    expect(kinds).toHaveLength(7);
    for (const [i, kind] of kinds.entries()) {
      await choice("a").selectOption({ label: kind });
      await expect.poll(() => choice("a").locator("option:checked").innerText()).toBe(kind);
      const other = kinds[(i * 3 + 1) % kinds.length] as string;
      await choice("b").selectOption({ label: other });
      await expect.poll(() => choice("b").locator("option:checked").innerText()).toBe(other);
      const hash = await settledHash(page);
      expect(hash).toMatch(/a=\w+~/);
      expect(await verdict(page).innerText(), `${kind} ${other}`).toMatch(/^(Overlapping|Apart|Touching)$/);
      expect((await steps()).rows.length).toBeGreaterThan(0);
    }
    expect(complaints).toEqual([]);
  });

  it("follows the keyboard's moves, and the MTV parts the bodies", async () => {
    const { page, complaints } = await open({ hash: "#/gjk-and-epa?case=deep" });
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    const before = await measure(page).innerText();
    await page.locator("[data-region=canvas]").first().focus();
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
    await first.page.locator("[data-region=canvas]").first().focus();
    await first.page.keyboard.press("ArrowUp");
    await first.page.locator("#step-5").click();
    const hash = await settledHash(first.page);
    expect(hash).toContain("step=6");
    const shown = await first.page.locator(".answer").innerText();
    const shownSteps = await steps();
    await first.page.close();
    const { page } = await open({ hash });
    await expect.poll(() => page.locator(".answer").innerText()).toBe(shown);
    expect(await steps()).toEqual(shownSteps);
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

  it("has both views on every screen", async () => {
    const { page, complaints } = await open({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    for (const [width, height] of [
      [360, 740],
      [390, 844],
      [844, 390],
      [820, 1180],
      [1440, 900],
    ] as const) {
      const size = `${width} x ${height}`;
      await page.setViewportSize({ width, height });
      await expect.poll(() => page.evaluate(() => innerWidth), { message: size }).toBe(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), size).toBeLessThanOrEqual(width);
      for (const view of await page.locator("[data-region=canvas], [data-region=second]").all()) {
        const box = await view.boundingBox();
        expect(box?.width, size).toBeGreaterThan(0.25 * width);
        expect(box?.height, size).toBeGreaterThan(130);
      }
      for (const target of [
        ".answer .button",
        ".steps-walk",
        ".controls .lil-title >> nth=0",
        ".sources li >> nth=-1",
      ]) {
        const place = page.locator(target);
        await place.scrollIntoViewIfNeeded();
        const box = await place.boundingBox();
        expect(box?.x, `${size} ${target}`).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0), `${size} ${target}`).toBeLessThanOrEqual(width);
      }
    }
    expect(complaints).toEqual([]);
  });
});

describe("the second view", () => {
  it("goes with its topic", async () => {
    const { page, complaints } = await open();
    const menu = page.getByRole("navigation", { name: "Topics" });
    const second = page.getByRole("group", { name: "The Minkowski difference" });
    for (let i = 0; i < 2; i++) {
      await expect.poll(() => second.isVisible()).toBe(true);
      await menu.getByRole("link", { name: "Separating axes" }).click();
      await expect.poll(() => page.locator("[role=option]").count()).toBe(15);
      expect(await second.isVisible()).toBe(false);
      await menu.getByRole("link", { name: "GJK and EPA" }).click();
      await expect.poll(() => page.locator(".steps-walk").count()).toBe(1);
    }
    expect(complaints).toEqual([]);
  });

  it("draws nothing while nothing changes", async () => {
    const { page } = await open({
      prepare: (page) =>
        page.addInitScript(() => {
          const counter = { calls: 0 };
          Object.assign(globalThis, { drawn: counter });
          for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"] as const) {
            const original = WebGL2RenderingContext.prototype[name] as (...args: unknown[]) => void;
            Object.assign(WebGL2RenderingContext.prototype, {
              [name](this: WebGL2RenderingContext, ...args: unknown[]) {
                counter.calls++;
                original.apply(this, args);
              },
            });
          }
        }),
    });
    const calls = () => page.evaluate(() => (globalThis as unknown as { drawn: { calls: number } }).drawn.calls);
    const drawnSince = async (milliseconds: number) => {
      const before = await calls();
      await page.waitForTimeout(milliseconds);
      return (await calls()) - before;
    };
    await expect.poll(() => drawnSince(500)).toBe(0);
    const before = await calls();
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press("2");
    await expect.poll(calls).toBeGreaterThan(before);
    await expect.poll(() => drawnSince(500)).toBe(0);
  });
});
