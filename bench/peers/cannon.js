/** cannon-es: boxes and hulls as ConvexPolyhedron; SAT with clipping, in JavaScript. */

import * as CANNON from "cannon-es";
import { contactContender, hitContender, writeContact } from "../lib/pairs.js";

export async function load() {
  return { pairContenders, worldContenders: (scene) => [worldContender(scene)] };
}

function makeShape(shape) {
  if (shape.type !== "box") return null;
  return new CANNON.Box(new CANNON.Vec3(shape.width / 2, shape.height / 2, shape.depth / 2));
}

function pairContenders(scene, question) {
  const shapes = scene.shapes.map(makeShape);
  if (shapes.includes(null) || question === "distance") return [];
  const side = (offset, shapeOffset) =>
    Array.from({ length: scene.count }, (_, i) => {
      const p = scene.poses;
      const o = 14 * i + offset;
      const body = new CANNON.Body({
        mass: 1,
        shape: shapes[scene.pairs[2 * i + shapeOffset]],
        position: new CANNON.Vec3(p[o], p[o + 1], p[o + 2]),
        quaternion: new CANNON.Quaternion(p[o + 3], p[o + 4], p[o + 5], p[o + 6]),
      });
      return body;
    });
  const a = side(0, 0);
  const b = side(7, 1);

  if (question === "intersects") {
    const axis = new CANNON.Vec3();
    return [
      hitContender("cannon-es ConvexPolyhedron.findSeparatingAxis", scene, (i) =>
        a[i].shapes[0].convexPolyhedronRepresentation.findSeparatingAxis(
          b[i].shapes[0].convexPolyhedronRepresentation,
          a[i].position,
          a[i].quaternion,
          b[i].position,
          b[i].quaternion,
          axis,
        ),
      ),
    ];
  }

  const world = new CANNON.World();
  const narrowphase = world.narrowphase;
  narrowphase.currentContactMaterial = world.defaultContactMaterial;
  narrowphase.contactPointPool = [];
  narrowphase.enableFrictionReduction = false;
  return [
    contactContender("cannon-es narrowphase.boxBox", scene, (i, out) => {
      // The equations of the last pair go back to the pool, as World.step does it.
      for (const equation of narrowphase.result) narrowphase.contactPointPool.push(equation);
      narrowphase.result.length = 0;
      narrowphase.frictionResult.length = 0;
      const bodyA = a[i];
      const bodyB = b[i];
      narrowphase.boxBox(
        bodyA.shapes[0],
        bodyB.shapes[0],
        bodyA.position,
        bodyB.position,
        bodyA.quaternion,
        bodyB.quaternion,
        bodyA,
        bodyB,
        bodyA.shapes[0],
        bodyB.shapes[0],
        false,
      );
      let depth = -1;
      let deepest = null;
      for (const equation of narrowphase.result) {
        const { ri, rj, ni } = equation;
        const gap =
          (bodyB.position.x + rj.x - bodyA.position.x - ri.x) * ni.x +
          (bodyB.position.y + rj.y - bodyA.position.y - ri.y) * ni.y +
          (bodyB.position.z + rj.z - bodyA.position.z - ri.z) * ni.z;
        if (-gap > depth) {
          depth = -gap;
          deepest = equation;
        }
      }
      if (deepest === null) writeContact(out, i, 0, 0, 0, 0);
      else writeContact(out, i, deepest.ni.x, deepest.ni.y, deepest.ni.z, depth);
    }),
  ];
}

/**
 * The sweep-and-prune broad phase, which its documentation recommends for many bodies, and the narrow phase, called one
 * after the other as World.step does it; the step itself also clears a matrix of all pairs of bodies, which at 10,000
 * bodies takes longer than the rest.
 */
function worldContender(scene) {
  const world = new CANNON.World();
  const broadphase = new CANNON.SAPBroadphase(world);
  world.broadphase = broadphase;
  const bodies = [];
  for (let i = 0; i < scene.count; ++i) {
    const [w, h, d] = scene.sizes.subarray(3 * i, 3 * i + 3);
    const body = new CANNON.Body({ mass: 1, shape: new CANNON.Box(new CANNON.Vec3(w / 2, h / 2, d / 2)) });
    body.index = i;
    body.collisionResponse = false;
    // world.addBody lets the collision matrix grow with the square of the count, one element at a time.
    world.bodies.push(body);
    broadphase.axisList.push(body);
    bodies.push(body);
  }
  const first = [];
  const second = [];
  let contacts = [];
  let pool = [];
  return {
    name: "cannon-es SAPBroadphase and narrowphase",
    frame(positions, quaternions, visit) {
      for (let i = 0; i < scene.count; ++i) {
        const body = bodies[i];
        body.position.set(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
        body.quaternion.set(quaternions[4 * i], quaternions[4 * i + 1], quaternions[4 * i + 2], quaternions[4 * i + 3]);
        body.aabbNeedsUpdate = true;
      }
      first.length = 0;
      second.length = 0;
      broadphase.collisionPairs(world, first, second);
      [contacts, pool] = [pool, contacts];
      contacts.length = 0;
      world.narrowphase.getContacts(first, second, world, contacts, pool, [], []);
      let lastA = null;
      let lastB = null;
      for (const { bi, bj, ni, ri, rj } of contacts) {
        const gap =
          (bj.position.x + rj.x - bi.position.x - ri.x) * ni.x +
          (bj.position.y + rj.y - bi.position.y - ri.y) * ni.y +
          (bj.position.z + rj.z - bi.position.z - ri.z) * ni.z;
        visit.sum += gap + ni.x + ni.y + ni.z + ri.x + ri.y + ri.z;
        if (bi !== lastA || bj !== lastB) visit.pair(bi.index, bj.index);
        lastA = bi;
        lastB = bj;
      }
    },
  };
}
