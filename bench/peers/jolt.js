/** Jolt Physics in its single-threaded WebAssembly package. */

import initJolt from "jolt-physics/wasm-compat";
import { contactContender, hitContender, writeContact } from "../lib/pairs.js";
import { castContender, rayContender, rayLength } from "../lib/worlds.js";
import { shapeAt } from "../scenes.js";

export async function load() {
  const Jolt = await initJolt();
  // Registers the shapes' collision functions; pairs cannot be asked without.
  makeWorld(Jolt, 1);
  return {
    pairContenders: (scene, question) => pairContenders(Jolt, scene, question),
    takesShapes: true,
    worldContenders: (scene) => [worldContender(Jolt, scene)],
    rayContenders: (scene, rays) => [castRays(Jolt, scene, rays)],
    castContenders: (scene, casts, shape) => [castShapes(Jolt, scene, casts, shape)],
    churnContenders: (scene) => [churn(Jolt, scene)],
  };
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
    case "capsule":
      settings = new Jolt.CapsuleShapeSettings(shape.height / 2, shape.radius);
      break;
    case "cylinder":
      settings = new Jolt.CylinderShapeSettings(shape.height / 2, shape.radius, 0);
      break;
    case "sphere":
      settings = new Jolt.SphereShapeSettings(shape.radius);
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

function pairContenders(Jolt, scene, question) {
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
  settings.mMaxSeparationDistance = question === "distance" ? 10 : 0;
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
  const collide = (i, collector) =>
    transformedB[i].CollideShape(
      shapes[scene.pairs[2 * i]],
      scaleOne,
      matricesA[i],
      settings,
      origin,
      collector,
      filter,
    );

  if (question === "intersects") {
    const any = new Jolt.CollideShapeAnyHitCollisionCollector();
    const contenders = [
      hitContender("Jolt CollideShape, any hit", scene, (i) => {
        any.Reset();
        collide(i, any);
        return any.HadHit();
      }),
    ];
    if (scene.shapes.every((shape) => shape.type === "box"))
      contenders.push(...orientedBoxContenders(Jolt, scene, read));
    return contenders;
  }

  const sign = question === "contact" ? 1 : -1;
  const closest = new Jolt.CollideShapeClosestHitCollisionCollector();
  return [
    contactContender("Jolt CollideShape, closest hit", scene, (i, out) => {
      closest.Reset();
      collide(i, closest);
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
    }),
  ];
}

/** Jolt's test of two oriented boxes: yes or no, without shapes. */
function orientedBoxContenders(Jolt, scene, read) {
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
    hitContender("Jolt OrientedBox.OverlapsOrientedBox, boxes prepared", scene, (i) => a[i].OverlapsOrientedBox(b[i])),
    hitContender("Jolt OrientedBox.OverlapsOrientedBox, from quaternions", scene, (i) => {
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
function worldContender(Jolt, scene) {
  const name = "Jolt Step, kinematic bodies";
  if (1.5 * scene.count > MAX_CONTACTS) return { name, cannot: "its step has no room for so many contacts" };
  const { jolt, place } = fill(Jolt, scene);
  const physics = jolt.GetPhysicsSystem();
  let visit;
  const read = (bodyPointerA, bodyPointerB, manifoldPointer) => {
    const manifold = Jolt.wrapPointer(manifoldPointer, Jolt.ContactManifold);
    const a = Jolt.wrapPointer(bodyPointerA, Jolt.Body).GetUserData();
    const b = Jolt.wrapPointer(bodyPointerB, Jolt.Body).GetUserData();
    const normal = manifold.mWorldSpaceNormal;
    visit.sum += normal.GetX() + normal.GetY() + normal.GetZ() + manifold.mPenetrationDepth;
    const points = manifold.mRelativeContactPointsOn1;
    const count = points.size();
    for (let k = 0; k < count; ++k) {
      const point = points.at(k);
      visit.sum += point.GetX() + point.GetY() + point.GetZ();
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
  const jolt = makeWorld(Jolt, scene.count + room);
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
  physics.OptimizeBroadPhase();
  const place = (positions, quaternions) => {
    for (let i = 0; i < scene.count; ++i) {
      position.Set(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
      rotation.Set(quaternions[4 * i], quaternions[4 * i + 1], quaternions[4 * i + 2], quaternions[4 * i + 3]);
      bodies.SetPositionAndRotation(ids[i], position, rotation, Jolt.EActivation_DontActivate);
    }
  };
  return { jolt, physics, bodies, ids, place };
}

function castRays(Jolt, scene, rays) {
  const length = rayLength(scene);
  const { physics, place } = fill(Jolt, scene);
  place(scene.positions[0], scene.quaternions[0]);
  physics.OptimizeBroadPhase();
  const query = physics.GetNarrowPhaseQueryNoLock();
  const ray = new Jolt.RRayCast();
  const origin = new Jolt.RVec3();
  const direction = new Jolt.Vec3();
  const settings = new Jolt.RayCastSettings();
  const collector = new Jolt.CastRayClosestHitCollisionCollector();
  const filters = [new Jolt.BroadPhaseLayerFilter(), new Jolt.ObjectLayerFilter()];
  const bodyFilter = new Jolt.BodyFilter();
  const shapeFilter = new Jolt.ShapeFilter();
  return rayContender("Jolt NarrowPhaseQuery.CastRay", rays.length / 6, (i) => {
    origin.Set(rays[6 * i], rays[6 * i + 1], rays[6 * i + 2]);
    direction.Set(length * rays[6 * i + 3], length * rays[6 * i + 4], length * rays[6 * i + 5]);
    ray.mOrigin = origin;
    ray.mDirection = direction;
    collector.Reset();
    query.CastRay(ray, settings, collector, filters[0], filters[1], bodyFilter, shapeFilter);
    return collector.HadHit() ? length * collector.mHit.mFraction : Infinity;
  });
}

function churn(Jolt, scene) {
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
    name: "Jolt Step",
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

function castShapes(Jolt, scene, casts, description) {
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
  const filters = [new Jolt.BroadPhaseLayerFilter(), new Jolt.ObjectLayerFilter()];
  const bodyFilter = new Jolt.BodyFilter();
  const shapeFilter = new Jolt.ShapeFilter();
  return castContender("Jolt NarrowPhaseQuery.CastShape", casts.length / 10, (i) => {
    const [x, y, z, qx, qy, qz, qw, dx, dy, dz] = casts.subarray(10 * i, 10 * i + 10);
    position.Set(x, y, z);
    rotation.Set(qx, qy, qz, qw);
    way.Set(dx, dy, dz);
    const start = Jolt.RMat44.prototype.sRotationTranslation(rotation, position);
    const cast = new Jolt.RShapeCast(shape, one, start, way);
    collector.Reset();
    query.CastShape(cast, settings, zero, collector, filters[0], filters[1], bodyFilter, shapeFilter);
    Jolt.destroy(cast);
    return collector.HadHit() ? collector.mHit.mFraction : Infinity;
  });
}
