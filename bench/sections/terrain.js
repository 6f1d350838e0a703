/** Bodies that move over a terrain of triangles: poses written, contacts found, every normal, depth and point read. */

import { race } from "../lib/race.js";
import { CHECKED_FRAME, Collector, Reader, timedWorld } from "../lib/worlds.js";
import { meshOracle } from "../oracle/mesh.js";
import { terrainContenders } from "../ours.js";
import { bodiesOnTerrain } from "../terrain_scene.js";

/** Closer to touching than this, in metres, both answers are right: positions of some peers have 32 bits. */
const TOLERANCE = 1e-3;

export async function run({ hyperplane, peers, quick, options, emit, skip }) {
  if (!hyperplane.TriangleMesh) return skip("A terrain", "this build of the package has no TriangleMesh");
  const count = quick ? 40 : 2000;
  const scene = bodiesOnTerrain(quick ? 30 : 224, count);
  const truth = touchingBodies(scene, quick ? 20 : 200);
  const contenders = [
    ...terrainContenders(hyperplane, scene),
    ...peers.filter((peer) => peer.takesGround).flatMap((peer) => peer.worldContenders(scene)),
  ];
  const runners = contenders.map((world) => ({
    ...timedWorld(world, scene),
    wrong: checkGround(world, scene, truth),
    dispose: world.dispose,
  }));
  const rows = await race(runners, options);
  emit({
    id: "terrain",
    title: `${count.toLocaleString("en")} spheres, capsules, boxes and hulls on ${(scene.ground.indices.length / 3).toLocaleString("en")} triangles`,
    note: "all of them moving; spheres and boxes checked for a sample of the bodies",
    unit: "per frame",
    checked: truth.size,
    rows: rows.map((row, i) => ({ ...row, wrong: runners[i].wrong })),
  });
  for (const runner of runners) runner.dispose?.();
}

/** Whether a body touches the ground, for spheres and boxes where that is clear. */
function touchingBodies({ ground, shapes, positions, quaternions, count }, most) {
  const truth = new Map();
  const { vertices, indices } = ground;
  for (let i = 0; i < count && truth.size < most; ++i) {
    const shape = shapes[i];
    if (shape.type !== "sphere" && shape.type !== "box") continue;
    const position = Array.from(positions[CHECKED_FRAME].subarray(3 * i, 3 * i + 3));
    const near = [];
    for (let t = 0; t < indices.length; t += 3) {
      if (Math.hypot(vertices[3 * indices[t]] - position[0], vertices[3 * indices[t] + 2] - position[2]) > 4) continue;
      near.push(indices[t], indices[t + 1], indices[t + 2]);
    }
    const oracle = meshOracle({ vertices, indices: Uint32Array.from(near) });
    const touches = (by) => {
      if (shape.type === "sphere") return oracle.closest(position) <= shape.radius + by;
      const half = [shape.width, shape.height, shape.depth].map((size) => size / 2 + by);
      return oracle.overlap(position, Array.from(quaternions[CHECKED_FRAME].subarray(4 * i, 4 * i + 4)), half) === 1;
    };
    if (touches(TOLERANCE) === touches(-TOLERANCE)) truth.set(i, touches(0));
  }
  return truth;
}

/**
 * One frame, after a few others so that caches are in use.
 *
 * @param truth whether bodies touch the ground, by number
 */
export function checkGround(world, scene, truth) {
  for (const frame of [0, 1, 2]) world.frame(scene.positions[frame], scene.quaternions[frame], new Reader());
  const size = scene.count + 1;
  const collector = new Collector(size);
  world.frame(scene.positions[CHECKED_FRAME], scene.quaternions[CHECKED_FRAME], collector);
  const onGround = new Set(
    collector.pairs.filter((key) => key % size === scene.count).map((key) => Math.floor(key / size)),
  );
  let missing = 0;
  let extra = 0;
  for (const [i, touches] of truth) {
    if (touches && !onGround.has(i)) ++missing;
    if (!touches && onGround.has(i)) ++extra;
  }
  return { missing, extra };
}
