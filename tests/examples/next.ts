import type { Page } from "playwright-core";
import { expect } from "vitest";

type Point = readonly [number, number];
interface Table {
  readonly size: Point;
  readonly pegs: { at: Point; radius: number }[];
  readonly blocks: Point[][];
  readonly hole: { at: Point; radius: number };
  readonly path: Point[];
}
const BALL = 0.25;
const NEAR = 1e-4;

const minus = ([x, y]: Point, [u, v]: Point): Point => [x - u, y - v];
const length = ([x, y]: Point) => Math.hypot(x, y);
const dot = ([x, y]: Point, [u, v]: Point) => x * u + y * v;
const unit = (a: Point): Point => [a[0] / length(a), a[1] / length(a)];
const pointsOf = (text: string) =>
  text
    .trim()
    .split(/[\s,]+/)
    .map(Number)
    .reduce<Point[]>((list, x, i, all) => (i % 2 === 0 ? list.concat([[x, all[i + 1] as number]]) : list), []);

/** The table as the SVG has it. */
async function look(page: Page): Promise<Table> {
  const { box, circles, polygons, hole, line } = await page.evaluate(() => {
    const numbers = (element: Element | null, ...names: string[]) =>
      names.map((name) => Number(element?.getAttribute(name)));
    return {
      box: document.querySelector("svg")?.getAttribute("viewBox") ?? "",
      circles: [...document.querySelectorAll(".peg")].map((peg) => numbers(peg, "cx", "cy", "r")),
      polygons: [...document.querySelectorAll("polygon")].map((block) => block.getAttribute("points") ?? ""),
      hole: numbers(document.querySelector(".hole"), "cx", "cy", "r"),
      line: document.querySelector("polyline")?.getAttribute("points") ?? "",
    };
  });
  const [, , width = 0, height = 0] = box.split(" ").map(Number);
  const circle = ([x = 0, y = 0, radius = 0]: number[]) => ({ at: [x, y] as const, radius });
  return {
    size: [width - 0.6, height - 0.6],
    pegs: circles.map(circle),
    blocks: polygons.map(pointsOf),
    hole: circle(hole),
    path: pointsOf(line),
  };
}

/** The nearest points of all that the ball bounces off. */
function around(at: Point, { size: [width, height], pegs, blocks }: Table): Point[] {
  const [x, y] = at;
  const found: Point[] = [
    [0, y],
    [width, y],
    [x, 0],
    [x, height],
  ];
  for (const peg of pegs) {
    const [u, v] = unit(minus(at, peg.at));
    found.push([peg.at[0] + peg.radius * u, peg.at[1] + peg.radius * v]);
  }
  for (const block of blocks) {
    const onEdges = block.map((a, i): Point => {
      const edge = minus(block[(i + 1) % block.length] as Point, a);
      const t = Math.max(0, Math.min(1, dot(minus(at, a), edge) / dot(edge, edge)));
      return [a[0] + t * edge[0], a[1] + t * edge[1]];
    });
    found.push(onEdges.reduce((best, point) => (length(minus(at, point)) < length(minus(at, best)) ? point : best)));
  }
  return found;
}

const gap = (at: Point, table: Table) => Math.min(...around(at, table).map((point) => length(minus(at, point)))) - BALL;

/** A shot must leave as it comes wherever it bounces, touch there, and touch nothing between. @returns how often it bounces */
function expectShot(table: Table, holed: boolean): number {
  const { path, hole } = table;
  path.forEach((at, i) => {
    const next = path[i + 1];
    if (!next) return;
    for (let k = 0; k <= 100; k++) {
      const t = k / 100;
      const between: Point = [at[0] + t * (next[0] - at[0]), at[1] + t * (next[1] - at[1])];
      expect(gap(between, table)).toBeGreaterThan(-NEAR);
      expect(length(minus(between, hole.at))).toBeGreaterThan(hole.radius - NEAR);
    }
    const last = path[i - 1];
    if (!last) return;
    expect(gap(at, table)).toBeLessThan(NEAR);
    const touched = around(at, table).reduce((a, b) => (length(minus(at, a)) < length(minus(at, b)) ? a : b));
    const normal = unit(minus(at, touched));
    const [come, go] = [unit(minus(at, last)), unit(minus(next, at))];
    const into = 2 * dot(come, normal);
    expect(length(minus(go, [come[0] - into * normal[0], come[1] - into * normal[1]]))).toBeLessThan(0.01);
  });
  const end = length(minus(path.at(-1) as Point, hole.at)) - hole.radius;
  if (holed) expect(Math.abs(end)).toBeLessThan(NEAR);
  else expect(end).toBeGreaterThan(-NEAR);
  return path.length - 2;
}

/** Opens `examples/next`, shoots in many directions, each of which the server must answer alike, and sends it what is no shot. */
export async function shootOnTheTable(page: Page, url: string): Promise<void> {
  const sent = await (await fetch(url)).text();
  await page.goto(url);
  await page.waitForSelector("[data-ready=true]");
  const first = await look(page);
  // The server has computed the first shot.
  expect(sent).toContain(`points="${first.path.map((point) => point.join()).join(" ")}"`);
  expect(expectShot(first, false)).toBeGreaterThan(2);

  const counts = { holed: 0, missed: 0, cushions: 0 };
  for (let i = 0; i < 24; i++) {
    const angle = -1.2 + 0.1 * i + 0.03;
    const at = await page.evaluate(
      ([x, y]) => {
        const svg = document.querySelector("svg");
        const point = new DOMPoint(x, y).matrixTransform(svg?.getScreenCTM() as DOMMatrix);
        return [point.x, point.y] as const;
      },
      [1.5 + 3 * Math.cos(angle), 4.5 + 3 * Math.sin(angle)] as const,
    );
    await page.mouse.move(...at);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => page.locator("output").innerText(), { timeout: 30_000 }).toContain("The server");
    const says = await page.locator("output").innerText();
    expect(says).toContain("The server has the same to the last bit");
    const holed = says.startsWith("In the hole");
    const cushions = expectShot(await look(page), holed);
    expect(says).toContain(`after ${cushions} cushions`);
    counts[holed ? "holed" : "missed"]++;
    counts.cushions += cushions;
  }
  expect(counts.holed).toBeGreaterThan(0);
  expect(counts.missed).toBeGreaterThan(0);
  expect(counts.cushions).toBeGreaterThan(48);

  for (const body of ["", "{", "null", "[]", '{"x":1}', '{"x":"1","y":2}', '{"x":0,"y":0}', '{"x":1e400,"y":1}']) {
    const answer = await fetch(`${url}/shot`, { method: "POST", body });
    expect(answer.status, body).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toMatch(/^a shot /);
  }
}
