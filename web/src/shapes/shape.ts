import { checkNoMore, invalid, isObject, nameClass, show, showLimit, sizeError, wrongReceiver } from "../errors.js";
import { Handover } from "../handover.js";
import { disposeSymbol, fix } from "../properties.js";
import { limits } from "../records.js";
import { space } from "../space.js";

export { disposeSymbol, fix };

// A symbol, so that an object of another copy of the package has no such property.
const handle: unique symbol = Symbol("handle");
/** Placeholders for a handle; the core rejects both. */
const DISPOSED = 0;
const NOT_MADE = -1;

/**
 * A shape in its own frame. Closed: shapes that only touch do intersect. Parameters, axis and origin are those of three.js's
 * geometry of that name, if there is one.
 *
 * A size may be 0: `new Sphere(0)` is a point, `new Capsule(0, 2)` a segment, `new Capsule(1, 0)` a sphere, `new Box(2, 0, 3)` a
 * rectangle. Points, segments and flat shapes have a surface but no inside.
 *
 * Immutable, but for the vertices of a TriangleMesh, the heights of a HeightField and the cells of Voxels: any number of poses,
 * colliders and compounds may share it. It lives in the core's memory until it is garbage-collected or disposed of. Colliders and
 * compounds hold their shapes: `dispose` only drops the caller's own hold.
 */
export abstract class Shape {
  static {
    nameClass(Shape, "Shape");
  }

  /**
   * The name of the shape's class in lower case: "sphere", "box", "capsule", "cylinder", "cone", "ellipsoid",
   * "tapered-capsule", "convex-hull", "triangle", "compound", "triangle-mesh", "height-field", "voxels" or
   * "half-space".
   */
  abstract readonly type: string;

  /** @internal An object of its own, so that a frozen shape can be disposed of. */
  readonly [handle]: { number: number; released: number } = { number: NOT_MADE, released: DISPOSED };

  /** @internal @param more arguments that the constructor does not have */
  constructor(more: readonly unknown[] = []) {
    space.begin();
    checkNoMore(new.target, more);
  }

  /**
   * Releases the shape. Later calls with it throw `disposed`; its colliders, compounds and own properties stay. Idempotent.
   */
  dispose(): void {
    if (!isShape(this)) throw wrongReceiver(this, "a Shape");
    const holder = this[handle];
    const value = holder.number;
    if (value <= 0) return;
    holder.number = DISPOSED;
    holder.released = value;
    space.collectedShapes.unregister(holder);
    space.core.releaseShape(value);
  }

  /** Calls `dispose`; for `using` declarations. */
  [disposeSymbol](): void {
    if (!isShape(this)) throw wrongReceiver(this, "a Shape");
    this.dispose();
  }
}

/** Whether a value is a shape of this copy of the package. */
export function isShape(value: unknown): value is Shape {
  return isObject(value) && handle in value && (value as Shape)[handle].number !== NOT_MADE;
}

/** Whether a value looks like a shape of another copy of the package. */
export function isForeignShape(value: unknown): boolean {
  return isObject(value) && !(value instanceof Shape) && "type" in value && disposeSymbol in value;
}

export function isDisposed(shape: Shape): boolean {
  return shape[handle].number === DISPOSED;
}

/**
 * The shape's handle in the core. Not checked, to keep the fast path short: the core rejects a placeholder, and undefined for
 * a value that is no shape.
 */
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

/** Binds a new shape to its handle. */
export function adopt(shape: Shape, value: number): void {
  const holder = shape[handle];
  holder.number = value;
  space.collectedShapes.register(shape, value, holder);
}

const adopted = new Handover<number>();

/**
 * Makes an object for an existing shape of the core, by the constructor of its class.
 *
 * @param value the shape's handle, which the object will own; 0 for a disposed shape
 */
export function adopting<T extends Shape>(value: number, construct: () => T): T {
  return adopted.give(value, construct);
}

/** For constructors: takes the handle of `adopting`. @returns false if there is none */
export function adoptWaiting(shape: Shape): boolean {
  const value = adopted.take();
  if (value === undefined) return false;
  if (value === DISPOSED) shape[handle].number = DISPOSED;
  else adopt(shape, value);
  return true;
}

/** Checks a size: 0, or in the range of lengths. @throws HyperplaneError `invalid-argument` */
export function checkSize(size: unknown, name: string): void {
  if (size === 0 || (typeof size === "number" && size >= limits.shapeMin && size <= limits.shapeMax)) return;
  const range = `from ${showLimit(limits.shapeMin)} to ${showLimit(limits.shapeMax)} m`;
  throw invalid(`${name} must be 0 or a length ${range}, got ${show(size)}`);
}

/**
 * Creates a shape with up to three lengths in the core.
 *
 * @param parameters by name, for messages
 * @param rounding a further length, of a shape that can have one
 */
export function create(
  shape: Shape,
  type: number,
  parameters: Readonly<Record<string, number>>,
  rounding?: number,
): void {
  space.begin();
  fix(shape, "type", ...Object.keys(parameters), ...(rounding === undefined ? [] : ["rounding"]));
  if (adoptWaiting(shape)) return;
  const [p = 0, q = 0, r = 0, s = 0] = [...Object.values(parameters), rounding];
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== "number") throw sizeError(shape, name, value, Object.keys(parameters));
  }
  const value = space.core.createShape(type, p, q, r, s);
  if (value === 0) {
    for (const [name, length] of Object.entries(parameters)) {
      checkSize(length, `${shape.type}: ${name}`);
    }
    throw space.faultError(`${shape.type}: `);
  }
  adopt(shape, value);
}
