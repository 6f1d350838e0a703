import * as space from "hyperplane";
import {
  Chain,
  Circle,
  Compound,
  type CompoundPart,
  collide,
  explainSat,
  init,
  intersects,
  Polygon,
  Rectangle,
  Shape,
} from "hyperplane/2d";
import { describe, expect, it } from "vitest";
import { complaintOf, errorOf } from "../support/errors.js";
import { fresh } from "../support/fresh.js";
import { startForMemory, startHooked, withAnswers } from "../support/hooked_start.js";

/** What the composites of hyperplane/2d refuse, and that nothing changes then. */

const freshPlane = async () => (await fresh("2d.js")) as unknown as typeof import("hyperplane/2d");

await Promise.all([init(), space.init()]);

const square = [0, 0, 4, 0, 4, 4, 0, 4];

/** Lists of points that are none. */
const wrongLists: [unknown, RegExp][] = [
  [undefined, /must be an array/],
  [null, /must be an array/],
  ["0,0", /must be an array/],
  [{ length: -1 }, /must be an array/],
  [{ length: 1e30 }, /at most 2 \* 1048576 numbers/],
  [[0, 0, 1], /2 numbers per (vertex|point)/],
  [[0, 0, 1, 0, 0, "1"], /\[5\] must be a number/],
  [[0, 0, 1, 0, 0, Number.NaN], /\[5\] must be a finite number/],
  [[0, 0, 1, 0, 0, 2e9], /\[5\] is out of range/],
  [new BigInt64Array(6), /must be a number/],
];

describe("polygons", () => {
  it("name the vertex of a ring that is no simple polygon", () => {
    const wrong: [number[], number[][], RegExp][] = [
      // A bow tie, at one of the ends of the edges that cross.
      [[0, 0, 2, 2, 2, 0, 0, 2], [], /^degenerate-shape: polygon: .*crosses.*: vertex [0-3] of points, at \(/],
      [[0, 0, 4, 0, 4, 4, 2, 0, 0, 4], [], /^degenerate-shape: polygon: .*vertex [0134] of points/],
      [[0, 0, 4, 0, 2, 0, 2, 3], [], /^degenerate-shape: polygon: .*turns back.*: vertex 1 of points, at \(4, 0\)/],
      [[0, 0, 1, 1, 2, 2], [], /^degenerate-shape: polygon: .*vertex \d of points/],
      [[], [], /^degenerate-shape: polygon: the ring has no area$/],
      [[1, 1], [], /^degenerate-shape: polygon: .*no area: vertex 0 of points, at \(1, 1\)/],
      [square, [[1, 1, 5, 1, 2, 2]], /^degenerate-shape: polygon: .*vertex \d of (points|holes\[0\])/],
      [square, [[5, 5, 6, 5, 6, 6]], /^degenerate-shape: polygon: a hole lies outside.*: vertex \d of holes\[0\]/],
      [
        square,
        [
          [1, 1, 3, 1, 3, 3, 1, 3],
          [1.5, 1.5, 2, 1.5, 2, 2],
        ],
        /^degenerate-shape: polygon: a hole lies within another: vertex \d of holes\[\d\]/,
      ],
      [square, [[1, 1, 3, 1, 3, 3], []], /^degenerate-shape: polygon: the ring has no area/],
      [square.map((x) => x * 1e-12), [], /^degenerate-shape: polygon: the polygon is smaller than 1e-9/],
    ];
    for (const [points, holes, message] of wrong)
      expect(complaintOf(() => new Polygon(points, holes))).toMatch(message);
  });

  it("take repeated and collinear vertices, needles, and rings of either turn", () => {
    const { parts } = new Polygon([0, 0, 0, 0, 2, 0, 4, 0, 4, 4, 0, 4, 0, 4, 0, 0]);
    expect(parts).toEqual([Float64Array.of(4, 4, 0, 4, 0, 0, 4, 0)]);
    expect(new Polygon([0, 0, 1e9, 0, 1e9, 1e-6]).parts.length).toBe(1);
    expect(new Polygon([0, 4, 4, 4, 4, 0, 0, 0]).parts[0]?.length).toBe(8);
    const circle = Array.from({ length: 4000 }, (_, i) => {
      const angle = (Math.PI * (i >> 1)) / 1000;
      return i % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
    });
    expect(new Polygon(circle).parts.length).toBe(1);
  });

  it("refuse lists that are none, and name the hole", () => {
    for (const [points, message] of wrongLists) {
      expect(complaintOf(() => new Polygon(points as number[]))).toMatch(
        new RegExp(`^invalid-argument: polygon: points.*${message.source}`),
      );
      expect(complaintOf(() => new Polygon(square, [[1, 1, 2, 1, 2, 2], points as number[]]))).toMatch(
        new RegExp(`^invalid-argument: polygon: holes\\[1\\].*${message.source}`),
      );
    }
    for (const holes of [null, 1, "x", {}, new Float64Array(6)]) {
      expect(complaintOf(() => new Polygon(square, holes as never))).toMatch(
        /^invalid-argument: polygon: holes must be/,
      );
    }
    expect(complaintOf(() => new Polygon(square, square as never))).toMatch(/holes\[0\] must be an array of numbers/);
    const most = new Float64Array(2 ** 21);
    expect(complaintOf(() => new Polygon(most, [[0, 0]]))).toMatch(/at most 2\^20 vertices, got 1048577/);
    const detached = new Float64Array(square);
    structuredClone(detached, { transfer: [detached.buffer] });
    expect(complaintOf(() => new Polygon(detached))).toMatch(/is detached/);
    expect(complaintOf(() => new Polygon(square, [detached as never]))).toMatch(/holes\[0\] is detached/);
  });

  it("keep their parts to themselves", () => {
    const it = new Polygon(square);
    expect(() => Object.assign(it, { parts: [] })).toThrow(TypeError);
    expect(Object.isFrozen(it.parts)).toBe(true);
    it.parts[0]?.fill(7);
    expect(intersects(it, {}, new Circle(0), { position: [2, 2] })).toBe(true);
    expect(it).toBeInstanceOf(Shape);
    expect(it.type).toBe("polygon");
  });
});

describe("chains", () => {
  it("refuse lists that are none, options that are none, and all points in one", () => {
    for (const [points, message] of wrongLists) {
      expect(complaintOf(() => new Chain(points as number[]))).toMatch(
        new RegExp(`^invalid-argument: chain: points.*${message.source}`),
      );
    }
    for (const options of [null, 1, { close: true }, { closed: 1 }, { sides: "back" }, { sides: null }, []]) {
      expect(complaintOf(() => new Chain([0, 0, 1, 0], options as never))).toMatch(/^invalid-argument: chain: /);
    }
    for (const points of [[], [1, 1], [1, 1, 1, 1], [0, 0, 1e-12, 0]]) {
      expect(errorOf(() => new Chain(points)).code).toBe("degenerate-shape");
    }
    const it = new Chain([0, 0, 0, 0, 1, 0, 1, 1], { closed: true, sides: "front" });
    expect(it).toMatchObject({ type: "chain", closed: true, sides: "front" });
    expect(() => Object.assign(it, { sides: "both" })).toThrow(TypeError);
    expect(new Chain([0, 0, 1, 0])).toMatchObject({ closed: false, sides: "both" });
  });
});

describe("compounds", () => {
  const part = (): CompoundPart => ({ shape: new Circle(1) });

  it("name the part that is wrong", () => {
    const gone = new Rectangle(1, 1);
    gone.dispose();
    const wrong: [unknown, RegExp][] = [
      [undefined, /^invalid-argument: compound: parts must be an array/],
      [{}, /^invalid-argument: compound: parts must be an array/],
      [[], /^invalid-argument: compound: the number of parts must be a whole number from 1 to 65536, got 0/],
      [Array.from({ length: 65_537 }, part), /from 1 to 65536, got 65537/],
      [[part(), null], /^invalid-argument: compound: parts\[1\] must be an object with shape/],
      [[part(), [1]], /parts\[1\] must be an object with shape/],
      [[part(), {}], /^invalid-argument: compound: parts\[1\]\.shape must be a shape of hyperplane\/2d/],
      [[{ shape: new space.Sphere(1) }], /parts\[0\]\.shape must be a shape of hyperplane\/2d/],
      [[part(), { shape: gone }], /^disposed: compound: parts\[1\]\.shape is a rectangle that has been disposed of/],
      [[{ ...part(), pose: {} }], /parts\[0\]: there is no option pose/],
      [[{ ...part(), rotation: 1 }], /parts\[0\]: there is no option rotation/],
      [[part(), { ...part(), angle: "1" }], /parts\[1\]\.angle must be a number/],
      [[part(), { ...part(), angle: 2e6 }], /parts\[1\]\.angle must be a finite number of at most 1e6 rad/],
      [[part(), { ...part(), angle: Number.NaN }], /parts\[1\]\.angle must be a finite number/],
      [[part(), { ...part(), position: 1 }], /parts\[1\]\.position must be an object with x and y/],
      [[part(), { ...part(), position: [0, Number.NaN] }], /parts\[1\]\.position\.y must be a finite number/],
      [[part(), { ...part(), position: [2e9, 0] }], /parts\[1\]\.position is out of range: .* at most 1e9 m/],
    ];
    for (const [parts, message] of wrong) expect(complaintOf(() => new Compound(parts as never))).toMatch(message);
    expect(new Compound([part()]).partCount).toBe(1);
  });

  it("part refuses what is no index, and another receiver", () => {
    const it = new Compound([part(), part()]);
    for (const index of [-1, 2, 0.5, Number.NaN, "0", undefined]) {
      expect(complaintOf(() => it.part(index as number))).toMatch(
        /^invalid-argument: index must be a whole number from 0 to 1/,
      );
    }
    expect(errorOf(() => Compound.prototype.part.call(part() as never, 0)).code).toBe("invalid-argument");
  });

  it("hold what they are made of, and reads each part once", async () => {
    const early = await freshPlane();
    await early.init();
    let reads = 0;
    const polygon = new early.Polygon([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2]);
    const hull = new early.ConvexPolygon(Array.from({ length: 40 }, (_, k) => Math.sin(k * 7.1)));
    const compound = new early.Compound([
      {
        get shape() {
          reads++;
          return polygon;
        },
      },
      { shape: hull, position: [9, 0] },
    ]);
    expect(reads).toBe(1);
    const answers = () => [
      early.distance(compound, { angle: 1 }, new early.Circle(1), { position: [-3, 4] }),
      early.collideAll(compound, {}, new early.Rectangle(9, 1), { position: [5, 0.2] }),
    ];
    const before = answers();
    polygon.dispose();
    hull.dispose();
    for (let i = 0; i < 50; i++) new early.Polygon([0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3]);
    expect(answers()).toEqual(before);
    expect(compound.part(0).shape).toBe(polygon);
    compound.dispose();
    expect(errorOf(() => early.intersects(compound, {}, compound, {})).code).toBe("disposed");
  });

  it("read everything before anything: a getter that disposes of a shape is noticed", () => {
    const shape = new Circle(1);
    const parts = [
      { shape },
      {
        shape: new Circle(1),
        get angle() {
          shape.dispose();
          return 0;
        },
      },
    ];
    expect(complaintOf(() => new Compound(parts))).toMatch(/^disposed: compound: parts\[0\]\.shape/);
  });
});

describe("the module", () => {
  it("explainSat takes convex shapes only", () => {
    const box = new Rectangle(1, 1);
    for (const it of [new Polygon(square), new Chain([0, 0, 1, 0]), new Compound([{ shape: box }])]) {
      expect(complaintOf(() => explainSat(it, {}, box, {}))).toMatch(/^invalid-argument: only convex shapes/);
    }
  });

  it("makes no composite before init", async () => {
    const early = await freshPlane();
    for (const make of [() => new early.Polygon(square), () => new early.Chain(square), () => new early.Compound([])]) {
      expect(errorOf(make).code).toBe("not-initialised");
    }
  });

  it("leaks nothing over thousands of composites and failures", async () => {
    const early = await freshPlane();
    const memory = await startForMemory(early.init);
    const churn = () => {
      for (let i = 0; i < 300; i++) {
        const hole = [1, 1, 3, 1, 3, 3, 1, 3];
        const polygon = new early.Polygon(square, [hole]);
        const chain = new early.Chain(square, { closed: true });
        const compound = new early.Compound([{ shape: polygon }, { shape: chain, angle: 1 }]);
        expect(() => new early.Polygon(square, [hole, hole])).toThrow();
        expect(() => new early.Chain([1, 1, 1, 1])).toThrow();
        expect(() => new early.Compound([{ shape: compound }, { shape: compound, angle: Number.NaN }])).toThrow();
        early.collideAll(compound, {}, polygon, {});
        if (i % 2 === 0) polygon.dispose();
        compound.dispose();
        chain.dispose();
        polygon.dispose();
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
    const polygon = new early.Polygon(square, [[1, 1, 3, 1, 3, 3, 1, 3]]);
    const area = polygon.parts.reduce(
      (sum, part) =>
        sum +
        part.reduce((twice, x, i) => {
          const next = (i + 2) % part.length;
          return i % 2 === 0
            ? twice + x * (part[next + 1] as number) - (part[next] as number) * (part[i + 1] as number)
            : twice;
        }, 0),
      0,
    );
    expect(area / 2).toBe(12);
    const compound = new early.Compound([{ shape: polygon }, { shape: new early.Chain([9, 0, 9, 9]) }]);
    expect(early.collideAll(compound, {}, new early.Circle(1), { position: [8.5, 5] })).toMatchObject([{ partA: 1 }]);
    expect(errorOf(() => new early.Polygon([0, 0, 2, 2, 2, 0, 0, 2])).message).toMatch(/vertex \d of points/);
  });

  it("space refuses them, and they space's", () => {
    const it = new Polygon(square);
    expect(complaintOf(() => space.intersects(it as never, {}, new space.Box(1, 1, 1), {}))).toMatch(
      /^invalid-argument: a/,
    );
    expect(complaintOf(() => collide(it, {}, new space.Box(1, 1, 1) as never, {}))).toMatch(/^invalid-argument: b/);
  });
});
