/**
 * Box2D 3 as WebAssembly. Nothing happens in a step of no length, so that of a microsecond is made, with all motion locked.
 * Its contacts are asked for body by body; each comes with both bodies, as an object that must be deleted.
 */

import { rayContender } from "../../lib/worlds.js";
import { RAY_LENGTH } from "../../plane/scenes.js";
import { cornersOf } from "./corners.js";

/** In a constant of its own: its declarations are of TypeScript 5.9's newest kind, and not needed here. */
const PACKAGE = /** @type {string} */ ("box2d3-wasm");

const STEP = 1e-6;

export async function load(name) {
  const { default: start } = await import(PACKAGE);
  const box2d = await start();
  return {
    worldContenders: (scene) => [worldContender(box2d, name, scene)],
    rayContenders: (scene, rays) => [castRays(box2d, name, scene, rays)],
  };
}

function makeShape(box2d, shape) {
  if (shape.type === "rectangle") return box2d.b2MakeBox(shape.width / 2, shape.height / 2);
  return box2d.b2MakePolygon(box2d.b2ComputeHull(cornersOf(shape).map(([x, y]) => new box2d.b2Vec2(x, y))), 0);
}

function fill(box2d, { shapes, positions: [first], angles: [turned] }) {
  const definition = box2d.b2DefaultWorldDef();
  definition.gravity = new box2d.b2Vec2(0, 0);
  definition.enableSleep = false;
  const world = box2d.b2CreateWorld(definition);
  const locks = new box2d.b2MotionLocks();
  locks.linearX = true;
  locks.linearY = true;
  locks.angularZ = true;
  const rows = new Map();
  const bodies = shapes.map((shape, i) => {
    const body = box2d.b2DefaultBodyDef();
    body.type = box2d.b2BodyType.b2_dynamicBody;
    body.position = new box2d.b2Vec2(first[2 * i], first[2 * i + 1]);
    body.rotation = box2d.b2MakeRot(turned[i]);
    body.motionLocks = locks;
    const id = box2d.b2CreateBody(world, body);
    const made = box2d.b2CreatePolygonShape(id, box2d.b2DefaultShapeDef(), makeShape(box2d, shape));
    rows.set(made.index1, i);
    return id;
  });
  box2d.b2World_Step(world, STEP, 1);
  return { world, bodies, rows };
}

function worldContender(box2d, name, scene) {
  if (scene.shapes.some(({ convex = true }) => !convex)) return { name, cannot: "no concave polygons" };
  const { world, bodies, rows } = fill(box2d, scene);
  const position = new box2d.b2Vec2(0, 0);
  const turn = new box2d.b2Rot();
  return {
    name: `${name} b2World_Step`,
    dispose: () => box2d.b2DestroyWorld(world),
    frame(positions, angles, visit) {
      for (let i = 0; i < bodies.length; ++i) {
        position.Set(positions[2 * i], positions[2 * i + 1]);
        turn.SetAngle(angles[i]);
        box2d.b2Body_SetTransform(bodies[i], position, turn);
      }
      box2d.b2World_Step(world, STEP, 1);
      for (let i = 0; i < bodies.length; ++i) {
        const capacity = box2d.b2Body_GetContactCapacity(bodies[i]);
        if (capacity === 0) continue;
        for (const contact of box2d.b2Body_GetContactData(bodies[i], capacity)) {
          if (rows.get(contact.shapeIdA.index1) === i) read(contact, i, rows, visit);
          contact.delete();
        }
      }
    },
  };
}

function read({ manifold, shapeIdB }, i, rows, visit) {
  const { normal } = manifold;
  visit.sum += normal.x + normal.y;
  let deepest = Infinity;
  for (let k = 0; k < manifold.pointCount; ++k) {
    const { separation, point } = manifold.GetPoint(k);
    visit.sum += separation + point.x + point.y;
    if (separation < deepest) deepest = separation;
  }
  // Pairs that are about to touch are reported too.
  if (deepest <= 0) visit.pair(i, rows.get(shapeIdB.index1), -deepest);
}

function castRays(box2d, name, scene, rays) {
  const { world } = fill(box2d, scene);
  const length = RAY_LENGTH;
  const origin = new box2d.b2Vec2(0, 0);
  const way = new box2d.b2Vec2(0, 0);
  const filter = box2d.b2DefaultQueryFilter();
  return rayContender(`${name} b2World_CastRayClosest`, rays.length / 4, (i) => {
    origin.Set(rays[4 * i], rays[4 * i + 1]);
    way.Set(length * rays[4 * i + 2], length * rays[4 * i + 3]);
    const hit = box2d.b2World_CastRayClosest(world, origin, way, filter);
    const distance = hit.hit ? hit.fraction * length : Infinity;
    hit.delete();
    return distance;
  });
}
