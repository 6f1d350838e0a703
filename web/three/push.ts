import { type BatchedMesh, type InstancedMesh, Matrix4, type Object3D, Quaternion, Vector3 } from "three";
import type { World } from "../src/api.js";
import type { HeldShape } from "./held_shapes.js";
import { isInstanced } from "./pieces.js";
import { moveBy, newFrame, type RigidFrame, rigidMatrix, turnBy } from "./rigid_frame.js";
import { readInstance, type Source, updateMatrices } from "./source.js";

/**
 * The poses of colliders, back to their objects. Each object gets the motion that leads from its present place to the
 * collider's, rather than a matrix taken apart: so its scale keeps its numbers.
 */

/** Greatest difference of a quaternion's components that is no turn: a few roundings to 32 bits. */
const SAME_TURN = 3e-7;

/** From an object's frame to its collider's. */
export function place(frame: RigidFrame, { offset, quaternion }: HeldShape): void {
  moveBy(frame, offset.x, offset.y, offset.z);
  if (quaternion.w !== 1) turnBy(frame, quaternion);
}

function depthOf(object: Object3D): number {
  let depth = 0;
  for (let at = object.parent; at !== null; at = at.parent) depth++;
  return depth;
}

export function pushPoses(world: World, sources: readonly Source[]): void {
  const { positions, quaternions } = world;
  const frame = newFrame();
  const matrix = new Matrix4();
  // Parents first: moving one moves its children.
  const byDepth = sources.map((source) => ({ ...source, depth: depthOf(source.entry.object) }));
  for (const { entry, members } of byDepth.sort((a, b) => a.depth - b.depth)) {
    if (entry.bones !== undefined) continue;
    updateMatrices(entry);
    for (const member of members) {
      if (member === undefined || member.isOff || member.geometry < 0 || member.collider.removed) continue;
      const { collider, held, instance } = member;
      if (!readInstance(entry, instance, frame, matrix)) continue;
      place(frame, held);
      const found = poseIn(positions, quaternions, collider.index, frame);
      if (found === null) continue;
      const { target, isTurned } = found;
      const { object } = entry;
      const outer = instance < 0 ? object.parent?.matrixWorld : object.matrixWorld;
      const motion = rigidMatrix(target).multiply(rigidMatrix(frame).invert());
      if (outer !== undefined) motion.multiply(outer).premultiply(matrix.copy(outer).invert());
      if (instance < 0) moveObject(object, motion, isTurned);
      else moveInstance(object as InstancedMesh | BatchedMesh, instance, motion);
    }
  }
}

/** The frame of a row; null if it is where the given frame is. */
function poseIn(positions: Float64Array, quaternions: Float32Array, row: number, from: RigidFrame) {
  const [px, py, pz] = positions.subarray(3 * row, 3 * row + 3) as unknown as [number, number, number];
  const q = new Quaternion().fromArray(quaternions, 4 * row).normalize();
  const own = new Quaternion(from.qx, from.qy, from.qz, from.qw);
  if (q.dot(own) < 0) q.set(-q.x, -q.y, -q.z, -q.w);
  const difference = Math.max(...q.toArray().map((number, i) => Math.abs(number - (own.toArray()[i] as number))));
  const isTurned = difference > SAME_TURN;
  if (!isTurned && px === from.px && py === from.py && pz === from.pz) return null;
  const { x: qx, y: qy, z: qz, w: qw } = isTurned ? q : own;
  return { target: { ...from, px, py, pz, qx, qy, qz, qw }, isTurned };
}

/** @param motion in the space of the object's parent. @param isTurned otherwise only rounding turns it */
function moveObject(object: Object3D, motion: Matrix4, isTurned: boolean): void {
  // What turns about its pivot has position + pivot where the pivot is. Older versions of three.js have none.
  const { pivot } = object as Partial<Pick<Object3D, "pivot">>;
  if (pivot) object.position.add(pivot).applyMatrix4(motion).sub(pivot);
  else object.position.applyMatrix4(motion);
  if (isTurned) turnObject(object, motion);
  if (object.matrixAutoUpdate) object.updateMatrix();
  else object.matrix.premultiply(motion);
  object.matrixWorldNeedsUpdate = true;
}

function turnObject(object: Object3D, motion: Matrix4): void {
  // Without the shear that a parent of unequal scale may make of a turn.
  const axes = [new Vector3(), new Vector3(), new Vector3()] as const;
  motion.extractBasis(...axes);
  const [x, y, z] = axes;
  x.normalize();
  y.addScaledVector(x, -x.dot(y)).normalize();
  z.crossVectors(x, y);
  object.quaternion.premultiply(new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z)));
}

function moveInstance(mesh: InstancedMesh | BatchedMesh, instance: number, motion: Matrix4): void {
  const matrix = new Matrix4();
  mesh.getMatrixAt(instance, matrix);
  mesh.setMatrixAt(instance, matrix.premultiply(motion));
  if (isInstanced(mesh)) mesh.instanceMatrix.needsUpdate = true;
  // three.js makes its bounds when it next culls or picks: instances outside the old ones would not be drawn.
  mesh.boundingBox = null;
  mesh.boundingSphere = null;
}
