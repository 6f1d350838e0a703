import { Compound, collide, init, Polygon, Rectangle, type Shape } from "hyperplane/2d";
import { beforeAll, expect, it } from "vitest";

/**
 * Pieces made of unit cells, on half a grid: edges of one lie on edges, seams and diagonals of the other. Cells that
 * overlap do so by half a metre or more, and no way out is shorter than that.
 */

type Cell = readonly [x: number, y: number];

const pieces: readonly (readonly Cell[])[] = [
  [
    [0, 0],
    [1, 0],
    [2, 0],
    [1, 1],
  ],
  [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
  ],
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [2, 1],
  ],
  [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [2, 1],
  ],
  [
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 1],
    [1, 2],
  ],
];

/** The corners of a piece without holes, counter-clockwise. */
function outlineOf(cells: readonly Cell[]): number[] {
  const has = (x: number, y: number) => cells.some((cell) => cell[0] === x && cell[1] === y);
  const next = new Map<string, Cell>();
  for (const [x, y] of cells) {
    if (!has(x, y - 1)) next.set(`${x},${y}`, [x + 1, y]);
    if (!has(x + 1, y)) next.set(`${x + 1},${y}`, [x + 1, y + 1]);
    if (!has(x, y + 1)) next.set(`${x + 1},${y + 1}`, [x, y + 1]);
    if (!has(x - 1, y)) next.set(`${x},${y + 1}`, [x, y]);
  }
  const points: number[] = [];
  const start = next.keys().next().value as string;
  for (let at = start; points.length === 0 || at !== start; at = String(next.get(at))) {
    points.push(...at.split(",").map(Number));
  }
  return points;
}

function overlap(a: readonly Cell[], b: readonly Cell[], x: number, y: number): boolean {
  return a.some(([ax, ay]) => b.some(([bx, by]) => Math.abs(bx + x - ax) < 1 && Math.abs(by + y - ay) < 1));
}

let shapes: { cells: readonly Cell[]; shape: Shape }[];

beforeAll(async () => {
  await init();
  const cell = new Rectangle(1, 1);
  shapes = pieces.flatMap((cells) => [
    { cells, shape: new Polygon(outlineOf(cells)) },
    { cells, shape: new Compound(cells.map(([x, y]) => ({ shape: cell, position: [x + 0.5, y + 0.5] }))) },
  ]);
});

it("are as deep as their cells overlap, also where edges meet", () => {
  const wrong: string[] = [];
  let pairs = 0;
  let overlapping = 0;
  shapes.forEach((a, i) => {
    shapes.forEach((b, j) => {
      for (let x = -3; x <= 3; x += 0.5) {
        for (let y = -3; y <= 3; y += 0.5) {
          const contact = collide(a.shape, {}, b.shape, { position: [x, y] });
          const isOverlap = overlap(a.cells, b.cells, x, y);
          pairs++;
          overlapping += isOverlap ? 1 : 0;
          const isRight = isOverlap
            ? contact !== null && contact.depth >= 0.5 - 1e-9
            : !(contact && contact.depth > 1e-9);
          if (!isRight) wrong.push(`${i} and ${j} at ${x}, ${y}: ${contact?.depth}`);
        }
      }
    });
  });
  expect(wrong).toEqual([]);
  expect(overlapping).toBeGreaterThan(0.3 * pairs);
});
