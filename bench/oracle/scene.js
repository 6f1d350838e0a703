/**
 * All touching pairs of a scene of boxes, by a uniform grid and the exact test of every pair that shares a cell: far from
 * the sorting and the trees that it judges.
 */

import { boxPolytope, placePolytope, polytopeDistance } from "./polytope.js";

/**
 * @returns Map from i * count + j (i < j) to the signed distance, for pairs that overlap, and Infinity-free: pairs that
 *          are apart are kept only if they are closer than `near`.
 */
export function touchingPairs(scene, frame, near = 1e-3) {
  const { count, sizes } = scene;
  const positions = scene.positions[frame];
  const quaternions = scene.quaternions[frame];
  const shapes = [];
  const radii = new Float64Array(count);
  const pose = new Float64Array(7);
  let largest = 0;
  for (let i = 0; i < count; ++i) {
    const [w, h, d] = sizes.subarray(3 * i, 3 * i + 3);
    pose.set(positions.subarray(3 * i, 3 * i + 3), 0);
    pose.set(quaternions.subarray(4 * i, 4 * i + 4), 3);
    shapes.push(placePolytope(boxPolytope(w, h, d), pose, 0));
    radii[i] = 0.5 * Math.hypot(w, h, d);
    largest = Math.max(largest, radii[i]);
  }

  const cell = 2 * largest + near;
  const cellOf = (i, k) => Math.floor(positions[3 * i + k] / cell);
  const grid = new Map();
  const key = (x, y, z) => (x + 2048) * 4096 * 4096 + (y + 2048) * 4096 + (z + 2048);
  for (let i = 0; i < count; ++i) {
    const at = key(cellOf(i, 0), cellOf(i, 1), cellOf(i, 2));
    const list = grid.get(at);
    if (list) list.push(i);
    else grid.set(at, [i]);
  }

  const found = new Map();
  for (let i = 0; i < count; ++i) {
    const [x, y, z] = [cellOf(i, 0), cellOf(i, 1), cellOf(i, 2)];
    for (let dx = -1; dx <= 1; ++dx) {
      for (let dy = -1; dy <= 1; ++dy) {
        for (let dz = -1; dz <= 1; ++dz) {
          for (const j of grid.get(key(x + dx, y + dy, z + dz)) ?? []) {
            if (j <= i) continue;
            const gap = Math.hypot(
              positions[3 * i] - positions[3 * j],
              positions[3 * i + 1] - positions[3 * j + 1],
              positions[3 * i + 2] - positions[3 * j + 2],
            );
            if (gap > radii[i] + radii[j] + near) continue;
            const { distance } = polytopeDistance(shapes[i], shapes[j]);
            if (distance <= near) found.set(i * count + j, distance);
          }
        }
      }
    }
  }
  return found;
}
