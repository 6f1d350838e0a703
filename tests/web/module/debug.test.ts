import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as space from "hyperplane";
import * as plane from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

/** The leak finder: each entry has its own, for what lives in its own module. */

interface Disposable {
  dispose(): void;
}

/** What both entries have, of shapes that `ball` and `box` make. */
interface Entry<Shape extends Disposable, Bytes> {
  debug: typeof space.debug;
  World: {
    new (): Disposable & {
      add(options: { shape: Shape; enabled?: boolean }): { remove(): void };
      snapshot(): Bytes;
      readonly positions: Float64Array;
    };
    restore(bytes: Bytes): Disposable & { rollback(bytes: Bytes): void };
  };
  Compound: new (parts: { shape: Shape }[]) => Shape;
  ball: () => Shape;
  box: () => Shape;
  /** The types of both. */
  types: [string, string];
  /** One of each kind. */
  all: () => (Disposable & { readonly type: string })[];
}

/** A shape, and a compound of it. */
function compounded<Shape>(shape: Shape, Compound: new (parts: { shape: Shape }[]) => Shape): Shape[] {
  return [shape, new Compound([{ shape }])];
}

const inSpace: Entry<space.Shape, Uint8Array> = {
  ...space,
  ball: () => new space.Sphere(1),
  box: () => new space.Box(1, 1, 1),
  types: ["sphere", "box"],
  all: () => [
    new space.Box(1, 2, 3),
    new space.Capsule(1, 2),
    new space.Cone(1, 2),
    new space.ConvexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
    new space.Cylinder(1, 2),
    new space.Ellipsoid(1, 2, 3),
    new space.HalfSpace(),
    new space.HeightField([0, 0, 0, 0], { columns: 2, rows: 2, width: 1, depth: 1 }),
    ...compounded(new space.Sphere(1), space.Compound),
    new space.Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]),
    new space.TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]),
    new space.Voxels({ columns: 1, layers: 1, rows: 1 }),
  ],
};

const inPlane: Entry<plane.Shape, Uint8Array> = {
  ...plane,
  ball: () => new plane.Circle(1),
  box: () => new plane.Rectangle(1, 1),
  types: ["circle", "rectangle"],
  all: () => [
    new plane.Capsule(1, 2),
    new plane.Chain([0, 0, 1, 0]),
    ...compounded(new plane.Circle(1), plane.Compound),
    new plane.ConvexPolygon([0, 0, 1, 0, 0, 1]),
    new plane.Ellipse(1, 2),
    new plane.HalfSpace(),
    new plane.Polygon([0, 0, 1, 0, 0, 1]),
    new plane.Rectangle(1, 2),
    new plane.Segment([0, 0], [1, 0]),
  ],
};

beforeAll(() => Promise.all([space.init(), plane.init()]));

describe.each([
  ["hyperplane", inSpace as unknown as Entry<Disposable, unknown>],
  ["hyperplane/2d", inPlane as unknown as Entry<Disposable, unknown>],
])("debug of %s", (name, { debug, World, Compound, ball: makeBall, box: makeBox, types, all }) => {
  const [ballType, boxType] = types;

  it("counts live worlds, and shapes by kind", () => {
    expect(debug()).toMatchObject({ worlds: [], shapes: {}, forgotten: { worlds: 0, shapes: 0, madeAt: [] } });
    const world = new World();
    const [box, ball] = [makeBox(), makeBall()];
    world.add({ shape: box });
    const collider = world.add({ shape: ball, enabled: false });
    const compound = new Compound([{ shape: ball }]);
    const counted = { [boxType]: 1, [ballType]: 1, compound: 1 };
    expect(debug().worlds).toEqual([{ colliders: 2, madeAt: null }]);
    expect(debug().shapes).toEqual(counted);
    ball.dispose();
    box.dispose();
    expect(debug().shapes).toEqual(counted);
    compound.dispose();
    collider.remove();
    expect(debug().shapes).toEqual({ [boxType]: 1 });
    const bytes = world.snapshot();
    const copy = World.restore(bytes);
    copy.rollback(bytes);
    expect(debug().worlds.map(({ colliders }) => colliders)).toEqual([1, 1]);
    world.dispose();
    world.dispose();
    expect([debug().worlds.length, debug().memory > 1e5]).toEqual([1, true]);
    copy.dispose();
    expect(debug()).toMatchObject({ worlds: [], forgotten: { worlds: 0, shapes: 0 } });
    // What it made of the bytes goes with it.
    expect(debug().shapes).toEqual({});
  });

  it("names every kind as its shapes do, and knows nothing of the other entry's", () => {
    const [before, other] = [debug().shapes, name === "hyperplane" ? plane : space];
    const others = other.debug();
    const shapes = all();
    const counts = debug().shapes;
    for (const { type } of shapes) expect(counts[type], type).toBe((before[type] ?? 0) + 1);
    expect(Object.keys(counts).sort()).toEqual(shapes.map(({ type }) => type).sort());
    expect(other.debug().shapes).toEqual(others.shapes);
    for (const shape of shapes) shape.dispose();
    expect(debug().shapes).toEqual(before);
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

  it("counts what is forgotten, and is not there before init", () => {
    const script = fileURLToPath(new URL("../support/forget_and_debug.js", import.meta.url));
    const printed = execFileSync("node", ["--expose-gc", script, name], { encoding: "utf8" });
    const { early, forgotten, worlds } = JSON.parse(printed);
    expect(early).toBe("not-initialised");
    expect(forgotten.worlds).toBe(30);
    expect(forgotten.shapes).toBeGreaterThanOrEqual(29);
    expect(forgotten.madeAt).toHaveLength(16);
    expect(forgotten.madeAt[0]).toContain("forgetOne");
    expect(worlds).toEqual([]);
  });
});
