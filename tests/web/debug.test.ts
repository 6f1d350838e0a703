import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Box, Compound, debug, init, Sphere, World } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "./support/errors.js";

/** The leak finder. */

beforeAll(() => init());

describe("debug", () => {
  it("counts live worlds, and shapes by kind", () => {
    expect(debug()).toMatchObject({ worlds: [], shapes: {}, forgotten: { worlds: 0, shapes: 0, madeAt: [] } });
    const world = new World();
    const box = new Box(1, 1, 1);
    const ball = new Sphere(1);
    world.add({ shape: box });
    const collider = world.add({ shape: ball, enabled: false });
    const compound = new Compound([{ shape: ball }]);
    expect(debug()).toMatchObject({
      worlds: [{ colliders: 2, madeAt: null }],
      shapes: { box: 1, sphere: 1, compound: 1 },
    });
    ball.dispose();
    box.dispose();
    expect(debug().shapes).toEqual({ box: 1, sphere: 1, compound: 1 });
    compound.dispose();
    collider.remove();
    expect(debug().shapes).toEqual({ box: 1 });
    const bytes = world.snapshot();
    const copy = World.restore(bytes);
    copy.rollback(bytes);
    expect(debug().worlds.map(({ colliders }) => colliders)).toEqual([1, 1]);
    world.dispose();
    world.dispose();
    expect([debug().worlds.length, debug().memory > 1e5]).toEqual([1, true]);
    copy.dispose();
    expect(debug().worlds).toEqual([]);
  });

  it("tells where worlds are made", () => {
    expect(debug({ traces: true }).worlds).toEqual([]);
    const world = new World();
    expect(debug().worlds[0]?.madeAt).toContain("debug.test");
    world.positions.fill(0);
    world.dispose();
    debug({ traces: false });
    const other = new World();
    expect(debug({}).worlds).toEqual([{ colliders: 0, madeAt: null }]);
    other.dispose();
  });

  it("takes its options only", () => {
    for (const wrong of [null, 3, [], { trace: true }, { traces: 1 }, { traces: null }]) {
      expect(complaintOf(() => debug(wrong as never))).toMatch(/^invalid-argument/);
    }
  });

  it("counts what is forgotten", () => {
    const script = fileURLToPath(new URL("support/forget_and_debug.js", import.meta.url));
    const { forgotten, worlds } = JSON.parse(execFileSync("node", ["--expose-gc", script], { encoding: "utf8" }));
    expect(forgotten.worlds).toBe(30);
    expect(forgotten.shapes).toBeGreaterThanOrEqual(29);
    expect(forgotten.madeAt).toHaveLength(16);
    expect(forgotten.madeAt[0]).toContain("forgetOne");
    expect(worlds).toEqual([]);
  });
});
