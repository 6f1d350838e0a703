/** A body that walks among boxes, low ones to step onto and high ones to slide along, and over a terrain of triangles. */

import { TorusKnotGeometry } from "three";
import { aircraft, newcomersLevel, onModel, walker, walkOf } from "../character_scenes.js";
import { concaveModels } from "../concave_models.js";
import { race } from "../lib/race.js";
import { characterContenders, dearestFrame, insideContenders, moverContenders } from "../ours.js";
import { Random } from "../scenes.js";
import { terrain } from "../terrain_scene.js";

export async function run({ hyperplane, peers, quick, options, emit, skip }) {
  const boxCount = quick ? 100 : 1000;
  const title = `A capsule that walks among ${boxCount.toLocaleString("en")} boxes`;
  if (!hyperplane.moveAndSlide) return skip(title, "this build of the package has no mover");
  const count = quick ? 100 : 2000;
  const walk = { ...walker, boxes: [], moves: walkOf(count, 40), start: { x: 0, y: 2.5, z: 0 } };
  const compete = async (id, title, note, scene, asCharacter = false) => {
    const contenders = asCharacter ? characterContenders(hyperplane, scene) : moverContenders(hyperplane, scene);
    for (const peer of peers) contenders.push(...(peer.moverContenders?.(scene) ?? []));
    emit({ id, title, note, unit: asCharacter ? "per step" : "per move", rows: await race(contenders, options) });
  };
  const unjudged = "the ways differ from the first corner on, so that answers are not compared";
  const boxes = scatter(boxCount);
  await compete("mover", title, `one move of 6 cm and its answer; ${unjudged}`, { ...walk, boxes });
  if (!hyperplane.TriangleMesh) return;
  const ground = terrain(quick ? 40 : 224);
  const triangles = (ground.indices.length / 3).toLocaleString("en");
  await compete(
    "mover.terrain",
    `A capsule that walks over ${triangles} triangles`,
    `hills with rough ground; ${unjudged}`,
    { ...walk, ground, start: { x: 0, y: 5, z: 0 } },
  );
  if (hyperplane.Character) {
    await compete(
      "mover.level",
      "A character in a level of 16 colliders",
      `stairs, ramps, walls, and a lift that moves in every step; placing it and the update included; ${unjudged}`,
      newcomersLevel(count),
      true,
    );
    await compete(
      "mover.small",
      "A character on an aircraft of 12,328 triangles",
      `23 meshes, whose triangles are smaller than the body, which starts anew every 50 steps; ${unjudged}`,
      aircraft(count),
      true,
    );
    emit({
      id: "mover.dearest",
      title: "The dearest step of a character on small triangles",
      note: "of 25,000 on the aircraft and on models of 2 to 4 m, by each step's best of four walks",
      unit: "the dearest",
      rows: dearestSteps(hyperplane, quick),
    });
  }
  for (const [tubular, radial] of quick
    ? [[64, 8]]
    : [
        [64, 8],
        [250, 20],
      ]) {
    const { attributes, index } = new TorusKnotGeometry(0.4, 0.15, tubular, radial);
    const rows = insideContenders(hyperplane, { vertices: attributes.position.array, indices: index?.array ?? [] });
    emit({
      id: `mover.inside.${tubular}`,
      title: `A body across a knot of ${(2 * tubular * radial).toLocaleString("en")} triangles`,
      note: "the way out of it, and one move within it",
      unit: "per answer",
      rows: await race(rows, options),
    });
  }
}

function dearestSteps(hyperplane, quick) {
  const count = quick ? 100 : 25000;
  const models = concaveModels().filter(({ name }) =>
    ["bowl, thin", "chain", "gear", "knot 2/3", "mug"].includes(name),
  );
  const scenes = [
    ["aircraft", aircraft(count)],
    ...models.map((model) => [`${model.name}, ${model.indices.length / 3} triangles`, onModel(model, count)]),
  ];
  const rows = scenes.map(([name, scene]) =>
    dearestFrame(hyperplane, name, scene, quick ? { rounds: 1, walks: 1 } : { rounds: 3, walks: 4 }),
  );
  return rows.map((row) => ({ ...row, ratio: row.median / rows[0].median }));
}

function scatter(count) {
  const random = new Random(5);
  const boxes = [[100, 1, 100, 0, -0.5, 0]];
  while (boxes.length < count) {
    const height = random.uniform(0, 1) < 0.5 ? 0.2 : 2;
    const size = [random.uniform(0.5, 1.5), height, random.uniform(0.5, 1.5)];
    boxes.push([...size, random.uniform(-45, 45), height / 2, random.uniform(-45, 45)]);
  }
  return boxes;
}
