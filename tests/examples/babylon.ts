import type { Page } from "playwright-core";
import { expect } from "vitest";

interface Globals {
  player: { position: { x: number; y: number; z: number } };
  hill(x: number, z: number): number;
}

/** From the capsule's axis to the crate that stands at x = 5, z = 0, turned by half a radian from z towards x; 2 m wide, 1 m deep. */
function toCrate({ x, z }: { x: number; z: number }): number {
  const [cos, sin] = [Math.cos(0.5), Math.sin(0.5)];
  const across = Math.abs((x - 5) * cos - z * sin) - 1;
  const along = Math.abs((x - 5) * sin + z * cos) - 0.5;
  return Math.hypot(Math.max(across, 0), Math.max(along, 0));
}

/** Opens `examples/babylon` and walks over a hill into a crate. A ground that was inside out would carry nobody. */
export async function walkInBabylon(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => "player" in globalThis);
  /** Where the capsule is, and how far its lower end is above the hill. */
  const read = () =>
    page.evaluate(() => {
      const { player, hill } = globalThis as unknown as Globals;
      const { x, y, z } = player.position;
      return { x, z, above: y - 0.9 - hill(x, z) };
    });
  const patience = { timeout: 120_000 };
  await expect.poll(async () => (await read()).above, patience).toBeLessThan(0.1);
  await page.keyboard.down("ArrowRight");
  await expect.poll(async () => toCrate(await read()), patience).toBeLessThan(0.45);
  for (let i = 0; i < 10; i++) {
    const place = await read();
    expect(toCrate(place)).toBeGreaterThan(0.4);
    expect(Math.abs(place.above)).toBeLessThan(0.3);
  }
}
