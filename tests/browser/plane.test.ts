/** The topic "In the plane": its four subjects, and that nothing of it is loaded before it is opened. */

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  drawCalls,
  events,
  fact,
  goTo,
  measure,
  noteAfter,
  numbers,
  oneStep,
  preset,
  scene,
  sceneBox,
  settledHash,
  useDemo,
  verdict,
} from "./demo.js";
import { narrowest } from "./launch.js";

const open = useDemo({ hash: "#/in-the-plane?case=overlapping", reducedMotion: "reduce" });

/** Moves the pointer from one place of the scene to another, in shares of its size, with the button down. */
async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { x, y, width, height } = await sceneBox(page);
  await page.mouse.move(x + from[0] * width, y + from[1] * height);
  await page.mouse.down();
  await page.mouse.move(x + ((from[0] + to[0]) / 2) * width, y + ((from[1] + to[1]) / 2) * height);
  await page.mouse.move(x + to[0] * width, y + to[1] * height);
  await page.mouse.up();
}

const steps = (page: Page, count: number) =>
  oneStep(page).evaluate((button: HTMLButtonElement, count) => {
    for (let i = 0; i < count; i++) button.click();
  }, count);

const bodyAt = async (page: Page): Promise<{ x: number; y: number }> => {
  await settledHash(page);
  const [x = Number.NaN, y = Number.NaN] = await numbers(page, "at");
  return { x, y };
};

describe("the module of the plane", () => {
  it("is loaded when the topic is opened, and the 3D scene rests while it is shown", async () => {
    const asked: string[] = [];
    const { page, complaints } = await open({
      hash: "",
      prepare: async (page) => {
        page.on("request", (request) => asked.push(request.url()));
        await drawCalls.prepare(page);
      },
    });
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    expect(asked.filter((url) => /hyperplane_2d|in_the_plane|\/plane-/.test(url))).toEqual([]);
    await goTo(page, "2D");
    expect(asked.some((url) => url.includes("hyperplane_2d"))).toBe(true);
    await settledHash(page);
    const before = await drawCalls.calls(page);
    await preset(page, "crowd").click();
    await steps(page, 5);
    await settledHash(page);
    expect(await drawCalls.calls(page)).toBe(before);
    await goTo(page, "Separating axes");
    await expect.poll(() => drawCalls.calls(page)).toBeGreaterThan(before);
    expect(await page.locator(".flat-canvas").count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe("two polygons", () => {
  it("show an axis for each edge, one of them decisive, and the MTV parts them", async () => {
    const { page, complaints } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    expect(await page.locator("[role=option]").count()).toBe(9);
    const overlaps = await page
      .locator("[role=option]")
      .evaluateAll((options) =>
        options.map((option) => Number(/overlap ([\d.]+)/.exec(option.getAttribute("aria-label") ?? "")?.[1])),
      );
    const decisive = await page.locator("[role=option][data-decisive]").getAttribute("aria-label");
    expect(decisive).toContain(`overlap ${Math.min(...overlaps).toFixed(3)}`);
    expect(await measure(page).innerText()).toContain(Math.min(...overlaps).toFixed(3));
    await page.keyboard.press("m");
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    expect(complaints).toEqual([]);
  });

  it("are moved and turned by the pointer and by keys, and a link brings them back", async () => {
    const { page, complaints } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    // B is over A where they overlap.
    await drag(page, [0.55, 0.45], [0.9, 0.3]);
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    const gap = await measure(page).innerText();
    await scene(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => measure(page).innerText()).not.toBe(gap);
    await page.keyboard.press("q");
    const hash = await settledHash(page);
    expect(hash).toContain("mode=axes");
    const facts = await page.locator(".answer").innerText();
    const second = await open({ hash });
    await expect.poll(() => second.page.locator(".answer").innerText()).toBe(facts);
    expect([...complaints, ...second.complaints]).toEqual([]);
  });

  it("take other shapes", async () => {
    const { page } = await open();
    await page.locator(".lil-controller", { hasText: "A" }).first().locator("select").selectOption("Octagon");
    await expect.poll(() => page.locator("[role=option]").count()).toBe(12);
  });
});

describe("a concave polygon", () => {
  it("is cut into parts; a corner across an edge is refused by name", async () => {
    const { page, complaints } = await open({ hash: "#/in-the-plane?mode=parts&ring=0,0,4,0,4,1,1,1,1,3,0,3" });
    await expect.poll(() => verdict(page).innerText()).toBe("Cut into");
    expect(await measure(page).innerText()).toBe("2");
    expect(await fact(page, "notches")).toBe("1");
    // Pulls the corner (4, 1) over the edge on its left.
    const crossed = "#/in-the-plane?mode=parts&ring=0,0,4,0,-1,2,1,1,1,3,0,3";
    const second = await open({ hash: crossed });
    await expect.poll(() => verdict(second.page).innerText()).toBe("Refused");
    expect(await second.page.locator(".tally-note").innerText()).toMatch(/vertex \d/);
    expect([...complaints, ...second.complaints]).toEqual([]);
  });

  it("can be pulled about by its corners", async () => {
    const { page } = await open({ hash: "#/in-the-plane?mode=parts&ring=-1,-1,1,-1,1,1,-1,1" });
    await expect.poll(() => measure(page).innerText()).toBe("1");
    const { width, height } = await sceneBox(page);
    const [top, bottom] = await page.evaluate(() =>
      [".stage-tools", ".stage-presets"].map((name) => document.querySelector<HTMLElement>(name)?.offsetHeight ?? 0),
    );
    const scale = Math.min(width - 52, height - (top ?? 0) - (bottom ?? 0) - 52) / 2;
    const at = (x: number, y: number): [number, number] => [
      0.5 + (x * scale) / width,
      0.5 - (y * scale) / height + ((top ?? 0) - (bottom ?? 0)) / 2 / height,
    ];
    // An inward corner near the middle makes two parts.
    await drag(page, at(1, 1), at(-0.5, -0.5));
    await expect.poll(() => measure(page).innerText()).toBe("2");
    expect(await settledHash(page)).toContain("ring=-1,-1,1,-1,-0.");
  });

  it("can be drawn", async () => {
    const { page, complaints } = await open({ hash: "#/in-the-plane?case=parts" });
    await expect.poll(() => measure(page).innerText()).toBe("8");
    await page.keyboard.press("d");
    const { x, y, width, height } = await sceneBox(page);
    const corners = [
      [0.3, 0.3],
      [0.7, 0.3],
      [0.7, 0.7],
      [0.5, 0.6],
      [0.3, 0.7],
    ] as const;
    for (const [u, v] of [...corners, corners[0]]) await page.mouse.click(x + u * width, y + v * height);
    await expect.poll(() => fact(page, "corners")).toBe("5");
    expect(await measure(page).innerText()).toBe("2");
    expect(await fact(page, "notches")).toBe("1");
    expect(complaints).toEqual([]);
  });
});

describe("the tile level", () => {
  it("is walked with keys: over every seam, up the ramp and down again", async () => {
    const { page, complaints } = await open({ hash: "#/in-the-plane?case=level" });
    await expect.poll(() => verdict(page).innerText()).toMatch(/ground|air/);
    await oneStep(page).click();
    await steps(page, 10);
    expect((await bodyAt(page)).y).toBeCloseTo(1.61, 2);
    await page.keyboard.down("d");
    await steps(page, 72);
    await page.keyboard.up("d");
    // 72 steps of 5 / 60 m: nothing has held it, and no part of the way was lost on the ramp.
    const top = await bodyAt(page);
    expect(top.x).toBeGreaterThan(8.3);
    expect(top.x).toBeLessThan(8.7);
    await page.keyboard.down("d");
    await steps(page, 48);
    expect((await bodyAt(page)).y).toBeCloseTo(2.61, 2);
    await steps(page, 48);
    await page.keyboard.up("d");
    const down = await bodyAt(page);
    expect(down.x).toBeCloseTo(2.5 + (168 * 5) / 60, 1);
    expect(down.y).toBeCloseTo(1.61, 2);
    const grounds = (await events(page)).filter((event) => event.startsWith("ground"));
    expect(grounds.slice(2)).toEqual(["ground a slope", "ground a tile", "ground a slope", "ground a tile"]);
    expect(complaints).toEqual([]);
  });

  it("lets the body through a ledge from below, holds it from above, and drops it", async () => {
    const { page } = await open({ hash: "#/in-the-plane?mode=level&at=7.5,1.61" });
    await oneStep(page).click();
    await page.keyboard.down("w");
    await steps(page, 2);
    await page.keyboard.up("w");
    await steps(page, 90);
    expect((await bodyAt(page)).y).toBeCloseTo(3.61, 2);
    expect(await measure(page).innerText()).toBe("a ledge");
    await page.keyboard.down("s");
    await steps(page, 2);
    await page.keyboard.up("s");
    await steps(page, 90);
    expect((await bodyAt(page)).y).toBeCloseTo(1.61, 2);
  });

  it("is drawn in with the pointer, and erased", async () => {
    const { page } = await open({ hash: "#/in-the-plane?mode=level&at=2.5,1.61" });
    await page.getByText("Block", { exact: true }).click();
    const canvas = page.locator("canvas.flat-canvas");
    const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
    const drawWall = async () => {
      // Down to the ground before the slope.
      for (let y = 0.2; y < 0.73; y += 0.02) await canvas.click({ position: { x: 0.4 * width, y: y * height } });
    };
    await drawWall();
    await oneStep(page).click();
    await page.keyboard.down("d");
    await steps(page, 240);
    const { x } = await bodyAt(page);
    await steps(page, 30);
    expect((await bodyAt(page)).x).toBeCloseTo(x, 2);
    await page.getByText("Erase", { exact: true }).click();
    await drawWall();
    await steps(page, 60);
    await page.keyboard.up("d");
    expect((await bodyAt(page)).x).toBeGreaterThan(x + 1);
  });

  it("carries the body on the lift", async () => {
    const { page } = await open({ hash: "#/in-the-plane?mode=level&at=23.6,4.61" });
    await oneStep(page).click();
    await steps(page, 30);
    expect(await measure(page).innerText()).toBe("the lift");
    const { y } = await bodyAt(page);
    await steps(page, 100);
    const higher = await bodyAt(page);
    expect(higher.y).toBeGreaterThan(y + 1);
    expect(higher.x).toBeCloseTo(23.6, 2);
    expect(await measure(page).innerText()).toBe("the lift");
  });

  it("is walked with a finger", async () => {
    const { page } = await open({
      hash: "#/in-the-plane?case=level",
      viewport: { width: Math.max(390, narrowest), height: 844 },
      hasTouch: true,
    });
    const before = await bodyAt(page);
    const box = await page.getByRole("button", { name: "Walk right" }).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await expect.poll(async () => (await numbers(page, "at"))[0]).toBeGreaterThan(before.x + 0.5);
    await page.mouse.up();
    // With less motion the level rests when the body does.
    await expect.poll(() => page.getByRole("button", { name: "Go on" }).count()).toBe(1);
  });
});

describe("the crowd", () => {
  it("finds contacts, and says what a frame costs", async () => {
    const { page, complaints } = await open({ hash: "#/in-the-plane?mode=crowd&n=1000" });
    await expect.poll(() => verdict(page).innerText()).toMatch(/^1.000$/);
    const pairs = async () => Number((await fact(page, "touching")).replaceAll(/\D/g, ""));
    const before = await pairs();
    expect(before).toBeGreaterThan(200);
    await steps(page, 30);
    expect(await pairs()).not.toBe(before);
    expect(await measure(page).innerText()).toMatch(/\d\sms/);
    expect(complaints).toEqual([]);
  });
});

it("says so where a link cannot be read", async () => {
  const { page } = await open();
  for (const query of [
    "mode=axes&a=Pentagon",
    "mode=parts&ring=1,2",
    "mode=level&at=1",
    "mode=crowd&n=1e9",
    "mode=x",
  ]) {
    expect(await noteAfter(page, `#/in-the-plane?${query}`)).toContain("could not be read");
    // The first case is the game.
    await expect.poll(() => preset(page, "level").getAttribute("aria-pressed")).toBe("true");
  }
});
