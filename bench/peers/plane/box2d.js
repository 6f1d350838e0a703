/** Box2D 2.4 as WebAssembly: as planck, a step of no length finds the contacts and solves nothing. */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { contactContender, hitContender, planePoses, writePlaneContact } from "../../lib/pairs.js";
import { rayContender } from "../../lib/worlds.js";
import { RAY_LENGTH } from "../../plane/scenes.js";
import { cornersOf } from "./corners.js";

const require = createRequire(import.meta.url);

export async function load(name) {
  // Node has SIMD; its loader would fetch the file by a path that is no address.
  const wasmBinary = await readFile(require.resolve("box2d-wasm/dist/umd/Box2D.simd.wasm"));
  const box2d = await require("box2d-wasm")({ wasmBinary });
  return {
    pairContenders: (scene, question) => pairContenders(box2d, name, scene, question),
    worldContenders: (scene) => [worldContender(box2d, name, scene)],
    rayContenders: (scene, rays) => [castRays(box2d, name, scene, rays)],
  };
}

function makeShape(box2d, shape) {
  const polygon = new box2d.b2PolygonShape();
  if (shape.type === "rectangle") {
    polygon.SetAsBox(shape.width / 2, shape.height / 2);
    return polygon;
  }
  const corners = cornersOf(shape);
  const array = box2d._malloc(8 * corners.length);
  box2d.HEAPF32.set(corners.flat(), array >> 2);
  polygon.Set(box2d.wrapPointer(array, box2d.b2Vec2), corners.length);
  box2d._free(array);
  return polygon;
}

/** Of the polygon's skin, in metres, which its separations have in them. */
const SKIN = 0.01;

/** World manifolds are read from memory: normal, two points, two separations. */
function manifoldReader(box2d) {
  const world = new box2d.b2WorldManifold();
  const at = box2d.getPointer(world) >> 2;
  return {
    world,
    at,
    deepest: (count) => Math.min(box2d.HEAPF32[at + 6], count > 1 ? box2d.HEAPF32[at + 7] : Infinity),
  };
}

function pairContenders(box2d, name, scene, question) {
  if (scene.shapes.some(({ convex = true }) => !convex)) return [];
  const shapes = scene.shapes.map((shape) => makeShape(box2d, shape));
  const { a, b } = planePoses(scene);
  const transform = ({ position, angle }) => {
    const made = new box2d.b2Transform();
    made.Set(new box2d.b2Vec2(position.x, position.y), angle);
    return made;
  };
  const [placesA, placesB] = [a.map(transform), b.map(transform)];
  const shapeOf = (i, k) => shapes[scene.pairs[2 * i + k]];
  if (question === "intersects") {
    return [
      hitContender(`${name} b2TestOverlap`, scene, (i) =>
        box2d.b2TestOverlap(shapeOf(i, 0), 0, shapeOf(i, 1), 0, placesA[i], placesB[i]),
      ),
    ];
  }
  const manifold = new box2d.b2Manifold();
  const { world, at, deepest } = manifoldReader(box2d);
  return [
    contactContender(`${name} b2CollidePolygons`, scene, (i, out) => {
      box2d.b2CollidePolygons(manifold, shapeOf(i, 0), placesA[i], shapeOf(i, 1), placesB[i]);
      const count = manifold.get_pointCount();
      if (count === 0) return writePlaneContact(out, i, 0, 0, 0);
      world.Initialize(manifold, placesA[i], SKIN, placesB[i], SKIN);
      const depth = -deepest(count) - 2 * SKIN;
      if (depth < 0) writePlaneContact(out, i, 0, 0, 0);
      else writePlaneContact(out, i, box2d.HEAPF32[at], box2d.HEAPF32[at + 1], depth);
    }),
  ];
}

function fill(box2d, { shapes, positions: [first], angles: [turned] }) {
  const vector = new box2d.b2Vec2(0, 0);
  const world = new box2d.b2World(vector);
  world.SetAllowSleeping(false);
  const rowOf = new Map();
  const bodies = shapes.map((shape, i) => {
    const definition = new box2d.b2BodyDef();
    definition.set_type(box2d.b2_dynamicBody);
    vector.Set(first[2 * i], first[2 * i + 1]);
    definition.set_position(vector);
    definition.set_angle(turned[i]);
    const body = world.CreateBody(definition);
    rowOf.set(box2d.getPointer(body.CreateFixture(makeShape(box2d, shape), 1)), i);
    return body;
  });
  return { world, bodies, rowOf, vector };
}

function worldContender(box2d, name, scene) {
  if (scene.shapes.some(({ convex = true }) => !convex)) return { name, cannot: "no concave polygons" };
  const { world, bodies, rowOf, vector } = fill(box2d, scene);
  const { world: manifold, at, deepest } = manifoldReader(box2d);
  const { getPointer } = box2d;
  return {
    name: `${name} World.Step`,
    frame(positions, angles, visit) {
      for (let i = 0; i < bodies.length; ++i) {
        vector.Set(positions[2 * i], positions[2 * i + 1]);
        bodies[i].SetTransform(vector, angles[i]);
      }
      world.Step(0, 0, 0);
      for (let contact = world.GetContactList(); getPointer(contact) !== 0; contact = contact.GetNext()) {
        if (!contact.IsTouching()) continue;
        contact.GetWorldManifold(manifold);
        const { HEAPF32 } = box2d;
        // A second separation that is not there is 0.
        const depth = -deepest(contact.GetManifold().get_pointCount()) - 2 * SKIN;
        visit.sum += HEAPF32[at] + HEAPF32[at + 1] + HEAPF32[at + 2] + HEAPF32[at + 3] + depth;
        if (depth < 0) continue;
        visit.pair(rowOf.get(getPointer(contact.GetFixtureA())), rowOf.get(getPointer(contact.GetFixtureB())), depth);
      }
    },
  };
}

function castRays(box2d, name, scene, rays) {
  const { world } = fill(box2d, scene);
  world.Step(0, 0, 0);
  const length = RAY_LENGTH;
  const from = new box2d.b2Vec2(0, 0);
  const to = new box2d.b2Vec2(0, 0);
  let first = Infinity;
  const report = Object.assign(new box2d.JSRayCastCallback(), {
    ReportFixture(_fixture, _point, _normal, fraction) {
      first = fraction * length;
      return fraction;
    },
  });
  return rayContender(`${name} World.RayCast`, rays.length / 4, (i) => {
    const [x, y, dx, dy] = rays.subarray(4 * i, 4 * i + 4);
    from.Set(x, y);
    to.Set(x + length * dx, y + length * dy);
    first = Infinity;
    world.RayCast(report, from, to);
    return first;
  });
}
