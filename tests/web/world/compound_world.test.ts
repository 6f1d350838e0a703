import { type BufferAttribute, TorusGeometry, Triangle, Vector3 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
// The sources, which count the shapes of the core.
import { Box, Compound, ConvexHull, collideAll, Sphere, TriangleMesh, World } from "../../../web/src/api.js";
import { space } from "../../../web/src/space.js";
import { wasmBytes } from "../support/fresh.js";
import { Random } from "../support/random.js";

beforeAll(async () => space.start(await WebAssembly.compile(wasmBytes())));

const TETRAHEDRON = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Two posts and a lintel; the posts share a shape. */
function makeGate(): Compound {
  const post = new Box(1, 4, 1);
  return new Compound([
    { shape: post, position: [-2, 2, 0] },
    { shape: post, position: [2, 2, 0] },
    { shape: new Box(5, 1, 1), position: [0, 4.5, 0], quaternion: [0, 0, 0, 2] },
  ]);
}

describe("contacts of compounds in a world", () => {
  it("are those of collideAll, by part, and one pair", () => {
    const world = new World();
    const shape = makeGate();
    const ball = new Sphere(1.7);
    const gate = world.add({ shape, static: true });
    const roller = world.add({ shape: ball, position: [0, 2, 0] });
    world.update();
    expect(world.contacts.count).toBe(2);
    expect([...world.contacts.pairs]).toEqual([0, 1, 0, 1]);
    expect([...world.contacts.features]).toEqual([0, -1, -1, -1, 1, -1, -1, -1]);
    expect([...world.began]).toHaveLength(1);
    expect(world.touching.toArray()).toHaveLength(1);

    const expected = collideAll(shape, {}, ball, { position: [0, 2, 0] }).sort((l, r) => l.partA - r.partA);
    const found = world.contacts.toArray();
    expect(found.map(({ partA, triangleA, partB, triangleB }) => [partA, triangleA, partB, triangleB])).toEqual([
      [0, -1, -1, -1],
      [1, -1, -1, -1],
    ]);
    for (const [i, contact] of found.entries()) {
      expect(contact.a).toBe(gate);
      expect(contact.b).toBe(roller);
      expect(contact.depth).toBeCloseTo(expected[i]?.depth as number, 6);
      expect(contact.normal.x).toBeCloseTo(expected[i]?.normal.x as number, 6);
      expect(contact.points).toHaveLength(expected[i]?.points.length as number);
    }

    // The pair goes on with one contact, then ends.
    roller.setPose([-1, 2, 0]);
    world.update();
    expect([...world.contacts.features]).toEqual([0, -1, -1, -1]);
    expect([[...world.began], [...world.ended]]).toEqual([[], []]);
    roller.setPose([0, 2, 5]);
    world.update();
    expect(world.contacts.count).toBe(0);
    expect(world.contacts.features).toHaveLength(0);
    expect([...world.ended]).toHaveLength(1);
    world.dispose();
  });

  it("keep the features of pairs at rest when others move", () => {
    const world = new World();
    world.add({ shape: new Sphere(1.7), position: [0, 2, 0] });
    world.add({ shape: makeGate() });
    const mover = world.add({ shape: new Box(1, 1, 1), position: [2, 5.2, 0] });
    world.update();
    const before = [...world.contacts.features];
    expect(before).toEqual([-1, -1, 0, -1, -1, -1, 1, -1, 2, -1, -1, -1]);
    mover.setPose([-2, 5.2, 0]);
    world.update();
    expect([...world.contacts.features]).toEqual(before);
    world.dispose();
  });

  it("may be with sensors, which only count as pairs", () => {
    const world = new World();
    world.add({ shape: makeGate(), sensor: true });
    world.add({ shape: new Sphere(1.7), position: [0, 2, 0] });
    world.update();
    expect([world.contacts.count, world.touching.toArray().length]).toEqual([0, 1]);
    world.dispose();
  });

  it("stop continuous colliders at the part in the way", () => {
    const world = new World();
    const gate = world.add({ shape: makeGate(), static: true });
    const bullet = world.add({ shape: new Sphere(0.1), position: [2, 2, 10], continuous: true });
    world.update();
    bullet.setPose([2, 2, -10]);
    world.update();
    expect(world.impacts.toArray()).toMatchObject([{ a: bullet, b: gate }]);
    expect(world.impacts.toArray()[0]?.time).toBeCloseTo((10 - 0.6) / 20, 9);
    bullet.teleport([0, 2, 10]);
    world.update();
    bullet.setPose([0, 2, -10]);
    world.update();
    expect(world.impacts.count).toBe(0);
    world.dispose();
  });
});

describe("separation of a collider", () => {
  it("leads out of all that it touches, in one translation", () => {
    const world = new World();
    world.add({ shape: makeGate(), static: true });
    world.add({ shape: new Box(10, 1, 10), position: [0, -0.5, 0], static: true });
    const ball = world.add({ shape: new Sphere(1), position: [-0.6, 0.8, 0] });
    world.update();
    expect(world.contacts.count).toBe(2);
    const out = world.separation(ball);
    expect(out.x).toBeCloseTo(0.1, 6);
    expect(out.y).toBeCloseTo(0.2, 6);
    expect(out.z).toBeCloseTo(0, 6);
    ball.setPose([-0.6 + out.x, 0.8 + out.y, out.z]);
    world.update();
    for (const { depth } of world.contacts) expect(depth).toBeLessThan(1e-6);
    ball.setPose([0, 20, 0]);
    world.update();
    expect(world.separation(ball)).toEqual({ x: 0, y: 0, z: 0 });
    world.dispose();
  });

  it("leads concave shapes out of each other", () => {
    const random = new Random(79);
    const bars = [new Box(2, 0.3, 0.3), new Box(0.3, 2, 0.3), new Box(0.3, 0.3, 2)];
    const cross = new Compound(bars.map((shape) => ({ shape })));
    let count = 0;
    for (let n = 0; n < 60; n++) {
      const world = new World();
      const body = world.add({ shape: cross, quaternion: random.quaternion() });
      world.add({ shape: cross, position: random.vector(0.5), quaternion: random.quaternion() });
      world.update();
      if (world.contacts.count === 0) continue;
      count++;
      const deepest = Math.max(...world.contacts.toArray().map(({ depth }) => depth));
      const { x, y, z } = world.separation(body);
      expect(Math.hypot(x, y, z)).toBeLessThan(6.001 * deepest);
      body.setPose([x, y, z]);
      world.update();
      for (const { depth } of world.contacts) expect(depth).toBeLessThan(4e-6);
      world.dispose();
    }
    expect(count).toBeGreaterThan(40);
  });

  it("leads out of a solid mesh, also what reaches through a part of it", () => {
    const random = new Random(97);
    const geometry = new TorusGeometry(1, 0.4, 8, 14);
    const points = geometry.getAttribute("position");
    const index = geometry.index as BufferAttribute;
    const triangles = Array.from({ length: index.count / 3 }, (_, i) =>
      new Triangle().setFromAttributeAndIndices(
        points,
        index.getX(3 * i),
        index.getX(3 * i + 1),
        index.getX(3 * i + 2),
      ),
    );
    const torus = new TriangleMesh([...points.array], [...index.array], { solid: true, weld: 1e-6 });
    /** Free of the mesh by its triangles alone: none is near, and they do not surround the point. */
    const isFree = (at: Vector3, radius: number) => {
      let turns = 0;
      for (const triangle of triangles) {
        if (triangle.closestPointToPoint(at, new Vector3()).distanceTo(at) < radius - 1e-5) return false;
        const [a, b, c] = [triangle.a, triangle.b, triangle.c].map((corner) => corner.clone().sub(at).normalize());
        const [u, v, w] = [a, b, c] as [Vector3, Vector3, Vector3];
        turns += Math.atan2(u.dot(v.clone().cross(w)), 1 + u.dot(v) + v.dot(w) + w.dot(u)) / (2 * Math.PI);
      }
      return Math.abs(turns) < 0.5;
    };
    let through = 0;
    for (let n = 0; n < 150; n++) {
      const world = new World();
      const radius = random.number(0.2, 0.9);
      const around = random.number(-3, 3);
      const ring = new Vector3(Math.cos(around), Math.sin(around), 0);
      const at = ring.add(new Vector3().fromArray(random.vector(0.5)));
      world.add({ shape: torus, static: true });
      const ball = world.add({ shape: new Sphere(radius), position: at });
      world.update();
      const depths = world.contacts.toArray().map(({ depth }) => depth);
      const { x, y, z } = world.separation(ball);
      const out = new Vector3(x, y, z);
      if (depths.length > 1) through++;
      expect(out.length()).toBeLessThanOrEqual(6.001 * Math.max(0, ...depths));
      expect(isFree(out.add(at), radius), `ball ${n}, of ${radius} m at ${at.toArray()}`).toBe(true);
      world.dispose();
    }
    expect(through).toBeGreaterThan(40);
    torus.dispose();
  });

  it("is for live colliders of that world", () => {
    const world = new World();
    const other = new World();
    const ball = world.add({ shape: new Sphere(1) });
    expect(() => other.separation(ball)).toThrow(/another world/);
    expect(() => world.separation({} as never)).toThrow(/collider/);
    world.remove(ball);
    expect(() => world.separation(ball)).toThrow(/removed/);
    world.dispose();
    expect(() => world.separation(ball)).toThrow(/disposed/);
    other.dispose();
  });
});

describe("a snapshot of a world with compounds", () => {
  it("restores them with their parts, and goes on with the same bits", () => {
    const start = space.core.shapeCount();
    const random = new Random(77);
    const world = new World();
    const gate = makeGate();
    const hull = new ConvexHull(TETRAHEDRON);
    const spiky = new Compound([
      { shape: hull, position: [1, 0, 0] },
      { shape: gate.part(0).shape, quaternion: [0, 0, 0.6, 0.8] },
      { shape: hull, position: [-1, 0.5, 0] },
    ]);
    const colliders = [gate, spiky, gate, hull, spiky].map((shape) =>
      world.add({ shape, position: random.vector(2), quaternion: random.quaternion() }),
    );
    const large = new Compound([{ shape: new Box(6, 6, 6) }]);
    const removed = world.add({ shape: large });
    world.update();
    expect(world.contacts.count).toBeGreaterThan(6);
    world.remove(removed);
    const bytes = world.snapshot();
    const copy = World.restore(bytes);
    expect(copy.hash()).toBe(world.hash());
    expect([...copy.contacts.features]).toEqual([...world.contacts.features]);
    expect(copy.snapshot()).toEqual(bytes);

    const shapes = colliders.map(({ index }) => copy.at(index)?.shape);
    expect(shapes.map((shape) => shape?.type)).toEqual(["compound", "compound", "compound", "convex-hull", "compound"]);
    expect(shapes[0]).toBe(shapes[2]);
    expect(shapes[1]).toBe(shapes[4]);
    const restored = shapes[1] as Compound;
    expect(restored.partCount).toBe(3);
    expect(restored.part(0).shape).toBe(shapes[3]);
    expect(restored.part(2).shape).toBe(shapes[3]);
    expect(restored.part(1).shape).toBe((shapes[0] as Compound).part(0).shape);
    for (const [i, compound] of [gate, spiky].entries()) {
      for (let part = 0; part < compound.partCount; part++) {
        const { position, quaternion } = (shapes[i] as Compound).part(part);
        expect({ position, quaternion }).toEqual({
          position: compound.part(part).position,
          quaternion: compound.part(part).quaternion,
        });
      }
    }
    for (const one of [world, copy]) {
      for (const collider of one.colliders) collider.setPose([0.1 * collider.index, 0.2, 0.3]);
      one.update();
    }
    expect(copy.hash()).toBe(world.hash());
    expect(copy.contacts.toArray().map(({ partA, partB, depth }) => [partA, partB, depth])).toEqual(
      world.contacts.toArray().map(({ partA, partB, depth }) => [partA, partB, depth]),
    );

    copy.dispose();
    world.dispose();
    for (const compound of [gate, spiky, large, shapes[0] as Compound, restored]) {
      for (let part = 0; part < compound.partCount; part++) compound.part(part).shape.dispose();
      compound.dispose();
    }
    expect(space.core.shapeCount()).toBe(start);
  });
});
