import { Box, Capsule, type Collider, Cone, ConvexHull, Cylinder, Ellipsoid, init, Sphere, World } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { Random } from "../support/random.js";

beforeAll(() => init());

const random = new Random(41);
const pose = () => ({ position: random.vector(1.5), quaternion: random.quaternion() });

function scene(): World {
  const world = new World({ broadPhase: "bvh", maxContacts: 3000 });
  const shapes = [
    new Sphere(0.5),
    new Box(1, 0.7, 1.3),
    new Capsule(0.3, 0.8),
    new Cylinder(0.4, 1),
    new Cone(0.5, 1),
    new Ellipsoid(0.3, 0.5, 0.7),
    new ConvexHull(
      Array.from({ length: 60 }, () => random.number(-0.6, 0.6)),
      { maxVertices: 16 },
    ),
  ];
  for (let i = 0; i < 70; i++) {
    world.add({
      ...pose(),
      shape: shapes[i % shapes.length] as Sphere,
      static: i % 5 === 0,
      sensor: i % 11 === 0,
      layer: i % 7 === 0 ? 2 : 1,
      userData: i,
    });
  }
  const [a, b] = [...world.colliders];
  world.ignore(a as Collider, b as Collider);
  world.update();
  return world;
}

/** Everything that a world shows, by rows. */
const shown = (world: World) => ({
  hash: world.hash(),
  size: world.size,
  contacts: world.contacts
    .toArray()
    .map(({ a, b, ...contact }) => ({ ...contact, a: a.index, b: b.index, removed: [a.removed, b.removed] })),
  lists: [world.began, world.ended, world.touching].map((list) =>
    list.toArray().map(({ a, b }) => [a.index, b.index, a.removed, b.removed]),
  ),
});

describe("a restored world", () => {
  it("shows the same and goes on the same", () => {
    const world = scene();
    const all = [...world.colliders];
    for (const i of [3, 6, 13, 40]) world.remove(all[i] as Collider);
    world.update();
    expect(world.ended.count).toBeGreaterThan(0);
    world.remove(all[8] as Collider);
    world.positions[3 * 20] = 0.25;
    const copy = World.restore(world.snapshot());
    expect(shown(copy)).toEqual(shown(world));
    expect(copy.snapshot()).toEqual(world.snapshot());
    for (let frame = 0; frame < 5; frame++) {
      const moved = all.filter((collider) => !collider.removed && random.number() < 0.5);
      for (const { index } of moved) {
        const { position, quaternion } = pose();
        for (const each of [world, copy]) {
          each.positions.set(position, 3 * index);
          each.quaternions.set(quaternion, 4 * index);
        }
      }
      const shape = new Box(0.5, 0.5, 0.5);
      const options = { shape, ...pose() };
      expect(copy.add(options).index).toBe(world.add(options).index);
      world.update();
      copy.update();
      expect(shown(copy)).toEqual(shown(world));
      expect(copy.contacts.count).toBeGreaterThan(20);
      const ray = [
        [-5, random.number(-1, 1), 0],
        [1, 0, 0],
      ] as const;
      const hit = world.raycast(...ray);
      expect(copy.raycast(...ray)).toEqual(hit && { ...hit, collider: copy.at(hit.collider.index) });
    }
  });

  it("has the bytes of the saved one, also where colliders with kinds have been removed", () => {
    const world = new World();
    world.add({ shape: new Sphere(1) });
    world.add({ shape: new Sphere(1), kinds: [1, 2] }).remove();
    expect(World.restore(world.snapshot()).snapshot()).toEqual(world.snapshot());
  });

  it("has colliders of its own, in the same rows, that share shapes as before", () => {
    const world = scene();
    const copy = World.restore(world.snapshot());
    const colliders = [...copy.colliders];
    expect(colliders.map(({ index }) => index)).toEqual([...world.colliders].map(({ index }) => index));
    for (const collider of colliders) {
      const original = world.at(collider.index) as Collider;
      expect(collider).not.toBe(original);
      expect(collider.shape).not.toBe(original.shape);
      expect(collider.shape).toBeInstanceOf(original.shape.constructor);
      expect(JSON.stringify(collider.shape)).toBe(JSON.stringify(original.shape));
      expect(collider.userData).toBe(undefined);
      for (const key of ["static", "sensor", "layer", "mask", "removed"] as const) {
        expect(collider[key]).toBe(original[key]);
      }
    }
    expect(new Set(colliders.map(({ shape }) => shape)).size).toBe(7);
    expect(complaintOf(() => world.remove(colliders[0] as Collider))).toBe(
      "invalid-argument: collider is a collider of another world",
    );
    copy.remove(colliders[0] as Collider);
    expect([copy.size, world.size]).toEqual([69, 70]);
  });

  it("is free of the world that was saved, and of the bytes", () => {
    const world = scene();
    const bytes = world.snapshot();
    const hash = world.hash();
    const hull = [...world.colliders].find(({ shape }) => shape instanceof ConvexHull)?.shape as ConvexHull;
    world.dispose();
    hull.dispose();
    const copy = World.restore(bytes.buffer as ArrayBuffer);
    bytes.fill(0);
    copy.update();
    copy.raycast([-5, 0, 0], [1, 0, 0]);
    expect(copy.hash()).not.toBe(hash); // nothing begins any more
    // Its shapes are shapes like all others.
    for (const { shape } of copy.colliders) copy.overlap(shape, {});
    const shapes = new Set([...copy.colliders].map(({ shape }) => shape));
    for (const shape of shapes) shape.dispose();
    copy.update();
    copy.dispose();
  });

  it("measures when it is asked to", () => {
    const world = scene();
    expect(Object.keys(World.restore(world.snapshot(), { measure: true }).timings)).toHaveLength(4);
  });

  it("is refused where the bytes are wrong", () => {
    const bytes = scene().snapshot();
    const restore = (value: unknown) => complaintOf(() => World.restore(value as Uint8Array));
    expect(restore("snapshot")).toMatch("invalid-argument: bytes must be a Uint8Array or an ArrayBuffer, got ");
    expect(restore(null)).toMatch("invalid-argument: bytes must be");
    expect(restore(new Uint8Array(0))).toBe("invalid-argument: the bytes are not a snapshot of a world");
    expect(restore(new Uint8Array(1000))).toBe("invalid-argument: the bytes are not a snapshot of a world");
    const damaged = "invalid-argument: the snapshot is damaged or incomplete";
    expect(restore(bytes.subarray(0, bytes.length - 1))).toBe(damaged);
    expect(restore(bytes.subarray(0, 40))).toBe(damaged);
    for (let i = 0; i < 200; i++) {
      const wrong = bytes.slice();
      const at = 16 + random.integer(bytes.length - 16);
      wrong[at] = (wrong[at] as number) ^ (1 << random.integer(8));
      expect(restore(wrong)).toBe(damaged);
    }
    const older = bytes.slice();
    older[8] = 0;
    expect(restore(older)).toBe("invalid-argument: the snapshot was written by another version of hyperplane");
    expect(complaintOf(() => World.restore(bytes, { measure: 1 as never }))).toBe(
      "invalid-argument: options.measure must be true or false, got 1",
    );
    const world = scene();
    world.dispose();
    expect(complaintOf(() => world.snapshot())).toBe("disposed: the world has been disposed of");
    expect(complaintOf(() => world.colliders)).toBe("disposed: the world has been disposed of");
  });
});
