import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  events,
  fact,
  goTo,
  holdStick,
  noteAfter,
  numbers,
  oneStep,
  preset,
  scene,
  sceneBox,
  setting,
  settledHash,
  useDemo,
  verdict,
} from "./demo.js";

// Reduced motion: the course moves only while the walker does.
const open = useDemo({ hash: "#/character", reducedMotion: "reduce" });

async function walkerAt(page: Page): Promise<{ x: number; y: number; z: number }> {
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = await numbers(page, "at");
  return { x, y, z };
}

interface Walked {
  readonly outcome: string;
  readonly steps: number;
  readonly at: { readonly x: number; readonly y: number; readonly z: number };
  readonly ground: string;
  /** Oldest first: "ground floor". */
  readonly events: readonly string[];
}

/** Runs a preset step by step, independent of any clock. */
async function walk(page: Page, id: string): Promise<Walked> {
  await preset(page, id).click();
  await oneStep(page).evaluate((button: HTMLButtonElement) => {
    const outcome = document.querySelector("[data-fact=walk]");
    for (let i = 0; i < 1500 && outcome?.textContent?.endsWith(": on its way"); i++) button.click();
  });
  return {
    outcome: (await fact(page, "walk")).split(": ")[1] ?? "",
    steps: Number(await fact(page, "steps")),
    at: await walkerAt(page),
    ground: await fact(page, "ground"),
    events: await events(page),
  };
}

/** The first steps of a preset. */
async function stepTo(page: Page, id: string, steps: number): Promise<void> {
  await preset(page, id).click();
  await oneStep(page).evaluate((button: HTMLButtonElement, steps) => {
    for (let i = 0; i < steps; i++) button.click();
  }, steps);
}

/** From the middle of the body down to its lower end, without the skin. */
const reach = 0.6;

describe("the topic of characters", () => {
  it("climbs the ramp and the stairs", async () => {
    const { page, complaints } = await open();
    const ramp = await walk(page, "ramp");
    expect(ramp.outcome).toBe("arrived");
    expect(ramp.ground).toBe("deck");
    expect(ramp.events).toContain("ground ramp, 25\u00b0");
    expect(ramp.at.y).toBeGreaterThan(1.2 + reach - 0.01);
    expect(ramp.at.y).toBeLessThan(1.2 + reach + 0.03);
    const stairs = await walk(page, "stairs");
    expect(stairs.outcome).toBe("arrived");
    expect(stairs.ground).toBe("deck");
    expect(stairs.at.z).toBeCloseTo(-0.2, 1);
    expect(complaints).toEqual([]);
  });

  it("does not climb steep slopes and tall steps until the limits are raised", async () => {
    const { page } = await open();
    const steep = await walk(page, "steep");
    expect(steep.outcome).toBe("stopped on its way");
    expect(steep.events).toContain("against ramp, 55\u00b0");
    expect(steep.at.y).toBeLessThan(reach + 0.3);
    const tall = await walk(page, "tall");
    expect(tall.outcome).toBe("stopped on its way");
    expect(tall.events).toContain("against tall stair 1");
    expect(tall.at.y).toBeLessThan(reach + 0.05);
    await setting(page, "max slope", 60);
    await setting(page, "step height", 0.45);
    expect((await walk(page, "steep")).ground).toBe("deck");
    expect((await walk(page, "tall")).ground).toBe("deck");
    expect(await settledHash(page)).toContain("slope=60&step=0.45");
  });

  it("slides along a wall, and is stopped by it, a corner and a low ceiling, at any speed", async () => {
    const { page } = await open();
    for (const speed of [3, 30]) {
      await setting(page, "speed", speed);
      const wall = await walk(page, "wall");
      expect(wall.outcome).toBe("stopped on its way");
      expect(wall.events).toContain("against near wall");
      // At the inside of the wall, minus radius and skin; and all the way along it.
      expect(wall.at.z).toBeGreaterThan(5 - 0.3 - 0.02);
      expect(wall.at.z).toBeLessThanOrEqual(5 - 0.3);
      expect(wall.at.x).toBeGreaterThan(0.9);
      const corner = await walk(page, "corner");
      expect(corner.outcome).toBe("stopped on its way");
      expect(corner.events).toEqual(expect.arrayContaining(["against corner, left", "against corner, right"]));
      expect(corner.at.z).toBeGreaterThan(-3.5);
      const ceiling = await walk(page, "ceiling");
      expect(ceiling.outcome).toBe("stopped on its way");
      expect(ceiling.events).toContain("against ceiling");
      expect(ceiling.at.z).toBeGreaterThan(1.3);
    }
  });

  it("rides the ferry and the lift", async () => {
    const { page, complaints } = await open();
    const ferry = await walk(page, "ferry");
    expect(ferry.outcome).toBe("arrived");
    expect(ferry.events).toEqual(expect.arrayContaining(["ground deck", "ground ferry", "ground second deck"]));
    const lift = await walk(page, "lift");
    expect(lift.outcome).toBe("arrived");
    expect(lift.ground).toBe("tower");
    expect(lift.at.y).toBeGreaterThan(3.2 + reach - 0.01);
    // It never leaves the lift between the floor and the tower.
    const rode = lift.events.indexOf("ground lift");
    expect(rode).toBeGreaterThan(0);
    expect(lift.events.slice(rode)).not.toContain("ground none: in the air");
    expect(complaints).toEqual([]);
  });

  it("crouches under the ceiling, pushes crates, and turns with the disc", async () => {
    const { page, complaints } = await open();
    const low = await walk(page, "crouch");
    expect(low.outcome).toBe("arrived");
    expect(low.at.z).toBeLessThan(1);
    expect(low.at.y).toBeCloseTo(reach + 0.01, 2);
    const crates = await walk(page, "crates");
    expect(crates.outcome).toBe("arrived");
    expect(crates.events).toContain("against crate 2");
    const disc = await walk(page, "disc");
    expect(disc.outcome).toBe("arrived");
    expect(disc.events).toContain("ground disc");
    expect(complaints).toEqual([]);
  });

  it("rides the swing, the train and the piston, climbs the ladder, and is crushed by the doors", async () => {
    const { page, complaints } = await open();
    for (const [id, ride, ground] of [
      ["swing", "swing", "floor"],
      ["train", "train", "floor"],
      ["piston", "piston", "loft"],
    ] as const) {
      const ridden = await walk(page, id);
      expect(ridden.outcome, id).toBe("arrived");
      expect(ridden.events, id).toContain(`ground ${ride}`);
      expect(ridden.ground, id).toBe(ground);
    }
    const ladder = await walk(page, "ladder");
    expect(ladder.outcome).toBe("arrived");
    expect(ladder.ground).toBe("loft");
    const doors = await walk(page, "doors");
    expect(doors.outcome).toBe("arrived");
    expect(doors.events).toEqual(expect.arrayContaining(["against left door", "against right door"]));
    await stepTo(page, "ladder", 30);
    await expect.poll(() => verdict(page).innerText()).toBe("Climbing");
    await stepTo(page, "doors", 110);
    await expect.poll(() => verdict(page).innerText()).toBe("Crushed");
    expect(complaints).toEqual([]);
  });

  it("crouches while the key or the button is held", async () => {
    const { page } = await open({ hash: "#/character?at=0.2,0.7,3.6&steps=0", reducedMotion: "no-preference" });
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    await scene(page).focus();
    await page.keyboard.down("x");
    await expect.poll(() => verdict(page).innerText()).toBe("Crouching");
    await page.keyboard.up("x");
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    await page.getByRole("button", { name: "Crouch while held (X)" }).hover();
    await page.mouse.down();
    await expect.poll(() => verdict(page).innerText()).toBe("Crouching");
    await page.mouse.up();
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
  });

  it("goes the same way each time, whatever the frames do", async () => {
    const { page } = await open();
    const stepped = await walk(page, "stairs");
    await preset(page, "stairs").click();
    await expect.poll(() => fact(page, "walk")).toBe("Stairs: arrived");
    // Frames may continue after the end; the log holds the step of the end.
    expect(await page.locator(".log-list li").first().innerText()).toContain(`step ${stepped.steps}`);
    expect(await walkerAt(page)).toEqual(stepped.at);
  });

  it("walks and jumps by keys, by the stick and by a click", async () => {
    const { page } = await open({ hash: "#/character?at=0.2,0.7,3.6&steps=0" });
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    await scene(page).focus();
    await page.keyboard.down("ArrowRight");
    await expect.poll(async () => (await walkerAt(page)).x).toBeGreaterThan(0.4);
    await page.keyboard.up("ArrowRight");
    await page.keyboard.press("p");
    await page.keyboard.press(".");
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    await page.keyboard.press("Space");
    await page.keyboard.press(".");
    expect(await verdict(page).innerText()).toBe("In the air");
    await page.keyboard.press("p");
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    const { x } = await walkerAt(page);
    await holdStick(page, -0.8, 0);
    await expect.poll(async () => (await walkerAt(page)).x).toBeLessThan(x - 0.2);
    await page.mouse.up();
    const before = await walkerAt(page);
    const box = await sceneBox(page);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.6);
    await expect
      .poll(async () => {
        const now = await walkerAt(page);
        return Math.hypot(now.x - before.x, now.z - before.z);
      })
      .toBeGreaterThan(0.2);
  });

  it("keeps its state in the link, and says what cannot be read", async () => {
    const first = await open({ hash: "#/character?at=-4.000,1.810,-0.200&steps=90&skin=0.05" });
    await oneStep(first.page).click();
    await expect.poll(() => fact(first.page, "ground")).toBe("deck");
    await setting(first.page, "snap", 0.1);
    const hash = await settledHash(first.page);
    expect(hash).toMatch(/at=-4\.000,[\d.]+,-0\.200&steps=\d+&snap=0\.1&skin=0\.05$/);
    const at = await fact(first.page, "at");
    await first.page.close();
    const { page } = await open({ hash });
    expect(await fact(page, "at")).toBe(at);
    for (const rubbish of ["walk=fly", "at=1,2", "at=a,b,c", "steps=1.5", "slope=91", "skin=0"]) {
      await noteAfter(page, `#/character?${rubbish}`);
      expect(await fact(page, "walk")).toContain("Ramp");
    }
  });

  it("leaves nothing behind", async () => {
    const { page, complaints } = await open({ reducedMotion: "no-preference" });
    await goTo(page, "Convex hull");
    expect(await verdict(page).innerText()).toBe("Hull");
    expect(await page.locator(".log, .pad").count()).toBe(0);
    await goTo(page, "Character");
    await expect.poll(() => fact(page, "walk")).toContain("Ramp");
    expect(await page.locator(".pad").count()).toBe(1);
    expect(complaints).toEqual([]);
  });
});
