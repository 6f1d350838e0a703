import {
  Box,
  Compound,
  closestPoint,
  distance,
  explainEpa,
  explainGjk,
  explainSat,
  explainTimeOfImpact,
  init,
  raycast,
  Shape,
  Sphere,
  support,
  TriangleMesh,
  type TriangleMeshOptions,
} from "hyperplane";
import * as inline from "hyperplane/inline";
import {
  BoxGeometry,
  type BufferAttribute,
  type BufferGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
  TorusKnotGeometry,
} from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { closedBox, trianglesOf, windingNumber } from "../support/meshes.js";

beforeAll(() => init());

/** A unit square in the plane y = 0, its front upwards. */
const SQUARE = [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1];
const HALVES = [0, 2, 1, 1, 2, 3];
const CUBE = closedBox(2, 2, 2);
const DOWN = [0, -1, 0];

/** The arguments of a three.js geometry. */
const argumentsOf = ({ attributes, index }: BufferGeometry) =>
  [(attributes.position as BufferAttribute).array, index?.array ?? null] as const;

describe("TriangleMesh", () => {
  it("counts vertices and triangles as they were given, and gives the corners of each", () => {
    const mesh = new TriangleMesh(SQUARE, HALVES);
    expect(mesh).toBeInstanceOf(Shape);
    expect([mesh.type, mesh.vertexCount, mesh.triangleCount]).toEqual(["triangle-mesh", 4, 2]);
    expect([mesh.sides, mesh.thickness, mesh.solid]).toEqual(["both", 0, false]);
    expect(mesh.triangle(0)).toEqual(new Float64Array([0, 0, 0, 0, 0, 1, 1, 0, 0]));
    expect(mesh.triangle(1)).toEqual(new Float64Array([1, 0, 0, 0, 0, 1, 1, 0, 1]));
    const out = new Float64Array(12).fill(7);
    expect(mesh.triangle(1, out)).toBe(out);
    expect([...out]).toEqual([1, 0, 0, 0, 0, 1, 1, 0, 1, 7, 7, 7]);
    expect(mesh.triangle(0)).not.toBe(mesh.triangle(0));
  });

  it("is made of three vertices in turn where indices are left out or null", () => {
    const corners = HALVES.flatMap((i) => SQUARE.slice(3 * i, 3 * i + 3));
    for (const mesh of [
      new TriangleMesh(corners),
      new TriangleMesh(corners, null),
      new TriangleMesh(corners, undefined),
    ]) {
      expect([mesh.vertexCount, mesh.triangleCount]).toEqual([6, 2]);
      expect([...mesh.triangle(1)]).toEqual(corners.slice(9));
      expect(raycast(mesh, {}, [0.9, 2, 0.9], DOWN)).toMatchObject({ distance: 2, triangle: 1, part: -1 });
    }
  });

  it("takes arrays of any kind", () => {
    const expected = new TriangleMesh(SQUARE, HALVES);
    class Numbers extends Array<number> {}
    const arrayLike = Object.assign({ length: 12 }, SQUARE);
    for (const vertices of [
      SQUARE,
      Numbers.from(SQUARE),
      arrayLike,
      new Float32Array(SQUARE),
      new Float64Array(SQUARE),
      new Int16Array(SQUARE),
      new Float32Array(new SharedArrayBuffer(48)).fill(0).map((_, i) => SQUARE[i] as number),
    ]) {
      for (const indices of [
        HALVES,
        Object.freeze([...HALVES]),
        Object.assign({ length: 6 }, HALVES),
        new Uint8Array(HALVES),
        new Uint16Array(HALVES),
        new Uint32Array(HALVES),
        new Int32Array(HALVES),
        new Float32Array(HALVES),
        new Float64Array(HALVES),
      ]) {
        const mesh = new TriangleMesh(vertices, indices);
        expect([mesh.vertexCount, mesh.triangleCount]).toEqual([4, 2]);
        for (const i of [0, 1]) expect(mesh.triangle(i)).toEqual(expected.triangle(i));
        mesh.dispose();
      }
    }
    // 64 bits are kept.
    const fine = [0.1, 0.2, 0.3, 1 / 3, 0, 0, 0, 1e-7, 1e9];
    expect([...new TriangleMesh(fine).triangle(0)]).toEqual(fine);
    expect([...new TriangleMesh(new Float32Array(fine)).triangle(0)]).toEqual([...new Float32Array(fine)]);
  });

  it("is a copy of its input", () => {
    const vertices = new Float32Array(SQUARE);
    const indices = new Uint16Array(HALVES);
    const mesh = new TriangleMesh(vertices, indices);
    vertices.fill(9);
    indices.fill(0);
    expect(raycast(mesh, {}, [0.1, 2, 0.1], DOWN)?.distance).toBe(2);
    expect(() => Object.assign(mesh, { triangleCount: 3 })).toThrow(TypeError);
    for (const name of ["type", "vertexCount", "triangleCount", "sides", "thickness", "solid"])
      expect(() => Object.assign(mesh, { [name]: 1 }), name).toThrow(TypeError);
    expect(Object.keys(mesh).sort()).toEqual(["sides", "solid", "thickness", "triangleCount", "type", "vertexCount"]);
  });

  it("keeps triangles without area in the numbering, and never hits them", () => {
    const vertices = [...SQUARE, 0.5, 0, 0.5];
    // A point, an edge that goes back, three vertices on a line, and a triangle with an area after each.
    const indices = [0, 0, 0, 0, 2, 1, 1, 2, 1, 1, 2, 4, 1, 2, 3];
    for (const options of [{}, { sides: "front" as const }]) {
      const mesh = new TriangleMesh(vertices, indices, options);
      expect([mesh.vertexCount, mesh.triangleCount]).toEqual([5, 5]);
      expect([...mesh.triangle(3)]).toEqual([1, 0, 0, 0, 0, 1, 0.5, 0, 0.5]);
      for (let i = 0; i < 100; i++) {
        const [x, z] = [(i % 10) / 9, Math.floor(i / 10) / 9];
        expect([1, 4]).toContain(raycast(mesh, {}, [x, 1, z], DOWN)?.triangle);
        expect([1, 4]).toContain(closestPoint(mesh, {}, [x, 0.3, z]).triangle);
      }
    }
  });

  it("has no inside, unless it is solid", () => {
    const hollow = new TriangleMesh(CUBE.vertices, CUBE.indices);
    const solid = new TriangleMesh(CUBE.vertices, CUBE.indices, { solid: true });
    expect([solid.solid, solid.sides, solid.thickness]).toEqual([true, "front", 0]);
    expect(windingNumber(trianglesOf(CUBE), [0, 0, 0])).toBeCloseTo(1, 9);
    const inside = [0.25, 0.5, 0.125];
    expect(closestPoint(hollow, {}, inside)).toMatchObject({ distance: 0.5, point: { y: 1 }, normal: { y: -1 } });
    expect(closestPoint(solid, {}, inside)).toMatchObject({ distance: -0.5, point: { y: 1 }, normal: { y: 1 } });
    expect(closestPoint(solid, {}, [0, 3, 0.5])).toMatchObject({ distance: 2, normal: { y: 1 } });
    expect(raycast(hollow, {}, inside, [1, 0, 0])).toMatchObject({ distance: 0.75, normal: { x: -1 } });
    expect(raycast(solid, {}, inside, [1, 0, 0])).toMatchObject({ distance: 0, normal: { x: -1 } });
    expect(raycast(solid, {}, [5, 0.5, 0.25], [-2, 0, 0])).toMatchObject({ distance: 4, normal: { x: 1 } });
    expect(raycast(solid, {}, [5, 0.5, 0.25], [-1, 0, 0], 3.5)).toBeNull();
    // On the surface.
    expect(raycast(solid, {}, [1, 0.5, 0.25], [-1, 0.2, 0])).toMatchObject({ distance: 0, normal: { x: 1 } });
    expect(raycast(solid, {}, [1, 0.5, 0.25], [1, 0.2, 0])).toBeNull();
    expect(support(solid, {}, [1, 2, -3])).toEqual({ x: 1, y: 1, z: -1 });
  });

  it("refuses a solid that is inside out, or turns it", () => {
    const reversed = [...CUBE.indices].reverse();
    expect(complaintOf(() => new TriangleMesh(CUBE.vertices, reversed, { solid: true }))).toMatch(
      /^degenerate-shape: triangle-mesh: the solid is inside out, .* or make a mesh with solid: "turn"$/,
    );
    expect(new TriangleMesh(CUBE.vertices, reversed).solid).toBe(false);
    const turned = new TriangleMesh(CUBE.vertices, reversed, { solid: "turn" });
    expect(turned.solid).toBe(true);
    expect(closestPoint(turned, {}, [0.25, 0.5, 0.125])).toMatchObject({ distance: -0.5, normal: { y: 1 } });
    // It was asked for, and is no more than how to make a mesh.
    const mirrored = CUBE.vertices.map((x, i) => (i % 3 === 0 ? -x : x));
    expect(complaintOf(() => turned.setVertices(mirrored))).toMatch(
      /is inside out, .* or make a mesh with solid: "turn"$/,
    );
    expect(closestPoint(turned, {}, [0.25, 0.5, 0.125]).distance).toBe(-0.5);
    expect(complaintOf(() => new TriangleMesh(CUBE.vertices, reversed, { solid: "yes" as "turn" }))).toBe(
      'invalid-argument: triangle-mesh: solid must be true, false or "turn", got the string "yes"',
    );
  });

  it("is open to rays from behind with sides front, and has a depth there", () => {
    const mesh = new TriangleMesh(SQUARE, HALVES, { sides: "front", thickness: 0.5 });
    expect([mesh.sides, mesh.thickness, mesh.solid]).toEqual(["front", 0.5, false]);
    expect(new TriangleMesh(SQUARE, HALVES, { sides: "front" }).thickness).toBe(1);
    expect(raycast(mesh, {}, [0.3, 1, 0.3], DOWN)).toMatchObject({ distance: 1, normal: { y: 1 } });
    expect(raycast(mesh, {}, [0.3, -1, 0.3], [0, 1, 0])).toBeNull();
    expect(raycast(new TriangleMesh(SQUARE, HALVES), {}, [0.3, -1, 0.3], [0, 1, 0])).toMatchObject({
      distance: 1,
      normal: { y: -1 },
    });
    expect(closestPoint(mesh, {}, [0.3, 0.25, 0.3])).toMatchObject({ distance: 0.25, normal: { y: 1 } });
    expect(closestPoint(mesh, {}, [0.3, -0.25, 0.3])).toMatchObject({ distance: -0.25, normal: { y: 1 } });
    expect(closestPoint(mesh, {}, [0.3, -0.75, 0.3]).distance).toBe(0.75);
    expect(closestPoint(mesh, {}, [0.3, -0.25, -0.5]).distance).toBeGreaterThan(0.5);
  });

  it("welds equal vertices, and others closer than weld", () => {
    const { vertices, indices } = CUBE;
    const apart = indices.flatMap((i) => vertices.slice(3 * i, 3 * i + 3));
    const mesh = new TriangleMesh(apart, null, { solid: true });
    expect([mesh.vertexCount, mesh.triangleCount]).toEqual([36, 12]);
    expect(closestPoint(mesh, {}, [0, 0, 0.25]).distance).toBe(-0.75);
    // Minus zero is zero.
    const zeros = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const tetrahedron = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3].flatMap((i, k) =>
      zeros.slice(3 * i, 3 * i + 3).map((x) => (x === 0 && k % 2 === 0 ? -0 : x)),
    );
    expect(new TriangleMesh(tetrahedron, null, { solid: true }).solid).toBe(true);
    const shaken = apart.map((x, i) => x + 1e-6 * ((i * 7919) % 11) * 0.1);
    expect(complaintOf(() => new TriangleMesh(shaken, null, { solid: true }))).toMatch(/^degenerate-shape/);
    expect(new TriangleMesh(shaken, null, { solid: true, weld: 1e-5 }).vertexCount).toBe(36);
    // The triangle is given as the core has it: at the first of the vertices that are one.
    const pair = new TriangleMesh([...SQUARE, 0, 1e-4, 0], [0, 2, 1, 1, 2, 3, 4, 2, 1], { weld: 1e-3 });
    expect(pair.triangle(2)).toEqual(pair.triangle(0));
  });

  it("takes three.js's geometries as they stand", () => {
    const plane = new TriangleMesh(...argumentsOf(new PlaneGeometry(4, 2, 8, 5)));
    expect([plane.vertexCount, plane.triangleCount]).toEqual([54, 80]);
    expect(raycast(plane, {}, [1.2, 0.3, 2], [0, 0, -1])).toMatchObject({ distance: 2, normal: { z: 1 } });

    const box = new BoxGeometry(1, 2, 3);
    for (const geometry of [box, box.toNonIndexed()]) {
      const mesh = new TriangleMesh(...argumentsOf(geometry), { solid: true, weld: 1e-6 });
      expect(mesh.triangleCount).toBe(12);
      expect(mesh.vertexCount).toBe(geometry.index === null ? 36 : 24);
      expect(closestPoint(mesh, {}, [0.1, 0.2, 0.3]).distance).toBeCloseTo(-0.4, 12);
    }

    const torus = new TriangleMesh(...argumentsOf(new TorusKnotGeometry(1, 0.3, 128, 24)), {
      solid: true,
      weld: 1e-5,
    });
    expect(torus.triangleCount).toBe(2 * 128 * 24);
    expect(closestPoint(torus, {}, [0, 0, 0]).distance).toBeGreaterThan(0.1);
    expect(closestPoint(torus, {}, [1.5, 0, 0.1]).distance).toBeLessThan(0);

    // Their poles have triangles without area.
    for (const geometry of [new SphereGeometry(1, 32, 16), new CylinderGeometry(0, 1, 2, 16, 4)]) {
      const mesh = new TriangleMesh(...argumentsOf(geometry), { solid: true, weld: 1e-5 });
      expect(closestPoint(mesh, {}, [0, -0.1, 0]).distance).toBeLessThan(-0.3);
    }
    expect(complaintOf(() => new TriangleMesh(...argumentsOf(new PlaneGeometry(1, 1)), { solid: true }))).toMatch(
      /^degenerate-shape: .*vertex \d+.*vertex \d+.*triangle \d/,
    );
  });

  it("may be a part of a compound, which holds it", () => {
    const mesh = new TriangleMesh(SQUARE, HALVES);
    const compound = new Compound([
      { shape: new Sphere(0.5), position: [5, 0, 0] },
      { shape: mesh, position: [0, 3, 0] },
    ]);
    mesh.dispose();
    expect(compound.part(1).shape).toBe(mesh);
    expect(raycast(compound, {}, [0.9, 9, 0.9], DOWN)).toMatchObject({ distance: 6, part: 1, triangle: 1 });
    expect(raycast(compound, {}, [5, 9, 0], DOWN)).toMatchObject({ distance: 8.5, part: 0, triangle: -1 });
    expect(closestPoint(compound, {}, [0.1, 3.5, 0.1])).toMatchObject({ distance: 0.5, part: 1, triangle: 0 });
    expect(support(compound, {}, [0, 1, 0]).y).toBe(3);
    expect(complaintOf(() => new Compound([{ shape: mesh }]))).toMatch(
      /^disposed: compound: parts\[0\]\.shape is a triangle-mesh that has been disposed of/,
    );
  });

  it("is the same from hyperplane/inline", () => {
    expect(inline.TriangleMesh).toBe(TriangleMesh);
  });

  it("has no steps that could be explained", () => {
    const mesh = new TriangleMesh(SQUARE, HALVES) as unknown as Box;
    const box = new Box(1, 1, 1);
    const still = { from: {}, to: {} };
    for (const explain of [explainSat, explainGjk, explainEpa])
      expect(complaintOf(() => explain(mesh, {}, box, {}))).toMatch(/^invalid-argument: .*convex shapes/);
    expect(complaintOf(() => explainTimeOfImpact(box, still, mesh, still))).toMatch(
      /^invalid-argument: .*convex shapes/,
    );
  });
});

describe("wrong input of a mesh", () => {
  const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
  const [open] = [CUBE.indices.slice(0, -3)];
  const turned = [...CUBE.indices.slice(0, -3), ...CUBE.indices.slice(-3).reverse()];
  const cases: [what: string, args: readonly unknown[], message: RegExp][] = [
    ["nothing", [], /^invalid-argument: triangle-mesh: vertices must be an array of numbers, got undefined/],
    [
      "a string",
      ["123456789"],
      /^invalid-argument: triangle-mesh: vertices must be an array of numbers, got the string/,
    ],
    ["an object without a length", [{ array: SQUARE }], /^invalid-argument: triangle-mesh: vertices must be an array/],
    [
      "a wrong length",
      [SQUARE.slice(1), HALVES],
      /^invalid-argument: triangle-mesh: vertices must have 3 numbers per vertex, got 11/,
    ],
    [
      "a wrong length in turn",
      [SQUARE],
      /^invalid-argument: triangle-mesh: vertices must have 9 numbers per triangle, got 12/,
    ],
    [
      "vectors as vertices",
      [
        [{ x: 0, y: 0, z: 0 }, 0, 0],
        [0, 0, 0],
      ],
      /^invalid-argument: triangle-mesh: vertices\[1\] must be an object with x, y and z, or an array of 3 numbers, got 0/,
    ],
    [
      "a string among the vertices",
      [[...SQUARE.slice(1), "1"], HALVES],
      /vertices\[11\] must be a number, got the string "1"/,
    ],
    ["bigints", [new BigInt64Array(12), HALVES], /vertices\[0\] must be a number, got the bigint 0n/],
    [
      "NaN",
      [[...SQUARE.slice(0, 7), nan, ...SQUARE.slice(8)], HALVES],
      /^invalid-argument: triangle-mesh: vertices\[7\], of triangle 0, must be a finite number, got NaN/,
    ],
    [
      "NaN in a typed array",
      [new Float32Array([...SQUARE.slice(0, 11), nan]), HALVES],
      /vertices\[11\], of triangle 1, must be a finite number, got NaN/,
    ],
    [
      "NaN in a vertex that no triangle has",
      [[...SQUARE, 0, nan, 0], HALVES],
      /vertices\[13\] must be a finite number, got NaN/,
    ],
    [
      "infinity",
      [[...SQUARE.slice(0, 11), -infinity], HALVES],
      /vertices\[11\], of triangle 1, must be a finite number, got -Infinity/,
    ],
    [
      "a vertex far away",
      [[...SQUARE.slice(0, 11), 2e9], HALVES],
      /^invalid-argument: triangle-mesh: vertices\[11\], of triangle 1, is out of range: at most 1e9, got 2000000000/,
    ],
    [
      "NaN without indices",
      [[...CUBE.vertices.slice(0, 10), nan, ...CUBE.vertices.slice(11, 18)]],
      /vertices\[10\], of triangle 1, must be a finite number, got NaN/,
    ],
    [
      "options in the place of indices",
      [SQUARE, { solid: true }],
      /^invalid-argument: triangle-mesh: indices must be an array of numbers or null, got an object: options come third/,
    ],
    [
      "a wrong number of indices",
      [SQUARE, [0, 1, 2, 3]],
      /^invalid-argument: triangle-mesh: indices must have 3 numbers per triangle, got 4/,
    ],
    [
      "a number as indices",
      [SQUARE, 6],
      /^invalid-argument: triangle-mesh: indices must be an array of numbers, got 6/,
    ],
    [
      "false as indices",
      [SQUARE, false],
      /^invalid-argument: triangle-mesh: indices must be an array of numbers, got false/,
    ],
    [
      "an index out of range",
      [SQUARE, [0, 2, 1, 1, 4, 3]],
      /^invalid-argument: triangle-mesh: indices\[4\], of triangle 1, must be a whole number from 0 to 3, got 4/,
    ],
    [
      "that in 16 bits",
      [SQUARE, new Uint16Array([0, 2, 1, 1, 2, 65535])],
      /indices\[5\], of triangle 1, .*from 0 to 3, got 65535/,
    ],
    [
      "that in 32 bits",
      [new Float32Array(SQUARE), new Uint32Array([4294967295, 2, 1, 1, 2, 3])],
      /indices\[0\], of triangle 0, .*got 4294967295/,
    ],
    ["a negative index", [SQUARE, new Int32Array([0, 2, 1, 1, 2, -1])], /indices\[5\], of triangle 1, .*got -1/],
    ["half an index", [SQUARE, [0, 2, 1.5]], /indices\[2\], of triangle 0, .*got 1\.5/],
    ["NaN as an index", [SQUARE, new Float32Array([0, 2, nan])], /indices\[2\], of triangle 0, .*got NaN/],
    [
      "an index that 32 bits would wrap",
      [SQUARE, [0, 2, 2 ** 32 + 1]],
      /indices\[2\], of triangle 0, .*got 4294967297/,
    ],
    [
      "a string as an index",
      [SQUARE, [0, 2, "1"]],
      /^invalid-argument: triangle-mesh: indices\[2\] must be a number, got the string/,
    ],
    [
      "too many triangles",
      [SQUARE, { length: 3 * 2 ** 24 + 3 }],
      /^invalid-argument: triangle-mesh: indices may have at most 3 \* 2\^24 numbers/,
    ],
    [
      "too many vertices",
      [{ length: 9 * 2 ** 24 + 9 }, HALVES],
      /^invalid-argument: triangle-mesh: vertices may have at most 9 \* 2\^24 numbers/,
    ],
    [
      "too many of both",
      [{ length: 9 * 2 ** 24 + 9 }],
      /^invalid-argument: triangle-mesh: vertices may have at most 9 \* 2\^24 numbers/,
    ],
    ["no triangle", [[]], /^degenerate-shape: triangle-mesh: /],
    ["no vertices, no indices", [[], []], /^degenerate-shape: triangle-mesh: /],
    ["no indices", [SQUARE, new Uint16Array(0)], /^degenerate-shape: triangle-mesh: /],
    ["triangles without area", [[0, 0, 0, 1, 1, 1, 3, 3, 3]], /^degenerate-shape: triangle-mesh: /],
    ["one point", [SQUARE, [1, 1, 1, 2, 2, 2]], /^degenerate-shape: triangle-mesh: /],
    ["all welded into one", [SQUARE, HALVES, { weld: 5 }], /^degenerate-shape: triangle-mesh: /],
    [
      "a solid with a hole",
      [CUBE.vertices, open, { solid: true }],
      /^degenerate-shape: triangle-mesh: .*edge from vertex [4567] to vertex [4567] of triangle \d+$/,
    ],
    [
      "a solid with a triangle inside out",
      [CUBE.vertices, turned, { solid: true }],
      /^degenerate-shape: triangle-mesh: .*edge from vertex \d to vertex \d of triangle \d+$/,
    ],
    [
      "a solid with a triangle twice",
      [CUBE.vertices, [...CUBE.indices, ...CUBE.indices.slice(0, 3)], { solid: true }],
      /^degenerate-shape: triangle-mesh: .*edge from vertex \d to vertex \d of triangle \d+$/,
    ],
    [
      "null as options",
      [SQUARE, HALVES, null],
      /^invalid-argument: triangle-mesh: options must be an object, got null/,
    ],
    [
      "an option that does not exist",
      [SQUARE, HALVES, { side: "front" }],
      /^invalid-argument: triangle-mesh: there is no option side: did you mean sides\?/,
    ],
    [
      "other sides",
      [SQUARE, HALVES, { sides: "back" }],
      /^invalid-argument: triangle-mesh: sides must be "both" or "front", got the string "back"/,
    ],
    [
      "null as sides",
      [SQUARE, HALVES, { sides: null }],
      /^invalid-argument: triangle-mesh: sides must be "both" or "front", got null/,
    ],
    [
      "NaN as thickness",
      [SQUARE, HALVES, { thickness: nan }],
      /^invalid-argument: triangle-mesh: thickness must be a number from 0 to 1000000000, got NaN/,
    ],
    [
      "infinite thickness",
      [SQUARE, HALVES, { sides: "front", thickness: infinity }],
      /^invalid-argument: triangle-mesh: thickness must be/,
    ],
    ["negative thickness", [SQUARE, HALVES, { thickness: -1 }], /^invalid-argument: triangle-mesh: thickness must be/],
    [
      "a string as thickness",
      [SQUARE, HALVES, { thickness: "1" }],
      /^invalid-argument: triangle-mesh: thickness .*got the string/,
    ],
    ["negative weld", [SQUARE, HALVES, { weld: -1e-9 }], /^invalid-argument: triangle-mesh: weld must be/],
    ["NaN as weld", [SQUARE, HALVES, { weld: nan }], /^invalid-argument: triangle-mesh: weld must be/],
    [
      "1 as solid",
      [SQUARE, HALVES, { solid: 1 }],
      /^invalid-argument: triangle-mesh: solid must be true, false or "turn", got 1/,
    ],
  ];
  it.each(cases)("%s", (_, args, message) => {
    expect(complaintOf(() => new TriangleMesh(...(args as ConstructorParameters<typeof TriangleMesh>)))).toMatch(
      message,
    );
  });

  it("may be an array that has lost its memory", () => {
    const vertices = new Float32Array(SQUARE);
    const indices = new Uint16Array(HALVES);
    structuredClone(indices, { transfer: [indices.buffer] });
    expect(complaintOf(() => new TriangleMesh(vertices, indices))).toMatch(/^invalid-argument: .*indices is detached/);
    structuredClone(vertices, { transfer: [vertices.buffer] });
    expect(complaintOf(() => new TriangleMesh(vertices))).toMatch(/^invalid-argument: .*vertices is detached/);
  });

  it("names an edge that is open", () => {
    // Every triangle of the cube missing in turn: its three edges are open.
    for (let missing = 0; missing < 12; missing++) {
      const indices = CUBE.indices.filter((_, i) => Math.floor(i / 3) !== missing);
      const gap = CUBE.indices.slice(3 * missing, 3 * missing + 3);
      const message = complaintOf(() => new TriangleMesh(CUBE.vertices, indices, { solid: true }));
      const [from, to, triangle] = (/from vertex (\d+) to vertex (\d+) of triangle (\d+)$/.exec(message) ?? [])
        .slice(1)
        .map(Number) as [number, number, number];
      expect(gap, message).toContain(from);
      expect(gap, message).toContain(to);
      expect(from).not.toBe(to);
      const corners = indices.slice(3 * triangle, 3 * triangle + 3);
      expect(corners, message).toContain(from);
      expect(corners, message).toContain(to);
    }
  });
});

describe("TriangleMesh.triangle", () => {
  it("refuses numbers that it does not have, and wrong arrays", () => {
    const mesh = new TriangleMesh(SQUARE, HALVES);
    for (const index of [-1, 2, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "0", null, undefined, {}])
      expect(complaintOf(() => mesh.triangle(index as number))).toMatch(
        /^invalid-argument: index must be a whole number from 0 to 1, got /,
      );
    for (const out of [null, [], new Float32Array(9), new Float64Array(8)])
      expect(complaintOf(() => mesh.triangle(0, out as Float64Array))).toMatch(/^invalid-argument: out must /);
  });

  it("and the other methods must be called on a mesh that is there", () => {
    const mesh = new TriangleMesh(SQUARE, HALVES);
    const bytes = mesh.serialize();
    const calls = [
      (m: TriangleMesh) => mesh.triangle.call(m, 0),
      (m: TriangleMesh) => mesh.setVertices.call(m, SQUARE),
      (m: TriangleMesh) => mesh.serialize.call(m),
    ];
    for (const call of calls)
      for (const receiver of [undefined, null, {}, 3, new Sphere(1), TriangleMesh.prototype])
        expect(complaintOf(() => call(receiver as TriangleMesh))).toMatch(
          /^invalid-argument: the method must be called on a TriangleMesh/,
        );
    mesh.dispose();
    mesh.dispose();
    for (const call of calls)
      expect(complaintOf(() => call(mesh))).toBe("disposed: the mesh is a triangle-mesh that has been disposed of");
    expect(complaintOf(() => closestPoint(mesh, {}, [0, 0, 0]))).toBe(
      "disposed: shape is a triangle-mesh that has been disposed of",
    );
    expect([mesh.vertexCount, mesh.triangleCount]).toEqual([4, 2]);
    expect(TriangleMesh.deserialize(bytes).triangleCount).toBe(2);
  });
});

describe("TriangleMesh.setVertices", () => {
  it("moves the vertices, and all answers with them", () => {
    const mesh = new TriangleMesh(SQUARE, HALVES);
    const lifted = SQUARE.map((x, i) => (i % 3 === 1 ? 5 : x));
    for (const vertices of [lifted, new Float32Array(lifted), new Float64Array(lifted)]) {
      mesh.setVertices(SQUARE);
      expect(raycast(mesh, {}, [0.2, 9, 0.2], DOWN)?.distance).toBe(9);
      mesh.setVertices(vertices);
      expect(raycast(mesh, {}, [0.2, 9, 0.2], DOWN)).toMatchObject({ distance: 4, triangle: 0 });
      expect(closestPoint(mesh, {}, [0.9, 5.5, 0.9])).toMatchObject({ distance: 0.5, triangle: 1 });
      expect(support(mesh, {}, [0, -1, 0]).y).toBe(5);
      expect([...mesh.triangle(0)]).toEqual([0, 5, 0, 0, 5, 1, 1, 5, 0]);
    }
    // The bytes are those of the mesh as it now is.
    expect(raycast(TriangleMesh.deserialize(mesh.serialize()), {}, [0.2, 9, 0.2], DOWN)?.distance).toBe(4);
  });

  it("changes nothing where it fails", () => {
    const { vertices, indices } = CUBE;
    for (const options of [{}, { solid: true }, { sides: "front" }] as TriangleMeshOptions[]) {
      const mesh = new TriangleMesh(vertices, indices, options);
      const answers = () => [
        closestPoint(mesh, {}, [0.1, 0.6, 0.2]),
        raycast(mesh, {}, [0.1, 5, 0.2], DOWN),
        Array.from({ length: 12 }, (_, i) => [...mesh.triangle(i)]),
        mesh.serialize(),
      ];
      const before = answers();
      const wrong: [values: unknown, message: RegExp][] = [
        [undefined, /^invalid-argument: triangle-mesh: vertices must be an array/],
        [vertices.slice(3), /^invalid-argument: triangle-mesh: vertices must have 24 numbers, got 21/],
        [[...vertices, 0, 0, 0], /^invalid-argument: triangle-mesh: vertices must have 24 numbers, got 27/],
        [vertices.slice(1), /^invalid-argument: triangle-mesh: vertices must have 3 numbers per vertex, got 23/],
        [vertices.map((x, i) => (i === 20 ? Number.NaN : x)), /^invalid-argument: .*vertices\[20\].* got NaN/],
        [vertices.map((x, i) => (i === 20 ? 3e9 : x)), /^invalid-argument: .*vertices\[20\].* got 3000000000/],
        [vertices.map(() => 1), /^degenerate-shape: triangle-mesh: /],
        [vertices.map((_, i) => Math.floor(i / 3)), /^degenerate-shape: triangle-mesh: /],
      ];
      for (const [values, message] of wrong) {
        expect(complaintOf(() => mesh.setVertices(values as number[]))).toMatch(message);
        expect(answers()).toEqual(before);
      }
    }
  });

  it("sees a mesh that reading the vertices has disposed of", () => {
    const mesh = new TriangleMesh(SQUARE, HALVES);
    const vertices = [...SQUARE];
    Object.defineProperty(vertices, 5, {
      get() {
        mesh.dispose();
        return 0;
      },
    });
    expect(complaintOf(() => mesh.setVertices(vertices))).toMatch(/^disposed: the mesh/);
  });
});

describe("arguments that call the package while they are read", () => {
  it("leave the mesh as it was meant", () => {
    const interfere = () => {
      new TriangleMesh(CUBE.vertices, CUBE.indices, { solid: true }).serialize();
      expect(complaintOf(() => new TriangleMesh([1, 2, 3, 1, 2, 3, 1, 2, 3]))).toMatch(/^degenerate/);
      return distance(new Sphere(1), {}, new Sphere(1), { position: [3, 0, 0] }).distance;
    };
    const withGetter = (values: readonly number[]) =>
      Object.defineProperty([...values], 1, { get: () => interfere() * (values[1] as number), enumerable: true });
    const options = {
      get sides() {
        interfere();
        return "front" as const;
      },
    };
    const mesh = new TriangleMesh(withGetter(SQUARE), withGetter(HALVES), options);
    expect([mesh.vertexCount, mesh.triangleCount, mesh.sides]).toEqual([4, 2, "front"]);
    mesh.setVertices(withGetter(SQUARE));
    expect([...mesh.triangle(0)]).toEqual([0, 0, 0, 0, 0, 1, 1, 0, 0]);
  });
});
