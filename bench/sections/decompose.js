/**
 * Twenty concave models as convex parts. This package with its usual options; the others are allowed as many parts as it took,
 * and then 64, to see whether these reach its error; a quick run leaves that out. An error is the greater of bulge and gap, found by sampling.
 */

import { concaveModels } from "../concave_models.js";
import { judge } from "../oracle/decomposition.js";

/** In a constant of its own, so that this file can be type-checked before the package has been built. */
const PACKAGE = /** @type {string} */ ("hyperplane/decompose");
const manyParts = 64;

const percent = (share) => `${(100 * share).toFixed(share < 1e-3 && share > 1e-6 ? 3 : 1)} %`;

export async function run({ peers, quick, options, emit, skip }) {
  const title = "Concave models as convex parts";
  let decompose;
  try {
    ({ decompose } = await import(PACKAGE));
  } catch (error) {
    return skip(title, `this build of the package cannot: ${error.message}`);
  }
  const clock = options.clock === "cpu" ? () => process.cpuUsage().user / 1000 : () => performance.now();
  const timed = async (work) => {
    const begin = clock();
    const parts = await work();
    return { parts, milliseconds: clock() - begin };
  };
  const smaller = {};
  const models = concaveModels();
  for (const model of models) {
    let reported = 0;
    const measure = async (name, work) => {
      const { parts, milliseconds } = await timed(work);
      const { bulge, gap } = judge(model, parts);
      return { name, milliseconds, parts: parts.length, bulge, gap, error: Math.max(bulge, gap) };
    };
    const ours = await measure("hyperplane", async () => {
      const { parts, error } = await decompose(model.vertices, model.indices, { worker: false });
      reported = error;
      return parts;
    });
    const rows = [ours];
    for (const peer of peers) {
      for (const { name, run } of peer.decomposers?.(quick) ?? []) {
        const same = await measure(name, () => run(model, ours.parts));
        rows.push(same);
        smaller[name] = (smaller[name] ?? 0) + (ours.error < same.error ? 1 : 0);
        if (!quick && same.error > ours.error && same.parts <= manyParts)
          rows.push(await measure(`${name}, up to ${manyParts}`, () => run(model, manyParts)));
      }
    }
    const tally = Object.entries(smaller).map(([name, count]) => `${name}: ${count}`);
    emit({
      id: `decompose.${model.name}`,
      title: `${title}: ${model.name}, ${model.indices.length / 3} triangles`,
      note: `Models so far on which this package has the smaller error at as many parts, ${tally.join(", ") || "beside nobody"}.`,
      unit: "once",
      checked: models.length,
      rows: rows.map(({ name, milliseconds, parts, bulge, gap }) => ({
        name,
        median: 1e6 * milliseconds,
        low: 1e6 * milliseconds,
        high: 1e6 * milliseconds,
        ratio: milliseconds / ours.milliseconds,
        note: `${parts} parts, bulge ${percent(bulge)}, gap ${percent(gap)}${name === "hyperplane" ? `, reported ${percent(reported)}` : ""}`,
      })),
    });
  }
}
