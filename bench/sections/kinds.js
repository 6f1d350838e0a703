/** Every kind of shape, ours alone: pairs, impacts, moving balls, a crowd, and queries of a world of mixed shapes. */

import { crowd } from "../crowd_scene.js";
import { race } from "../lib/race.js";
import { timedWorld } from "../lib/worlds.js";
import {
  castContenders,
  impactContenders,
  pairContenders,
  queryContenders,
  rayContenders,
  worldContenders,
} from "../ours.js";
import { castsInto, endPoses, makePairs, movingShapes, raysInto } from "../scenes.js";

/** Each kind once or twice; the spread is that at which about half of the pairs overlap. */
const pairs = [
  ["sphere", "box", 0.9],
  ["sphere", "hull", 0.8],
  ["capsule", "capsule", 0.7],
  ["capsule", "hull", 0.8],
  ["cylinder", "cylinder", 0.9],
  ["cone", "box", 0.9],
  ["cylinder", "ellipsoid", 0.8],
  ["cone", "ellipsoid", 0.8],
  ["ellipsoid", "ellipsoid", 0.8],
  ["box", "hull", 0.9],
];

export async function run({ hyperplane, quick, options, emit }) {
  const compare = async (id, title, unit, contenders) =>
    emit({ id: `kinds.${id}`, title, note: "ours alone", unit, rows: await race(contenders, options) });
  const count = quick ? 50 : 2000;
  for (const [typeA, typeB, spread] of pairs) {
    const scene = makePairs({ seed: 61, count, typeA, typeB, spread, shapeCount: 64 });
    const between = `a ${typeA} and a ${typeB}`;
    for (const question of ["intersects", "contact", "distance"]) {
      const contenders = pairContenders(hyperplane, scene, question);
      await compare(`${typeA}-${typeB}-${question}`, `${question}: ${between}`, "per pair", contenders);
    }
    const impacts = impactContenders(hyperplane, scene, endPoses(scene));
    await compare(`${typeA}-${typeB}-impact`, `time of impact: ${between}`, "per pair", impacts);
  }

  if (hyperplane.HeightField) {
    const crowded = crowd(quick ? 40 : 400);
    const [contender] = worldContenders(hyperplane, crowded);
    await compare("crowd", "A crowd of all kinds, a quarter of them surfaces", "per frame", [
      timedWorld(contender, crowded),
    ]);
    contender.dispose();
  }
  const scene = movingShapes(quick ? 200 : 5000);
  const balls = { ...scene, shapes: Array.from(scene.shapes, () => ({ type: "sphere", radius: 0.5 })) };
  const [world] = worldContenders(hyperplane, balls);
  await compare("balls", "Moving balls", "per frame", [timedWorld(world, balls)]);
  const rays = raysInto(scene, count, () => false);
  await compare("rays", "Rays into mixed shapes", "per ray", rayContenders(hyperplane, scene, rays));
  const casts = castsInto(scene, count, () => true);
  for (const shape of [
    { type: "sphere", radius: 0.3 },
    { type: "capsule", radius: 0.3, height: 0.8 },
    { type: "box", width: 0.8, height: 0.5, depth: 0.4 },
  ]) {
    const contenders = castContenders(hyperplane, scene, casts, shape);
    await compare(`cast.${shape.type}`, `A ${shape.type} cast into mixed shapes`, "per cast", contenders);
  }
  const poses = new Float64Array(7 * count);
  for (let i = 0; i < count; ++i) poses.set(casts.subarray(10 * i, 10 * i + 7), 7 * i);
  for (const [name, contenders] of Object.entries(queryContenders(hyperplane, scene, poses))) {
    await compare(name, `${name}: a world of mixed shapes`, "per query", contenders);
  }
}
