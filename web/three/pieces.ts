import {
  type BatchedMesh,
  type Bone,
  type BufferAttribute,
  type BufferGeometry,
  type InstancedMesh,
  Matrix4,
  type Mesh,
  type Object3D,
  type SkinnedMesh,
  Vector3,
  Vector4,
} from "three";
import { invalid } from "../src/errors.js";
import { nameOf } from "./rigid_frame.js";

/** A mesh, or one instance of a mesh, with its place in the object that a shape is fitted to. */
export interface Piece {
  readonly mesh: Mesh;
  /** Index in an InstancedMesh or a BatchedMesh; -1 for other meshes. */
  readonly instance: number;
  /** From the space of the mesh's vertices to the rigid frame of the object. */
  readonly matrix: Matrix4;
}

/**
 * Triangles that three.js draws one after the other, each from three entries of the index, or from three vertices
 * without one.
 */
export interface Run {
  /**
   * First entry, and the end of the last triangle. As three's Raycaster has it, the last one of a group or draw range may go beyond the
   * end of that, but not beyond the buffer.
   */
  readonly start: number;
  readonly end: number;
  /** In a list of materials; 0 for a single one. */
  readonly materialIndex: number;
}

/** The parts of the buffers that a piece draws. */
export interface Extent {
  readonly firstVertex: number;
  readonly vertexCount: number;
  /** Number of the first triangle, as in `faceIndex` of three.js. Other than 0 only in a BatchedMesh. */
  readonly firstTriangle: number;
  readonly triangleCount: number;
  /**
   * What is drawn, in layers of at most one triangle for each number. Groups that overlap may begin at different corners, and three.js
   * gives two triangles the same number then: those that begin at each corner are a layer.
   */
  readonly layers: readonly (readonly Run[])[];
  /** Whether groups or the draw range begin within a triangle, so that most of those drawn lie across each other. */
  readonly isShifted: boolean;
}

export const isMesh = (object: Object3D): object is Mesh => (object as Partial<Mesh>).isMesh === true;
export const isInstanced = (object: Object3D): object is InstancedMesh =>
  (object as Partial<InstancedMesh>).isInstancedMesh === true;
export const isBatched = (object: Object3D): object is BatchedMesh =>
  (object as Partial<BatchedMesh>).isBatchedMesh === true;
export const isSkinned = (object: Object3D): object is SkinnedMesh =>
  (object as Partial<SkinnedMesh>).isSkinnedMesh === true;
/** Whether an object draws its geometries several times, each at a matrix of its own. */
export const isMany = (object: Object3D): object is InstancedMesh | BatchedMesh =>
  isInstanced(object) || isBatched(object);

/**
 * Brings the world matrix of an object up to date, and those of its parents unless they are. In newer versions of three.js
 * `updateWorldMatrix` alone leaves objects without `matrixAutoUpdate` behind when a parent has moved, and drops the mark by which
 * drawing updates their descendants.
 */
export function updateWorld(object: Object3D, isParentCurrent = false): void {
  if (!isParentCurrent && object.parent !== null) updateWorld(object.parent);
  const { matrixWorldNeedsUpdate } = object;
  object.updateWorldMatrix(false, false, true);
  object.matrixWorldNeedsUpdate = matrixWorldNeedsUpdate;
}

/** @param bones with gaps where a model lacks a bone */
export function updateBones(bones: readonly (Bone | undefined)[]): void {
  for (let i = 0; i < bones.length; i++) {
    const bone = bones[i];
    if (bone) updateWorld(bone);
  }
}

/**
 * @returns the attributes that bones move vertices by
 * @throws HyperplaneError `invalid-argument` without them, and for vertices that name bones which the mesh does not have
 */
export function skinOf(mesh: SkinnedMesh) {
  const { geometry, skeleton } = mesh;
  const { position, skinIndex, skinWeight } = geometry.attributes;
  if (skeleton === undefined || position === undefined || skinIndex === undefined || skinWeight === undefined) {
    throw invalid(`${nameOf(mesh)} has no skeleton, or a geometry without position, skinIndex and skinWeight`);
  }
  const { bones, boneInverses } = skeleton;
  const [indices, weights] = [new Vector4(), new Vector4()];
  for (let i = 0; i < position.count; i++) {
    indices.fromBufferAttribute(skinIndex as BufferAttribute, i);
    weights.fromBufferAttribute(skinWeight as BufferAttribute, i);
    for (let k = 0; k < 4; k++) {
      const bone = indices.getComponent(k);
      if (weights.getComponent(k) === 0 || (bones[bone] && boneInverses[bone])) continue;
      throw invalid(`${nameOf(mesh)} has no bone ${bone}, which vertex ${i} names`);
    }
  }
  return { position, skinIndex, skinWeight };
}

/**
 * Brings the matrices up to date that the vertices of an object and its descendants depend on: theirs, their parents', and their
 * bones', which may stand elsewhere. `updateWorldMatrix` for children would leave the inverses of skinned meshes behind.
 */
export function updateBelow(object: Object3D): void {
  updateWorld(object);
  object.updateMatrixWorld(true);
  object.traverse((mesh) => {
    if (isSkinned(mesh)) updateBones(mesh.skeleton?.bones ?? []);
  });
}

/** The instances of a mesh, also invisible ones: -1 for a mesh without. */
export function instancesOf(mesh: Mesh): number[] {
  if (isInstanced(mesh)) return Array.from({ length: mesh.count }, (_, i) => i);
  if (!isBatched(mesh)) return [-1];
  if (typeof mesh.getGeometryRangeAt !== "function" || mesh.instanceCount === undefined) {
    throw invalid(`${nameOf(mesh)} comes from a three.js version that does not expose its geometries: use a newer one`);
  }
  const ids: number[] = [];
  for (let id = 0; id < mesh.maxInstanceCount && ids.length < mesh.instanceCount; id++) {
    if (hasInstance(mesh, id)) ids.push(id);
  }
  return ids;
}

/**
 * Whether an object has an instance: matrices may be replaced by fewer, and ids of a BatchedMesh that were deleted are
 * errors.
 */
export function hasInstance(object: Object3D, instance: number): boolean {
  if (isInstanced(object)) return instance < object.instanceMatrix.count;
  return !isBatched(object) || geometryOf(object, instance) >= 0;
}

/** The geometry of an instance of a BatchedMesh; -1 without such an instance, and in one that was disposed of. */
export function geometryOf(mesh: BatchedMesh, instance: number): number {
  // three.js drops the matrices then.
  if ((mesh as unknown as { _matricesTexture?: object | null })._matricesTexture === null) return -1;
  try {
    return mesh.getGeometryIdAt(instance);
  } catch {
    return -1;
  }
}

/**
 * The meshes and instances with vertices of an object and its descendants.
 * @param toFrame from world space to the frame of the pieces
 */
export function piecesBelow(object: Object3D, toFrame: Matrix4): Piece[] {
  const pieces: Piece[] = [];
  object.traverse((mesh) => {
    if (!isMesh(mesh) || countOf(mesh.geometry) === 0) return;
    const outer = new Matrix4().multiplyMatrices(toFrame, mesh.matrixWorld);
    for (const instance of instancesOf(mesh)) {
      const matrix = new Matrix4();
      if (isMany(mesh)) mesh.getMatrixAt(instance, matrix);
      pieces.push({ mesh, instance, matrix: matrix.premultiply(outer) });
    }
  });
  return pieces;
}

const WHOLE = { start: 0, count: Number.POSITIVE_INFINITY, materialIndex: 0 } as const;

/** What three.js draws of a piece: its draw range and, with several materials, the groups that have one. */
export function extentOf({ mesh, instance }: Pick<Piece, "mesh" | "instance">): Extent {
  const { geometry, material } = mesh;
  const vertexCount = countOf(geometry);
  const count = geometry?.index?.count ?? vertexCount;
  if (isBatched(mesh)) {
    const range = mesh.getGeometryRangeAt(mesh.getGeometryIdAt(instance));
    return {
      firstVertex: range.vertexStart,
      vertexCount: range.vertexCount,
      firstTriangle: Math.floor(range.start / 3),
      triangleCount: Math.floor(range.count / 3),
      layers: [[runWithin(WHOLE, range.start, range.start + range.count, count)]],
      isShifted: false,
    };
  }
  const { start = 0, count: most = 0 } = geometry?.drawRange ?? {};
  const groups = Array.isArray(material)
    ? geometry.groups.filter(({ materialIndex = 0 }) => material[materialIndex] !== undefined)
    : [WHOLE];
  const runs = groups
    .map((group) => runWithin(group, Math.max(0, start), start + most, count))
    .filter((run) => run.end > run.start);
  return {
    firstVertex: 0,
    vertexCount,
    firstTriangle: 0,
    triangleCount: Math.floor(count / 3),
    layers: layersOf(runs),
    isShifted: runs.some((run) => run.start % 3 !== 0),
  };
}

/** Whether three.js draws a triangle of a piece. */
export const drawsAny = (piece: Pick<Piece, "mesh" | "instance">) =>
  extentOf(piece).layers.some((runs) => runs.some(({ start, end }) => end > start));

function runWithin(
  { start, count, materialIndex = 0 }: { start: number; count: number; materialIndex?: number | undefined },
  low: number,
  high: number,
  entries: number,
): Run {
  const first = Math.max(start, low);
  const begun = Math.ceil((Math.min(start + count, high, entries) - first) / 3);
  const triangles = Math.min(begun, Math.floor((entries - first) / 3));
  return { start: first, end: first + 3 * Math.max(0, triangles), materialIndex };
}

function layersOf(runs: readonly Run[]): readonly (readonly Run[])[] {
  const phases = new Set(runs.map(({ start }) => start % 3));
  if (phases.size < 2) return [runs];
  // By phase, the end of the triangles that are drawn so far.
  const ends = new Map<number, number>();
  const isShared = [...runs]
    .sort((a, b) => a.start - b.start)
    .some(({ start, end }) => {
      const [phase, first] = [start % 3, Math.floor(start / 3)];
      if ([...ends].some(([other, last]) => other !== phase && last > first)) return true;
      ends.set(phase, Math.max(ends.get(phase) ?? 0, Math.floor(end / 3)));
      return false;
    });
  return isShared ? [...phases].map((phase) => runs.filter(({ start }) => start % 3 === phase)) : [runs];
}

/** How many triangles the shape of a piece has. */
export const slotCountOf = ({ triangleCount, layers }: Extent) => triangleCount * layers.length;

/** The number that three.js gives a triangle of the shape of a piece. */
export const faceIndexOf = ({ firstTriangle, triangleCount }: Extent, slot: number) =>
  firstTriangle + (slot % triangleCount);

const countOf = (geometry: BufferGeometry | undefined) => geometry?.getAttribute("position")?.count ?? 0;

/**
 * x, y, z of the vertices of a piece, with morph targets and bones, at its place.
 * @throws HyperplaneError
 * `invalid-argument`
 */
export function verticesOf(piece: Piece, matrix: Matrix4 = piece.matrix): Float64Array {
  const { mesh, instance } = piece;
  if (isSkinned(mesh)) skinOf(mesh);
  const { firstVertex, vertexCount } = extentOf(piece);
  const vertices = new Float64Array(3 * vertexCount);
  const vertex = new Vector3();
  for (let i = 0; i < vertexCount; i++) {
    mesh.getVertexPosition(firstVertex + i, vertex).applyMatrix4(matrix);
    vertices[3 * i] = vertex.x;
    vertices[3 * i + 1] = vertex.y;
    vertices[3 * i + 2] = vertex.z;
  }
  const wrong = vertices.find((number) => !Number.isFinite(number));
  if (wrong !== undefined) throw invalid(`${nameOf(mesh, instance)} has a vertex coordinate of ${wrong}`);
  return vertices;
}

/**
 * The corners of the triangles of a piece, as indices into `verticesOf`, each triangle at its place in three's
 * numbering from `firstTriangle` on, layer by layer. What is not drawn has three equal corners, which no query hits. A mirrored piece
 * has its corners swapped, so that fronts stay fronts.
 */
export function cornersOf(piece: Piece, shift = 0): Uint32Array {
  const extent = extentOf(piece);
  const { firstVertex, firstTriangle, triangleCount, layers } = extent;
  const index = piece.mesh.geometry?.index ?? null;
  const corners = new Uint32Array(3 * slotCountOf(extent)).fill(shift);
  const isMirrored = piece.matrix.determinant() < 0;
  layers.forEach((runs, layer) => {
    for (const { start, end } of runs) {
      for (let at = start; at < end; at += 3) {
        const to = 3 * (Math.floor(at / 3) - firstTriangle + layer * triangleCount);
        for (let k = 0; k < 3; k++) {
          const entry = at + (isMirrored ? 2 - k : k);
          corners[to + k] = shift - firstVertex + (index === null ? entry : index.getX(entry));
        }
      }
    }
  });
  return corners;
}

/** The entries where a triangle of the shape of a piece begins: one a group that has it. */
export function runsAt(extent: Extent, slot: number): { at: number; materialIndex: number }[] {
  const runs = extent.layers[Math.floor(slot / extent.triangleCount)] ?? [];
  return runs.flatMap(({ start, end, materialIndex }) => {
    const at = 3 * faceIndexOf(extent, slot) + (start % 3);
    return at >= start && at < end ? [{ at, materialIndex }] : [];
  });
}

/** The vertices of several pieces, one after the other. @throws HyperplaneError `invalid-argument` */
export function joinedVertices(pieces: readonly Piece[]): Float64Array {
  return joined(
    pieces.map((piece) => verticesOf(piece)),
    Float64Array,
  );
}

/** The corners of several pieces, as indices into `joinedVertices`. */
export function joinedCorners(pieces: readonly Piece[]): Uint32Array {
  let shift = 0;
  const lists = pieces.map((piece) => {
    const corners = cornersOf(piece, shift);
    shift += extentOf(piece).vertexCount;
    return corners;
  });
  return joined(lists, Uint32Array);
}

function joined<T extends Float64Array | Uint32Array>(lists: readonly T[], type: new (length: number) => T): T {
  if (lists.length === 1) return lists[0] as T;
  const all = new type(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
