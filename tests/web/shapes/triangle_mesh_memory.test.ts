import { beforeAll, describe, expect, it } from "vitest";
// The sources, which count the shapes of the core.
import { Box, Compound, closestPoint, raycast, type Shape, Sphere, TriangleMesh, World } from "../../../web/src/api.js";
import { space } from "../../../web/src/space.js";
import { complaintOf, errorOf } from "../support/errors.js";
import { fresh, wasmBytes } from "../support/fresh.js";
import { startForMemory } from "../support/hooked_start.js";
import { wasmWithMemory } from "../support/limited_memory.js";
import { closedBox, knot, soup, terrain } from "../support/meshes.js";
import { Random, seed } from "../support/random.js";

beforeAll(async () => space.start(await WebAssembly.compile(wasmBytes())));

const memorySize = () => space.words.buffer.byteLength;
const KNOT = knot(60, 8, 1);
const make = () => new TriangleMesh(KNOT.vertices, KNOT.indices, { solid: true });

describe("the memory of meshes", () => {
  it("is given back, over thousands of meshes, moves and bytes", () => {
    const bytes = make().serialize();
    const churn = () => {
      const meshes = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? make() : TriangleMesh.deserialize(bytes)));
      for (const mesh of meshes) {
        mesh.setVertices(KNOT.vertices);
        expect(mesh.serialize().length).toBe(bytes.length);
        mesh.triangle(3);
      }
      for (const mesh of meshes) mesh.dispose();
    };
    churn();
    const [before, count] = [memorySize(), space.core.shapeCount()];
    for (let round = 0; round < 30; round++) churn();
    expect(memorySize()).toBe(before);
    expect(space.core.shapeCount()).toBe(count);
  });

  it("is given back where making or moving one fails", () => {
    const { vertices, indices } = KNOT;
    const mesh = make();
    const bytes = mesh.serialize();
    const broken = vertices.with(500, Number.NaN);
    const calls: (() => unknown)[] = [
      () => new TriangleMesh(broken, indices),
      () => new TriangleMesh(vertices, new Uint32Array(indices).fill(1e9, 2000)),
      () => new TriangleMesh(vertices, indices.slice(3), { solid: true }),
      () =>
        new TriangleMesh(
          vertices.map(() => 2),
          indices,
        ),
      () => mesh.setVertices(broken),
      () => mesh.setVertices(vertices.map(() => 2)),
      () => TriangleMesh.deserialize(bytes.subarray(8)),
      () => TriangleMesh.deserialize(bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] as number) ^ 1)),
    ];
    const fail = () => {
      for (const call of calls) expect(errorOf(call).code).toMatch(/^invalid-argument|degenerate-shape$/);
    };
    fail();
    const [before, count] = [memorySize(), space.core.shapeCount()];
    for (let round = 0; round < 200; round++) fail();
    expect(memorySize()).toBe(before);
    expect(space.core.shapeCount()).toBe(count);
    expect(mesh.serialize()).toEqual(bytes);
    mesh.dispose();
  });

  it(`ends with the last holder: mesh, compounds, colliders (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    const start = space.core.shapeCount();
    let memory = 0;
    for (let round = 0; round < 60; round++) {
      const mesh = make();
      const compounds = Array.from({ length: 5 }, () => new Compound([{ shape: mesh, position: random.vector(3) }]));
      const world = new World();
      const colliders = [mesh, ...compounds].map((shape: Shape) => world.add({ shape, static: true }));
      const holders = [mesh, ...compounds, ...colliders].sort(() => random.number(-1, 1));
      for (const [i, holder] of holders.entries()) {
        if (holder instanceof TriangleMesh || holder instanceof Compound) holder.dispose();
        else world.remove(holder as (typeof colliders)[number]);
        if (i === 5) expect(space.core.shapeCount()).toBeGreaterThan(start);
      }
      world.update();
      expect(space.core.shapeCount()).toBe(start);
      world.dispose();
      if (round === 20) memory = memorySize();
    }
    expect(memorySize()).toBe(memory);
  });

  it("is given back with a mesh for which there is no number left", () => {
    const bytes = make().serialize();
    const others = Array.from({ length: 2 ** 20 - 1 - space.core.shapeCount() }, () => new Sphere(1));
    const calls = [make, () => TriangleMesh.deserialize(bytes)];
    for (const call of calls)
      expect(complaintOf(call)).toMatch(/^out-of-memory: triangle-mesh: there are 1,048,575 shapes/);
    const before = memorySize();
    for (let round = 0; round < 50; round++) for (const call of calls) errorOf(call);
    expect(memorySize()).toBe(before);
    for (const other of others) other.dispose();
    expect(raycast(make(), {}, [9, 0.1, 0.2], [-1, 0, 0])).not.toBeNull();
  });

  it("may be full: out-of-memory, and nothing has changed", async () => {
    const h = await fresh();
    await h.init({ wasm: wasmWithMemory(2 ** 25) });
    const mesh = new h.TriangleMesh(KNOT.vertices, KNOT.indices, { solid: true });
    const answer = () => [h.closestPoint(mesh, {}, [0.3, 0.2, 0.1]), mesh.serialize()];
    const before = answer();
    const bytes = before[1] as Uint8Array;
    const grid = terrain(new Random(1), 300, 100);
    const [vertices, indices] = [new Float32Array(grid.vertices), new Uint32Array(grid.indices)];
    const big = new h.TriangleMesh(vertices, indices);
    const corners = [...big.triangle(77)];
    // Fill the rest, with ever smaller meshes.
    const fill: InstanceType<typeof h.TriangleMesh>[] = [];
    let failures = 0;
    for (let count = 2 ** 13; count >= 1; ) {
      try {
        fill.push(new h.TriangleMesh(vertices.subarray(0, 9 * count)));
      } catch (error) {
        expect((error as { code: string }).code).toBe("out-of-memory");
        failures++;
        count = Math.floor(count / 4);
      }
    }
    expect(failures).toBeGreaterThan(5);
    for (const call of [
      () => new h.TriangleMesh(vertices, indices),
      () => h.TriangleMesh.deserialize(bytes),
      () => big.setVertices(vertices),
      () => big.serialize(),
    ])
      expect(errorOf(call).code, String(call)).toBe("out-of-memory");
    expect([...big.triangle(77)]).toEqual(corners);
    expect(h.closestPoint(mesh, {}, [0.3, 0.2, 0.1])).toEqual(before[0]);
    for (const one of fill) one.dispose();
    expect(answer()).toEqual(before);
    big.setVertices(vertices);
    expect([...big.triangle(77)]).toEqual(corners);
    expect(h.TriangleMesh.deserialize(bytes).serialize()).toEqual(bytes);
  });
});

describe("memory that grows", () => {
  it("while a mesh is staged keeps arrays that are views on it", async () => {
    const h = await fresh();
    const memory = await startForMemory(h.init);
    const world = new h.World({ capacity: 40000 });
    const { vertices, indices } = terrain(new Random(2), 190, 100);
    const count = vertices.length;
    world.positions.set(vertices);
    const bytes = new h.TriangleMesh(vertices, indices).serialize();
    let before = memory.buffer.byteLength;
    const grown = () => {
      const grew = memory.buffer.byteLength > before;
      before = memory.buffer.byteLength;
      return grew;
    };
    let growths = 0;
    const meshes: InstanceType<typeof h.TriangleMesh>[] = [];
    for (let i = 0; i < 12; i++) {
      const mesh = new h.TriangleMesh(world.positions.subarray(0, count), indices);
      if (grown()) growths++;
      meshes.push(mesh);
      expect([mesh.vertexCount, mesh.triangleCount]).toEqual([count / 3, indices.length / 3]);
      expect([...mesh.triangle(5)]).toEqual(indices.slice(15, 18).flatMap((v) => vertices.slice(3 * v, 3 * v + 3)));
      mesh.setVertices(world.positions.subarray(0, count));
      if (grown()) growths++;
      expect(Buffer.compare(mesh.serialize(), bytes)).toBe(0);
      if (grown()) growths++;
    }
    expect(growths).toBeGreaterThan(3);
    // Bytes that lie in the core's memory.
    for (let i = 0; i < 12; i++) {
      const room = new h.World({ capacity: Math.ceil(bytes.length / 24) });
      const view = new Uint8Array(room.positions.buffer, room.positions.byteOffset, bytes.length);
      view.set(bytes);
      const mesh = h.TriangleMesh.deserialize(view);
      meshes.push(mesh);
      expect(Buffer.compare(mesh.serialize(), bytes)).toBe(0);
      room.dispose();
    }
    for (const mesh of meshes) mesh.dispose();
  });

  it("holds a mesh of a million triangles", () => {
    const { vertices, indices } = terrain(new Random(3), 708, 1000);
    const [positions, index] = [new Float32Array(vertices), new Uint32Array(indices)];
    const mesh = new TriangleMesh(positions, index, { sides: "front" });
    expect([mesh.vertexCount, mesh.triangleCount]).toEqual([709 * 709, 2 * 708 * 708]);
    expect(mesh.serialize().length / mesh.triangleCount).toBeLessThan(60);
    const copy = TriangleMesh.deserialize(mesh.serialize());
    const random = new Random(4);
    for (let i = 0; i < 100; i++) {
      const [x, z] = [random.number(-499, 499), random.number(-499, 499)];
      const hit = raycast(copy, {}, [x, 50, z], [0, -1, 0]);
      const cell = Math.floor(((z + 500) / 1000) * 708) * 708 + Math.floor(((x + 500) / 1000) * 708);
      expect(Math.floor((hit?.triangle ?? -1) / 2)).toBe(cell);
      expect(raycast(mesh, {}, [x, 50, z], [0, -1, 0])).toEqual(hit);
    }
    for (const one of [mesh, copy]) one.dispose();
  }, 120_000);
});

describe("bytes", () => {
  /** Refused, or a mesh that answers. */
  function tryBytes(bytes: Uint8Array): "refused" | "taken" {
    const count = space.core.shapeCount();
    let mesh: TriangleMesh;
    try {
      mesh = TriangleMesh.deserialize(bytes);
    } catch {
      expect(errorOf(() => TriangleMesh.deserialize(bytes)).code).toBe("invalid-argument");
      expect(space.core.shapeCount()).toBe(count);
      return "refused";
    }
    expect(Number.isFinite(closestPoint(mesh, {}, [1, 2, 3]).distance)).toBe(true);
    raycast(mesh, {}, [9, 9, 9], [-1, -1, -1]);
    expect(Number.isFinite(mesh.triangle(mesh.triangleCount - 1)[8])).toBe(true);
    mesh.serialize();
    mesh.dispose();
    expect(space.core.shapeCount()).toBe(count);
    return "taken";
  }

  it("are a copy of their own, exactly as long as they need to be", () => {
    for (let triangles = 1; triangles < 12; triangles++) {
      const mesh = new TriangleMesh(soup(new Random(triangles), triangles, 1).vertices);
      const bytes = mesh.serialize();
      expect(bytes).toBeInstanceOf(Uint8Array);
      expect([bytes.byteOffset, bytes.buffer.byteLength]).toEqual([0, bytes.length]);
      expect(bytes.buffer).not.toBe(space.words.buffer);
      mesh.dispose();
      const shifted = new Uint8Array(bytes.length + 3);
      shifted.set(bytes, 3);
      for (const source of [bytes, bytes.buffer as ArrayBuffer, Buffer.from(bytes), shifted.subarray(3)])
        expect(TriangleMesh.deserialize(source).serialize()).toEqual(bytes);
    }
  });

  it("go to a worker and back", () => {
    const bytes = make().serialize();
    const copy = structuredClone(bytes, { transfer: [bytes.buffer] });
    expect(TriangleMesh.deserialize(copy).triangleCount).toBe(960);
    expect(complaintOf(() => TriangleMesh.deserialize(bytes))).toMatch(/^invalid-argument: bytes is detached/);
  });

  it("must be bytes", () => {
    for (const source of [
      undefined,
      null,
      3,
      "bytes",
      [],
      {},
      [1, 2, 3],
      new Float32Array(9),
      new DataView(new ArrayBuffer(8)),
    ])
      expect(complaintOf(() => TriangleMesh.deserialize(source as Uint8Array))).toMatch(
        /^invalid-argument: bytes must be a Uint8Array or an ArrayBuffer, got /,
      );
  });

  it("that are cut off, lengthened or those of a world are refused", () => {
    const { vertices, indices } = closedBox(1, 2, 3);
    const bytes = new TriangleMesh(vertices, indices, { solid: true }).serialize();
    for (let length = 0; length < bytes.length; length++)
      expect(tryBytes(bytes.slice(0, length)), `${length}`).toBe("refused");
    for (const more of [1, 7, 8, 64]) {
      const longer = new Uint8Array(bytes.length + more);
      longer.set(bytes);
      expect(tryBytes(longer), `${more} more`).toBe("refused");
    }
    const world = new World();
    world.add({ shape: new Box(1, 1, 1) });
    expect(tryBytes(world.snapshot())).toBe("refused");
    expect(complaintOf(() => World.restore(bytes))).toMatch(/^invalid-argument/);
    expect(complaintOf(() => TriangleMesh.deserialize(new Uint8Array(0)))).toMatch(
      /^invalid-argument: triangle-mesh: /,
    );
  });

  it("with any bit turned over are refused", () => {
    const { vertices, indices } = closedBox(1, 2, 3);
    const bytes = new TriangleMesh(vertices, indices, { solid: true }).serialize();
    const harmless: number[] = [];
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const damaged = bytes.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
      if (tryBytes(damaged) === "taken") harmless.push(bit);
    }
    expect(harmless).toEqual([]);
    expect(tryBytes(bytes)).toBe("taken");
  });

  it(`of chance do no harm (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    const good = make().serialize();
    for (let round = 0; round < 2000; round++) {
      const bytes = round % 2 === 0 ? good.slice() : good.slice(0, random.integer(2000));
      const from = random.integer(bytes.length + 1);
      const to = Math.min(bytes.length, from + 1 + random.integer(64));
      for (let i = from; i < to; i++) bytes[i] = random.integer(256);
      tryBytes(bytes);
    }
  });
});
