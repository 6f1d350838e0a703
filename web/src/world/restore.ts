import { shapeProblem } from "../arguments.js";
import { type HyperplaneError, invalid, show } from "../errors.js";
import { Handover } from "../handover.js";
import { readBytes } from "../number_arrays.js";
import type { NumberList } from "../number_list.js";
import { Argument, RESULTS, ShapeType } from "../records.js";
import { Box } from "../shapes/box.js";
import { Capsule } from "../shapes/capsule.js";
import { Compound, type CompoundPart } from "../shapes/compound.js";
import { Cone } from "../shapes/cone.js";
import { ConvexHull } from "../shapes/convex_hull.js";
import { Cylinder } from "../shapes/cylinder.js";
import { Ellipsoid } from "../shapes/ellipsoid.js";
import { HalfSpace } from "../shapes/half_space.js";
import { emptyField } from "../shapes/height_field.js";
import { adopting, handleOf, isDisposed, isShape, type Shape } from "../shapes/shape.js";
import { Sphere } from "../shapes/sphere.js";
import { TaperedCapsule } from "../shapes/tapered_capsule.js";
import { Triangle } from "../shapes/triangle.js";
import { TriangleMesh } from "../shapes/triangle_mesh.js";
import { emptyVoxels } from "../shapes/voxels.js";
import { space } from "../space.js";
import type { Vec3 } from "../types.js";
import { placeColliders } from "./base_restore.js";
import { type Collider, ColliderObject } from "./collider.js";
import { WorldState } from "./state.js";

/** Makes the objects of a restored world, and brings those of a world that is rolled back to the state of the snapshot. */

/** The state of a world that `restoring` makes, for its constructor. */
export const restored = new Handover<WorldState>();

/** The option `shapes`, copied: reading it may run code of the user's. @throws HyperplaneError `invalid-argument`, `disposed` */
export function readShapes(shapes: readonly Shape[] = []): Shape[] {
  if (!Array.isArray(shapes)) throw invalid(`options.shapes must be an array of shapes, got ${show(shapes)}`);
  return Array.from(shapes, (shape, i) => {
    const problem = shapeProblem(shape, `options.shapes[${i}]`);
    if (problem !== null) throw problem;
    return shape;
  });
}

/** @param construct calls the constructor of World, which takes the state */
export function restoring<T>(source: unknown, measures: boolean, given: readonly Shape[], construct: () => T): T {
  space.begin();
  const { number, list, shapes } = restoreWorld(readBytes(source), measures, given);
  const state = new WorldState(number);
  state.ownShapes.push(...shapes.filter((shape) => !given.includes(shape)));
  place(state, list, shapes);
  return restored.give(state, construct);
}

/** @param state of an open world */
export function rollBack(state: WorldState, source: unknown, given: readonly Shape[]): void {
  const bytes = readBytes(source);
  const held = state.snapshots.of(bytes);
  const heldShapes = (held?.shapes ?? []).filter(isShape);
  const candidates = new Set([...given, ...heldShapes.filter((shape) => !isDisposed(shape))]);
  const world = state.open();
  const { number, list, shapes } = restoreWorld(bytes, false, [...candidates], state);
  space.core.rollBackWorld(world, number);
  state.updates++;
  place(state, list, shapes, held?.colliders);
  state.watchMovedRows();
}

/** A new world of the core, the list of its rows, and its shapes. */
interface Restored {
  readonly number: number;
  readonly list: NumberList;
  readonly shapes: readonly Shape[];
}

/** @param base of the world that is rolled back with the new one */
function restoreWorld(bytes: Uint8Array, measures: boolean, given: readonly Shape[], base?: WorldState): Restored {
  const count = space.giveBytes(bytes, "", given.map(handleOf));
  const number = space.core.restoreWorld(count, measures, base?.number ?? 0);
  if (number === 0) {
    space.core.releaseReport();
    throw restoreError();
  }
  try {
    const list = space.takeList();
    return { number, list, shapes: listShapes(list, given, base?.colliders ?? []) };
  } catch (error) {
    space.core.releaseWorld(number);
    throw error;
  }
}

function restoreError(): HyperplaneError {
  if (space.readFault().argument !== Argument.shapeA) return space.faultError();
  const counts = Object.entries(ShapeType).flatMap(([name, type]) => {
    const count = space.number(RESULTS + type);
    return count === 0 ? [] : [`${count} ${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`];
  });
  return invalid(`${space.readFault().message}, pass them as options.shapes: ${counts.join(", ")}`);
}

/** Reads the beginning of the list that restoreWorld in world_snapshot.cpp makes. @param colliders of the base */
function listShapes(list: NumberList, given: readonly Shape[], colliders: readonly (Collider | undefined)[]): Shape[] {
  const shapeCount = list.next();
  const baseRowCount = list.next();
  const shapes: Shape[] = [];
  // Parts come before their compounds.
  while (shapes.length < shapeCount) {
    const source = list.next();
    if (source >= 0) {
      shapes.push((source < baseRowCount ? colliders[source]?.shape : given[source - baseRowCount]) as Shape);
      continue;
    }
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
  return shapes;
}

/** @param held colliders by row that the snapshot is known to have */
function place(
  state: WorldState,
  list: NumberList,
  shapes: readonly Shape[],
  held: readonly (Collider | undefined)[] = [],
): void {
  placeColliders(state, list, held, {
    hasTypes: false,
    shapeOf: ({ shape, previous }) => (shape < 0 ? previous?.shape : shapes[shape]) as Shape,
    make: (row, generation, collider) => new ColliderObject(state, row, generation, collider, undefined),
  });
}

type Parameters = readonly [a: Vec3, b: Vec3, c: Vec3];

function construct(type: number, [a, b, c]: Parameters, parts: readonly CompoundPart[]): Shape {
  const { x: p, y: q, z: r } = a;
  switch (type) {
    case ShapeType.sphere:
      return new Sphere(p);
    case ShapeType.box:
      return new Box(p, q, r);
    case ShapeType.roundBox:
      return new Box(p, q, r, { radius: b.x });
    case ShapeType.capsule:
      return new Capsule(p, q);
    case ShapeType.cylinder:
      return new Cylinder(p, q, { radius: r });
    case ShapeType.cone:
      return new Cone(p, q, { radius: r });
    case ShapeType.ellipsoid:
      return new Ellipsoid(p, q, r);
    case ShapeType.taperedCapsule:
      return new TaperedCapsule(p, q, r);
    case ShapeType.triangle:
      return new Triangle(a, b, c);
    case ShapeType.compound:
      return new Compound(parts);
    case ShapeType.triangleMesh:
      return new TriangleMesh([]);
    case ShapeType.heightField:
      return emptyField();
    case ShapeType.voxels:
      return emptyVoxels();
    case ShapeType.halfSpace:
      return new HalfSpace();
    default:
      return new ConvexHull([], { radius: p });
  }
}
