import type { Page } from "playwright-core";
import { expect } from "vitest";
import { drawNothing } from "./undrawn.js";

interface Vector {
  x: number;
  y: number;
  z: number;
}

interface Node {
  getPosition(): Vector;
  getWorldTransform(): { data: Float32Array };
}

interface Globals {
  ball: Node;
  ring: Node & { render: { material: object } };
  paddles: (Node & { render: { material: object } })[];
  trail: Vector[];
  camera: { camera: { worldToScreen(point: Vector): Vector } };
}

const RADIUS = 0.5;
/** The ring is made of flat triangles, within their true surface. */
const SLACK = 0.05;

/** From a point to a box of size 1 under a matrix whose columns are its axes. */
function toBox({ x, y, z }: Vector, matrix: number[]): number {
  const gaps = [0, 1, 2].map((axis) => {
    const column = matrix.slice(4 * axis, 4 * axis + 3);
    const size = Math.hypot(...column);
    const offset = [x, y, z].reduce((sum, value, k) => sum + (value - (matrix[12 + k] ?? 0)) * (column[k] ?? 0), 0);
    return Math.max(Math.abs(offset / size) - size / 2, 0);
  });
  return Math.hypot(...gaps);
}

/**
 * From the ball's centre to the ring around x = 8, z = 0: a torus of radius 0.3 and tube 0.2, 6 times as wide and 4 times as deep,
 * in the ball's own height. Negative inside of its outline.
 */
function toRing({ x, z }: Vector): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let angle = 0; angle < 2 * Math.PI; angle += 0.001) {
    nearest = Math.min(nearest, Math.hypot(x - 8 - 3 * Math.cos(angle), z - 2 * Math.sin(angle)));
  }
  return Math.hypot((x - 8) / 3, z / 2) < 1 ? -nearest : nearest;
}

/** Opens `examples/playcanvas`: a paddle pushes the ball, a click finds the ring, and the ring holds the ball. */
export async function rollInPlayCanvas(page: Page, url: string): Promise<void> {
  await drawNothing(page);
  await page.goto(url);
  await page.waitForFunction(() => "ball" in globalThis);
  const read = () =>
    page.evaluate(() => {
      const { ball, paddles } = globalThis as unknown as Globals;
      const { x, y, z } = ball.getPosition();
      return { ball: { x, y, z }, paddles: paddles.map((paddle) => [...paddle.getWorldTransform().data]) };
    });
  const patience = { timeout: 120_000 };
  /** The ball is in nothing. */
  const check = async () => {
    const state = await read();
    for (const paddle of state.paddles) expect(toBox(state.ball, paddle)).toBeGreaterThan(RADIUS - 0.02);
    expect(toRing(state.ball)).toBeGreaterThan(RADIUS - SLACK);
    return state.ball;
  };

  // It falls to the floor, is rolled into the paddles' way, and let go there.
  await expect.poll(async () => (await read()).ball.y, patience).toBeLessThan(RADIUS + 0.03);
  await page.keyboard.down("ArrowUp");
  await expect.poll(async () => (await check()).z, patience).toBeLessThan(2.5);
  await page.keyboard.up("ArrowUp");
  const left = await check();
  const pushed = ({ x, z }: Vector) => Math.hypot(x - left.x, z - left.z);
  await expect.poll(async () => pushed(await check()), patience).toBeGreaterThan(0.5);

  // A click beside the ring paints nothing of it.
  const paintedBy = (x: number, y: number, z: number) =>
    page.evaluate(
      ([x, y, z]) => {
        const { ring, paddles, camera, ball } = globalThis as unknown as Globals;
        const nodes = [ring, ...paddles];
        const before = nodes.map(({ render }) => render.material);
        const point = Object.assign(Object.create(Object.getPrototypeOf(ball.getPosition())), { x, y, z });
        const { x: clientX, y: clientY } = camera.camera.worldToScreen(point);
        const at = { clientX, clientY, bubbles: true };
        document.querySelector("canvas")?.dispatchEvent(new PointerEvent("pointerdown", at));
        return nodes.map(({ render }, i) => render.material !== before[i]);
      },
      [x, y, z] as const,
    );
  expect(await paintedBy(8, 1.3, 1.2)).toEqual([true, false, false]);
  expect(await paintedBy(8, 0, 4.5)).toEqual([false, false, false]);

  // Round the paddles, and against the ring.
  await page.keyboard.down("ArrowDown");
  await expect.poll(async () => (await check()).z, patience).toBeGreaterThan(4.7);
  await page.keyboard.up("ArrowDown");
  await page.keyboard.down("ArrowRight");
  // A slow machine lets go of the key late: anywhere between 6 and 10 is right.
  await expect.poll(async () => (await check()).x, patience).toBeGreaterThan(6);
  await page.keyboard.up("ArrowRight");
  await page.evaluate(() => {
    const trail: Vector[] = [];
    Object.assign(globalThis, { trail });
    requestAnimationFrame(function frame() {
      const { x, y, z } = (globalThis as unknown as Globals).ball.getPosition();
      trail.push({ x, y, z });
      requestAnimationFrame(frame);
    });
  });
  await page.keyboard.down("ArrowUp");
  const nearest = async () => {
    const trail = await page.evaluate(() => (globalThis as unknown as Globals).trail);
    return Math.min(...trail.map(toRing));
  };
  await expect.poll(nearest, patience).toBeLessThan(RADIUS + SLACK);
  await page.waitForTimeout(1000);
  expect(await nearest()).toBeGreaterThan(RADIUS - SLACK);
}
