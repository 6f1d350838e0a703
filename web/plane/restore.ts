import { Handover } from "../src/handover.js";
import { readBytes } from "../src/number_arrays.js";
import { NumberList } from "../src/number_list.js";
import { placeColliders } from "../src/world/base_restore.js";
import type { Held } from "../src/world/former_colliders.js";
import { Chain } from "./chain.js";
import { type Collider, ColliderObject } from "./collider.js";
import { Compound } from "./compound.js";
import { plane, ShapeType } from "./plane_module.js";
import { Polygon } from "./polygon.js";
import { adopting, type Shape } from "./shape.js";
import { Capsule, Circle, ConvexPolygon, Ellipse, HalfSpace, Rectangle, Segment } from "./shapes.js";
import { TileMap } from "./tile_map.js";
import type { Vec2 } from "./types.js";
import { PlaneState } from "./world_state.js";

/** Makes the objects of a restored world, and brings those of a world that is rolled back to the state of the snapshot. */

/** The state of a world that `restoring` makes, for its constructor. */
export const restored = new Handover<PlaneState>();

/** @param construct calls the constructor of World, which takes the state */
export function restoring<T>(source: unknown, measures: boolean, construct: () => T): T {
  plane.begin();
  const number = restoreWorld(readBytes(source), measures, 0);
  const list = new NumberList(plane.takeNumbers());
  const state = new PlaneState(number);
  state.ownShapes.push(...place(state, list));
  return restored.give(state, construct);
}

/** @param state of an open world */
export function rollBack(state: PlaneState, source: unknown): void {
  const bytes = readBytes(source);
  const world = state.open();
  const number = restoreWorld(bytes, false, world);
  const list = new NumberList(plane.takeNumbers());
  plane.core.rollBackWorld(world, number);
  state.updates++;
  place(state, list, state.snapshots.of(bytes));
  state.watchMovedRows();
}

/** @param base the world that is rolled back, or 0 @returns the number of a new world, whose description is in the list */
function restoreWorld(bytes: Uint8Array, measures: boolean, base: number): number {
  const number = plane.core.restoreWorld(plane.giveBytes(bytes, ""), measures, base);
  if (number === 0) throw plane.faultError();
  return number;
}

/** A shape of the core, held once for an object that may be made of it. */
class StoredShape {
  readonly #number: number;
  readonly #type: number;
  readonly #sizes: Sizes;
  readonly #parts: readonly { shape: StoredShape; position: Vec2; angle: number }[];
  #object: Shape | undefined;

  constructor(list: NumberList, before: readonly StoredShape[]) {
    this.#number = list.next();
    this.#type = list.next();
    this.#sizes = [list.next(), list.next(), list.next(), list.next()];
    const count = list.next();
    this.#parts = Array.from({ length: count }, (_, i) => ({
      shape: before[before.length - count + i] as StoredShape,
      position: list.vector2(),
      angle: list.next(),
    }));
  }

  get object(): Shape {
    if (this.#object === undefined) {
      const parts = this.#parts.map(({ shape, ...pose }) => ({ shape: shape.object, ...pose }));
      this.#object = adopting(this.#number, () => construct(this.#type, this.#sizes, parts));
    }
    return this.#object;
  }

  /** Lets go of the shape if no object has been made of it. @returns the objects that there are */
  finish(): readonly Shape[] {
    if (this.#object !== undefined) return [this.#object];
    plane.core.releaseShape(this.#number);
    return [];
  }
}

type Sizes = readonly [p: number, q: number, r: number, s: number];

/** Reads the beginning of the list that restoreWorld in plane_restore.cpp makes. */
function readShapes(list: NumberList): StoredShape[] {
  const count = list.next();
  const shapes: StoredShape[] = [];
  while (shapes.length < count) shapes.push(new StoredShape(list, shapes));
  return shapes;
}

/** @param held what colliders had at that time @returns the shapes that it made */
function place(state: PlaneState, list: NumberList, held?: Held<Collider>): Shape[] {
  const shapes = readShapes(list);
  const previous = [...state.colliders];
  placeColliders(state, list, held?.colliders ?? [], {
    hasTypes: true,
    shapeOf({ row, shape, type }) {
      const present = shape < 0 ? previous[-1 - shape]?.shape : shapes[shape]?.object;
      const before = held?.shapes[row] as Shape | undefined;
      // Equal shapes stay the same object, but for those with tiles: their object must be that of the core.
      if (before !== undefined && !(present !== undefined && hasTiles(before))) return before;
      // Of a removed collider the snapshot has only the shape's type.
      return present ?? adopting(0, () => construct(type, [0, 0, 0, 0], []));
    },
    make: (row, generation, collider) => new ColliderObject(state, row, generation, collider, undefined),
  });
  return shapes.flatMap((shape) => shape.finish());
}

/** Whether a shape can change. */
function hasTiles(shape: Shape): boolean {
  if (!(shape instanceof Compound)) return shape instanceof TileMap;
  return Array.from({ length: shape.partCount }, (_, i) => shape.part(i).shape).some(hasTiles);
}

function construct(
  type: number,
  [p, q, r, s]: Sizes,
  parts: readonly { shape: Shape; position: Vec2; angle: number }[],
): Shape {
  switch (type) {
    case ShapeType.circle:
      return new Circle(p);
    case ShapeType.rectangle:
      return new Rectangle(p, q);
    case ShapeType.capsule:
      return new Capsule(p, q);
    case ShapeType.ellipse:
      return new Ellipse(p, q);
    case ShapeType.segment:
      return new Segment([p, q], [r, s]);
    case ShapeType.convexPolygon:
      return new ConvexPolygon([], { radius: p });
    case ShapeType.polygon:
      return new Polygon([]);
    case ShapeType.chain:
      return new Chain(
        [],
        r === 0 && s === 0
          ? { closed: p === 1, sides: q === 1 ? "front" : "both" }
          : { closed: p === 1, oneWay: [r, s] },
      );
    case ShapeType.halfSpace:
      return new HalfSpace();
    case ShapeType.tileMap:
      return new TileMap({ columns: p, rows: q, tileSize: [r, s] });
    default:
      return new Compound(parts);
  }
}
