/** A world of blocks: building it, editing it, rays, a walker, and balls on it. */

import { race } from "../lib/race.js";
import { voxelContenders } from "../ours.js";
import { ballsOn, hills, raysInto } from "../voxel_scene.js";

const questions = [
  ["build", "A grid of 64 x 32 x 64 cells", "per grid"],
  ["edit", "One cell changed, and a ray that sees it", "per edit"],
  ["ray", "Rays over 30 to 90 cells", "per ray"],
  ["walk", "A capsule that walks over blocks", "per step"],
  ["balls", "1,000 balls on blocks, all moving", "per frame"],
];

export async function run({ hyperplane, peers, quick, options, emit, skip }) {
  if (!hyperplane.Voxels) return skip("A world of blocks", "this build of the package has no Voxels");
  const grid = hills();
  const scene = {
    grid,
    rays: raysInto(grid, quick ? 50 : 2000),
    balls: ballsOn(grid, quick ? 50 : 1000),
    // 3 m/s at 60 steps a second, turning every 40 steps.
    moves: Array.from({ length: quick ? 50 : 1000 }, (_, i) => {
      const angle = 2.4 * Math.floor(i / 40);
      return { x: 0.05 * Math.cos(angle), y: 0, z: 0.05 * Math.sin(angle) };
    }),
  };
  for (const [question, title, unit] of questions) {
    const contenders = voxelContenders(hyperplane, scene, question);
    for (const peer of peers) contenders.push(...(peer.voxelContenders?.(scene, question) ?? []));
    emit({
      id: `voxels.${question}`,
      title,
      note: `hills, ${grid.solid.length / 3} cells solid`,
      unit,
      rows: await race(contenders, options),
    });
  }
}
