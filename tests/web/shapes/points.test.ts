import { ConvexHull, closestPoint, init, intersects, raycast, TriangleMesh } from "hyperplane";
import {
  BoxGeometry,
  BufferGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  TorusKnotGeometry,
  Vector3,
} from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

/** Points as other libraries keep them. */

beforeAll(() => init());

const corners = [-1, 1].flatMap((x) => [-2, 2].flatMap((y) => [-3, 3].map((z) => new Vector3(x, y, z))));
const flat = corners.flatMap(({ x, y, z }) => [x, y, z]);

describe("points", () => {
  it("may be vectors", () => {
    const expected = new ConvexHull(flat);
    for (const points of [corners, corners.map((v) => v.toArray()), corners.map(({ x, y, z }) => ({ x, y, z }))]) {
      const hull = new ConvexHull(points);
      expect([...hull.vertices]).toEqual([...expected.vertices]);
      expect(hull.faces).toEqual(expected.faces);
    }
    expect(new ConvexHull(corners, { maxVertices: 5 }).vertices).toHaveLength(15);
    const mesh = new TriangleMesh(corners.slice(0, 6));
    expect([...mesh.triangle(1)]).toEqual(flat.slice(9, 18));
    mesh.setVertices(corners.slice(2, 8));
    expect([...mesh.triangle(1)]).toEqual(flat.slice(15, 24));
    expect(new TriangleMesh(corners, [0, 1, 2]).triangleCount).toBe(1);
  });

  it("may be a geometry", () => {
    const geometry = new TorusKnotGeometry(1, 0.3, 64, 8);
    const { array } = geometry.getAttribute("position");
    const options = { solid: true, weld: 1e-4 } as const;
    const expected = new TriangleMesh(array, geometry.index?.array, options).serialize();
    expect(new TriangleMesh(geometry, options).serialize()).toEqual(expected);
    expect(new TriangleMesh(geometry, null, options).serialize()).toEqual(expected);
    expect(new TriangleMesh(geometry, undefined, options).serialize()).toEqual(expected);
    expect(new TriangleMesh(geometry).solid).toBe(false);
    expect(new TriangleMesh(geometry, [0, 1, 2]).triangleCount).toBe(1);
    expect(new TriangleMesh(geometry.toNonIndexed(), options).triangleCount).toBe((geometry.index?.count ?? 0) / 3);
    expect([...new ConvexHull(geometry).vertices]).toEqual([...new ConvexHull(array).vertices]);
    const box = new TriangleMesh(new BoxGeometry(2, 4, 6), { solid: true });
    expect(raycast(box, {}, [-5, 0.3, 0.1], [1, 0, 0])?.distance).toBe(4);
    expect(closestPoint(box, {}, [0, 0, 0]).distance).toBe(-1);
    expect(intersects(box, {}, new ConvexHull(flat), { position: [2, 0, 0] })).toBe(true);
  });

  it("may be interleaved", () => {
    const numbers = corners.flatMap(({ x, y, z }) => [9, x, y, z, 9]);
    const geometry = new BufferGeometry();
    const buffer = new InterleavedBuffer(Float32Array.from(numbers), 5);
    geometry.setAttribute("position", new InterleavedBufferAttribute(buffer, 3, 1));
    expect([...new ConvexHull(geometry).vertices]).toEqual([...new ConvexHull(flat).vertices]);
  });

  it("are refused with the place that is wrong", () => {
    const zero = { getX: () => 0, getY: () => 0, getZ: () => 0 };
    const geometry = (position: unknown) => ({ attributes: { position } }) as never;
    const wrong: [() => unknown, string][] = [
      [
        () => new ConvexHull([...corners, { x: 1, y: Number.NaN, z: 0 }]),
        "convex-hull: points[8].y must be a finite number",
      ],
      [() => new ConvexHull([...corners, 3 as never]), "convex-hull: points[8] must be an object with x, y and z"],
      [() => new ConvexHull([...flat, corners[0]] as never), "convex-hull: points must have 3 numbers"],
      [() => new ConvexHull([{}] as never), "convex-hull: points[0] must be an object with x, y and z"],
      [() => new ConvexHull(new BufferGeometry()), "convex-hull: points is a geometry without an attribute position"],
      [
        () => new TriangleMesh(new BufferGeometry()),
        "triangle-mesh: vertices is a geometry without an attribute position",
      ],
      [() => new TriangleMesh(geometry({ count: 3 })), "triangle-mesh: vertices is a geometry without an attribute"],
      [() => new TriangleMesh(geometry({ ...zero, count: -1 })), "vertices.attributes.position.count must be a whole"],
      [
        () => new TriangleMesh(geometry({ ...zero, count: 1e99 })),
        "vertices.attributes.position.count must be a whole",
      ],
      [
        () => new TriangleMesh(new BoxGeometry(), { solids: true } as never),
        "there is no option solids: did you mean solid?",
      ],
      [() => new TriangleMesh(new BoxGeometry(), 3 as never), "options must be an object, got 3"],
      [() => new TriangleMesh(new BoxGeometry(), [0, 1, 99]), "triangle-mesh: indices[2], of triangle 0"],
      [() => new TriangleMesh(corners.slice(0, 2)), "triangle-mesh: vertices must have 9 numbers per triangle"],
      [() => new TriangleMesh({ attributes: null } as never), "triangle-mesh: vertices must be an array of numbers"],
      [
        () => new TriangleMesh(new Mesh(new BoxGeometry()) as never),
        "triangle-mesh: vertices must be numbers, vectors or a geometry, got an object of class Mesh: pass its geometry",
      ],
      [() => new ConvexHull(new Mesh() as never), "an object of class Mesh: pass its geometry"],
    ];
    for (const [call, message] of wrong) expect(complaintOf(call)).toContain(message);
    const nan = new BoxGeometry();
    nan.getAttribute("position").setX(5, Number.NaN);
    expect(complaintOf(() => new TriangleMesh(nan))).toContain("must be a finite number, got NaN");
  });
});
