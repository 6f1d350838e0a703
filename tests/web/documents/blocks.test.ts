import { init } from "hyperplane";
import { type BufferGeometry, type Mesh, PerspectiveCamera } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { Digger } from "../../../examples/blocks/digger.js";
import { BlockLand, kinds } from "../../../examples/blocks/land.js";

beforeAll(() => init());

/** Faces of all chunks. */
const faceCount = (land: BlockLand) =>
  land.group.children.reduce((sum, chunk) => sum + ((chunk as Mesh<BufferGeometry>).geometry.index?.count ?? 0) / 6, 0);

describe("the example of blocks", () => {
  it("shows the faces between solid and empty cells, and no others", () => {
    const land = new BlockLand();
    const before = faceCount(land);
    expect(before).toBeGreaterThan(48 * 48);
    // A block in the air has six; one on it takes two away and adds six.
    land.set(3, 20, 3, kinds.plank);
    expect(faceCount(land)).toBe(before + 6);
    land.set(3, 21, 3, kinds.plank);
    expect(faceCount(land)).toBe(before + 10);
    // Across the border of two chunks.
    land.set(15, 20, 20, kinds.plank);
    land.set(16, 20, 20, kinds.plank);
    expect(faceCount(land)).toBe(before + 20);
    land.reset();
    expect(faceCount(land)).toBe(before);
    land.dispose();
  });

  it("walks over blocks, digs where the pointer is, and builds where there is room", () => {
    const land = new BlockLand();
    const { grid, origin } = land;
    const top = (x: number, z: number) => {
      let y = 23;
      while (grid.get(x, y, z) === 0) y--;
      return y;
    };
    const [x, z] = [20, 34];
    const ground = top(x, z);
    const digger = new Digger(land, [origin.x + x + 0.5, origin.y + ground + 3, origin.z + z + 0.5]);
    for (let i = 0; i < 90; i++) digger.step(1 / 60, { x: 0, z: 0 });
    expect(digger.character.position.y).toBeCloseTo(origin.y + ground + 1 + 0.9 + 0.01, 1);
    for (let i = 0; i < 60; i++) digger.step(1 / 60, { x: -2, z: 0 });
    expect(digger.character.grounded).toBe(true);
    expect(digger.character.position.x).toBeLessThan(origin.x + x - 1);

    const camera = new PerspectiveCamera(40, 1, 0.1, 200);
    const [u, w] = [30, 40];
    camera.position.set(origin.x + u + 0.5, 20, origin.z + w + 0.5);
    camera.lookAt(origin.x + u + 0.5, 0, origin.z + w + 0.49);
    camera.updateMatrixWorld();
    const before = top(u, w);
    expect(digger.click(camera, 0, 0, false)).toBe(true);
    expect(top(u, w)).toBe(before - 1);
    expect(digger.click(camera, 0, 0, true)).toBe(true);
    expect(grid.get(u, before, w)).toBe(kinds.plank);
    // Not into the sky, nor into the walker.
    camera.lookAt(origin.x + u, 90, origin.z + w - 1);
    camera.updateMatrixWorld();
    expect(digger.click(camera, 0, 0, true)).toBe(false);
    const { position } = digger.character;
    camera.position.set(position.x + 0.05, 20, position.z + 0.05);
    camera.lookAt(position.x + 0.05, 0, position.z + 0.04);
    camera.updateMatrixWorld();
    expect(digger.click(camera, 0, 0, true)).toBe(false);
    land.dispose();
  });
});
