import { doubles } from "./memory.js";
import type { Vec3 } from "./types.js";

/**
 * A number of the records. The core's zeros may have a sign, which is of no use to anybody and makes `Object.is`, and
 * with it the test frameworks, tell equal vectors apart; the sum has none.
 *
 * @param at index into the view of doubles
 */
export function readNumber(at: number): number {
  return (doubles[at] as number) + 0;
}

/** Three numbers of the records as a new object. @param at index into the view of doubles */
export function readVector(at: number): Vec3 {
  return { x: readNumber(at), y: readNumber(at + 1), z: readNumber(at + 2) };
}
