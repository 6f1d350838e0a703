/** Hills of blocks: a grid of 64 x 32 x 64 cells of a metre, about a third of them solid; rays into them, and balls on them. */

import { Random } from "./scenes.js";

export function hills(columns = 64, layers = 32, rows = 64) {
  const heightAt = (x, z) =>
    Math.floor(11.6 + 5 * (Math.sin(0.2 * x) + Math.cos(0.17 * z)) + 0.5 * Math.sin(1.3 * x + z));
  const cells = new Uint8Array(columns * layers * rows);
  const solid = [];
  for (let y = 0; y < layers; ++y) {
    for (let z = 0; z < rows; ++z) {
      for (let x = 0; x < columns; ++x) {
        if (y >= heightAt(x, z)) continue;
        cells[(y * rows + z) * columns + x] = 1;
        solid.push(x, y, z);
      }
    }
  }
  return { columns, layers, rows, cells, solid: Int32Array.from(solid), heightAt };
}

/** Rays from above the hills that hit them, x, y, z of the origin and of the unit direction. */
export function raysInto({ columns, rows, heightAt }, count) {
  const random = new Random(41);
  const rays = new Float64Array(6 * count);
  for (let i = 0; i < count; ++i) {
    const from = [random.uniform(2, columns - 2), 30, random.uniform(2, rows - 2)];
    const [x, z] = [random.uniform(2, columns - 2), random.uniform(2, rows - 2)];
    const way = [x - from[0], heightAt(Math.floor(x), Math.floor(z)) - 0.5 - from[1], z - from[2]];
    const length = Math.hypot(...way);
    rays.set([...from, ...way.map((part) => part / length)], 6 * i);
  }
  return rays;
}

/** Balls that lie on the hills, and move a little from frame to frame. */
export function ballsOn({ columns, rows, heightAt }, count, radius = 0.4) {
  const random = new Random(42);
  const places = Array.from({ length: count }, () => {
    const [x, z] = [random.uniform(2, columns - 2), random.uniform(2, rows - 2)];
    return [x, heightAt(Math.floor(x), Math.floor(z)) + radius - 0.02, z];
  });
  const frames = Array.from({ length: 8 }, (_, frame) => {
    const angle = (frame * Math.PI) / 4;
    return Float64Array.from(places.flatMap(([x, y, z]) => [x + 0.1 * Math.cos(angle), y, z + 0.1 * Math.sin(angle)]));
  });
  return { radius, count, frames };
}
