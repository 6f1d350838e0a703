import { invalid, nameClass, show, wrongReceiver } from "../errors.js";
import { numbersProblem, readNumbers } from "../number_arrays.js";
import type { OptionNames } from "../options.js";
import { coordinatesOf, type PointsLike } from "../points.js";
import { fix } from "../properties.js";
import { CALL_FAILED, limits } from "../records.js";
import { space } from "../space.js";
import { ROUNDING_OPTIONS, type RoundingOptions, readRounding } from "./rounding.js";
import { adopt, adoptWaiting, handleOf, isDisposed, Shape } from "./shape.js";

/** How to build a hull. */
export interface ConvexHullOptions extends RoundingOptions {
  /**
   * Maximum number of vertices, 4 or more. Beyond it, the vertices whose removal shrinks the hull least are dropped.
   * Default: no limit.
   */
  readonly maxVertices?: number;
}

const HULL_OPTIONS: OptionNames<ConvexHullOptions> = { maxVertices: true, ...ROUNDING_OPTIONS };

/** The core's limit, also checked here, before memory for a copy is reserved. */
const MAX_POINTS = 2 ** 24;

// For each face its number of vertices and their indices.
const loops: unique symbol = Symbol("loops");
/** Cache of `faces`, by `loops`. */
const faceLists = new WeakMap<Uint32Array, readonly (readonly number[])[]>();

/**
 * The convex hull of a point cloud, in the frame of the points. It may differ from the exact hull by 2^-23 (1.2e-7) of the cloud's
 * diagonal: smaller protrusions are dropped, and triangles that are coplanar within it form one face.
 */
export class ConvexHull extends Shape {
  static {
    nameClass(ConvexHull, "ConvexHull");
  }

  readonly type: string = "convex-hull";
  /** x, y, z of each vertex of the hull, in metres: points of the cloud, in its order. Rounded to 32 bits. */
  readonly vertices: Float32Array;
  /** As `vertices`, in the 64 bits that the core computes with: for hulls far from their origin. */
  readonly exactVertices: Float64Array;
  /** The option `radius`, in metres. */
  readonly rounding: number;
  /** @internal */
  readonly [loops]: Uint32Array;

  /**
   * @param points x, y, z of each point in turn, in metres: an array or a typed array; or an array of vectors, or a geometry of
   * three.js. At most 2^24 points; coordinates at most 1e12 in magnitude, extents along x, y and z at most 1e9
   * @throws HyperplaneError `degenerate-shape` for fewer than four points, a cloud without volume (all in one point, line or
   * plane) or with extents below 1e-9 m; `invalid-argument` for a number that is not finite or out of range, or a length that is
   * no multiple of three; `out-of-memory`, `not-initialised`
   */
  constructor(points: PointsLike, options: ConvexHullOptions = {}) {
    super();
    this.rounding = readRounding(options, "convex-hull", HULL_OPTIONS);
    if (!adoptWaiting(this)) build(this, points, options);
    if (isDisposed(this)) {
      this.vertices = new Float32Array(0);
      this.exactVertices = new Float64Array(0);
      this[loops] = new Uint32Array(0);
      fix(this, "type", "vertices", "exactVertices", "rounding");
      return;
    }
    if (space.core.describeHull(handleOf(this)) === CALL_FAILED) {
      this.dispose();
      throw space.faultError("convex-hull: ");
    }
    const list = space.takeNumbers();
    const end = 2 + 3 * (list[0] as number);
    this.exactVertices = list.slice(2, end);
    this.vertices = new Float32Array(this.exactVertices);
    this[loops] = new Uint32Array(list.subarray(end));
    fix(this, "type", "vertices", "exactVertices", "rounding");
  }

  /**
   * Indices of vertices for each face, counter-clockwise seen from outside: vertex i is `vertices[3 * i]` to
   * `vertices[3 * i + 2]`. Frozen.
   */
  get faces(): readonly (readonly number[])[] {
    const list = (this as ConvexHull | undefined)?.[loops];
    if (list === undefined) throw wrongReceiver(this, "a ConvexHull");
    const known = faceLists.get(list);
    if (known !== undefined) return known;
    const faces = splitLoops(list);
    faceLists.set(list, faces);
    return faces;
  }
}

function build(hull: ConvexHull, points: PointsLike, { maxVertices }: ConvexHullOptions): void {
  const name = "convex-hull: points";
  const coordinates = readNumbers(coordinatesOf(points, name, MAX_POINTS), name, 3, "point", MAX_POINTS);
  const limit = vertexLimit(maxVertices);
  space.giveNumbers(coordinates, "convex-hull: ");
  const number = space.core.createHull(limit, hull.rounding);
  if (number === 0) {
    space.core.releaseReport();
    throw hullError(coordinates);
  }
  adopt(hull, number);
}

function splitLoops(list: Uint32Array): readonly (readonly number[])[] {
  const result: (readonly number[])[] = [];
  for (let at = 0; at < list.length; ) {
    const first = at + 1;
    at = first + (list[at] as number);
    result.push(Object.freeze(Array.from(list.subarray(first, at))));
  }
  return Object.freeze(result);
}

function vertexLimit(maxVertices: number | undefined): number {
  if (maxVertices === undefined) return 0;
  if (typeof maxVertices !== "number" || !Number.isInteger(maxVertices) || maxVertices < 4) {
    throw invalid(`convex-hull: maxVertices must be a whole number, 4 or more, got ${show(maxVertices)}`);
  }
  return Math.min(maxVertices, 0xffffffff);
}

function hullError(coordinates: ArrayLike<number>): Error {
  const fault = space.faultError("convex-hull: ");
  return (
    (fault.code === "invalid-argument"
      ? numbersProblem(coordinates, "convex-hull: points", limits.coordinate)
      : null) ?? fault
  );
}
