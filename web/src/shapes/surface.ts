import { shapeProblem } from "../arguments.js";
import { invalid, show, wrongReceiver } from "../errors.js";
import { numberAt } from "../memory.js";
import { checkOut, readBytes } from "../number_arrays.js";
import { checkLength, readCount } from "../options.js";
import { CALL_FAILED, limits, RESULTS } from "../records.js";
import { space } from "../space.js";
import { adopting, handleOf, isDisposed, isShape, type Shape } from "./shape.js";

/** How a surface of triangles pushes other shapes. A triangle's front is the side from which it is counter-clockwise. */
export interface SurfaceOptions {
  /**
   * `"both"`: each triangle pushes towards the side that the centre of the other shape's bounds is on. `"front"`: always
   * towards its front; rays and casts from behind pass through. Default: `"both"`; for a height field `"front"`.
   */
  readonly sides?: "both" | "front";
  /**
   * With `"front"`: how far behind a triangle the middle of another shape may be and still overlap it, in metres, from 0
   * to 1e9; `closestPoint` is negative there. Default: 1.
   */
  readonly thickness?: number;
}

/** @param standard of the option `sides`. @param subject beginning of an error message */
export function readSurface(
  options: SurfaceOptions,
  standard: "both" | "front",
  subject: string,
): { isOneSided: boolean; thickness: number } {
  const { sides = standard, thickness = 1 } = options;
  if (sides !== "both" && sides !== "front") {
    throw invalid(`${subject}sides must be "both" or "front", got ${show(sides)}`);
  }
  checkLength(thickness, `${subject}thickness`, 0, limits.shapeMax);
  return { isOneSided: sides === "front", thickness };
}

/** What the core knows of a surface. */
export interface SurfaceFacts {
  readonly triangleCount: number;
  readonly thickness: number;
  readonly sides: "both" | "front";
  /** Further numbers, by the type of the surface. */
  readonly others: readonly number[];
}

/** Describes a new surface. One that was restored, and whose collider was removed, has no data: all its numbers are 0. */
export function describeSurface(shape: Shape): SurfaceFacts {
  const isEmpty = isDisposed(shape);
  if (!isEmpty) space.core.describeSurface(handleOf(shape));
  const [triangleCount = 0, thickness = 0, isOneSided = 0, ...others] = Array.from({ length: 8 }, (_, i) =>
    isEmpty ? 0 : space.number(RESULTS + i),
  );
  return { triangleCount, thickness, sides: isOneSided === 1 ? "front" : "both", others };
}

/** A surface's handle, checked. @param name as messages call it. @param kind the class with its article */
export function surfaceHandle(
  surface: unknown,
  type: new (...args: never[]) => Shape,
  name: string,
  kind: string,
): number {
  if (!(isShape(surface) && surface instanceof type)) throw wrongReceiver(surface, kind);
  const problem = shapeProblem(surface, name);
  if (problem !== null) throw problem;
  return handleOf(surface);
}

/** The corners of a triangle. @param count of triangles */
export function surfaceTriangle(
  handle: number,
  index: number,
  count: number,
  out: Float64Array,
  subject: string,
): Float64Array {
  const checked = readCount(index, "index", 0, count - 1);
  checkOut(out, Float64Array, 9, space);
  if (space.core.surfaceTriangle(handle, checked) === CALL_FAILED) throw space.faultError(subject);
  for (let i = 0; i < 9; i++) out[i] = numberAt(space.doubles, RESULTS + i);
  return out;
}

export function serializeSurface(handle: number, subject: string): Uint8Array {
  const length = space.core.serializeSurface(handle);
  if (length === CALL_FAILED) throw space.faultError(subject);
  return space.takeBytes(length);
}

/** @param read makes the surface of the core, of so many bytes in the report. @param construct makes its object */
export function deserializeSurface<T extends Shape>(
  bytes: Uint8Array | ArrayBuffer,
  read: (byteCount: number) => number,
  construct: () => T,
  subject: string,
): T {
  const number = read(space.giveBytes(readBytes(bytes), subject));
  space.core.releaseReport();
  if (number === 0) throw space.faultError(subject);
  return adopting(number, construct);
}
