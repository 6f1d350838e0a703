/** Shapes cast along straight lines into a world of boxes: a sphere and a box. */

import { race } from "../lib/race.js";
import { castOracle } from "../oracle/scene.js";
import { castContenders } from "../ours.js";
import { castsInto, movingBoxes } from "../scenes.js";

/** Two answers closer than this, in metres of the way, are the same. */
const TOLERANCE = 2e-3;
const DISTANCE = 20;

export async function run({ hyperplane, peers, quick, options, emit, skip }) {
  const boxCount = quick ? 200 : 10_000;
  const castCount = quick ? 50 : 10_000;
  if (!hyperplane.World?.prototype.castShape)
    return skip("Shape casts", "this build of the package has no World with casts");
  const scene = movingBoxes(boxCount, { frameCount: 1 });
  const shapes = [
    { type: "sphere", radius: 0.3 },
    { type: "box", width: 0.8, height: 0.5, depth: 0.4 },
  ];
  for (const shape of shapes) {
    const oracle = castOracle(scene, 0, shape);
    const checked = Math.min(castCount, 300);
    // Starts that overlap are told apart for those that are checked; among the others there are some.
    let asked = 0;
    const casts = castsInto(scene, castCount, (cast) => asked++ >= 8 * checked || oracle.free(cast), {
      distance: DISTANCE,
    });
    const truth = Array.from({ length: checked }, (_, i) => oracle.time(casts.subarray(10 * i, 10 * i + 10)));
    const contenders = castContenders(hyperplane, scene, casts, shape);
    for (const peer of peers) contenders.push(...(peer.castContenders?.(scene, casts, shape) ?? []));
    const wrong = contenders.map((contender) => {
      contender.run();
      const right = (time, i) =>
        time === contender.times[i] || Math.abs(time - contender.times[i]) * DISTANCE <= TOLERANCE;
      return { wrongTimes: truth.filter((time, i) => !right(time, i)).length };
    });
    const rows = await race(contenders, options);
    emit({
      id: `casts.${shape.type}`,
      title: `A ${shape.type} cast into ${boxCount.toLocaleString("en")} boxes`,
      note: `${castCount.toLocaleString("en")} casts over ${DISTANCE} m, without rotation; the boxes stand still`,
      unit: "per cast",
      checked,
      rows: rows.map((row, i) => ({ ...row, wrong: wrong[i] })),
    });
  }
}
