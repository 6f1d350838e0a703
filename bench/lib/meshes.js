/**
 * What the contenders of the mesh section have in common: one mesh that stands still, and a list of questions.
 *
 *   raycast   rays        origin, unit direction: 6 per ray         -> distance, Infinity for a miss
 *   camera    the same, neighbours one after the other
 *   closest   points      3 per point                               -> distance
 *   cast      casts       from, to: 6 per cast of a ball            -> share of the way, Infinity for a miss
 *   overlap   boxes       position, quaternion: 7 per box           -> 1 or 0
 */

import { ownLoop } from "./pairs.js";

export const questions = ["raycast", "camera", "closest", "cast", "overlap"];

/** @param {(i: number) => number} answer */
export function meshContender(name, count, answer) {
  const answers = new Float64Array(count);
  return { name, count, answers, run: ownLoop("out[i] = act(i);", answer, answers, count) };
}
