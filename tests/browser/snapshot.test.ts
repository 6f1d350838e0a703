/** The visitor's own world in the topic "World": a snapshot that is dropped onto the page. */

import { Box, Compound, init, Sphere, TriangleMesh, World } from "hyperplane";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { fact, measure, sceneBox, settledHash, useDemo, verdict } from "./demo.js";
import { held } from "./held.js";

const open = useDemo({ hash: "#/world", reducedMotion: "reduce" });

/** Far from the origin: a ground, a crate on it, a ball beside it, a trigger, and a slope. */
function makeWorld(): World {
  const world = new World();
  const at = (x: number, y: number, z: number): [number, number, number] => [1e5 + x, y, z];
  const box = new Box(1, 1, 1);
  world.add({ shape: new Box(100, 1, 100), position: at(0, -0.5, 0), static: true });
  world.add({ shape: box, position: at(0, 0.45, 0) });
  world.add({ shape: new Sphere(0.5), position: at(1.5, 0.6, 0) });
  const trigger = new Compound([{ shape: box }, { shape: new Sphere(1), position: [0, 1, 0] }]);
  world.add({ shape: trigger, position: at(-3, 1, 0), sensor: true, layer: 2 });
  const slope = new TriangleMesh([-1, 0, 1, 1, 0, 1, 1, 1, -1], [0, 1, 2]);
  world.add({ shape: slope, position: at(3, 0, 0), static: true });
  world.update();
  return world;
}

/** Drops a file anywhere on the page. */
const drop = (page: Page, bytes: Uint8Array, name = "my.snapshot") =>
  page.evaluate(
    ({ base64, name }) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name));
      const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
      if (document.body.dispatchEvent(event)) throw new Error("the page has not taken the file");
    },
    { base64: Buffer.from(bytes).toString("base64"), name },
  );
const reason = (page: Page) => page.locator(".pair-reason").innerText();
const note = (page: Page) => page.locator(".toast").textContent();

beforeAll(async () => {
  await init();
});

describe("a snapshot", () => {
  it("shows the world with its contacts, explains picked pairs, and leads back to the rooms", async () => {
    const { page, complaints } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    await drop(page, makeWorld().snapshot());
    await expect.poll(() => verdict(page).innerText()).toBe("Snapshot");
    expect(await measure(page).innerText()).toBe("5");
    expect(await fact(page, "file")).toBe("my.snapshot");
    expect(await fact(page, "touching")).toBe("1 pair");
    expect(await reason(page)).toBe("Click a collider, then another one.");
    await page.getByRole("button", { name: "box in row 0, box in row 1" }).click();
    expect(await reason(page)).toBe("They touch, 0.0500 m deep.");
    await expect
      .poll(() => page.locator(".legend li").allInnerTexts())
      .toEqual(["movable", "static", "sensor", "picked"]);
    // A click makes a pair with what was picked last. The ground is everywhere: also in front.
    const box = await sceneBox(page);
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.9 * box.height - 40);
    await expect.poll(() => fact(page, "b")).toBe("box in row 0");
    expect(await fact(page, "a")).toBe("box in row 1");
    expect(await reason(page)).toBe("They touch, 0.0500 m deep.");
    await page.getByRole("button", { name: "Back to the rooms" }).click();
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    expect(await page.locator(".pair-reason").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Through the door" }).count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it("that cannot be shown is refused in a sentence, and changes nothing", async () => {
    const { page, complaints } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    const bytes = makeWorld().snapshot();
    const odd = [
      ["empty", new Uint8Array(0), "cannot be shown: the bytes are not a snapshot of a world"],
      ["noise", new Uint8Array(3000).fill(7), "cannot be shown: the bytes are not a snapshot of a world"],
      ["short", bytes.slice(0, 300), "cannot be shown: the snapshot is damaged or incomplete"],
      [
        "thin",
        makeWorld().snapshot({ shapes: false }),
        "does not contain its shapes. Save it by world.snapshot(), without shapes: false.",
      ],
    ] as const;
    for (const [name, bytes, sentence] of odd) {
      await drop(page, bytes, name);
      await expect.poll(() => note(page)).toBe(`\u201c${name}\u201d ${sentence}`);
      expect(await verdict(page).innerText()).toBe("Touching");
    }
    expect(complaints).toEqual([]);
  });

  it("leaves nothing behind", async () => {
    const { page, complaints } = await open({ prepare: held.prepare });
    const bytes = makeWorld().snapshot();
    const round = async () => {
      await drop(page, bytes);
      await expect.poll(() => verdict(page).innerText()).toBe("Snapshot");
      await settledHash(page);
      await page.getByRole("button", { name: "Back to the rooms" }).click();
      await expect.poll(() => verdict(page).innerText()).toBe("Touching");
      await settledHash(page);
    };
    for (let i = 0; i < 2; i++) await round();
    const before = await held.now(page);
    for (let i = 0; i < 3; i++) await round();
    await expect.poll(() => held.now(page)).toEqual({ ...before, core: expect.any(Number) });
    expect(complaints).toEqual([]);
  });
});
