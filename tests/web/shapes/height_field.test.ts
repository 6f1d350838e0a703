import {
  Box,
  Capsule,
  Compound,
  closestPoint,
  collide,
  collideAll,
  distance,
  HeightField,
  type HeightFieldOptions,
  init,
  intersects,
  moveAndSlide,
  raycast,
  Shape,
  Sphere,
  support,
  TriangleMesh,
  timeOfImpact,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

const DOWN = [0, -1, 0] as const;
const PLAIN = { columns: 3, rows: 4, width: 6, depth: 9 };
/** Heights of PLAIN: the number of each. */
const COUNTED = Array.from({ length: 12 }, (_, i) => i);
const ALONG_X = { position: [1, 0, 0] } as const;

/** The triangles of a field as a mesh, and the number in the field of each. */
function meshOf(heights: ArrayLike<number>, options: HeightFieldOptions): { mesh: TriangleMesh; numbers: number[] } {
  const { columns, rows, width, depth, sides = "front", thickness = 1 } = options;
  const corner = (column: number, row: number) => [
    (column / (columns - 1) - 0.5) * width,
    heights[row * columns + column] as number,
    (row / (rows - 1) - 0.5) * depth,
  ];
  const vertices: number[] = [];
  const numbers: number[] = [];
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const [a, b, c, d] = [
        corner(column, row),
        corner(column, row + 1),
        corner(column + 1, row),
        corner(column + 1, row + 1),
      ] as [number[], number[], number[], number[]];
      for (const [k, triangle] of [
        [...a, ...b, ...d],
        [...a, ...d, ...c],
      ].entries()) {
        if (triangle.some(Number.isNaN)) continue;
        numbers.push(2 * (row * (columns - 1) + column) + k);
        vertices.push(...triangle);
      }
    }
  return { mesh: new TriangleMesh(vertices, null, { sides, thickness }), numbers };
}

describe("HeightField", () => {
  it("has the triangles of its grid, counter-clockwise from above", () => {
    const field = new HeightField(COUNTED, PLAIN);
    expect(field).toBeInstanceOf(Shape);
    expect(field).toMatchObject({ type: "height-field", ...PLAIN, triangleCount: 12, sides: "front", thickness: 1 });
    // Cell 3 of row 1, column 1: heights 4 and 5, then 7 and 8.
    expect([...field.triangle(6)]).toEqual([0, 4, -1.5, 0, 7, 1.5, 3, 8, 1.5]);
    expect([...field.triangle(7)]).toEqual([0, 4, -1.5, 3, 8, 1.5, 3, 5, -1.5]);
    const out = new Float64Array(9);
    expect(field.triangle(0, out)).toBe(out);
  });

  it("takes any array, and keeps 64 bits where 32 do not hold a height", () => {
    for (const heights of [COUNTED, new Float32Array(COUNTED), new Float64Array(COUNTED), new Int16Array(COUNTED)])
      expect([...new HeightField(heights, PLAIN).triangle(6)]).toEqual([0, 4, -1.5, 0, 7, 1.5, 3, 8, 1.5]);
    const field = new HeightField([0.1, 0.1, 0.1, 0.1], { columns: 2, rows: 2, width: 1, depth: 1 });
    expect(raycast(field, {}, [0.1, 5, 0.2], DOWN)?.distance).toBe(4.9);
  });

  it("has holes where heights are NaN", () => {
    const heights = COUNTED.map((height) => (height === 4 ? Number.NaN : 0));
    const field = new HeightField(heights, PLAIN);
    expect(raycast(field, {}, [0.1, 5, -1.4], DOWN)).toBeNull();
    expect(raycast(field, {}, [-2.5, 5, 2.5], DOWN)).toMatchObject({ distance: 5, triangle: 8 });
    expect(field.triangle(6)[1]).toBeNaN();
    expect(intersects(field, {}, new Sphere(0.2), { position: [0.1, 0, -1.4] })).toBe(false);
  });

  it("pushes up what is up to its thickness below, and lets rays from below pass", () => {
    const flat = COUNTED.map(() => 2);
    const field = new HeightField(flat, PLAIN);
    const ball = new Sphere(0.2);
    for (const y of [2.1, 1.9, 1.2]) {
      const contact = collide(field, {}, ball, { position: [0.4, y, 0.3] });
      expect(contact?.normal).toEqual({ x: 0, y: 1, z: 0 });
      expect(contact?.depth).toBeCloseTo(2.2 - y, 12);
    }
    expect(collide(field, {}, ball, { position: [0.4, 0.7, 0.3] })).toBeNull();
    expect(closestPoint(field, {}, [0.4, 1.5, 0.3]).distance).toBe(-0.5);
    expect(raycast(field, {}, [0.4, 0, 0.3], [0, 1, 0])).toBeNull();
    const twoSided = new HeightField(flat, { ...PLAIN, sides: "both" });
    expect(twoSided).toMatchObject({ sides: "both", thickness: 0 });
    expect(raycast(twoSided, {}, [0.4, 0, 0.3], [0, 1, 0])?.distance).toBe(2);
    expect(collide(twoSided, {}, ball, { position: [0.4, 1.9, 0.3] })?.normal).toEqual({ x: 0, y: -1, z: 0 });
  });

  it("has one contact with four points under a box", () => {
    const field = new HeightField(new Float32Array(64 * 64), { columns: 64, rows: 64, width: 20, depth: 20 });
    const contacts = collideAll(field, {}, new Box(5, 1, 3), { position: [0.2, 0.49, -0.4] });
    expect(contacts).toHaveLength(1);
    expect(contacts[0]?.points).toHaveLength(4);
    expect(contacts[0]?.depth).toBeCloseTo(0.01, 12);
  });

  it(`answers as a mesh of the same triangles (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    const counts = { rays: 0, touching: 0, impacts: 0 };
    for (let i = 0; i < 120; i++) {
      const columns = 2 + Math.floor(random.number(0, 9));
      const rows = 2 + Math.floor(random.number(0, 9));
      const heights = Array.from({ length: columns * rows }, () =>
        random.number(0, 1) < 0.08 ? Number.NaN : random.number(-0.5, 0.5),
      );
      heights[0] = heights[1] = heights[columns] = heights[columns + 1] = 0;
      const sides = i % 3 === 0 ? "both" : "front";
      const options = { columns, rows, width: 4, depth: 3, sides, thickness: 0.4 } as const;
      const field = new HeightField(heights, options);
      const { mesh, numbers } = meshOf(heights, options);
      const vector = (size: number) =>
        [random.number(-size, size), random.number(-size, size), random.number(-size, size)] as const;
      const quaternion = () => [...vector(1), random.number(0.1, 1)] as const;
      const pose = { position: vector(3), quaternion: quaternion() };
      const numberOf = (triangle: number) => (triangle < 0 ? -1 : numbers[triangle]);

      const origin = vector(6);
      const target = pose.position.map((x, k) => x + random.number(-1, 1) - (origin[k] as number)) as [
        number,
        number,
        number,
      ];
      const hit = raycast(field, pose, origin, target);
      const wanted = raycast(mesh, pose, origin, target);
      expect(hit?.distance ?? -1).toBeCloseTo(wanted?.distance ?? -1, 11);
      if (wanted !== null) {
        counts.rays++;
        expect(hit?.triangle).toBe(numberOf(wanted.triangle));
      }
      const point = vector(4);
      const closest = closestPoint(field, pose, point);
      expect(closest.distance).toBeCloseTo(closestPoint(mesh, pose, point).distance, 12);

      const body = [new Sphere(0.4), new Box(0.5, 0.7, 0.9), new Capsule(0.3, 0.6)][i % 3] as Shape;
      const place = vector(0.9);
      const position = [0, 1, 2].map((k) => (place[k] as number) + (pose.position[k] as number));
      const other = { position: position as [number, number, number], quaternion: quaternion() };
      expect(intersects(field, pose, body, other)).toBe(intersects(mesh, pose, body, other));
      expect(distance(field, pose, body, other).distance).toBeCloseTo(distance(mesh, pose, body, other).distance, 9);
      const contact = collide(field, pose, body, other);
      expect(contact?.depth ?? -1).toBeCloseTo(collide(mesh, pose, body, other)?.depth ?? -1, 9);
      if (contact !== null) counts.touching++;
      const sweep = { from: { position: origin }, to: other };
      const still = { from: pose, to: pose };
      const impact = timeOfImpact(field, still, body, sweep);
      expect(impact?.time ?? -1).toBeCloseTo(timeOfImpact(mesh, still, body, sweep)?.time ?? -1, 9);
      if (impact !== null) counts.impacts++;
    }
    expect(counts.rays).toBeGreaterThan(20);
    expect(counts.touching).toBeGreaterThan(20);
    expect(counts.impacts).toBeGreaterThan(20);
  });

  it("refuses what is no height field, and says why", () => {
    const { NaN: hole, POSITIVE_INFINITY: infinite } = Number;
    const wrong: [heights: unknown, options: unknown, message: RegExp][] = [
      [null, PLAIN, /^invalid-argument: height-field: heights must be an array of numbers, got null/],
      [COUNTED.slice(1), PLAIN, /^invalid-argument: .*heights must have 4 rows of 3 numbers, got 11 in all/],
      [COUNTED.with(5, infinite), PLAIN, /^invalid-argument: .*heights\[5\] must be .* NaN for a hole, got Infinity/],
      [COUNTED.with(7, -2e9), PLAIN, /^invalid-argument: .*heights\[7\] must be .*, got -2000000000/],
      [COUNTED.map(String), PLAIN, /^invalid-argument: .*heights\[0\] must be a number/],
      [COUNTED.map(() => hole), PLAIN, /^degenerate-shape: height-field: .*no triangle/],
      [COUNTED, undefined, /^invalid-argument: height-field: options must be an object/],
      [COUNTED, { ...PLAIN, columns: 1 }, /^invalid-argument: .*columns must be a whole number from 2 to 4096, got 1/],
      [COUNTED, { ...PLAIN, rows: 2.5 }, /^invalid-argument: .*rows must be a whole number from 2 to 4096, got 2.5/],
      [COUNTED, { ...PLAIN, columns: 4097 }, /^invalid-argument: .*columns must be/],
      [COUNTED, { ...PLAIN, width: 0 }, /^invalid-argument: .*width must be a number from 1e-9/],
      [COUNTED, { ...PLAIN, depth: hole }, /^invalid-argument: .*depth must be a number/],
      [COUNTED, { ...PLAIN, width: undefined }, /^invalid-argument: .*width must be a number/],
      [COUNTED, { ...PLAIN, thickness: -1 }, /^invalid-argument: .*thickness must be/],
      [
        COUNTED,
        { ...PLAIN, sides: "back" },
        /^invalid-argument: .*sides must be "both" or "front", got the string "back"/,
      ],
      [COUNTED, { ...PLAIN, colums: 3 }, /^invalid-argument: .*did you mean columns/],
    ];
    for (const [heights, options, message] of wrong)
      expect(complaintOf(() => new HeightField(heights as number[], options as HeightFieldOptions))).toMatch(message);
    const detached = new Float32Array(COUNTED);
    structuredClone(detached, { transfer: [detached.buffer] });
    expect(complaintOf(() => new HeightField(detached, PLAIN))).toMatch(/^invalid-argument: .*heights is detached/);
    // Too steep for a normal.
    expect(complaintOf(() => new HeightField(COUNTED.with(4, 1e9), { ...PLAIN, width: 1e-9, depth: 1e-9 }))).toMatch(
      /^degenerate-shape: .*: at column \d, row \d$/,
    );
  });

  it("must be there when its methods are called", () => {
    const field = new HeightField(COUNTED, PLAIN);
    const bytes = field.serialize();
    const calls = [
      (f: HeightField) => HeightField.prototype.triangle.call(f, 0),
      (f: HeightField) => HeightField.prototype.setHeights.call(f, [0], 0, 0, 1, 1),
      (f: HeightField) => HeightField.prototype.serialize.call(f),
    ];
    for (const call of calls)
      for (const receiver of [undefined, null, {}, new Sphere(1), new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0])])
        expect(complaintOf(() => call(receiver as HeightField))).toMatch(
          /^invalid-argument: the method must be called on a HeightField/,
        );
    field.dispose();
    for (const call of calls)
      expect(complaintOf(() => call(field))).toBe("disposed: the field is a height-field that has been disposed of");
    expect(HeightField.deserialize(bytes).triangleCount).toBe(12);
  });
});

describe("HeightField.setHeights", () => {
  it("sets a rectangle, and all answers follow", () => {
    const field = new HeightField(new Float32Array(12), PLAIN);
    field.setHeights([1, 2, 3, 4], 1, 2, 2, 2);
    const all = [0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 3, 4];
    const wanted = new HeightField(all, PLAIN);
    for (let i = 0; i < 12; i++) expect(field.triangle(i)).toEqual(wanted.triangle(i));
    expect(field.serialize()).toEqual(wanted.serialize());
    expect(support(field, {}, [0, 1, 0]).y).toBe(4);
    field.setHeights([Number.NaN], 1, 1, 1, 1);
    expect(raycast(field, {}, [0.1, 5, -1.4], DOWN)).toBeNull();
    field.setHeights([0.1], 1, 1, 1, 1);
    expect(raycast(field, {}, [0, 5, -1.5], DOWN)?.distance).toBe(4.9);
  });

  it("changes nothing where it fails", () => {
    const field = new HeightField(COUNTED, PLAIN);
    const before = field.serialize();
    const wrong: [args: [unknown, unknown, unknown, unknown, unknown], message: RegExp][] = [
      [[[1, 2], 0, 0, 1, 1], /^invalid-argument: .*heights must have 1 rows of 1 numbers, got 2 in all/],
      [[[1], 3, 0, 1, 1], /^invalid-argument: .*column must be a whole number from 0 to 2, got 3/],
      [[[1, 2], 2, 0, 2, 1], /^invalid-argument: .*columns must be a whole number from 1 to 1, got 2/],
      [[[1], 0, -1, 1, 1], /^invalid-argument: .*row must be/],
      [[[], 0, 0, 0, 1], /^invalid-argument: .*columns must be/],
      [[[1], 0, 0, 1, Number.NaN], /^invalid-argument: .*rows must be/],
      [[[0, 1, 2, 1e10], 1, 2, 2, 2], /^invalid-argument: .*heights\[3\] must be .*, got 10000000000/],
      [[COUNTED.map(() => Number.NaN), 0, 0, 3, 4], /^degenerate-shape: .*no triangle/],
    ];
    for (const [args, message] of wrong) {
      expect(complaintOf(() => (field.setHeights as (...all: unknown[]) => void)(...args))).toMatch(message);
      expect(field.serialize()).toEqual(before);
    }
  });

  it("is followed by colliders with the next update, also through a compound", () => {
    const field = new HeightField(new Float32Array(12), PLAIN);
    const world = new World();
    world.add({ shape: field, static: true });
    world.add({ shape: new Compound([{ shape: field, position: [0, 10, 0] }]), static: true });
    const crate = new Box(1, 1, 1);
    for (const y of [0.6, 10.6]) world.add({ shape: crate, position: [0, y, 0] });
    for (const height of [0, 0.2, 0]) {
      field.setHeights(new Float32Array(12).fill(height), 0, 0, 3, 4);
      world.update();
      expect(world.contacts.count).toBe(height > 0 ? 2 : 0);
      for (const { depth, normal } of world.contacts) {
        expect(depth).toBeCloseTo(0.1, 6);
        expect(normal.y).toBeCloseTo(1, 6);
      }
    }
  });
});

describe("a height field", () => {
  it("travels as bytes, which are trusted in nothing", () => {
    const field = new HeightField(COUNTED.with(3, Number.NaN), { ...PLAIN, thickness: 0.3 });
    const bytes = field.serialize();
    const copy = HeightField.deserialize(bytes.buffer as ArrayBuffer);
    expect(copy).toMatchObject({ ...PLAIN, triangleCount: 12, thickness: 0.3 });
    expect(copy.serialize()).toEqual(bytes);
    for (let i = 0; i < bytes.length; i++) {
      const damaged = bytes.slice();
      damaged[i] = (damaged[i] as number) ^ 16;
      expect(complaintOf(() => HeightField.deserialize(damaged))).toMatch(
        /^invalid-argument: height-field: the bytes are damaged, or/,
      );
    }
    for (const wrong of [
      bytes.slice(0, -8),
      new Uint8Array(),
      new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]).serialize(),
    ])
      expect(complaintOf(() => HeightField.deserialize(wrong))).toMatch(/^invalid-argument/);
    expect(complaintOf(() => TriangleMesh.deserialize(bytes))).toMatch(/^invalid-argument/);
  });

  it("comes back from a snapshot, with its data or by name", () => {
    const field = new HeightField(new Float32Array(12), PLAIN);
    const world = new World();
    world.add({ shape: field, static: true, ...ALONG_X });
    const ball = world.add({ shape: new Sphere(0.5), position: [0, 0.4, 0] });
    world.update();
    const copy = World.restore(world.snapshot());
    expect(copy.hash()).toBe(world.hash());
    const shape = copy.at(0)?.shape;
    expect(shape).toBeInstanceOf(HeightField);
    expect(shape).toMatchObject({ ...PLAIN, triangleCount: 12 });
    const named = world.snapshot({ shapes: false });
    expect(complaintOf(() => World.restore(named))).toMatch(/options.shapes: 1 sphere, 1 height-field/);
    expect(World.restore(named, { shapes: [field, ball.shape] }).at(0)?.shape).toBe(field);
    field.setHeights([0.3], 1, 1, 1, 1);
    world.update();
    expect(world.hash()).not.toBe(copy.hash());
    expect(complaintOf(() => World.restore(named, { shapes: [field, ball.shape] }))).toMatch(/1 height-field/);
  });

  it("carries a walking capsule", () => {
    const heights = Array.from({ length: 400 }, (_, i) => 0.3 * Math.sin(i % 20) * Math.cos(Math.floor(i / 20) / 2));
    const field = new HeightField(heights, { columns: 20, rows: 20, width: 19, depth: 19 });
    const world = new World();
    world.add({ shape: field, static: true });
    const body = new Capsule(0.3, 1);
    const pose = { position: { x: -7, y: 3, z: 0.3 } };
    for (let step = 0; step < 200; step++) {
      const move = moveAndSlide(world, body, pose, [step === 0 ? 0 : 0.06, step === 0 ? -5 : -0.05, 0]);
      Object.assign(pose.position, move.position);
      expect(move.grounded, `step ${step}`).toBe(true);
      expect(move.ground?.normal.y).toBeGreaterThan(0.8);
      expect(distance(field, {}, body, pose).distance).toBeGreaterThan(0);
    }
    expect(pose.position.x).toBeGreaterThan(3);
  });
});
