/** One question about one scene, asked of all. */

import { pairContenders } from "../ours.js";
import { judge } from "./judge.js";
import { race } from "./race.js";

/**
 * Each contender is judged first, then all are timed together. The first of ours is what the others are compared with.
 *
 * @param {object} asked
 * @param {string} asked.id
 * @param {string} asked.title
 * @param {string} asked.note
 * @param {"intersects" | "contact" | "distance"} asked.question
 * @param {any} asked.truth of judgeScene
 * @param {any} [asked.native] an opened native program
 * @param {any} context of run.js
 */
export async function comparePairs({ id, title, note, question, truth, native = null }, context) {
  const { hyperplane, peers, options, emit, skip } = context;
  const { scene } = truth;
  const contenders = [];
  try {
    contenders.push(...pairContenders(hyperplane, scene, question));
  } catch (error) {
    return skip(title, `this build of the package cannot: ${error.message}`);
  }
  for (const peer of peers) {
    if (!peer.pairContenders) continue;
    contenders.push(...peer.pairContenders(scene, question));
  }
  if (native) contenders.push(...native.contenders.filter((contender) => contender.question === question));
  const wrong = [];
  for (const contender of contenders) {
    if (contender.answer) await contender.answer();
    else contender.run();
    wrong.push(judge(contender, question, truth));
  }
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
