import { readBytes } from "../arguments.js";
import { Handover } from "../handover.js";
import type { NumberList } from "../number_list.js";
import { RowFlag, ShapeType } from "../records.js";
import { Box } from "../shapes/box.js";
import { Capsule } from "../shapes/capsule.js";
import { Compound, type CompoundPart } from "../shapes/compound.js";
import { Cone } from "../shapes/cone.js";
import { ConvexHull } from "../shapes/convex_hull.js";
import { Cylinder } from "../shapes/cylinder.js";
import { Ellipsoid } from "../shapes/ellipsoid.js";
import { adopting, type Shape } from "../shapes/shape.js";
import { Sphere } from "../shapes/sphere.js";
import { Triangle } from "../shapes/triangle.js";
import { TriangleMesh } from "../shapes/triangle_mesh.js";
import { space } from "../space.js";
import type { Vec3 } from "../types.js";
import { ColliderObject, markRemoved } from "./collider.js";
import { WorldState } from "./state.js";

/** Makes the objects of a restored world. */

/** The state of a world that `restoring` makes, for its constructor. */
export const restored = new Handover<WorldState>();

/** @param construct calls the constructor of World, which takes the state */
export function restoring<T>(source: unknown, measures: boolean, construct: () => T): T {
  space.begin();
  const bytes = readBytes(source);
  space.giveBytes(bytes, "");
  const number = space.core.restoreWorld(bytes.length, measures);
  if (number === 0) {
    space.core.releaseReport();
    throw space.faultError();
  }
  const list = space.takeList();
  const state = new WorldState(number);
  addColliders(state, list);
  return restored.give(state, construct);
}

/** @param list shapes and rows, as restoreWorld in world_snapshot.cpp lists them */
function addColliders(state: WorldState, list: NumberList): void {
  const shapeCount = list.next();
  const rowCount = list.next();
  const shapes: Shape[] = [];
  // Parts come before their compounds.
  while (shapes.length < shapeCount) {
    const number = list.next();
    const type = list.next();
    const parameters: Parameters = [list.vector(), list.vector(), list.vector()];
    const parts = Array.from({ length: list.next() }, () => ({
      shape: shapes[list.next()] as Shape,
      position: list.vector(),
      quaternion: { ...list.vector(), w: list.next() },
    }));
    shapes.push(adopting(number, () => construct(type, parameters, parts)));
  }
  for (let row = 0; row < rowCount; row++) {
    const flags = list.next();
    const shape = list.next();
    const layer = list.next();
    const mask = list.next();
    if ((flags & RowFlag.known) === 0) continue;
    const options = {
      shape: shapes[shape] as Shape,
      static: (flags & RowFlag.static) !== 0,
      sensor: (flags & RowFlag.sensor) !== 0,
      continuous: (flags & RowFlag.continuous) !== 0,
    };
    const collider = new ColliderObject(state, row, options, layer, mask);
    if ((flags & RowFlag.live) === 0) markRemoved(collider);
    state.colliders[row] = collider;
  }
}

type Parameters = readonly [a: Vec3, b: Vec3, c: Vec3];

function construct(type: number, [a, b, c]: Parameters, parts: readonly CompoundPart[]): Shape {
  const { x: p, y: q, z: r } = a;
  switch (type) {
    case ShapeType.sphere:
      return new Sphere(p);
    case ShapeType.box:
      return new Box(p, q, r);
    case ShapeType.capsule:
      return new Capsule(p, q);
    case ShapeType.cylinder:
      return new Cylinder(p, q);
    case ShapeType.cone:
      return new Cone(p, q);
    case ShapeType.ellipsoid:
      return new Ellipsoid(p, q, r);
    case ShapeType.triangle:
      return new Triangle(a, b, c);
    case ShapeType.compound:
      return new Compound(parts);
    case ShapeType.triangleMesh:
      return new TriangleMesh([]);
    default:
      return new ConvexHull([]);
  }
}
