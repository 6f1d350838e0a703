/** Planck, Box2D 2 in JavaScript: a step of no length finds the contacts of dynamic bodies and solves nothing. */

import * as planck from "planck";
import { contactContender, hitContender, planePoses, writePlaneContact } from "../../lib/pairs.js";
import { rayContender } from "../../lib/worlds.js";
import { RAY_LENGTH } from "../../plane/scenes.js";
import { cornerObjects } from "./corners.js";

/** Of the polygons' skin, which its separations have in them already. */
const makeShape = (shape) =>
  shape.type === "rectangle"
    ? new planck.BoxShape(shape.width / 2, shape.height / 2)
    : new planck.PolygonShape(cornerObjects(shape));

export function load(name) {
  return {
    pairContenders: (scene, question) => pairContenders(name, scene, question),
    worldContenders: (scene) => [worldContender(name, scene)],
    rayContenders: (scene, rays) => [castRays(name, scene, rays)],
  };
}

function pairContenders(name, scene, question) {
  if (scene.shapes.some(({ convex = true }) => !convex)) return [];
  const shapes = scene.shapes.map(makeShape);
  const { a, b } = planePoses(scene);
  const transform = ({ position, angle }) => new planck.Transform(position, angle);
  const [placesA, placesB] = [a.map(transform), b.map(transform)];
  const shapeOf = (i, k) => shapes[scene.pairs[2 * i + k]];
  if (question === "intersects") {
    return [
      hitContender(`${name} testOverlap`, scene, (i) =>
        planck.testOverlap(shapeOf(i, 0), 0, shapeOf(i, 1), 0, placesA[i], placesB[i]),
      ),
    ];
  }
  const manifold = new planck.Manifold();
  const world = new planck.WorldManifold();
  return [
    contactContender(`${name} CollidePolygons`, scene, (i, out) => {
      const [first, second] = [shapeOf(i, 0), shapeOf(i, 1)];
      planck.CollidePolygons(manifold, first, placesA[i], second, placesB[i]);
      if (manifold.pointCount === 0) return writePlaneContact(out, i, 0, 0, 0);
      manifold.getWorldManifold(world, placesA[i], first.m_radius, placesB[i], second.m_radius);
      // Without the skins.
      const depth = -deepest(world) - first.m_radius - second.m_radius;
      if (depth < 0) writePlaneContact(out, i, 0, 0, 0);
      else writePlaneContact(out, i, world.normal.x, world.normal.y, depth);
    }),
  ];
}

function deepest({ separations, pointCount }) {
  let least = separations[0];
  if (pointCount > 1 && separations[1] < least) least = separations[1];
  return least;
}

function fill({ shapes, positions, angles }) {
  const world = new planck.World({ gravity: { x: 0, y: 0 }, allowSleep: false });
  const bodies = shapes.map((shape, i) => {
    const body = world.createBody({
      type: "dynamic",
      position: { x: positions[0][2 * i], y: positions[0][2 * i + 1] },
      angle: angles[0][i],
      userData: i,
    });
    body.createFixture({ shape: makeShape(shape), density: 1 });
    return body;
  });
  return { world, bodies };
}

function worldContender(name, scene) {
  if (scene.shapes.some(({ convex = true }) => !convex)) return { name, cannot: "no concave polygons" };
  const { world, bodies } = fill(scene);
  const position = { x: 0, y: 0 };
  const manifold = new planck.WorldManifold();
  const skins = 2 * planck.Settings.polygonRadius;
  return {
    name: `${name} World.step`,
    frame(positions, angles, visit) {
      for (let i = 0; i < bodies.length; ++i) {
        position.x = positions[2 * i];
        position.y = positions[2 * i + 1];
        bodies[i].setTransform(position, angles[i]);
      }
      world.step(0);
      for (let contact = world.getContactList(); contact; contact = contact.getNext()) {
        if (!contact.isTouching()) continue;
        contact.getWorldManifold(manifold);
        const depth = -deepest(manifold) - skins;
        visit.sum += manifold.normal.x + manifold.normal.y + depth + manifold.points[0].x + manifold.points[0].y;
        if (depth < 0) continue;
        const [i, j] = [contact.getFixtureA().getBody().getUserData(), contact.getFixtureB().getBody().getUserData()];
        visit.pair(i, j, depth);
      }
    },
  };
}

function castRays(name, scene, rays) {
  const { world } = fill(scene);
  world.step(0);
  const length = RAY_LENGTH;
  const from = new planck.Vec2(0, 0);
  const to = new planck.Vec2(0, 0);
  let first = Infinity;
  const report = (_fixture, _point, _normal, fraction) => {
    first = fraction * length;
    return fraction;
  };
  return rayContender(`${name} World.rayCast`, rays.length / 4, (i) => {
    from.set(rays[4 * i], rays[4 * i + 1]);
    to.set(rays[4 * i] + length * rays[4 * i + 2], rays[4 * i + 1] + length * rays[4 * i + 3]);
    first = Infinity;
    world.rayCast(from, to, report);
    return first;
  });
}
