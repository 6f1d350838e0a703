/**
 * Kinds of errors:
 * - `not-initialised`: `init` has not been called, or its promise has not resolved yet
 * - `invalid-argument`: a parameter has the wrong type, is not finite, or lies outside its range; the message names it
 * - `disposed`: a shape or a world was used after its `dispose`, or a collider after its removal
 * - `degenerate-shape`: a point cloud has no volume, a triangle or mesh no area, a solid mesh has an open edge, or a polygon's
 *   rings cross
 * - `out-of-memory`: memory ran out, or a stated cap was reached
 * - `load-failed`: the .wasm file could not be fetched, compiled or started; the message names the source
 */
export type ErrorCode =
  | "not-initialised"
  | "invalid-argument"
  | "disposed"
  | "degenerate-shape"
  | "out-of-memory"
  | "load-failed";

const ownClasses = new WeakSet<object>();

/** @internal Restores the name of a class, which minification removes; messages and debuggers show it. */
export function nameClass(type: object, name: string): void {
  ownClasses.add(type);
  Object.defineProperty(type, "name", { value: name, configurable: true });
}

/**
 * @internal For the end of constructors: makes an object take no further properties, so that Vue and others leave it as it is. A
 * proxy would not have its private members. Classes of the caller's that extend one of the package add properties of their own.
 */
export function close(object: object): void {
  if (ownClasses.has(object.constructor)) Object.preventExtensions(object);
}

/**
 * The only error type of this package. The failed call has changed nothing; `World.update` and `SceneColliders.pull` state an
 * exception. Errors of the caller's own functions, such as a filter, pass through unchanged.
 */
export class HyperplaneError extends Error {
  static {
    nameClass(HyperplaneError, "HyperplaneError");
  }

  /** The kind of error. Test this, not the message, which may change. */
  readonly code: ErrorCode;

  /**
   * @param message names the wrong argument
   * @param options `code`, by default `invalid-argument`; `cause`: the original error
   */
  constructor(message?: string, options: { readonly code?: ErrorCode; readonly cause?: unknown } = {}) {
    super(message, options);
    this.name = "HyperplaneError";
    this.code = options.code ?? "invalid-argument";
  }
}

/** @internal */
export function failure(code: ErrorCode, message: string, cause?: unknown): HyperplaneError {
  return new HyperplaneError(message, cause === undefined ? { code } : { code, cause });
}

/** @internal */
export function invalid(message: string): HyperplaneError {
  return failure("invalid-argument", message);
}

/** @internal For methods called on another object, for example detached from theirs. */
export function wrongReceiver(value: unknown, kind: string): HyperplaneError {
  return invalid(`the method must be called on ${kind}, got ${show(value)}`);
}

/** @internal */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** @internal For a size of a shape that is no number, as where all sizes are in an object. @param names of all sizes */
export function sizeError(
  shape: { readonly type: string },
  name: string,
  size: unknown,
  names: readonly string[],
): HyperplaneError {
  const hint = isObject(size) ? `: write new ${shape.constructor.name}(${names.join(", ")})` : "";
  return invalid(`${shape.type}: ${name} must be a number, got ${show(size)}${hint}`);
}

/** @internal Options of a shape that has none, a rounding or a normal would be passed by. @param more beyond the constructor's arguments */
export function checkNoMore({ name, length }: { name: string; length: number }, more: readonly unknown[]): void {
  const i = more.findIndex((value) => value !== undefined);
  if (i >= 0) throw invalid(`${name}: there is no argument ${length + i + 1}, got ${show(more[i])}`);
}

/** @internal A limit as a message shows it: 1e9. */
export function showLimit(limit: number): string {
  return limit.toExponential().replace("+", "");
}

/** @internal Describes a value for a message: short, with its type. */
export function show(value: unknown): string {
  try {
    return describe(value);
  } catch {
    // A proxy that is revoked, or a class with a getter that throws.
    return "an object that throws when it is read";
  }
}

function describe(value: unknown): string {
  if (typeof value === "string")
    return value.length > 40 ? `a string of ${value.length} characters` : `the string "${value}"`;
  if (typeof value === "bigint") return `the bigint ${value}n`;
  if (typeof value === "symbol" || typeof value === "function") return `a ${typeof value}`;
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value !== "object" || value === null) return String(value);
  const type: unknown = value.constructor;
  const name: unknown = typeof type === "function" ? type.name : "";
  return typeof name !== "string" || name === "" || name === "Object" ? "an object" : `an object of class ${name}`;
}
