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
  /** By peer: models on which its error is greater at as many parts, those where more parts reach the same, and its time. */
  const tallies = new Map();
  const row = (name, milliseconds, than, note) => ({
    name,
    median: 1e6 * milliseconds,
    low: 1e6 * milliseconds,
    high: 1e6 * milliseconds,
    ratio: milliseconds / than,
    note,
  });
  let total = 0;
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
    total += ours.milliseconds;
    for (const peer of peers) {
      for (const { name, run } of peer.decomposers?.(quick) ?? []) {
        const same = await measure(name, () => run(model, ours.parts));
        rows.push(same);
        const tally = tallies.get(name) ?? { behind: 0, reached: 0, milliseconds: 0 };
        tallies.set(name, tally);
        tally.milliseconds += same.milliseconds;
        if (same.error <= ours.error) {
          tally.reached += 1;
          continue;
        }
        tally.behind += 1;
        if (quick || same.parts > manyParts) continue;
        const more = await measure(`${name}, up to ${manyParts}`, () => run(model, manyParts));
        rows.push(more);
        if (more.error <= ours.error) tally.reached += 1;
      }
    }
    emit({
      id: `decompose.${model.name}`,
      title: `${title}: ${model.name}, ${model.indices.length / 3} triangles`,
      unit: "once",
      checked: models.length,
      rows: rows.map(({ name, milliseconds, parts, bulge, gap }) =>
        row(
          name,
          milliseconds,
          ours.milliseconds,
          `${parts} parts, bulge ${percent(bulge)}, gap ${percent(gap)}${name === "hyperplane" ? `, reported ${percent(reported)}` : ""}`,
        ),
      ),
    });
  }
  const notes = ({ behind, reached }) =>
    `greater error at as many parts: ${behind} of ${models.length}${quick ? "" : `; no greater with up to ${manyParts}: ${reached}`}`;
  emit({
    id: "decompose.all",
    title: `${title}: all of them`,
    unit: "each once",
    checked: models.length,
    rows: [
      row("hyperplane", total, total, "as many parts as it takes to come within 2 %, and 32 at most"),
      ...[...tallies].map(([name, tally]) => row(name, tally.milliseconds, total, notes(tally))),
    ],
  });
}
