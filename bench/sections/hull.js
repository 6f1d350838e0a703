/** Building a convex hull: 1,000 and 100,000 points, on a sphere (all of them corners) and in a ball (few of them). */

import { race } from "../lib/race.js";
import { planesOfLoops, pointsOutside } from "../oracle/hull.js";
import { hullBuilders } from "../ours.js";
import { pointCloud } from "../scenes.js";

export async function run({ hyperplane, peers, quick, options, emit, skip }) {
  const clouds = quick
    ? [
        [100, true],
        [200, false],
      ]
    : [
        [1000, true],
        [1000, false],
        [100_000, false],
      ];
  for (const [count, onSphere] of clouds) {
    const points = pointCloud(count, 31, onSphere);
    const where = onSphere ? "on a sphere" : "in a ball";
    const title = `Convex hull of ${count.toLocaleString("en")} points ${where}`;
    let builders;
    try {
      builders = hullBuilders(hyperplane, points);
    } catch (error) {
      return skip(title, `this build of the package cannot: ${error.message}`);
    }
    for (const peer of peers) builders.push(...(peer.hullBuilders?.(points) ?? []));
    const wrong = builders.map((builder) => {
      const hull = builder.build();
      const planes =
        builder.planes?.(hull) ??
        planesOfLoops(builder.faces(hull), builder.coordinate?.(hull) ?? ((i, k) => points[3 * i + k]));
      // All points against all planes: enough of them to notice.
      const sample =
        planes.length * points.length < 3e8 ? points : points.subarray(0, 3 * Math.floor(1e8 / planes.length));
      return { invalid: pointsOutside(sample, planes) };
    });
    const rows = await race(
      builders.map((builder) => ({ name: builder.name, count: 1, run: builder.run ?? builder.build })),
      options,
    );
    emit({
      id: `hull.${onSphere ? "sphere" : "ball"}-${count}`,
      title,
      unit: "per hull",
      checked: count,
      rows: rows.map((row, i) => ({ ...row, wrong: wrong[i] })),
    });
  }
}
