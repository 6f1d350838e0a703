/** check2d, and detect-collisions, its name before: SAT.js behind an R-tree. */

import { contactContender, hitContender, planePoses, writePlaneContact } from "../../lib/pairs.js";
import { rayContender } from "../../lib/worlds.js";
import { RAY_LENGTH } from "../../plane/scenes.js";
import { cornerObjects } from "./corners.js";

export async function load(name) {
  const library = await import(name);
  const { System } = library.default ?? library;
  const place = (system, shape, x, y, angle) => {
    const body = system.createPolygon({ x, y }, cornerObjects(shape));
    body.setAngle(angle);
    return body;
  };
  return {
    takesConcave: true,
    pairContenders: (scene, question) => [prepared(name, System, place, scene, question)],
    worldContenders: (scene) => [worldContender(name, System, place, scene)],
    rayContenders: (scene, rays) => [castRays(name, System, place, scene, rays)],
  };
}

/** Bodies are made once, where they stand. */
function prepared(name, System, place, scene, question) {
  const system = new System();
  const { a, b } = planePoses(scene);
  const [bodiesA, bodiesB] = [a, b].map((poses, k) =>
    poses.map(({ position, angle }, i) =>
      place(system, scene.shapes[scene.pairs[2 * i + k]], position.x, position.y, angle),
    ),
  );
  const title = `${name} checkCollision, bodies prepared`;
  if (question === "intersects") {
    return hitContender(title, scene, (i) => system.checkCollision(bodiesA[i], bodiesB[i]));
  }
  const { response } = system;
  return contactContender(title, scene, (i, out) => {
    if (!system.checkCollision(bodiesA[i], bodiesB[i])) writePlaneContact(out, i, 0, 0, 0);
    else writePlaneContact(out, i, response.overlapN.x, response.overlapN.y, response.overlap);
  });
}

function fill(System, place, { shapes, positions, angles }) {
  const system = new System();
  const bodies = shapes.map((shape, i) =>
    Object.assign(place(system, shape, positions[0][2 * i], positions[0][2 * i + 1], angles[0][i]), { row: i }),
  );
  return { system, bodies };
}

function worldContender(name, System, place, scene) {
  const { system, bodies } = fill(System, place, scene);
  return {
    name: `${name} System.checkAll`,
    frame(positions, angles, visit) {
      for (let i = 0; i < bodies.length; ++i) {
        bodies[i].setPosition(positions[2 * i], positions[2 * i + 1], false);
        bodies[i].setAngle(angles[i], false);
        bodies[i].updateBody();
      }
      system.checkAll(({ a, b, overlap, overlapN }) => {
        // Each pair comes both ways round.
        if (a.row > b.row) return;
        visit.sum += overlap + overlapN.x + overlapN.y;
        visit.pair(a.row, b.row, a.isConvex && b.isConvex ? overlap : Number.NaN);
      });
    },
  };
}

function castRays(name, System, place, scene, rays) {
  const { system } = fill(System, place, scene);
  const length = RAY_LENGTH;
  return rayContender(`${name} System.raycast`, rays.length / 4, (i) => {
    const [x, y, dx, dy] = rays.subarray(4 * i, 4 * i + 4);
    const hit = system.raycast({ x, y }, { x: x + length * dx, y: y + length * dy });
    return hit ? Math.hypot(hit.point.x - x, hit.point.y - y) : Infinity;
  });
}
