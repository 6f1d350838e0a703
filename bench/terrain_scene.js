/** A terrain with bodies that move over it, from a seed alone: the same numbers on every machine. */

import { circle } from "./mesh_scene.js";
import { Random } from "./scenes.js";

/**
 * Hills with rough ground, on a grid whose cells have two triangles each, as those of a HeightField.
 *
 * @param {number} cells along each side, of 1 m
 * @returns {{ vertices: Float32Array, indices: Uint32Array, heights: Float32Array, columns: number, width: number }}
 */
export function terrain(cells) {
  const random = new Random(11);
  const columns = cells + 1;
  const heights = new Float32Array(columns * columns);
  const vertices = new Float32Array(3 * heights.length);
  for (let row = 0; row < columns; ++row) {
    for (let column = 0; column < columns; ++column) {
      const i = row * columns + column;
      heights[i] = 3 * circle(column / 40)[1] * circle(row / 50)[0] + random.uniform(-0.15, 0.15);
      vertices.set([column - cells / 2, heights[i], row - cells / 2], 3 * i);
    }
  }
  const indices = new Uint32Array(6 * cells * cells);
  for (let row = 0, at = 0; row < cells; ++row) {
    for (let column = 0; column < cells; ++column, at += 6) {
      const a = row * columns + column;
      indices.set([a, a + columns, a + columns + 1, a, a + columns + 1, a + 1], at);
    }
  }
  return { vertices, indices, heights, columns, width: cells };
}

/**
 * Spheres, capsules, boxes and hulls, 0.4 m above the ground and wandering over it: a scene as lib/worlds.js describes it, with
 * `ground`, a body of its own at rest whose number is `count`.
 */
export function bodiesOnTerrain(cells, count) {
  const ground = terrain(cells);
  const random = new Random(12);
  const frameCount = 8;
  const heightAt = (x, z) => ground.heights[Math.round(z + cells / 2) * ground.columns + Math.round(x + cells / 2)];
  const reach = 0.45 * cells;
  const hull = Float32Array.from(Array.from({ length: 20 }, () => random.direction()).flat(), (x) => 0.5 * x);
  const shapes = Array.from({ length: count }, (_, i) => {
    if (i % 4 === 0) return { type: "sphere", radius: 0.5 };
    if (i % 4 === 1) return { type: "capsule", radius: 0.3, height: 1 };
    return i % 4 === 2 ? { type: "box", width: 1, height: 1, depth: 1 } : { type: "hull", points: hull };
  });
  const starts = shapes.map(() => [random.uniform(-reach, reach), random.uniform(-reach, reach)]);
  const ways = shapes.map(() => [random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1)]);
  const turns = shapes.flatMap(() => random.rotation());
  const positions = Array.from({ length: frameCount }, (_, frame) =>
    Float64Array.from(
      starts.flatMap(([x, z], i) => {
        const at = [x + frame * ways[i][0], z + frame * ways[i][1]];
        return [at[0], heightAt(at[0], at[1]) + 0.4, at[1]];
      }),
    ),
  );
  return { count, frameCount, shapes, positions, quaternions: positions.map(() => Float64Array.from(turns)), ground };
}

/**
 * Boxes in rows that move up and down through the plane y = 0, about half of them below it, and never touch each other: a scene as
 * lib/worlds.js describes it. `clearances` has the height of each box's lowest corner, by frame.
 *
 * @param {number} count
 * @param {{ type: string, y: number }} ground a shape whose top is at y = 0
 */
export function boxesOnFlatGround(count, ground) {
  const random = new Random(13);
  const frameCount = 8;
  const across = Math.ceil(Math.sqrt(count));
  const shapes = Array.from({ length: count }, () => ({ type: "box", width: 1, height: 0.8, depth: 0.6 }));
  const turns = shapes.map(() => random.rotation());
  // Half the extent along y.
  const reaches = turns.map(
    ([x, y, z, w]) => Math.abs(x * y + z * w) + 0.4 * Math.abs(1 - 2 * (x * x + z * z)) + 0.6 * Math.abs(y * z - x * w),
  );
  const starts = shapes.map(() => random.uniform(-0.1, 0.1));
  const rises = shapes.map(() => random.uniform(-0.02, 0.02));
  const clearances = Array.from({ length: frameCount }, (_, frame) => starts.map((at, i) => at + frame * rises[i]));
  const place = (at) => 2.5 * (at - across / 2);
  const positions = clearances.map((heights) =>
    Float64Array.from(
      heights.flatMap((height, i) => [place(i % across), height + reaches[i], place(Math.floor(i / across))]),
    ),
  );
  return {
    count,
    frameCount,
    shapes,
    positions,
    quaternions: positions.map(() => Float64Array.from(turns.flat())),
    ground,
    clearances,
  };
}
