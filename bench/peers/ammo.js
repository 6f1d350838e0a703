/** ammo.js: Bullet in WebAssembly. */

import { createRequire } from "node:module";
import { contactContender, hitContender, writeContact } from "../lib/pairs.js";
import { castContender, rayContender, rayLength } from "../lib/worlds.js";

const require = createRequire(import.meta.url);

export async function load() {
  // The package's main file is the asm.js build; the WebAssembly one is faster.
  const Ammo = await require("ammojs-typed/wasm")();
  return {
    pairContenders: (scene, question) => pairContenders(Ammo, scene, question),
    worldContenders: (scene) => [worldContender(Ammo, scene)],
    castContenders: (scene, casts, shape) => [castShapes(Ammo, scene, casts, shape)],
    rayContenders: (scene, rays) => [castRays(Ammo, scene, rays)],
  };
}

export function makeWorld(Ammo) {
  const configuration = new Ammo.btDefaultCollisionConfiguration();
  const dispatcher = new Ammo.btCollisionDispatcher(configuration);
  const broadphase = new Ammo.btDbvtBroadphase();
  const solver = new Ammo.btSequentialImpulseConstraintSolver();
  const world = new Ammo.btDiscreteDynamicsWorld(dispatcher, broadphase, solver, configuration);
  world.setGravity(new Ammo.btVector3(0, 0, 0));
  return { world, dispatcher };
}

export function makeBox(Ammo, width, height, depth) {
  const half = new Ammo.btVector3(width / 2, height / 2, depth / 2);
  const box = new Ammo.btBoxShape(half);
  Ammo.destroy(half);
  return box;
}

/** Without mass: a static body. btCollisionObject itself has no constructor in ammo.js. */
export function makeBody(Ammo, shape) {
  const inertia = new Ammo.btVector3(0, 0, 0);
  const info = new Ammo.btRigidBodyConstructionInfo(0, null, shape, inertia);
  const body = new Ammo.btRigidBody(info);
  Ammo.destroy(info);
  Ammo.destroy(inertia);
  return body;
}

function pairContenders(Ammo, scene, question) {
  // Bullet's pair call reports contacts, not distances, and its margins make other shapes than boxes larger.
  if (question === "distance" || scene.shapes.some((shape) => shape.type !== "box")) return [];
  const { world } = makeWorld(Ammo);
  const shapes = scene.shapes.map((s) => makeBox(Ammo, s.width, s.height, s.depth));
  const transform = new Ammo.btTransform();
  const side = (offset, shapeOffset) =>
    Array.from({ length: scene.count }, (_, i) => {
      const p = scene.poses;
      const o = 14 * i + offset;
      const origin = new Ammo.btVector3(p[o], p[o + 1], p[o + 2]);
      const rotation = new Ammo.btQuaternion(p[o + 3], p[o + 4], p[o + 5], p[o + 6]);
      transform.setIdentity();
      transform.setOrigin(origin);
      transform.setRotation(rotation);
      const object = makeBody(Ammo, shapes[scene.pairs[2 * i + shapeOffset]]);
      object.setWorldTransform(transform);
      Ammo.destroy(origin);
      Ammo.destroy(rotation);
      return object;
    });
  const a = side(0, 0);
  const b = side(7, 1);

  const best = { hit: false, distance: 0, x: 0, y: 0, z: 0 };
  const callback = new Ammo.ConcreteContactResultCallback();
  callback.addSingleResult = (pointPointer) => {
    const point = Ammo.wrapPointer(pointPointer, Ammo.btManifoldPoint);
    const distance = point.getDistance();
    if (distance > 0 || (best.hit && distance >= best.distance)) return 0;
    best.hit = true;
    best.distance = distance;
    if (question === "contact") {
      const normal = point.get_m_normalWorldOnB();
      best.x = normal.x();
      best.y = normal.y();
      best.z = normal.z();
    }
    return 0;
  };
  const ask = (i) => {
    best.hit = false;
    world.contactPairTest(a[i], b[i], callback);
    return best.hit;
  };
  if (question === "intersects") return [hitContender("ammo.js contactPairTest", scene, ask)];
  return [
    contactContender("ammo.js contactPairTest", scene, (i, out) => {
      // The normal points from B to A.
      if (ask(i)) writeContact(out, i, -best.x, -best.y, -best.z, -best.distance);
      else writeContact(out, i, 0, 0, 0, 0);
    }),
  ];
}

/**
 * Bodies without mass, kept active, in a group of their own (static bodies ignore each other by default): contacts are
 * found and nothing is solved.
 */
function worldContender(Ammo, scene) {
  const { world, dispatcher, place } = fill(Ammo, scene);
  return {
    name: "ammo.js stepSimulation, massless bodies",
    frame(positions, quaternions, visit) {
      place(positions, quaternions);
      world.stepSimulation(1 / 60, 0);
      const count = dispatcher.getNumManifolds();
      for (let m = 0; m < count; ++m) {
        const manifold = dispatcher.getManifoldByIndexInternal(m);
        const points = manifold.getNumContacts();
        let touches = false;
        for (let k = 0; k < points; ++k) {
          const point = manifold.getContactPoint(k);
          const distance = point.getDistance();
          const normal = point.get_m_normalWorldOnB();
          const at = point.getPositionWorldOnA();
          visit.sum += distance + normal.x() + normal.y() + normal.z() + at.x() + at.y() + at.z();
          touches ||= distance <= 0;
        }
        if (touches) visit.pair(manifold.getBody0().getUserIndex(), manifold.getBody1().getUserIndex());
      }
    },
  };
}

function fill(Ammo, scene) {
  const { world, dispatcher } = makeWorld(Ammo);
  const position = new Ammo.btVector3(0, 0, 0);
  const rotation = new Ammo.btQuaternion(0, 0, 0, 1);
  const transform = new Ammo.btTransform();
  transform.setIdentity();
  const bodies = [];
  const GROUP = 1;
  const DISABLE_DEACTIVATION = 4;
  for (let i = 0; i < scene.count; ++i) {
    const [w, h, d] = scene.sizes.subarray(3 * i, 3 * i + 3);
    const body = makeBody(Ammo, makeBox(Ammo, w, h, d));
    const [x, y, z] = scene.positions[0].subarray(3 * i, 3 * i + 3);
    position.setValue(x, y, z);
    transform.setOrigin(position);
    body.setWorldTransform(transform);
    body.setUserIndex(i);
    world.addCollisionObject(body, GROUP, GROUP);
    body.forceActivationState(DISABLE_DEACTIVATION);
    bodies.push(body);
  }
  const place = (positions, quaternions) => {
    for (let i = 0; i < scene.count; ++i) {
      position.setValue(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
      rotation.setValue(quaternions[4 * i], quaternions[4 * i + 1], quaternions[4 * i + 2], quaternions[4 * i + 3]);
      transform.setOrigin(position);
      transform.setRotation(rotation);
      bodies[i].setWorldTransform(transform);
    }
  };
  return { world, dispatcher, place };
}

/** Only rays that start outside of a shape hit it. */
function castRays(Ammo, scene, rays) {
  const length = rayLength(scene);
  const { world, place } = fill(Ammo, scene);
  place(scene.positions[0], scene.quaternions[0]);
  world.stepSimulation(1 / 60, 0);
  const from = new Ammo.btVector3(0, 0, 0);
  const to = new Ammo.btVector3(0, 0, 0);
  const callback = new Ammo.ClosestRayResultCallback(from, to);
  return rayContender("ammo.js rayTest", rays.length / 6, (i) => {
    const [x, y, z, dx, dy, dz] = rays.subarray(6 * i, 6 * i + 6);
    from.setValue(x, y, z);
    to.setValue(x + length * dx, y + length * dy, z + length * dz);
    callback.set_m_rayFromWorld(from);
    callback.set_m_rayToWorld(to);
    callback.set_m_closestHitFraction(1);
    callback.set_m_collisionObject(null);
    world.rayTest(from, to, callback);
    return callback.hasHit() ? length * callback.get_m_closestHitFraction() : Infinity;
  });
}

function castShapes(Ammo, scene, casts, description) {
  const { world, place } = fill(Ammo, scene);
  place(scene.positions[0], scene.quaternions[0]);
  world.stepSimulation(1 / 60, 0);
  const shape =
    description.type === "sphere"
      ? new Ammo.btSphereShape(description.radius)
      : makeBox(Ammo, description.width, description.height, description.depth);
  const from = new Ammo.btTransform();
  const to = new Ammo.btTransform();
  const start = new Ammo.btVector3();
  const end = new Ammo.btVector3();
  const rotation = new Ammo.btQuaternion(0, 0, 0, 1);
  const callback = new Ammo.ClosestConvexResultCallback(start, end);
  return castContender("ammo.js convexSweepTest", casts.length / 10, (i) => {
    const [x, y, z, qx, qy, qz, qw, dx, dy, dz] = casts.subarray(10 * i, 10 * i + 10);
    start.setValue(x, y, z);
    end.setValue(x + dx, y + dy, z + dz);
    rotation.setValue(qx, qy, qz, qw);
    from.setIdentity();
    from.setOrigin(start);
    from.setRotation(rotation);
    to.setIdentity();
    to.setOrigin(end);
    to.setRotation(rotation);
    callback.set_m_closestHitFraction(1);
    callback.set_m_hitCollisionObject(null);
    world.convexSweepTest(shape, from, to, callback, 0);
    return callback.hasHit() ? callback.get_m_closestHitFraction() : Infinity;
  });
}
