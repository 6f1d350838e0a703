import type { Bone, Matrix4, Mesh, Object3D } from "three";
import type { Collider } from "../src/api.js";
import type { HeldShape } from "./held_shapes.js";
import { type Extent, hasInstance, type Piece } from "./pieces.js";

/** The owner of a collider, or of a triangle or a part of its shape. */
export interface Owner {
  /** The object that was added; of a level's collider, the mesh. */
  readonly object: Object3D;
  /**
   * Index of the instance in an InstancedMesh or a BatchedMesh, or of the bone; -1 for other objects: call `colliderOf` without it
   * then.
   */
  readonly instance: number;
  /** The mesh that the triangle or the part was fitted to. Without these, `object` if it is a mesh, otherwise null. */
  readonly mesh: Mesh | null;
  /**
   * Number of the triangle in that mesh, as three's Raycaster gives it; -1 without a triangle, and for other fits than
   * "mesh".
   */
  readonly faceIndex: number;
  /** The bone, of a collider of a skeleton; `instance` is its index there. */
  readonly bone?: Bone;
}

/** The owner of a collider, with its shape. */
export interface ColliderOwner extends Owner {
  readonly collider: Collider;
  readonly held: HeldShape;
}

const piecesOf = ({ held, object, instance }: ColliderOwner): readonly Piece[] =>
  held.pieces ?? [{ mesh: object as Mesh, instance, matrix: held.matrix as Matrix4 }];

/** Whether triangles lie across each other, because some begin within those of the geometry. */
export const isShifted = ({ held, object, instance }: ColliderOwner): boolean =>
  held.extents.some((extent) => extent.isShifted) && hasInstance(object, instance);

/** What a triangle or a part was fitted to. */
interface FoundPiece {
  readonly piece: Piece;
  /** Its place in the shape of the piece; -1 for a part. */
  readonly triangle: number;
  /** What the piece drew then; null for a part. */
  readonly extent: Extent | null;
}

export function pieceAt(owner: ColliderOwner, triangle: number, part: number): FoundPiece | null {
  const { held, object, instance } = owner;
  if (!hasInstance(object, instance)) return null;
  const pieces = piecesOf(owner);
  if (held.fit === "parts") {
    const piece = pieces[part];
    return piece === undefined ? null : { piece, triangle: -1, extent: null };
  }
  const { ends } = held;
  if (triangle < 0 || triangle >= (ends.at(-1) ?? 0)) return null;
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) > triangle) high = middle;
    else low = middle + 1;
  }
  const first = low === 0 ? 0 : (ends[low - 1] as number);
  return { piece: pieces[low] as Piece, triangle: triangle - first, extent: held.extents[low] as Extent };
}
