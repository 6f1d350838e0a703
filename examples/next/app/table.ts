/** A table, and a shot on it: for the page and the server. Metres; y points down, as in SVG. */

import { Circle, ConvexPolygon, init, Polygon, type Vec2, World } from "hyperplane/2d";

export const WIDTH = 16;
export const HEIGHT = 9;
export const BALL = 0.25;
export const START: Vec2 = { x: 1.5, y: 4.5 };
export const HOLE = { x: 14.5, y: 4.5, radius: 0.5 };
/** Of a ball's way. */
const LENGTH = 50;
/** Between ball and cushion after a bounce. */
const GAP = 1e-6;

export const pegs = [
  { x: 4, y: 2, radius: 0.7 },
  { x: 8.2, y: 4.3, radius: 1 },
  { x: 12, y: 7, radius: 0.6 },
];
/** x, y of corners. */
export const blocks = [
  [3.2, 6, 5.4, 6.6, 4.4, 8],
  [10, 1.2, 12.4, 0.9, 12.6, 1.7, 10.2, 2],
  [12.4, 3.4, 13, 3.4, 13, 5.6, 12.4, 5.6],
];

export interface Shot {
  /** Where it starts, bounces and ends. */
  path: Vec2[];
  holed: boolean;
}

async function setUp(): Promise<(direction: Vec2) => Shot> {
  await init();
  const world = new World();
  const room = [0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT];
  const outside = [-1, -1, WIDTH + 1, -1, WIDTH + 1, HEIGHT + 1, -1, HEIGHT + 1];
  world.add({ shape: new Polygon(outside, [room]), static: true });
  for (const block of blocks) world.add({ shape: new ConvexPolygon(block), static: true });
  for (const peg of pegs) world.add({ shape: new Circle(peg.radius), position: peg, static: true });
  // A ball is in once its centre is above the hole.
  const hole = world.add({ shape: new Circle(HOLE.radius - BALL), position: HOLE, static: true });
  const ball = new Circle(BALL);

  return (direction) => {
    const length = Math.hypot(direction.x, direction.y);
    let [x, y] = [direction.x / length, direction.y / length];
    let at = START;
    let left = LENGTH;
    const path = [at];
    for (;;) {
      const to = { x: at.x + left * x, y: at.y + left * y };
      const hit = world.castShape(ball, { from: { position: at }, to: { position: to } });
      const time = hit?.time ?? 1;
      at = { x: at.x + time * (to.x - at.x), y: at.y + time * (to.y - at.y) };
      path.push(at);
      left *= 1 - time;
      if (hit?.collider === hole) return { path, holed: true };
      if (!hit || left < GAP) return { path, holed: false };
      // The normal points from the ball to what it hits.
      const { normal } = hit;
      at = { x: at.x - GAP * normal.x, y: at.y - GAP * normal.y };
      const into = 2 * Math.max(0, x * normal.x + y * normal.y);
      [x, y] = [x - into * normal.x, y - into * normal.y];
    }
  };
}

let table: ReturnType<typeof setUp> | undefined;

/** @returns where a ball goes that is shot in a direction, of any length but zero */
export function openTable(): ReturnType<typeof setUp> {
  table ??= setUp();
  return table;
}
