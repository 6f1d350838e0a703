/** Boxes that move through flat ground: a half-space beside one large box, of ours and of peers that have both. */

import { race } from "../lib/race.js";
import { CHECKED_FRAME, timedWorld } from "../lib/worlds.js";
import { groundContenders } from "../ours.js";
import { boxesOnFlatGround } from "../terrain_scene.js";
import { checkGround } from "./terrain.js";

/** Closer to touching than this, in metres, both answers are right: positions of some peers have 32 bits. */
const TOLERANCE = 1e-3;

export async function run({ hyperplane, peers, quick, options, emit, skip }) {
  if (!hyperplane.HalfSpace) return skip("Flat ground", "this build of the package has no HalfSpace");
  const count = quick ? 100 : 10_000;
  const runners = [];
  let checked = 0;
  for (const ground of [
    { type: "half-space", y: 0 },
    { type: "box", width: 500, height: 2, depth: 500, y: -1 },
  ]) {
    const scene = boxesOnFlatGround(count, ground);
    const truth = new Map();
    for (const [i, height] of scene.clearances[CHECKED_FRAME].entries()) {
      if (Math.abs(height) > TOLERANCE) truth.set(i, height < 0);
    }
    checked = truth.size;
    const contenders = [
      ...groundContenders(hyperplane, scene),
      ...peers.filter((peer) => peer.takesGround).flatMap((peer) => peer.worldContenders(scene)),
    ];
    for (const world of contenders) {
      runners.push({
        ...timedWorld(world, scene),
        name: `${world.name}, ${ground.type}`,
        wrong: checkGround(world, scene, truth),
        dispose: world.dispose,
      });
    }
  }
  const rows = await race(runners, options);
  emit({
    id: "ground",
    title: `${count.toLocaleString("en")} boxes on flat ground: a half-space, and one large box`,
    note: "all of them moving; poses written, contacts found, all normals, depths and points read; about half of them touch the ground",
    unit: "per frame",
    checked,
    rows: rows.map((row, i) => ({ ...row, wrong: runners[i].wrong })),
  });
  for (const runner of runners) runner.dispose?.();
}
