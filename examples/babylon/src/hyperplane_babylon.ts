/**
 * Babylon.js and hyperplane, to be copied.
 *
 * Babylon.js is left-handed by default, hyperplane right-handed, and yet poses go over as they are: both turn a vector v by a
 * quaternion q to q v q*, with the same numbers. Handedness only says which way the axes are drawn. Triangles do differ: drawn in a
 * mirrored frame, a counter-clockwise triangle looks clockwise, so Babylon.js's meshes list their corners the other way round.
 */

import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { type Pose, TriangleMesh, type TriangleMeshOptions } from "hyperplane";

/** Where a node stands in the world, as it is now. The objects are the node's own. */
export function poseOf(node: TransformNode): Required<Pose> {
  node.computeWorldMatrix(true);
  return { position: node.absolutePosition, quaternion: node.absoluteRotationQuaternion };
}

/** A mesh's triangles as a shape, for a collider at `poseOf(mesh)`. Its scale goes into the vertices. */
export function shapeOf(mesh: AbstractMesh, options?: TriangleMeshOptions): TriangleMesh {
  mesh.computeWorldMatrix(true);
  const vertices = Float64Array.from(mesh.getVerticesData(VertexBuffer.PositionKind) ?? []);
  const indices = Uint32Array.from(mesh.getIndices() ?? []);
  const { x, y, z } = mesh.absoluteScaling;
  const scale = [x, y, z];
  for (let i = 0; i < vertices.length; i++) vertices[i] *= scale[i % 3];
  // A mirrored mesh is turned inside out once more.
  const isLeft = !mesh.getScene().useRightHandedSystem;
  if (isLeft !== x * y * z < 0) {
    for (let i = 0; i < indices.length; i += 3) [indices[i + 1], indices[i + 2]] = [indices[i + 2], indices[i + 1]];
  }
  return new TriangleMesh(vertices, indices, options);
}

/** An answer of hyperplane as Babylon.js has it. */
export const vector = ({ x, y, z }: { x: number; y: number; z: number }): Vector3 => new Vector3(x, y, z);
