/** Box pairs: yes or no, minimum translation, distance; single calls and batches, beside the peers; natively too. */

import { comparePairs } from "../lib/compare.js";
import { oracleFor } from "../lib/judge.js";
import { boxPairs, makePairs } from "../scenes.js";

export async function run(context) {
  const count = context.quick ? 500 : 16_384;
  const scene = boxPairs(count);
  const oracle = oracleFor(scene);
  const share = Math.round(
    (100 / count) * Array.from({ length: count }, (_, i) => oracle(i) <= 0).filter(Boolean).length,
  );
  if (share < 30 || share > 70) throw new Error(`${share} % of the box pairs overlap, which is not about half`);
  const note = `${count.toLocaleString("en")} random pairs, ${share} % of them overlapping`;
  // Wrong translations of peers are rare: one in some 20,000 pairs.
  const checks = boxPairs(context.quick ? 1000 : 65_536, 2);
  await comparePairs(
    { id: "box.intersects", title: "Do two boxes intersect?", note, question: "intersects", scene, checks },
    context,
  );
  await comparePairs(
    { id: "box.contact", title: "Minimum translation of two boxes", note, question: "contact", scene, checks },
    context,
  );

  const apart = makePairs({
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
  await comparePairs(
    {
      id: "box.distance",
      title: "Distance of two boxes",
      note: `${apart.count.toLocaleString("en")} random pairs, all of them apart`,
      question: "distance",
      scene: apart,
    },
    context,
  );
}
