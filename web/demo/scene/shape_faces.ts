/** The faces of any shape, to be drawn. */

import type {
  Box,
  Capsule,
  Compound,
  ConvexHull,
  Ellipsoid,
  HeightField,
  Shape,
  Sphere,
  Triangle,
  TriangleMesh,
} from "hyperplane";
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Matrix4,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { polyhedronLook } from "./polyhedron.js";

const turns = 32;

/** Triangles with a position and a normal at each corner, in the frame of the shape. */
export function facesOf(shape: Shape): BufferGeometry {
  const made = makeFaces(shape);
  const plain = made.index ? made.toNonIndexed() : made;
  if (plain !== made) made.dispose();
  plain.deleteAttribute("uv");
  return plain;
}

function makeFaces(shape: Shape): BufferGeometry {
  const { radius = 0, height = 0 } = shape as Partial<Capsule>;
  switch (shape.type) {
    case "box": {
      const { width, height, depth, rounding } = shape as Box;
      if (rounding === 0) return new BoxGeometry(width, height, depth);
      const [w, h, d] = [width, height, depth].map((size) => size + 2 * rounding);
      return new RoundedBoxGeometry(w, h, d, turns / 8, rounding);
    }
    case "sphere":
      return new SphereGeometry((shape as Sphere).radius, turns, turns / 2);
    case "ellipsoid": {
      const { radiusX, radiusY, radiusZ } = shape as Ellipsoid;
      return new SphereGeometry(1, turns, turns / 2).scale(radiusX, radiusY, radiusZ);
    }
    case "capsule":
      return new CapsuleGeometry(radius, height, turns / 4, turns);
    case "cylinder":
      return new CylinderGeometry(radius, radius, height, turns);
    case "cone":
      return new ConeGeometry(radius, height, turns);
    case "convex-hull": {
      const { vertices, faces } = shape as ConvexHull;
      return polyhedronLook(vertices, faces).geometry;
    }
    case "half-space":
      return new PlaneGeometry(100, 100).rotateX(-Math.PI / 2);
    case "compound":
      return compoundFaces(shape as Compound);
    case "triangle": {
      const { a, b, c } = shape as Triangle;
      return triangles([a, b, c].flatMap(({ x, y, z }) => [x, y, z]));
    }
    default:
      return surfaceFaces(shape as TriangleMesh | HeightField);
  }
}

function compoundFaces(compound: Compound): BufferGeometry {
  const parts = Array.from({ length: compound.partCount }, (_, i) => {
    const { shape, position, quaternion } = compound.part(i);
    const { x, y, z, w } = quaternion;
    const turn = new Quaternion(x, y, z, w);
    return facesOf(shape).applyMatrix4(
      new Matrix4().compose(new Vector3(position.x, position.y, position.z), turn, new Vector3(1, 1, 1)),
    );
  });
  const merged = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return merged;
}

function surfaceFaces(surface: TriangleMesh | HeightField): BufferGeometry {
  const positions: number[] = [];
  const corners = new Float64Array(9);
  for (let i = 0; i < surface.triangleCount; i++) {
    surface.triangle(i, corners);
    // At a hole of a height field.
    if (!corners.some(Number.isNaN)) positions.push(...corners);
  }
  return triangles(positions);
}

function triangles(positions: readonly number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}
