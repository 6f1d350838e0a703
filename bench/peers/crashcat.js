/** crashcat: a physics engine in JavaScript after Jolt's design; its GJK can be called by itself. */

import * as crashcat from "crashcat";
import { contactContender, hitContender, writeContact } from "../lib/pairs.js";
import { castContender, rayContender, rayLength } from "../lib/worlds.js";

export async function load() {
  crashcat.registerAll();
  return {
    pairContenders,
    worldContenders: (scene) => [worldContender(scene)],
    rayContenders: (scene, rays) => [castRays(scene, rays)],
    castContenders: (scene, casts, shape) => [castShapes(scene, casts, shape)],
    churnContenders: (scene) => [churn(scene)],
  };
}

/** Convex radius 0, as for Jolt. */
export function makeShape(shape) {
  switch (shape.type) {
    case "box":
      return crashcat.box.create({
        halfExtents: [shape.width / 2, shape.height / 2, shape.depth / 2],
        convexRadius: 0,
      });
    case "capsule":
      return crashcat.capsule.create({ halfHeightOfCylinder: shape.height / 2, radius: shape.radius });
    case "cylinder":
      return crashcat.cylinder.create({ halfHeight: shape.height / 2, radius: shape.radius, convexRadius: 0 });
    case "sphere":
      return crashcat.sphere.create({ radius: shape.radius });
    case "hull":
      return crashcat.convexHull.create({ positions: Array.from(shape.points), convexRadius: 0, hullTolerance: 1e-5 });
    default:
      throw new Error(`no crashcat shape for ${shape.type}`);
  }
}

function pairContenders(scene, question) {
  const shapes = scene.shapes.map(makeShape);
  const shapeA = Array.from({ length: scene.count }, (_, i) => shapes[scene.pairs[2 * i]]);
  const shapeB = Array.from({ length: scene.count }, (_, i) => shapes[scene.pairs[2 * i + 1]]);
  if (scene.margin !== undefined) return [];
  if (question === "distance") return [distanceContender(scene, shapeA, shapeB)];

  const collector =
    question === "intersects"
      ? crashcat.createAnyCollideShapeCollector()
      : crashcat.createClosestCollideShapeCollector();
  const settings = crashcat.createDefaultCollideShapeSettings();
  settings.maxSeparationDistance = 0;
  const p = scene.poses;
  const collide = (i) => {
    const o = 14 * i;
    collector.reset();
    crashcat.collideShapeVsShape(
      collector,
      settings,
      shapeA[i],
      0,
      0,
      p[o],
      p[o + 1],
      p[o + 2],
      p[o + 3],
      p[o + 4],
      p[o + 5],
      p[o + 6],
      1,
      1,
      1,
      shapeB[i],
      0,
      0,
      p[o + 7],
      p[o + 8],
      p[o + 9],
      p[o + 10],
      p[o + 11],
      p[o + 12],
      p[o + 13],
      1,
      1,
      1,
    );
    return collector.hit;
  };
  if (question === "intersects") {
    return [hitContender("crashcat collideShapeVsShape, any hit", scene, (i) => collide(i) !== null)];
  }
  return [
    contactContender("crashcat collideShapeVsShape, closest hit", scene, (i, out) => {
      const hit = collide(i);
      if (hit === null) {
        writeContact(out, i, 0, 0, 0, 0);
        return;
      }
      const [x, y, z] = hit.penetrationAxis;
      const length = Math.sqrt(x * x + y * y + z * z) || 1;
      writeContact(out, i, x / length, y / length, z / length, hit.penetration);
    }),
  ];
}

/** gjkClosestPoints works in A's frame; B's transform in it is made for each pair, as the poses come from outside. */
function distanceContender(scene, shapeA, shapeB) {
  const one = [1, 1, 1];
  const mode = crashcat.SupportFunctionMode.INCLUDE_CONVEX_RADIUS;
  const supportA = crashcat.createSupport();
  const supportB = crashcat.createSupport();
  const result = crashcat.createGjkClosestPoints();
  const direction = [0, 0, 0];
  const between = [0, 0, 0];
  const p = scene.poses;
  const q = [0, 0, 0, 1];
  return contactContender("crashcat gjkClosestPoints", scene, (i, out) => {
    const o = 14 * i;
    const ax = p[o + 3];
    const ay = p[o + 4];
    const az = p[o + 5];
    const aw = p[o + 6];
    const bx = p[o + 10];
    const by = p[o + 11];
    const bz = p[o + 12];
    const bw = p[o + 13];
    // conj(qa) qb, and the difference of the centres turned into A's frame.
    q[0] = aw * bx - ax * bw - ay * bz + az * by;
    q[1] = aw * by - ay * bw - az * bx + ax * bz;
    q[2] = aw * bz - az * bw - ax * by + ay * bx;
    q[3] = aw * bw + ax * bx + ay * by + az * bz;
    turnBack(between, ax, ay, az, aw, p[o + 7] - p[o], p[o + 8] - p[o + 1], p[o + 9] - p[o + 2]);

    crashcat.setShapeSupport(supportA, shapeA[i], mode, one);
    crashcat.setShapeSupport(supportB, shapeB[i], mode, one);
    setTransform(supportB.transform, q, between);
    supportB.hasTransform = true;
    for (let k = 0; k < 3; ++k) direction[k] = supportB.transform[12 + k];
    crashcat.gjkClosestPoints(result, supportA, supportB, 1e-6, direction, Number.MAX_VALUE);
    writeContact(out, i, 0, 0, 0, Math.sqrt(result.squaredDistance));
  });
}

function turnBack(out, qx, qy, qz, qw, x, y, z) {
  const tx = 2 * (-qy * z + qz * y);
  const ty = 2 * (-qz * x + qx * z);
  const tz = 2 * (-qx * y + qy * x);
  out[0] = x + qw * tx - qy * tz + qz * ty;
  out[1] = y + qw * ty - qz * tx + qx * tz;
  out[2] = z + qw * tz - qx * ty + qy * tx;
}

/** Column-major. */
function setTransform(m, [x, y, z, w], t) {
  m[0] = 1 - 2 * (y * y + z * z);
  m[1] = 2 * (x * y + w * z);
  m[2] = 2 * (x * z - w * y);
  m[4] = 2 * (x * y - w * z);
  m[5] = 1 - 2 * (x * x + z * z);
  m[6] = 2 * (y * z + w * x);
  m[8] = 2 * (x * z + w * y);
  m[9] = 2 * (y * z - w * x);
  m[10] = 1 - 2 * (x * x + y * y);
  for (let k = 0; k < 3; ++k) m[12 + k] = t[k];
  m[15] = 1;
}

/** Kinematic bodies with collideKinematicVsNonDynamic, as for Jolt. */
function worldContender(scene) {
  const { world, place } = fill(scene);
  let visit;
  const read = (a, b, manifold) => {
    const normal = manifold.worldSpaceNormal;
    visit.sum += normal[0] + normal[1] + normal[2] + manifold.penetrationDepth;
    const points = manifold.relativeContactPointsOnA;
    for (let k = 0; k < 3 * manifold.numContactPoints; ++k) visit.sum += points[k];
    visit.pair(a.userData, b.userData);
  };
  const listener = { onContactAdded: read, onContactPersisted: read };
  return {
    name: "crashcat updateWorld, kinematic bodies",
    frame(positions, quaternions, reader) {
      visit = reader;
      place(positions, quaternions);
      crashcat.updateWorld(world, listener, 1 / 60);
    },
  };
}

function fill(scene) {
  const settings = crashcat.createWorldSettings();
  const broad = crashcat.addBroadphaseLayer(settings);
  const layer = crashcat.addObjectLayer(settings, broad);
  crashcat.enableCollision(settings, layer, layer);
  settings.gravity = [0, 0, 0];
  settings.narrowphase.speculativeContactDistance = 0;
  const world = crashcat.createWorld(settings);
  const bodies = [];
  const position = [0, 0, 0];
  const quaternion = [0, 0, 0, 1];
  for (let i = 0; i < scene.count; ++i) {
    const [w, h, d] = scene.sizes.subarray(3 * i, 3 * i + 3);
    const body = crashcat.rigidBody.create(world, {
      shape: makeShape({ type: "box", width: w, height: h, depth: d }),
      motionType: crashcat.MotionType.KINEMATIC,
      objectLayer: layer,
      position: Array.from(scene.positions[0].subarray(3 * i, 3 * i + 3)),
      allowSleeping: false,
      collideKinematicVsNonDynamic: true,
    });
    body.userData = i;
    bodies.push(body);
  }
  const place = (positions, quaternions) => {
    for (let i = 0; i < scene.count; ++i) {
      for (let k = 0; k < 3; ++k) position[k] = positions[3 * i + k];
      for (let k = 0; k < 4; ++k) quaternion[k] = quaternions[4 * i + k];
      crashcat.rigidBody.setTransform(world, bodies[i], position, quaternion, false);
    }
  };
  return { world, bodies, layer, place };
}

function castRays(scene, rays) {
  const length = rayLength(scene);
  const { world, place } = fill(scene);
  place(scene.positions[0], scene.quaternions[0]);
  crashcat.updateWorld(world, undefined, 1 / 60);
  const collector = crashcat.createClosestCastRayCollector();
  const settings = crashcat.createDefaultCastRaySettings();
  const filter = crashcat.filter.create(world.settings.layers);
  const origin = [0, 0, 0];
  const direction = [0, 0, 0];
  return rayContender("crashcat castRay", rays.length / 6, (i) => {
    for (let k = 0; k < 3; ++k) {
      origin[k] = rays[6 * i + k];
      direction[k] = rays[6 * i + 3 + k];
    }
    collector.reset();
    crashcat.castRay(world, collector, settings, origin, direction, length, filter);
    return collector.hit.status === crashcat.CastRayStatus.COLLIDING ? length * collector.hit.fraction : Infinity;
  });
}

function churn(scene) {
  const { world, layer, place } = fill(scene);
  place(scene.positions[0], scene.quaternions[0]);
  let began = 0;
  const listener = {
    onContactAdded: () => {
      ++began;
    },
  };
  const bullets = [];
  let shape = null;
  return {
    name: "crashcat updateWorld",
    frame(positions, radius, most) {
      shape ??= crashcat.sphere.create({ radius });
      for (let i = 0; i < positions.length; i += 3) {
        bullets.push(
          crashcat.rigidBody.create(world, {
            shape,
            motionType: crashcat.MotionType.KINEMATIC,
            objectLayer: layer,
            position: [positions[i], positions[i + 1], positions[i + 2]],
            allowSleeping: false,
            collideKinematicVsNonDynamic: true,
          }),
        );
      }
      while (bullets.length > most) crashcat.rigidBody.remove(world, bullets.shift());
      began = 0;
      crashcat.updateWorld(world, listener, 1 / 60);
      return began;
    },
  };
}

function castShapes(scene, casts, description) {
  const { world, place } = fill(scene);
  place(scene.positions[0], scene.quaternions[0]);
  crashcat.updateWorld(world, undefined, 1 / 60);
  const shape = makeShape(description);
  const collector = crashcat.createClosestCastShapeCollector();
  const settings = crashcat.createDefaultCastShapeSettings();
  const filter = crashcat.filter.create(world.settings.layers);
  const one = [1, 1, 1];
  const position = [0, 0, 0];
  const quaternion = [0, 0, 0, 1];
  const way = [0, 0, 0];
  return castContender("crashcat castShape", casts.length / 10, (i) => {
    for (let k = 0; k < 3; ++k) {
      position[k] = casts[10 * i + k];
      way[k] = casts[10 * i + 7 + k];
    }
    for (let k = 0; k < 4; ++k) quaternion[k] = casts[10 * i + 3 + k];
    collector.reset();
    crashcat.castShape(world, collector, settings, shape, position, quaternion, one, way, filter);
    return collector.hit.status === crashcat.CastShapeStatus.COLLIDING ? collector.hit.fraction : Infinity;
  });
}
