/**
 * Jolt Physics: its plain build, and the one for several threads, which alone has SIMD. No worker thread is started.
 */

import { createRequire } from "node:module";
import initJolt from "jolt-physics/wasm-compat";
import initSimdJolt from "jolt-physics/wasm-compat-multithread";
import { meshContender } from "../lib/meshes.js";
import { contactContender, hitContender, writeContact } from "../lib/pairs.js";
import { castContender, rayContender, rayLength } from "../lib/worlds.js";
import { shapeAt } from "../scenes.js";

export async function load(name) {
  const Jolt = await (name === "Jolt SIMD" ? initForThreads() : initJolt());
  // Registers the shapes' collision functions; pairs cannot be asked without.
  makeWorld(Jolt, 1);
  return {
    pairContenders: (scene, question) => pairContenders(Jolt, name, scene, question),
    takesShapes: true,
    takesGround: true,
    worldContenders: (scene) => [worldContender(Jolt, name, scene)],
    rayContenders: (scene, rays) => [castRays(Jolt, name, scene, rays)],
    castContenders: (scene, casts, shape) => [castShapes(Jolt, name, scene, casts, shape)],
    churnContenders: (scene) => [churn(Jolt, name, scene)],
    moverContenders: (walk) => [moveCharacter(Jolt, name, walk)],
    meshContenders: (mesh, question, data) => meshContenders(Jolt, name, mesh, question, data),
    meshBuilders: (mesh) => [meshBuilder(Jolt, name, mesh)],
  };
}

/**
 * Its workers, which the module waits for, end at once in Node: the release asks a promise, and not its value, whether it
 * runs in a worker. They are therefore started by a line of our own.
 */
async function initForThreads() {
  const threads = createRequire(import.meta.url)("node:worker_threads");
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(url, options) {
      const source = `import Jolt from ${JSON.stringify(`${url}`)}; Jolt();`;
      super(new URL(`data:text/javascript,${encodeURIComponent(source)}`), options);
    }
  };
  try {
    return await initSimdJolt();
  } finally {
    threads.Worker = Worker;
  }
}

/**
 * Numbers go straight into Jolt's memory, and come straight out of it: a setter or getter is a call each. Places are those of
 * `getPointer`, in floats.
 */
const placeOf = (Jolt, object) => Jolt.getPointer(object) / 4;

function writeFloats(Jolt, place, x, y, z, w = 0) {
  const heap = Jolt.HEAPF32;
  heap[place] = x;
  heap[place + 1] = y;
  heap[place + 2] = z;
  heap[place + 3] = w;
}

/**
 * A step allocates 472 bytes for each contact that it has room for, out of 10 MB that the package sets aside and no setting
 * changes: room for 20,000 contacts, 13,000 boxes in these scenes.
 */
const MAX_CONTACTS = 20_000;

/** A system in which everything may touch everything. */
export function makeWorld(Jolt, maxBodies) {
  const settings = new Jolt.JoltSettings();
  settings.mMaxBodies = maxBodies;
  settings.mMaxWorkerThreads = 0;
  settings.mMaxBodyPairs = Math.max(1024, 5 * maxBodies);
  settings.mMaxContactConstraints = Math.min(MAX_CONTACTS, Math.max(1024, Math.ceil(1.5 * maxBodies)));
  const layers = new Jolt.ObjectLayerPairFilterTable(1);
  layers.EnableCollision(0, 0);
  const broadPhaseLayers = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  broadPhaseLayers.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = layers;
  settings.mBroadPhaseLayerInterface = broadPhaseLayers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broadPhaseLayers, 1, layers, 1);
  const jolt = new Jolt.JoltInterface(settings);
  Jolt.destroy(settings);
  return jolt;
}

/** Convex radius 0 throughout: with the default of 5 cm Jolt rounds the edges off, and would answer for another shape. */
export function makeShape(Jolt, shape) {
  let settings;
  switch (shape.type) {
    case "box":
      settings = new Jolt.BoxShapeSettings(new Jolt.Vec3(shape.width / 2, shape.height / 2, shape.depth / 2), 0);
      break;
    case "taperedCapsule":
      settings = new Jolt.TaperedCapsuleShapeSettings(shape.height / 2, shape.radiusTop, shape.radiusBottom);
      break;
    case "capsule":
      settings = new Jolt.CapsuleShapeSettings(shape.height / 2, shape.radius);
      break;
    case "cylinder":
      settings = new Jolt.CylinderShapeSettings(shape.height / 2, shape.radius, 0);
      break;
    case "sphere":
      settings = new Jolt.SphereShapeSettings(shape.radius);
      break;
    case "half-space":
      settings = new Jolt.PlaneShapeSettings(new Jolt.Plane(new Jolt.Vec3(0, 1, 0), 0));
      break;
    case "hull": {
      settings = new Jolt.ConvexHullShapeSettings();
      settings.mMaxConvexRadius = 0;
      settings.mHullTolerance = 1e-5;
      const point = new Jolt.Vec3();
      for (let i = 0; i < shape.points.length; i += 3) {
        point.Set(shape.points[i], shape.points[i + 1], shape.points[i + 2]);
        settings.mPoints.push_back(point);
      }
      break;
    }
    default:
      throw new Error(`no Jolt shape for ${shape.type}`);
  }
  const result = settings.Create();
  if (result.HasError()) throw new Error(`Jolt refused a ${shape.type}: ${result.GetError().c_str()}`);
  return result.Get();
}

function pairContenders(Jolt, name, scene, question) {
  const shapes = scene.shapes.map((shape) => makeShape(Jolt, shape));
  for (const shape of shapes) shape.AddRef();
  const read = (o) => {
    const p = scene.poses;
    return {
      position: new Jolt.RVec3(p[o], p[o + 1], p[o + 2]),
      rotation: new Jolt.Quat(p[o + 3], p[o + 4], p[o + 5], p[o + 6]),
    };
  };
  const scaleOne = new Jolt.Vec3(1, 1, 1);
  const origin = new Jolt.RVec3(0, 0, 0);
  const filter = new Jolt.ShapeFilter();
  const settings = new Jolt.CollideShapeSettings();
  settings.mMaxSeparationDistance = question === "distance" ? (scene.margin ?? 10) : 0;
  // The defaults (1e-4 m each) are meant for stepping a world; with them a touch closer than a tenth of a millimetre counts
  // and the depth is good to one part in ten thousand of itself. They are kept: it is what a user gets.

  // All that a call takes is made beforehand: B as a transformed shape, A's centre of mass transform as a matrix. A hull's
  // centre of mass is not its origin.
  const matricesA = [];
  const transformedB = [];
  for (let i = 0; i < scene.count; ++i) {
    const a = read(14 * i);
    const b = read(14 * i + 7);
    const world = Jolt.RMat44.prototype.sRotationTranslation(a.rotation, a.position);
    const matrix = new Jolt.RMat44();
    for (let column = 0; column < 4; ++column) matrix.SetColumn4(column, world.GetColumn4(column));
    matrix.SetTranslation(world.MulVec3(shapes[scene.pairs[2 * i]].GetCenterOfMass()));
    matricesA.push(matrix);

    const transformed = new Jolt.TransformedShape();
    transformed.mShape = shapes[scene.pairs[2 * i + 1]];
    transformed.SetWorldTransform(b.position, b.rotation, scaleOne);
    transformedB.push(transformed);
    Jolt.destroy(a.position);
    Jolt.destroy(a.rotation);
    Jolt.destroy(b.position);
    Jolt.destroy(b.rotation);
  }
  const collide = (i, collector, how = settings) =>
    transformedB[i].CollideShape(shapes[scene.pairs[2 * i]], scaleOne, matricesA[i], how, origin, collector, filter);

  if (question === "intersects") {
    const any = new Jolt.CollideShapeAnyHitCollisionCollector();
    const contenders = [
      hitContender(`${name} CollideShape, any hit`, scene, (i) => {
        any.Reset();
        collide(i, any);
        return any.HadHit();
      }),
    ];
    if (scene.shapes.every((shape) => shape.type === "box"))
      contenders.push(...orientedBoxContenders(Jolt, name, scene, read));
    return contenders;
  }

  const sign = question === "contact" ? 1 : -1;
  const closest = new Jolt.CollideShapeClosestHitCollisionCollector();
  const closestHit = (title, how) =>
    contactContender(`${name} CollideShape, ${title}`, scene, (i, out) => {
      closest.Reset();
      collide(i, closest, how);
      if (!closest.HadHit()) {
        writeContact(out, i, 0, 0, 0, 0);
        return;
      }
      const hit = closest.mHit;
      const axis = hit.mPenetrationAxis;
      const x = axis.GetX();
      const y = axis.GetY();
      const z = axis.GetZ();
      const length = Math.sqrt(x * x + y * y + z * z) || 1;
      writeContact(out, i, x / length, y / length, z / length, sign * hit.mPenetrationDepth);
    });
  if (!scene.manifold) return [closestHit("closest hit", settings)];
  // What a manifold is clipped from; the clipping is not part of the call.
  settings.mCollectFacesMode = Jolt.ECollectFacesMode_CollectFaces;
  return [closestHit("closest hit and its faces", settings)];
}

/** Jolt's test of two oriented boxes: yes or no, without shapes. */
function orientedBoxContenders(Jolt, name, scene, read) {
  const halfSizes = scene.shapes.map((s) => new Jolt.Vec3(s.width / 2, s.height / 2, s.depth / 2));
  const poses = [0, 7].map((side) => Array.from({ length: scene.count }, (_, i) => read(14 * i + side)));
  const orientation = ({ position, rotation }) =>
    Jolt.RMat44.prototype.sRotationTranslation(rotation, position).ToMat44();
  const [a, b] = poses.map((list, side) =>
    list.map((pose, i) => new Jolt.OrientedBox(orientation(pose), halfSizes[scene.pairs[2 * i + side]])),
  );

  const boxA = new Jolt.OrientedBox();
  const boxB = new Jolt.OrientedBox();
  const update = (box, pose, shape) => {
    box.mOrientation = orientation(pose);
    box.mHalfExtents = halfSizes[shape];
  };
  return [
    hitContender(`${name} OrientedBox.OverlapsOrientedBox, boxes prepared`, scene, (i) =>
      a[i].OverlapsOrientedBox(b[i]),
    ),
    hitContender(`${name} OrientedBox.OverlapsOrientedBox, from quaternions`, scene, (i) => {
      update(boxA, poses[0][i], scene.pairs[2 * i]);
      update(boxB, poses[1][i], scene.pairs[2 * i + 1]);
      return boxA.OverlapsOrientedBox(boxB);
    }),
  ];
}

/**
 * Kinematic bodies with mCollideKinematicVsNonDynamic: contacts are found and reported, and nothing is solved. They never
 * sleep, and the distance at which Jolt reports contacts that are yet to come is 0.
 */
function worldContender(Jolt, build, scene) {
  const name = `${build} Step, kinematic bodies`;
  if (1.5 * scene.count > MAX_CONTACTS) return { name, cannot: "its step has no room for so many contacts" };
  const { jolt, place } = fill(Jolt, scene);
  const physics = jolt.GetPhysicsSystem();
  let visit;
  const read = (bodyPointerA, bodyPointerB, manifoldPointer) => {
    const manifold = Jolt.wrapPointer(manifoldPointer, Jolt.ContactManifold);
    const a = Jolt.wrapPointer(bodyPointerA, Jolt.Body).GetUserData();
    const b = Jolt.wrapPointer(bodyPointerB, Jolt.Body).GetUserData();
    const heap = Jolt.HEAPF32;
    const normal = placeOf(Jolt, manifold.mWorldSpaceNormal);
    visit.sum += heap[normal] + heap[normal + 1] + heap[normal + 2] + manifold.mPenetrationDepth;
    const points = manifold.mRelativeContactPointsOn1;
    const count = points.size();
    // An array of vectors of four floats.
    const first = placeOf(Jolt, points.at(0));
    for (let k = 0; k < count; ++k) {
      const point = first + 4 * k;
      visit.sum += heap[point] + heap[point + 1] + heap[point + 2];
    }
    visit.pair(a, b);
  };
  const listener = new Jolt.ContactListenerJS();
  listener.OnContactValidate = () => Jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
  listener.OnContactAdded = read;
  listener.OnContactPersisted = read;
  listener.OnContactRemoved = () => {};
  physics.SetContactListener(listener);
  return {
    name,
    frame(positions, quaternions, reader) {
      visit = reader;
      place(positions, quaternions);
      jolt.Step(1 / 60, 1);
    },
  };
}

/** A system with the scene's shapes in it as kinematic bodies, and a function that moves them. */
function fill(Jolt, scene, room = 1) {
  const jolt = makeWorld(Jolt, scene.count + room + 1);
  const physics = jolt.GetPhysicsSystem();
  physics.SetGravity(new Jolt.Vec3(0, 0, 0));
  const settings = physics.GetPhysicsSettings();
  settings.mSpeculativeContactDistance = 0;
  settings.mAllowSleeping = false;
  physics.SetPhysicsSettings(settings);
  const bodies = physics.GetBodyInterfaceNoLock();
  const ids = [];
  const position = new Jolt.RVec3(0, 0, 0);
  const rotation = new Jolt.Quat(0, 0, 0, 1);
  for (let i = 0; i < scene.count; ++i) {
    const shape = makeShape(Jolt, shapeAt(scene, i));
    const [x, y, z] = scene.positions[0].subarray(3 * i, 3 * i + 3);
    position.Set(x, y, z);
    const creation = new Jolt.BodyCreationSettings(shape, position, rotation, Jolt.EMotionType_Kinematic, 0);
    creation.mCollideKinematicVsNonDynamic = true;
    creation.mAllowSleeping = false;
    creation.mUserData = i;
    const body = bodies.CreateBody(creation);
    bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
    ids.push(body.GetID());
    Jolt.destroy(creation);
  }
  if (scene.ground) {
    const { type, y = 0 } = scene.ground;
    position.Set(0, y, 0);
    const creation = new Jolt.BodyCreationSettings(
      type ? makeShape(Jolt, scene.ground) : makeMesh(Jolt, scene.ground),
      position,
      rotation,
      Jolt.EMotionType_Static,
      0,
    );
    creation.mUserData = scene.count;
    bodies.AddBody(bodies.CreateBody(creation).GetID(), Jolt.EActivation_DontActivate);
    Jolt.destroy(creation);
  }
  physics.OptimizeBroadPhase();
  const at = placeOf(Jolt, position);
  const turn = placeOf(Jolt, rotation);
  const place = (positions, quaternions) => {
    for (let i = 0; i < scene.count; ++i) {
      const q = 4 * i;
      writeFloats(Jolt, at, positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
      writeFloats(Jolt, turn, quaternions[q], quaternions[q + 1], quaternions[q + 2], quaternions[q + 3]);
      bodies.SetPositionAndRotation(ids[i], position, rotation, Jolt.EActivation_DontActivate);
    }
  };
  return { jolt, physics, bodies, ids, place };
}

const makeFilters = (Jolt) => [
  new Jolt.BroadPhaseLayerFilter(),
  new Jolt.ObjectLayerFilter(),
  new Jolt.BodyFilter(),
  new Jolt.ShapeFilter(),
];

function castRays(Jolt, name, scene, rays) {
  const length = rayLength(scene);
  const { physics, place } = fill(Jolt, scene);
  place(scene.positions[0], scene.quaternions[0]);
  physics.OptimizeBroadPhase();
  const query = physics.GetNarrowPhaseQueryNoLock();
  const ray = new Jolt.RRayCast();
  const origin = placeOf(Jolt, ray.mOrigin);
  const way = placeOf(Jolt, ray.mDirection);
  const settings = new Jolt.RayCastSettings();
  const collector = new Jolt.CastRayClosestHitCollisionCollector();
  const filters = makeFilters(Jolt);
  return rayContender(`${name} NarrowPhaseQuery.CastRay`, rays.length / 6, (i) => {
    const at = 6 * i;
    writeFloats(Jolt, origin, rays[at], rays[at + 1], rays[at + 2]);
    writeFloats(Jolt, way, length * rays[at + 3], length * rays[at + 4], length * rays[at + 5]);
    collector.Reset();
    query.CastRay(ray, settings, collector, ...filters);
    return collector.HadHit() ? length * collector.mHit.mFraction : Infinity;
  });
}

function churn(Jolt, name, scene) {
  const { jolt, physics, bodies, place } = fill(Jolt, scene, 10_000);
  place(scene.positions[0], scene.quaternions[0]);
  let began = 0;
  const listener = new Jolt.ContactListenerJS();
  listener.OnContactValidate = () => Jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
  listener.OnContactAdded = () => {
    ++began;
  };
  listener.OnContactPersisted = () => {};
  listener.OnContactRemoved = () => {};
  physics.SetContactListener(listener);
  const position = new Jolt.RVec3();
  const rotation = new Jolt.Quat(0, 0, 0, 1);
  const bullets = [];
  let shape = null;
  return {
    name: `${name} Step`,
    frame(positions, radius, most) {
      shape ??= new Jolt.SphereShape(radius);
      for (let i = 0; i < positions.length; i += 3) {
        position.Set(positions[i], positions[i + 1], positions[i + 2]);
        const creation = new Jolt.BodyCreationSettings(shape, position, rotation, Jolt.EMotionType_Kinematic, 0);
        creation.mCollideKinematicVsNonDynamic = true;
        creation.mAllowSleeping = false;
        const body = bodies.CreateBody(creation);
        bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
        bullets.push(body.GetID());
        Jolt.destroy(creation);
      }
      while (bullets.length > most) {
        const id = bullets.shift();
        bodies.RemoveBody(id);
        bodies.DestroyBody(id);
      }
      began = 0;
      jolt.Step(1 / 60, 1);
      return began;
    },
  };
}

/** Its own character, which steps and sticks to the ground by itself. */
function moveCharacter(Jolt, name, scene) {
  const { boxes, ground, grounds = ground ? [ground] : [], lift, moves, start, starts = [start] } = scene;
  const { radius, height, skin, step } = scene;
  const jolt = makeWorld(Jolt, boxes.length + grounds.length + 2);
  const physics = jolt.GetPhysicsSystem();
  const bodies = physics.GetBodyInterfaceNoLock();
  const upright = new Jolt.Quat(0, 0, 0, 1);
  const add = (shape, x, y, z, motion = Jolt.EMotionType_Static) => {
    const creation = new Jolt.BodyCreationSettings(shape, new Jolt.RVec3(x, y, z), upright, motion, 0);
    const id = bodies.CreateAndAddBody(creation, Jolt.EActivation_DontActivate);
    Jolt.destroy(creation);
    return id;
  };
  for (const [width, height, depth, x, y, z] of boxes)
    add(makeShape(Jolt, { type: "box", width, height, depth }), x, y, z);
  for (const mesh of grounds) add(makeMesh(Jolt, mesh), 0, 0, 0);
  const [width, thickness, depth] = lift?.size ?? [];
  const box = { type: "box", width, height: thickness, depth };
  const moved = lift && add(makeShape(Jolt, box), ...lift.at(0), Jolt.EMotionType_Kinematic);
  physics.OptimizeBroadPhase();
  const settings = new Jolt.CharacterVirtualSettings();
  settings.mShape = makeShape(Jolt, { type: "capsule", radius, height });
  settings.mCharacterPadding = skin;
  const places = starts.map(({ x, y, z }) => new Jolt.RVec3(x, y, z));
  const each = moves.length / places.length;
  const place = new Jolt.RVec3();
  const character = new Jolt.CharacterVirtual(settings, places[0], upright, physics);
  const update = new Jolt.ExtendedUpdateSettings();
  update.mWalkStairsStepUp = new Jolt.Vec3(0, step, 0);
  update.mStickToFloorStepDown = new Jolt.Vec3(0, -step, 0);
  const gravity = new Jolt.Vec3(0, 0, 0);
  const velocity = new Jolt.Vec3();
  const at = placeOf(Jolt, velocity);
  const filters = makeFilters(Jolt);
  const allocator = jolt.GetTempAllocator();
  return {
    name: `${name} CharacterVirtual.ExtendedUpdate`,
    count: moves.length,
    run() {
      for (let i = 0; i < moves.length; ++i) {
        if (i % each === 0) character.SetPosition(places[i / each]);
        if (lift) {
          place.Set(...lift.at(i));
          bodies.SetPosition(moved, place, Jolt.EActivation_DontActivate);
        }
        const { x, y, z } = moves[i];
        writeFloats(Jolt, at, 60 * x, 60 * y, 60 * z);
        character.SetLinearVelocity(velocity);
        character.ExtendedUpdate(1 / 60, gravity, update, ...filters, allocator);
      }
      const [x, y, z] = Jolt.HEAPF32.subarray(placeOf(Jolt, character.GetPosition()));
      return { x, y, z };
    },
  };
}

function castShapes(Jolt, name, scene, casts, description) {
  const { physics, place } = fill(Jolt, scene);
  place(scene.positions[0], scene.quaternions[0]);
  physics.OptimizeBroadPhase();
  const query = physics.GetNarrowPhaseQueryNoLock();
  const shape = makeShape(Jolt, description);
  shape.AddRef();
  const one = new Jolt.Vec3(1, 1, 1);
  const zero = new Jolt.RVec3(0, 0, 0);
  const position = new Jolt.RVec3();
  const rotation = new Jolt.Quat();
  const way = new Jolt.Vec3();
  const settings = new Jolt.ShapeCastSettings();
  const collector = new Jolt.CastShapeClosestHitCollisionCollector();
  const filters = makeFilters(Jolt);
  const [from, turn, along] = [position, rotation, way].map((object) => placeOf(Jolt, object));
  return castContender(`${name} NarrowPhaseQuery.CastShape`, casts.length / 10, (i) => {
    const at = 10 * i;
    writeFloats(Jolt, from, casts[at], casts[at + 1], casts[at + 2]);
    writeFloats(Jolt, turn, casts[at + 3], casts[at + 4], casts[at + 5], casts[at + 6]);
    writeFloats(Jolt, along, casts[at + 7], casts[at + 8], casts[at + 9]);
    // Made anew: its bounds, which the search goes by, are computed when it is made.
    const start = Jolt.RMat44.prototype.sRotationTranslation(rotation, position);
    const cast = new Jolt.RShapeCast(shape, one, start, way);
    collector.Reset();
    query.CastShape(cast, settings, zero, collector, ...filters);
    Jolt.destroy(cast);
    return collector.HadHit() ? collector.mHit.mFraction : Infinity;
  });
}

/** The triangles are written into Jolt's memory, which is several times as fast as its setters. */
function makeMesh(Jolt, { vertices, indices }) {
  const list = new Jolt.VertexList();
  list.resize(vertices.length / 3);
  const triangles = new Jolt.IndexedTriangleList();
  triangles.resize(indices.length / 3);
  const first = Jolt.getPointer(triangles.at(0)) / 4;
  const stride = Jolt.getPointer(triangles.at(1)) / 4 - first;
  Jolt.HEAPF32.set(vertices, Jolt.getPointer(list.at(0)) / 4);
  for (let t = 0; t < indices.length / 3; ++t) {
    Jolt.HEAPU32.set(indices.subarray(3 * t, 3 * t + 3), first + stride * t);
  }
  const materials = new Jolt.PhysicsMaterialList();
  const settings = new Jolt.MeshShapeSettings(list, triangles, materials);
  const result = settings.Create();
  if (result.HasError()) throw new Error(`Jolt refused the mesh: ${result.GetError().c_str()}`);
  const shape = result.Get();
  shape.AddRef();
  result.Clear();
  for (const made of [settings, materials, triangles, list]) Jolt.destroy(made);
  return shape;
}

const meshBuilder = (Jolt, name, mesh) => ({
  name: `${name} MeshShapeSettings.Create`,
  count: 1,
  run: () => makeMesh(Jolt, mesh).Release(),
});

/** Locks are left out, as Jolt's own notes advise. */
function meshContenders(Jolt, name, mesh, question, { values, count, radius, half }) {
  if (question === "closest") return [];
  const jolt = makeWorld(Jolt, 1);
  const physics = jolt.GetPhysicsSystem();
  const creation = new Jolt.BodyCreationSettings(
    makeMesh(Jolt, mesh),
    new Jolt.RVec3(0, 0, 0),
    new Jolt.Quat(0, 0, 0, 1),
    Jolt.EMotionType_Static,
    0,
  );
  const bodies = physics.GetBodyInterfaceNoLock();
  bodies.CreateAndAddBody(creation, Jolt.EActivation_DontActivate);
  physics.OptimizeBroadPhase();
  const query = physics.GetNarrowPhaseQueryNoLock();
  const filters = makeFilters(Jolt);
  const write = (to, x, y, z) => writeFloats(Jolt, to, x, y, z);
  const place = (to, from) => write(to, values[from], values[from + 1], values[from + 2]);
  if (question === "raycast") {
    const reach = 100;
    const ray = new Jolt.RRayCast();
    const origin = placeOf(Jolt, ray.mOrigin);
    const way = placeOf(Jolt, ray.mDirection);
    const settings = new Jolt.RayCastSettings();
    const collector = new Jolt.CastRayClosestHitCollisionCollector();
    return [
      meshContender(`${name} NarrowPhaseQuery.CastRay`, count, (i) => {
        place(origin, 6 * i);
        write(way, reach * values[6 * i + 3], reach * values[6 * i + 4], reach * values[6 * i + 5]);
        collector.Reset();
        query.CastRay(ray, settings, collector, ...filters);
        return collector.HadHit() ? reach * collector.mHit.mFraction : Infinity;
      }),
    ];
  }
  const one = new Jolt.Vec3(1, 1, 1);
  const zero = new Jolt.RVec3(0, 0, 0);
  const position = new Jolt.RVec3(0, 0, 0);
  const rotation = new Jolt.Quat(0, 0, 0, 1);
  if (question === "cast") {
    const ball = makeShape(Jolt, { type: "sphere", radius });
    const start = Jolt.RMat44.prototype.sRotationTranslation(rotation, position);
    const cast = new Jolt.RShapeCast(ball, one, start, new Jolt.Vec3());
    // The translation is the last column.
    const from = placeOf(Jolt, cast.mCenterOfMassStart) + 12;
    const way = placeOf(Jolt, cast.mDirection);
    const settings = new Jolt.ShapeCastSettings();
    const collector = new Jolt.CastShapeClosestHitCollisionCollector();
    return [
      meshContender(`${name} NarrowPhaseQuery.CastShape`, count, (i) => {
        const at = 6 * i;
        place(from, at);
        write(way, values[at + 3] - values[at], values[at + 4] - values[at + 1], values[at + 5] - values[at + 2]);
        collector.Reset();
        query.CastShape(cast, settings, zero, collector, ...filters);
        return collector.HadHit() ? collector.mHit.mFraction : Infinity;
      }),
    ];
  }
  const box = makeShape(Jolt, { type: "box", width: 2 * half[0], height: 2 * half[1], depth: 2 * half[2] });
  const settings = new Jolt.CollideShapeSettings();
  settings.mBackFaceMode = Jolt.EBackFaceMode_CollideWithBackFaces;
  const any = new Jolt.CollideShapeAnyHitCollisionCollector();
  const [from, turn] = [position, rotation].map((object) => placeOf(Jolt, object));
  return [
    meshContender(`${name} NarrowPhaseQuery.CollideShape, any hit`, count, (i) => {
      const at = 7 * i;
      place(from, at);
      writeFloats(Jolt, turn, values[at + 3], values[at + 4], values[at + 5], values[at + 6]);
      const transform = Jolt.RMat44.prototype.sRotationTranslation(rotation, position);
      any.Reset();
      query.CollideShape(box, one, transform, settings, zero, any, ...filters);
      return any.HadHit() ? 1 : 0;
    }),
  ];
}
