/** The visitor's own file as the level of the topic "Level". */

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { drawCalls, fact, measure, numbers, oneStep, preset, sceneBox, settledHash, useDemo, verdict } from "./demo.js";
import { type GlbMesh, makeGlb, square } from "./glb.js";
import { held } from "./held.js";

const open = useDemo({ hash: "#/level", reducedMotion: "reduce" });

/** The middle of the walker above the ground that it stands on, in metres: half its height, and the skin of the mover. */
const middle = 0.61;
/** A floor of 20 m with a platform of 4 m on it. */
const floor: GlbMesh = { name: "floor", positions: square(10, 2) };
const platform: GlbMesh = { name: "platform", positions: square(2, 0), translation: [0, 3.25, 0] };

/** A node that is its own descendant. */
const loop = Buffer.from(
  '{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"children":[1]},{"children":[0]}]}',
);

const file = (buffer: Buffer, name = "test.glb") => ({ name, mimeType: "model/gltf-binary", buffer });
const choose = (page: Page, buffer: Buffer, name?: string) =>
  page.locator("input[type=file]").setInputFiles(file(buffer, name));
const note = (page: Page) => page.locator(".toast").textContent();
const back = (page: Page) => page.getByRole("button", { name: "Back to the built-in level" });

/** Drops files onto the page, one after the other, without waiting for the first ones. */
const drop = (page: Page, buffers: readonly Buffer[]) =>
  page.evaluate(
    (files) => {
      for (const base64 of files) {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], "dropped.glb"));
        const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
        if (document.body.dispatchEvent(event)) throw new Error("the page has not taken the file");
      }
    },
    buffers.map((buffer) => buffer.toString("base64")),
  );

async function expectStanding(page: Page, triangles: string, y: number): Promise<void> {
  await expect.poll(() => measure(page).innerText()).toBe(triangles);
  await expect.poll(() => verdict(page).innerText()).toBe("On ground");
  expect((await numbers(page, "at"))[1]).toBeCloseTo(y + middle, 2);
}

describe("a level of the visitor's own", () => {
  it("comes from a file, is stood on, walked on and rained on, and leads back", async () => {
    const { page, complaints } = await open({ prepare: drawCalls.prepare });
    await expect.poll(() => verdict(page).innerText()).toBe("On ground");
    expect(await back(page).isVisible()).toBe(false);
    await choose(page, makeGlb([floor, platform]), "arena.glb");
    await expectStanding(page, "4", 3.25);
    expect(await note(page)).toBe("arena.glb: 4 triangles.");
    expect(await settledHash(page)).toBe("#/level");
    await expect.poll(() => drawCalls.callsWithin(page, 20)).toBe(0);
    // The platform is straight below the middle of the scene.
    const box = await sceneBox(page);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.62);
    await expect.poll(() => fact(page, "hit")).toBe("platform");
    await page.mouse.move(box.x + box.width / 2, box.y + 1);
    // Off the platform, onto the floor.
    await page.keyboard.down("d");
    await expect.poll(async () => (await numbers(page, "at"))[1]).toBeCloseTo(2 + middle, 2);
    await page.keyboard.up("d");
    await oneStep(page).click();
    await page.getByRole("button", { name: "Rain", exact: true }).click();
    expect(await fact(page, "balls")).toBe("300, 300");
    await back(page).click();
    await expect.poll(() => fact(page, "walk")).toContain("Village");
    expect(Number((await measure(page).innerText()).replaceAll("\u202f", ""))).toBeGreaterThan(100_000);
    expect(await fact(page, "balls")).toBe("\u2014");
    expect(await back(page).isVisible()).toBe(false);
    // A walk of the built-in level leads back, too.
    await choose(page, makeGlb([floor]));
    await expectStanding(page, "2", 2);
    await preset(page, "bridge").click();
    await expect.poll(() => fact(page, "walk")).toContain("Bridge");
    expect(complaints).toEqual([]);
  });

  it("is scaled only where it is much too small, and stays a level with one side", async () => {
    const { page, complaints } = await open();
    await choose(page, makeGlb([{ name: "dish", positions: square(0.05, 0.01) }], { doubleSided: false }));
    await expectStanding(page, "2", 0);
    await choose(page, makeGlb([{ name: "plain", positions: square(2000, -7) }], { doubleSided: false }));
    await expect.poll(async () => (await numbers(page, "at"))[1]).toBeCloseTo(-7 + middle, 2);
    expect(complaints).toEqual([]);
  });

  it("says what is wrong with a file, and changes nothing", async () => {
    const { page, complaints } = await open();
    const files = [
      ["hello.txt", Buffer.from("hello"), "is no glTF file"],
      ["empty.glb", Buffer.alloc(0), "is no glTF file"],
      ["null.gltf", Buffer.from("null"), "is no glTF file"],
      ["cut.glb", makeGlb([floor]).subarray(0, 100), "is cut short"],
      ["old.gltf", Buffer.from('{"asset":{"version":"1.0"}}'), "is not of glTF version 2"],
      ["none.gltf", Buffer.from('{"asset":{"version":"2.0"}}'), "has no triangles"],
      ["lists.gltf", Buffer.from('{"asset":{"version":"2.0"},"buffers":5}'), "is not a valid model file"],
      ["loop.gltf", loop, "is not a valid model file"],
      ["draco.glb", makeGlb([floor], { extensionsRequired: ["KHR_draco_mesh_compression"] }), "compressed with Draco"],
      ["ktx.glb", makeGlb([floor], { extensionsRequired: ["KHR_texture_basisu"] }), "compressed with KTX2"],
      ["meshopt.glb", makeGlb([floor], { extensionsRequired: ["EXT_meshopt_compression"] }), "compressed with meshopt"],
      [
        "parts.gltf",
        Buffer.from('{"asset":{"version":"2.0"},"buffers":[{"uri":"parts.bin","byteLength":4}]}'),
        "needs other files",
      ],
      ["flat.glb", makeGlb([{ name: "line", positions: [0, 0, 0, 9, 0, 0, 18, 0, 0] }]), "cannot be the level"],
    ] as const;
    for (const [name, buffer, message] of files) {
      await choose(page, buffer, name);
      await expect.poll(() => note(page), { message: name }).toContain(message);
      expect(await note(page)).toContain(name);
      expect(Number((await measure(page).innerText()).replaceAll("\u202f", ""))).toBeGreaterThan(100_000);
    }
    expect(complaints).toEqual([]);
  });

  it("leaves nothing behind, however many files are dropped", async () => {
    const { page, complaints } = await open({ prepare: held.prepare });
    const [low, high] = [makeGlb([floor]), makeGlb([floor, platform])];
    const visit = async () => {
      // Only the newest file counts.
      await drop(page, [high, high, low]);
      await expectStanding(page, "2", 2);
      await drop(page, [high]);
      await expectStanding(page, "4", 3.25);
      await settledHash(page);
    };
    await visit();
    await visit();
    const before = await held.now(page);
    expect(before.Texture).toBeGreaterThan(0);
    for (let i = 0; i < 4; i++) await visit();
    await expect.poll(() => held.now(page)).toEqual(before);
    expect(complaints).toEqual([]);
  });
});
