/** SAT.js: pairs by its test of two polygons, worlds by that behind a sweep written here, for it has no broad phase. */

import SAT from "sat";
import { contactContender, hitContender, planePoses, writePlaneContact } from "../../lib/pairs.js";
import { cornersOf, pairNumbers } from "./corners.js";

export function load(name) {
  return {
    pairContenders: (scene, question) => pairContenders(name, scene, question),
    worldContenders: (scene) => [worldContender(name, scene)],
  };
}

function makePolygon(shape, x = 0, y = 0, angle = 0) {
  const polygon = new SAT.Polygon(
    new SAT.Vector(x, y),
    cornersOf(shape).map(([px, py]) => new SAT.Vector(px, py)),
  );
  polygon.setAngle(angle);
  return polygon;
}

/** A polygon keeps its rotated corners, edges and normals: as they come, or prepared. */
function pairContenders(name, scene, question) {
  // It has convex polygons only.
  if (scene.shapes.some(({ convex = true }) => !convex)) return [];
  const { a, b } = planePoses(scene);
  const shapes = scene.shapes.map((shape) => [makePolygon(shape), makePolygon(shape)]);
  const prepared = [a, b].map((poses, k) =>
    poses.map(({ position, angle }, i) =>
      makePolygon(scene.shapes[scene.pairs[2 * i + k]], position.x, position.y, angle),
    ),
  );
  const response = new SAT.Response();
  const place = (polygon, { position, angle }) => {
    polygon.pos.x = position.x;
    polygon.pos.y = position.y;
    polygon.setAngle(angle);
    return polygon;
  };
  const loose = (i, k) => place(shapes[scene.pairs[2 * i + k]][k], (k === 0 ? a : b)[i]);
  const kinds = [
    [`${name} testPolygonPolygon`, (i) => loose(i, 0), (i) => loose(i, 1)],
    [`${name} testPolygonPolygon, polygons prepared`, (i) => prepared[0][i], (i) => prepared[1][i]],
  ];
  return kinds.map(([title, first, second]) => {
    if (question === "intersects") {
      return hitContender(title, scene, (i) => SAT.testPolygonPolygon(first(i), second(i)));
    }
    return contactContender(title, scene, (i, out) => {
      response.clear();
      const { overlapN } = response;
      if (!SAT.testPolygonPolygon(first(i), second(i), response)) writePlaneContact(out, i, 0, 0, 0);
      else writePlaneContact(out, i, overlapN.x, overlapN.y, response.overlap);
    });
  });
}

/** Sorted by the left end of the bounds, by insertion: from frame to frame little changes. */
function worldContender(name, scene) {
  if (scene.shapes.some(({ convex = true }) => !convex)) return { name, cannot: "no concave polygons" };
  const { count } = scene;
  const polygons = scene.shapes.map((shape) => makePolygon(shape));
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const [left, right, low, high] = pairNumbers(4, count);
  const response = new SAT.Response();
  const bound = (i) => {
    const { calcPoints, pos } = polygons[i];
    left[i] = low[i] = Infinity;
    right[i] = high[i] = -Infinity;
    for (const { x, y } of calcPoints) {
      left[i] = Math.min(left[i], pos.x + x);
      right[i] = Math.max(right[i], pos.x + x);
      low[i] = Math.min(low[i], pos.y + y);
      high[i] = Math.max(high[i], pos.y + y);
    }
  };
  let sorted = false;
  return {
    name: `${name} behind a sweep`,
    frame(positions, angles, visit) {
      for (let i = 0; i < count; ++i) {
        const polygon = polygons[i];
        polygon.pos.x = positions[2 * i];
        polygon.pos.y = positions[2 * i + 1];
        polygon.setAngle(angles[i]);
        bound(i);
      }
      if (!sorted) order.sort((i, j) => left[i] - left[j]);
      sorted = true;
      for (let k = 1; k < count; ++k) {
        const row = order[k];
        let at = k;
        for (; at > 0 && left[order[at - 1]] > left[row]; --at) order[at] = order[at - 1];
        order[at] = row;
      }
      for (let k = 0; k < count; ++k) {
        const i = order[k];
        const end = right[i];
        for (let next = k + 1; next < count; ++next) {
          const j = order[next];
          if (left[j] > end) break;
          if (low[j] > high[i] || low[i] > high[j]) continue;
          response.clear();
          if (!SAT.testPolygonPolygon(polygons[i], polygons[j], response)) continue;
          visit.sum += response.overlap + response.overlapN.x + response.overlapN.y;
          visit.pair(i, j, response.overlap);
        }
      }
    },
  };
}
