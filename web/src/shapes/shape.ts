import { invalid, isObject, nameClass, show, showLimit, wrongReceiver } from "../errors.js";
import { limits } from "../records.js";
import { space } from "../space.js";

// A symbol, so that an object of another copy of the package has no such property.
const handle: unique symbol = Symbol("handle");
/** What stands in a handle's place; the core takes neither for one. */
const DISPOSED = 0;
const NOT_MADE = -1;

// Browsers that know no `using` have no Symbol.dispose either; polyfills look for it when they are asked, not before.
export const disposeSymbol: typeof Symbol.dispose = Symbol.dispose ?? Symbol("Symbol.dispose");

/**
 * A convex shape in a frame of its own. Immutable: one shape may be used at any number of poses and by any number of
 * colliders. It lives in the core's memory; one that is forgotten is freed when it is collected, and `dispose` frees it
 * at once. Colliders hold the shapes that they use: `dispose` only drops the caller's own hold.
 */
export abstract class Shape {
  static {
    nameClass(Shape, "Shape");
  }

  /** The name of the shape's class, in lower case: "sphere", "box", "convex-hull", ... */
  abstract readonly type: string;

  /** @internal An object of its own, so that a frozen shape can be disposed of. */
  readonly [handle]: { number: number } = { number: NOT_MADE };

  /**
   * Lets go of the shape; to call it again does nothing. A shape that is disposed of cannot be used in calls any more
   * (code `disposed`); colliders that were made with it go on as before.
   */
  dispose(): void {
    if (!isShape(this)) throw wrongReceiver(this, "a Shape");
    const holder = this[handle];
    const value = holder.number;
    if (value <= 0) return;
    holder.number = DISPOSED;
    space.collectedShapes.unregister(holder);
    space.core.releaseShape(value);
  }

  /** As `dispose`, for `using`. */
  [disposeSymbol](): void {
    if (!isShape(this)) throw wrongReceiver(this, "a Shape");
    this.dispose();
  }
}

/** Whether a value is a shape that this copy of the package has made. */
export function isShape(value: unknown): value is Shape {
  return isObject(value) && handle in value && (value as Shape)[handle].number !== NOT_MADE;
}

/** Whether a value looks like a shape that another copy of the package has made. */
export function isForeignShape(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !(value instanceof Shape) &&
    "type" in value &&
    disposeSymbol in value
  );
}

export function isDisposed(shape: Shape): boolean {
  return shape[handle].number === DISPOSED;
}

/**
 * The shape's handle in the core, or something that is none when the shape is disposed of or no shape. The core refuses
 * that, so that the fast path need not look.
 */
export function handleOf(shape: Shape): number {
  return (shape as Shape | null | undefined)?.[handle]?.number as number;
}

/** Binds a new shape to its handle. */
export function adopt(shape: Shape, value: number): void {
  const holder = shape[handle];
  holder.number = value;
  space.collectedShapes.register(shape, value, holder);
}

let waiting = NOT_MADE;

/**
 * Makes an object for a shape that the core has already, by its own constructor.
 *
 * @param value the handle that the shape is to get, whose holder it becomes; 0 for one that is disposed of
 */
export function adopting<T extends Shape>(value: number, construct: () => T): T {
  waiting = value;
  try {
    return construct();
  } finally {
    waiting = NOT_MADE;
  }
}

/** For constructors: takes the handle that `adopting` has laid out. @returns whether there is one */
export function adoptWaiting(shape: Shape): boolean {
  if (waiting === NOT_MADE) return false;
  if (waiting === DISPOSED) shape[handle].number = DISPOSED;
  else adopt(shape, waiting);
  waiting = NOT_MADE;
  return true;
}

/** Makes properties read-only: setting one would not change the shape in the core. */
export function fix(object: object, ...names: readonly string[]): void {
  for (const name of names) Object.defineProperty(object, name, { writable: false });
}

/**
 * Makes a shape that consists of one to three lengths.
 *
 * @param parameters by name, for messages
 */
export function create(shape: Shape, type: number, parameters: Readonly<Record<string, number>>): void {
  space.begin();
  fix(shape, "type", ...Object.keys(parameters));
  if (adoptWaiting(shape)) return;
  const [p = 0, q = 0, r = 0] = Object.values(parameters);
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== "number") throw invalid(`${shape.type}: ${name} must be a number, got ${show(value)}`);
  }
  const value = space.core.createShape(type, p, q, r);
  if (value === 0) {
    for (const [name, length] of Object.entries(parameters)) {
      if (length >= limits.shapeMin && length <= limits.shapeMax) continue;
      const range = `from ${showLimit(limits.shapeMin)} to ${showLimit(limits.shapeMax)} m`;
      throw invalid(`${shape.type}: ${name} must be a length ${range}, got ${length}`);
    }
    throw space.faultError(`${shape.type}: `);
  }
  adopt(shape, value);
}
