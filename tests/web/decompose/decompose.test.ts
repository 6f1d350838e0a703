import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import threads from "node:worker_threads";
import { Box, ConvexHull, closestPoint, HyperplaneError, init } from "hyperplane";
import { type DecomposeOptions, type Decomposition, decompose } from "hyperplane/decompose";
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Matrix4,
  Mesh,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from "three";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { copyOfDist } from "../support/fresh.js";

/** `hyperplane/decompose` in Node: in a worker thread and on the calling thread. The parts themselves are judged in C++. */

beforeAll(() => init());

type Arguments = [number[] | Float32Array, ArrayLike<number> | null];

function meshOf(geometry: BufferGeometry): Arguments {
  return [geometry.getAttribute("position").array as Float32Array, geometry.index?.array ?? null];
}

/** A box with a square hole through it, as 48 triangles of eight boxes' outer faces would be: 4 by 8 vertices. */
function boxWithHole(): Arguments {
  const vertices: number[] = [];
  for (const z of [0, 1]) {
    for (const [x, y] of [
      [0, 0],
      [3, 0],
      [3, 3],
      [0, 3],
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
    ] as const)
      vertices.push(x, y, z);
  }
  const indices: number[] = [];
  const quad = (a: number, b: number, c: number, d: number) => indices.push(a, b, c, a, c, d);
  for (let i = 0; i < 4; i++) {
    const next = (i + 1) % 4;
    quad(i, next, next + 8, i + 8); // outside
    quad(next + 4, i + 4, i + 12, next + 12); // in the hole
    quad(next, i, i + 4, next + 4); // below
    quad(i + 8, next + 8, next + 12, i + 12); // above
  }
  return [vertices, indices];
}

const knot = meshOf(new TorusKnotGeometry(1, 0.3, 60, 8));
const hole = boxWithHole();

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => Promise.reject(new Error("it did not reject")),
    (error: unknown) => error,
  );
}

/** Of an abort. */
const reason = { why: "enough" };

const nearZero = [0, 0, 0].map(() => expect.closeTo(0, 3));
const objectWith = (sizes: object) =>
  Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, expect.closeTo(size, 1)]));

const plain = ({ parts, error, complete }: Decomposition) => ({ parts: parts.map((p) => [...p]), error, complete });

describe.each([
  ["in a worker", true],
  ["on the calling thread", false],
])("%s", (_, worker) => {
  const run = (mesh: Arguments, options: DecomposeOptions = {}) => decompose(...mesh, { worker, ...options });

  it("makes one part of a convex body, and four of a box with a hole", async () => {
    const box = await run(meshOf(new BoxGeometry(1, 2, 3)));
    expect(box.parts.map((part) => part.length)).toEqual([24]);
    expect(box).toMatchObject({ complete: true });
    expect(box.error).toBeLessThan(1e-6);
    const parts = await run(hole);
    expect(parts.parts).toHaveLength(4);
    expect(parts.error).toBeLessThan(1e-6);
  });

  it("gives parts that are convex hulls", async () => {
    const { parts, error, complete } = await run(knot, { maxVertices: 20, maxParts: 12 });
    expect(parts.length).toBeLessThanOrEqual(12);
    expect(complete).toBe(error <= 0.02);
    for (const part of parts) {
      expect(part).toBeInstanceOf(Float64Array);
      expect(part.length).toBeLessThanOrEqual(60);
      const hull = new ConvexHull(part);
      expect(hull.vertices.length).toBe(part.length);
      hull.dispose();
    }
  });

  it("names primitives in place of parts, if asked to", async () => {
    const turn = new Matrix4().makeRotationZ(0.5).setPosition(1, 2, 3);
    const box = meshOf(new BoxGeometry(1, 2, 3).applyMatrix4(turn));
    const plain = await run(box);
    expect(plain.shapes).toEqual([null]);
    const { parts, shapes, error } = await run(box, { primitives: true });
    expect(parts).toEqual(plain.parts);
    expect(error).toBeLessThan(1e-6);
    const [shape] = shapes;
    if (shape?.type !== "box") throw new Error(`it is ${shape?.type}`);
    const { width, height, depth, position, quaternion } = shape;
    expect([width, height, depth].sort((a, b) => a - b).map((size) => Number(size.toFixed(5)))).toEqual([1, 2, 3]);
    // It holds the part's vertices, and touches them.
    const fitted = new Box(width, height, depth);
    const part = parts[0] as Float64Array;
    for (let i = 0; i < part.length; i += 3) {
      const point = [part[i] as number, part[i + 1] as number, part[i + 2] as number] as const;
      expect(closestPoint(fitted, { position, quaternion }, point).distance).toBeCloseTo(0, 5);
    }
    const others: [BufferGeometry, string, object][] = [
      [new SphereGeometry(1, 48, 24), "sphere", { radius: 1 }],
      [new CylinderGeometry(0.5, 0.5, 2, 48), "cylinder", { radius: 0.5, height: 2 }],
      [new CapsuleGeometry(0.5, 2, 12, 48), "capsule", { radius: 0.5, height: 2 }],
    ];
    for (const [geometry, type, sizes] of others) {
      const found = (await run(meshOf(geometry), { primitives: true })).shapes;
      expect(found).toEqual([{ type, ...objectWith(sizes), position: nearZero, quaternion: expect.any(Array) }]);
    }
  });

  it("says honestly that an error was not kept", async () => {
    const { parts, error, complete } = await run(knot, { maxParts: 1 });
    expect(parts).toHaveLength(1);
    expect(error).toBeGreaterThan(0.05);
    expect(complete).toBe(false);
  });

  it("reports progress that never falls, and 1 at the end", async () => {
    const shares: number[] = [];
    await run(knot, { onProgress: (done) => shares.push(done) });
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    expect(shares.filter((done) => done === 1)).toEqual([1]);
    expect(shares.at(-1)).toBe(1);
  });

  it("rejects with what onProgress throws, whenever it does", async () => {
    for (const least of [0, 0.3, 1]) {
      const thrown = new Error(`at ${least}`);
      const onProgress = (done: number) => {
        if (done >= least) throw thrown;
      };
      expect(await rejection(run(knot, { onProgress }))).toBe(thrown);
    }
  });

  it("stops when its signal says so, at any time, with the signal's reason", async () => {
    expect(await rejection(run(knot, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    for (const least of [0, 0.2, 0.5, 0.9, 1]) {
      const controller = new AbortController();
      const shares: number[] = [];
      const onProgress = (done: number) => {
        shares.push(done);
        if (done >= least) controller.abort(reason);
      };
      expect(await rejection(run(knot, { signal: controller.signal, onProgress }))).toBe(reason);
      const count = shares.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(shares).toHaveLength(count);
    }
    for (const delay of [0, 5, 50]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), delay);
      const big = meshOf(new TorusKnotGeometry(1, 0.3, 400, 20));
      expect(await rejection(run(big, { signal: controller.signal }))).toBe(reason);
    }
  });

  it("calls onProgress no more once it has rejected, whatever waits in the event loop", async () => {
    const big = meshOf(new TorusKnotGeometry(1, 0.3, 200, 12));
    for (const delay of [60, 120]) {
      const controller = new AbortController();
      let calls = 0;
      const onProgress = () => calls++;
      const promise = run(big, { signal: controller.signal, onProgress, maxError: 0.001, maxParts: 100 });
      setTimeout(() => {
        controller.abort(reason);
        // A worker goes on, and sends what it has to say.
        for (const end = performance.now() + 150; performance.now() < end; );
      }, delay);
      expect(await rejection(promise)).toBe(reason);
      const before = calls;
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(calls).toBe(before);
    }
  });

  it("leaves its signal and the caller's arrays alone", async () => {
    const { signal } = new AbortController();
    const [added, removed] = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")];
    const before = [[...knot[0]], [...(knot[1] as ArrayLike<number> & Iterable<number>)]];
    await run(knot, { signal });
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed.mock.calls).toEqual(added.mock.calls);
    expect([[...knot[0]], [...(knot[1] as ArrayLike<number> & Iterable<number>)]]).toEqual(before);
  });

  it("rejects, and never throws, for input that is wrong", async () => {
    const codes: [unknown[], string][] = [
      [[], "invalid-argument"],
      [[null], "invalid-argument"],
      [["text"], "invalid-argument"],
      [[[0, 0, 0, 1]], "invalid-argument"],
      [[[0, 0, 0, 1, 0, 0, 0, 1, Number.NaN]], "invalid-argument"],
      [[[0, 0, 0, 1, 0, 0, 0, Number.POSITIVE_INFINITY, 0]], "invalid-argument"],
      [[[0, 0, 0, 1, 0, 0, 0, 2e9, 0]], "invalid-argument"],
      [[[0, 0, 0, 1, 0, 0, 0, "1", 0]], "invalid-argument"],
      [[[-1e9, 0, 0, 1e9, 0, 0, 0, 1e9, 0]], "invalid-argument"],
      [
        [
          [0, 0, 0, 1, 0, 0, 0, 1, 0],
          [0, 1],
        ],
        "invalid-argument",
      ],
      [
        [
          [0, 0, 0, 1, 0, 0, 0, 1, 0],
          [0, 1, 3],
        ],
        "invalid-argument",
      ],
      [
        [
          [0, 0, 0, 1, 0, 0, 0, 1, 0],
          [0, 1, -1],
        ],
        "invalid-argument",
      ],
      [[[0, 0, 0, 1, 0, 0, 0, 1, 0], new Float64Array([0, 1, 1.5])], "invalid-argument"],
      [[[0, 0, 0, 1, 0, 0, 0, 1, 0], "012"], "invalid-argument"],
      [[[]], "degenerate-shape"],
      [[[0, 0, 0, 1, 0, 0, 0, 1, 0], []], "degenerate-shape"],
      [[[0, 0, 0, 1, 0, 0, 2, 0, 0]], "degenerate-shape"],
      [[[0, 0, 0, 1e-11, 0, 0, 0, 1e-11, 0]], "degenerate-shape"],
      [[...knot, { worker, maxParts: 0 }], "invalid-argument"],
      [[...knot, { worker, maxParts: 1.5 }], "invalid-argument"],
      [[...knot, { worker, maxError: -1 }], "invalid-argument"],
      [[...knot, { worker, maxError: Number.NaN }], "invalid-argument"],
      [[...knot, { worker, maxVertices: 3 }], "invalid-argument"],
      [[...knot, { worker, primitives: 1 }], "invalid-argument"],
      [[...knot, { worker, onProgress: 1 }], "invalid-argument"],
      [[...knot, { worker, signal: {} }], "invalid-argument"],
      [[...knot, { worker, signal: { aborted: false, addEventListener: () => {} } }], "invalid-argument"],
      [[...knot, { worker: 1 }], "invalid-argument"],
      [[...knot, { worker, wasm: 7 }], "invalid-argument"],
      [[...knot, { worker, wasm: new Uint8Array(8) }], "load-failed"],
      [[...knot, { worker, maxPart: 3 }], "invalid-argument"],
      [[...knot, null], "invalid-argument"],
    ];
    const loose = decompose as (...values: unknown[]) => Promise<Decomposition>;
    for (const [values, code] of codes) {
      const [vertices, indices, options = { worker }] = values;
      const error = await rejection(loose(vertices, indices, options));
      expect(error, JSON.stringify(values.slice(1))).toBeInstanceOf(HyperplaneError);
      expect((error as HyperplaneError).code).toBe(code);
    }
  });

  it("takes the module from bytes, files and compiled modules", async () => {
    const file = join(copyOfDist(), "hyperplane_decompose.wasm");
    const bytes = readFileSync(file);
    for (const wasm of [bytes, pathToFileURL(file), await WebAssembly.compile(bytes)]) {
      expect((await run(hole, { wasm })).parts).toHaveLength(4);
    }
  });
});

describe("a worker that is given up", () => {
  it("is ended, and not waited for, when it has not even started", async () => {
    const ends: string[] = [];
    vi.stubGlobal(
      "Worker",
      class {
        terminate(): void {
          ends.push("terminated");
        }
      },
    );
    try {
      const controller = new AbortController();
      const promise = decompose(...knot, { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 20);
      expect(await rejection(promise)).toBe(reason);
      expect(ends).toEqual(["terminated"]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("is not waited for while it ends", async () => {
    const { Worker } = threads;
    const ends: Promise<number>[] = [];
    class Slow extends Worker {
      override terminate(): Promise<number> {
        ends.push(super.terminate());
        return new Promise(() => {});
      }
    }
    const spy = vi.spyOn(process, "getBuiltinModule").mockImplementation(() => ({ ...threads, Worker: Slow }) as never);
    try {
      const controller = new AbortController();
      const onProgress = () => controller.abort(reason);
      expect(await rejection(decompose(...knot, { signal: controller.signal, onProgress }))).toBe(reason);
      expect(ends).toHaveLength(1);
    } finally {
      spy.mockRestore();
      await Promise.all(ends);
    }
  });
});

it("gives the same bits wherever it runs, and several at a time", async () => {
  const results = await Promise.all(
    [true, false, true, false].map((worker) => decompose(...knot, { worker, maxParts: 9 })),
  );
  const [first] = results.map(plain);
  for (const result of results) expect(plain(result)).toEqual(first);
});

it("takes a model without indices, and lists that are no typed arrays", async () => {
  const [vertices, indices] = hole;
  const loose = Array.from(indices as number[]).flatMap((i) => (vertices as number[]).slice(3 * i, 3 * i + 3));
  expect((await decompose(loose)).parts).toHaveLength(4);
  expect((await decompose(Float32Array.from(loose), null)).parts).toHaveLength(4);
});

it("takes a geometry, and vectors", async () => {
  const geometry = new TorusKnotGeometry(1, 0.3, 60, 8);
  const options = { maxParts: 4 };
  const expected = await decompose(...knot, options);
  expect(await decompose(geometry, null, options)).toEqual(expected);
  const { array } = geometry.getAttribute("position");
  const vectors = Array.from({ length: array.length / 3 }, (_, i) => new Vector3().fromArray(array, 3 * i));
  expect(await decompose(vectors, geometry.index?.array, options)).toEqual(expected);
  const triangle = await decompose(geometry, [0, 1, 2], options);
  expect(triangle.parts).toHaveLength(1);
  const mesh = new Mesh(geometry) as never;
  expect(String(await rejection(decompose(mesh)))).toContain("an object of class Mesh: pass its geometry");
});

it("makes thin parts of sheets", async () => {
  const sheet = await decompose([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
  expect(sheet.parts).toHaveLength(1);
  expect(sheet.complete).toBe(true);
  const heights = [...(sheet.parts[0] as Float64Array)].filter((_, i) => i % 3 === 2);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.01);
  expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0);
});

it("makes hulls of the largest sheets", async () => {
  const { parts, complete } = await decompose([0, 0, 0, 1e9, 0, 0, 0, 1e9, 0]);
  expect(parts).toHaveLength(1);
  expect(complete).toBe(true);
  new ConvexHull(parts[0] as Float64Array).dispose();
});

it("makes no part of a ball's hundreds of triangles but one", async () => {
  const { parts, error } = await decompose(...meshOf(new SphereGeometry(1, 40, 20)), { maxVertices: 400 });
  expect(parts).toHaveLength(1);
  expect(error).toBeLessThan(0.01);
});

it("works on the calling thread where the worker's file is missing", async () => {
  const folder = copyOfDist();
  rmSync(join(folder, "decompose_worker.js"));
  const copy = (await import(pathToFileURL(join(folder, "decompose.js")).href)) as { decompose: typeof decompose };
  expect((await copy.decompose(...hole)).parts).toHaveLength(4);
});

it("rejects, and can be called again, where the module's file is broken", async () => {
  const folder = copyOfDist();
  const file = join(folder, "hyperplane_decompose.wasm");
  const bytes = readFileSync(file);
  writeFileSync(file, "no module");
  const copy = (await import(pathToFileURL(join(folder, "decompose.js")).href)) as { decompose: typeof decompose };
  expect(await rejection(copy.decompose(...hole))).toMatchObject({ code: "load-failed" });
  writeFileSync(file, bytes);
  expect((await copy.decompose(...hole)).parts).toHaveLength(4);
});
