import type { Page } from "playwright-core";
import { expect } from "vitest";

interface Globals {
  room: { lamp: { x: number; y: number }; blocks: { x: number; y: number; angle: number; corners: number[] }[] };
  view(): { scale: number; left: number; top: number };
}

type Point = readonly [number, number];
const LAMP = 0.3;

/** Between a point and the line from a to b. */
function toLine([x, y]: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const t = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

const turn = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const edgesOf = (ring: Point[]) => ring.map((a, i) => [a, ring[(i + 1) % ring.length] as Point] as const);
const isInside = (point: Point, ring: Point[]) => edgesOf(ring).every(([a, b]) => turn(a, b, point) > 0);
const crosses = (p: Point, q: Point, a: Point, b: Point) =>
  turn(p, q, a) > 0 !== turn(p, q, b) > 0 && turn(a, b, p) > 0 !== turn(a, b, q) > 0;

/** What the page shows at one moment: where things are, and whether a grid of places is lit. */
async function look(page: Page) {
  const { lamp, blocks, lit } = await page.evaluate(() => {
    const { room, view } = globalThis as unknown as Globals;
    const { scale, left, top } = view();
    const canvas = document.querySelector("canvas") as HTMLCanvasElement;
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    context?.drawImage(canvas, 0, 0);
    const lit: { x: number; y: number; red: number }[] = [];
    for (let x = 0.25; x < 16; x += 0.5) {
      for (let y = 0.25; y < 9; y += 0.5) {
        const at = [Math.round(left + scale * x), Math.round(top + scale * y)] as const;
        const [red = 0] = context?.getImageData(...at, 1, 1).data ?? [];
        lit.push({ x, y, red });
      }
    }
    const blocks = room.blocks.map(({ corners, x, y, angle }) => ({ corners, x, y, angle }));
    return { lamp: { ...room.lamp }, blocks, lit };
  });
  const rings = blocks.map(({ corners, x, y, angle }) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return Array.from({ length: corners.length / 2 }, (_, i): Point => {
      const [u = 0, v = 0] = corners.slice(2 * i);
      return [x + cos * u - sin * v, y + sin * u + cos * v];
    });
  });
  return { lamp: [lamp.x, lamp.y] as Point, rings, lit };
}

/** Opens `examples/vite`, sends the lamp into a block, which holds it, and compares light and shadow with what the lamp can see. */
export async function lightTheRoom(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => "room" in globalThis);
  const gap = ({ lamp, rings }: { lamp: Point; rings: Point[][] }, block: number) =>
    Math.min(...edgesOf(rings[block] as Point[]).map(([a, b]) => toLine(lamp, a, b)));
  const patience = { timeout: 60_000 };
  for (const [block, x, y] of [
    [1, 4.5, 6.5],
    [4, 12.5, 6.4],
    [0, 4, 2],
  ] as const) {
    const at = await page.evaluate(
      ([x, y]) => {
        const { scale, left, top } = (globalThis as unknown as Globals).view();
        return [(left + scale * x) / devicePixelRatio, (top + scale * y) / devicePixelRatio] as const;
      },
      [x, y] as const,
    );
    await page.mouse.move(...at);
    await expect.poll(async () => gap(await look(page), block), patience).toBeLessThan(LAMP + 0.02);
    const seen = await look(page);
    const { lamp, rings, lit } = seen;
    expect(isInside(lamp, rings[block] as Point[])).toBe(false);
    expect(gap(seen, block)).toBeGreaterThan(LAMP - 0.02);
    const counts = { light: 0, shadow: 0, wrong: 0 };
    for (const { x, y, red } of lit) {
      // Near edges of light, blocks and lamp a pixel may be either. Light ends at blocks, and behind their corners.
      const at: Point = [x, y];
      const isNear = (a: Point, b: Point) => toLine(at, a, b) < 0.15;
      const behind = ([u, v]: Point): Point => [lamp[0] + 1e3 * (u - lamp[0]), lamp[1] + 1e3 * (v - lamp[1])];
      const edges = rings.flatMap(edgesOf);
      if (Math.hypot(x - lamp[0], y - lamp[1]) < LAMP + 0.15 || rings.some((ring) => isInside(at, ring))) continue;
      if (edges.some(([a, b]) => isNear(a, b) || isNear(a, behind(a)))) continue;
      const state = edges.some(([a, b]) => crosses(lamp, at, a, b)) ? "shadow" : "light";
      counts[state]++;
      // Light is 0x6a and more, shadow 0x1a.
      if (red > 0x40 !== (state === "light")) counts.wrong++;
    }
    expect(counts.light).toBeGreaterThan(100);
    expect(counts.shadow).toBeGreaterThan(30);
    expect(counts.wrong).toBe(0);
  }
}
