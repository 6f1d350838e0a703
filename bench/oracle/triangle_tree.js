/** The nearest of many triangles: a tree of bounding boxes, halved at the middle triangle along the longest axis. */

import { Box3, Vector3 } from "three";

const leaf = 4;

export class TriangleTree {
  /** @param {Vector3[][]} triangles three corners each */
  constructor(triangles) {
    this.root = nodeOf(triangles.map((triangle) => ({ triangle, box: new Box3().setFromPoints(triangle) })));
  }

  /**
   * @param {Vector3} point
   * @param {number} [reach] what is farther does not count
   * @returns {number} of the nearest triangle from a point, or `reach`
   */
  distance(point, reach = Infinity) {
    return nearest(this.root, point, reach);
  }
}

function nodeOf(items) {
  const box = items.reduce((all, item) => all.union(item.box), new Box3());
  if (items.length <= leaf) return { box, triangles: items.map(({ triangle }) => triangle) };
  const size = box.getSize(new Vector3());
  const axis = size.x >= size.y && size.x >= size.z ? "x" : size.y >= size.z ? "y" : "z";
  const sorted = items.toSorted((a, b) => a.box.min[axis] + a.box.max[axis] - b.box.min[axis] - b.box.max[axis]);
  const half = sorted.length >> 1;
  return { box, children: [nodeOf(sorted.slice(0, half)), nodeOf(sorted.slice(half))] };
}

function nearest(node, point, reach) {
  if (node.triangles)
    return node.triangles.reduce((least, triangle) => Math.min(least, distanceToTriangle(triangle, point)), reach);
  const far = node.children.map(({ box }) => box.distanceToPoint(point));
  const first = far[0] <= far[1] ? 0 : 1;
  let least = reach;
  for (const i of [first, 1 - first]) if (far[i] < least) least = nearest(node.children[i], point, least);
  return least;
}

const [ab, ac, normal, toPoint, on, side] = Array.from({ length: 6 }, () => new Vector3());

/** By projection: onto the plane where that lies within the triangle, else onto the edges. */
function distanceToTriangle([a, b, c], point) {
  normal.crossVectors(ab.subVectors(b, a), ac.subVectors(c, a));
  const isWithin = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => side.subVectors(to, from).cross(toPoint.subVectors(point, from)).dot(normal) >= 0);
  if (isWithin && normal.lengthSq() > 0) return Math.abs(toPoint.subVectors(point, a).dot(normal)) / normal.length();
  const toEdge = (from, to) => {
    side.subVectors(to, from);
    const share = Math.max(0, Math.min(1, toPoint.subVectors(point, from).dot(side) / side.lengthSq()));
    return on.copy(from).addScaledVector(side, share).distanceTo(point);
  };
  return Math.min(toEdge(a, b), toEdge(b, c), toEdge(c, a));
}
