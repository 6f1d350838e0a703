/**
 * V-HACD 4 as npm has it: vhacd-js, compiled to WebAssembly, with its usual resolution of 400,000 voxels; in a quick run, a
 * quarter of it.
 */

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export async function load() {
  // Its package.json has no entry that Node finds.
  const file = createRequire(import.meta.url).resolve("vhacd-js/lib/vhacd.js");
  const { ConvexMeshDecomposition } = await import(pathToFileURL(file).href);
  const decomposer = await ConvexMeshDecomposition.create();
  return {
    decomposers: (quick) => [
      {
        name: quick ? "V-HACD, 100,000 voxels" : "V-HACD",
        run: ({ vertices, indices }, maxParts) =>
          decomposer
            .computeConvexHulls(
              { positions: vertices, indices },
              { maxHulls: maxParts, maxVerticesPerHull: 64, voxelResolution: quick ? 100_000 : 400_000 },
            )
            .map(({ positions }) => positions),
      },
    ],
  };
}
