/**
 * Moving boxes: a frame is all poses written, everything that touches found, and every normal, depth and point read, from
 * JavaScript; 1,000 to 100,000 boxes, and 5,000 shapes of four types.
 */

import { race } from "../lib/race.js";
import { CHECKED_FRAME, checkWorld, timedWorld } from "../lib/worlds.js";
import { touchingPairs, touchingShapes } from "../oracle/scene.js";
import { worldContenders } from "../ours.js";
import { movingBoxes, movingShapes } from "../scenes.js";

/** A peer that would take longer than this for a frame is left out at that size. */
const LONGEST_FRAME_MS = 4000;
/** Positions of some peers have 32 bits: closer to touching than this, in metres, both answers are right. */
const TOLERANCE = 1e-5;
/** For shapes of several types, whose oracle is good to this; and the rows whose pairs it looks at. */
const SHAPE_TOLERANCE = 2e-4;
const SHAPE_ROWS = 250;

export async function run({ hyperplane, peers, quick, options, emit, skip }) {
  if (!hyperplane.World) return skip("Moving boxes", "this build of the package has no World");
  // What a frame took each contender at the size before.
  const last = new Map();
  const sizes = quick ? [100, 200] : [1000, 10_000, 100_000];
  for (const count of sizes) {
    const scene = movingBoxes(count);
    const truth = touchingPairs(scene, CHECKED_FRAME);
    const touching = [...truth.values()].filter((distance) => distance <= 0).length;
    const runners = [];
    const absent = [];
    for (const make of [
      () => worldContenders(hyperplane, scene),
      ...peers.map((peer) => () => peer.worldContenders?.(scene)),
    ]) {
      for (const world of make() ?? []) {
        const before = last.get(world.name);
        const expected = before ? (before.ms * count) / before.count : 0;
        if (world.cannot) absent.push({ name: world.name, note: world.cannot });
        else if (expected > LONGEST_FRAME_MS) {
          absent.push({ name: world.name, note: `left out: more than ${(expected / 1000).toFixed(0)} s a frame` });
        } else
          runners.push({
            ...timedWorld(world, scene),
            wrong: checkWorld(world, scene, truth, TOLERANCE),
            dispose: world.dispose,
          });
      }
    }
    const rows = await race(runners, options);
    for (const row of rows) last.set(row.name, { ms: row.median * 1e-6, count });
    emit({
      id: `world.${count}`,
      title: `Moving boxes: ${count.toLocaleString("en")} in a world, all of them moving`,
      note: `${touching.toLocaleString("en")} touching pairs; poses written, contacts found, all normals, depths and points read`,
      unit: "per frame",
      checked: touching,
      rows: [...rows.map((row, i) => ({ ...row, wrong: runners[i].wrong, stages: runners[i].stages?.() })), ...absent],
    });
    for (const runner of runners) runner.dispose?.();
  }
  await runShapes({ hyperplane, peers, quick, options, emit });
}

/** The peers that have all of the shapes. */
async function runShapes({ hyperplane, peers, quick, options, emit }) {
  const count = quick ? 200 : 5000;
  const scene = movingShapes(count);
  const truth = touchingShapes(scene, CHECKED_FRAME, quick ? 20 : SHAPE_ROWS);
  const contenders = [
    ...worldContenders(hyperplane, scene),
    ...peers.filter((peer) => peer.takesShapes).flatMap((peer) => peer.worldContenders(scene)),
  ];
  const runners = contenders.map((world) => ({
    ...timedWorld(world, scene),
    wrong: checkWorld(world, scene, truth, SHAPE_TOLERANCE, quick ? 20 : SHAPE_ROWS),
    dispose: world.dispose,
  }));
  const rows = await race(runners, options);
  emit({
    id: `shapes.${count}`,
    title: `Moving shapes: ${count.toLocaleString("en")} boxes, capsules, cylinders and hulls in a world`,
    note: "as above; pairs checked for a sample of the rows",
    unit: "per frame",
    checked: truth.size,
    rows: rows.map((row, i) => ({ ...row, wrong: runners[i].wrong })),
  });
  for (const runner of runners) runner.dispose?.();
}
