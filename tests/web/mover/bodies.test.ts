import { Box, Compound, HeightField, init, moveAndSlide, type Shape, TriangleMesh, World } from "hyperplane";
import { beforeAll, expect, it } from "vitest";
import { closedBox } from "../support/meshes.js";

beforeAll(() => init());

function crate(options = {}): TriangleMesh {
  const { vertices, indices } = closedBox(1, 1, 1);
  return new TriangleMesh(vertices, indices, options);
}

it("moves meshes, height fields and compounds as it moves their hulls", () => {
  const world = new World();
  world.add({ shape: new Box(100, 1, 100), position: [0, -0.5, 0], static: true });
  const wall = world.add({ shape: new Box(1, 4, 20), position: [3, 2, 0], static: true });
  const move = (shape: Shape, y: number) => moveAndSlide(world, shape, { position: [0, y, 0] }, [5, -2, 0.5]);
  const half = { shape: new Box(0.5, 1, 1), position: [0.25, 0, 0] };
  const bodies: [Shape, number][] = [
    [crate(), 0.5],
    [crate({ solid: true }), 0.5],
    [new Compound([half, { ...half, position: [-0.25, 0, 0] }]), 0.5],
    [new HeightField([0, 0, 0, 0], { columns: 2, rows: 2, width: 1, depth: 1 }), 0],
  ];
  for (const [body, height] of bodies) {
    const { position, grounded, hits } = move(body, height + 2);
    expect([position.x, position.y, position.z].map((x) => x.toFixed(3))).toEqual([
      "1.990",
      (height + 0.01).toFixed(3),
      "0.500",
    ]);
    expect([grounded, hits[0]?.collider]).toEqual([true, wall]);
  }
});
