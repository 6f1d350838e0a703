/** Rapier in the plane, its default package and its SIMD package: the same API, two builds. */

import { contactContender, hitContender, planePoses, writePlaneContact } from "../../lib/pairs.js";
import { castContender, rayContender } from "../../lib/worlds.js";
import { RAY_LENGTH } from "../../plane/scenes.js";

const packages = {
  "Rapier 2D": "@dimforge/rapier2d-compat",
  "Rapier 2D SIMD": "@dimforge/rapier2d-simd-compat",
};

export async function load(name) {
  const imported = await import(packages[name]);
  const RAPIER = imported.default ?? imported;
  await RAPIER.init();
  return {
    pairContenders: (scene, question) => pairContenders(RAPIER, name, scene, question),
    worldContenders: (scene) => [worldContender(RAPIER, name, scene)],
    rayContenders: (scene, rays) => [castRays(RAPIER, name, scene, rays)],
    castContenders: (scene, casts, shape) => [castShapes(RAPIER, name, scene, casts, shape)],
    walkContenders: (scene) => [walkOnTiles(RAPIER, name, scene)],
  };
}

function makeShape(RAPIER, shape) {
  if (shape.type === "rectangle") return new RAPIER.Cuboid(shape.width / 2, shape.height / 2);
  return new RAPIER.ConvexPolygon(Float32Array.from(shape.points), false);
}

/** As in space: a shape asked with poses, and a collider of a world asked about another one. */
function pairContenders(RAPIER, name, scene, question) {
  if (scene.shapes.some(({ convex = true }) => !convex)) return [];
  const { a, b } = planePoses(scene);
  const shapes = scene.shapes.map((shape) => makeShape(RAPIER, shape));
  const shapeOf = (i, k) => shapes[scene.pairs[2 * i + k]];
  if (question === "intersects") {
    return [
      hitContender(`${name} shape.intersectsShape`, scene, (i) =>
        shapeOf(i, 0).intersectsShape(a[i].position, a[i].angle, shapeOf(i, 1), b[i].position, b[i].angle),
      ),
    ];
  }
  const contact = new RAPIER.ShapeContact(0, { x: 0, y: 0 }, { x: 0, y: 0 }, { x: 0, y: 0 }, { x: 0, y: 0 });
  const write = (i, out, result) => {
    if (result === null || result.distance > 0) writePlaneContact(out, i, 0, 0, 0);
    else writePlaneContact(out, i, result.normal1.x, result.normal1.y, -result.distance);
  };
  const world = new RAPIER.World({ x: 0, y: 0 });
  const place = (i, k, { position, angle }) =>
    world.createCollider(
      new RAPIER.ColliderDesc(shapeOf(i, k)).setTranslation(position.x, position.y).setRotation(angle),
    );
  const collidersA = a.map((pose, i) => place(i, 0, pose));
  const collidersB = b.map((pose, i) => place(i, 1, pose));
  return [
    contactContender(`${name} shape.contactShape`, scene, (i, out) =>
      write(
        i,
        out,
        shapeOf(i, 0).contactShape(a[i].position, a[i].angle, shapeOf(i, 1), b[i].position, b[i].angle, 0, contact),
      ),
    ),
    contactContender(`${name} collider.contactCollider, colliders prepared`, scene, (i, out) =>
      write(i, out, collidersA[i].contactCollider(collidersB[i], 0, contact)),
    ),
  ];
}

/** Kinematic bodies, with the collisions between them switched on: contacts are found and nothing is solved. */
function fill(RAPIER, { shapes, positions: [first], angles: [turned] }) {
  const world = new RAPIER.World({ x: 0, y: 0 });
  const bodies = [];
  const colliders = shapes.map((shape, i) => {
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.kinematicVelocityBased()
        .setTranslation(first[2 * i], first[2 * i + 1])
        .setRotation(turned[i])
        .setCanSleep(false),
    );
    bodies.push(body);
    return world.createCollider(
      new RAPIER.ColliderDesc(makeShape(RAPIER, shape))
        .setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL)
        .setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS),
      body,
    );
  });
  return { world, bodies, colliders };
}

function worldContender(RAPIER, name, scene) {
  if (scene.shapes.some(({ convex = true }) => !convex)) return { name, cannot: "no concave polygons" };
  const { world, bodies, colliders } = fill(RAPIER, scene);
  const rowOf = new Map(colliders.map((collider, i) => [collider.handle, i]));
  const events = new RAPIER.EventQueue(true);
  const touching = new Map();
  const position = { x: 0, y: 0 };
  const point = { x: 0, y: 0 };
  const normal = { x: 0, y: 0 };
  let deepest = 1;
  const read = (visit) => (manifold) => {
    manifold.normal(normal);
    visit.sum += normal.x + normal.y;
    const count = manifold.numContacts();
    for (let k = 0; k < count; ++k) {
      const distance = manifold.contactDist(k);
      manifold.localContactPoint1(k, point);
      visit.sum += distance + point.x + point.y;
      if (distance < deepest) deepest = distance;
    }
  };
  return {
    name: `${name} World.step, kinematic bodies`,
    dispose: () => world.free(),
    frame(positions, angles, visit) {
      for (let i = 0; i < bodies.length; ++i) {
        position.x = positions[2 * i];
        position.y = positions[2 * i + 1];
        bodies[i].setTranslation(position, false);
        bodies[i].setRotation(angles[i], false);
      }
      world.step(events);
      events.drainCollisionEvents((a, b, started) => {
        const [i, j] = [rowOf.get(a), rowOf.get(b)];
        const key = i < j ? i * colliders.length + j : j * colliders.length + i;
        if (started) touching.set(key, [i, j]);
        else touching.delete(key);
      });
      const reader = read(visit);
      for (const [i, j] of touching.values()) {
        deepest = 1;
        world.contactPair(colliders[i], colliders[j], reader);
        // Pairs that are about to touch are reported too.
        if (deepest <= 0) visit.pair(i, j, -deepest);
      }
    },
  };
}

function castRays(RAPIER, name, scene, rays) {
  const { world } = fill(RAPIER, scene);
  // Queries see what was there at the last step.
  world.step();
  const length = RAY_LENGTH;
  const ray = new RAPIER.Ray({ x: 0, y: 0 }, { x: 0, y: 0 });
  return rayContender(`${name} World.castRay`, rays.length / 4, (i) => {
    ray.origin.x = rays[4 * i];
    ray.origin.y = rays[4 * i + 1];
    ray.dir.x = rays[4 * i + 2];
    ray.dir.y = rays[4 * i + 3];
    return world.castRay(ray, length, true)?.timeOfImpact ?? Infinity;
  });
}

function castShapes(RAPIER, name, scene, casts, description) {
  const { world } = fill(RAPIER, scene);
  world.step();
  const shape = makeShape(RAPIER, description);
  const position = { x: 0, y: 0 };
  const way = { x: 0, y: 0 };
  return castContender(`${name} World.castShape`, casts.length / 5, (i) => {
    position.x = casts[5 * i];
    position.y = casts[5 * i + 1];
    way.x = casts[5 * i + 3];
    way.y = casts[5 * i + 4];
    return world.castShape(position, casts[5 * i + 2], way, shape, 0, 1, true)?.time_of_impact ?? Infinity;
  });
}

/** The tiles as voxels, with steps as in hyperplane's defaults. */
function walkOnTiles(RAPIER, name, { columns, tiles, places, deltas, frames, count }) {
  const world = new RAPIER.World({ x: 0, y: 0 });
  const solid = Array.from(tiles.keys()).filter((i) => tiles[i] !== 0);
  const cells = Int32Array.from(solid.flatMap((i) => [i % columns, Math.floor(i / columns)]));
  world.createCollider(RAPIER.ColliderDesc.voxels(cells, { x: 1, y: 1 }));
  const collider = world.createCollider(RAPIER.ColliderDesc.capsule(0.3, 0.3).setSensor(true));
  const controller = world.createCharacterController(0.01);
  controller.enableAutostep(0.3, 0.05, true);
  controller.enableSnapToGround(0.3);
  world.step();
  const positions = new Float64Array(places);
  return {
    name: `${name} KinematicCharacterController`,
    count: frames,
    ends: positions,
    run() {
      positions.set(places);
      for (let frame = 0; frame < frames; ++frame) {
        const moves = deltas[Math.floor(frame / 60)];
        for (let i = 0; i < count; ++i) {
          collider.setTranslation({ x: positions[2 * i], y: positions[2 * i + 1] });
          controller.computeColliderMovement(collider, { x: moves[2 * i], y: moves[2 * i + 1] });
          const moved = controller.computedMovement();
          positions[2 * i] += moved.x;
          positions[2 * i + 1] += moved.y;
        }
      }
      return positions[0];
    },
  };
}
