import * as hyperplane from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { goldenScene } from "../../browser/pages/golden_scene.js";
import { GOLDEN_HASH } from "../support/golden.js";

beforeAll(() => hyperplane.init());

describe("the hash of a world", () => {
  it("is the same here as in every browser", () => {
    const { hash, contacts } = goldenScene(hyperplane);
    expect(contacts).toBeGreaterThan(100);
    expect(hash).toBe(GOLDEN_HASH);
  });

  it("does not depend on the order in which colliders were added", () => {
    expect(goldenScene(hyperplane, true)).toEqual(goldenScene(hyperplane));
  });

  it("follows state and contacts", () => {
    const { Box, World } = hyperplane;
    const world = new World();
    const hashes = new Set([world.hash()]);
    const note = () => hashes.add(world.hash());
    const a = world.add({ shape: new Box(1, 1, 1) });
    note();
    const b = world.add({ shape: new Box(1, 1, 1), position: [0.5, 0, 0] });
    note();
    world.update();
    note();
    world.update(); // nothing begins any more
    note();
    b.setPose([0.5, 0.25, 0]);
    note();
    world.ignore(a, b);
    note();
    world.update();
    note();
    b.layer = 2;
    note();
    world.remove(b);
    note();
    expect(hashes.size).toBe(10);
  });
});
