import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  drawCalls,
  fact,
  goTo,
  holdStick,
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

// Reduced motion: no walk by itself, and the view jumps.
const open = useDemo({ hash: "#/level", reducedMotion: "reduce" });

const whole = async (page: Page, name: string) => Number((await fact(page, name)).replaceAll("\u202f", ""));
const at = (page: Page) => numbers(page, "at");

/** Runs steps, independent of any clock, while a row of the card satisfies a pattern. */
async function stepWhile(page: Page, name: string, pattern: RegExp, most: number): Promise<void> {
  await oneStep(page).evaluate(
    (button: HTMLButtonElement, { name, source, most }) => {
      const row = document.querySelector(`[data-fact=${name}]`);
      for (let i = 0; i < most && new RegExp(source, "u").test(row?.textContent ?? ""); i++) button.click();
    },
    { name, source: pattern.source, most },
  );
}

async function walk(page: Page, id: string): Promise<number[]> {
  await preset(page, id).click();
  await stepWhile(page, "walk", /: on its way$/, 3000);
  expect(await fact(page, "walk")).toMatch(/: arrived$/);
  return at(page);
}

describe("the topic of levels", () => {
  it("comes up with a mesh of 100,000 triangles and a clean console, in both themes", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, complaints } = await open({ colorScheme });
      await expect.poll(() => verdict(page).innerText()).toBe("On ground");
      expect(Number((await measure(page).innerText()).replaceAll("\u202f", ""))).toBeGreaterThan(100_000);
      expect(complaints).toEqual([]);
    }
  });

  it("walks into a house, through the tunnel, up the tower and over the bridge", async () => {
    const { page, complaints } = await open();
    const [x, y, z] = await walk(page, "village");
    // On the floor of the second house, 15 cm above the ground.
    expect(y).toBeGreaterThan(0.15 + 0.6);
    expect(y).toBeLessThan(0.15 + 0.65);
    expect(Math.hypot((x ?? 0) + 0.6, (z ?? 0) + 9)).toBeLessThan(0.1);
    expect((await walk(page, "tunnel"))[0]).toBeLessThan(-32);
    // The platform is 5.2 m above the foot of the tower, which is 0.8 m above the village.
    const [, top] = await walk(page, "tower");
    expect(top).toBeGreaterThan(6 + 0.6);
    expect(top).toBeLessThan(6 + 0.65);
    expect((await walk(page, "bridge"))[0]).toBeGreaterThan(28);
    await walk(page, "hills");
    expect(complaints).toEqual([]);
  });

  it("walks and jumps by keys and the stick, and goes where the ground is clicked", async () => {
    const { page } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    const [startX = 0, , startZ = 0] = await at(page);
    const gone = async () => {
      const [x = 0, , z = 0] = await at(page);
      return Math.hypot(x - startX, z - startZ);
    };
    await scene(page).focus();
    await page.keyboard.down("w");
    await expect.poll(gone).toBeGreaterThan(0.4);
    await page.keyboard.up("w");
    await page.keyboard.press("p");
    await page.keyboard.press("Space");
    await page.keyboard.press(".");
    expect(await verdict(page).innerText()).toBe("In the air");
    await page.keyboard.press("p");
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    const before = await gone();
    await holdStick(page, 0, -0.8);
    await expect.poll(gone).toBeGreaterThan(before + 0.2);
    await page.mouse.up();
    const box = await sceneBox(page);
    const [x0, , z0] = await at(page);
    await page.mouse.click(box.x + box.width * 0.62, box.y + box.height * 0.72);
    await expect.poll(async () => (await at(page)).join()).not.toMatch(new RegExp(`^${x0},.*,${z0}$`));
  });

  it("draws nothing while nothing moves", async () => {
    const { page } = await open({ prepare: drawCalls.prepare });
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    await expect.poll(() => drawCalls.callsWithin(page, 20)).toBe(0);
    const before = await drawCalls.calls(page);
    const box = await sceneBox(page);
    await page.mouse.move(box.x + box.width * 0.62, box.y + box.height * 0.8);
    await expect.poll(() => drawCalls.calls(page)).toBeGreaterThan(before);
    await expect.poll(() => drawCalls.callsWithin(page, 20)).toBe(0);
  });

  it("shows what the pointer's ray is tested against", async () => {
    const { page, complaints } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    await page.getByLabel("tree nodes tested").check();
    const box = await sceneBox(page);
    await page.mouse.move(box.x + box.width * 0.62, box.y + box.height * 0.8);
    await expect.poll(() => fact(page, "nodes")).toMatch(/^\d+, \d+$/);
    const [nodes = 0, triangles = 0] = (await fact(page, "nodes")).split(", ").map(Number);
    expect(nodes).toBeGreaterThan(4);
    expect(nodes).toBeLessThan(200);
    expect(triangles).toBeGreaterThan(0);
    expect(triangles).toBeLessThan(200);
    expect(complaints).toEqual([]);
  });

  it("walks, turns the view and jumps by a gamepad, and draws nothing while its sticks rest", async () => {
    const { page, complaints } = await open({
      prepare: async (page) => {
        await drawCalls.prepare(page);
        await page.addInitScript(() => {
          const pad = { axes: [0, 0, 0, 0], buttons: [{ pressed: false }], connected: true };
          Object.assign(globalThis, { pad });
          navigator.getGamepads = () => [null, pad] as unknown as (Gamepad | null)[];
        });
      },
    });
    const setPad = (axes: number[], pressed = false) =>
      page.evaluate(
        ({ axes, pressed }) => {
          const { pad } = globalThis as unknown as { pad: { axes: number[]; buttons: { pressed: boolean }[] } };
          Object.assign(pad, { axes, buttons: [{ pressed }] });
          dispatchEvent(new Event("gamepadconnected"));
        },
        { axes, pressed },
      );
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    // Sticks do not rest at 0.
    await setPad([0.05, -0.05, 0.1, 0]);
    await expect.poll(() => drawCalls.callsWithin(page, 20)).toBe(0);
    const [startX = 0, , startZ = 0] = await at(page);
    const gone = async () => {
      const [x = 0, , z = 0] = await at(page);
      return Math.hypot(x - startX, z - startZ);
    };
    await setPad([0, -1, 0, 0]);
    await expect.poll(gone).toBeGreaterThan(0.4);
    await setPad([0, 0, 0, 0]);
    await expect.poll(() => drawCalls.callsWithin(page, 20)).toBe(0);
    const before = await drawCalls.calls(page);
    const stood = await at(page);
    await setPad([0, 0, 1, 0.5]);
    await expect.poll(() => drawCalls.calls(page)).toBeGreaterThan(before);
    await setPad([0, 0, 0, 0]);
    expect(await at(page)).toEqual(stood);
    await page.keyboard.press("p");
    await setPad([0, 0, 0, 0], true);
    await expect
      .poll(async () => {
        await page.keyboard.press(".");
        return verdict(page).innerText();
      })
      .toBe("In the air");
    await page.keyboard.press("p");
    // A button that stays down jumps once.
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    await expect.poll(() => drawCalls.callsWithin(page, 20)).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("casts a ray from the pointer, and names the triangle", async () => {
    const { page, complaints } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    const box = await sceneBox(page);
    await page.mouse.move(box.x + box.width * 0.62, box.y + box.height * 0.8);
    await expect.poll(() => fact(page, "triangle")).toMatch(/\d/);
    const first = await whole(page, "triangle");
    const normal = await numbers(page, "normal");
    expect(Math.hypot(...normal)).toBeCloseTo(1, 2);
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
    await expect.poll(() => whole(page, "triangle")).not.toBe(first);
    expect(await fact(page, "hit")).not.toBe("\u2014");
    expect(complaints).toEqual([]);
  });

  it("rains balls that come to rest, and none falls through", async () => {
    const { page, complaints } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    await oneStep(page).click();
    await page.getByRole("button", { name: "Rain", exact: true }).click();
    expect(await fact(page, "balls")).toBe("300, 300");
    await page.keyboard.press("n");
    await stepWhile(page, "balls", /, [1-9]/, 2400);
    expect(await fact(page, "balls")).toBe("300, 0");
    // Each ball rests on something.
    expect(await whole(page, "contacts")).toBeGreaterThanOrEqual(300);
    expect(await whole(page, "lost")).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("shows what internal edges would push without the rule for them", async () => {
    const { page, complaints } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    expect(await fact(page, "crate")).toBe("\u2014");
    // Without a pointer, the crate slides before the walker.
    await page.getByLabel("internal-edge rule").uncheck();
    const [contacts = 0, pushes = 0] = await numbers(page, "crate");
    expect(contacts).toBeGreaterThan(50);
    expect(pushes).toBeGreaterThan(20);
    const box = await sceneBox(page);
    const before = await fact(page, "crate");
    await page.mouse.move(box.x + box.width * 0.62, box.y + box.height * 0.8);
    await expect.poll(() => fact(page, "crate")).not.toBe(before);
    await page.getByLabel("sliding crate").uncheck();
    expect(await fact(page, "crate")).toBe("\u2014");
    expect(complaints).toEqual([]);
  });

  it("keeps its state in the link, and says what cannot be read", async () => {
    const first = await open({ hash: "#/level?at=1.500,0.610,4.000&balls=20" });
    await expect.poll(() => fact(first.page, "balls")).toMatch(/^20, /);
    const hash = await settledHash(first.page);
    expect(hash).toMatch(/#\/level\?at=1\.500,0\.6\d+,4\.000&balls=20$/);
    await first.page.close();
    const { page } = await open({ hash: "#/level?walk=bridge" });
    expect(await fact(page, "walk")).toContain("Bridge");
    for (const rubbish of ["walk=fly", "at=1,2", "at=a,b,c", "balls=1.5", "balls=99999"]) {
      await noteAfter(page, `#/level?${rubbish}`);
      expect(await fact(page, "walk")).toContain("Village");
    }
  });

  it("leaves nothing behind", async () => {
    const { page, complaints } = await open({ reducedMotion: "no-preference" });
    await goTo(page, "Character");
    expect(await page.locator(".pad").count()).toBe(1);
    await goTo(page, "Level");
    await expect.poll(() => fact(page, "walk")).toContain("Village");
    expect(complaints).toEqual([]);
  });
});
