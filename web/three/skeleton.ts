import { type Bone, type BufferAttribute, type Matrix4, type SkinnedMesh, Vector3, Vector4 } from "three";
import { type ColliderOptions, ConvexHull, HyperplaneError } from "../src/api.js";
import { invalid, show } from "../src/errors.js";
import type { OptionNames } from "../src/options.js";
import { atOrigin, type FitOptions, type FittedShape, fitRound } from "./fit.js";
import { skinOf } from "./pieces.js";
import { nameOf, type RigidFrame, scaleMatrix } from "./rigid_frame.js";

/** Options of the colliders of a skeleton. */
export interface SkeletonOptions
  extends Omit<ColliderOptions, "shape" | "position" | "quaternion">,
    Pick<FitOptions, "maxVertices"> {
  /** The shape of each bone: see `Fit`. Default: "capsule". */
  readonly fit?: "box" | "rounded box" | "sphere" | "capsule" | "cylinder" | "tapered capsule" | "hull";
  /** Return false to leave out a bone. */
  readonly filter?: (bone: Bone) => boolean;
}

export const SKELETON_OPTIONS: OptionNames<SkeletonOptions> = {
  fit: true,
  maxVertices: true,
  filter: true,
  static: true,
  sensor: true,
  continuous: true,
  enabled: true,
  layer: true,
  mask: true,
  kinds: true,
  margin: true,
  userData: true,
};

/**
 * The vertices of a skinned mesh by bone: each belongs to the bone that has the most weight in it, in whose space it is given, at
 * rest, without morph targets.
 *
 * @returns x, y, z of each vertex, by index of the bone
 * @throws HyperplaneError `invalid-argument`
 */
export function verticesOfBones(mesh: SkinnedMesh): number[][] {
  const { position, skinIndex, skinWeight } = skinOf(mesh);
  const { skeleton, bindMatrix } = mesh;
  const toBones = skeleton.bones.map((_, i) => skeleton.boneInverses[i]?.clone().multiply(bindMatrix));
  const lists: number[][] = skeleton.bones.map(() => []);
  const [vertex, indices, weights] = [new Vector3(), new Vector4(), new Vector4()];
  for (let i = 0; i < position.count; i++) {
    weights.fromBufferAttribute(skinWeight as BufferAttribute, i);
    const all = weights.toArray();
    const most = all.indexOf(Math.max(...all));
    if (!((all[most] as number) > 0)) continue;
    const bone = indices.fromBufferAttribute(skinIndex as BufferAttribute, i).getComponent(most);
    lists[bone]?.push(
      ...vertex
        .fromBufferAttribute(position, i)
        .applyMatrix4(toBones[bone] as Matrix4)
        .toArray(),
    );
  }
  const wrong = lists.flat().find((number) => !Number.isFinite(number));
  if (wrong !== undefined)
    throw invalid(`${nameOf(mesh)} has a vertex coordinate of ${wrong} in the space of its bone`);
  return lists;
}

/** @throws HyperplaneError `invalid-argument` */
export function checkSkinned(mesh: SkinnedMesh): void {
  if ((mesh as Partial<SkinnedMesh> | null | undefined)?.isSkinnedMesh === true && mesh.skeleton !== undefined) return;
  throw invalid(`mesh must be a SkinnedMesh of three.js that is bound to a skeleton, got ${show(mesh)}`);
}

/** The shape of a bone. @param vertices in its space. @param frame of its matrix */
export function fitBone(
  vertices: readonly number[],
  frame: RigidFrame,
  { fit = "capsule", maxVertices }: SkeletonOptions,
): FittedShape {
  const scale = scaleMatrix(frame);
  const vertex = new Vector3();
  const numbers = new Float64Array(vertices.length);
  for (let i = 0; i < vertices.length; i += 3) vertex.fromArray(vertices, i).applyMatrix4(scale).toArray(numbers, i);
  if (fit !== "hull") return fitRound(numbers, fit);
  try {
    return atOrigin(new ConvexHull(numbers, maxVertices === undefined ? {} : { maxVertices }));
  } catch (error) {
    // A few vertices, or flat ones.
    if (error instanceof HyperplaneError && error.code === "degenerate-shape") return fitRound(numbers, "box");
    throw error;
  }
}
