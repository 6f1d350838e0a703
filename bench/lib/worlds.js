/**
 * What all contenders of the world sections have in common.
 *
 * A contender { name, frame(positions, quaternions, visit) } is a scene of `count` boxes that stay; `frame` moves all of
 * them and asks what touches. It reads everything that there is to read of each contact: it calls visit.pair(i, j) once
 * for each touching pair, and adds normal, depth and points to visit.sum (so that no read can be left out as unused).
 * A peer with `takesShapes` fills its world with whatever shapeAt (scenes.js) says, others with boxes only.
 * One with `takesGround` adds the triangles of `scene.ground`, if there are any, as a body at rest with the number `count`.
 */

import { ownLoop } from "./pairs.js";

/** What a timed frame does with contacts: nothing but read them. */
export class Reader {
  sum = 0;
  count = 0;
  pair(_i, _j) {
    ++this.count;
  }
}

/** What a checked frame does: it keeps the pairs. */
export class Collector {
  sum = 0;
  pairs = [];
  constructor(count) {
    this.size = count;
  }
  pair(i, j) {
    this.pairs.push(i < j ? i * this.size + j : j * this.size + i);
  }
}

/** Casts rays one after the other: `cast(i)` gives the distance of ray i, or Infinity. */
export function rayContender(name, count, cast) {
  const distances = new Float64Array(count);
  return {
    name,
    count,
    distances,
    run: ownLoop("out[i] = act(i);", cast, distances, count),
  };
}

/** How far rays go, in metres: through the whole scene. */
export const rayLength = (scene) => 4 * scene.halfSide;

/** Casts shapes one after the other: `cast(i)` gives the share of the way up to the first hit, or Infinity. */
export function castContender(name, count, cast) {
  const times = new Float64Array(count);
  return {
    name,
    count,
    times,
    run: ownLoop("out[i] = act(i);", cast, times, count),
  };
}
