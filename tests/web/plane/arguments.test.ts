import * as space from "hyperplane";
import * as plane from "hyperplane/2d";
import {
  Capsule,
  Circle,
  ConvexPolygon,
  closestPoint,
  collide,
  collideAll,
  distance,
  distanceBatch,
  Ellipse,
  explainSat,
  HyperplaneError,
  init,
  intersects,
  intersectsBatch,
  mtvBatch,
  Rectangle,
  raycast,
  Segment,
  Shape,
  support,
  timeOfImpact,
} from "hyperplane/2d";
import { describe, expect, it } from "vitest";
import { complaintOf, errorOf } from "../support/errors.js";
import { fresh, wasmBytes } from "../support/fresh.js";
import { startForMemory, startHooked, withAnswers } from "../support/hooked_start.js";

/** What hyperplane/2d refuses, and that nothing changes then. */

type Plane = typeof import("hyperplane/2d");
const freshPlane = async () => (await fresh("2d.js")) as unknown as Plane;

// The arguments of the tests are made of shapes.
await Promise.all([init(), space.init()]);

const wrongNumbers = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, undefined, null, "1", 1n, {}];
const call = (f: (...args: never[]) => unknown, ...args: unknown[]) => f(...(args as never[]));

describe("sizes", () => {
  const makers: [string, (size: number) => Shape][] = [
    ["circle: radius", (size) => new Circle(size)],
    ["rectangle: width", (size) => new Rectangle(size, 1)],
    ["rectangle: height", (size) => new Rectangle(1, size)],
    ["capsule: radius", (size) => new Capsule(size, 1)],
    ["capsule: height", (size) => new Capsule(1, size)],
    ["ellipse: radiusX", (size) => new Ellipse(size, 1)],
    ["ellipse: radiusY", (size) => new Ellipse(1, size)],
    ["convex-polygon: radius", (radius) => new ConvexPolygon([0, 0, 1, 0, 0, 1], { radius })],
  ];

  it.each(makers)("%s must be 0 or a length", (name, make) => {
    for (const size of [...wrongNumbers, -1, -0.001, 1e-10, 2e9]) {
      if (size === undefined && name === "convex-polygon: radius") continue;
      expect(complaintOf(() => make(size as number))).toMatch(new RegExp(`^invalid-argument: ${name} must be`));
    }
    for (const size of [0, -0, 1e-9, 1e9]) make(size).dispose();
  });

  it("shapes have the sizes that they were made with, read-only", () => {
    const shapes: [Shape, object][] = [
      [new Circle(1), { type: "circle", radius: 1 }],
      [new Rectangle(1, 2), { type: "rectangle", width: 1, height: 2 }],
      [new Capsule(1, 2), { type: "capsule", radius: 1, height: 2 }],
      [new Ellipse(1, 2), { type: "ellipse", radiusX: 1, radiusY: 2 }],
      [new Segment([1, 2], { x: 3, y: 4 }), { type: "segment", a: { x: 1, y: 2 }, b: { x: 3, y: 4 } }],
      [new ConvexPolygon([0, 0, 1, 0, 0, 1]), { type: "convex-polygon", radius: 0 }],
    ];
    for (const [shape, sizes] of shapes) {
      expect(shape).toMatchObject(sizes);
      expect(shape).toBeInstanceOf(Shape);
      for (const name of Object.keys(sizes)) {
        expect(() => Object.assign(shape, { [name]: 7 })).toThrow(TypeError);
      }
    }
  });
});

describe("segments and polygons", () => {
  it("name the end that is wrong", () => {
    expect(complaintOf(() => call(() => new Segment(undefined as never, [0, 0])))).toBe(
      "invalid-argument: segment: a must be an object with x and y, or an array of 2 numbers, got undefined",
    );
    expect(complaintOf(() => new Segment([0, 0], [0, Number.NaN]))).toBe(
      "invalid-argument: segment: b[1] must be a finite number, got NaN",
    );
    expect(complaintOf(() => new Segment({ x: 2e9, y: 0 }, [0, 0]))).toMatch(/segment: a is out of range/);
    expect(errorOf(() => new Segment([0, 0], [0, 1e-12])).code).toBe("invalid-argument");
  });

  it("drop what lies inside and on edges, counter-clockwise, whichever way the points come", () => {
    const points = [0, 0, 1, 0, 2, 0, 2, 2, 1, 1, 0, 2, 0, 1, 0, 0];
    for (const order of [points, new Float32Array(points), points.toReversed().map((_, i, all) => all[i ^ 1] ?? 0)]) {
      const { vertices } = new ConvexPolygon(order);
      expect(vertices).toBeInstanceOf(Float64Array);
      expect([...vertices]).toEqual([0, 0, 2, 0, 2, 2, 0, 2]);
    }
  });

  it("without area are degenerate", () => {
    const flat = [[], [0, 0], [0, 0, 1, 0], [0, 0, 1, 1, 2, 2, 3, 3], [1, 2, 1, 2, 1, 2], [0, 0, 1, 0, 0.5, 1e-12]];
    for (const points of flat) expect(errorOf(() => new ConvexPolygon(points)).code).toBe("degenerate-shape");
  });

  it("refuse lists that are none", () => {
    const triangle = [0, 0, 1, 0, 0, 1];
    const wrong: [unknown, RegExp][] = [
      [undefined, /points must be an array/],
      [null, /points must be an array/],
      ["0,0", /points must be an array/],
      [{ length: -1 }, /points must be an array/],
      [{ length: 1e30 }, /at most 2 \* 1048576 numbers/],
      [[0, 0, 1], /2 numbers per point/],
      [[0, 0, 1, 0, 0, "1"], /points\[5\] must be a number/],
      [[0, 0, 1, 0, 0, Number.NaN], /points\[5\] must be a finite number/],
      [[0, 0, 1, 0, 0, 2e9], /points\[5\] is out of range/],
      [new BigInt64Array(6), /must be a number/],
    ];
    for (const [points, message] of wrong) {
      const error = errorOf(() => new ConvexPolygon(points as number[]));
      expect(error).toMatchObject({ code: "invalid-argument", message: expect.stringMatching(message) });
    }
    const detached = new Float64Array(triangle);
    structuredClone(detached, { transfer: [detached.buffer] });
    expect(complaintOf(() => new ConvexPolygon(detached))).toMatch(/is detached/);
    for (const options of [null, 1, { raduis: 1 }]) {
      expect(errorOf(() => new ConvexPolygon(triangle, options as never)).code).toBe("invalid-argument");
    }
  });

  it("read every number once", () => {
    let reads = 0;
    const points = new Proxy([0, 0, 1, 0, 0, 1], {
      get(list, name) {
        if (name === "5") reads++;
        return Reflect.get(list, name);
      },
    });
    new ConvexPolygon(points);
    expect(reads).toBe(1);
  });
});

const box = () => new Rectangle(2, 2);

/** Every function on shapes: its name, its arguments, and the names of those. */
function everyCall(): [string, (...args: never[]) => unknown, unknown[], string[]][] {
  const pair = [box(), {}, box(), {}];
  const names = ["a", "poseA", "b", "poseB"];
  const sweep = { from: {}, to: {} };
  return [
    ["intersects", intersects, pair, names],
    ["collide", collide, pair, names],
    ["collideAll", collideAll, pair, names],
    ["distance", distance, pair, names],
    ["explainSat", explainSat, pair, names],
    ["timeOfImpact", timeOfImpact, [box(), sweep, box(), sweep], ["a", "sweepA", "b", "sweepB"]],
    ["raycast", raycast, [box(), {}, [0, 0], [1, 0]], ["shape", "pose", "origin", "direction"]],
    ["closestPoint", closestPoint, [box(), {}, [0, 0]], ["shape", "pose", "point"]],
    ["support", support, [box(), {}, [0, 1]], ["shape", "pose", "direction"]],
  ];
}

describe.each(everyCall())("%s", (called, f, args, names) => {
  const withArgument = (i: number, value: unknown) => args.map((other, k) => (k === i ? value : other));
  const isPose = (name: string) => /^pose/.test(name);

  it("takes what it is made for", () => {
    expect(() => call(f, ...args)).not.toThrow();
  });

  it("names every argument that is of another type", () => {
    names.forEach((name, i) => {
      for (const wrong of [undefined, null, 1, "x", true, [], () => 0, Symbol("s")]) {
        expect(complaintOf(() => call(f, ...withArgument(i, wrong)))).toMatch(
          new RegExp(`^invalid-argument: ${name}[ .[]`),
        );
      }
    });
  });

  it("refuses shapes of hyperplane, disposed ones, and what only looks like one", () => {
    names.forEach((name, i) => {
      if (!["a", "b", "shape"].includes(name)) return;
      const gone = box();
      gone.dispose();
      gone.dispose();
      expect(complaintOf(() => call(f, ...withArgument(i, gone)))).toBe(
        `disposed: ${name} is a rectangle that has been disposed of`,
      );
      for (const wrong of [new space.Box(1, 1, 1), Object.create(Rectangle.prototype), { ...box() }, {}]) {
        if (Object.getOwnPropertySymbols(wrong).length > 0 && !(wrong instanceof space.Box)) continue;
        expect(complaintOf(() => call(f, ...withArgument(i, wrong)))).toMatch(
          new RegExp(`^invalid-argument: ${name} must be a shape of hyperplane/2d, got`),
        );
      }
    });
  });

  it("refuses poses that are not finite, too far, in degrees or no poses", () => {
    const poses = names.flatMap((name, i) => {
      if (isPose(name)) return [[i, name, (pose: unknown) => pose] as const];
      if (!/^sweep/.test(name)) return [];
      return [
        [i, `${name}.from`, (pose: unknown) => ({ from: pose, to: {} })] as const,
        [i, `${name}.to`, (pose: unknown) => ({ from: {}, to: pose })] as const,
      ];
    });
    for (const [i, name, wrap] of poses) {
      const complaint = (pose: unknown) => complaintOf(() => call(f, ...withArgument(i, wrap(pose))));
      const escaped = name.replace(".", "\\.");
      for (const wrong of wrongNumbers) {
        if (wrong !== undefined) {
          expect(complaint({ angle: wrong })).toMatch(new RegExp(`^invalid-argument: ${escaped}\\.angle must be`));
        }
        expect(complaint({ position: { x: 0, y: wrong } })).toMatch(
          new RegExp(`^invalid-argument: ${escaped}\\.position`),
        );
        expect(complaint({ position: [wrong, 0] })).toMatch(new RegExp(`^invalid-argument: ${escaped}\\.position`));
      }
      expect(complaint({ angle: 2e6 })).toMatch(/at most 1e6 rad/);
      expect(complaint({ position: [0, -2e12] })).toMatch(/at most 1e12 m/);
      for (const wrong of [
        { x: 1, y: 2 },
        [1, 2],
        new Float64Array(3),
        { position: [0, 0], rotation: 1 },
        new space.Box(1, 1, 1).constructor,
      ]) {
        expect(complaint(wrong)).toMatch(
          new RegExp(`^invalid-argument: ${escaped} must be an object with position and angle`),
        );
      }
      expect(() => call(f, ...withArgument(i, wrap({ position: [1e12, -1e12], angle: -1e6 })))).not.toThrow();
    }
  });

  it("throws not-initialised before init, and nothing else changes", async () => {
    const early = await freshPlane();
    expect(errorOf(() => call(early[called as keyof Plane] as never, ...args)).code).toBe("not-initialised");
  });
});

describe("rays and directions", () => {
  it("need a direction, and a length that is one", () => {
    const at = (direction: unknown, length?: unknown) =>
      complaintOf(() => raycast(box(), {}, [3, 0], direction as never, length as never));
    expect(at([0, 0])).toBe("invalid-argument: direction must not be zero");
    expect(at([1, Number.NaN])).toMatch(/direction\[1\] must be a finite number/);
    for (const length of [Number.NaN, -1, -0.1, null, "1", true]) {
      expect(at([1, 0], length)).toMatch(/^invalid-argument: maxDistance must be a number, 0 or more/);
    }
    expect(complaintOf(() => support(box(), {}, { x: 0, y: 0 }))).toBe("invalid-argument: direction must not be zero");
    expect(raycast(box(), {}, [3, 0], [-1e-300, 0])?.distance).toBe(2);
    expect(raycast(box(), {}, [3, 0], [-1e300, 0], Number.POSITIVE_INFINITY)?.distance).toBe(2);
    expect(raycast(box(), {}, [3, 0], [-1, 0], 0)).toBeNull();
  });

  it("explainSat takes no ellipse that is one", () => {
    expect(errorOf(() => explainSat(new Ellipse(1, 2), {}, box(), {}))).toMatchObject({ code: "invalid-argument" });
    expect(explainSat(new Ellipse(1, 1), {}, box(), {}).axes.length).toBe(5);
  });
});

describe("batches", () => {
  const good = () => ({ shapes: [box(), new Circle(1)], pairs: new Uint32Array([0, 1]), poses: new Float64Array(6) });
  const functions = [
    ["intersectsBatch", intersectsBatch, Uint8Array],
    ["distanceBatch", distanceBatch, Float64Array],
    ["mtvBatch", mtvBatch, Float64Array],
  ] as const;

  it.each(functions)("%s names what is wrong, and leaves out as it was", (_, f, type) => {
    const run = f as (batch: unknown, out?: unknown) => unknown;
    const gone = box();
    gone.dispose();
    const wrong: [unknown, RegExp][] = [
      [undefined, /batch must be an object/],
      [null, /batch must be an object/],
      [{}, /batch\.shapes must be an array/],
      [{ ...good(), shapes: "x" }, /batch\.shapes must be an array/],
      [{ ...good(), pairs: [0, 1] }, /batch\.pairs must be a Uint32Array/],
      [{ ...good(), poses: new Float32Array(6) }, /batch\.poses must be a Float64Array/],
      [{ ...good(), pairs: new Uint32Array(3) }, /2 numbers per pair/],
      [{ ...good(), poses: new Float64Array(5) }, /6 numbers per pair: 6 for 1 pairs, got 5/],
      [{ ...good(), poses: new Float64Array(7) }, /6 numbers per pair/],
      [{ ...good(), shapes: [box(), gone] }, /batch\.shapes\[1\] is a rectangle that has been disposed of/],
      [{ ...good(), shapes: [box(), new space.Sphere(1)] }, /batch\.shapes\[1\] must be a shape of hyperplane\/2d/],
      [{ ...good(), shapes: [box(), undefined] }, /batch\.shapes\[1\] must be a shape/],
      [{ ...good(), pairs: new Uint32Array([0, 2]) }, /batch\.pairs\[1\] is 2, but there are 2 shapes/],
      [{ ...good(), pairs: new Uint32Array([0xffffffff, 1]) }, /batch\.pairs\[0\] is 4294967295/],
      [{ ...good(), poses: Float64Array.of(0, 0, 0, 0, Number.NaN, 0) }, /pair 0 of the batch: poseB\.position\[1\]/],
      [{ ...good(), poses: Float64Array.of(0, 0, 2e6, 0, 0, 0) }, /pair 0 of the batch: poseA\.angle/],
    ];
    const out = new type(9).fill(5);
    for (const [batch, message] of wrong) {
      const error = errorOf(() => run(batch, out));
      expect(error.message).toMatch(message);
      expect(error.code).toBe(/disposed/.test(error.message) ? "disposed" : "invalid-argument");
    }
    expect([...out]).toEqual(Array(9).fill(5));
    for (const wrongOut of [
      null,
      [],
      {},
      new type(0),
      new Float32Array(9),
      type === Uint8Array ? new Float64Array(9) : new Uint8Array(9),
    ]) {
      expect(complaintOf(() => run(good(), wrongOut))).toMatch(/^invalid-argument: out must/);
    }
    const detached = new type(9);
    structuredClone(detached, { transfer: [detached.buffer] });
    expect(complaintOf(() => run(good(), detached))).toMatch(/out is detached/);
  });

  it("name a late pair that is wrong, and write nothing then", () => {
    const count = 600;
    const poses = new Float64Array(6 * count);
    poses[6 * 599 + 4] = Number.POSITIVE_INFINITY;
    const pairs = new Uint32Array(2 * count);
    const out = new Uint8Array(count).fill(9);
    const shapes = [box()];
    expect(complaintOf(() => intersectsBatch({ shapes, pairs, poses }, out))).toMatch(/pair 599 of the batch: poseB/);
    poses[6 * 599 + 4] = 0;
    pairs[1000] = 1;
    expect(complaintOf(() => intersectsBatch({ shapes, pairs, poses }, out))).toMatch(/pairs\[1000\] is 1/);
    expect(out.every((byte) => byte === 9)).toBe(true);
  });

  it("throw not-initialised before init", async () => {
    const early = await freshPlane();
    for (const name of ["intersectsBatch", "distanceBatch", "mtvBatch"] as const) {
      expect(errorOf(() => early[name](good() as never)).code).toBe("not-initialised");
    }
  });
});

describe("the module", () => {
  it("is one of its own: each entry refuses the other's shapes and module", async () => {
    expect(complaintOf(() => space.intersects(box() as never, {}, new space.Box(1, 1, 1), {}))).toMatch(
      /^invalid-argument: a must be a shape of this package, got an object of class Rectangle/,
    );
    const early = await freshPlane();
    await expect(early.init({ wasm: wasmBytes() })).rejects.toMatchObject({ code: "load-failed" });
    await expect(early.init({ wasm: 7 as never })).rejects.toMatchObject({ code: "invalid-argument" });
    await expect(early.init({ wasn: "x" } as never)).rejects.toMatchObject({ code: "invalid-argument" });
    const first = early.init();
    expect(early.init()).toBe(first);
    await first;
    expect(early.intersects(new early.Circle(1), {}, new early.Circle(1), { position: [2, 0] })).toBe(true);
    expect(errorOf(() => early.intersects(box() as never, {}, new early.Circle(1), {})).code).toBe("invalid-argument");
    expect(space.HyperplaneError).toBe(HyperplaneError);
  });

  it("makes no shape before init, and none of Shape itself", async () => {
    const early = await freshPlane();
    for (const make of [
      () => new early.Circle(1),
      () => new early.Segment([0, 0], [1, 1]),
      () => new early.ConvexPolygon([0, 0, 1, 0, 0, 1]),
    ]) {
      expect(errorOf(make).code).toBe("not-initialised");
    }
    expect(errorOf(() => Shape.prototype.dispose.call({} as never)).code).toBe("invalid-argument");
  });

  it("leaks nothing over thousands of shapes and failures", async () => {
    const early = await freshPlane();
    const memory = await startForMemory(early.init);
    const churn = () => {
      for (let i = 0; i < 1000; i++) {
        const points = Array.from({ length: 40 }, (_, k) => Math.sin(k * 7.1));
        const shape = new early.ConvexPolygon(points);
        expect(() => new early.ConvexPolygon([0, 0, 1, 1, 2, 2])).toThrow();
        early.explainSat(shape, {}, shape, { angle: 1 });
        shape.dispose();
      }
    };
    churn();
    const before = memory.buffer.byteLength;
    for (let round = 0; round < 5; round++) churn();
    expect(memory.buffer.byteLength).toBe(before);
  });

  it("survives memory that grows in every call", async () => {
    const early = await freshPlane();
    await startHooked(early.init, (exports) =>
      withAnswers(exports, (answer) => {
        (exports.memory as WebAssembly.Memory).grow(0);
        return answer;
      }),
    );
    const shape = new early.ConvexPolygon([0, 0, 1, 0, 0, 1]);
    expect([...shape.vertices]).toEqual([0, 0, 1, 0, 0, 1]);
    expect(early.collide(shape, {}, shape, {})?.depth).toBeCloseTo(Math.SQRT1_2, 12);
    expect(early.distance(shape, {}, shape, { position: [3, 0] }).distance).toBeCloseTo(2, 12);
    expect(early.explainSat(shape, {}, shape, {}).axes).toHaveLength(6);
    expect(early.raycast(shape, {}, [-1, 0.1], [1, 0])?.distance).toBeCloseTo(1, 12);
    const batch = { shapes: [shape], pairs: new Uint32Array(2), poses: new Float64Array(6) };
    expect([...early.mtvBatch(batch)].slice(2)[0]).toBeCloseTo(Math.SQRT1_2, 12);
  });

  it("keeps arguments apart that are read while another call is made", () => {
    const other = box();
    const pose = {
      get position(): [number, number] {
        distance(other, { position: [7, 7] }, other, { position: [9, 9], angle: 2 });
        return [2.5, 0];
      },
    };
    expect(distance(box(), {}, box(), pose).distance).toBeCloseTo(0.5, 12);
  });

  it("passes errors of getters on, and stays usable", () => {
    const pose = {
      get position(): [number, number] {
        throw new RangeError("mine");
      },
    };
    expect(() => intersects(box(), pose, box(), {})).toThrow(new RangeError("mine"));
    expect(intersects(box(), {}, box(), {})).toBe(true);
  });

  it("exports what the contract names for shapes", () => {
    expect(Object.keys(plane).sort()).toEqual(
      [
        ...[
          "Capsule",
          "Chain",
          "Character",
          "Circle",
          "Compound",
          "ConvexPolygon",
          "Ellipse",
          "HalfSpace",
          "HyperplaneError",
          "Polygon",
        ],
        ...["Rectangle", "Segment", "Shape", "TileMap", "World", "moveAndSlide", "moveAndSlideBatch"],
        ...[
          "closestPoint",
          "collide",
          "collideAll",
          "default",
          "debug",
          "defineLayers",
          "distance",
          "distanceBatch",
          "explainSat",
          "init",
        ],
        ...["intersects", "intersectsBatch", "mtvBatch", "raycast", "support", "timeOfImpact"],
      ].sort(),
    );
  });
});
