import { Box, explainRay, explainTree, init, raycast, TriangleMesh } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { Random } from "../support/random.js";

beforeAll(() => init());

/** A bumpy square of 2 * size^2 triangles over the plane y = 0. */
function bumps(size: number): TriangleMesh {
  const random = new Random(91);
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let z = 0; z <= size; z++) for (let x = 0; x <= size; x++) vertices.push(x, random.number(0, 0.8), z);
  for (let z = 0; z < size; z++) {
    for (let x = 0; x < size; x++) {
      const a = z * (size + 1) + x;
      const [b, c, d] = [a + 1, a + size + 1, a + size + 2];
      indices.push(a, c, b, b, c, d);
    }
  }
  return new TriangleMesh(vertices, indices);
}

describe("explainRay", () => {
  it("hits as raycast does, through nested nodes, a few of the triangles", () => {
    const mesh = bumps(40);
    const random = new Random(92);
    const pose = { position: { x: 3, y: -2, z: 5 }, quaternion: { x: 0, y: 0.6, z: 0, w: 0.8 } };
    let hits = 0;
    for (let n = 0; n < 300; n++) {
      const origin = { x: random.number(0, 40), y: random.number(1, 20), z: random.number(-10, 30) };
      const direction = { x: random.number(-1, 1), y: random.number(-1, 0.2), z: random.number(-1, 1) };
      const maxDistance = n % 2 === 0 ? 30 : Number.POSITIVE_INFINITY;
      const { hit, nodes, triangles } = explainRay(mesh, pose, origin, direction, maxDistance);
      expect(hit).toEqual(raycast(mesh, pose, origin, direction, maxDistance));
      expect(new Set(triangles).size).toBe(triangles.length);
      expect(triangles.length).toBeLessThan(mesh.triangleCount / 4);
      if (hit) {
        hits++;
        expect(triangles).toContain(hit.triangle);
      }
      const [root, ...others] = nodes;
      for (const { min, max } of others) {
        for (const axis of ["x", "y", "z"] as const) {
          expect(min[axis]).toBeGreaterThanOrEqual(root?.min[axis] as number);
          expect(max[axis]).toBeLessThanOrEqual(root?.max[axis] as number);
        }
      }
      for (const triangle of triangles) {
        const corners = mesh.triangle(triangle);
        const holds = nodes.some(({ min, max }) =>
          [0, 3, 6].every(
            (i) =>
              (corners[i] as number) >= min.x &&
              (corners[i] as number) <= max.x &&
              (corners[i + 1] as number) >= min.y &&
              (corners[i + 1] as number) <= max.y &&
              (corners[i + 2] as number) >= min.z &&
              (corners[i + 2] as number) <= max.z,
          ),
        );
        expect(holds).toBe(true);
      }
    }
    expect(hits).toBeGreaterThan(40);
    mesh.dispose();
  });

  it("enters nothing for a ray that passes by, or starts inside a solid", () => {
    const mesh = bumps(4);
    const away = explainRay(mesh, {}, { x: 0, y: 9, z: 0 }, { x: 0, y: 1, z: 0 });
    expect(away).toEqual({ hit: null, nodes: [], triangles: [] });
    mesh.dispose();
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const solid = new TriangleMesh(corners, [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3], { solid: true });
    const inside = explainRay(solid, {}, { x: 0.1, y: 0.1, z: 0.1 }, { x: 1, y: 0, z: 0 });
    expect(inside).toMatchObject({ hit: { distance: 0, triangle: -1 }, nodes: [], triangles: [] });
    const ray = [solid, {}, { x: 0.1, y: 0.1, z: 0.1 }, { x: 1, y: 0, z: 0 }] as const;
    const left = explainRay(...ray, { solid: false });
    expect(left).toEqual({ hit: raycast(...ray, { solid: false }), nodes: [], triangles: [] });
    expect(left.hit?.distance).toBeCloseTo(0.7, 12);
    expect(explainRay(...ray, 0.5, { solid: false }).hit).toBeNull();
    // @ts-expect-error a misspelt option
    expect(() => explainRay(...ray, { solids: false })).toThrow(/there is no option solids/);
    solid.dispose();
  });

  it("refuses what is no mesh and no ray", () => {
    const mesh = bumps(2);
    const box = new Box(1, 1, 1);
    const from = { x: 0, y: 1, z: 0 };
    const down = { x: 0, y: -1, z: 0 };
    // @ts-expect-error a box is no mesh
    expect(() => explainRay(box, {}, from, down)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    for (const wrong of [
      () => explainRay(mesh, {}, { x: Number.NaN, y: 0, z: 0 }, down),
      () => explainRay(mesh, {}, from, { x: 0, y: 0, z: 0 }),
      () => explainRay(mesh, {}, from, down, -1),
      () => explainRay(mesh, { position: { x: Number.NaN, y: 0, z: 0 } }, from, down),
    ]) {
      expect(wrong).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    }
    mesh.dispose();
    expect(() => explainRay(mesh, {}, from, down)).toThrow(expect.objectContaining({ code: "disposed" }));
    box.dispose();
  });
});

describe("explainTree", () => {
  it("holds all triangles in the nodes of each level, those of the next within them", () => {
    const mesh = bumps(20);
    const isWithin = (x: number, y: number, z: number, { min, max }: ReturnType<typeof explainTree>[number]) =>
      x >= min.x && x <= max.x && y >= min.y && y <= max.y && z >= min.z && z <= max.z;
    let above = explainTree(mesh, 0);
    expect(above).toHaveLength(1);
    for (let level = 1; level < 12; level++) {
      const nodes = explainTree(mesh, level);
      expect(nodes.length).toBeGreaterThanOrEqual(above.length);
      expect(nodes.length).toBeLessThanOrEqual(4 * above.length);
      for (const { min, max } of nodes) {
        const inner = above.some((node) => isWithin(min.x, min.y, min.z, node) && isWithin(max.x, max.y, max.z, node));
        expect(inner).toBe(true);
      }
      for (let i = 0; i < mesh.triangleCount; i += 7) {
        const c = mesh.triangle(i);
        const isHeld = (node: ReturnType<typeof explainTree>[number]) =>
          [0, 3, 6].every((k) => isWithin(c[k] as number, c[k + 1] as number, c[k + 2] as number, node));
        expect(nodes.some(isHeld)).toBe(true);
      }
      above = nodes;
    }
    expect(above.length).toBeGreaterThanOrEqual(mesh.triangleCount / 4);
    expect(explainTree(mesh, 200)).toEqual(above);
    mesh.dispose();
  });

  it("refuses what is no mesh and no level", () => {
    const mesh = bumps(2);
    const box = new Box(1, 1, 1);
    // @ts-expect-error a box is no mesh
    expect(() => explainTree(box, 0)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    for (const level of [-1, 0.5, Number.NaN, 1e9]) {
      expect(() => explainTree(mesh, level)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    }
    mesh.dispose();
    expect(() => explainTree(mesh, 0)).toThrow(expect.objectContaining({ code: "disposed" }));
    box.dispose();
  });
});
