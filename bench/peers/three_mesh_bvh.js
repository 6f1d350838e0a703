/** three-mesh-bvh: a bounding volume hierarchy over a three.js geometry, in JavaScript. It casts no shapes. */

import * as THREE from "three";
import { MeshBVH } from "three-mesh-bvh";
import { meshContender } from "../lib/meshes.js";

export async function load() {
  return { meshContenders, meshBuilders };
}

function geometryOf({ vertices, indices }) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(vertices, 3));
  geometry.setIndex(new THREE.BufferAttribute(indices, 1));
  return geometry;
}

/** It sorts the indices that it is given, which are therefore copied; `indirect` would spare that and slow it down. */
const build = ({ vertices, indices }, options) =>
  new MeshBVH(geometryOf({ vertices, indices: indices.slice() }), options);

function meshContenders(mesh, question, { values, count, half }) {
  // The surface area heuristic: slower to build, faster to ask.
  const bvh = build(mesh, { strategy: 2 });
  if (question === "raycast") {
    const ray = new THREE.Ray();
    return [
      meshContender("three-mesh-bvh raycastFirst", count, (i) => {
        ray.origin.fromArray(values, 6 * i);
        ray.direction.fromArray(values, 6 * i + 3);
        return bvh.raycastFirst(ray, THREE.DoubleSide)?.distance ?? Infinity;
      }),
    ];
  }
  if (question === "closest") {
    const point = new THREE.Vector3();
    const target = { point: new THREE.Vector3(), distance: 0, faceIndex: 0 };
    return [
      meshContender("three-mesh-bvh closestPointToPoint", count, (i) => {
        bvh.closestPointToPoint(point.fromArray(values, 3 * i), target);
        return target.distance;
      }),
    ];
  }
  if (question !== "overlap") return [];
  const box = new THREE.Box3(new THREE.Vector3(...half).negate(), new THREE.Vector3(...half));
  const position = new THREE.Vector3();
  const quaternion = new THREE.Quaternion();
  const one = new THREE.Vector3(1, 1, 1);
  const matrix = new THREE.Matrix4();
  return [
    meshContender("three-mesh-bvh intersectsBox", count, (i) => {
      matrix.compose(position.fromArray(values, 7 * i), quaternion.fromArray(values, 7 * i + 3), one);
      return bvh.intersectsBox(box, matrix) ? 1 : 0;
    }),
  ];
}

function meshBuilders(mesh) {
  return [
    { name: "three-mesh-bvh MeshBVH", count: 1, run: () => build(mesh, {}) },
    { name: "three-mesh-bvh MeshBVH, by surface area", count: 1, run: () => build(mesh, { strategy: 2 }) },
  ];
}
