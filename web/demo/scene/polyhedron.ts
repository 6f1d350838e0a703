/** Looks of polyhedra given as the vertices and faces of a ConvexHull: flat faces, each edge once. */

import { BufferGeometry, Float32BufferAttribute } from "three";
import type { Look } from "./shape_view.js";

/** Faces beyond which a polyhedron stands for a round shape. */
const mostFlatFaces = 200;

/** @param round draws polyhedra with many faces smoothly shaded and without edges */
export function polyhedronLook(
  vertices: ArrayLike<number>,
  faces: readonly (readonly number[])[],
  round = false,
): Look {
  if (round && faces.length > mostFlatFaces) {
    const indices = faces.flatMap((face) => face.slice(2).flatMap((last, i) => [face[0] ?? 0, face[i + 1] ?? 0, last]));
    const smooth = new BufferGeometry();
    smooth.setAttribute("position", new Float32BufferAttribute(Array.from(vertices), 3));
    smooth.setIndex(indices);
    smooth.computeVertexNormals();
    return { geometry: smooth, lines: [] };
  }

  const positions: number[] = [];
  const lines: number[] = [];
  const at = (i: number) => [vertices[3 * i] ?? 0, vertices[3 * i + 1] ?? 0, vertices[3 * i + 2] ?? 0] as const;
  for (const face of faces) {
    const [first = 0] = face;
    for (let i = 1; i + 1 < face.length; i++) {
      positions.push(...at(first), ...at(face[i] ?? 0), ...at(face[i + 1] ?? 0));
    }
    for (const [i, from] of face.entries()) {
      const to = face[(i + 1) % face.length] ?? first;
      // Two faces share each edge, in opposite directions.
      if (from < to) lines.push(...at(from), ...at(to));
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return { geometry, lines };
}

/** The volume: the sum of the signed tetrahedra between the triangles of the faces and one vertex. */
export function polyhedronVolume(vertices: ArrayLike<number>, faces: readonly (readonly number[])[]): number {
  // Relative to the first vertex, so that a hull far from its origin loses no digits.
  const at = (i: number) =>
    [0, 1, 2].map((k) => (vertices[3 * i + k] ?? 0) - (vertices[k] ?? 0)) as [number, number, number];
  let sum = 0;
  for (const face of faces) {
    const [x, y, z] = at(face[0] ?? 0);
    for (let i = 1; i + 1 < face.length; i++) {
      const [px, py, pz] = at(face[i] ?? 0);
      const [qx, qy, qz] = at(face[i + 1] ?? 0);
      sum += x * (py * qz - pz * qy) + y * (pz * qx - px * qz) + z * (px * qy - py * qx);
    }
  }
  return sum / 6;
}
