/** Bullets that come and go: each frame some are added, as many of the oldest removed, and the world is updated. */

import { race } from "../lib/race.js";
import { churnContenders } from "../ours.js";
import { bulletSeries, movingBoxes } from "../scenes.js";

const RADIUS = 0.05;

export async function run({ hyperplane, peers, quick, options, emit, skip }) {
  const boxCount = quick ? 200 : 2000;
  const each = quick ? 10 : 100;
  const alive = 5 * each;
  const title = `${each} bullets added and ${each} removed a frame`;
  if (!hyperplane.World?.prototype.remove) return skip(title, "this build of the package has no World");
  const scene = movingBoxes(boxCount, { frameCount: 1 });
  const series = bulletSeries(scene, { frames: 60, each });
  const worlds = [];
  for (const make of [
    () => churnContenders(hyperplane, scene),
    ...peers.map((peer) => () => peer.churnContenders?.(scene)),
  ]) {
    worlds.push(...(make() ?? []));
  }
  // All see the same frames: how many contacts began tells whether they did the same work.
  const began = worlds.map((world) => {
    world.frame(series[0], RADIUS, alive);
    return series.slice(1, 20).reduce((sum, positions) => sum + world.frame(positions, RADIUS, alive), 0);
  });
  const rows = await race(
    worlds.map((world) => {
      let step = 20;
      return { name: world.name, count: 1, run: () => world.frame(series[step++ % series.length], RADIUS, alive) };
    }),
    options,
  );
  emit({
    id: `churn.${boxCount}`,
    title,
    note: `spheres, ${alive} at a time, among ${boxCount} boxes that stand still; the world is updated once a frame`,
    unit: "per frame",
    rows: rows.map((row, i) => ({ ...row, note: `${began[i]} contacts began in 19 frames` })),
  });
}
