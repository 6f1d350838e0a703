import type { Collider } from "hyperplane";
import { describe, expect, it } from "vitest";
import { fresh } from "../support/fresh.js";
import { expectSameAnswers, freshWithGrowingMemory, membersOf, notAsked, notebook } from "../support/growing_memory.js";
import { Random } from "../support/random.js";

type Hyperplane = typeof import("hyperplane");
type World = InstanceType<Hyperplane["World"]>;

/** Every function of the live module that a caller can reach, by name. */
function everyName(h: Hyperplane): string[] {
  const world = new h.World();
  const shape = new h.Box(1, 1, 1);
  const collider = world.add({ shape });
  world.add({ shape });
  world.update();
  const [cursor] = world.contacts;
  const names = [
    ...Object.entries(h).flatMap(([name, value]) => (typeof value === "function" ? [name] : [])),
    ...membersOf(h.World.prototype, "World"),
    ...membersOf(Object.getPrototypeOf(h.World.prototype) as object, "World"),
    ...membersOf(h.Shape.prototype, "Shape"),
    ...membersOf(h.ConvexHull.prototype, "ConvexHull"),
    ...membersOf(h.Compound.prototype, "Compound"),
    ...membersOf(h.TriangleMesh.prototype, "TriangleMesh"),
    ...membersOf(h.HeightField.prototype, "HeightField"),
    ...membersOf(h.Voxels.prototype, "Voxels"),
    ...membersOf(h.PreparedPairs.prototype, "PreparedPairs"),
    ...membersOf(Object.getPrototypeOf(collider) as object, "Collider"),
    ...membersOf(Object.getPrototypeOf(world.contacts) as object, "ContactList"),
    ...membersOf(Object.getPrototypeOf(cursor) as object, "ContactCursor"),
    ...membersOf(Object.getPrototypeOf(world.began) as object, "PairList"),
    ...membersOf(Object.getPrototypeOf(world.impacts) as object, "ImpactList"),
    "World.restore",
    "TriangleMesh.deserialize",
    "HeightField.deserialize",
    "Voxels.deserialize",
  ];
  world.dispose();
  return names;
}

/** Calls everything in a random scene. @returns the answers by name */
function askEverything(h: Hyperplane, seed: number): Map<string, unknown[]> {
  const random = new Random(seed);
  const within = (low: number, high: number) => random.number(low, high);
  const { answers, ask } = notebook();
  const vector = (size: number) => [within(-size, size), within(-size, size), within(-size, size)];
  const quaternion = () => [within(-1, 1), within(-1, 1), within(-1, 1), within(0.1, 1)];
  const pose = (size: number) => ({ position: vector(size), quaternion: quaternion() });
  const sweep = () => ({ from: pose(3), to: pose(3) });
  const size = () => within(0.5, 1.5);
  const cloud = () => Array.from({ length: 3 * Math.floor(within(8, 40)) }, () => within(-1, 1));

  const box = ask("Box", () => new h.Box(size(), size(), size()));
  const hull = ask("ConvexHull", () => new h.ConvexHull(cloud()));
  const shapes = [
    box,
    hull,
    ask("Sphere", () => new h.Sphere(size())),
    ask("Capsule", () => new h.Capsule(size(), size())),
    ask("Cylinder", () => new h.Cylinder(size(), size())),
    ask("Cone", () => new h.Cone(size(), size())),
    ask("TaperedCapsule", () => new h.TaperedCapsule(size(), size(), size())),
    ask("Ellipsoid", () => new h.Ellipsoid(size(), size(), size())),
    ask("Triangle", () => new h.Triangle(vector(1), vector(1), vector(1))),
  ];
  const parts = shapes.map((shape) => ({ shape, ...pose(2) }));
  const compound = ask("Compound", () => new h.Compound(parts));
  const corners = cloud();
  const indices = Array.from({ length: 60 }, () => Math.floor(within(0, corners.length / 3)));
  const mesh = ask("TriangleMesh", () => new h.TriangleMesh(corners, indices, { sides: "front" }));
  const grid = { columns: 5, rows: 6, width: 4, depth: 4 };
  const heights = (count: number) => Array.from({ length: count }, () => within(-1, 1));
  const field = ask("HeightField", () => new h.HeightField(heights(30), grid));
  const ground = ask("HalfSpace", () => new h.HalfSpace());
  const voxels = ask("Voxels", () => new h.Voxels({ columns: 3, layers: 4, rows: 5 }));
  const any = () => shapes[Math.floor(within(0, shapes.length))] as typeof box;
  ask("ConvexHull.faces", () => hull.faces);
  ask("ConvexHull", () => hull.vertices);

  for (let i = 0; i < mesh.triangleCount; i++) ask("TriangleMesh.triangle", () => mesh.triangle(i));
  for (let i = 0; i < 12; i++) {
    ask("raycast", () => h.raycast(mesh, pose(1), vector(5), vector(1)));
    ask("explainRay", () => h.explainRay(mesh, pose(1), vector(5), vector(1)));
    ask("explainTree", () => h.explainTree(mesh, i));
    ask("closestPoint", () => h.closestPoint(mesh, pose(1), vector(3)));
    ask("support", () => h.support(mesh, pose(1), vector(1)));
    ask("TriangleMesh.setVertices", () => mesh.setVertices(corners.map((x) => x + within(-0.1, 0.1))));
    const bytes = ask("TriangleMesh.serialize", () => mesh.serialize());
    ask("TriangleMesh.deserialize", () => h.TriangleMesh.deserialize(bytes).triangle(i));
    ask("HeightField.setHeights", () => field.setHeights(heights(6), 1, 2, 3, 2));
    ask("HeightField.triangle", () => field.triangle(i));
    const fieldBytes = ask("HeightField.serialize", () => field.serialize());
    ask("HeightField.deserialize", () => h.HeightField.deserialize(fieldBytes).triangle(i));
    const cell = [i % 3, i % 4, i % 5] as const;
    ask("Voxels.set", () => voxels.set(...cell, i));
    ask("Voxels.fill", () => voxels.fill([0, 1, 2], [3, 2, 4], i % 2));
    ask("Voxels.get", () => voxels.get(...cell));
    ask("Voxels.cell", () => voxels.cell(i));
    for (const name of ["columns", "layers", "rows", "cellSize"] as const) ask(`Voxels.${name}`, () => voxels[name]);
    const cells = ask("Voxels.serialize", () => voxels.serialize());
    ask("Voxels.deserialize", () => h.Voxels.deserialize(cells).get(...cell));
    ask("raycast", () => h.raycast(field, pose(1), vector(5), vector(1)));
    const pair = [any(), pose(1), any(), pose(1)] as const;
    for (const name of ["intersects", "collide", "distance", "explainGjk"] as const) ask(name, () => h[name](...pair));
    ask("raycast", () => h.raycast(any(), pose(1), vector(5), vector(1)));
    ask("closestPoint", () => h.closestPoint(any(), pose(1), vector(3)));
    ask("support", () => h.support(any(), pose(1), vector(1)));
    for (const name of ["timeOfImpact", "explainTimeOfImpact"] as const)
      ask(name, () => h[name](any(), sweep(), any(), sweep()));
    ask("rotate", () => h.rotate(vector(3), quaternion()));
    ask("boxVertices", () => h.boxVertices(box, pose(2)));
  }
  for (let i = 0; i < parts.length; i++) {
    ask("Compound.part", () => compound.part(i));
    const pair = [compound, pose(2), i % 2 === 0 ? compound : any(), pose(2)] as const;
    for (const name of ["intersects", "collide", "collideAll", "distance"] as const) ask(name, () => h[name](...pair));
    ask("raycast", () => h.raycast(compound, pose(1), vector(5), vector(1)));
    ask("closestPoint", () => h.closestPoint(compound, pose(1), vector(3)));
  }
  ask("explainSat", () => h.explainSat(box, pose(1), hull, pose(1)));
  ask("explainEpa", () => h.explainEpa(hull, {}, box, {}));
  const count = 600; // more than a block
  const batch = {
    shapes: [...shapes, compound],
    pairs: Uint32Array.from({ length: 2 * count }, () => Math.floor(within(0, shapes.length + 1))),
    poses: Float64Array.from(Array.from({ length: 2 * count }, () => [...vector(1), ...quaternion()]).flat()),
  };
  for (const name of ["intersectsBatch", "distanceBatch", "mtvBatch"] as const) ask(name, () => h[name](batch));
  const prepared = ask("PreparedPairs", () => new h.PreparedPairs(batch.shapes, batch.pairs));
  ask("PreparedPairs.poses", () => prepared.poses).set(batch.poses);
  // Views, which the next growth detaches.
  ask("PreparedPairs.intersects", () => prepared.intersects().slice());
  for (const name of ["distances", "mtvs"] as const) ask(`PreparedPairs.${name}`, () => prepared[name]().slice());
  ask("PreparedPairs.dispose", () => prepared.dispose());

  const world: World = ask("World", () => new h.World());
  const colliders = Array.from({ length: 60 }, (_, i) =>
    ask("World.add", () =>
      world.add({
        shape: i % 9 === 0 ? compound : i % 31 === 0 ? voxels : i === 59 ? ground : any(),
        ...pose(4),
        continuous: i % 7 === 0,
        sensor: i % 11 === 0,
        layer: 1 + (i % 2),
      }),
    ),
  );
  const collider = () => colliders[Math.floor(within(0, 50))] as (typeof colliders)[number];
  const told: number[] = [];
  ask("World.on", () => {
    world.on("began", ({ a, b }) => told.push(a.index, b.index));
  });
  ask("Collider.on", () => {
    collider().on("ended", ({ index }) => told.push(index));
  });
  const rays = Float64Array.from({ length: 6 * 700 }, () => within(-6, 6));
  // Seven numbers per pose.
  const turns = (count: number) => rays.slice(0, 7 * count);
  for (let frame = 0; frame < 3; frame++) {
    ask("World.update", () => {
      world.update();
      return told.splice(0);
    });
    for (const name of ["size", "candidateCount", "broadPhase"] as const) ask(`World.${name}`, () => world[name]);
    ask("World.timings", () => world.timings);
    ask("World.positions", () => world.positions);
    ask("World.quaternions", () => world.quaternions);
    for (const filter of [undefined, ({ index }: { index: number }) => index % 3 !== 0]) {
      const exclude = filter === undefined ? [] : [collider(), collider()];
      const options = filter === undefined ? { mask: frame + 1 } : { mask: frame + 1, exclude, filter };
      ask("World.raycast", () => world.raycast(vector(6), vector(1), options));
      ask("World.raycastAll", () => world.raycastAll(vector(6), vector(1), options));
      ask("World.raycastBatch", () => world.raycastBatch(rays, options));
      ask("World.castShape", () => world.castShape(any(), sweep(), options));
      ask("World.overlap", () => world.overlap(any(), pose(3), options));
      ask("World.castShapeAll", () => world.castShapeAll(any(), sweep(), options));
      ask("World.nearest", () => world.nearest(any(), pose(3), options));
      ask("World.nearestAll", () => world.nearestAll(any(), pose(3), { ...options, maxDistance: 3 }));
      ask("World.closest", () => world.closest(vector(5), options));
      ask("World.castShapes", () => world.castShapes(any(), turns(2 * 300), options));
      ask("World.nearests", () => world.nearests(any(), turns(300), options));
      ask("World.overlaps", () => world.overlaps(any(), turns(300), options));
      ask("World.closests", () => world.closests(rays.subarray(0, 3 * 300), options));
      ask("moveAndSlide", () => h.moveAndSlide(world, box, pose(6), vector(4), { ...options, exclude: collider() }));
      const bodies = Float64Array.from({ length: 300 }, () => within(-4, 4));
      const deltas = bodies.map(() => within(-1, 1));
      ask("moveAndSlideBatch", () => [h.moveAndSlideBatch(world, box, bodies, deltas, options), bodies]);
      ask("World.motionAt", () => world.motionAt(collider(), vector(4)));
      const walker = ask("Character", () => new h.Character(world, { shape: box, position: vector(6), ...options }));
      ask("Character.step", () => walker.step(1, vector(4)));
      ask("Character.setShape", () => [walker.setShape(shapes[0] as typeof box), walker.save()]);
    }
    ask("ContactList.count", () => world.contacts.count);
    ask("ContactList.pairs", () => world.contacts.pairs);
    ask("ContactList.normals", () => world.contacts.normals);
    ask("ContactList.features", () => world.contacts.features);
    for (const list of [world.contacts, world.touching, world.impacts]) {
      ask("toArray", () => list.toArray());
      ask("at", () => list.at(-1));
      ask("spread", () => [...list].map(({ a, b }) => [a.index, b.index]));
    }
    // How many shapes there are depends on the garbage collector.
    ask("debug", () => h.debug().worlds.length > 0);
    ask("World.contactsOf", () => world.contactsOf(collider()));
    ask("World.touchingOf", () => world.touchingOf(collider()));
    ask("World.explainPair", () => world.explainPair(collider(), collider()));
    ask("World.addMany", () => {
      const added = world.addMany([1, 2, 3].map(() => ({ shape: any(), ...pose(9), mask: 0 })));
      for (const one of added.reverse()) one.remove();
    });
    for (const contact of world.contacts)
      for (const name of [
        "a",
        "b",
        "normal",
        "depth",
        "mtv",
        "points",
        "partA",
        "triangleA",
        "partB",
        "triangleB",
      ] as const)
        ask(`ContactCursor.${name}`, () => contact[name]);
    for (const contact of world.contacts) ask("ContactCursor.other", () => contact.other(contact.a));
    for (const list of [world.began, world.ended, world.touching]) {
      ask("PairList.count", () => list.count);
      ask("PairList.pairs", () => list.pairs);
      expect([...list].length).toBe(list.count);
    }
    ask("ImpactList.count", () => world.impacts.count);
    ask("World.hash", () => world.hash());
    ask("World.separation", () => world.separation(world.at(0) as Collider));
    ask("World.bounds", () => world.bounds());
    ask("World.bounds", () => world.bounds(new Float64Array(2 * world.positions.length)));
    ask("World.explainBroadPhase", () => world.explainBroadPhase());
    const bytes = ask("World.snapshot", () => world.snapshot());
    const restored = h.World.restore(bytes);
    ask("World.restore", () => restored.hash());
    ask("World.rollback", () => {
      const named = world.snapshot({ shapes: false });
      collider().teleport(vector(4));
      world.update();
      world.rollback(named);
      // Of another world, whose rows and shapes are new ones.
      restored.rollback(bytes);
      return [world.hash(), restored.hash()];
    });
    restored.dispose();
    for (let i = 0; i < 20; i++) {
      ask("Collider.setPose", () => collider().setPose(vector(4)));
      ask("Collider.setPose", () => collider().setPose(vector(4), quaternion()));
      ask("Collider.teleport", () => collider().teleport(vector(4)));
    }
    ask("Collider.setFilter", () => collider().setFilter(3, 0xffff));
    ask("Collider.position", () => {
      const { position } = collider();
      position.x += 0.1;
      return { ...position };
    });
    ask("Collider.quaternion", () => ({ ...collider().quaternion }));
    ask("Collider.enabled", () => {
      const changed = collider();
      changed.enabled = !changed.enabled;
      return changed.enabled;
    });
    ask("Collider.sensor", () => {
      const changed = collider();
      changed.sensor = !changed.sensor;
      return changed.sensor;
    });
    ask("Collider.shape", () => {
      const changed = collider();
      changed.shape = any();
      return changed.shape.type;
    });
    ask("Collider.kinds", () => {
      const changed = collider();
      changed.kinds = [1, 3];
      return changed.kinds;
    });
    collider().layer = 1;
    collider().mask = 7;
    collider().margin = 0.02;
    for (const name of [
      "index",
      "shape",
      "static",
      "sensor",
      "continuous",
      "removed",
      "layer",
      "mask",
      "margin",
    ] as const)
      ask(`Collider.${name}`, () => collider()[name]);
    ask("World.ignore", () => world.ignore(colliders[0] as never, colliders[1] as never, frame !== 1));
    ask("World.refit", () => world.refit());
    ask("World.at", () => world.at(frame));
    ask("World.colliders", () => [...world.colliders]);
    ask("World.remove", () => world.remove(colliders[50 + frame] as never));
    world.broadPhase = (["bvh", "sweep-and-prune", "brute-force"] as const)[frame] as "bvh";
  }
  ask("World.dispose", () => world.dispose());
  ask("Shape.dispose", () => box.dispose());
  return answers;
}

describe("memory that grows within a call", () => {
  const start = async (): Promise<Hyperplane> => {
    const hyperplane = await fresh();
    await hyperplane.init();
    return hyperplane;
  };

  it("changes no answer of any function", async () => {
    const { hyperplane, growths } = await freshWithGrowingMemory();
    const ordinary = await start();
    const asked = expectSameAnswers(
      { seeds: 3, leastGrowths: 500, growths },
      (h, seed) => askEverything(h, seed),
      ordinary,
      hyperplane,
    );
    const names = everyName(ordinary);
    expect(names.length).toBeGreaterThan(60);
    for (const name of names) expect(asked.has(name) || notAsked.includes(name), name).toBe(true);
  });

  it("is seen by a call whose argument made it grow", async () => {
    const { hyperplane: h } = await freshWithGrowingMemory();
    const world = new h.World();
    const box = new h.Box(1, 1, 1);
    world.add({ shape: box });
    // The getter runs while the call is writing the pose; its own calls grow memory and use the same records.
    const odd = {
      get position() {
        world.update();
        return [3, 0, 0];
      },
      quaternion: [0, 0, 0, 1],
    };
    for (let i = 0; i < 3; i++) {
      expect(h.distance(box, {}, box, odd).distance).toBeCloseTo(2, 12);
      expect(h.intersects(box, {}, box, odd)).toBe(false);
      expect(
        h.timeOfImpact(box, { from: {}, to: {} }, box, { from: odd, to: { position: [0, 0, 0] } })?.time,
      ).toBeCloseTo(2 / 3, 9);
      expect(world.overlap(box, odd)).toEqual([]);
    }
  });

  it("gives no NaN where many worlds make it grow by themselves", async () => {
    const h = await start();
    const random = new Random(7);
    const place = () => random.number(0, 20);
    const worlds: World[] = [];
    const box = new h.Box(1, 1, 1);
    const hasOnlyNumbers = (value: unknown): boolean =>
      typeof value === "number"
        ? Number.isFinite(value)
        : typeof value !== "object" ||
          value === null ||
          "setPose" in value ||
          Object.values(value).every(hasOnlyNumbers);
    let hits = 0;
    for (let i = 0; i < 400; i++) {
      const world = new h.World();
      worlds.push(world);
      for (let k = 0; k < 300; k++) world.add({ shape: box, position: [place(), place(), place()] });
      const queries = [
        () => world.raycast([-5, place(), place()], [1, 0, 0]),
        () => world.closest([place(), place(), place()]),
        () => world.castShape(box, { from: { position: [-5, 9, 9] }, to: { position: [25, 9, 9] } }),
        () => h.moveAndSlide(world, box, { position: [-5, 10, 10] }, [10, 0, 0]),
      ];
      for (let k = 0; k < 4; k++) {
        const answer = queries[(i + k) % 4]?.();
        if (answer !== null) hits++;
        expect(hasOnlyNumbers(answer), `world ${i}, query ${(i + k) % 4}`).toBe(true);
      }
    }
    expect(hits).toBeGreaterThan(1200);
    for (const world of worlds) world.dispose();
  });
});
