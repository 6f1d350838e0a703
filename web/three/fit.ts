import { type InstancedMesh, Matrix4, type Mesh, type Object3D, Quaternion, Vector3 } from "three";
import { Box, ConvexHull, type Shape, Sphere, type Vec3 } from "../src/api.js";
import { invalid, show } from "../src/errors.js";
import { checkOptions, type OptionNames } from "../src/options.js";
import { limits } from "../src/records.js";
import { frameError, nameOf, newFrame, type RigidFrame, readFrame } from "./rigid_frame.js";

/** The shape fitted to vertices: the smallest box along the object's axes, a sphere around the box's centre, or the hull. */
export type Fit = "box" | "sphere" | "hull";

/** How to fit a shape to the meshes of an object. */
export interface FitOptions {
  /** Default: "box". */
  readonly fit?: Fit;
  /** Maximum number of vertices of a hull, 4 or more; ignored by other fits. Default: no limit. */
  readonly maxVertices?: number;
}

export const FIT_OPTIONS: OptionNames<FitOptions> = { fit: true, maxVertices: true };

/** A shape fitted to an object, and its place in the object's rigid frame. */
export interface FittedShape {
  /** To be disposed of by the caller. */
  readonly shape: Shape;
  /** From the object's origin to the shape's, in metres, along the object's rotated axes. */
  readonly offset: Vec3;
}

/**
 * Fits a shape to the meshes of an object and of its descendants, also invisible ones, at their present poses. Includes the scale
 * of the object and its parents, morph targets and bones. Updates the matrices of the object, its parents and descendants.
 *
 * A box has no thickness where the vertices have none: a PlaneGeometry fits a rectangle.
 *
 * @throws HyperplaneError `invalid-argument` without vertices, for a vertex that is not finite, a size above 1e9 m, or a matrix
 * that is not finite, sheared, or has a zero scale; `degenerate-shape` for a flat hull; `out-of-memory`, `not-initialised`
 */
export function fitShape(object: Object3D, options: FitOptions = {}): FittedShape {
  checkObject(object);
  checkFit(options);
  object.updateWorldMatrix(true, true);
  const { elements } = object.matrixWorld;
  const frame = newFrame();
  if (!readFrame(elements, 0, frame)) throw frameError(elements, 0, nameOf(object));
  return fitVertices(verticesBelow(object, frame), options, nameOf(object));
}

/** @throws HyperplaneError `invalid-argument` */
export function checkObject(object: Object3D): void {
  if ((object as Partial<Object3D> | null | undefined)?.isObject3D === true) return;
  throw invalid(`object must be an Object3D of three.js, got ${show(object)}`);
}

/** @throws HyperplaneError `invalid-argument` */
export function checkFit(options: FitOptions, names: OptionNames<FitOptions> = FIT_OPTIONS): void {
  checkOptions(options, names);
  const { fit = "box" } = options;
  if (fit !== "box" && fit !== "sphere" && fit !== "hull") {
    throw invalid(`options.fit must be "box", "sphere" or "hull", got ${show(fit)}`);
  }
}

const isMesh = (object: Object3D): object is Mesh => (object as Partial<Mesh>).isMesh === true;
export const isInstanced = (object: Object3D): object is InstancedMesh =>
  (object as Partial<InstancedMesh>).isInstancedMesh === true;

/** x, y, z of the vertices of an object and its descendants, in the object's rigid frame. */
function verticesBelow(object: Object3D, frame: RigidFrame): Float64Array {
  const toFrame = rigidMatrix(frame).invert();
  const parts: Float64Array[] = [];
  object.traverse((child) => {
    if (!isMesh(child)) return;
    const matrix = new Matrix4().multiplyMatrices(toFrame, child.matrixWorld);
    if (!isInstanced(child)) {
      parts.push(verticesOf(child, matrix));
      return;
    }
    const instance = new Matrix4();
    for (let i = 0; i < child.count; i++) {
      child.getMatrixAt(i, instance);
      parts.push(verticesOf(child, instance.premultiply(matrix)));
    }
  });
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function rigidMatrix({ px, py, pz, qx, qy, qz, qw }: RigidFrame): Matrix4 {
  const matrix = new Matrix4();
  return matrix.makeRotationFromQuaternion(new Quaternion(qx, qy, qz, qw)).setPosition(px, py, pz);
}

/** x, y, z of the vertices of a mesh, transformed by a matrix. */
export function verticesOf(mesh: Mesh, matrix?: Matrix4): Float64Array {
  const count = mesh.geometry?.getAttribute("position")?.count ?? 0;
  const vertices = new Float64Array(3 * count);
  const vertex = new Vector3();
  for (let i = 0; i < count; i++) {
    mesh.getVertexPosition(i, vertex);
    if (matrix !== undefined) vertex.applyMatrix4(matrix);
    vertices[3 * i] = vertex.x;
    vertices[3 * i + 1] = vertex.y;
    vertices[3 * i + 2] = vertex.z;
  }
  return vertices;
}

/** @param name the object in error messages */
export function fitVertices(
  vertices: Float64Array,
  { fit = "box", maxVertices }: FitOptions,
  name: string,
): FittedShape {
  if (vertices.length === 0) throw invalid(`${name} has no vertices to fit a shape to`);
  for (const number of vertices)
    if (!Number.isFinite(number)) throw invalid(`${name} has a vertex coordinate of ${number}`);
  if (fit === "hull") {
    const shape = new ConvexHull(vertices, maxVertices === undefined ? {} : { maxVertices });
    return { shape, offset: { x: 0, y: 0, z: 0 } };
  }
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((number) => -number);
  vertices.forEach((number, i) => {
    low[i % 3] = Math.min(low[i % 3] as number, number);
    high[i % 3] = Math.max(high[i % 3] as number, number);
  });
  const size = (k: number) => (high[k] as number) - (low[k] as number);
  const middle = (k: number) => ((high[k] as number) + (low[k] as number)) / 2;
  const offset = { x: middle(0), y: middle(1), z: middle(2) };
  if (fit === "box") return { shape: new Box(lengthOf(size(0)), lengthOf(size(1)), lengthOf(size(2))), offset };
  let square = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    const x = (vertices[i] as number) - offset.x;
    const y = (vertices[i + 1] as number) - offset.y;
    const z = (vertices[i + 2] as number) - offset.z;
    square = Math.max(square, x * x + y * y + z * z);
  }
  return { shape: new Sphere(lengthOf(Math.sqrt(square))), offset };
}

/** A length that a shape can have: lengths below the least are rounding of a flat mesh. */
function lengthOf(length: number): number {
  return length < limits.shapeMin ? 0 : length;
}
