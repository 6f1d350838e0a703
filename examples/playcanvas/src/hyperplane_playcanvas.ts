/**
 * PlayCanvas and hyperplane, to be copied. Both are right-handed, with the same quaternions and the same order of a triangle's
 * corners: nothing is turned round.
 */

import {
  type Collider,
  type ColliderOptions,
  type Pose,
  type Shape,
  TriangleMesh,
  type TriangleMeshOptions,
  World,
} from "hyperplane";
import { type GraphNode, Mat4, type Mesh, Vec3 } from "playcanvas";

/** Where a node stands in the world, below all of its parents. The objects are the node's own. */
export const poseOf = (node: GraphNode): Required<Pose> => ({
  position: node.getPosition(),
  quaternion: node.getRotation(),
});

/** A mesh's triangles as a shape, for a collider at `poseOf(node)`. The node's scale goes into the vertices. */
export function shapeOf(mesh: Mesh, node: GraphNode, options?: TriangleMeshOptions): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  mesh.getPositions(positions);
  mesh.getIndices(indices);
  // All of the node's transform that its pose does not have.
  const toPose = new Mat4().setTRS(node.getPosition(), node.getRotation(), Vec3.ONE).invert();
  toPose.mul(node.getWorldTransform());
  const vertices = new Float64Array(positions.length);
  const vertex = new Vec3();
  for (let i = 0; i < vertices.length; i += 3) {
    toPose.transformPoint(vertex.set(positions[i], positions[i + 1], positions[i + 2]), vertex);
    vertices.set([vertex.x, vertex.y, vertex.z], i);
  }
  // A mirrored mesh is turned inside out once more.
  if (toPose.scaleSign < 0) indices.reverse();
  return new TriangleMesh(vertices, indices, options);
}

/** A world whose colliders stand where nodes do. `userData` of each is its node. */
export class NodeColliders {
  readonly world = new World();
  readonly #colliders = new Map<GraphNode, Collider>();

  /** @param options `static` for a node that stays where it is */
  add(node: GraphNode, shape: Shape, options: Omit<ColliderOptions, "shape" | "userData" | keyof Pose> = {}): Collider {
    const collider = this.world.add({ shape, ...poseOf(node), ...options, userData: node });
    this.#colliders.set(node, collider);
    return collider;
  }

  remove(node: GraphNode): void {
    this.#colliders.get(node)?.remove();
    this.#colliders.delete(node);
  }

  /** Takes the nodes' poses, once they have moved. Queries see them at once, contacts and events after `world.update()`. */
  pull(): void {
    for (const [node, collider] of this.#colliders) {
      if (!collider.static) collider.setPose(node.getPosition(), node.getRotation());
    }
  }
}
