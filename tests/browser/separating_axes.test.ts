import { Box, distance, init } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { answer, measure, middleOf, preset, scene, sceneBox, settledHash, useDemo, verdict } from "./demo.js";
import { kind } from "./launch.js";

beforeAll(() => init());
const open = useDemo({ hash: "#/separating-axes" });

/** The distance of the two boxes of a link, computed in this process. */
function distanceOfLink(hash: string): number {
  const params = new URLSearchParams(hash.slice(hash.indexOf("?") + 1));
  const read = (name: string) => {
    const [size = [], position = [], quaternion = []] = (params.get(name) ?? "")
      .split("~")
      .map((part) => part.split(",").map(Number));
    const [width = 0, height = 0, depth = 0] = size;
    return { shape: new Box(width, height, depth), pose: { position, quaternion } };
  };
  const a = read("a");
  const b = read("b");
  return distance(a.shape, a.pose, b.shape, b.pose).distance;
}

describe("the topic of separating axes", () => {
  it("shows every preset with the answer of its name", async () => {
    const { page, complaints } = await open();
    const expected = {
      overlapping: "Overlapping",
      apart: "Apart",
      touching: "Touching",
      contained: "Overlapping",
      parallel: "Overlapping",
      edges: "Overlapping",
      crossing: "Overlapping",
      plates: "Overlapping",
      far: "Overlapping",
    };
    expect(await page.locator(".chip").count()).toBe(Object.keys(expected).length);
    for (const [id, word] of Object.entries(expected)) {
      // Starts from a preset with another answer.
      await preset(page, word === "Apart" ? "touching" : "apart").click();
      await expect.poll(() => verdict(page).innerText()).toBe(word === "Apart" ? "Touching" : "Apart");
      const chip = preset(page, id);
      await chip.click();
      await expect.poll(() => verdict(page).innerText(), { message: id }).toBe(word);
      expect(await chip.getAttribute("aria-pressed")).toBe("true");
    }
    expect(complaints).toEqual([]);
  });

  it("says 'parallel' where an edge pair gives no axis", async () => {
    const { page } = await open({ hash: "#/separating-axes?case=parallel" });
    await expect.poll(() => page.locator("[role=option][data-state=none]").count()).toBe(3);
    expect(await page.locator("#axis-6").getAttribute("aria-label")).toContain("parallel");
  });

  it("gives a case a thousand kilometres away the same answer", async () => {
    const { page } = await open({ hash: "#/separating-axes?case=overlapping" });
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    const near = await answer(page);
    await page.keyboard.press("2");
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    await page.keyboard.press("9");
    await expect.poll(() => answer(page)).toEqual(near);
    expect(await preset(page, "far").getAttribute("aria-pressed")).toBe("true");
  });
});

describe("hands on the boxes", () => {
  it("a drag of a handle moves the box and changes the answer; a drag beside it only turns the view", async () => {
    const { page, complaints } = await open({ viewport: { width: 1280, height: 800 } });
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    await settledHash(page);
    const before = await answer(page);

    const stage = await sceneBox(page);
    await page.mouse.move(stage.x + 40, stage.y + 120);
    await page.mouse.down();
    await page.mouse.move(stage.x + 140, stage.y + 140, { steps: 5 });
    await page.mouse.up();
    await page.waitForTimeout(600);
    expect(await answer(page)).toEqual(before);

    // The view keeps gliding for a moment.
    const middle = await middleOf(page, "b");
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 60, middle.y - 20, { steps: 4 });
    await expect.poll(() => answer(page)).not.toEqual(before);
    await page.mouse.move(middle.x + 60, Math.max(4, middle.y - 420), { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    const hash = await settledHash(page);
    expect(distanceOfLink(hash)).toBeGreaterThan(0.1);
    expect(complaints).toEqual([]);
  });

  // Only Chromium's protocol has fingers that move.
  it.runIf(kind === "chromium")("a finger drags a handle too, and the page does not scroll away under it", async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    await settledHash(page);
    const before = await answer(page);
    const middle = await middleOf(page, "b");
    const client = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    await touch("touchStart", middle.x, middle.y);
    for (let i = 1; i <= 8; i++) await touch("touchMove", middle.x, middle.y - 18 * i);
    await touch("touchEnd", 0, 0);
    await expect.poll(() => answer(page)).not.toEqual(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it("a click on a box selects it", async () => {
    const { page } = await open();
    await settledHash(page);
    expect(await page.getByRole("radio", { name: "B", exact: true }).isChecked()).toBe(true);
    const middle = await middleOf(page, "a");
    await page.mouse.click(middle.x, middle.y);
    expect(await page.getByRole("radio", { name: "A", exact: true }).isChecked()).toBe(true);
  });

  it("the MTV button parts the boxes, and they only touch", async () => {
    const { page } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    await page.getByRole("button", { name: "Apply the MTV" }).click();
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    expect(await measure(page).innerText()).toMatch(/^0\s*m$/);
    // The boxes touch within the tolerance before the move has ended, and the link is written after it.
    await expect.poll(() => settledHash(page)).toContain("a=");
    expect(Math.abs(distanceOfLink(await settledHash(page)))).toBeLessThan(1e-9);
    expect(await page.getByRole("button", { name: "Apply the MTV" }).isDisabled()).toBe(true);
  });

  it("a size typed into the panel changes the answer; nonsense does not", async () => {
    const { page } = await open({ hash: "#/separating-axes?case=touching" });
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    await page.locator(".folder-a > .lil-title").click();
    const height = page.locator(".folder-a").getByRole("textbox", { name: "height y, m" });
    await height.fill("1.5");
    await height.press("Enter");
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    await expect.poll(() => measure(page).innerText()).toMatch(/^0\.250/);
    await height.fill("-3");
    await height.press("Enter");
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    await height.fill("nonsense");
    await height.press("Enter");
    expect(await verdict(page).innerText()).toBe("Apart");
  });
});

describe("the keyboard", () => {
  it("chooses cases, applies the MTV, moves and turns", async () => {
    const { page, complaints } = await open();
    await page.keyboard.press("3");
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    await scene(page).focus();
    await page.keyboard.press("PageDown");
    await expect.poll(() => measure(page).innerText()).toMatch(/^0\.050/);
    await page.keyboard.press("Shift+PageUp");
    await expect.poll(() => measure(page).innerText()).toMatch(/^0\.045/);
    await page.keyboard.press("m");
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    const before = await answer(page);
    await page.keyboard.press("r");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => answer(page)).not.toEqual(before);
    expect(complaints).toEqual([]);
  });

  it("walks through the axes, pins one, and lets go", async () => {
    const { page } = await open();
    const list = page.getByRole("listbox");
    await list.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => list.getAttribute("aria-activedescendant")).toBe("axis-13");
    await page.keyboard.press("Enter");
    expect(await page.locator("#axis-13").getAttribute("aria-selected")).toBe("true");
    expect(await settledHash(page)).toContain("axis=13");
    await page.keyboard.press("Escape");
    expect(await page.locator("[aria-selected=true]").count()).toBe(0);
    expect(await settledHash(page)).not.toContain("axis=");
  });
});
