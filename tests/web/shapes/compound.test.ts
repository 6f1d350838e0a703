import {
  Box,
  Capsule,
  Compound,
  type CompoundPart,
  ConvexHull,
  Cylinder,
  closestPoint,
  collide,
  collideAll,
  distance,
  explainEpa,
  explainGjk,
  explainSat,
  explainTimeOfImpact,
  init,
  intersects,
  raycast,
  Shape,
  Sphere,
  support,
  Triangle,
} from "hyperplane";
import { Object3D } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

beforeAll(() => init());

/** A table: its top is part 0, its legs are parts 1 to 4. */
function table(): Compound {
  const leg = new Cylinder(0.1, 1);
  const corners = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const;
  return new Compound([
    { shape: new Box(2.4, 0.2, 2.4), position: [0, 1.1, 0] },
    ...corners.map(([x, z]) => ({ shape: leg, position: { x, y: 0.5, z } })),
  ]);
}

describe("Compound", () => {
  it("gives its parts as they were given, with their poses filled in", () => {
    const ball = new Sphere(1);
    const hull = new ConvexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const compound = new Compound([
      { shape: ball },
      { shape: hull, position: [1, 2, -0] },
      { shape: ball, position: { x: 1e9, y: 0, z: -1e9 }, quaternion: [0, 0, 3, 4] },
      { shape: ball, position: new Float32Array([0.5, 0, 0]), quaternion: { x: 1e-200, y: 0, z: 0, w: 0 } },
    ]);
    expect([compound.type, compound.partCount]).toEqual(["compound", 4]);
    expect(compound).toBeInstanceOf(Shape);
    const none = { x: 0, y: 0, z: 0, w: 1 };
    expect(compound.part(0)).toEqual({ shape: ball, position: { x: 0, y: 0, z: 0 }, quaternion: none });
    expect(compound.part(1)).toEqual({ shape: hull, position: { x: 1, y: 2, z: 0 }, quaternion: none });
    expect(compound.part(2)).toEqual({
      shape: ball,
      position: { x: 1e9, y: 0, z: -1e9 },
      quaternion: { x: 0, y: 0, z: expect.closeTo(0.6, 15), w: expect.closeTo(0.8, 15) },
    });
    expect(compound.part(3).quaternion).toEqual({ x: 1, y: 0, z: 0, w: 0 });
    expect(compound.part(1).shape).toBe(hull);
    expect(compound.part(1)).not.toBe(compound.part(1));
    compound.part(1).position.x = 9;
    expect(compound.part(1).position.x).toBe(1);
  });

  it("names only the parts that it has", () => {
    const compound = table();
    for (const index of [-1, 5, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "0", null, undefined, {}])
      expect(complaintOf(() => compound.part(index as number))).toMatch(
        /^invalid-argument: index must be a whole number from 0 to 4, got /,
      );
    for (const receiver of [undefined, null, {}, new Sphere(1), Compound.prototype])
      expect(complaintOf(() => compound.part.call(receiver as Compound, 0))).toMatch(/must be called on a Compound/);
  });

  it("cannot be changed, by its parts or otherwise", () => {
    const position = [0, 0, 0];
    const parts = [{ shape: new Sphere(1) as Shape, position }];
    const compound = new Compound(parts);
    position[0] = 50;
    parts.push({ shape: new Box(9, 9, 9), position });
    expect(compound.partCount).toBe(1);
    expect(closestPoint(compound, {}, [0, 3, 0]).distance).toBe(2);
    expect(() => Object.assign(compound, { partCount: 3 })).toThrow(TypeError);
    expect(() => Object.assign(compound, { type: "box" })).toThrow(TypeError);
    const frozen = Object.freeze(table());
    expect(intersects(frozen, {}, new Sphere(1), {})).toBe(true);
    frozen.dispose();
    frozen.dispose();
    expect(complaintOf(() => intersects(frozen, {}, new Sphere(1), {}))).toBe(
      "disposed: a is a compound that has been disposed of",
    );
  });

  it("takes objects of classes as parts, three's objects and subclasses of Array", () => {
    const object = Object.assign(new Object3D(), { shape: new Sphere(1) });
    object.position.set(3, 0, 0);
    object.rotation.y = Math.PI / 2;
    class Piece {
      shape = new Box(1, 1, 1);
      position = [0, 0, 0];
      health = 3;
    }
    class Pieces extends Array<CompoundPart> {}
    const compound = new Compound(
      Pieces.of(object, new Piece(), Object.assign(Object.create(null), { shape: new Sphere(0) })),
    );
    expect(compound.partCount).toBe(3);
    expect(compound.part(0).position).toEqual({ x: 3, y: 0, z: 0 });
    expect(compound.part(0).quaternion.w).toBeCloseTo(Math.SQRT1_2, 12);
    expect(raycast(compound, {}, [9, 0, 0], [-1, 0, 0])).toMatchObject({ distance: 5, part: 0 });
  });

  it("says which part answers", () => {
    const compound = table();
    const at = (x: number, y: number, z: number) => ({ position: [x, y, z] });
    expect(raycast(compound, {}, [0, 5, 0], [0, -1, 0])).toMatchObject({ distance: 3.8, part: 0, triangle: -1 });
    expect(raycast(compound, {}, [1, 0.5, 5], [0, 0, -1])).toMatchObject({ distance: 3.9, part: 4 });
    expect(raycast(compound, {}, [0, 0.5, 5], [0, 0, -1])).toBeNull();
    expect(closestPoint(compound, at(10, 0, 0), [9, -1, 1])).toMatchObject({ distance: 1, part: 3, normal: { y: -1 } });
    expect(closestPoint(compound, {}, [0, 1.15, 0]).distance).toBeCloseTo(-0.05, 12);
    expect(support(compound, {}, [0, -1, 0]).y).toBe(0);
    // A ball beneath the table touches nothing: the table is not its hull.
    const ball = new Sphere(0.4);
    expect(intersects(compound, {}, ball, at(0, 0.5, 0))).toBe(false);
    expect(distance(compound, {}, ball, at(0, 0.5, 0))).toMatchObject({
      partA: 0,
      partB: -1,
      triangleA: -1,
      triangleB: -1,
    });
    expect(distance(compound, {}, ball, at(0, 0.5, 0)).distance).toBeCloseTo(0.1, 12);
    expect(collide(ball, at(0, 1.5, 0), compound, {})).toMatchObject({ partA: -1, partB: 0 });
    // A plate across all legs and the top.
    const contacts = collideAll(compound, {}, new Box(3, 1.1, 3), at(0, 0.5, 0));
    const touched = contacts.map(({ partA }) => partA);
    expect(touched.slice(0, 4).sort()).toEqual([1, 2, 3, 4]);
    expect(touched.slice(4)).toEqual([0]);
    for (const { points, mtv, normal, depth } of contacts) {
      expect(points.length).toBeGreaterThan(0);
      expect(mtv).toEqual({ x: normal.x * depth + 0, y: normal.y * depth + 0, z: normal.z * depth + 0 });
    }
    expect(contacts[4]?.points.map(({ depth }) => depth)).toHaveLength(4);
    expect(collideAll(compound, {}, ball, at(0, 0.5, 0))).toEqual([]);
    // Two tables, one upon the other: the legs of B on the top of A, the lowest part first.
    const stacked = collideAll(compound, {}, compound, at(0, 1.2, 0));
    expect(stacked.map(({ partA, partB }) => [partA, partB])).toEqual([1, 2, 3, 4].map((leg) => [0, leg]));
    for (const { depth } of stacked) expect(depth).toBeCloseTo(0, 12);
  });

  it("has as many contacts as parts that touch", () => {
    const stone = new Box(1, 1, 1);
    const floor = new Compound(
      Array.from({ length: 65_536 }, (_, i) => ({ shape: stone, position: [i % 256, 0, Math.floor(i / 256)] })),
    );
    expect(floor.partCount).toBe(65_536);
    expect(floor.part(65_535).position).toEqual({ x: 255, y: 0, z: 255 });
    expect(raycast(floor, {}, [200, 9, 100], [0, -1, 0])).toMatchObject({ distance: 8.5, part: 100 * 256 + 200 });
    // Rows 10 to 29, columns 40 to 69.
    const plate = new Box(29.5, 1, 19.5);
    const contacts = collideAll(floor, {}, plate, { position: [54.5, 0.9, 19.5] });
    const expected = Array.from({ length: 600 }, (_, i) => 256 * (10 + Math.floor(i / 30)) + 40 + (i % 30));
    expect(contacts.map(({ partA }) => partA).sort((a, b) => a - b)).toEqual(expected);
    for (const { depth } of contacts) expect(depth).toBeCloseTo(0.1, 12);
  });

  it("has no steps that could be explained", () => {
    const compound = table();
    const box = new Box(1, 1, 1);
    const still = { from: {}, to: {} };
    for (const [a, b] of [
      [compound, box],
      [box, compound],
      [compound, compound],
    ] as unknown as [Box, Box][]) {
      for (const explain of [explainSat, explainGjk, explainEpa])
        expect(complaintOf(() => explain(a, {}, b, {}))).toMatch(/^invalid-argument: .*convex shapes/);
      expect(complaintOf(() => explainTimeOfImpact(a, still, b, still))).toMatch(/^invalid-argument: .*convex shapes/);
    }
  });
});

describe("shapes that a compound holds", () => {
  it("may be disposed of, and stay in it", () => {
    const shapes = [
      new Sphere(1),
      new ConvexHull([-1, -1, -1, 1, -1, -1, 0, 1, -1, 0, 0, 1]),
      new Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]),
      new Capsule(0.5, 1),
    ];
    const compound = new Compound(shapes.map((shape, i) => ({ shape, position: [4 * i, 0, 0] })));
    const answer = () => [
      distance(compound, {}, compound, { position: [2, 5, 0] }),
      collideAll(compound, {}, compound, { position: [0.3, 0.2, 0.1] }),
      raycast(compound, {}, [4, 0, 9], [0, 0, -1]),
    ];
    const before = answer();
    for (const shape of shapes) shape.dispose();
    for (let i = 0; i < 100; i++) new ConvexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, i + 1]);
    expect(answer()).toEqual(before);
    expect(compound.part(1).shape).toBe(shapes[1]);
    expect(complaintOf(() => intersects(compound.part(1).shape, {}, compound, {}))).toMatch(/^disposed/);
    expect(complaintOf(() => new Compound([compound.part(0)]))).toMatch(/^disposed: compound: parts\[0\]\.shape/);
    compound.dispose();
    expect(compound.partCount).toBe(4);
    expect(compound.part(3)).toMatchObject({ shape: shapes[3], position: { x: 12, y: 0, z: 0 } });
  });
});
