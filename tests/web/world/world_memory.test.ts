import { describe, expect, it } from "vitest";
import { fresh } from "../support/fresh.js";
import { startForMemory } from "../support/hooked_start.js";
import { Random } from "../support/random.js";

type Hyperplane = typeof import("hyperplane");

const COUNT = 100_000;
/** Boxes a cubic metre: each touches two others. */
const DENSITY = 0.2;
/**
 * Bytes of the core's memory as a whole. Rows take 230 of some 650 bytes a box, two lists of contacts 210, the poses at the last two
 * updates 96.
 */
const CEILING = 70e6;

/** Fills a world with boxes that turn and drift, and updates it a few times. @returns the least number of contacts */
function live({ Box, World }: Hyperplane, reserve: boolean): number {
  const random = new Random(12);
  const half = 0.5 * Math.cbrt(COUNT / DENSITY);
  const box = new Box(1, 1, 1);
  const world = reserve ? new World({ capacity: COUNT }) : new World();
  for (let i = 0; i < COUNT; i++) {
    world.add({ shape: box, position: random.vector(half), quaternion: random.quaternion() });
  }
  let least = Number.POSITIVE_INFINITY;
  for (let frame = 0; frame < 5; frame++) {
    const { positions } = world;
    for (let i = 0; i < positions.length; i++) positions[i] = (positions[i] as number) + random.number(-0.02, 0.02);
    world.update();
    least = Math.min(least, world.contacts.count);
  }
  world.dispose();
  box.dispose();
  return least;
}

describe("the memory of worlds", () => {
  it("stays below a ceiling with 100,000 boxes, and is used again after dispose", async () => {
    const hyperplane = await fresh();
    const memory = await startForMemory(hyperplane.init);
    expect(live(hyperplane, true)).toBeGreaterThan(80_000);
    const held = memory.buffer.byteLength;
    expect(held).toBeLessThan(CEILING);
    for (let i = 0; i < 3; i++) expect(live(hyperplane, true)).toBeGreaterThan(80_000);
    // Poses of a world that is disposed of, 4 MB, stay until the garbage collector has found all views on them.
    expect(memory.buffer.byteLength - held).toBeLessThan(0.3 * held);
  }, 120_000);

  it("takes at most a half more where the number of boxes is not known before", async () => {
    const hyperplane = await fresh();
    const memory = await startForMemory(hyperplane.init);
    expect(live(hyperplane, false)).toBeGreaterThan(80_000);
    expect(memory.buffer.byteLength).toBeLessThan(1.5 * CEILING);
  }, 120_000);
});
