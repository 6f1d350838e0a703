/** Single calls, as a frame of a game makes them: poses of every kind in one program, and the calls on a world. */

import { race } from "../lib/race.js";
import { frameContenders, poseContenders, rollbackContenders } from "../our_calls.js";
import { boxPairs } from "../scenes.js";

export async function run({ hyperplane, quick, options, emit }) {
  const compare = async (id, title, note, contenders, unit = "per call") =>
    emit({ id: `calls.${id}`, title, note, unit, rows: await race(contenders, options) });
  const scene = boxPairs(quick ? 200 : 4096);
  await compare(
    "poses",
    "Do two boxes intersect, in a program with poses of every kind?",
    `${scene.count.toLocaleString("en")} random pairs; each row has poses of another kind`,
    poseContenders(hyperplane, scene),
  );
  const count = quick ? 200 : 2000;
  await compare(
    "frame",
    "Calls of every frame",
    `${count.toLocaleString("en")} boxes in rows, each of which touches its neighbours`,
    await frameContenders(hyperplane, count),
  );
  const movers = quick ? 100 : 500;
  await compare(
    "rollback",
    "A frame with rollback by eight frames",
    `${movers} boxes, all of them moving; a snapshot of each frame, without shapes`,
    rollbackContenders(hyperplane, movers),
    "per frame",
  );
}
