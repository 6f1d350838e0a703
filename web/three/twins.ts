import type { TriangleMesh } from "../src/api.js";
import { cornerKey } from "./corner_key.js";

/**
 * The triangles at the place of a triangle, itself among them, by triangle; only for those that are not alone there.
 */
export type Twins = ReadonlyMap<number, readonly number[]>;

const known = new WeakMap<TriangleMesh, Twins>();

/**
 * Finds the triangles of a mesh that have the same three corners, such as the front and the back of a wall. The core
 * names one of them. Takes some 10 ms for 100,000 triangles, once a mesh.
 */
export function twinsOf(mesh: TriangleMesh): Twins {
  let twins = known.get(mesh);
  if (twins === undefined) {
    twins = findTwins(mesh);
    known.set(mesh, twins);
  }
  return twins;
}

function findTwins(mesh: TriangleMesh): Twins {
  const first = new Map<number, number>();
  const twins = new Map<number, number[]>();
  const corners = new Float64Array(9);
  const key = (k: number) => cornerKey(corners, k);
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    mesh.triangle(triangle, corners);
    const [a, b, c] = [key(0), key(3), key(6)].sort((one, other) => one - other) as [number, number, number];
    if (a === b || b === c) continue;
    const sum = a + Math.PI * b + Math.LN10 * c;
    const other = first.get(sum);
    if (other === undefined) {
      first.set(sum, triangle);
      continue;
    }
    const group = twins.get(other) ?? [other];
    group.push(triangle);
    twins.set(other, group);
    twins.set(triangle, group);
  }
  return twins;
}
