import type { TriangleMesh } from "../src/api.js";
import { cornerKey } from "./corner_key.js";

/**
 * The triangles at the place of a triangle, itself among them, by triangle; only for those that are not alone there.
 */
export type Twins = ReadonlyMap<number, readonly number[]>;

const known = new WeakMap<TriangleMesh, Twins>();

/**
 * Finds the triangles of a mesh that have the same three corners, such as the front and the back of a wall. The core
 * names one of them. Takes some 30 ms for 100,000 triangles, once a mesh.
 */
export function twinsOf(mesh: TriangleMesh): Twins {
  let twins = known.get(mesh);
  if (twins === undefined) {
    twins = findTwins(mesh);
    known.set(mesh, twins);
  }
  return twins;
}

/** An open hash table of numbers: a Map with that many of them takes three times as long. */
function findTwins(mesh: TriangleMesh): Twins {
  const count = mesh.triangleCount;
  const twins = new Map<number, number[]>();
  const sums = new Float64Array(count);
  const log = 32 - Math.clz32(2 * count);
  const last = 2 ** log - 1;
  const table = new Int32Array(last + 1).fill(-1);
  const number = new Float64Array(1);
  const words = new Int32Array(number.buffer);
  const corners = new Float64Array(9);
  for (let triangle = 0; triangle < count; triangle++) {
    mesh.triangle(triangle, corners);
    const a = cornerKey(corners, 0);
    const b = cornerKey(corners, 3);
    const c = cornerKey(corners, 6);
    if (a === b || b === c || c === a) continue;
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    const middle = a !== low && a !== high ? a : b !== low && b !== high ? b : c;
    // Adding 0 makes 0 of -0, which has other bits.
    const sum = low + Math.PI * middle + Math.LN10 * high + 0;
    sums[triangle] = sum;
    number[0] = sum;
    const hash = Math.imul((words[0] as number) ^ Math.imul(words[1] as number, 0x85ebca6b), 0x9e3779b1) >>> (32 - log);
    for (let at = hash; ; at = (at + 1) & last) {
      const other = table[at] as number;
      if (other < 0) {
        table[at] = triangle;
        break;
      }
      if (sums[other] !== sum) continue;
      const group = twins.get(other) ?? [other];
      group.push(triangle);
      twins.set(other, group);
      twins.set(triangle, group);
      break;
    }
  }
  return twins;
}
