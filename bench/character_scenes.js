/** Scenes that a character walks through: a newcomer's level, and a model whose triangles are smaller than the body. */

import {
  BoxGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  LatheGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector2,
} from "three";
import { Random } from "./scenes.js";

/** The body that walks in all scenes of this section, in metres. */
export const walker = { radius: 0.3, height: 1.2, skin: 0.01, step: 0.3 };
/** 3.6 m/s at 60 frames a second, with a pull downwards, turning every so many frames. */
export const walkOf = (count, each) =>
  Array.from({ length: count }, (_, i) => {
    const angle = 2.4 * Math.floor(i / each);
    return { x: 0.06 * Math.cos(angle), y: -0.1, z: 0.06 * Math.sin(angle) };
  });

/** A floor, four walls, stairs, two ramps and a lift: 16 colliders. */
export function newcomersLevel(count) {
  const boxes = [[20, 1, 20, 0, -0.5, 0]];
  for (const side of [-1, 1]) boxes.push([20, 3, 0.5, 0, 1.5, 10 * side], [0.5, 3, 20, 10 * side, 1.5, 0]);
  for (let i = 1; i <= 6; ++i) boxes.push([3, 0.2 * i, 0.4, -3, 0.1 * i, 1 + 0.4 * i]);
  boxes.push([3, 1.2, 3, -3, 0.6, 5.1], [1, 1, 1, 3, 0.5, -4]);
  const wedge = (x, z, length, height) => ({
    vertices: Float32Array.from([
      ...[x, 0, z, x, 0, z + 2, x + length, 0, z, x + length, 0, z + 2],
      ...[x + length, height, z, x + length, height, z + 2],
    ]),
    indices: Uint32Array.from([0, 1, 4, 1, 5, 4, 0, 4, 2, 1, 3, 5, 2, 4, 3, 3, 4, 5, 0, 2, 1, 1, 2, 3]),
  });
  return {
    ...walker,
    boxes,
    grounds: [wedge(-6, -5, 4, 1.5), wedge(4, 3, 3, 0.8)],
    lift: { size: [2, 0.2, 2], at: (i) => [0, 0.9 - Math.cos(0.02 * i), 0] },
    moves: walkOf(count, 40),
    starts: [{ x: 0, y: 2.5, z: -3 }],
  };
}

function part(geometry) {
  return {
    vertices: Float32Array.from(geometry.getAttribute("position").array),
    indices: Uint32Array.from(geometry.index.array),
  };
}

/** An aircraft of 12,328 triangles in 23 meshes, each triangle smaller than the body that walks on it. */
export function aircraft(count) {
  const hull = Array.from({ length: 33 }, (_, i) => {
    const at = i / 32;
    return new Vector2(Math.max(1e-3, 1.1 * Math.sin(Math.PI * at) ** 0.5), 6 - 12 * at);
  });
  /** @type {import("three").BufferGeometry[]} */
  const geometries = [
    new LatheGeometry(hull, 40).rotateX(Math.PI / 2),
    new SphereGeometry(0.8, 24, 14).translate(0, 0.9, 2.5),
    new BoxGeometry(0.12, 2, 1.4, 1, 16, 12).translate(0, 1.4, -5),
  ];
  for (const side of [-1, 1]) {
    geometries.push(
      new BoxGeometry(5, 0.2, 1.8, 26, 1, 11).rotateZ(0.08 * side).translate(3.2 * side, 0.2, 0.3),
      new BoxGeometry(2, 0.12, 0.9, 14, 1, 8).translate(1.4 * side, 0.4, -5),
      new CylinderGeometry(0.35, 0.45, 2, 24, 8).rotateX(Math.PI / 2).translate(3 * side, -0.3, 0.9),
      new CapsuleGeometry(0.12, 1, 6, 16).translate(1.2 * side, -1.2, 0.5),
      new TorusGeometry(0.35, 0.14, 10, 24).rotateY(Math.PI / 2).translate(1.2 * side, -1.8, 0.5),
      new BoxGeometry(0.12, 1.4, 0.05, 2, 12, 1).rotateZ(0.7).translate(3 * side, -0.3, 2),
      new BoxGeometry(0.12, 1.4, 0.05, 2, 12, 1).rotateZ(2.3).translate(3 * side, -0.3, 2),
      new BoxGeometry(0.8, 0.06, 0.3, 10, 1, 4).translate(4.4 * side, 0.5, -0.6),
      new SphereGeometry(0.2, 16, 10).translate(5.7 * side, 0.5, 0.3),
      new CylinderGeometry(0.05, 0.05, 1.2, 12, 6).translate(0.5 * side, 1.5, -1.5),
    );
  }
  return walkOver(geometries.map(part), { min: [-5, -2.3, -1], max: [5, 3.5, 1.5] }, count);
}

/** A model of 2 m or so, half as large again. */
export function onModel({ vertices, indices }, count) {
  const scaled = Float32Array.from(vertices, (coordinate) => 1.5 * coordinate);
  const along = (axis) => scaled.filter((_, i) => i % 3 === axis);
  const min = [0, 1, 2].map((axis) => Math.min(...along(axis)));
  const max = [0, 1, 2].map((axis) => Math.max(...along(axis)));
  return walkOver([{ vertices: scaled, indices }], { min, max: [max[0], max[1] + 1, max[2]] }, count);
}

/** Falls onto meshes anew every 50 steps, from the top of a box. Its bottom is a floor. */
function walkOver(grounds, { min, max }, count) {
  const random = new Random(21);
  const starts = Array.from({ length: Math.ceil(count / 50) }, () => ({
    x: random.uniform(min[0], max[0]),
    y: max[1],
    z: random.uniform(min[2], max[2]),
  }));
  const boxes = [[40, 1, 40, (min[0] + max[0]) / 2, min[1] - 0.5, (min[2] + max[2]) / 2]];
  return { ...walker, boxes, grounds, moves: walkOf(count, 25), starts };
}
