import {
  type Box,
  type Compound,
  type ConvexHull,
  type Cylinder,
  type Ellipsoid,
  explainTree,
  type HeightField,
  type Shape,
  type Sphere,
  type TaperedCapsule,
  type Triangle,
  type TriangleMesh,
  type Voxels,
} from "../src/api.js";
import { isDisposed } from "../src/shapes/shape.js";
import { cornerKey } from "./corner_key.js";
import { moveBy, newFrame } from "./rigid_frame.js";

/** The edges of a box as pairs of corners; the bits of a corner select the upper end on x, y and z. */
export const BOX_EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7] as const;

/** Segments of a quarter of a circle. */
const QUARTER = 6;

/** In metres to each side: how much of the plane of a half-space is drawn, and by how many lines each way. */
const PLANE_REACH = 50;
const LINES_OF_PLANE = 11;

/**
 * The edges of a shape as segments, x, y, z of both ends: each edge of a mesh or a height field once, those of the solid of voxels,
 * outlines of round shapes, a grid of 100 m in the plane of a half-space, all parts of a compound. Nothing for a surface that was
 * disposed of, which tells no triangles.
 */
export function edgesOf(shape: Shape): number[] {
  switch (shape.type) {
    case "triangle-mesh":
    case "height-field":
      return isDisposed(shape) ? [] : surfaceEdges(shape as TriangleMesh | HeightField);
    case "voxels":
      return isDisposed(shape) ? [] : voxelEdges(shape as Voxels);
    case "compound":
      return compoundEdges(shape as Compound, edgesOf);
    case "convex-hull":
      return hullEdges(shape as ConvexHull);
    case "triangle": {
      const { a, b, c } = shape as Triangle;
      return [a, b, b, c, c, a].flatMap(({ x, y, z }) => [x, y, z]);
    }
    case "box": {
      const { width, height, depth, rounding } = shape as Box;
      const sides = [width, height, depth];
      const edges = BOX_EDGES.flatMap((corner) => sides.map((side, k) => (corner & (1 << k) ? side / 2 : -side / 2)));
      return rounding === 0 ? edges : [0, 1, 2].flatMap((axis) => besideFaces(edges, axis, rounding));
    }
    case "ellipsoid": {
      const { radiusX, radiusY, radiusZ } = shape as Ellipsoid;
      return turned(arc(1, 0, 1, -1)).map((number, i) => number * ([radiusX, radiusY, radiusZ][i % 3] as number));
    }
    case "half-space":
      return gridEdges();
    case "sphere":
    case "capsule":
    case "cylinder":
    case "cone":
    case "tapered-capsule":
      return turned(profileOf(shape));
    default:
      return [];
  }
}

/** A part of a plane around the origin. */
function gridEdges(): number[] {
  const half = (LINES_OF_PLANE - 1) / 2;
  const places = Array.from({ length: LINES_OF_PLANE }, (_, i) => (i / half - 1) * PLANE_REACH);
  return places.flatMap((at) => [at, 0, -PLANE_REACH, at, 0, PLANE_REACH, -PLANE_REACH, 0, at, PLANE_REACH, 0, at]);
}

/** Of the edges of a box those of the two faces across an axis, moved outwards. */
function besideFaces(edges: readonly number[], axis: number, by: number): number[] {
  const result: number[] = [];
  for (let at = 0; at < edges.length; at += 6) {
    const edge = edges.slice(at, at + 6);
    // The first twelve numbers of each four edges run along x, then y, then z.
    if (Math.floor(at / 24) === axis) continue;
    for (const end of [axis, axis + 3]) edge[end] = (edge[end] as number) + Math.sign(edge[end] as number) * by;
    result.push(...edge);
  }
  return result;
}

function surfaceEdges(surface: TriangleMesh | HeightField): number[] {
  const edges: number[] = [];
  const seen = new Set<number>();
  const corners = new Float64Array(9);
  for (let triangle = 0; triangle < surface.triangleCount; triangle++) {
    surface.triangle(triangle, corners);
    // At a hole of a height field.
    if (corners.some(Number.isNaN)) continue;
    for (let k = 0; k < 9; k += 3) {
      const next = (k + 3) % 9;
      const [from, to] = [cornerKey(corners, k), cornerKey(corners, next)];
      const edge = Math.min(from, to) + Math.PI * Math.max(from, to);
      if (seen.has(edge) || from === to) continue;
      seen.add(edge);
      for (const at of [k, k + 1, k + 2, next, next + 1, next + 2]) edges.push(corners[at] as number);
    }
  }
  return edges;
}

/** Where the surface of the solid cells bends: edges of cells with one, three, or two opposite solid ones around them. */
function voxelEdges(grid: Voxels): number[] {
  const { cellSize } = grid;
  const counts = [grid.columns, grid.layers, grid.rows] as const;
  const edges: number[] = [];
  const at = [0, 0, 0];
  const isSolid = (axis: number, u: number, v: number) => {
    const [x = 0, y = 0, z = 0] = at.map((place, k) => (k === axis ? place : place - (k === (axis + 1) % 3 ? u : v)));
    return grid.get(x, y, z) === 0 ? 0 : 1;
  };
  for (let axis = 0; axis < 3; axis++) {
    const lines = new Map<string, number>();
    const ends = counts.map((count, k) => count + (k === axis ? 0 : 1));
    const [endX = 0, endY = 0, endZ = 0] = ends;
    for (at[1] = 0; at[1] < endY; at[1]++)
      for (at[2] = 0; at[2] < endZ; at[2]++)
        for (at[0] = 0; at[0] < endX; at[0]++) {
          const around = [isSolid(axis, 0, 0), isSolid(axis, 1, 0), isSolid(axis, 0, 1), isSolid(axis, 1, 1)] as const;
          const sum = around[0] + around[1] + around[2] + around[3];
          if (sum !== 1 && sum !== 3 && !(sum === 2 && around[0] === around[3])) continue;
          // One segment for cells in a row.
          const line = at.map((place, k) => (k === axis ? "" : place)).join();
          const last = lines.get(line);
          const end = at.map((place, k) => (place + (k === axis ? 1 : 0)) * (cellSize[k] as number));
          const isNext = last !== undefined && edges[last + axis] === (at[axis] as number) * (cellSize[axis] as number);
          if (isNext) edges[last + axis] = end[axis] as number;
          else {
            for (const k of [0, 1, 2]) edges.push((at[k] as number) * (cellSize[k] as number));
            lines.set(line, edges.length);
            edges.push(...end);
          }
        }
  }
  return edges;
}

/** The edges of a cell, as pairs of corners. */
export function cellEdges(grid: Voxels, index: number): number[] {
  const { x, y, z } = grid.cell(index);
  return BOX_EDGES.flatMap((corner) =>
    [x, y, z].map((place, k) => (place + (corner & (1 << k) ? 1 : 0)) * (grid.cellSize[k] as number)),
  );
}

/** The edges of the bounds in the trees of meshes, also of a compound's: of all nodes at a level, and of the leaves above. */
export function treeEdges(shape: Shape, level: number): number[] {
  if (isDisposed(shape)) return [];
  if (shape.type === "compound") return compoundEdges(shape as Compound, (part) => treeEdges(part, level));
  if (shape.type !== "triangle-mesh") return [];
  return explainTree(shape as TriangleMesh, level).flatMap(({ min, max }) =>
    BOX_EDGES.flatMap((corner) => AXES.map((axis, k) => (corner & (1 << k) ? max : min)[axis])),
  );
}

const AXES = ["x", "y", "z"] as const;

function compoundEdges(compound: Compound, edgesOf: (part: Shape) => number[]): number[] {
  const edges: number[] = [];
  const frame = newFrame();
  for (let i = 0; i < compound.partCount; i++) {
    const { shape, position, quaternion } = compound.part(i);
    [frame.qx, frame.qy, frame.qz, frame.qw] = [quaternion.x, quaternion.y, quaternion.z, quaternion.w];
    const part = edgesOf(shape);
    for (let k = 0; k < part.length; k += 3) {
      [frame.px, frame.py, frame.pz] = [position.x, position.y, position.z];
      moveBy(frame, part[k] as number, part[k + 1] as number, part[k + 2] as number);
      edges.push(frame.px, frame.py, frame.pz);
    }
  }
  return edges;
}

function hullEdges({ faces, vertices, rounding }: ConvexHull): number[] {
  const at = (vertex: number) => [...vertices.subarray(3 * vertex, 3 * vertex + 3)] as Point;
  return faces.flatMap((face) => {
    const outwards = rounding === 0 ? [0, 0, 0] : normalOf(face.map(at)).map((number) => number * rounding);
    return face.flatMap((from, i) => {
      const to = face[(i + 1) % face.length] as number;
      // The other face of the edge has it the other way round, and beside it if it is rounded.
      if (from > to && rounding === 0) return [];
      return [from, to].flatMap((vertex) => at(vertex).map((number, k) => number + (outwards[k] as number)));
    });
  });
}

type Point = [x: number, y: number, z: number];

/** Unit normal of a polygon, by Newell's method. */
function normalOf(polygon: readonly Point[]): Point {
  const normal: Point = [0, 0, 0];
  for (const [i, p] of polygon.entries()) {
    const q = polygon[(i + 1) % polygon.length] as Point;
    normal[0] += (p[1] - q[1]) * (p[2] + q[2]);
    normal[1] += (p[2] - q[2]) * (p[0] + q[0]);
    normal[2] += (p[0] - q[0]) * (p[1] + q[1]);
  }
  const length = Math.hypot(...normal);
  return normal.map((number) => number / length) as Point;
}

/** Distance from the axis and height of points on a round outline, from the top to the bottom. */
type Profile = readonly (readonly [radius: number, y: number])[];

/** Part of a circle around a point; the point, if it has no radius. @param from in quarters: 1 is up */
function arc(radius: number, y: number, from: number, to: number, x = 0): Profile {
  const count = radius === 0 ? 0 : Math.ceil(QUARTER * (from - to));
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = ((from - (count === 0 ? 0 : (i / count) * (from - to))) * Math.PI) / 2;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });
}

function profileOf(shape: Shape): Profile {
  if (shape.type === "tapered-capsule") return taperedProfile(shape as TaperedCapsule);
  const { radius, height = 0, rounding = 0 } = shape as Sphere & Partial<Cylinder>;
  const top = height / 2;
  const base = (from: number): Profile => [...arc(rounding, -top, from, -1, radius), [0, -top - rounding]];
  if (shape.type === "cone") {
    const side = Math.atan2(radius, height) / (Math.PI / 2);
    return [...arc(rounding, top, 1, side), ...base(side)];
  }
  if (shape.type === "cylinder") return [[0, top + rounding], ...arc(rounding, top, 1, 0, radius), ...base(0)];
  return [...arc(radius, top, 1, 0), ...arc(radius, -top, 0, -1)];
}

function taperedProfile({ radiusTop, radiusBottom, height }: TaperedCapsule): Profile {
  const sine = (radiusBottom - radiusTop) / height;
  const [top, bottom] = [height / 2, -height / 2];
  if (!(Math.abs(sine) < 1))
    return radiusTop > radiusBottom ? arc(radiusTop, top, 1, -1) : arc(radiusBottom, bottom, 1, -1);
  const side = Math.asin(sine) / (Math.PI / 2);
  return [...arc(radiusTop, top, 1, side), ...arc(radiusBottom, bottom, side, -1)];
}

/** Four outlines around the axis, and a circle where the profile is widest. */
function turned(profile: Profile): number[] {
  const edges: number[] = [];
  const widest = Math.max(...profile.map(([radius]) => radius));
  const circle = Array.from({ length: 4 * QUARTER + 1 }, (_, i) => {
    const angle = (i * Math.PI) / 2 / QUARTER;
    return [Math.cos(angle), Math.sin(angle)] as const;
  });
  for (const [i, [radius, y]] of profile.entries()) {
    const [nextRadius, nextY] = profile[i + 1] ?? [radius, y];
    for (const [k, [x, z]] of circle.slice(0, -1).entries()) {
      const [nextX, nextZ] = circle[k + 1] as readonly [number, number];
      if (k % QUARTER === 0) edges.push(radius * x, y, radius * z, nextRadius * x, nextY, nextRadius * z);
      if (radius === widest) edges.push(radius * x, y, radius * z, radius * nextX, y, radius * nextZ);
    }
  }
  return edges;
}
