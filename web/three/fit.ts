import type { Object3D } from "three";
import {
  Box,
  Capsule,
  Compound,
  type CompoundPart,
  ConvexHull,
  type ConvexHullOptions,
  Cylinder,
  HyperplaneError,
  type Quat,
  type Shape,
  Sphere,
  TaperedCapsule,
  TriangleMesh,
  type TriangleMeshOptions,
  type Vec3,
} from "../src/api.js";
import { failure, invalid, show } from "../src/errors.js";
import { checkOptions, type OptionNames } from "../src/options.js";
import { limits } from "../src/records.js";
import { fitTapered } from "./fit_tapered.js";
import { flatHull } from "./flat_hull.js";
import {
  drawsAny,
  extentOf,
  joinedCorners,
  joinedVertices,
  type Piece,
  piecesBelow,
  updateBelow,
  verticesOf,
} from "./pieces.js";
import { frameError, isPoint, nameOf, newFrame, readFrame, rigidMatrix, scaleMatrix } from "./rigid_frame.js";

/**
 * The shape fitted to an object's meshes:
 * - `"box"`: the smallest box along the object's axes; without thickness where the vertices have none, as of a
 *   PlaneGeometry
 * - `"rounded box"`: that box with the largest rounding that leaves all vertices inside, as of a RoundedBoxGeometry
 * - `"sphere"`: a sphere around the centre of that box
 * - `"capsule"`, `"cylinder"`: around the line through that centre along the object's x, y or z, whichever gives the least volume
 * - `"tapered capsule"`: the same; about the least volume
 * - `"hull"`: the convex hull of the vertices; of vertices in one plane a convex polygon, as a two-sided TriangleMesh
 * - `"mesh"`: a TriangleMesh of the triangles that three.js draws: of the draw range and, with a list of materials, of
 *   the groups
 * - `"parts"`: a Compound with a hull for each mesh and each instance of a mesh, but for those scaled to 0; flat ones are
 *   polygons as for `"hull"`
 */
export type Fit =
  | "box"
  | "rounded box"
  | "sphere"
  | "capsule"
  | "cylinder"
  | "tapered capsule"
  | "hull"
  | "mesh"
  | "parts";

const FITS: readonly unknown[] = [
  "box",
  "rounded box",
  "sphere",
  "capsule",
  "cylinder",
  "tapered capsule",
  "hull",
  "mesh",
  "parts",
] satisfies Fit[];

/** How to fit a shape to the meshes of an object. An option that does not belong to the fit is an error. */
export interface FitOptions extends TriangleMeshOptions {
  /** Default: "box". */
  readonly fit?: Fit;
  /** Of a hull, or of each hull of parts: its maximum number of vertices, 4 or more. Default: no limit. */
  readonly maxVertices?: number;
}

const MESH_OPTIONS: OptionNames<TriangleMeshOptions> = { sides: true, thickness: true, solid: true, weld: true };

export const FIT_OPTIONS: OptionNames<FitOptions> = { fit: true, maxVertices: true, ...MESH_OPTIONS };

/** A shape fitted to an object, and its place in the object's rigid frame. */
export interface FittedShape {
  /** To be disposed of by the caller. */
  readonly shape: Shape;
  /** From the object's origin to the shape's, in metres, along the object's rotated axes. */
  readonly offset: Vec3;
  /** From the object's rotation to the shape's: other than none for a capsule or a cylinder along x or z. */
  readonly quaternion: Quat;
}

/**
 * Fits a shape to the meshes of an object and of its descendants, also invisible ones, at their present poses.
 * Includes the scale of the object and its parents, morph targets and bones. Updates the matrices of the object, its
 * parents and descendants.
 *
 * The triangles of a mesh have the numbers that `faceIndex` has in three.js; in a BatchedMesh, less that of the
 * geometry's first. Those of several meshes follow each other, in the order of `Object3D.traverse`, then by instance:
 * as the parts of a compound do. Mirrored triangles keep their fronts.
 *
 * @throws HyperplaneError `invalid-argument` without vertices, for a vertex that is not finite, a size above 1e9 m, an
 * option of another fit, or a matrix that is not finite, sheared, or has a zero scale; `degenerate-shape` for the hull
 * of points on a line, a mesh without area, and an open solid; `out-of-memory`, `not-initialised`
 */
export function fitShape(object: Object3D, options: FitOptions = {}): FittedShape {
  checkObject(object);
  checkFit(options);
  return fitPieces(piecesFor(piecesOf(object), options), options, nameOf(object));
}

/** Without those scaled to 0 if each is to be a part: they have no hull. */
export function piecesFor(pieces: readonly Piece[], { fit }: FitOptions): readonly Piece[] {
  return fit === "parts" ? pieces.filter(({ matrix }) => !isPoint(matrix)) : pieces;
}

/** The meshes of an object and its descendants in its rigid frame, at their present poses. @throws HyperplaneError */
export function piecesOf(object: Object3D): Piece[] {
  updateBelow(object);
  const { elements } = object.matrixWorld;
  const frame = newFrame();
  if (!readFrame(elements, 0, frame)) throw frameError(elements, 0, nameOf(object));
  return piecesBelow(object, rigidMatrix(frame).invert());
}

/** @throws HyperplaneError `invalid-argument` */
export function checkObject(object: Object3D): void {
  if ((object as Partial<Object3D> | null | undefined)?.isObject3D === true) return;
  throw invalid(`object must be an Object3D of three.js, got ${show(object)}`);
}

/** @throws HyperplaneError `invalid-argument` */
export function checkFit(options: FitOptions, names: OptionNames<FitOptions> = FIT_OPTIONS): void {
  checkOptions(options, names);
  const { fit = "box", maxVertices } = options;
  if (!FITS.includes(fit)) {
    throw invalid(`options.fit must be one of ${FITS.map((name) => `"${name}"`).join(", ")}, got ${show(fit)}`);
  }
  if (fit !== "hull" && fit !== "parts" && maxVertices !== undefined)
    throw foreign("maxVertices", fit, '"hull" and "parts"');
  for (const name of Object.keys(MESH_OPTIONS) as (keyof TriangleMeshOptions)[]) {
    if (fit !== "mesh" && options[name] !== undefined) throw foreign(name, fit, '"mesh"');
  }
}

const foreign = (name: string, fit: Fit, home: string) =>
  invalid(`options.${name} belongs to fit ${home}, but fit is "${fit}"`);

/** @param name the object in error messages */
export function fitPieces(pieces: readonly Piece[], options: FitOptions, name: string): FittedShape {
  const { fit = "box" } = options;
  checkVertices(pieces, name);
  if (fit === "parts") return atOrigin(naming(name, () => fitParts(pieces, options)));
  const vertices = joinedVertices(pieces);
  return naming(name, () => {
    if (fit === "hull") return atOrigin(hullOf(vertices, options));
    if (fit !== "mesh") return fitRound(vertices, fit);
    checkMaterials(pieces);
    return atOrigin(new TriangleMesh(vertices, joinedCorners(pieces), meshOptions(options)));
  });
}

const NO_TURN: Quat = { x: 0, y: 0, z: 0, w: 1 };

export const atOrigin = <S extends Shape>(shape: S) => ({ shape, offset: { x: 0, y: 0, z: 0 }, quaternion: NO_TURN });

/** @throws HyperplaneError `invalid-argument` */
export function checkVertices(pieces: readonly Piece[], name: string): void {
  if (pieces.every((piece) => extentOf(piece).vertexCount === 0)) {
    throw invalid(`${name} has no vertices to fit a shape to`);
  }
}

/** @throws HyperplaneError `invalid-argument` if three.js draws nothing because materials are missing */
function checkMaterials(pieces: readonly Piece[]): void {
  if (pieces.some(drawsAny)) return;
  const list = pieces.map(({ mesh }) => mesh.material).find(Array.isArray);
  if (list === undefined) return;
  const reason = list.length === 0 ? "its list of materials is empty" : "no group of its geometry has a material";
  throw invalid(`three.js draws no triangle of it: ${reason}`);
}

/** Puts the name of an object before the errors of its shape. */
function naming<T>(name: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw named(name, error);
  }
}

/** An error with the name of an object before it, if it is one of this package. */
export function named(name: string, error: unknown): unknown {
  return error instanceof HyperplaneError ? failure(error.code, `${name}: ${error.message}`, error) : error;
}

const meshOptions = ({ sides, thickness, solid, weld }: FitOptions) =>
  ({ sides, thickness, solid, weld }) as TriangleMeshOptions;

function hullOf(vertices: Float64Array, { maxVertices }: FitOptions): Shape {
  try {
    return new ConvexHull(vertices, { maxVertices } as ConvexHullOptions);
  } catch (error) {
    const isFlat = error instanceof HyperplaneError && error.code === "degenerate-shape";
    const outline = isFlat ? flatHull(vertices) : null;
    if (outline === null) throw error;
    const fan = Array.from({ length: outline.length / 3 - 2 }, (_, i) => [0, i + 1, i + 2]);
    return new TriangleMesh(outline, fan.flat());
  }
}

/**
 * A hull for each piece, in the piece's own rigid frame; for one that is sheared within the object, in the object's.
 */
function fitParts(pieces: readonly Piece[], options: FitOptions): Shape {
  const parts: CompoundPart[] = [];
  try {
    for (const piece of pieces) {
      const frame = newFrame();
      const isRigid = readFrame(piece.matrix.elements, 0, frame);
      const vertices = verticesOf(piece, isRigid ? scaleMatrix(frame) : piece.matrix);
      const { px, py, pz, qx, qy, qz, qw } = isRigid ? frame : newFrame();
      const shape = naming(nameOf(piece.mesh, piece.instance), () => hullOf(vertices, options));
      parts.push({ shape, position: [px, py, pz], quaternion: [qx, qy, qz, qw] });
    }
    return new Compound(parts);
  } finally {
    // The compound holds its parts.
    for (const { shape } of parts) shape.dispose();
  }
}

/** A shape around the middle of the bounds. */
export function fitRound(vertices: Float64Array, fit: Exclude<Fit, "hull" | "mesh" | "parts">): FittedShape {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((number) => -number);
  vertices.forEach((number, i) => {
    low[i % 3] = Math.min(low[i % 3] as number, number);
    high[i % 3] = Math.max(high[i % 3] as number, number);
  });
  const size = (k: number) => (high[k] as number) - (low[k] as number);
  const middle = (k: number) => ((high[k] as number) + (low[k] as number)) / 2;
  const offset = { x: middle(0), y: middle(1), z: middle(2) };
  const quaternion = NO_TURN;
  if (fit === "box" || fit === "rounded box") {
    const half = [size(0) / 2, size(1) / 2, size(2) / 2];
    const radius = fit === "box" ? 0 : lengthOf(largestRounding(vertices, [middle(0), middle(1), middle(2)], half));
    const [width, height, depth] = half.map((length) => lengthOf(2 * (length - radius))) as [number, number, number];
    return { shape: new Box(width, height, depth, { radius }), offset, quaternion };
  }
  const through = [middle(0), middle(1), middle(2)];
  if (fit === "tapered capsule") {
    const fits = [1, 0, 2].map((axis) => ({ axis, ...fitTapered(profileOf(vertices, through, axis)) }));
    const { axis, centre, ...best } = fits.reduce((a, b) => (b.volume < a.volume ? b : a));
    const shape = new TaperedCapsule(lengthOf(best.radiusTop), lengthOf(best.radiusBottom), lengthOf(best.height));
    return { shape, offset: { ...offset, ["xyz".charAt(axis)]: centre }, quaternion: TURNS[axis] as Quat };
  }
  if (fit !== "sphere") {
    const longs = [1, 0, 2].map((axis) => fitLong(vertices, through, axis, fit));
    const best = longs.reduce((a, b) => (b.volume < a.volume ? b : a));
    const { axis, radius, height, centre } = best;
    const Type = fit === "capsule" ? Capsule : Cylinder;
    const shape = new Type(lengthOf(radius), lengthOf(height));
    return { shape, offset: { ...offset, ["xyz".charAt(axis)]: centre }, quaternion: TURNS[axis] as Quat };
  }
  let square = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    const x = (vertices[i] as number) - offset.x;
    const y = (vertices[i + 1] as number) - offset.y;
    const z = (vertices[i + 2] as number) - offset.z;
    square = Math.max(square, x * x + y * y + z * z);
  }
  return { shape: new Sphere(lengthOf(Math.sqrt(square))), offset, quaternion };
}

/** From y to x, y and z. */
const TURNS: readonly Quat[] = [
  { x: 0, y: 0, z: -Math.SQRT1_2, w: Math.SQRT1_2 },
  NO_TURN,
  { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 },
];

/** Of each vertex the place along a line along an axis through a point, and the distance from it. */
function profileOf(vertices: Float64Array, through: readonly number[], axis: number): Float64Array {
  const from = (at: number, k: number) => (vertices[at + (k % 3)] as number) - (through[k % 3] as number);
  const profile = new Float64Array((vertices.length / 3) * 2);
  for (let at = 0, i = 0; at < vertices.length; at += 3) {
    profile[i++] = vertices[at + axis] as number;
    profile[i++] = Math.hypot(from(at, axis + 1), from(at, axis + 2));
  }
  return profile;
}

/** The least capsule or cylinder around vertices whose axis is a line along an axis through a point. */
function fitLong(vertices: Float64Array, through: readonly number[], axis: number, fit: "capsule" | "cylinder") {
  const from = (at: number, k: number) => (vertices[at + (k % 3)] as number) - (through[k % 3] as number);
  const squareAt = (at: number) => from(at, axis + 1) ** 2 + from(at, axis + 2) ** 2;
  let square = 0;
  for (let at = 0; at < vertices.length; at += 3) square = Math.max(square, squareAt(at));
  let low = Number.POSITIVE_INFINITY;
  let high = -low;
  for (let at = 0; at < vertices.length; at += 3) {
    const along = vertices[at + axis] as number;
    // How far the round end of a capsule reaches beyond its axis there.
    const reach = fit === "capsule" ? Math.sqrt(square - squareAt(at)) : 0;
    low = Math.min(low, along + reach);
    high = Math.max(high, along - reach);
  }
  const radius = Math.sqrt(square);
  const height = Math.max(0, high - low);
  const volume = square * (height + (fit === "capsule" ? (4 / 3) * radius : 0));
  return { axis, radius, height, centre: (low + high) / 2, volume };
}

/** The largest rounding of the bounds of vertices, inwards, that leaves all of them inside. */
function largestRounding(vertices: Float64Array, middle: readonly number[], half: readonly number[]): number {
  let radius = Math.min(...half);
  const gaps = [0, 0, 0];
  const isInside = (rounding: number) =>
    gaps.reduce((sum, gap) => sum + Math.max(0, rounding - gap) ** 2, 0) <= rounding ** 2;
  for (let at = 0; at < vertices.length; at += 3) {
    for (let k = 0; k < 3; k++) {
      gaps[k] = (half[k] as number) - Math.abs((vertices[at + k] as number) - (middle[k] as number));
    }
    if (isInside(radius)) continue;
    let low = 0;
    for (let high = radius, i = 0; i < 50; i++) {
      const between = (low + high) / 2;
      if (isInside(between)) low = between;
      else high = between;
    }
    radius = low;
  }
  return radius;
}

/** A length that a shape can have: lengths below the least are rounding of a flat mesh. */
function lengthOf(length: number): number {
  return length < limits.shapeMin ? 0 : length;
}
