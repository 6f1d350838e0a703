import type { Page } from "playwright-core";
import { expect } from "vitest";

type Point = readonly [number, number];
interface Place {
  readonly text: string;
  readonly middle: Point;
  readonly corners: Point[];
}

const WIDTH = 800;
const HEIGHT = 500;
/** Pixels: what the board leaves, and what a matrix of CSS rounds away. */
const NEAR = 0.2;

/** Of a note's style, as the server writes it and the page has it. */
const form =
  /width: ?([\d.]+)px; ?height: ?([\d.]+)px; ?transform: ?translate\(([-\d.e]+)px, ([-\d.e]+)px\) rotate\(([-\d.e]+)rad\)/;

function placeOf(text: string, style: string): Place {
  const [width = 0, height = 0, left = 0, top = 0, angle = 0] = (form.exec(style) ?? []).slice(1).map(Number);
  expect(width, style).toBeGreaterThan(0);
  const middle: Point = [left + width / 2, top + height / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x = 0, y = 0]): Point => {
    const [u, v] = [(x * width) / 2, (y * height) / 2];
    return [middle[0] + cos * u - sin * v, middle[1] + sin * u + cos * v];
  });
  return { text, middle, corners };
}

const fromHtml = (html: string) =>
  [...html.matchAll(/<div class="note[^"]*" style="([^"]+)"[^>]*>([^<]+)</g)].map(([, style = "", text = ""]) =>
    placeOf(text.trim(), style),
  );

const fromPage = async (page: Page) =>
  (
    await page.evaluate(() =>
      [...document.querySelectorAll(".note")].map((note) => [
        (note as HTMLElement).innerText,
        note.getAttribute("style") ?? "",
      ]),
    )
  ).map(([text = "", style = ""]) => placeOf(text.trim(), style));

/** How deep two rectangles lie in each other: the least overlap of their shadows on the four directions of their sides. */
function depth({ corners: a }: Place, { corners: b }: Place): number {
  let least = Number.POSITIVE_INFINITY;
  for (const ring of [a, b]) {
    for (const i of [0, 1]) {
      const [from, to] = [ring[i] as Point, ring[i + 1] as Point];
      const [x, y] = [to[0] - from[0], to[1] - from[1]];
      const shadow = (of: Point[]) => of.map((point) => (point[0] * x + point[1] * y) / Math.hypot(x, y));
      const [p, q] = [shadow(a), shadow(b)];
      least = Math.min(least, Math.max(...p) - Math.min(...q), Math.max(...q) - Math.min(...p));
    }
  }
  return least;
}

function expectApart(places: Place[]): void {
  expect(places).toHaveLength(8);
  places.forEach((place, i) => {
    for (const other of places.slice(i + 1)) {
      expect(depth(place, other), `${place.text}, ${other.text}`).toBeLessThan(NEAR);
    }
    for (const [x, y] of place.corners) {
      expect(Math.min(x, y, WIDTH - x, HEIGHT - y), place.text).toBeGreaterThan(-NEAR);
    }
  });
}

/** Opens `examples/sveltekit`: the notes that the server sends are apart, and stay so when one is dragged among them and out. */
export async function dragNotes(page: Page, url: string): Promise<void> {
  const sent = fromHtml(await (await fetch(url)).text());
  expectApart(sent);
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  await page.goto(url);
  await page.waitForSelector("[data-ready=true]");
  expect(await fromPage(page)).toEqual(sent);

  let pushed = 0;
  for (const [index, target] of [
    [0, 7],
    [3, 4],
    [6, 0],
  ] as const) {
    const before = await fromPage(page);
    const [from, to] = [(before[index] as Place).middle, (before[target] as Place).middle];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 10 });
    await page.mouse.up();
    const after = await fromPage(page);
    expectApart(after);
    const way = (i: number) =>
      Math.hypot(
        (after[i]?.middle[0] ?? 0) - (before[i]?.middle[0] ?? 0),
        (after[i]?.middle[1] ?? 0) - (before[i]?.middle[1] ?? 0),
      );
    expect(way(index)).toBeGreaterThan(20);
    pushed += after.filter((_, i) => i !== index && way(i) > 1).length;
  }
  expect(pushed).toBeGreaterThan(2);

  // Far outside: it stays on the board.
  const [note] = await fromPage(page);
  await page.mouse.move(...(note as Place).middle);
  await page.mouse.down();
  await page.mouse.move(-2000, 250, { steps: 3 });
  await page.mouse.up();
  expectApart(await fromPage(page));
}
