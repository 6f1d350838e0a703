import type { BatchedMesh, Bone, InstancedMesh, Matrix4, Object3D, SkinnedMesh } from "three";
import type { Collider, ColliderOptions } from "../src/api.js";
import type { HeldShape } from "./held_shapes.js";
import { geometryOf, hasInstance, isBatched, isInstanced, isMany, updateBones, updateWorld } from "./pieces.js";
import { frameError, isFlat, nameOf, type RigidFrame, readFrame } from "./rigid_frame.js";

/** What is added: an object, or a mesh with its instances, or a skinned mesh with its bones. */
export interface Entry {
  readonly object: Object3D;
  /** -1: the object itself. Else instances, or indices of bones. */
  readonly instances: readonly number[];
  /** Makes the shape of an instance at the scale of a frame. */
  readonly hold: (instance: number, frame: RigidFrame) => HeldShape;
  readonly bones?: readonly Bone[];
  /** Whether instances that are added to the mesh later get colliders, too. */
  readonly isOpen?: boolean;
  /** Whether the shapes take the shear of their matrices. */
  readonly canShear?: boolean;
}

/** A collider of a source. */
export interface Member {
  readonly instance: number;
  readonly collider: Collider;
  held: HeldShape;
  /** Disabled here, as its object has no size or its instance is gone. */
  isOff: boolean;
  /** That the shape was made of, in a BatchedMesh; -1 once the instance was deleted. 0 for others. */
  geometry: number;
}

/** An entry with its colliders. */
export interface Source {
  /** Index in the list of all sources. */
  place: number;
  readonly entry: Entry;
  readonly options: Omit<ColliderOptions, "shape">;
  readonly isStatic: boolean;
  /** By instance, or the only one; undefined where there is none. Those of removed colliders stay. */
  readonly members: (Member | undefined)[];
  /** Instances of a BatchedMesh without a collider. */
  readonly bare: Set<number>;
}

/** Brings the matrices of a source up to date. @param isParentCurrent whether those of its object's parents are */
export function updateMatrices({ object, bones }: Entry, isParentCurrent = false): void {
  updateWorld(object, isParentCurrent);
  if (bones !== undefined) updateBones(bones);
}

/** The world matrix of an instance. @param scratch memory for it */
export function matrixOf({ object, bones }: Entry, instance: number, scratch: Matrix4): Matrix4 {
  const bone = bones?.[instance];
  if (bone !== undefined) {
    const { bindMode, bindMatrixInverse, matrixWorld } = object as SkinnedMesh;
    if (bindMode !== "detached") return bone.matrixWorld;
    return scratch.multiplyMatrices(matrixWorld, bindMatrixInverse).multiply(bone.matrixWorld);
  }
  if (instance < 0 || !isMany(object)) return object.matrixWorld;
  (object as InstancedMesh | BatchedMesh).getMatrixAt(instance, scratch);
  return scratch.premultiply(object.matrixWorld);
}

/**
 * Reads the frame of an instance.
 *
 * @returns false if it has no size, or is not drawn any more
 * @throws HyperplaneError `invalid-argument` for a matrix that is not finite, or sheared unless the entry can shear
 */
export function readInstance(entry: Entry, instance: number, frame: RigidFrame, scratch: Matrix4): boolean {
  const { object } = entry;
  if (instance >= 0 && (!hasInstance(object, instance) || (isInstanced(object) && instance >= object.count)))
    return false;
  const matrix = matrixOf(entry, instance, scratch);
  if (readFrame(matrix.elements, 0, frame, entry.canShear)) return true;
  if (isFlat(matrix)) return false;
  throw frameError(matrix.elements, 0, nameOf(entry.bones?.[instance] ?? object, entry.bones ? -1 : instance));
}

/** Lists the instances of an InstancedMesh that may get a collider. */
export function newInstances({ entry, members }: Source, out: number[]): void {
  const { object, isOpen } = entry;
  // V8 leaves its compiled code to set a length.
  if (out.length > 0) out.length = 0;
  if (isOpen !== true || !isInstanced(object)) return;
  for (let i = 0; i < object.count; i++) if (members[i] === undefined && hasInstance(object, i)) out.push(i);
}

/**
 * Looks which instances of a BatchedMesh have come, gone, or got another geometry. three.js gives a new instance the id of a deleted
 * one, and tells by an exception that there is none: so others than those known are looked at only when the count says that
 * there are more.
 *
 * @param fresh instances that may get a collider; those of deleted ones are among them
 * @param changed members with another geometry than that of their shape
 */
export function readBatch({ entry, members, bare }: Source, fresh: number[], changed: Member[]): void {
  const { object, isOpen } = entry;
  fresh.length = 0;
  changed.length = 0;
  if (!isBatched(object)) return;
  let found = 0;
  for (let i = 0; i < members.length; i++) {
    const member = members[i];
    if (member === undefined || member.geometry < 0) continue;
    const geometry = geometryOf(object, i);
    if (geometry < 0) member.geometry = -1;
    else found++;
    if (geometry >= 0 && geometry !== member.geometry) changed.push(member);
  }
  for (const id of bare) {
    if (geometryOf(object, id) < 0) bare.delete(id);
    else found++;
  }
  for (let id = 0; id < object.maxInstanceCount && found < object.instanceCount; id++) {
    if ((members[id]?.geometry ?? -1) >= 0 || bare.has(id) || geometryOf(object, id) < 0) continue;
    found++;
    bare.add(id);
  }
  if (isOpen === true) for (const id of bare) fresh.push(id);
}
