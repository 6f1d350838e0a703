import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Box, type Compound, type ConvexHull, closestPoint, init, intersects, Sphere, World } from "hyperplane";
import { decompose } from "hyperplane/decompose";
import { fitDecomposition, SceneColliders } from "hyperplane/three";
import {
  BoxGeometry,
  BufferGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  Object3D,
  SphereGeometry,
  TorusGeometry,
} from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { copyOfDist } from "../support/fresh.js";

/** `fitDecomposition` of hyperplane/three. The parts themselves are judged in C++. */

beforeAll(() => init());

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => Promise.reject(new Error("it did not reject")),
    (error: unknown) => error,
  );

/** A table: a top and four legs, as meshes of their own. */
function table(): Group {
  const group = new Group();
  const top = new Mesh(new BoxGeometry(2, 0.1, 1));
  top.position.y = 1.05;
  group.add(top);
  for (const x of [-0.9, 0.9]) {
    for (const z of [-0.4, 0.4]) {
      const leg = new Mesh(new BoxGeometry(0.1, 1, 0.1));
      leg.position.set(x, 0.5, z);
      group.add(leg);
    }
  }
  return group;
}

const ring = () => new Mesh(new TorusGeometry(1, 0.2, 8, 24));

describe("fitDecomposition", () => {
  it("makes a compound whose hollow is hollow", async () => {
    const { shape, offset, error, complete } = await fitDecomposition(table());
    expect(shape.type).toBe("compound");
    expect(shape.partCount).toBe(5);
    expect(offset).toEqual({ x: 0, y: 0, z: 0 });
    expect(error).toBeLessThan(1e-6);
    expect(complete).toBe(true);
    expect(intersects(shape, {}, new Box(1.6, 0.9, 0.6), { position: [0, 0.5, 0] })).toBe(false);
    expect(intersects(shape, {}, new Sphere(0.1), { position: [0.9, 0.5, 0.4] })).toBe(true);
    expect(closestPoint(shape, {}, [0, 2, 0]).distance).toBeCloseTo(0.9, 6);
  });

  it("makes primitives of parts that are, if asked to", async () => {
    const group = table();
    const ball = new Mesh(new SphereGeometry(0.3, 24, 16));
    ball.position.set(0, 1.6, 0);
    group.add(ball);
    const { shape, error, complete } = await fitDecomposition(group, { primitives: true });
    const types = Array.from({ length: shape.partCount }, (_, i) => shape.part(i).shape.type);
    expect(types.sort()).toEqual(["box", "box", "box", "box", "box", "sphere"]);
    expect(complete).toBe(true);
    expect(error).toBeGreaterThan(0);
    expect(intersects(shape, {}, new Box(1.6, 0.9, 0.6), { position: [0, 0.5, 0] })).toBe(false);
    expect(closestPoint(shape, {}, [0, 2, 0]).distance).toBeCloseTo(0.1, 2);
    expect(closestPoint(shape, {}, [2, 1.05, 0]).distance).toBeCloseTo(1, 6);
  });

  it("gives what decompose gives for the same triangles", async () => {
    const mesh = ring();
    const { geometry } = mesh;
    const options = { maxParts: 9, maxVertices: 20, worker: false };
    const plain = await decompose(geometry.getAttribute("position").array, geometry.index?.array, options);
    const { shape, error, complete } = await fitDecomposition(mesh, options);
    expect([shape.partCount, error, complete]).toEqual([plain.parts.length, plain.error, plain.complete]);
    for (const [i, part] of plain.parts.entries()) {
      expect([...(shape.part(i).shape as ConvexHull).vertices]).toEqual([...Float32Array.from(part)]);
    }
  });

  it("takes the scale, but neither the place nor the rotation, as SceneColliders does", async () => {
    const parent = new Group();
    parent.position.set(5, 6, 7);
    parent.rotation.set(0.3, 0.4, 0.5);
    const model = table();
    model.scale.set(2, -3, 4);
    parent.add(model);
    const { shape } = await fitDecomposition(model);
    expect(shape.partCount).toBe(5);
    const world = new World();
    const collider = new SceneColliders(world).add(model, { shape });
    shape.dispose();
    // The middle of a leg, and a place between the legs.
    for (const [at, isSolid] of [
      [[0.9, 0.5, 0.4], true],
      [[0, 0.5, 0], false],
      [[0, 1.05, 0], true],
    ] as const) {
      const position = new Object3D().position.fromArray(at).applyMatrix4(model.matrixWorld);
      expect(world.overlap(new Sphere(0.01), { position }).includes(collider)).toBe(isSolid);
    }
  });

  it("takes instances, and the triangles that are drawn only", async () => {
    const boxes = new InstancedMesh(new BoxGeometry(1, 1, 1), ring().material, 3);
    for (let i = 0; i < 3; i++) boxes.setMatrixAt(i, new Matrix4().makeTranslation(2 * i, 0, 0));
    expect((await fitDecomposition(boxes)).shape.partCount).toBe(3);
    // Of the six faces of a box the first: x = 0.5.
    const face = new Mesh(new BoxGeometry(1, 1, 1));
    face.geometry.setDrawRange(0, 6);
    const { shape } = await fitDecomposition(face);
    expect(shape.partCount).toBe(1);
    expect(closestPoint(shape, {}, [0, 0, 0]).distance).toBeCloseTo(0.5, 2);
  });

  it("reports progress, and ends with the reason of its signal", async () => {
    const shares: number[] = [];
    await fitDecomposition(ring(), { onProgress: (done) => shares.push(done) });
    expect(shares.at(-1)).toBe(1);
    const reason = new Error("enough");
    expect(await rejection(fitDecomposition(ring(), { signal: AbortSignal.abort(reason) }))).toBe(reason);
  });

  it("rejects, and never throws, and names the object", async () => {
    const empty = new Mesh(new BufferGeometry());
    empty.name = "nothing";
    const bad = ring();
    bad.name = "ring";
    const codes: [unknown, unknown, string, RegExp][] = [
      [null, {}, "invalid-argument", /Object3D/],
      [{}, {}, "invalid-argument", /Object3D/],
      [empty, {}, "invalid-argument", /nothing/],
      [bad, { maxParts: 0 }, "invalid-argument", /ring.*maxParts/],
      [bad, { maxPart: 1 }, "invalid-argument", /maxParts/],
      [bad, null, "invalid-argument", /options/],
    ];
    const loose = fitDecomposition as unknown as (...values: unknown[]) => Promise<unknown>;
    for (const [object, options, code, message] of codes) {
      const error = (await rejection(loose(object, options))) as Error & { code?: string };
      expect(error.code).toBe(code);
      expect(error.message).toMatch(message);
    }
    bad.scale.x = 0;
    expect(await rejection(fitDecomposition(bad))).toMatchObject({ code: "invalid-argument" });
  });

  it("needs init, and the code of hyperplane/decompose only when it is called", async () => {
    const folder = copyOfDist();
    rmSync(join(folder, "decompose.js"));
    const file = pathToFileURL(join(folder, "three.js")).href;
    const copy = (await import(/* @vite-ignore */ file)) as { fitDecomposition: typeof fitDecomposition };
    expect(await rejection(copy.fitDecomposition(ring()))).toMatchObject({ code: "not-initialised" });
    const index = pathToFileURL(join(folder, "hyperplane.js")).href;
    await ((await import(/* @vite-ignore */ index)) as { init: typeof init }).init();
    expect(String(await rejection(copy.fitDecomposition(ring())))).toMatch(/decompose\.js/);
  });

  it("leaves no shape behind but its own", async () => {
    const { shape }: { shape: Compound } = await fitDecomposition(ring());
    shape.dispose();
    expect(() => intersects(shape, {}, new Sphere(1), {})).toThrow(/disposed/);
  });
});
