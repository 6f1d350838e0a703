import { isDetached } from "../arguments.js";
import { invalid, show } from "../errors.js";
import { faultError } from "../faults.js";
import { begin } from "../memory.js";
import { core } from "../raw.js";
import { giveBytes, takeReport } from "../report.js";
import { Box } from "../shapes/box.js";
import { Capsule } from "../shapes/capsule.js";
import { Cone } from "../shapes/cone.js";
import { ConvexHull } from "../shapes/convex_hull.js";
import { Cylinder } from "../shapes/cylinder.js";
import { Ellipsoid } from "../shapes/ellipsoid.js";
import { adopting, type Shape, ShapeType } from "../shapes/shape.js";
import { Sphere } from "../shapes/sphere.js";
import { ColliderObject, markRemoved } from "./collider.js";
import { WorldState } from "./state.js";

/** The objects of a world that comes out of a snapshot. */

let restored: WorldState | undefined;

/** For the constructor of World: the state that `restoring` has laid out. */
export function takeRestored(): WorldState | undefined {
  const state = restored;
  restored = undefined;
  return state;
}

/** @param construct calls the constructor of World, which takes the state */
export function restoring<T>(source: unknown, measures: boolean, construct: () => T): T {
  begin();
  const bytes = bytesOf(source);
  giveBytes(bytes, "");
  const number = core.restoreWorld(bytes.length, measures ? 1 : 0);
  if (number === 0) {
    core.releaseReport();
    throw faultError();
  }
  const list = takeReport();
  const state = new WorldState(number);
  addColliders(state, list);
  restored = state;
  return construct();
}

function bytesOf(source: unknown): Uint8Array {
  const isBytes = source instanceof Uint8Array || source instanceof ArrayBuffer;
  if (!isBytes) throw invalid(`bytes must be a Uint8Array or an ArrayBuffer, got ${show(source)}`);
  if (isDetached(source)) throw invalid("bytes is detached: it has been transferred, or its memory has grown");
  return source instanceof Uint8Array ? source : new Uint8Array(source);
}

// Flags of a row; see RowFlag in cpp/bindings/world_snapshot.cpp.
const KNOWN = 1;
const LIVE = 2;
const STATIC = 4;
const SENSOR = 8;
const CONTINUOUS = 16;

/** @param list what the core has said: shapes and rows */
function addColliders(state: WorldState, list: Float64Array): void {
  const [shapeCount = 0, rowCount = 0] = list;
  let at = 2;
  const next = () => list[at++] as number;
  const shapes = Array.from({ length: shapeCount }, () => {
    const [number, type, p, q, r] = [next(), next(), next(), next(), next()] as [
      number,
      number,
      number,
      number,
      number,
    ];
    return adopting(number, () => construct(type, p, q, r));
  });
  for (let row = 0; row < rowCount; row++) {
    const [flags, shape, layer, mask] = [next(), next(), next(), next()] as [number, number, number, number];
    if ((flags & KNOWN) === 0) continue;
    const options = {
      shape: shapes[shape] as Shape,
      static: (flags & STATIC) !== 0,
      sensor: (flags & SENSOR) !== 0,
      continuous: (flags & CONTINUOUS) !== 0,
    };
    const collider = new ColliderObject(state, row, options, layer, mask);
    if ((flags & LIVE) === 0) markRemoved(collider);
    state.colliders[row] = collider;
  }
}

function construct(type: number, p: number, q: number, r: number): Shape {
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
    default:
      return new ConvexHull([]);
  }
}
