/** One question about one scene, asked of all. */

import { pairContenders } from "../ours.js";
import { judge, judgeScene } from "./judge.js";
import { hasNative, openNative } from "./native.js";
import { race } from "./race.js";

/**
 * Each contender is judged first, then all are timed together. The first of ours is what the others are compared with.
 *
 * @param {object} asked
 * @param {string} asked.id
 * @param {string} asked.title
 * @param {string} asked.note
 * @param {"intersects" | "contact" | "distance"} asked.question
 * @param {any} asked.scene what is timed
 * @param {any} [asked.checks] what is judged, if not the same: a larger scene, for errors that are rare
 * @param {any} context of run.js
 */
export async function comparePairs({ id, title, note, question, scene, checks = scene }, context) {
  try {
    pairContenders(context.hyperplane, { ...scene, count: 0 }, question);
  } catch (error) {
    return context.skip(title, `this build of the package cannot: ${error.message}`);
  }
  const truth = judgeScene(checks);
  const wrong = await withContenders(checks, question, context, async (contenders) => {
    const verdicts = new Map();
    for (const contender of contenders) {
      if (contender.answer) await contender.answer();
      else contender.run();
      verdicts.set(contender.name, judge(contender, question, truth));
    }
    return verdicts;
  });
  const rows = await withContenders(scene, question, context, (contenders) => race(contenders, context.options));
  context.emit({
    id,
    title,
    note,
    unit: "per pair",
    checked: checks.count,
    rows: rows.map((row) => ({ ...row, wrong: wrong.get(row.name) })),
  });
}

/** All who can answer the question: ours, the peers', the native program's. */
async function withContenders(scene, question, { hyperplane, peers }, body) {
  /** @type {any[]} */
  const contenders = pairContenders(hyperplane, scene, question);
  for (const peer of peers) {
    try {
      contenders.push(...(peer.pairContenders?.(scene, question) ?? []));
    } catch (error) {
      // A peer sits out where it has no such shape.
      if (!/^no .* shape for /.test(error.message)) throw error;
    }
  }
  const native = hasNative() && scene.margin === undefined ? await openNative(scene) : null;
  if (native) contenders.push(...native.contenders.filter((contender) => contender.question === question));
  try {
    return await body(contenders);
  } finally {
    await native?.close();
  }
}
