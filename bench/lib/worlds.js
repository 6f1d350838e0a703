/**
 * What all contenders of the world sections have in common.
 *
 * A contender { name, frame(positions, quaternions, visit) } is a scene of `count` boxes that stay; `frame` moves all of
 * them and asks what touches. It reads everything that there is to read of each contact: it calls visit.pair(i, j) once
 * for each touching pair, and adds normal, depth and points to visit.sum (so that no read can be left out as unused).
 * A peer with `takesShapes` fills its world with whatever shapeAt (scenes.js) says, others with boxes only.
 * One with `takesGround` adds `scene.ground`, if there is any, as a body at rest with the number `count`: triangles, or a shape at
 * a height `y`.
 */

import { frameAt } from "../scenes.js";
import { ownLoop } from "./pairs.js";

/** m: as in judge.js. */
const WRONG_DEPTH = 1e-3;

/** What a timed frame does with contacts: nothing but read them. */
export class Reader {
  sum = 0;
  count = 0;
  pair(_i, _j, _depth) {
    ++this.count;
  }
}

/** What a checked frame does: it keeps the pairs. */
export class Collector {
  sum = 0;
  pairs = [];
  /** Of the pairs whose reader says how deep they are. */
  depths = new Map();
  constructor(count) {
    this.size = count;
  }
  pair(i, j, depth = Number.NaN) {
    const key = i < j ? i * this.size + j : j * this.size + i;
    this.pairs.push(key);
    if (!Number.isNaN(depth)) this.depths.set(key, depth);
  }
}

/** The frame that is checked, after a few others so that caches are in use. */
export const CHECKED_FRAME = 3;

const rotations = (scene, frame) => (scene.quaternions ?? scene.angles)[frame];

/** Plays the frames of a scene to and fro. */
export function timedWorld(world, scene) {
  let step = 0;
  const reader = new Reader();
  return {
    name: world.name,
    count: 1,
    stages: world.stages,
    run() {
      const frame = frameAt(scene, ++step);
      world.frame(scene.positions[frame], rotations(scene, frame), reader);
    },
  };
}

/**
 * The pairs of one frame against the oracle's.
 *
 * @param truth signed distances by row * count + higher row; -1 deep where the oracle knows no depth
 * @param tolerance closer to touching than this, in metres, both answers are right
 * @param rows only the pairs whose first row is below
 */
export function checkWorld(world, scene, truth, tolerance, rows = scene.count) {
  for (let frame = 0; frame < CHECKED_FRAME; ++frame) {
    world.frame(scene.positions[frame], rotations(scene, frame), new Reader());
  }
  const collector = new Collector(scene.count);
  world.frame(scene.positions[CHECKED_FRAME], rotations(scene, CHECKED_FRAME), collector);
  const pairs = collector.pairs.filter((key) => key < rows * scene.count);
  const found = new Set(pairs);
  let missing = 0;
  let extra = pairs.length - found.size;
  let wrongDepths = 0;
  for (const [key, distance] of truth) if (distance < -tolerance && !found.has(key)) ++missing;
  for (const key of found) {
    const distance = truth.get(key);
    if (!(distance <= tolerance)) ++extra;
    else if (collector.depths.has(key) && !(Math.abs(collector.depths.get(key) + distance) <= WRONG_DEPTH))
      ++wrongDepths;
  }
  return { missing, extra, wrongDepths };
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
