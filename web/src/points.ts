import { readComponents } from "./components.js";
import { invalid, isObject, show } from "./errors.js";
import { readCount } from "./options.js";
import type { Vec3Like } from "./types.js";

/** The forms of points that are no list of numbers, such as those of three.js. */

/** The part of a geometry that holds its vertices; three.js's BufferGeometry is one. */
export interface GeometryLike {
  /** Their places, as three.js's BufferAttribute gives them; other attributes are not read. */
  readonly attributes: {
    readonly position?: {
      readonly count: number;
      getX(index: number): number;
      getY(index: number): number;
      getZ(index: number): number;
    };
  };
  /** Three vertices a triangle. */
  readonly index?: { readonly array: ArrayLike<number> } | null;
}

/** x, y, z of each point in turn, or vectors, or a geometry. */
export type PointsLike = ArrayLike<number> | readonly Vec3Like[] | GeometryLike;

export const isGeometry = (value: unknown): value is GeometryLike =>
  isObject(value) && isObject((value as { attributes?: unknown }).attributes);

/**
 * The numbers of points in any form. What has none of these forms is returned as it is, for `readNumbers` to complain of.
 *
 * @param name of the argument, as the message shows it
 * @param most points
 */
export function coordinatesOf(points: PointsLike, name: string, most: number): ArrayLike<number> {
  if (isGeometry(points)) {
    const { position } = points.attributes;
    if (
      !isObject(position) ||
      ![position.getX, position.getY, position.getZ].every((get) => typeof get === "function")
    ) {
      throw invalid(`${name} is a geometry without an attribute position, got ${show(position)}`);
    }
    const count = readCount(position.count, `${name}.attributes.position.count`, 0, most);
    return joined(count, (i) => [position.getX(i), position.getY(i), position.getZ(i)]);
  }
  if (isObject(points) && isGeometry((points as { geometry?: unknown }).geometry)) {
    throw invalid(`${name} must be numbers, vectors or a geometry, got ${show(points)}: pass its geometry`);
  }
  return vectorNumbers(points, name, most, ["x", "y", "z"]);
}

/** The numbers of vectors; a list of numbers is returned as it is. @param keys of a vector's components */
export function vectorNumbers(
  points: ArrayLike<unknown>,
  name: string,
  most: number,
  keys: readonly string[],
): ArrayLike<number> {
  if (!Array.isArray(points) || !isObject(points[0])) return points as ArrayLike<number>;
  return joined(
    readCount(points.length, `${name}.length`, 0, most),
    (i) => {
      const numbers = readComponents(points[i], `${name}[${i}]`, keys);
      if (Array.isArray(numbers)) return numbers;
      throw numbers;
    },
    keys.length,
  );
}

function joined(count: number, at: (index: number) => readonly number[], size = 3): Float64Array {
  const numbers = new Float64Array(size * count);
  for (let i = 0; i < count; i++) numbers.set(at(i), size * i);
  return numbers;
}
