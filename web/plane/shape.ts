import { checkNoMore, invalid, isObject, nameClass, show, showLimit, sizeError, wrongReceiver } from "../src/errors.js";
import { Handover } from "../src/handover.js";
import { disposeSymbol, fix } from "../src/properties.js";
import { limits, plane } from "./plane_module.js";

// A symbol, so that an object of another copy of the package, or of the one for space, has no such property.
const handle: unique symbol = Symbol("handle");
/** Placeholders for a handle; the core rejects both. */
const DISPOSED = 0;
const NOT_MADE = -1;

/**
 * A shape in its own frame. Closed: shapes that only touch do intersect. A size may be 0 where something is left: a circle of
 * radius 0 is a point, a rectangle without height a segment. Points and segments have no inside.
 *
 * Immutable, but for the tiles of a `TileMap`: any number of poses and compounds may share it. It lives in the core's memory until
 * it is garbage-collected or disposed of. Compounds hold the shapes of their parts: `dispose` only drops the caller's own hold.
 */
export abstract class Shape {
  static {
    nameClass(Shape, "Shape");
  }

  /**
   * The name of the shape's class in lower case: "circle", "rectangle", "capsule", "ellipse", "segment", "convex-polygon",
   * "polygon", "chain", "tile-map", "compound" or "half-space".
   */
  abstract readonly type: string;

  /** @internal An object of its own, so that a frozen shape can be disposed of. */
  readonly [handle]: { number: number; released: number } = { number: NOT_MADE, released: DISPOSED };

  /** @internal @param more arguments that the constructor does not have */
  constructor(more: readonly unknown[] = []) {
    plane.begin();
    checkNoMore(new.target, more);
  }

  /** Releases the shape. Later calls with it throw `disposed`; its compounds and own properties stay. Idempotent. */
  dispose(): void {
    if (!isShape(this)) throw wrongReceiver(this, "a Shape");
    const holder = this[handle];
    const value = holder.number;
    if (value <= 0) return;
    holder.number = DISPOSED;
    holder.released = value;
    plane.collectedShapes.unregister(holder);
    plane.core.releaseShape(value);
  }

  /** Calls `dispose`; for `using` declarations. */
  [disposeSymbol](): void {
    if (!isShape(this)) throw wrongReceiver(this, "a Shape");
    this.dispose();
  }
}

export function isShape(value: unknown): value is Shape {
  return isObject(value) && handle in value && (value as Shape)[handle].number !== NOT_MADE;
}

export function isDisposed(shape: Shape): boolean {
  return shape[handle].number === DISPOSED;
}

/** The shape's handle in the core. Not checked: the core rejects placeholders, and undefined for a value that is no shape. */
export function handleOf(shape: Shape): number {
  return (shape as Shape | null | undefined)?.[handle]?.number as number;
}

/**
 * A disposed shape that a collider or a compound still holds, as an argument of queries: its handle stays valid until the last
 * holder lets go. Other shapes are returned as they are.
 */
export function heldShape<T extends Shape>(shape: T): T {
  if (!isDisposed(shape)) return shape;
  const { released } = shape[handle];
  return Object.create(shape, { [handle]: { value: { number: released, released } } });
}

/** Binds a new shape to its handle. @param value 0 for a failure of the core */
export function adopt(shape: Shape, value: number): void {
  if (value === 0) throw plane.faultError(`${shape.type}: `);
  const holder = shape[handle];
  holder.number = value;
  plane.collectedShapes.register(shape, value, holder);
}

const adopted = new Handover<number>();

/**
 * Makes an object for an existing shape of the core, by the constructor of its class.
 *
 * @param value the shape's handle, which the object will own; 0 for a disposed shape
 */
export function adopting<T extends Shape>(value: number, make: () => T): T {
  return adopted.give(value, make);
}

/** For constructors: takes the handle of `adopting`. @returns false if there is none */
export function adoptWaiting(shape: Shape): boolean {
  const value = adopted.take();
  if (value === undefined) return false;
  if (value === DISPOSED) shape[handle].number = DISPOSED;
  else adopt(shape, value);
  return true;
}

/** Checks a size: 0, or in the range of lengths. */
export function checkSize(type: string, name: string, size: unknown): void {
  if (typeof size !== "number") throw invalid(`${type}: ${name} must be a number, got ${show(size)}`);
  if (size === 0 || (size >= limits.shapeMin && size <= limits.shapeMax)) return;
  const range = `from ${showLimit(limits.shapeMin)} to ${showLimit(limits.shapeMax)} m`;
  throw invalid(`${type}: ${name} must be 0 or a length ${range}, got ${size}`);
}

/** Creates a shape of up to two sizes. @param sizes by name, for messages */
export function create(shape: Shape, type: number, sizes: Readonly<Record<string, number>>): void {
  plane.begin();
  fix(shape, "type", ...Object.keys(sizes));
  if (adoptWaiting(shape)) return;
  for (const [name, size] of Object.entries(sizes)) {
    if (typeof size !== "number") throw sizeError(shape, name, size, Object.keys(sizes));
    checkSize(shape.type, name, size);
  }
  const [p = 0, q = 0] = Object.values(sizes);
  adopt(shape, plane.core.createShape(type, p, q));
}
