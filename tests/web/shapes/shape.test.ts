import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as space from "hyperplane";
import { Box, Capsule, Cone, Cylinder, distance, Ellipsoid, init, intersects, Shape, Sphere } from "hyperplane";
import * as plane from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { fresh } from "../support/fresh.js";

beforeAll(() => init());

/** Every shape that is made of lengths, with the names of its parameters. */
const shapes = {
  sphere: { make: Sphere, parameters: ["radius"] },
  box: { make: Box, parameters: ["width", "height", "depth"] },
  capsule: { make: Capsule, parameters: ["radius", "height"] },
  cylinder: { make: Cylinder, parameters: ["radius", "height"] },
  cone: { make: Cone, parameters: ["radius", "height"] },
  ellipsoid: { make: Ellipsoid, parameters: ["radiusX", "radiusY", "radiusZ"] },
} as const;
type Make = new (...lengths: unknown[]) => Shape & Record<string, unknown>;
const entries = Object.entries(shapes).map(([type, { make, parameters }]) => ({
  type,
  make: make as unknown as Make,
  parameters,
}));

describe.each(entries)("$type", ({ type, make, parameters }) => {
  const lengths = parameters.map((_, i) => i + 1);

  it("knows its type and its parameters", () => {
    const shape = new make(...lengths);
    expect(shape.type).toBe(type);
    parameters.forEach((name, i) => {
      expect(shape[name]).toBe(lengths[i]);
    });
    expect(shape).toBeInstanceOf(Shape);
    expect(make.name.toLowerCase()).toBe(type);
  });

  it("takes any length from 1e-9 to 1e9 m", () => {
    for (const length of [1e-9, 1e-3, 1e3, 1e9]) {
      const shape = new make(...parameters.map(() => length));
      expect(intersects(shape, {}, shape, {})).toBe(true);
      expect(intersects(shape, {}, shape, { position: [length * 4, 0, 0] })).toBe(false);
      shape.dispose();
    }
  });

  it("takes lengths of zero: a point, a segment, a rectangle, a disc", () => {
    for (let zeros = 1; zeros < 1 << parameters.length; zeros++) {
      for (const zero of [0, -0]) {
        const shape = new make(...parameters.map((_, i) => ((zeros >> i) & 1 ? zero : 1)));
        expect(intersects(shape, {}, shape, {})).toBe(true);
        const { distance: gap, normal } = distance(shape, {}, shape, {});
        expect(gap).toBeLessThanOrEqual(0);
        expect(Math.hypot(normal.x, normal.y, normal.z)).toBeCloseTo(1, 12);
        expect(distance(shape, {}, shape, { position: [4, 0, 0] }).distance).toBeGreaterThan(1);
        shape.dispose();
      }
    }
  });

  it.each([-1e-300, -1, 9.99e-10, 1.001e9, Number.POSITIVE_INFINITY, Number.NaN])(
    "refuses a length of %s, and names it",
    (wrong) => {
      parameters.forEach((name, i) => {
        const all = lengths.map((length, k) => (k === i ? wrong : length));
        expect(complaintOf(() => new make(...all))).toBe(
          `invalid-argument: ${type}: ${name} must be 0 or a length from 1e-9 to 1e9 m, got ${wrong}`,
        );
      });
    },
  );

  it.each([undefined, null, "1", 1n, {}, [1]])("refuses %s as a length", (wrong) => {
    parameters.forEach((name, i) => {
      const all = lengths.map((length, k) => (k === i ? wrong : length));
      expect(complaintOf(() => new make(...all))).toMatch(
        new RegExp(`^invalid-argument: ${type}: ${name} must be a number, got `),
      );
    });
  });

  it("can be disposed of, more than once, and is refused afterwards", () => {
    const shape = new make(...lengths);
    const other = new make(...lengths);
    shape.dispose();
    shape.dispose();
    expect(complaintOf(() => intersects(shape, {}, other, {}))).toBe(
      `disposed: a is a ${type} that has been disposed of`,
    );
    expect(complaintOf(() => intersects(other, {}, shape, {}))).toBe(
      `disposed: b is a ${type} that has been disposed of`,
    );
    expect(intersects(other, {}, other, {})).toBe(true);
  });

  it("does not come back when its row in the core is used again", () => {
    const shape = new make(...lengths);
    shape.dispose();
    const next = new make(...lengths);
    expect(complaintOf(() => distance(shape, {}, next, {}))).toMatch(/^disposed: a /);
    expect(intersects(next, {}, next, {})).toBe(true);
  });

  it("works with using", () => {
    const shape = new make(...lengths);
    shape[Symbol.dispose]();
    expect(complaintOf(() => intersects(shape, {}, shape, {}))).toMatch(/^disposed: /);
  });
});

describe("values that are no shapes are rejected", () => {
  class Mine extends Shape {
    readonly type = "mine";
  }
  const cases: [what: string, value: () => unknown, message: string][] = [
    ["undefined", () => undefined, "invalid-argument: a must be a shape of this package, got undefined"],
    ["null", () => null, "invalid-argument: a must be a shape of this package, got null"],
    ["a number", () => 1, "invalid-argument: a must be a shape of this package, got 1"],
    ["a string", () => "box", 'invalid-argument: a must be a shape of this package, got the string "box"'],
    ["an object", () => ({ width: 1 }), "invalid-argument: a must be a shape of this package, got an object"],
    ["a class", () => Box, "invalid-argument: a must be a shape of this package, got a function"],
    [
      "a class of the user's",
      () => new Mine(),
      "invalid-argument: a must be a shape of this package, got an object of class Mine",
    ],
  ];
  it.each(cases)("%s", (_, value, message) => {
    expect(complaintOf(() => intersects(value() as Shape, {}, new Box(1, 1, 1), {}))).toBe(message);
  });

  it("a shape of another copy of the package", async () => {
    const another = await fresh();
    await another.init();
    const foreign = new another.Box(1, 1, 1);
    expect(complaintOf(() => intersects(foreign, {}, new Box(1, 1, 1), {}))).toBe(
      "invalid-argument: a must be a shape of this package, got an object of class Box (is it from hyperplane/2d, or from a second copy of hyperplane?)",
    );
  });
});

describe("arguments that a shape does not have", () => {
  type Any = new (...values: unknown[]) => object;
  const rounding = { radius: 0.1 };
  it.each<[string, unknown, unknown[], string]>([
    ["space", space.Ellipsoid, [1, 2, 3, rounding], "Ellipsoid: there is no argument 4, got an object"],
    [
      "space",
      space.Triangle,
      [[0, 0, 0], [1, 0, 0], [0, 1, 0], rounding],
      "Triangle: there is no argument 4, got an object",
    ],
    ["space", space.HalfSpace, [[1, 0, 0]], "HalfSpace: there is no argument 1, got an array of length 3"],
    ["space", space.Sphere, [1, 32, 16], "Sphere: there is no argument 2, got 32"],
    ["space", space.Capsule, [1, 1, rounding], "Capsule: there is no argument 3, got an object"],
    ["space", space.TaperedCapsule, [1, 2, 3, rounding], "TaperedCapsule: there is no argument 4, got an object"],
    ["the plane", plane.Rectangle, [1, 1, rounding], "Rectangle: there is no argument 3, got an object"],
    ["the plane", plane.HalfSpace, [[0, 1]], "HalfSpace: there is no argument 1, got an array of length 2"],
    ["the plane", plane.Ellipse, [1, 2, rounding], "Ellipse: there is no argument 3, got an object"],
    ["the plane", plane.Segment, [[0, 0], [1, 0], rounding], "Segment: there is no argument 3, got an object"],
  ])("of %s are refused: %s", async (_, type, values, message) => {
    await plane.init();
    expect(complaintOf(() => new (type as Any)(...values))).toBe(`invalid-argument: ${message}`);
    // Left out is left out.
    expect(new (type as Any)(...values.slice(0, (type as Any).length), undefined)).toBeInstanceOf(type);
  });
});

describe("memory", () => {
  it("has room for 1,048,575 shapes; one more is out-of-memory, and takes nothing away", async () => {
    // A core of its own, in which nothing else lives.
    const { init: start, Sphere: Ball, intersects: touch } = await fresh();
    await start();
    const all = Array.from({ length: 2 ** 20 - 1 }, () => new Ball(1));
    expect(complaintOf(() => new Ball(1))).toBe(
      "out-of-memory: sphere: there are 1,048,575 shapes already; dispose of those that are not in use",
    );
    // Memory has grown on the way, more than once: the views are good nevertheless.
    const first = all[0] as Sphere;
    const last = all[all.length - 1] as Sphere;
    expect(touch(first, {}, last, { position: [2, 0, 0] })).toBe(true);
    expect(touch(first, {}, last, { position: [2.001, 0, 0] })).toBe(false);
    first.dispose();
    expect(touch(new Ball(5), { position: [6, 0, 0] }, last, {})).toBe(true);
    for (const shape of all) shape.dispose();
  });

  // More than there is room for: were they not freed, the script would end in an error.
  it("is where it was after 1,100,000 shapes that were made and forgotten", () => {
    const script = fileURLToPath(new URL("../support/forget_shapes.js", import.meta.url));
    const output = execFileSync(process.execPath, ["--expose-gc", script], { encoding: "utf8" });
    const { before, after } = JSON.parse(output) as { before: number; after: number };
    expect(before).toBeGreaterThan(0);
    expect(after).toBe(before);
  });
});
