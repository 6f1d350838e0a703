import { failure, type HyperplaneError, invalid, isObject, nameClass, show } from "../errors.js";
import { checkIndices, numbersProblem, readList } from "../number_arrays.js";
import { checkLength, checkOptions, type OptionNames } from "../options.js";
import { coordinatesOf, type GeometryLike, isGeometry, type PointsLike } from "../points.js";
import { fix } from "../properties.js";
import { CALL_FAILED, limits, RESULTS } from "../records.js";
import { space } from "../space.js";
import { adopt, adoptWaiting, Shape } from "./shape.js";
import {
  describeSurface,
  deserializeSurface,
  readSurface,
  type SurfaceOptions,
  serializeSurface,
  surfaceHandle,
  surfaceTriangle,
} from "./surface.js";

/** How a mesh pushes other shapes, and how to build it. */
export interface TriangleMeshOptions extends SurfaceOptions {
  /**
   * Whether the triangles are the closed surface of a solid, counter-clockwise seen from outside: points inside overlap it, and
   * distances are signed. Each edge must belong to exactly two triangles. `sides` and `thickness` then have no effect.
   * `"turn"`: true, and triangles that are all the wrong way round are turned. Default: false.
   */
  readonly solid?: boolean | "turn";
  /**
   * Vertices closer than this are one, in metres, from 0 to 1e9. Files split vertices for normals and texture coordinates.
   * Default: 0, which joins equal ones.
   */
  readonly weld?: number;
}

const MESH_OPTIONS: OptionNames<TriangleMeshOptions> = { sides: true, thickness: true, solid: true, weld: true };

const SUBJECT = "triangle-mesh: ";
/** The core's limit, also checked here, before memory for a copy is reserved. */
const MAX_TRIANGLES = 2 ** 24;
const MAX_VERTICES = 3 * MAX_TRIANGLES;

/**
 * Triangles: a level, a terrain, a model. A geometry of three.js is its input, or vertices and indices.
 *
 * A surface without an inside unless it is `solid`. Answers name the triangle that they lie on. Triangles without area
 * count, but are never hit.
 */
export class TriangleMesh extends Shape {
  static {
    nameClass(TriangleMesh, "TriangleMesh");
  }

  readonly type: string = "triangle-mesh";
  /** Number of vertices as given, before welding. */
  readonly vertexCount: number;
  /** Number of triangles as given, those without area among them. */
  readonly triangleCount: number;
  /** To which sides triangles push: `"front"` for one-sided and for solid meshes, otherwise `"both"`. */
  readonly sides: "both" | "front";
  /** Depth behind a triangle in which another shape overlaps it, in metres; 0 for two-sided and for solid meshes. */
  readonly thickness: number;
  /** Whether the mesh has an inside. */
  readonly solid: boolean;

  /**
   * @param vertices x, y, z of each vertex in turn, in metres: an array or a typed array, or an array of vectors; each coordinate
   * at most 1e9 in magnitude; at most 3 * 2^24 vertices. Or a geometry of three.js, with its index; then `options` may come next
   * @param indices three vertices a triangle, counter-clockwise seen from its front: an array or a typed array; at most 2^24
   * triangles. Default, or null: each three vertices in turn are a triangle
   * @throws HyperplaneError `invalid-argument`, which names the triangle for an index out of range and for a number that is not
   * finite or out of range, also for a wrong length; `degenerate-shape` if no triangle has an area, and for a solid with an open
   * edge, which it names, or inside out; `out-of-memory`, `not-initialised`
   */
  constructor(vertices: PointsLike, indices?: ArrayLike<number> | null, options?: TriangleMeshOptions);
  constructor(geometry: GeometryLike, options?: TriangleMeshOptions);
  constructor(
    vertices: PointsLike,
    indices: ArrayLike<number> | TriangleMeshOptions | null = null,
    options: TriangleMeshOptions = {},
  ) {
    super();
    if (!adoptWaiting(this)) build(this, vertices, indices, options);
    const facts = describeSurface(this);
    const [vertexCount = 0, isSolid = 0] = facts.others;
    this.vertexCount = vertexCount;
    this.triangleCount = facts.triangleCount;
    this.thickness = facts.thickness;
    this.sides = facts.sides;
    this.solid = isSolid === 1;
    fix(this, "type", "vertexCount", "triangleCount", "thickness", "sides", "solid");
  }

  /**
   * The corners of a triangle: x, y, z of its three vertices, in metres, as the core computes with them: welded vertices are at
   * the place of the first of them.
   *
   * @param index from 0 to `triangleCount` - 1
   * @param out receives the numbers, at least 9. Default: a new array
   * @returns `out`
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  triangle(index: number, out: Float64Array = new Float64Array(9)): Float64Array {
    return surfaceTriangle(meshHandle(this), index, this.triangleCount, out, SUBJECT);
  }

  /**
   * Moves the vertices, for a surface that deforms. Colliders follow with the next update. Faster than a new mesh; far from
   * the shape in which the mesh was built, queries get slower. Vertices that were welded stay one, at the place of the first.
   *
   * @param vertices as many as before, in the same order
   * @throws HyperplaneError as the constructor, also for a solid that becomes inside out, since `"turn"` turns triangles of new meshes
   * alone; `disposed`. Nothing has changed then
   */
  setVertices(vertices: PointsLike): void {
    meshHandle(this);
    const numbers = readVertices(vertices, 3, "vertex", MAX_VERTICES);
    if (numbers.length !== 3 * this.vertexCount) {
      throw invalid(`${SUBJECT}vertices must have ${3 * this.vertexCount} numbers, got ${numbers.length}`);
    }
    // Reading the vertices may have run code of the user's.
    const handle = meshHandle(this);
    space.giveNumbers(numbers, SUBJECT);
    const answer = space.core.setMeshVertices(handle);
    space.core.releaseReport();
    if (answer === CALL_FAILED) throw meshError(numbers, null);
  }

  /**
   * The mesh with its tree and options, as bytes for `deserialize`: to build it beforehand, or in a worker. For the same
   * version of this package.
   *
   * @throws HyperplaneError `disposed`, `out-of-memory`
   */
  serialize(): Uint8Array {
    return serializeSurface(meshHandle(this), SUBJECT);
  }

  /**
   * Makes a mesh from bytes, many times faster than from its vertices.
   *
   * @param bytes of `serialize`
   * @throws HyperplaneError `invalid-argument` for bytes that are damaged or of another version; `out-of-memory`,
   * `not-initialised`
   */
  static deserialize(bytes: Uint8Array | ArrayBuffer): TriangleMesh {
    space.begin();
    const read = (byteCount: number) => space.core.deserializeMesh(byteCount);
    return deserializeSurface(bytes, read, () => new TriangleMesh([]), SUBJECT);
  }
}

const meshHandle = (mesh: TriangleMesh) => surfaceHandle(mesh, TriangleMesh, "the mesh", "a TriangleMesh");

/** Reads all arguments before anything else happens: a getter may call this package. */
function build(
  mesh: TriangleMesh,
  vertices: PointsLike,
  given: ArrayLike<number> | TriangleMeshOptions | null,
  rest: TriangleMeshOptions,
): void {
  // A geometry, its options next: with an index of its own.
  const isWhole = isGeometry(vertices) && !(isObject(given) && "length" in given);
  const options = isWhole && given !== null ? (given as TriangleMeshOptions) : rest;
  const indices = isWhole ? (vertices.index?.array ?? null) : (given as ArrayLike<number> | null);
  if (!isWhole && isObject(given) && !("length" in given)) {
    throw invalid(`${SUBJECT}indices must be an array of numbers or null, got ${show(given)}: options come third`);
  }
  const [size, unit, most] = indices === null ? [9, "triangle", MAX_TRIANGLES] : [3, "vertex", MAX_VERTICES];
  const numbers = readVertices(vertices, size, unit, most);
  const corners = indices === null ? null : readList(indices, `${SUBJECT}indices`, 3, "triangle", MAX_TRIANGLES);
  checkOptions(options, MESH_OPTIONS, SUBJECT);
  const { isOneSided, thickness } = readSurface(options, "both", SUBJECT);
  const { solid = false, weld = 0 } = options;
  const mayTurn = solid === "turn";
  const isSolid = mayTurn || readSolid(solid);
  checkLength(weld, `${SUBJECT}weld`, 0, limits.shapeMax);
  // The core takes a list without indices for triangles in turn.
  if (corners?.length === 0) throw failure("degenerate-shape", `${SUBJECT}there is no triangle`);
  // The core checks the range of indices; other types than these may have numbers that would be rounded or wrapped.
  if (corners !== null && !(corners instanceof Uint32Array || corners instanceof Uint16Array))
    checkIndices(corners, numbers.length / 3, SUBJECT);
  space.giveNumbers(numbers, SUBJECT, corners ?? []);
  const value = space.core.createMesh(corners?.length ?? 0, isOneSided, thickness, isSolid, mayTurn, weld);
  space.core.releaseReport();
  if (value === 0) throw meshError(numbers, corners);
  adopt(mesh, value);
}

function readSolid(solid: unknown): boolean {
  if (typeof solid === "boolean") return solid;
  throw invalid(`${SUBJECT}solid must be true, false or "turn", got ${show(solid)}`);
}

const readVertices = (vertices: PointsLike, size: number, unit: string, most: number) => {
  const name = `${SUBJECT}vertices`;
  return readList(coordinatesOf(vertices, name, MAX_VERTICES), name, size, unit, most);
};

/** The error of the last failed call, with the place of the problem. */
function meshError(vertices: ArrayLike<number>, indices: ArrayLike<number> | null): HyperplaneError {
  const fault = space.faultError(SUBJECT);
  const { x: triangle, y: from, z: to } = space.vector(RESULTS);
  if (fault.code === "invalid-argument") {
    if (indices !== null) checkIndices(indices, vertices.length / 3, SUBJECT);
    const place = triangle < 0 ? "" : `, of triangle ${triangle},`;
    return numbersProblem(vertices, `${SUBJECT}vertices`, limits.shapeMax, place) ?? fault;
  }
  if (fault.code !== "degenerate-shape" || triangle < 0) return fault;
  const edge = from < 0 ? "" : `the edge from vertex ${from} to vertex ${to} of `;
  return failure(fault.code, `${fault.message}: ${edge}triangle ${triangle}`);
}
