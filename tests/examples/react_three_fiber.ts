import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Opens `examples/react_three_fiber`, rolls over a coin, which vanishes, and into a wall, which holds. */
export async function rollInReact(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => "player" in globalThis);
  const player = () =>
    page.evaluate(() => {
      const { x, z } = (globalThis as unknown as { player: { x: number; z: number } }).player;
      return { x, z };
    });
  const coins = () => page.locator("#coins").innerText();
  const patience = { timeout: 120_000 };
  expect(await coins()).toContain("Coins left: 2.");
  await page.keyboard.down("ArrowRight");
  await expect.poll(coins, patience).toContain("Coins left: 1.");
  // The wall's face is at x = 2.5, the ball's radius 0.5; the ball is pushed out of it in each frame.
  await expect.poll(async () => (await player()).x, patience).toBeGreaterThan(1.95);
  await page.waitForTimeout(1000);
  expect((await player()).x).toBeLessThan(2.25);
  await page.keyboard.up("ArrowRight");
  await expect.poll(async () => (await player()).x, patience).toBeLessThan(2.0001);
  expect((await player()).x).toBeGreaterThan(1.99);
}
