/** Box pairs from JavaScript: yes or no, minimum translation, distance; single calls and batches, beside the peers. */

import { judge, judgeScene } from "../lib/judge.js";
import { race } from "../lib/race.js";
import { pairContenders } from "../ours.js";
import { boxPairs } from "../scenes.js";

export const title = "Box pairs";

export async function run({ hyperplane, peers, quick, options, emit }) {
  const scene = boxPairs(quick ? 1000 : 16_384);
  const truth = judgeScene(scene);
  const share = Math.round((100 * truth.overlapping) / scene.count);
  const questions = [
    ["box.intersects", "intersects", "do two boxes intersect?"],
    ["box.contact", "contact", "minimum translation of two boxes"],
  ];
  for (const [id, question, what] of questions) {
    await comparePairs({
      id,
      title: `${title}: ${what}`,
      note: `${scene.count} random pairs, ${share} % overlapping`,
      question,
      truth,
      hyperplane,
      peers,
      options,
      emit,
    });
  }
}

/**
 * One question about one scene, asked of all: each contender is judged first, then they are timed together.
 * A scene for "distance" holds pairs that are apart.
 */
export async function comparePairs({ id, title, note, question, truth, hyperplane, peers, options, emit }) {
  const { scene } = truth;
  const contenders = [];
  if (hyperplane) contenders.push(...pairContenders(hyperplane, scene, question));
  for (const peer of peers) if (peer.pairContenders) contenders.push(...peer.pairContenders(scene, question));
  const wrong = contenders.map((contender) => judge(contender, question, truth));
  const rows = await race(contenders, options);
  emit({
    id,
    title,
    note,
    unit: "per pair",
    checked: scene.count,
    rows: rows.map((row, i) => ({ ...row, wrong: wrong[i] })),
  });
}
