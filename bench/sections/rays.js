/** Rays into a world of boxes: the first hit of each. */

import { race } from "../lib/race.js";
import { pointTest, rayDistances } from "../oracle/scene.js";
import { rayContenders } from "../ours.js";
import { cameraRays, movingBoxes, raysInto } from "../scenes.js";

/** Two answers closer than this, in metres, are the same: some peers have positions in 32 bits. */
const TOLERANCE = 1e-3;

export async function run(setting) {
  const { hyperplane, quick, skip } = setting;
  const boxCount = quick ? 200 : 10_000;
  const rayCount = quick ? 200 : 100_000;
  const boxes = `${boxCount.toLocaleString("en")} boxes`;
  if (!hyperplane.World?.prototype.raycastBatch) return skip(`Rays into ${boxes}`, "this build has no World with rays");
  const scene = movingBoxes(boxCount, { frameCount: 1 });
  // To try all boxes for each ray's start would take minutes; the few rays that do start inside are only timed.
  const checked = Math.min(rayCount, 1000);
  const inside = pointTest(scene, 0);
  let asked = 0;
  await measure(setting, scene, {
    id: `rays.${boxCount}`,
    title: `${rayCount.toLocaleString("en")} rays into ${boxes}`,
    note: "the first hit of each ray; the boxes stand still",
    rays: raysInto(scene, rayCount, (...point) => asked++ < 2 * checked && inside(...point)),
    checked,
  });
  const picture = cameraRays(
    [1.5, 1.1, 2].map((c) => c * scene.halfSide),
    quick ? 16 : 64,
    0.4,
  );
  await measure(setting, scene, {
    id: "rays.camera",
    title: `The rays of a camera into ${boxes}`,
    note: "a picture of 64 x 64, which the boxes fill; the first hit of each ray",
    rays: picture,
    checked: picture.length / 6,
  });
}

/** The first `checked` rays are judged by an oracle. */
async function measure({ hyperplane, peers, options, emit }, scene, { id, title, note, rays, checked }) {
  const truth = rayDistances(scene, 0, rays.subarray(0, 6 * checked));
  const contenders = [
    ...rayContenders(hyperplane, scene, rays),
    ...peers.flatMap((peer) => peer.rayContenders?.(scene, rays) ?? []),
  ];
  const wrong = contenders.map((contender) => {
    contender.run();
    const isRight = (distance, said) => distance === said || Math.abs(distance - said) <= TOLERANCE;
    return { wrongDepths: truth.filter((distance, i) => !isRight(distance, contender.distances[i])).length };
  });
  const rows = await race(contenders, options);
  emit({ id, title, note, unit: "per ray", checked, rows: rows.map((row, i) => ({ ...row, wrong: wrong[i] })) });
}
