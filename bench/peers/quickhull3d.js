/** quickhull3d: convex hulls in JavaScript. */

// The main entry imports files without their extension, which Node refuses; the bundle beside it is whole.
import quickhull from "quickhull3d/dist/quickhull3d.js";

export async function load() {
  return { hullBuilders };
}

function hullBuilders(points) {
  const list = [];
  for (let i = 0; i < points.length; i += 3) list.push([points[i], points[i + 1], points[i + 2]]);
  return [
    {
      name: "quickhull3d",
      build: () => quickhull(list),
      /** @returns the loops of the faces, as indices into the points. */
      faces: (result) => result,
    },
  ];
}

/** For the oracle of decompositions. */
export { quickhull };
