import { doubles } from "./memory.js";
import type { Vec3 } from "./types.js";

/** Three numbers of the records as a new object. @param at index into the view of doubles */
export function readVector(at: number): Vec3 {
  return { x: doubles[at] as number, y: doubles[at + 1] as number, z: doubles[at + 2] as number };
}
