import { failure, type HyperplaneError, invalid, nameClass, show } from "../src/errors.js";
import { fix } from "../src/properties.js";
import { CALL_FAILED } from "../src/records.js";
import { readPoints } from "./arguments.js";
import { limits, NO_ITEM, plane } from "./plane_module.js";
import { adopt, adoptWaiting, handleOf, isDisposed, Shape } from "./shape.js";
import type { PointsLike } from "./types.js";

/**
 * Any simple polygon, convex or not, with holes: solid, cut into few convex parts without new vertices. Answers name the part.
 * Seams between the parts push nobody aside.
 */
export class Polygon extends Shape {
  static {
    nameClass(Polygon, "Polygon");
  }
  readonly type: string = "polygon";
  /** The convex parts: x, y of each vertex, counter-clockwise. Copies. */
  readonly parts: readonly Float64Array[];

  /**
   * @param points x, y of each vertex of the outer ring in turn, or vectors, either way round, in metres, each at most 1e9 in
   * magnitude; with the holes at most 2^20 vertices. Repeated vertices and such on straight edges do no harm
   * @param holes the same of each hole, inside of the outer ring and outside of each other
   * @throws HyperplaneError `degenerate-shape` for a ring without area, for rings that cross or touch themselves or others, and
   * for a hole that lies outside or within another: the message names a vertex; `invalid-argument`, `out-of-memory`,
   * `not-initialised`
   */
  constructor(points: PointsLike, holes: readonly PointsLike[] = []) {
    super();
    if (!adoptWaiting(this)) adopt(this, build(points, holes));
    this.parts = readParts(this);
    fix(this, "type", "parts");
  }
}

const ringName = (ring: number) => (ring === 0 ? "polygon: points" : `polygon: holes[${ring - 1}]`);

/** @returns the number of a new polygon */
function build(points: PointsLike, holes: readonly PointsLike[]): number {
  const outer = readPoints(points, "polygon: points", "vertex");
  if (!Array.isArray(holes)) throw invalid(`polygon: holes must be an array of lists of numbers, got ${show(holes)}`);
  const rings = [outer, ...Array.from(holes as PointsLike[], (hole, i) => readPoints(hole, ringName(i + 1), "vertex"))];
  const length = rings.reduce((sum, ring) => sum + ring.length, 0);
  if (length > 2 * limits.points) throw invalid(`polygon: at most 2^20 vertices, got ${length / 2}`);
  const all = new Float64Array(length);
  let at = 0;
  for (const ring of rings) {
    all.set(ring, at);
    at += ring.length;
  }
  plane.giveNumbers(
    all,
    "polygon: ",
    rings.map((ring) => ring.length / 2),
  );
  const number = plane.core.createPolygon(rings.length);
  if (number === 0) throw ringError(rings);
  return number;
}

/** The core counts vertices over all rings. */
function ringError(rings: readonly Float64Array[]): HyperplaneError {
  const error = plane.faultError("polygon: ");
  const { item } = plane.readFault();
  if (item === NO_ITEM) return error;
  let vertex = item;
  let ring = 0;
  while (ring < rings.length - 1 && vertex >= (rings[ring] as Float64Array).length / 2) {
    vertex -= (rings[ring++] as Float64Array).length / 2;
  }
  const [x, y] = (rings[ring] as Float64Array).subarray(2 * vertex);
  return failure(error.code, `${error.message}: vertex ${vertex} of ${ringName(ring).slice(9)}, at (${x}, ${y})`);
}

/** None of a disposed polygon. */
function readParts(polygon: Polygon): readonly Float64Array[] {
  if (isDisposed(polygon)) return Object.freeze([]);
  if (plane.core.describePolygon(handleOf(polygon)) === CALL_FAILED) {
    const error = plane.faultError("polygon: ");
    polygon.dispose();
    throw error;
  }
  const list = plane.takeNumbers();
  const parts: Float64Array[] = [];
  for (let at = 0; at < list.length; ) {
    const end = at + 1 + 2 * (list[at] as number);
    parts.push(list.slice(at + 1, end));
    at = end;
  }
  return Object.freeze(parts);
}
