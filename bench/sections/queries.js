/** Queries of a world one by one and in batches: what a box overlaps, and the colliders closest to a box and to a point. */

import { race } from "../lib/race.js";
import { queryContenders } from "../ours.js";
import { castsInto, movingBoxes } from "../scenes.js";

export async function run({ hyperplane, quick, options, emit, skip }) {
  const boxCount = quick ? 200 : 10_000;
  const count = quick ? 50 : 20_000;
  if (!hyperplane.World?.prototype.overlaps) return skip("Batches of queries", "this build of the package has none");
  const scene = movingBoxes(boxCount, { frameCount: 1 });
  const casts = castsInto(scene, count, () => true, { distance: 1 });
  const poses = new Float64Array(7 * count);
  for (let i = 0; i < count; ++i) poses.set(casts.subarray(10 * i, 10 * i + 7), 7 * i);
  const titles = { overlap: "What a box overlaps", nearest: "The nearest box to a box", closest: "The closest point" };
  for (const [name, contenders] of Object.entries(queryContenders(hyperplane, scene, poses))) {
    const [alone, batch] = contenders.map((contender) => contender.run());
    if (Math.abs(alone - batch) > 1e-9 * Math.abs(alone)) throw new Error(`${name}: the batch answers otherwise`);
    emit({
      id: `queries.${name}`,
      title: `${titles[name]}, among ${boxCount.toLocaleString("en")} boxes`,
      note: `${count.toLocaleString("en")} places; the boxes stand still`,
      unit: "per query",
      rows: await race(contenders, options),
    });
  }
}
