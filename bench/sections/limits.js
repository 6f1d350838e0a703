/**
 * What is left of a query of a world whose answer is known: as asked, with a reach that ends at the answer, with one that ends just
 * before it, and with none. The third finds nothing and proves that nothing is nearer, which any answer needs: no better order of
 * looking can beat it with the same tree. The fourth is the call.
 */

import { race } from "../lib/race.js";
import { askKnot, torusKnot } from "../mesh_scene.js";
import { limitQuestions } from "../ours.js";
import { castsInto, movingBoxes, raysInto } from "../scenes.js";

const FAR = 1e6;

export async function run({ hyperplane, quick, options, emit }) {
  const scene = movingBoxes(quick ? 200 : 10_000, { frameCount: 1 });
  const anywhere = () => true;
  const data = {
    mesh: torusKnot(quick ? 60 : 1000, quick ? 12 : 50, 1),
    scene,
    meshRays: askKnot("raycast", quick ? 50 : 20_000).values,
    points: askKnot("closest", quick ? 50 : 2000).values,
    meshCasts: askKnot("cast", quick ? 50 : 2000),
    rays: raysInto(scene, quick ? 50 : 20_000, () => false),
    casts: castsInto(scene, quick ? 50 : 10_000, anywhere),
  };
  for (const { id, title, count, ask } of limitQuestions(hyperplane, data)) {
    const answers = Float64Array.from({ length: count }, (_, i) => ask(i, FAR));
    const asked = [...answers.keys()].filter((i) => answers[i] > 0 && answers[i] < Infinity);
    const contender = (name, reach) => ({
      name,
      count: asked.length,
      run() {
        let found = 0;
        for (const i of asked) if (ask(i, reach(answers[i])) < Infinity) ++found;
        return found;
      },
    });
    const rows = await race(
      [
        contender("as asked", () => FAR),
        contender("up to the answer", (answer) => answer),
        contender("up to just before it", (answer) => answer * (1 - 1e-6)),
        contender("no way at all", () => 1e-9),
      ],
      options,
    );
    emit({ id: `limits.${id}`, title, note: "questions that have an answer", unit: "per question", rows });
  }
}
