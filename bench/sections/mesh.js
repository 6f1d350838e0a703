/** A mesh that stands still: rays, closest points, casts of a ball, overlaps of a box, and building it. */

import { questions } from "../lib/meshes.js";
import { race } from "../lib/race.js";
import { askKnot, torusKnot } from "../mesh_scene.js";
import { meshOracle } from "../oracle/mesh.js";
import { meshBuilders, meshContenders } from "../ours.js";

/** Two answers closer than this, in metres, are the same: some peers have positions in 32 bits. */
const TOLERANCE = 1e-3;
/** Metres, at most, that a ball is cast. */
const LONGEST_CAST = 4.2;

const titles = {
  raycast: "Rays into a torus knot",
  camera: "The rays of a camera into a torus knot",
  closest: "Closest points on a torus knot",
  cast: "A ball cast against a torus knot",
  overlap: "Does a box overlap a torus knot",
};
const counts = { raycast: 20_000, camera: 64 * 64 };
const notes = {
  raycast: "from around it towards points in its bounds; the first hit",
  camera: "a picture of 64 x 64, which the knot fills; the first hit",
  closest: "points in its bounds",
  cast: "radius 0.1 m, from 2 m away towards points in its bounds",
  overlap: "0.2 m, turned, in its bounds; yes or no",
};

export async function run({ hyperplane, peers, quick, options, emit, skip }) {
  if (!hyperplane.TriangleMesh) return skip("Meshes", "this build of the package has no TriangleMesh");
  const mesh = torusKnot(quick ? 60 : 1000, quick ? 12 : 50, 1);
  const triangles = `${(mesh.indices.length / 3).toLocaleString("en")} triangles`;
  const oracle = meshOracle(mesh);
  for (const question of questions) {
    const data = askKnot(question, quick ? 64 : (counts[question] ?? 2000));
    const checked = Math.min(data.count, question === "cast" ? 40 : 100);
    // Spread over all: the first rays of a picture meet nothing.
    const asked = Array.from({ length: checked }, (_, i) => i * Math.floor(data.count / checked));
    const truth = asked.map((i) => ask(oracle, question, data, i));
    const call = question === "camera" ? "raycast" : question;
    const contenders = meshContenders(hyperplane, mesh, call, data);
    for (const peer of peers) contenders.push(...(peer.meshContenders?.(mesh, call, data) ?? []));
    const scale = question === "cast" ? LONGEST_CAST : 1;
    const wrong = contenders.map((contender) => {
      contender.run();
      const isRight = (answer, said) => answer === said || Math.abs(answer - said) * scale <= TOLERANCE;
      return { wrongAnswers: truth.filter((answer, i) => !isRight(answer, contender.answers[asked[i]])).length };
    });
    const rows = await race(contenders, options);
    emit({
      id: `mesh.${question}`,
      title: `${titles[question]} of ${triangles}`,
      note: notes[question],
      unit: "per question",
      checked,
      rows: rows.map((row, i) => ({ ...row, wrong: wrong[i] })),
    });
  }
  const builders = [...meshBuilders(hyperplane, mesh), ...peers.flatMap((peer) => peer.meshBuilders?.(mesh) ?? [])];
  const rows = await race(builders, { ...options, rounds: Math.min(options.rounds, 7) });
  emit({
    id: "mesh.build",
    title: `Building a mesh of ${triangles}`,
    note: "from vertices and indices in typed arrays, ready for queries, given back at once",
    unit: "per mesh",
    rows,
  });
}

function ask(oracle, question, { values, radius, half }, i) {
  const at = (from, size) => Array.from(values.subarray(from, from + size));
  if (question === "closest") return oracle.closest(at(3 * i, 3));
  if (question === "overlap") return oracle.overlap(at(7 * i, 3), at(7 * i + 3, 4), half);
  if (question === "cast") return oracle.cast(at(6 * i, 3), at(6 * i + 3, 3), radius);
  return oracle.raycast(at(6 * i, 3), at(6 * i + 3, 3));
}
