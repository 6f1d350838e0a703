/** The peers, in the order of the tables. A peer's module is loaded, and its WebAssembly started, only when it is asked for. */

import { readFile } from "node:fs/promises";

const peers = [
  { name: "three.js", package: "three", module: "./three.js" },
  { name: "three-mesh-bvh", package: "three-mesh-bvh", module: "./three_mesh_bvh.js" },
  { name: "Rapier", package: "@dimforge/rapier3d-compat", module: "./rapier.js" },
  { name: "Rapier SIMD", package: "@dimforge/rapier3d-simd-compat", module: "./rapier.js" },
  { name: "Jolt", package: "jolt-physics", module: "./jolt.js" },
  { name: "Jolt SIMD", package: "jolt-physics", module: "./jolt.js" },
  { name: "cannon-es", package: "cannon-es", module: "./cannon.js" },
  { name: "ammo.js", package: "ammojs-typed", module: "./ammo.js" },
  { name: "crashcat", package: "crashcat", module: "./crashcat.js" },
  { name: "V-HACD", package: "vhacd-js", module: "./vhacd.js" },
  { name: "quickhull3d", package: "quickhull3d", module: "./quickhull3d.js" },
];

/** Those of hyperplane/2d, which only its section asks. */
const planePeers = [
  { name: "sat", package: "sat", module: "./plane/sat.js" },
  { name: "check2d", package: "check2d", module: "./plane/check2d.js" },
  { name: "detect-collisions", package: "detect-collisions", module: "./plane/check2d.js" },
  { name: "Matter.js", package: "matter-js", module: "./plane/matter.js" },
  { name: "Rapier 2D", package: "@dimforge/rapier2d-compat", module: "./plane/rapier.js" },
  { name: "Rapier 2D SIMD", package: "@dimforge/rapier2d-simd-compat", module: "./plane/rapier.js" },
  { name: "planck", package: "planck", module: "./plane/planck.js" },
  { name: "box2d-wasm", package: "box2d-wasm", module: "./plane/box2d.js" },
  { name: "box2d3-wasm", package: "box2d3-wasm", module: "./plane/box2d3.js" },
];

export const peerNames = [...peers, ...planePeers].map((peer) => peer.name);

/**
 * @param {string[]} wanted names, any case; all when empty
 * @param {boolean} inPlane those of hyperplane/2d
 * @returns {Promise<any[]>} name, package and version of each, and functions for what it can do
 */
export async function loadPeers(wanted = [], inPlane = false) {
  const { dependencies } = JSON.parse(await readFile(new URL("./package.json", import.meta.url), "utf8"));
  const loaded = [];
  for (const peer of inPlane ? planePeers : peers) {
    if (wanted.length > 0 && !wanted.some((name) => name.toLowerCase() === peer.name.toLowerCase())) continue;
    const { load } = await import(peer.module);
    loaded.push({ ...peer, version: dependencies[peer.package], ...(await load(peer.name)) });
  }
  return loaded;
}
