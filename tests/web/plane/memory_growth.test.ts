import { describe, expect, it } from "vitest";
import { fresh } from "../support/fresh.js";
import { expectSameAnswers, freshWithGrowingMemory, membersOf, notAsked, notebook } from "../support/growing_memory.js";
import { Random } from "../support/random.js";

type Plane = typeof import("hyperplane/2d");
type Collider = import("hyperplane/2d").Collider;
type Shape = import("hyperplane/2d").Shape;

/** Every function of the live module that a caller can reach, by name. */
function everyName(h: Plane): string[] {
  const world = new h.World();
  const [collider] = [0, 0].map(() => world.add({ shape: new h.Circle(1) })) as [Collider];
  world.update();
  const [cursor] = world.contacts;
  const base = Object.getPrototypeOf(collider) as object;
  const kinds: [string, object][] = [
    ["World", h.World.prototype],
    ["World", Object.getPrototypeOf(h.World.prototype) as object],
    ["Shape", h.Shape.prototype],
    ["Collider", base],
    ["Collider", Object.getPrototypeOf(base) as object],
    ["ContactList", Object.getPrototypeOf(world.contacts) as object],
    ["ContactCursor", Object.getPrototypeOf(cursor) as object],
    ["PairList", Object.getPrototypeOf(world.began) as object],
    ["ImpactList", Object.getPrototypeOf(world.impacts) as object],
  ];
  const functions = Object.entries(h).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
  return [...functions, ...kinds.flatMap(([name, prototype]) => membersOf(prototype, name)), "World.restore"];
}

/** Calls everything in a random scene. @returns the answers by name */
function askEverything(h: Plane, seed: number): Map<string, unknown[]> {
  const random = new Random(seed);
  const { answers, ask } = notebook();
  const within = (low: number, high: number) => random.number(low, high);
  const vector = (size: number) => [within(-size, size), within(-size, size)];
  const pose = (size: number) => ({ position: vector(size), angle: within(-3, 3) });
  const sweep = () => ({ from: pose(3), to: pose(3) });
  const size = () => within(0.5, 1.5);
  const cloud = (count: number) => Array.from({ length: 2 * count }, () => within(-1, 1));
  const star = Array.from({ length: 9 }, (_, i) => {
    const reach = size();
    return [reach * Math.cos((i * 2 * Math.PI) / 9), reach * Math.sin((i * 2 * Math.PI) / 9)];
  }).flat();

  const polygon = ask("Polygon", () => new h.Polygon(star));
  const convex = ask("ConvexPolygon", () => new h.ConvexPolygon(cloud(12), { radius: 0.1 }));
  ask("ConvexPolygon", () => convex.vertices);
  ask("Polygon", () => polygon.parts);
  const plain = [
    convex,
    ask("Circle", () => new h.Circle(size())),
    ask("Rectangle", () => new h.Rectangle(size(), size())),
    ask("Capsule", () => new h.Capsule(size(), size())),
    ask("Ellipse", () => new h.Ellipse(size(), size())),
    ask("Segment", () => new h.Segment(vector(1), vector(1))),
  ];
  const shapes: Shape[] = [
    ...plain,
    polygon,
    ask("Chain", () => new h.Chain([-2, 0, -1, 0.5, 1, -0.2, 2, 0], { sides: "front" })),
    ask("Compound", () => new h.Compound(plain.map((shape) => ({ shape, ...pose(2) })))),
    ask("TileMap", () => {
      const kinds = { 2: { polygon: [0, 0, 1, 0, 1, 1] }, 3: { oneWay: [0, 1] } };
      const tiles = Array.from({ length: 30 }, () => Math.floor(within(0, 4)));
      return new h.TileMap({ columns: 6, rows: 5, tiles, kinds });
    }),
  ];
  const ground = ask("HalfSpace", () => new h.HalfSpace());
  const map = shapes.at(-1) as InstanceType<Plane["TileMap"]>;
  for (let i = 0; i < 5; i++) {
    const [x, y] = [Math.floor(within(0, 5)), Math.floor(within(0, 4))];
    ask("TileMap.set", () => map.set(x, y, i));
    ask("TileMap.fill", () => map.fill([x, y], [x + 1, y + 1], 3 - i / 2 > 1 ? 1 : 0));
    ask("TileMap.get", () => map.get(x, y));
    ask("TileMap.tile", () => map.tile(x + y));
  }
  const any = () => shapes[Math.floor(within(0, shapes.length))] as Shape;
  for (let i = 0; i < 20; i++) {
    const pair = [any(), pose(1), any(), pose(1)] as const;
    for (const name of ["intersects", "collide", "collideAll", "distance"] as const) ask(name, () => h[name](...pair));
    ask("raycast", () => h.raycast(any(), pose(1), vector(5), vector(1)));
    ask("closestPoint", () => h.closestPoint(any(), pose(1), vector(3)));
    ask("support", () => h.support(any(), pose(1), vector(1)));
    ask("timeOfImpact", () => h.timeOfImpact(any(), sweep(), any(), sweep()));
    ask("explainSat", () => h.explainSat(convex, pose(1), plain[2] as Shape, pose(1)));
  }
  const count = 600; // more than a block
  const batch = {
    shapes,
    pairs: Uint32Array.from({ length: 2 * count }, () => Math.floor(within(0, shapes.length))),
    poses: Float64Array.from(Array.from({ length: 2 * count }, () => [...vector(1), within(-3, 3)]).flat()),
  };
  for (const name of ["intersectsBatch", "distanceBatch", "mtvBatch"] as const) ask(name, () => h[name](batch));

  const world = ask("World", () => new h.World());
  const colliders = Array.from({ length: 60 }, (_, i) =>
    ask("World.add", () =>
      world.add({
        shape: i === 59 ? ground : any(),
        ...pose(4),
        continuous: i % 7 === 0,
        sensor: i % 11 === 0,
        enabled: i % 13 !== 0,
      }),
    ),
  );
  const collider = () => colliders[Math.floor(within(0, 50))] as Collider;
  const told: number[] = [];
  ask("World.on", () => {
    world.on("began", ({ a, b }) => told.push(a.index, b.index));
  });
  ask("Collider.on", () => {
    collider().on("ended", ({ index }) => told.push(index));
  });
  const rays = Float64Array.from({ length: 4 * 700 }, () => within(-6, 6));
  for (let frame = 0; frame < 3; frame++) {
    ask("World.update", () => {
      world.update();
      return told.splice(0);
    });
    for (const name of ["size", "candidateCount", "broadPhase", "positions", "angles"] as const)
      ask(`World.${name}`, () => world[name]);
    for (const filter of [undefined, ({ index }: { index: number }) => index % 3 !== 0]) {
      const options = filter === undefined ? {} : { filter, exclude: [collider(), collider()] };
      ask("World.raycast", () => world.raycast(vector(6), vector(1), options));
      ask("World.raycastAll", () => world.raycastAll(vector(6), vector(1), options));
      ask("World.raycastBatch", () => world.raycastBatch(rays, options));
      ask("World.castShape", () => world.castShape(any(), sweep(), options));
      ask("World.overlap", () => world.overlap(any(), pose(3), options));
      ask("World.castShapeAll", () => world.castShapeAll(any(), sweep(), options));
      ask("World.nearest", () => world.nearest(any(), pose(3), options));
      ask("World.nearestAll", () => world.nearestAll(any(), pose(3), { ...options, maxDistance: 3 }));
      ask("World.closest", () => world.closest(vector(5), options));
      const sweeps = Float64Array.from({ length: 6 * 300 }, () => within(-4, 4));
      ask("World.castShapes", () => world.castShapes(any(), sweeps, options));
      ask("World.nearests", () => world.nearests(any(), sweeps, options));
      ask("World.overlaps", () => world.overlaps(any(), sweeps, options));
      ask("World.closests", () => world.closests(sweeps, options));
      const body = plain[1] as Shape;
      ask("moveAndSlide", () => h.moveAndSlide(world, body, pose(6), vector(4), options));
      const bodies = Float64Array.from({ length: 200 }, () => within(-4, 4));
      const deltas = bodies.map(() => within(-1, 1));
      ask("moveAndSlideBatch", () => [h.moveAndSlideBatch(world, body, bodies, deltas, options), bodies]);
      ask("World.motionAt", () => world.motionAt(collider(), vector(4)));
      const walker = ask("Character", () => new h.Character(world, { shape: body, position: vector(6), ...options }));
      ask("Character.step", () => walker.step(1, vector(4)));
      ask("Character.setShape", () => [walker.setShape(body), walker.save()]);
    }
    for (const name of ["count", "pairs", "normals"] as const) ask(`ContactList.${name}`, () => world.contacts[name]);
    for (const list of [world.contacts, world.touching, world.impacts]) {
      ask("toArray", () => [list.toArray(), list.at(-1), [...list].map(({ a, b }) => [a.index, b.index])]);
    }
    ask("World.contactsOf", () => world.contactsOf(collider()));
    ask("World.touchingOf", () => world.touchingOf(collider()));
    ask("World.explainPair", () => world.explainPair(collider(), collider()));
    ask("World.addMany", () => {
      const added = world.addMany([1, 2, 3].map(() => ({ shape: any(), ...pose(9), mask: 0 })));
      for (const one of added.reverse()) one.remove();
    });
    ask("World.separation", () => world.separation(collider()));
    for (const contact of world.contacts)
      for (const name of ["a", "b", "normal", "depth", "mtv", "points", "partA", "partB"] as const)
        ask(`ContactCursor.${name}`, () => contact[name]);
    for (const contact of world.contacts) ask("ContactCursor.other", () => contact.other(contact.a));
    for (const list of [world.began, world.ended, world.touching]) {
      ask("PairList.count", () => list.count);
      ask("PairList.pairs", () => list.pairs);
    }
    ask("ImpactList.count", () => world.impacts.count);
    ask("World.bounds", () => world.bounds());
    ask("World.bounds", () => world.bounds(new Float64Array(2 * world.positions.length)));
    ask("World.explainBroadPhase", () => world.explainBroadPhase());
    ask("World.timings", () => world.timings);
    ask("World.hash", () => world.hash());
    const bytes = ask("World.snapshot", () => world.snapshot());
    const restored = h.World.restore(bytes);
    ask("World.restore", () => restored.hash());
    ask("World.rollback", () => {
      collider().shape = any();
      collider().teleport(vector(4));
      world.update();
      world.rollback(bytes);
      return [world.hash(), collider().shape.type];
    });
    restored.dispose();
    for (let i = 0; i < 10; i++) {
      ask("Collider.setPose", () => collider().setPose(vector(4)));
      ask("Collider.teleport", () => collider().teleport(vector(4), within(-3, 3)));
      const changed = collider();
      ask("Collider.position", () => {
        changed.position.x += 0.1;
        changed.position = [changed.position.y, changed.position.x];
        return { ...changed.position };
      });
      ask("Collider.angle", () => {
        changed.angle += 0.1;
        return changed.angle;
      });
      for (const name of ["enabled", "static", "sensor", "continuous"] as const)
        ask(`Collider.${name}`, () => {
          if (within(0, 1) < 0.3) changed[name] = !changed[name];
          return changed[name];
        });
      ask("Collider.shape", () => {
        changed.shape = any();
        return changed.shape.type;
      });
    }
    ask("Collider.kinds", () => {
      const mover = collider();
      mover.kinds = [1, 3];
      return mover.kinds;
    });
    ask("Collider.margin", () => {
      collider().margin = 0.02;
      return collider().margin;
    });
    ask("Collider.setFilter", () => collider().setFilter(3, 0xffff));
    for (const name of ["index", "removed", "layer", "mask"] as const) ask(`Collider.${name}`, () => collider()[name]);
    ask("World.ignore", () => world.ignore(colliders[0] as Collider, colliders[1] as Collider, frame !== 1));
    ask("World.refit", () => world.refit());
    // How many shapes there are depends on the garbage collector.
    ask("debug", () => h.debug().worlds.length > 0);
    ask("World.at", () => world.at(frame));
    ask("World.colliders", () => [...world.colliders]);
    ask("World.remove", () => world.remove(colliders[50 + frame] as Collider));
    ask("Collider.remove", () => (colliders[55 + frame] as Collider).remove());
    world.broadPhase = (["bvh", "sweep-and-prune", "brute-force"] as const)[frame] as "bvh";
  }
  ask("World.dispose", () => world.dispose());
  ask("Shape.dispose", () => polygon.dispose());
  return answers;
}

describe("memory of the plane that grows within a call", () => {
  it("changes no answer of any function", async () => {
    const { hyperplane, growths } = await freshWithGrowingMemory<Plane>("2d.js");
    const ordinary = (await fresh("2d.js")) as unknown as Plane;
    await ordinary.init();
    const asked = expectSameAnswers({ seeds: 2, leastGrowths: 500, growths }, askEverything, ordinary, hyperplane);
    const names = everyName(ordinary);
    expect(names.length).toBeGreaterThan(60);
    for (const name of names) expect(asked.has(name) || notAsked.includes(name), name).toBe(true);
  });
});
