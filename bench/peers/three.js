/**
 * three.js: the oriented box of its examples (yes or no only), alone and behind a sweep along one axis, which is what a game
 * writes that has nothing else; and its ConvexHull.
 */

import * as THREE from "three";
import { ConvexHull } from "three/addons/math/ConvexHull.js";
import { OBB } from "three/addons/math/OBB.js";
import { hitContender, poseObjects } from "../lib/pairs.js";

export async function load() {
  return { pairContenders, hullBuilders, worldContenders: (scene) => [worldContender(scene)] };
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

/** Boxes sorted by their lower end on x (an insertion sort: the order hardly changes from frame to frame), then swept. */
function worldContender(scene) {
  const { count } = scene;
  const position = new THREE.Vector3();
  const quaternion = new THREE.Quaternion();
  const scale = new THREE.Vector3(1, 1, 1);
  const matrix = new THREE.Matrix4();
  const boxes = [];
  for (let i = 0; i < count; ++i) {
    const half = new THREE.Vector3().fromArray(scene.sizes, 3 * i).multiplyScalar(0.5);
    boxes.push({ index: i, half, obb: new OBB(), low: new THREE.Vector3(), high: new THREE.Vector3() });
  }
  for (const box of boxes) box.obb.halfSize.copy(box.half);
  const order = [...boxes];
  let sorted = false;
  return {
    name: "three.js OBB behind a sweep, yes or no only",
    frame(positions, quaternions, visit) {
      for (let i = 0; i < count; ++i) {
        const { obb, half, low, high } = boxes[i];
        position.fromArray(positions, 3 * i);
        quaternion.fromArray(quaternions, 4 * i);
        matrix.compose(position, quaternion, scale);
        obb.center.copy(position);
        obb.rotation.setFromMatrix4(matrix);
        const m = obb.rotation.elements;
        const x = Math.abs(m[0]) * half.x + Math.abs(m[3]) * half.y + Math.abs(m[6]) * half.z;
        const y = Math.abs(m[1]) * half.x + Math.abs(m[4]) * half.y + Math.abs(m[7]) * half.z;
        const z = Math.abs(m[2]) * half.x + Math.abs(m[5]) * half.y + Math.abs(m[8]) * half.z;
        low.set(position.x - x, position.y - y, position.z - z);
        high.set(position.x + x, position.y + y, position.z + z);
      }
      if (!sorted) order.sort((a, b) => a.low.x - b.low.x);
      sorted = true;
      for (let i = 1; i < count; ++i) {
        const box = order[i];
        let j = i - 1;
        for (; j >= 0 && order[j].low.x > box.low.x; --j) order[j + 1] = order[j];
        order[j + 1] = box;
      }
      for (let i = 0; i < count; ++i) {
        const a = order[i];
        for (let j = i + 1; j < count; ++j) {
          const b = order[j];
          if (b.low.x > a.high.x) break;
          if (a.low.y > b.high.y || b.low.y > a.high.y || a.low.z > b.high.z || b.low.z > a.high.z) continue;
          if (a.obb.intersectsOBB(b.obb)) visit.pair(a.index, b.index);
        }
      }
    },
  };
}
