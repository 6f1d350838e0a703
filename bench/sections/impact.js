/** Time of impact of two boxes that both move and turn. No peer on npm has the call: theirs sweep along straight lines. */

import { oracleFor } from "../lib/judge.js";
import { race } from "../lib/race.js";
import { boxPolytope } from "../oracle/polytope.js";
import { firstTouch } from "../oracle/sweep.js";
import { impactContenders } from "../ours.js";
import { endPoses, makePairs } from "../scenes.js";

/** Of the step's time. */
const TOLERANCE = 1e-5;

export async function run({ hyperplane, quick, options, emit, skip }) {
  const title = "Time of impact of two boxes that move and turn";
  if (!hyperplane.timeOfImpact) return skip(title, "this build of the package has no timeOfImpact");
  const scene = makePairs({
    seed: 41,
    count: quick ? 20 : 1000,
    typeA: "box",
    typeB: "box",
    shapeCount: 64,
    spread: 2,
    accept: (unfinished) => {
      const distance = oracleFor(unfinished);
      return (i) => distance(i) > 0.01;
    },
  });
  const after = endPoses(scene);
  const checked = Math.min(scene.count, 300);
  const body = (i, side) => {
    const { width, height, depth } = scene.shapes[scene.pairs[2 * i + side]];
    const at = 14 * i + 7 * side;
    return {
      polytope: boxPolytope(width, height, depth),
      radius: 0.5 * Math.hypot(width, height, depth),
      from: [...scene.poses.subarray(at, at + 7)],
      to: [...after.poses.subarray(at, at + 7)],
    };
  };
  const truth = Array.from({ length: checked }, (_, i) => firstTouch(body(i, 0), body(i, 1)));
  const hits = truth.filter(Number.isFinite).length;
  const contenders = impactContenders(hyperplane, scene, after);
  const wrong = contenders.map((contender) => {
    contender.run();
    const right = (time, i) => time === contender.times[i] || Math.abs(time - contender.times[i]) <= TOLERANCE;
    return { wrongTimes: truth.filter((time, i) => !Number.isNaN(time) && !right(time, i)).length };
  });
  const rows = await race(contenders, options);
  emit({
    id: "impact.box",
    title,
    note: `${scene.count.toLocaleString("en")} random pairs; ${Math.round((100 * hits) / checked)} % of them touch on their way`,
    unit: "per pair",
    checked,
    rows: rows.map((row, i) => ({ ...row, wrong: wrong[i] })),
  });
}
