import { Capsule, collide, HeightField, init, moveAndSlide, TriangleMesh, World } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => init());

const STEP = 0.3;
const SNAP = 0.3;
const CELLS = 20;
const body = () => new Capsule(0.3, 1.2);

type Ground = (shape: "field" | "mesh", slope: number, isHole: (column: number, row: number) => boolean) => World;

/** A slope of 20 m with holes in it. */
const makeGround: Ground = (kind, slope, isHole) => {
  const side = CELLS + 1;
  const heights = new Float64Array(side * side);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) heights[row * side + column] = (column - CELLS / 2) * slope;
  }
  const world = new World();
  if (kind === "field") {
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) if (isHole(column, row)) heights[row * side + column] = Number.NaN;
    }
    world.add({ shape: new HeightField(heights, { columns: side, rows: side, width: 20, depth: 20 }), static: true });
    return world;
  }
  const vertices: number[] = [];
  const indices: number[] = [];
  heights.forEach((height, i) => {
    vertices.push((i % side) - CELLS / 2, height, Math.floor(i / side) - CELLS / 2);
  });
  const isGone = (i: number) => isHole(i % side, Math.floor(i / side));
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++) {
      const a = row * side + column;
      if (![a, a + 1, a + side, a + side + 1].some(isGone)) {
        indices.push(a, a + side, a + 1, a + 1, a + side, a + side + 1);
      }
    }
  }
  world.add({ shape: new TriangleMesh(vertices, indices, { sides: "front" }), static: true });
  return world;
};

const isWell = (column: number, row: number) => Math.abs(column - 10) <= 1 && Math.abs(row - 10) <= 1;

describe("a mover that falls through a hole", () => {
  const drifts = [
    [0, 0],
    [0.03, 0],
    [-0.03, 0],
    [0, 0.03],
    [0.03, 0.03],
    [-0.05, 0.02],
    [0.2, 0.1],
    [-0.2, 0],
  ] as const;

  for (const kind of ["field", "mesh"] as const) {
    // On steeper ground the point inside a body that drifts below the edge comes behind the surface by less than its
    // thickness: the body overlaps it then, and is pushed to its front.
    for (const angle of [0, 15]) {
      it(`never ends up on a ${kind} of ${angle} degrees again`, () => {
        const slope = Math.tan((angle * Math.PI) / 180);
        const world = makeGround(kind, slope, isWell);
        let fallen = 0;
        for (let x = -1.65; x <= 1.66; x += 0.15) {
          for (const [dx, dz] of drifts) {
            let at = { x, y: x * slope + 2.5, z: 0.05 };
            for (let frame = 0; frame < 120 && at.y > -12; frame++) {
              const { position } = moveAndSlide(world, body(), { position: at }, [dx, -0.15, dz], {
                stepHeight: STEP,
                snapDistance: SNAP,
              });
              expect(position.y, `${x} ${dx} ${dz} ${frame}`).toBeLessThan(at.y + STEP + SNAP);
              at = position;
            }
            if (at.y <= -12) fallen++;
          }
        }
        // The others have walked off over the rim.
        expect(fallen).toBeGreaterThan(60);
      });
    }
  }

  it("is held below the seam of two fields", () => {
    const world = new World();
    const tile = () => new HeightField(new Float64Array(4), { columns: 2, rows: 2, width: 10, depth: 10 });
    world.add({ shape: tile(), position: [-5, 0, 0], static: true });
    world.add({ shape: tile(), position: [5, 0, 0], static: true });
    for (const x of [-0.2, 0, 0.1]) {
      const { position } = moveAndSlide(world, body(), { position: [x, -0.9, 0.5] }, [0, 0, 0]);
      expect(position.x).toBeCloseTo(x, 6);
      expect(position.y).toBeGreaterThan(0.89);
    }
  });
});

describe("a body below the rim of a one-sided surface", () => {
  it("is held as long as the point inside it is straight behind", () => {
    const floor = new TriangleMesh([-10, 0, -10, -10, 0, 10, 0, 0, 10, 0, 0, -10], [0, 1, 2, 0, 2, 3], {
      sides: "front",
    });
    for (const z of [-9.5, 0.3, 9.5]) {
      for (const y of [-0.91, -0.95, 0.05 - floor.thickness]) {
        expect(collide(floor, {}, body(), { position: [0.28, y, z] })).toBeNull();
        const held = collide(floor, {}, body(), { position: [-0.31, y, z * 0.9] });
        expect(held?.normal.y).toBeCloseTo(1, 9);
        expect(held?.depth).toBeCloseTo(0.9 - y, 9);
      }
    }
  });
});
