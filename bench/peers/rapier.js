/** Rapier, its default package and its SIMD package: the same API, two builds. */

import { meshContender } from "../lib/meshes.js";
import { contactContender, hitContender, poseObjects, writeContact } from "../lib/pairs.js";
import { castContender, rayContender, rayLength } from "../lib/worlds.js";
import { shapeAt } from "../scenes.js";

const packages = {
  Rapier: "@dimforge/rapier3d-compat",
  "Rapier SIMD": "@dimforge/rapier3d-simd-compat",
};

export async function load(name) {
  const imported = await import(packages[name]);
  const RAPIER = imported.default ?? imported;
  await RAPIER.init();
  return {
    pairContenders: (scene, question) => pairContenders(RAPIER, name, scene, question),
    takesShapes: true,
    takesGround: true,
    worldContenders: (scene) => [worldContender(RAPIER, name, scene)],
    rayContenders: (scene, rays) => [castRays(RAPIER, name, scene, rays)],
    castContenders: (scene, casts, shape) => [castShapes(RAPIER, name, scene, casts, shape)],
    moverContenders: (walk) => [moveCharacter(RAPIER, name, walk)],
    churnContenders: (scene) => [churn(RAPIER, name, scene)],
    voxelContenders: (scene, question) => voxelContenders(RAPIER, name, scene, question),
    meshContenders: (mesh, question, data) => meshContenders(RAPIER, name, mesh, question, data),
    // Two builds of one decomposition: one is enough.
    ...(name === "Rapier" && {
      decomposers: () => [{ name, run: (model, maxParts) => decompositionOf(RAPIER, model, maxParts) }],
    }),
    meshBuilders: (mesh) => [
      { name: `${name} World.createCollider`, count: 1, run: () => meshWorld(RAPIER, mesh).free() },
    ],
  };
}

/** The parts of its V-HACD, read back from a collider. */
function decompositionOf(RAPIER, { vertices, indices }, maxConvexHulls) {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  try {
    const description = RAPIER.ColliderDesc.convexDecomposition(Float32Array.from(vertices), indices, {
      maxConvexHulls,
    });
    if (description === null) return [];
    return world.createCollider(description).shape.shapes.map((shape) => Float64Array.from(shape.vertices));
  } finally {
    world.free();
  }
}

function makeShape(RAPIER, shape) {
  switch (shape.type) {
    case "box":
      return new RAPIER.Cuboid(shape.width / 2, shape.height / 2, shape.depth / 2);
    case "roundBox":
      return new RAPIER.RoundCuboid(shape.width / 2, shape.height / 2, shape.depth / 2, shape.rounding);
    case "capsule":
      return new RAPIER.Capsule(shape.height / 2, shape.radius);
    case "cylinder":
      return new RAPIER.Cylinder(shape.height / 2, shape.radius);
    case "sphere":
      return new RAPIER.Ball(shape.radius);
    case "hull":
      return new RAPIER.ConvexPolyhedron(shape.points, null);
    case "half-space":
      return new RAPIER.HalfSpace({ x: 0, y: 1, z: 0 });
    default:
      throw new Error(`no Rapier shape for ${shape.type}`);
  }
}

/**
 * Two ways are documented: a shape asked with poses (the shape is handed to WebAssembly anew each time), and a collider
 * of a world asked about another one, both where they stand; the latter has everything prepared.
 */
function pairContenders(RAPIER, name, scene, question) {
  const { a, b } = poseObjects(scene);
  const shapes = scene.shapes.map((shape) => makeShape(RAPIER, shape));
  const shapeA = Array.from({ length: scene.count }, (_, i) => shapes[scene.pairs[2 * i]]);
  const shapeB = Array.from({ length: scene.count }, (_, i) => shapes[scene.pairs[2 * i + 1]]);

  if (question === "intersects") {
    return [
      hitContender(`${name} shape.intersectsShape`, scene, (i) =>
        shapeA[i].intersectsShape(a[i].position, a[i].quaternion, shapeB[i], b[i].position, b[i].quaternion),
      ),
    ];
  }

  // A pair has one point; the manifolds of a world are those of its last step.
  if (scene.manifold) return [];
  // Prediction: how far apart shapes may be to be reported.
  const prediction = question === "contact" ? 0 : (scene.margin ?? 100);
  const sign = question === "contact" ? -1 : 1;
  const contact = new RAPIER.ShapeContact(
    0,
    { x: 0, y: 0, z: 0 },
    { x: 0, y: 0, z: 0 },
    { x: 0, y: 0, z: 0 },
    { x: 0, y: 0, z: 0 },
  );
  const write = (i, out, result) => {
    if (result === null || (question === "contact" && result.distance > 0)) writeContact(out, i, 0, 0, 0, 0);
    else writeContact(out, i, result.normal1.x, result.normal1.y, result.normal1.z, sign * result.distance);
  };

  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  const place = (shape, pose) => {
    const { position: p, quaternion: q } = pose;
    return world.createCollider(new RAPIER.ColliderDesc(shape).setTranslation(p.x, p.y, p.z).setRotation(q));
  };
  const collidersA = a.map((pose, i) => place(shapeA[i], pose));
  const collidersB = b.map((pose, i) => place(shapeB[i], pose));

  const contenders = [
    contactContender(`${name} collider.contactCollider, colliders prepared`, scene, (i, out) =>
      write(i, out, collidersA[i].contactCollider(collidersB[i], prediction, contact)),
    ),
  ];
  // A hull would be built anew in each call.
  if (scene.shapes.some((shape) => shape.type === "hull")) return contenders;
  contenders.unshift(
    contactContender(`${name} shape.contactShape`, scene, (i, out) =>
      write(
        i,
        out,
        shapeA[i].contactShape(
          a[i].position,
          a[i].quaternion,
          shapeB[i],
          b[i].position,
          b[i].quaternion,
          prediction,
          contact,
        ),
      ),
    ),
  );
  return contenders;
}

/**
 * Kinematic bodies at rest that are moved by setting their poses, with the collisions between kinematic bodies switched on:
 * contacts are found and nothing is solved (colliders without bodies are never paired with each other). Which pairs touch
 * comes from the events, which cost less than asking every collider for its pairs.
 */
function worldContender(RAPIER, name, scene) {
  const { world, colliders, place } = fill(RAPIER, scene);
  const indexOf = new Map(colliders.map((collider, i) => [collider.handle, i]));
  const events = new RAPIER.EventQueue(true);
  const touching = new Map();
  const point = { x: 0, y: 0, z: 0 };
  const normal = { x: 0, y: 0, z: 0 };
  return {
    name: `${name} World.step, kinematic bodies`,
    frame(positions, quaternions, visit) {
      place(positions, quaternions);
      world.step(events);
      events.drainCollisionEvents((a, b, started) => {
        const i = indexOf.get(a);
        const j = indexOf.get(b);
        const key = i < j ? i * colliders.length + j : j * colliders.length + i;
        if (started) touching.set(key, [a, b, i, j]);
        else touching.delete(key);
      });
      for (const [a, b, i, j] of touching.values()) {
        let deepest = 1;
        world.narrowPhase.contactPair(a, b, world.bodies, (manifold) => {
          manifold.normal(normal);
          visit.sum += normal.x + normal.y + normal.z;
          const contacts = manifold.numContacts();
          for (let k = 0; k < contacts; ++k) {
            const distance = manifold.contactDist(k);
            manifold.localContactPoint1(k, point);
            visit.sum += distance + point.x + point.y + point.z;
            if (distance < deepest) deepest = distance;
          }
        });
        // Rapier reports pairs that are about to touch too.
        if (deepest <= 0) visit.pair(i, j);
      }
    },
  };
}

/** A world with the scene's shapes in it, and a function that moves them. */
function fill(RAPIER, scene) {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  const colliders = [];
  const position = { x: 0, y: 0, z: 0 };
  const rotation = { x: 0, y: 0, z: 0, w: 1 };
  const bodies = [];
  for (let i = 0; i < scene.count; ++i) {
    const [x, y, z] = scene.positions[0].subarray(3 * i, 3 * i + 3);
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(x, y, z).setCanSleep(false),
    );
    bodies.push(body);
    colliders.push(
      world.createCollider(
        new RAPIER.ColliderDesc(makeShape(RAPIER, shapeAt(scene, i)))
          .setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL)
          .setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS),
        body,
      ),
    );
  }
  if (scene.ground) {
    const { type, vertices, indices, y } = scene.ground;
    const description = type
      ? new RAPIER.ColliderDesc(makeShape(RAPIER, scene.ground)).setTranslation(0, y, 0)
      : RAPIER.ColliderDesc.trimesh(vertices, indices);
    colliders.push(world.createCollider(description));
  }
  const place = (positions, quaternions) => {
    for (let i = 0; i < scene.count; ++i) {
      position.x = positions[3 * i];
      position.y = positions[3 * i + 1];
      position.z = positions[3 * i + 2];
      rotation.x = quaternions[4 * i];
      rotation.y = quaternions[4 * i + 1];
      rotation.z = quaternions[4 * i + 2];
      rotation.w = quaternions[4 * i + 3];
      bodies[i].setTranslation(position, false);
      bodies[i].setRotation(rotation, false);
    }
  };
  return { world, colliders, place };
}

function castRays(RAPIER, name, scene, rays) {
  const length = rayLength(scene);
  const { world, place } = fill(RAPIER, scene);
  place(scene.positions[0], scene.quaternions[0]);
  // Queries see what was there at the last step.
  world.step();
  const ray = new RAPIER.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
  return rayContender(`${name} World.castRay`, rays.length / 6, (i) => {
    ray.origin.x = rays[6 * i];
    ray.origin.y = rays[6 * i + 1];
    ray.origin.z = rays[6 * i + 2];
    ray.dir.x = rays[6 * i + 3];
    ray.dir.y = rays[6 * i + 4];
    ray.dir.z = rays[6 * i + 5];
    const hit = world.castRay(ray, length, true);
    return hit ? hit.timeOfImpact : Infinity;
  });
}

/** A collider of voxels, whose queries see an edit after the next step. */
function voxelContenders(RAPIER, name, { grid, rays, balls, moves }, question) {
  if (!RAPIER.ColliderDesc.voxels) return [];
  const gravity = { x: 0, y: 0, z: 0 };
  const side = { x: 1, y: 1, z: 1 };
  const contender = (count, run) => [{ name: `${name} voxels`, count, run }];
  if (question === "build") {
    return contender(1, () => {
      const world = new RAPIER.World(gravity);
      world.createCollider(RAPIER.ColliderDesc.voxels(grid.solid, side));
      world.free();
    });
  }
  const world = new RAPIER.World(gravity);
  const voxels = world.createCollider(
    RAPIER.ColliderDesc.voxels(grid.solid, side).setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL),
  );
  world.step();
  const [x, z] = [30, 30];
  const top = grid.heightAt(x, z);
  const ray = new RAPIER.Ray({ x: x + 0.5, y: 31, z: z + 0.5 }, { x: 0, y: -1, z: 0 });
  switch (question) {
    case "edit": {
      let isSet = false;
      return contender(1, () => {
        isSet = !isSet;
        voxels.setVoxel(x, top, z, isSet);
        return world.castRay(ray, 100, true).timeOfImpact;
      });
    }
    case "ray":
      return contender(rays.length / 6, () => {
        let sum = 0;
        for (let i = 0; i < rays.length; i += 6) {
          ray.origin.x = rays[i];
          ray.origin.y = rays[i + 1];
          ray.origin.z = rays[i + 2];
          ray.dir.x = rays[i + 3];
          ray.dir.y = rays[i + 4];
          ray.dir.z = rays[i + 5];
          sum += world.castRayAndGetNormal(ray, 200, true)?.timeOfImpact ?? 0;
        }
        return sum;
      });
    case "walk": {
      const start = { x: x + 0.5, y: top + 0.91, z: z + 0.5 };
      const collider = world.createCollider(RAPIER.ColliderDesc.capsule(0.6, 0.3));
      const controller = world.createCharacterController(0.01);
      controller.enableAutostep(1.1, 0.1, true);
      controller.enableSnapToGround(1.1);
      world.step();
      return contender(moves.length, () => {
        let position = start;
        for (const delta of moves) {
          collider.setTranslation(position);
          controller.computeColliderMovement(collider, delta);
          const moved = controller.computedMovement();
          position = { x: position.x + moved.x, y: position.y + moved.y, z: position.z + moved.z };
        }
        return position;
      });
    }
    default: {
      const bodies = Array.from({ length: balls.count }, (_, i) => {
        const [bx, by, bz] = balls.frames[0].subarray(3 * i, 3 * i + 3);
        const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(bx, by, bz));
        const description = RAPIER.ColliderDesc.ball(balls.radius);
        return [body, world.createCollider(description.setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL), body)];
      });
      let frame = 0;
      const place = { x: 0, y: 0, z: 0 };
      return contender(1, () => {
        frame = (frame + 1) % balls.frames.length;
        const positions = balls.frames[frame];
        for (const [i, [body]] of bodies.entries()) {
          [place.x, place.y, place.z] = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
          body.setTranslation(place, true);
        }
        world.step();
        let sum = 0;
        for (const [, collider] of bodies) {
          world.contactPair(voxels, collider, (manifold) => {
            for (let k = 0; k < manifold.numContacts(); ++k) sum += manifold.contactDist(k);
            sum += manifold.normal().y;
          });
        }
        return sum;
      });
    }
  }
}

function churn(RAPIER, name, scene) {
  const { world, place } = fill(RAPIER, scene);
  place(scene.positions[0], scene.quaternions[0]);
  const events = new RAPIER.EventQueue(true);
  const bullets = [];
  return {
    name: `${name} World.step`,
    frame(positions, radius, most) {
      for (let i = 0; i < positions.length; i += 3) {
        const body = world.createRigidBody(
          RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(
            positions[i],
            positions[i + 1],
            positions[i + 2],
          ),
        );
        world.createCollider(
          RAPIER.ColliderDesc.ball(radius)
            .setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL)
            .setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS),
          body,
        );
        bullets.push(body);
      }
      while (bullets.length > most) world.removeRigidBody(bullets.shift());
      world.step(events);
      let began = 0;
      events.drainCollisionEvents((_a, _b, started) => {
        if (started) ++began;
      });
      return began;
    },
  };
}

function castShapes(RAPIER, name, scene, casts, description) {
  const { world, place } = fill(RAPIER, scene);
  place(scene.positions[0], scene.quaternions[0]);
  world.step();
  const shape = makeShape(RAPIER, description);
  const position = { x: 0, y: 0, z: 0 };
  const rotation = { x: 0, y: 0, z: 0, w: 1 };
  const way = { x: 0, y: 0, z: 0 };
  return castContender(`${name} World.castShape`, casts.length / 10, (i) => {
    [position.x, position.y, position.z, rotation.x, rotation.y, rotation.z, rotation.w, way.x, way.y, way.z] =
      casts.subarray(10 * i, 10 * i + 10);
    const hit = world.castShape(position, rotation, way, shape, 0, 1, true);
    return hit ? hit.time_of_impact : Infinity;
  });
}

function moveCharacter(RAPIER, name, scene) {
  const { boxes, ground, grounds = ground ? [ground] : [], lift, moves, start, starts = [start] } = scene;
  const { radius, height, skin, step } = scene;
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  for (const { vertices, indices } of grounds) world.createCollider(RAPIER.ColliderDesc.trimesh(vertices, indices));
  for (const [w, h, d, x, y, z] of boxes) {
    world.createCollider(RAPIER.ColliderDesc.cuboid(w / 2, h / 2, d / 2).setTranslation(x, y, z));
  }
  const moved = lift && world.createCollider(RAPIER.ColliderDesc.cuboid(...lift.size.map((size) => size / 2)));
  const collider = world.createCollider(RAPIER.ColliderDesc.capsule(height / 2, radius));
  const controller = world.createCharacterController(skin);
  controller.enableAutostep(step, 0.1, true);
  controller.enableSnapToGround(step);
  world.step();
  return {
    name: `${name} KinematicCharacterController`,
    count: moves.length,
    run() {
      const each = moves.length / starts.length;
      let [position] = starts;
      for (let i = 0; i < moves.length; ++i) {
        if (i % each === 0) position = starts[i / each];
        if (lift) {
          const [x, y, z] = lift.at(i);
          moved.setTranslation({ x, y, z });
          // Queries see what was there at the last step.
          world.step();
        }
        const delta = moves[i];
        collider.setTranslation(position);
        controller.computeColliderMovement(collider, delta);
        const { x, y, z } = controller.computedMovement();
        position = { x: position.x + x, y: position.y + y, z: position.z + z };
      }
      return position;
    },
  };
}

function meshWorld(RAPIER, { vertices, indices }) {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  world.createCollider(RAPIER.ColliderDesc.trimesh(vertices, indices));
  // Queries see what was there at the last step.
  world.step();
  return world;
}

function meshContenders(RAPIER, name, mesh, question, { values, count, radius, half }) {
  const world = meshWorld(RAPIER, mesh);
  const zero = { x: 0, y: 0, z: 0 };
  const point = { ...zero };
  const place = (target, from) => {
    target.x = values[from];
    target.y = values[from + 1];
    target.z = values[from + 2];
    return target;
  };
  if (question === "raycast") {
    const ray = new RAPIER.Ray({ ...zero }, { ...zero });
    return [
      meshContender(`${name} World.castRay`, count, (i) => {
        place(ray.origin, 6 * i);
        place(ray.dir, 6 * i + 3);
        return world.castRay(ray, 100, true)?.timeOfImpact ?? Infinity;
      }),
    ];
  }
  if (question === "closest") {
    return [
      meshContender(`${name} World.projectPoint`, count, (i) => {
        const found = world.projectPoint(place(point, 3 * i), false).point;
        return Math.hypot(found.x - point.x, found.y - point.y, found.z - point.z);
      }),
    ];
  }
  const turn = { x: 0, y: 0, z: 0, w: 1 };
  if (question === "cast") {
    const ball = new RAPIER.Ball(radius);
    const way = { ...zero };
    return [
      meshContender(`${name} World.castShape`, count, (i) => {
        place(point, 6 * i);
        place(way, 6 * i + 3);
        way.x -= point.x;
        way.y -= point.y;
        way.z -= point.z;
        return world.castShape(point, turn, way, ball, 0, 1, true)?.time_of_impact ?? Infinity;
      }),
    ];
  }
  const box = new RAPIER.Cuboid(half[0], half[1], half[2]);
  return [
    meshContender(`${name} World.intersectionWithShape`, count, (i) => {
      place(point, 7 * i);
      [turn.x, turn.y, turn.z, turn.w] = values.subarray(7 * i + 3, 7 * i + 7);
      return world.intersectionWithShape(point, turn, box) === null ? 0 : 1;
    }),
  ];
}
