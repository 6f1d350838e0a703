/** Matter.js: its test of two bodies, and its detector, without its engine. */

import Matter from "matter-js";
import decomposition from "poly-decomp-es";
import { contactContender, hitContender, planePoses, writePlaneContact } from "../../lib/pairs.js";
import { cornerObjects } from "./corners.js";

Matter.Common.setDecomp(decomposition);

function makeBody(shape, x, y, angle) {
  // Its own figures for inertia and collision margins are not asked for.
  const body =
    shape.convex === false
      ? Matter.Bodies.fromVertices(x, y, [cornerObjects(shape)], {}, false, 0, 0, 0)
      : Matter.Body.create({ position: { x, y }, vertices: cornerObjects(shape) });
  Matter.Body.setAngle(body, angle);
  return body;
}

export function load(name) {
  return {
    takesConcave: true,
    pairContenders: (scene, question) => pairContenders(name, scene, question),
    worldContenders: (scene) => [worldContender(name, scene)],
  };
}

function pairContenders(name, scene, question) {
  if (scene.shapes.some(({ convex = true }) => !convex)) return [];
  const { a, b } = planePoses(scene);
  const bodies = a.map((_, i) =>
    [a[i], b[i]].map(({ position, angle }, k) =>
      makeBody(scene.shapes[scene.pairs[2 * i + k]], position.x, position.y, angle),
    ),
  );
  const title = `${name} Collision.collides, bodies prepared`;
  const ask = (i) => Matter.Collision.collides(bodies[i][0], bodies[i][1]);
  if (question === "intersects") return [hitContender(title, scene, (i) => ask(i) !== null)];
  return [
    contactContender(title, scene, (i, out) => {
      const collision = ask(i);
      if (collision === null) return writePlaneContact(out, i, 0, 0, 0);
      // Its normal points out of B, the body that was made later.
      const { normal, depth } = collision;
      writePlaneContact(out, i, -normal.x, -normal.y, depth);
    }),
  ];
}

function worldContender(name, { shapes, positions: [first], angles: [turned] }) {
  const bodies = shapes.map((shape, i) =>
    Object.assign(makeBody(shape, first[2 * i], first[2 * i + 1], turned[i]), { row: i }),
  );
  const detector = Matter.Detector.create({ bodies: [...bodies] });
  const position = { x: 0, y: 0 };
  return {
    name: `${name} Detector.collisions`,
    frame(positions, angles, visit) {
      for (let i = 0; i < bodies.length; ++i) {
        position.x = positions[2 * i];
        position.y = positions[2 * i + 1];
        Matter.Body.setPosition(bodies[i], position);
        Matter.Body.setAngle(bodies[i], angles[i]);
      }
      const collisions = Matter.Detector.collisions(detector);
      // A list longer than this frame's keeps what came before.
      const seen = new Set();
      for (const { parentA, parentB, bodyA, depth, normal, supports, supportCount } of collisions) {
        visit.sum += depth + normal.x + normal.y;
        for (let k = 0; k < supportCount; ++k) visit.sum += supports[k].x + supports[k].y;
        if (bodyA === parentA) {
          visit.pair(parentA.row, parentB.row, depth);
          continue;
        }
        const key = parentA.row * bodies.length + parentB.row;
        if (!seen.has(key)) visit.pair(parentA.row, parentB.row);
        seen.add(key);
      }
    },
  };
}
