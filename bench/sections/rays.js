/** Rays into a world of boxes: the first hit of each. */

import { race } from "../lib/race.js";
import { pointTest, rayDistances } from "../oracle/scene.js";
import { rayContenders } from "../ours.js";
import { movingBoxes, raysInto } from "../scenes.js";

/** Two answers closer than this, in metres, are the same: some peers have positions in 32 bits. */
const TOLERANCE = 1e-3;

export async function run({ hyperplane, peers, quick, options, emit, skip }) {
  const boxCount = quick ? 200 : 10_000;
  const rayCount = quick ? 200 : 100_000;
  const title = `${rayCount.toLocaleString("en")} rays into ${boxCount.toLocaleString("en")} boxes`;
  if (!hyperplane.World?.prototype.raycastBatch) return skip(title, "this build of the package has no World with rays");
  const scene = movingBoxes(boxCount, { frameCount: 1 });
  // To try all boxes for each ray's start would take minutes; the few rays that do start inside are only timed.
  const checked = Math.min(rayCount, 1000);
  const inside = pointTest(scene, 0);
  let asked = 0;
  const rays = raysInto(scene, rayCount, (...point) => asked++ < 2 * checked && inside(...point));
  const truth = rayDistances(scene, 0, rays.subarray(0, 6 * checked));
  const contenders = [];
  for (const make of [
    () => rayContenders(hyperplane, scene, rays),
    ...peers.map((peer) => () => peer.rayContenders?.(scene, rays)),
  ]) {
    contenders.push(...(make() ?? []));
  }
  const wrong = contenders.map((contender) => {
    contender.run();
    let wrongDepths = 0;
    truth.forEach((distance, i) => {
      const said = contender.distances[i];
      const right = distance === said || Math.abs(distance - said) <= TOLERANCE;
      if (!right) ++wrongDepths;
    });
    return { wrongDepths };
  });
  const rows = await race(contenders, options);
  emit({
    id: `rays.${boxCount}`,
    title,
    note: "the first hit of each ray; the boxes stand still",
    unit: "per ray",
    checked,
    rows: rows.map((row, i) => ({ ...row, wrong: wrong[i] })),
  });
}
