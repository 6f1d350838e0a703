import { beforeAll, describe, expect, it } from "vitest";
// The sources, which count the shapes and worlds of the core.
import {
  Box,
  type Collider,
  Compound,
  ConvexHull,
  HeightField,
  type Shape,
  Sphere,
  TriangleMesh,
  Voxels,
  World,
} from "../../../web/src/api.js";
import { space } from "../../../web/src/space.js";
import { complaintOf, errorOf } from "../support/errors.js";
import { fresh, wasmBytes } from "../support/fresh.js";
import { wasmWithMemory } from "../support/limited_memory.js";
import { terrain } from "../support/meshes.js";
import { Random, seed } from "../support/random.js";

beforeAll(async () => space.start(await WebAssembly.compile(wasmBytes())));

const TETRAHEDRON = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Everything that a world shows, with its colliders. */
const shown = (world: World) => ({
  hash: world.hash(),
  size: world.size,
  colliders: [...world.colliders],
  contacts: world.contacts.toArray(),
  lists: [world.began, world.ended, world.touching, world.impacts].map((list) => list.toArray()),
  positions: [...world.colliders].map(({ index }) => [...world.positions.subarray(3 * index, 3 * index + 3)]),
  filters: [...world.colliders].map(({ layer, mask }) => [layer, mask]),
});

/** The same by rows, to compare worlds. */
const byRows = (world: World) => {
  const { colliders, contacts, lists, ...rest } = shown(world);
  const rows = ({ a, b, ...others }: { a: Collider; b: Collider }) => ({
    ...others,
    a: [a.index, a.removed],
    b: [b.index, b.removed],
  });
  return {
    ...rest,
    contacts: contacts.map(rows),
    lists: lists.map((list) => list.map(rows)),
    colliders: colliders.map(({ index, shape, static: isStatic, sensor, continuous, removed }) => ({
      index,
      type: shape.type,
      isStatic,
      sensor,
      continuous,
      removed,
    })),
  };
};

describe("a rollback", () => {
  it("keeps colliders, makes removed ones live again, and removes those that came later", () => {
    const world = new World();
    const box = new Box(1, 1, 1);
    const kept = world.add({ shape: box, userData: "kept" });
    const removed = world.add({ shape: new Sphere(0.5), position: [0.5, 0, 0], userData: { name: "removed" } });
    world.update();
    const { positions } = world;
    const before = shown(world);
    const bytes = world.snapshot({ shapes: false });

    kept.setPose([5, 0, 0]);
    kept.layer = 2;
    kept.userData = "changed";
    world.remove(removed);
    world.update();
    const later = world.add({ shape: box, userData: "later" });
    world.update();
    world.rollback(bytes);

    expect(shown(world)).toEqual(before);
    expect([kept.removed, removed.removed, later.removed]).toEqual([false, false, true]);
    expect(world.at(kept.index)).toBe(kept);
    expect(world.at(removed.index)).toBe(removed);
    expect(world.positions).toBe(positions);
    // Not in a snapshot.
    expect(kept.userData).toBe("changed");
    expect(removed.userData).toEqual({ name: "removed" });
    expect(kept.shape).toBe(box);
    expect(world.contacts.toArray()[0]?.b).toBe(removed);
    removed.setPose([9, 0, 0]);
    world.update();
    expect(world.ended.toArray()).toEqual([{ a: kept, b: removed }]);
    expect(complaintOf(() => later.setPose([0, 0, 0]))).toBe("disposed: the collider has been removed");
    world.remove(later);
    expect(later.removed).toBe(true);
  });

  it("makes a collider live again whose row was taken by others", () => {
    const world = new World();
    const shape = new Sphere(1);
    const first = world.add({ shape, userData: 1 });
    const bytes = world.snapshot({ shapes: false });
    const others: Collider[] = [];
    for (let i = 0; i < 200; i++) {
      world.remove(i === 0 ? first : (others.at(-1) as Collider));
      others.push(world.add({ shape, layer: 2 }));
      expect(others.at(-1)?.index).toBe(first.index);
    }
    // A copy of the bytes, as from a server.
    world.rollback(bytes.slice());
    expect(world.at(0)).toBe(first);
    expect([first.removed, first.layer, first.userData]).toEqual([false, 1, 1]);
    expect(others.every(({ removed }) => removed)).toBe(true);
    world.remove(first);
    const again = world.add({ shape });
    expect(again).not.toBe(others[0]);
    world.rollback(bytes);
    expect(world.at(0)).toBe(first);
    expect(again.removed).toBe(true);
  });

  it("brings back what an array was made of, also after the world has gone another way", () => {
    const world = new World();
    const shape = new Sphere(1);
    const start = world.snapshot();
    const one = world.add({ shape, userData: "one" });
    const first = world.snapshot({ shapes: false });
    world.rollback(start);
    const other = world.add({ shape, userData: "other" });
    const second = world.snapshot({ shapes: false });
    expect([one.removed, other.index]).toEqual([true, one.index]);

    world.rollback(first);
    expect(world.at(0)).toBe(one);
    expect([one.removed, other.removed]).toEqual([false, true]);
    world.rollback(second);
    expect(world.at(0)).toBe(other);
    expect([one.removed, other.removed]).toEqual([true, false]);
    world.rollback(start);
    world.rollback(first);
    expect([...world.colliders].map(({ userData }) => userData)).toEqual(["one"]);

    // An array of which the program has made another snapshot: the bytes count.
    first.set(second);
    world.rollback(first);
    expect(world.size).toBe(1);
    world.rollback(second);
    expect(world.at(0)).toBe(other);
  });

  it("goes on as the world did", () => {
    const random = new Random(seed);
    const world = new World();
    const shapes: Shape[] = [new Sphere(0.5), new Box(1, 0.7, 1.3), new ConvexHull(TETRAHEDRON)];
    for (let i = 0; i < 50; i++)
      world.add({ shape: shapes[i % 3] as Shape, position: random.vector(2), continuous: i % 4 === 0 });
    world.update();
    const moves = Array.from({ length: 8 }, () => [...world.colliders].map(() => random.vector(2)));
    const play = () =>
      moves.map((frame) => {
        for (const [i, position] of frame.entries()) world.positions.set(position, 3 * i);
        world.update();
        return shown(world);
      });
    const bytes = world.snapshot({ shapes: false });
    const first = play();
    expect(first.some(({ lists }) => (lists[3]?.length ?? 0) > 0)).toBe(true);
    for (let round = 0; round < 3; round++) {
      world.rollback(bytes);
      expect(play(), `seed ${seed}`).toEqual(first);
    }
    expect(byRows(world)).toEqual(byRows(World.restore(world.snapshot(), {})));
  });

  it("ends loops, as an update does", () => {
    const world = new World();
    const shape = new Sphere(1);
    for (let i = 0; i < 4; i++) world.add({ shape, position: [0.5 * i, 0, 0] });
    world.update();
    const bytes = world.snapshot();
    let count = 0;
    for (const contact of world.contacts) {
      world.rollback(bytes);
      expect(complaintOf(() => contact.depth)).toMatch(/^invalid-argument: the loop has moved past/);
      count++;
    }
    for (const _ of world.touching) {
      world.rollback(bytes);
      count++;
    }
    expect(count).toBe(2);
  });

  it("takes the snapshot of another world", () => {
    const shapes = [new Sphere(1), new Box(2, 2, 2)];
    const [other, world] = [new World({ maxContacts: 700 }), new World()];
    for (let i = 0; i < 40; i++) other.add({ shape: shapes[i % 2] as Shape, position: [i, 0, 0], sensor: i % 3 === 0 });
    other.update();
    const mine = world.add({ shape: shapes[1] as Shape, position: [8, 8, 8], userData: "mine" });
    const stale = world.positions;
    world.rollback(other.snapshot({ shapes: false }), { shapes });
    expect(byRows(world)).toEqual(byRows(other));
    // The same row and generation.
    expect(world.at(0)).toBe(mine);
    expect([mine.shape, mine.sensor, mine.userData]).toEqual([shapes[0], true, "mine"]);
    expect(world.at(1)?.shape).toBe(shapes[1]);
    expect(stale).not.toBe(world.positions);
    stale[4] = 3;
    expect(complaintOf(() => world.update())).toMatch(/^invalid-argument: row 1 was written through a stale view/);
    world.update();
    other.update();
    expect(byRows(world)).toEqual(byRows(other));
    world.rollback(new World().snapshot());
    expect([world.size, mine.removed, [...world.colliders]]).toEqual([0, true, []]);
  });

  it.each(["go back", "part"])(
    `gives every collider of a snapshot back, over random histories that %s (HYPERPLANE_SEED=${seed})`,
    (how) => {
      const random = new Random(seed);
      const shapes: Shape[] = [
        new Sphere(0.4),
        new Box(0.5, 0.6, 0.7),
        new ConvexHull(TETRAHEDRON),
        new TriangleMesh(TETRAHEDRON, [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
        new HeightField([0, 0.5, 0.2, Number.NaN, 0, 0.1], { columns: 3, rows: 2, width: 1, depth: 1 }),
        new Voxels({ columns: 2, layers: 1, rows: 2, cellSize: 0.5, cells: [1, 0, 2, 1] }),
      ];
      shapes.push(new Compound(shapes.map((shape, i) => ({ shape, position: [i, 0, 0] as const }))));
      const world = new World();
      let saved: { bytes: Uint8Array; rows: (Collider | null)[]; shapes: Shape[]; shown: ReturnType<typeof shown> }[] =
        [];
      const rowsOf = () => Array.from({ length: world.positions.length / 3 }, (_, row) => world.at(row));
      let revived = 0;
      for (let step = 0; step < 600; step++) {
        const live = [...world.colliders];
        const chance = random.number();
        if (chance < 0.35 || live.length < 5) {
          const shape = shapes[random.integer(shapes.length)] as Shape;
          world.add({ shape, position: random.vector(2), static: random.number() < 0.3, userData: step });
        } else if (chance < 0.65) {
          world.remove(live[random.integer(live.length)] as Collider);
        } else if (chance < 0.8) {
          (live[random.integer(live.length)] as Collider).setPose(random.vector(2), random.quaternion());
        } else if (chance < 0.9) {
          world.update();
        } else if (chance < 0.95 || saved.length === 0) {
          const colliders = [...world.colliders];
          saved.push({
            bytes: world.snapshot({ shapes: random.number() < 0.3 }),
            rows: rowsOf(),
            shapes: colliders.map(({ shape }) => shape),
            shown: shown(world),
          });
        } else {
          const to = random.integer(saved.length);
          const { bytes, rows, shapes: had, shown: before } = saved[to] as (typeof saved)[0];
          // Only the array itself tells histories apart that have parted.
          const isCopy = how === "go back" && random.number() < 0.5;
          if (how === "go back") saved = saved.slice(0, to + 1);
          revived += rows.filter((collider) => collider?.removed).length;
          world.rollback(isCopy ? bytes.slice() : bytes, { shapes });
          expect(rowsOf().slice(0, rows.length)).toEqual(rows);
          for (const [i, collider] of [...world.colliders].entries()) {
            expect(collider).toBe(rows[collider.index]);
            expect(collider.shape).toBe(had[i]);
          }
          expect(shown(world)).toEqual(before);
        }
      }
      expect(revived).toBeGreaterThan(5);
    },
  );

  it("fails without a change", () => {
    const world = new World();
    const shape = new Sphere(1);
    for (let i = 0; i < 5; i++) world.add({ shape, position: [i, 0, 0] });
    world.update();
    const bytes = world.snapshot();
    const named = world.snapshot({ shapes: false });
    const gone = world.at(2) as Collider;
    world.remove(gone);
    world.positions[0] = 0.125;
    const before = shown(world);
    const dead = new Sphere(2);
    dead.dispose();
    let refused = 0;
    const refuse = (complaint: string, ...[source, options]: [unknown, unknown?]) => {
      refused++;
      expect(complaintOf(() => world.rollback(source as Uint8Array, options as object))).toContain(complaint);
    };
    refuse("invalid-argument: bytes must be a Uint8Array or an ArrayBuffer, got ", "snapshot");
    refuse("invalid-argument: the bytes are not a snapshot of a world", new Uint8Array(9));
    refuse("invalid-argument: the snapshot is damaged or incomplete", bytes.subarray(0, bytes.length - 8));
    refuse("invalid-argument: the snapshot is damaged or incomplete", named.with(90, 1 ^ (named[90] as number)));
    refuse("invalid-argument: the snapshot was written by another version of hyperplane", bytes.with(8, 5));
    refuse("invalid-argument: options must be an object", bytes, null);
    refuse("invalid-argument: there is no option shape: did you mean shapes", bytes, { shape });
    refuse("invalid-argument: options.shapes must be an array of shapes, got an object", bytes, { shapes: shape });
    refuse("invalid-argument: options.shapes must be an array of shapes, got null", bytes, { shapes: null });
    refuse("invalid-argument: options.shapes[1] must be a shape of this package, got an object", bytes, {
      shapes: [shape, {}],
    });
    refuse("disposed: options.shapes[0] is a sphere that has been disposed of", bytes, { shapes: [dead] });
    expect(refused).toBe(11);
    expect(shown(world)).toEqual(before);
    expect(gone.removed).toBe(true);
    world.dispose();
    expect(complaintOf(() => world.rollback(bytes))).toBe("disposed: the world has been disposed of");
  });

  it("fails without a change where memory runs out", async () => {
    const h = await fresh();
    await h.init({ wasm: wasmWithMemory(20 * 2 ** 20) });
    const source = new h.World();
    const random = new Random(5);
    // Hulls, whose objects are made after the core has restored the world.
    const cloud = () => Array.from({ length: 120 }, () => random.number(-1, 1));
    for (let i = 0; i < 60; i++) source.add({ shape: new h.ConvexHull(cloud()), position: [4 * i, 0, 0] });
    const bytes = source.snapshot();
    source.dispose();
    const world = new h.World();
    const box = new h.Box(1, 1, 1);
    const kept = world.add({ shape: box });
    world.update();
    const hash = world.hash();
    const ballast: InstanceType<typeof h.TriangleMesh>[] = [];
    const corners = Float64Array.from({ length: 900 }, () => random.number(-1, 1));
    let failures = 0;
    let successes = 0;
    // From a full memory to one with room enough.
    try {
      for (;;) ballast.push(new h.TriangleMesh(corners));
    } catch (error) {
      expect((error as { code: string }).code).toBe("out-of-memory");
    }
    const before = world.snapshot();
    while (successes < 3 && ballast.length > 0) {
      try {
        world.rollback(bytes);
        successes++;
        expect(world.size).toBe(60);
        world.rollback(before, { shapes: [box] });
        expect(world.at(0)).toBe(kept);
      } catch (error) {
        failures++;
        expect((error as { code: string }).code).toBe("out-of-memory");
        expect([world.size, world.at(0) === kept, kept.removed]).toEqual([1, true, false]);
      }
      expect(world.hash()).toBe(hash);
      for (const mesh of ballast.splice(-4)) mesh.dispose();
    }
    expect(failures).toBeGreaterThan(3);
    expect(successes).toBe(3);
  });

  it("leaks nothing, over a thousand times", () => {
    const world = new World();
    const shared = new Box(1, 1, 1);
    const hull = new ConvexHull(TETRAHEDRON);
    for (let i = 0; i < 40; i++) world.add({ shape: i % 2 === 0 ? shared : hull, position: [0.5 * i, 0, 0] });
    const own = new Sphere(0.25);
    const bullet = world.add({ shape: own });
    world.update();
    const [bytes, complete] = [world.snapshot({ shapes: false }), world.snapshot()];
    const round = (i: number) => {
      world.remove(bullet);
      world.add({ shape: new Sphere(1) }).shape.dispose();
      for (let k = 0; k < 4; k++) world.positions[3 * k] = i % 5;
      world.update();
      world.rollback(i % 2 === 0 ? bytes : complete, { shapes: [own] });
      expect(world.at(bullet.index)).toBe(bullet);
    };
    const counts = () => [space.words.buffer.byteLength, space.core.shapeCount(), space.core.worldCount()];
    for (let i = 0; i < 20; i++) round(i);
    const before = counts();
    for (let i = 0; i < 1000; i++) round(i);
    expect(counts()).toEqual(before);
    world.dispose();
    for (const shape of [shared, hull, own]) shape.dispose();
    expect(space.core.shapeCount()).toBe((before[1] as number) - 3);
  });
});

describe("a snapshot without shapes", () => {
  it("finds them by hash among those given", () => {
    const world = new World();
    const hull = new ConvexHull(TETRAHEDRON);
    const mesh = new TriangleMesh(TETRAHEDRON, [0, 1, 2, 0, 1, 3]);
    const compound = new Compound([{ shape: hull }, { shape: mesh, position: [0, 1, 0] }]);
    for (const shape of [new Sphere(0.5), new Box(1, 1, 1), new Box(1, 1, 1), hull, mesh, compound])
      world.add({ shape });
    world.update();
    const bytes = world.snapshot({ shapes: false });
    const missing = (...types: string[]) =>
      `invalid-argument: shapes that the snapshot names are missing, pass them as options.shapes: ${types.join(", ")}`;
    expect(complaintOf(() => World.restore(bytes))).toBe(
      missing("1 sphere", "1 box", "1 convex-hull", "1 compound", "1 triangle-mesh"),
    );
    const count = space.core.shapeCount();
    const equal = new ConvexHull(TETRAHEDRON);
    const given = [new Box(1, 1, 1), new Sphere(2), new Sphere(0.5), equal, compound, mesh, equal];
    expect(complaintOf(() => World.restore(bytes, { shapes: given.slice(0, 4) }))).toBe(
      missing("1 compound", "1 triangle-mesh"),
    );
    const copy = World.restore(bytes, { shapes: given });
    expect([...copy.colliders].map(({ shape }) => shape)).toEqual([
      given[2],
      given[0],
      given[0],
      equal,
      mesh,
      compound,
    ]);
    expect(byRows(copy)).toEqual(byRows(world));
    expect(copy.at(5)?.shape).toBe(compound);
    expect(space.core.shapeCount()).toBe(count + 4);
    for (const shape of [...given, hull]) shape.dispose();
    copy.update();
    world.update();
    expect(byRows(copy)).toEqual(byRows(world));
    copy.dispose();
    world.dispose();
  });

  it("is small, however large the meshes are", () => {
    const { vertices, indices } = terrain(new Random(3), 224, 100);
    const level = new TriangleMesh(vertices, indices);
    expect(level.triangleCount).toBeGreaterThan(100_000);
    const world = new World();
    world.add({ shape: level, static: true });
    const ball = new Sphere(0.5);
    for (let i = 0; i < 100; i++) world.add({ shape: ball, position: [i - 50, 0, 0] });
    world.update();
    const bytes = world.snapshot({ shapes: false });
    expect(bytes.length).toBeLessThan(64_000);
    expect(world.snapshot().length).toBeGreaterThan(3_000_000);
    const copy = World.restore(bytes, { shapes: [level, ball] });
    expect(byRows(copy)).toEqual(byRows(world));
    for (const each of [copy, world, level]) each.dispose();
  });

  it("finds a mesh by its present vertices", () => {
    const level = new TriangleMesh(TETRAHEDRON, [0, 1, 2, 0, 1, 3]);
    const world = new World();
    const collider = world.add({ shape: level, static: true });
    world.update();
    const [bytes, complete] = [world.snapshot({ shapes: false }), world.snapshot()];
    const hash = world.hash();
    level.setVertices(TETRAHEDRON.map((n) => n + 1));
    world.update();
    expect(complaintOf(() => world.rollback(bytes))).toMatch(/^invalid-argument: shapes.* 1 triangle-mesh$/);
    world.rollback(bytes, { shapes: [new TriangleMesh(TETRAHEDRON, [0, 1, 2, 0, 1, 3])] });
    expect(world.hash()).toBe(hash);
    expect([collider.removed, collider.shape === level]).toEqual([false, false]);
    world.rollback(complete);
    level.setVertices(TETRAHEDRON);
    const another = new World();
    expect(complaintOf(() => another.rollback(bytes))).toMatch(/1 triangle-mesh$/);
    another.rollback(bytes, { shapes: [level] });
    expect(another.at(0)?.shape).toBe(level);
    expect(another.hash()).toBe(hash);
  });

  it("needs no shape of a removed collider, but those of live ones that were disposed of", () => {
    const world = new World();
    world.add({ shape: new Box(1, 1, 1) });
    const bullet = world.add({ shape: new Sphere(0.5) });
    bullet.shape.dispose();
    world.update();
    const live = world.snapshot({ shapes: false });
    world.remove(bullet);
    const removed = world.snapshot({ shapes: false });
    world.update();
    expect(complaintOf(() => world.rollback(live))).toMatch(/: 1 sphere$/);
    world.rollback(removed);
    expect(bullet.removed).toBe(true);
    world.update();
    expect(world.ended.toArray().map(({ b }) => b)).toEqual([bullet]);
    world.rollback(live, { shapes: [new Sphere(0.5)] });
    expect(bullet.removed).toBe(false);
    // A disposed shape stays the collider's as long as it lives.
    const box = world.at(0)?.shape as Box;
    box.dispose();
    world.rollback(live);
    expect(world.at(0)?.shape).toBe(box);
  });

  it("keeps the shapes of its colliders", () => {
    const world = new World();
    const bullet = world.add({ shape: new Sphere(0.5) });
    const { shape } = bullet;
    const bytes = world.snapshot({ shapes: false });
    world.remove(bullet);
    expect(complaintOf(() => world.rollback(bytes.slice()))).toMatch(/: 1 sphere$/);
    world.rollback(bytes);
    expect(bullet.shape).toBe(shape);
    expect(errorOf(() => new World().rollback(bytes)).code).toBe("invalid-argument");
  });
});

describe("given shapes", () => {
  it("replace equal ones in a snapshot with shapes", () => {
    const hull = new ConvexHull(TETRAHEDRON);
    const [box, other] = [new Box(1, 2, 3), new Box(3, 2, 1)];
    const compound = new Compound([{ shape: hull }, { shape: box }, { shape: other }]);
    const world = new World();
    for (const shape of [hull, box, other, compound]) world.add({ shape });
    const bytes = world.snapshot();
    const all = World.restore(bytes, { shapes: [compound, box, hull] });
    expect([0, 1, 3].map((row) => all.at(row)?.shape)).toEqual([hull, box, compound]);
    expect(all.at(0)?.shape).toBe(hull);
    expect(all.at(3)?.shape).toBe(compound);
    expect(all.at(2)?.shape).not.toBe(other);
    const some = World.restore(bytes, { shapes: [hull] });
    const made = some.at(3)?.shape as Compound;
    expect(made).not.toBe(compound);
    expect(made.part(0).shape).toBe(hull);
    expect(made.part(1).shape).toBe(some.at(1)?.shape);
    for (const shape of [hull, box, other, compound]) shape.dispose();
    world.dispose();
    all.dispose();
    some.update();
    expect(some.contacts.count).toBeGreaterThan(3);
    some.dispose();
  });

  it("are read once, before anything changes", () => {
    const world = new World();
    const shape = new Sphere(1);
    world.add({ shape });
    const bytes = world.snapshot({ shapes: false });
    let reads = 0;
    const options = {
      get shapes() {
        reads++;
        new World().dispose();
        return [shape];
      },
    };
    expect(World.restore(bytes, options).at(0)?.shape).toBe(shape);
    world.rollback(bytes, options);
    expect(reads).toBe(2);
    const closing = {
      get shapes() {
        world.dispose();
        return [shape];
      },
    };
    expect(complaintOf(() => world.rollback(bytes, closing))).toBe("disposed: the world has been disposed of");
  });
});
