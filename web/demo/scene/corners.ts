/** The corners and edges of boxes, as points and as segment coordinates. */

import { Vector3, type Vector3Like } from "three";

/** The corner pairs that are edges, in the order of boxVertices: 0 and its three neighbours, 4 and its three, the other six. */
const edges = [
  [0, 1],
  [0, 2],
  [0, 3],
  [4, 5],
  [4, 6],
  [4, 7],
  [1, 6],
  [1, 7],
  [2, 5],
  [2, 7],
  [3, 5],
  [3, 6],
] as const;

/** The side of each corner on x, y and z, in the order of boxVertices. */
const signs = [
  [-1, -1, -1],
  [1, -1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
  [1, 1, 1],
  [-1, 1, 1],
  [1, -1, 1],
  [1, 1, -1],
] as const;

/** The corners of an axis-aligned box, in the order of boxVertices. */
export function boxCorners(min: Vector3Like, max: Vector3Like): Vector3[] {
  return signs.map(([i, j, k]) => new Vector3(i < 0 ? min.x : max.x, j < 0 ? min.y : max.y, k < 0 ? min.z : max.z));
}

/** The twelve edges of a box as segment coordinates; the corners in the order of boxVertices. */
export function cornerEdges(corners: readonly Vector3[]): number[] {
  const out: number[] = [];
  for (const [i, j] of edges) {
    const from = corners[i];
    const to = corners[j];
    if (from && to) out.push(from.x, from.y, from.z, to.x, to.y, to.z);
  }
  return out;
}
