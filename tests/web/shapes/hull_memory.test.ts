import { describe, expect, it } from "vitest";
import { fresh } from "../support/fresh.js";
import { startForMemory } from "../support/hooked_start.js";

type Hyperplane = typeof import("hyperplane");

/** The package and the memory of its core. */
async function freshWithMemory(): Promise<{ hyperplane: Hyperplane; memory: WebAssembly.Memory }> {
  const hyperplane = await fresh();
  return { hyperplane, memory: await startForMemory(hyperplane.init) };
}

const OCTAHEDRON = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];

describe("the memory of hulls", () => {
  it("grows by at most 1.22 KB a hull over 40,000 hulls of six points", async () => {
    const { hyperplane, memory } = await freshWithMemory();
    const start = memory.buffer.byteLength;
    // Memory grows by shares, and is full when it does: between two growths, as many bytes were used as the first added.
    const growths: { hulls: number; before: number }[] = [];
    const hulls: InstanceType<Hyperplane["ConvexHull"]>[] = [];
    for (let before = memory.buffer.byteLength; hulls.length < 40000; before = memory.buffer.byteLength) {
      hulls.push(new hyperplane.ConvexHull(OCTAHEDRON));
      if (memory.buffer.byteLength > before) growths.push({ hulls: hulls.length, before });
    }
    const first = growths[0] as { hulls: number; before: number };
    const last = growths.at(-1) as { hulls: number; before: number };
    expect(last.hulls - first.hulls).toBeGreaterThan(10000);
    expect((memory.buffer.byteLength - start) / hulls.length).toBeLessThan(1220);
    // Everything counted: the hull, gaps between blocks, and the table of shapes, which doubles in between.
    const bytes = (last.before - first.before) / (last.hulls - first.hulls);
    expect(bytes).toBeLessThan(1350);
    expect(bytes).toBeGreaterThan(500);
    for (const hull of hulls) hull.dispose();
  }, 60000);

  it("leaks nothing over thousands of hulls", async () => {
    const { hyperplane, memory } = await freshWithMemory();
    const churn = () => {
      const hulls = Array.from({ length: 1000 }, () => new hyperplane.ConvexHull(OCTAHEDRON));
      for (const hull of hulls) hull.dispose();
    };
    churn();
    const before = memory.buffer.byteLength;
    for (let round = 0; round < 30; round++) churn();
    expect(memory.buffer.byteLength).toBe(before);
  }, 60000);
});
