/** three.js: the oriented box of its examples (yes or no only), and its ConvexHull. */

import * as THREE from "three";
import { ConvexHull } from "three/addons/math/ConvexHull.js";
import { OBB } from "three/addons/math/OBB.js";
import { hitContender, poseObjects } from "../lib/pairs.js";

export async function load() {
  return { pairContenders, hullBuilders };
}

function pairContenders(scene, question) {
  if (question !== "intersects" || scene.shapes.some((shape) => shape.type !== "box")) return [];
  const poses = poseObjects(scene);
  const halfSizes = scene.shapes.map((s) => new THREE.Vector3(s.width / 2, s.height / 2, s.depth / 2));
  const matrix = new THREE.Matrix4();

  const place = (pose) => ({
    position: new THREE.Vector3().copy(pose.position),
    quaternion: new THREE.Quaternion().copy(pose.quaternion),
  });
  const a = poses.a.map(place);
  const b = poses.b.map(place);
  const prepare = (pose, shape) =>
    new OBB(
      pose.position,
      halfSizes[shape],
      new THREE.Matrix3().setFromMatrix4(matrix.makeRotationFromQuaternion(pose.quaternion)),
    );
  const obbsA = a.map((pose, i) => prepare(pose, scene.pairs[2 * i]));
  const obbsB = b.map((pose, i) => prepare(pose, scene.pairs[2 * i + 1]));

  const obbA = new OBB();
  const obbB = new OBB();
  const update = (obb, pose, shape) => {
    obb.center.copy(pose.position);
    obb.halfSize.copy(halfSizes[shape]);
    obb.rotation.setFromMatrix4(matrix.makeRotationFromQuaternion(pose.quaternion));
  };
  return [
    hitContender("three.js OBB.intersectsOBB, boxes prepared", scene, (i) => obbsA[i].intersectsOBB(obbsB[i])),
    hitContender("three.js OBB.intersectsOBB, from quaternions", scene, (i) => {
      update(obbA, a[i], scene.pairs[2 * i]);
      update(obbB, b[i], scene.pairs[2 * i + 1]);
      return obbA.intersectsOBB(obbB);
    }),
  ];
}

function hullBuilders(points) {
  const vectors = [];
  for (let i = 0; i < points.length; i += 3) vectors.push(new THREE.Vector3(points[i], points[i + 1], points[i + 2]));
  return [
    {
      name: "three.js ConvexHull.setFromPoints",
      /** @returns the triangles' planes, outward normal and offset, for the check. */
      build: () => new ConvexHull().setFromPoints(vectors),
      planes: (hull) => hull.faces.map((face) => [face.normal.x, face.normal.y, face.normal.z, face.constant]),
    },
  ];
}
