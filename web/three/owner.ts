import type { Bone, Matrix4, Mesh, Object3D } from "three";
import type { Collider } from "../src/api.js";
import type { HeldShape } from "./held_shapes.js";
import { extentOf, hasInstance, type Piece, slotCountOf } from "./pieces.js";

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
export const isShifted = (owner: ColliderOwner): boolean =>
  hasInstance(owner.object, owner.instance) && piecesOf(owner).some((piece) => extentOf(piece).isShifted);

/** The piece that a triangle or a part was fitted to, and the triangle's place in its shape, or -1. */
export function pieceAt(
  owner: ColliderOwner,
  triangle: number,
  part: number,
): { piece: Piece; triangle: number } | null {
  const { held, object, instance } = owner;
  if (!hasInstance(object, instance)) return null;
  const pieces = piecesOf(owner);
  if (held.fit === "parts") {
    const piece = pieces[part];
    return piece === undefined ? null : { piece, triangle: -1 };
  }
  if (held.fit !== "mesh" || triangle < 0) return null;
  let first = 0;
  for (const piece of pieces) {
    const count = slotCountOf(extentOf(piece));
    if (triangle < first + count) return { piece, triangle: triangle - first };
    first += count;
  }
  return null;
}
