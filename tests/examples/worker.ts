import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Opens `examples/worker`: the balls fall, and stay in their room without sinking into each other. */
export async function watchTheWorker(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const read = () =>
    page.evaluate(() => {
      const { state } = globalThis as unknown as {
        state: { answers: number; contacts: number; positions: Float32Array };
      };
      return { ...state, positions: [...state.positions] };
    });
  await expect.poll(async () => (await read()).answers, { timeout: 60_000 }).toBeGreaterThan(2);
  const first = await read();
  const height = (positions: number[]) =>
    positions.reduce((sum, y, i) => sum + (i % 3 === 1 ? y : 0), 0) / (positions.length / 3);
  await expect
    .poll(async () => height((await read()).positions), { timeout: 240_000 })
    .toBeLessThan(height(first.positions) - 2);
  // On a heap they touch more and more.
  await expect.poll(async () => (await read()).contacts, { timeout: 60_000 }).toBeGreaterThan(20);
  const { positions } = await read();
  expect(positions.length).toBe(1200);
  const [radius, half] = [0.25, 4];
  // Within the depth of one step's contacts.
  const slack = 0.1;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < positions.length; i += 3) {
    const [x = 0, y = 0, z = 0] = positions.slice(i, i + 3);
    expect(Math.max(Math.abs(x), Math.abs(z))).toBeLessThan(half - radius + slack);
    expect(y).toBeGreaterThan(radius - slack);
    for (let j = 0; j < i; j += 3) {
      const gap = Math.hypot(x - (positions[j] ?? 0), y - (positions[j + 1] ?? 0), z - (positions[j + 2] ?? 0));
      nearest = Math.min(nearest, gap);
    }
  }
  expect(nearest).toBeGreaterThan(2 * radius - slack);
}
