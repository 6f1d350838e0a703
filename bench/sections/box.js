/** Box pairs: yes or no, minimum translation, distance; single calls and batches, beside the peers; natively too. */

import { comparePairs } from "../lib/compare.js";
import { judgeScene, oracleFor } from "../lib/judge.js";
import { hasNative, openNative } from "../lib/native.js";
import { boxPairs, makePairs } from "../scenes.js";

export async function run(context) {
  const count = context.quick ? 500 : 16_384;
  const scene = boxPairs(count);
  const truth = judgeScene(scene);
  const share = Math.round((100 * truth.overlapping) / count);
  if (share < 30 || share > 70) throw new Error(`${share} % of the box pairs overlap, which is not about half`);
  const note = `${count} random pairs, ${share} % overlapping`;
  const native = hasNative() ? await openNative(scene) : null;
  await comparePairs(
    { id: "box.intersects", title: "Do two boxes intersect?", note, question: "intersects", truth, native },
    context,
  );
  await comparePairs(
    { id: "box.contact", title: "Minimum translation of two boxes", note, question: "contact", truth, native },
    context,
  );
  await native?.close();
  await apart(context);
}

async function apart(context) {
  const scene = makePairs({
    seed: 11,
    count: context.quick ? 200 : 4096,
    typeA: "box",
    typeB: "box",
    shapeCount: 256,
    spread: 1.8,
    accept: (unfinished) => {
      const distance = oracleFor(unfinished);
      return (i) => distance(i) > 0;
    },
  });
  const truth = judgeScene(scene);
  const native = hasNative() ? await openNative(scene) : null;
  const note = `${scene.count} random pairs, all of them apart`;
  await comparePairs(
    { id: "box.distance", title: "Distance of two boxes", note, question: "distance", truth, native },
    context,
  );
  await native?.close();
}
