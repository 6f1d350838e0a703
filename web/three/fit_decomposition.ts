import type { Object3D } from "three";
// Types only: the code is loaded by the first call.
import type { DecomposeOptions, Decomposition, PartShape } from "../decompose/index.js";
import { Box, Capsule, Compound, type CompoundPart, ConvexHull, Cylinder, type Shape, Sphere } from "../src/api.js";
import { space } from "../src/space.js";
import { atOrigin, checkObject, checkVertices, type FittedShape, named, piecesOf } from "./fit.js";
import { joinedCorners, joinedVertices } from "./pieces.js";
import { nameOf } from "./rigid_frame.js";

/** The convex parts of an object's meshes as one shape, and how well they match. */
export interface FittedDecomposition extends FittedShape, Pick<Decomposition, "error" | "complete"> {
  /** One part for each of the decomposition's, in its order. To be disposed of by the caller. */
  readonly shape: Compound;
}

/**
 * Decomposes the meshes of an object and of its descendants into convex parts, as `decompose` of `hyperplane/decompose` does,
 * whose code and module are loaded by the first call. The meshes are taken as they are at the call, also invisible ones,
 * as `fitShape` takes them: with the scale of the object and its parents, instances, morph targets and bones, and the
 * triangles that three.js draws. All of them are one model: what touches may share parts.
 *
 * `colliders.add(object, { shape })` of SceneColliders takes the shape, which lies in the object's rigid frame: the offset is 0.
 *
 * @param options as of `decompose`
 * @returns rejects, and never throws, with HyperplaneError as `fitShape` and `decompose` do; with the signal's reason
 * after an abort; with what `onProgress` throws
 */
export async function fitDecomposition(object: Object3D, options: DecomposeOptions = {}): Promise<FittedDecomposition> {
  checkObject(object);
  // Before seconds of work, whose result would need it.
  space.begin();
  const pieces = piecesOf(object);
  const name = nameOf(object);
  checkVertices(pieces, name);
  const vertices = joinedVertices(pieces);
  const corners = joinedCorners(pieces);
  const { decompose } = await import("../decompose/index.js");
  try {
    const decomposition = await decompose(vertices, corners, options);
    const { error, complete } = decomposition;
    return { ...atOrigin(compoundOf(decomposition)), error, complete };
  } catch (error) {
    throw named(name, error);
  }
}

function compoundOf({ parts, shapes }: Decomposition): Compound {
  const list: CompoundPart[] = [];
  try {
    for (const [i, part] of parts.entries()) {
      const found = shapes[i] ?? null;
      if (found === null) list.push({ shape: new ConvexHull(part) });
      else list.push({ shape: primitiveOf(found), position: found.position, quaternion: found.quaternion });
    }
    return new Compound(list);
  } finally {
    // The compound holds its parts.
    for (const { shape } of list) shape.dispose();
  }
}

function primitiveOf(shape: PartShape): Shape {
  switch (shape.type) {
    case "sphere":
      return new Sphere(shape.radius);
    case "box":
      return new Box(shape.width, shape.height, shape.depth);
    case "capsule":
      return new Capsule(shape.radius, shape.height);
    case "cylinder":
      return new Cylinder(shape.radius, shape.height);
  }
}
