import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Box, type Collider, type Contact, type ContactPoint, collide, init, Sphere, World } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { fresh } from "../support/fresh.js";
import { countGarbage } from "../support/garbage.js";

beforeAll(() => init());

const box = () => new Box(1, 1, 1);
const rows = (pairs: Iterable<{ a: Collider; b: Collider }>) => Array.from(pairs, ({ a, b }) => [a.index, b.index]);

describe("a world", () => {
  it("finds contacts with the numbers of collide", () => {
    const world = new World();
    const shape = box();
    const a = world.add({ shape, position: [1, 2, 3] });
    const b = world.add({ shape, position: { x: 1.75, y: 2.25, z: 3 }, quaternion: [0, 0, 0, 1] });
    world.update();
    expect(world.contacts.count).toBe(1);
    expect([...world.contacts.pairs]).toEqual([a.index, b.index]);
    expect([...world.contacts.normals]).toEqual([1, 0, 0, 0.25]);
    const [contact] = world.contacts.toArray();
    const single = collide(shape, { position: [1, 2, 3] }, shape, { position: [1.75, 2.25, 3] }) as Contact;
    expect(contact).toMatchObject({ a, b, normal: single.normal, depth: single.depth, mtv: single.mtv });
    expect(contact?.points).toHaveLength(4);
    contact?.points.forEach((point, i) => {
      const { onA, onB, depth } = single.points[i] as ContactPoint;
      expect(point.depth).toBe(depth);
      for (const key of ["x", "y", "z"] as const) {
        expect(point.onA[key]).toBeCloseTo(onA[key], 6);
        expect(point.onB[key]).toBeCloseTo(onB[key], 6);
      }
    });
    const ids = (points: readonly ContactPoint[] = []) => points.map(({ id }) => id).sort();
    expect(ids(contact?.points)).toEqual(ids(single.points));
    for (const { points } of world.contacts) expect(ids(points)).toEqual(ids(single.points));
  });

  it("takes poses that are written in bulk with update, for queries with refit", () => {
    const world = new World();
    const a = world.add({ shape: box() });
    world.positions[3 * a.index] = 10;
    expect(world.raycast([-5, 0, 0], [1, 0, 0])?.distance).toBe(4.5);
    world.refit();
    expect(world.raycast([-5, 0, 0], [1, 0, 0])?.distance).toBe(14.5);
    world.positions[3 * a.index] = 20;
    world.update();
    expect(world.raycast([-5, 0, 0], [1, 0, 0])?.distance).toBe(24.5);
  });

  it("turns by quaternions of rows", () => {
    const world = new World();
    const a = world.add({ shape: new Box(4, 1, 1) });
    world.quaternions.set([0, 0, 3, 3], 4 * a.index);
    world.refit();
    expect(world.raycast([0, 5, 0], [0, -1, 0])?.distance).toBeCloseTo(3, 6);
  });

  it("reports what began and ended", () => {
    const world = new World();
    const a = world.add({ shape: box() });
    const b = world.add({ shape: box(), position: [0.5, 0, 0] });
    const door = world.add({ shape: new Sphere(0.2), sensor: true });
    world.update();
    expect(rows(world.began)).toEqual([
      [a.index, b.index],
      [a.index, door.index],
      [b.index, door.index],
    ]);
    expect(rows(world.contacts)).toEqual([[a.index, b.index]]);
    world.update();
    expect(rows(world.began)).toEqual([]);
    expect(rows(world.touching)).toHaveLength(3);
    b.setPose([5, 0, 0]);
    world.remove(door);
    world.update();
    expect(rows(world.ended)).toHaveLength(3);
    const removed = Array.from(world.ended, ({ b: second }) => second).filter((collider) => collider.removed);
    expect(removed).toEqual([door, door]);
  });

  it("filters by layer and mask, and leaves ignored pairs out", () => {
    const world = new World();
    const a = world.add({ shape: box(), layer: 1, mask: 2 });
    const b = world.add({ shape: box(), layer: 2, mask: 1, userData: "b" });
    const touches = () => {
      world.update();
      return world.contacts.count === 1;
    };
    expect(touches()).toBe(true);
    b.layer = 4;
    expect(touches()).toBe(false);
    b.setFilter(-1, 0xffffffff);
    expect([b.layer, b.mask]).toEqual([0xffffffff, 0xffffffff]);
    expect(touches()).toBe(true);
    world.ignore(a, b);
    expect(touches()).toBe(false);
    world.ignore(b, a, false);
    expect(touches()).toBe(true);
    expect(b.userData).toBe("b");
  });

  it("knows size and rows", () => {
    const world = new World({ capacity: 10 });
    expect(world.positions).toHaveLength(30);
    expect(world.quaternions).toHaveLength(40);
    const a = world.add({ shape: box() });
    const b = world.add({ shape: box(), static: true });
    expect(world.size).toBe(2);
    expect([a.static, b.static, b.sensor]).toEqual([false, true, false]);
    expect(world.at(b.index)).toBe(b);
    world.remove(b);
    expect(world.at(b.index)).toBe(null);
    expect(world.at(1e6)).toBe(null);
    expect(world.size).toBe(1);
    expect([a.removed, b.removed]).toEqual([false, true]);
  });

  it("keeps the shapes of its colliders", () => {
    const world = new World();
    const shape = new Sphere(1);
    const a = world.add({ shape });
    shape.dispose();
    new Sphere(5);
    expect(world.raycast([-5, 0, 0], [1, 0, 0])?.distance).toBe(4);
    expect(a.shape).toBe(shape);
    expect(complaintOf(() => world.add({ shape }))).toBe(
      "disposed: options.shape is a sphere that has been disposed of",
    );
  });

  it("gives the same answers with every broad phase", () => {
    const hashes = (["automatic", "sweep-and-prune", "bvh", "brute-force"] as const).map((broadPhase) => {
      const world = new World({ broadPhase });
      for (let i = 0; i < 100; i++) world.add({ shape: box(), position: [(i * 7) % 10, (i * 3) % 5, i % 4] });
      world.update();
      if (broadPhase !== "automatic") expect(world.broadPhase).toBe(broadPhase);
      expect(world.contacts.count).toBeGreaterThan(50);
      expect(world.candidateCount).toBeGreaterThanOrEqual(world.contacts.count);
      return world.hash();
    });
    expect(new Set(hashes).size).toBe(1);
    expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/);
  });

  it("measures its stages", () => {
    const world = new World({ measure: true });
    const shape = box();
    for (let i = 0; i < 2000; i++) world.add({ shape, position: [0.9 * i, 0, 0] });
    world.update();
    const { bounds, broadPhase, narrowPhase, events } = world.timings;
    for (const time of [bounds, broadPhase, narrowPhase, events]) expect(time).toBeGreaterThanOrEqual(0);
    expect(bounds + broadPhase + narrowPhase + events).toBeGreaterThan(0);
    expect(Object.values(new World().timings)).toEqual([0, 0, 0, 0]);
  });
});

describe("what a world shows of its insides", () => {
  it("bounds that hold the colliders, by row", () => {
    const world = new World();
    const gone = world.add({ shape: box() });
    const a = world.add({ shape: new Sphere(2), position: [1, 2, 3] });
    world.remove(gone);
    const bounds = world.bounds();
    expect(bounds).toHaveLength(2 * world.positions.length);
    const of = (index: number) => bounds.subarray(6 * index, 6 * index + 6);
    for (const [i, expected] of [-1, 0, 1, 3, 4, 5].entries()) expect(of(a.index)[i]).toBeCloseTo(expected, 4);
    expect(of(a.index)[0]).toBeLessThanOrEqual(-1);
    expect(of(gone.index)).toSatisfy((row: Float64Array) => row.every(Number.isNaN));
    expect(world.bounds(bounds)).toBe(bounds);
    expect(new World().bounds()).toHaveLength(0);
    expect(complaintOf(() => world.bounds(new Float64Array(5)))).toMatch(
      /^invalid-argument: out must have room for \d+ numbers, has 5$/,
    );
    expect(complaintOf(() => world.bounds([] as never))).toBe(
      "invalid-argument: out must be a Float64Array, got an array of length 0",
    );
  });

  it("the axis that was sorted along, or the trees", () => {
    const world = new World({ broadPhase: "sweep-and-prune" });
    for (let i = 0; i < 100; i++) world.add({ shape: box(), position: [0, 3 * i, 0] });
    world.update();
    const sweep = world.explainBroadPhase();
    expect(sweep).toMatchObject({ broadPhase: "sweep-and-prune", axis: "y", nodes: [] });
    expect(sweep.cells).toBeGreaterThan(0);

    world.broadPhase = "bvh";
    world.positions[1] = -3;
    world.update();
    const trees = world.explainBroadPhase();
    expect(trees).toMatchObject({ broadPhase: "bvh", axis: null, cells: 0 });
    expect(trees.nodes[0]).toMatchObject({ depth: 0, static: false });
    expect(trees.nodes[0]?.min.y).toBeCloseTo(-3.5, 3);
    expect(trees.nodes[0]?.max.y).toBeCloseTo(297.5, 3);
    const depths = trees.nodes.map(({ depth }) => depth);
    expect(Math.max(...depths)).toBeGreaterThan(1);
    expect(world.explainBroadPhase(1).nodes).toHaveLength(depths.filter((depth) => depth <= 1).length);
    expect(complaintOf(() => world.explainBroadPhase(-1))).toMatch(
      /^invalid-argument: maxDepth must be a whole number/,
    );
  });
});

describe("loops over contacts", () => {
  function crowd(): World {
    const world = new World();
    for (let i = 0; i < 6; i++) world.add({ shape: box(), position: [0.1 * i, 0, 0] });
    world.update();
    return world;
  }

  it("may stand within each other, end early, and start again", () => {
    const world = crowd();
    let rounds = 0;
    for (const outer of world.contacts) {
      const before = [outer.a.index, outer.b.index];
      for (const inner of world.contacts) {
        rounds++;
        if (inner.a.index === outer.a.index && inner.b.index === outer.b.index) break;
      }
      expect([outer.a.index, outer.b.index]).toEqual(before);
    }
    expect(rounds).toBe((15 * 16) / 2);
    expect(rows(world.contacts)).toHaveLength(15);
  });

  it("give events that may be held side by side, and are used again after the next update", () => {
    const world = crowd();
    const first = [...world.began];
    expect(first.map(({ a, b }) => [a.index, b.index])).toEqual(rows(world.began));
    expect(first).toHaveLength(15);
    for (const { a } of first) a.setPose([5 * a.index, 0, 0]);
    world.update();
    for (const { b } of world.ended) b.setPose([0, 0, 0]);
    world.update();
    expect(world.began.count).toBeGreaterThan(0);
    const again = [...world.began];
    for (const [i, event] of again.entries()) expect(event).toBe(first[i]);
  });

  it("use two cursors in turn", () => {
    const world = crowd();
    const seen = new Set<unknown>();
    for (let round = 0; round < 3; round++) for (const contact of world.contacts) seen.add(contact).add(contact.normal);
    expect(seen.size).toBe(4);
  });

  it("go on while colliders are removed and added, and memory grows", () => {
    const world = crowd();
    const kept: Collider[] = [];
    let rounds = 0;
    for (const { a, b, normal, points } of world.contacts) {
      rounds++;
      if (!b.removed) world.remove(b);
      for (let i = 0; i < 3000; i++) kept.push(world.add({ shape: kept[0]?.shape ?? box(), position: [0, 1e3, 0] }));
      expect(a.index).toBeLessThan(b.index);
      expect(Math.hypot(normal.x, normal.y, normal.z)).toBeCloseTo(1, 6);
      expect(points.length).toBeGreaterThan(0);
    }
    expect(rounds).toBe(15);
    expect(world.size).toBe(1 + 45000);
  });

  it("end when an update puts other contacts in their place", () => {
    const world = crowd();
    let rounds = 0;
    for (const _ of world.contacts) {
      rounds++;
      world.update();
    }
    expect(rounds).toBe(1);
  });
});

describe("live views", () => {
  it("are renewed when memory grows, and writes to old ones change nothing", () => {
    const world = new World();
    const first = world.add({ shape: box(), position: [1, 2, 3] });
    const stale = [world.positions];
    for (let i = 0; i < 100_000; i++) {
      world.add({ shape: first.shape, position: [i, 0, 0] });
      if (world.positions !== stale[stale.length - 1]) stale.push(world.positions);
    }
    expect(stale.length).toBeGreaterThan(5);
    expect([...world.positions.subarray(0, 3)]).toEqual([1, 2, 3]);
    const hash = world.hash();
    const written = stale.slice(0, -1).filter((view) => view.length > 0);
    for (const view of written) view.fill(Number.NaN);
    for (const _ of written) expect(() => world.refit()).toThrow("stale view");
    world.refit();
    expect(world.hash()).toBe(hash);
    expect(world.positions).toBe(world.positions);
  });

  it.each(["positions", "quaternions"] as const)("report writes to %s that have moved", (name) => {
    const world = new World({ capacity: 16 });
    const shape = box();
    const add = (count: number) => {
      for (let i = 0; i < count; i++) world.add({ shape, position: [3 * world.size, 0, 0] });
    };
    add(16);
    const stale = world[name];
    const size = stale.length / 16;
    add(1);
    if (stale.length === 0) throw new Error("memory has grown: choose another capacity");
    expect(world[name]).not.toBe(stale);
    world.update();
    const hash = world.hash();
    const complaint = (row: number) =>
      `invalid-argument: row ${row} was written through a stale view: the rows moved when colliders were added, ` +
      `read world.${name} again`;
    const writes: [number, (view: typeof stale, at: number) => void][] = [
      [0, (view, at) => (view[at] = 1)],
      [15, (view, at) => (view[at] = 0)],
      [7, (view, at) => ((view[at] as number) += 0.01)],
      [3, (view, at) => view.set([0, 1], at)],
      [4, (view, at) => (view[at] = Number.NaN)],
    ];
    for (const [row, write] of writes) {
      write(stale, size * row);
      expect(complaintOf(() => world.update())).toBe(complaint(row));
      world.update();
      write(stale, size * row + size - 2);
      expect(complaintOf(() => world.refit())).toBe(complaint(row));
      world.refit();
      expect(world.hash()).toBe(hash);
    }
    // The new view works, also after another move.
    const fresh = world[name];
    fresh[0] = 0.5;
    world.update();
    expect(world.hash()).not.toBe(hash);
    add(32);
    fresh[1] = 0.5;
    stale[1] = 0.5;
    expect(complaintOf(() => world.update())).toBe(complaint(0));
    expect(complaintOf(() => world.update())).toBe(complaint(0));
    world.update();
  });

  it("are detached when memory grows", () => {
    const world = new World({ capacity: 16 });
    const shape = box();
    world.add({ shape });
    const { positions } = world;
    for (let i = 0; positions.length > 0; i++) {
      if (i === 1000) throw new Error("memory has not grown");
      new World({ capacity: 10_000 }).add({ shape });
    }
    positions[0] = 7;
    expect(positions[0]).toBeUndefined();
    expect(() => positions.set([7])).toThrow(TypeError);
    world.update();
    expect(world.positions[0]).toBe(0);
  });

  it("of a disposed world can be written without effect", () => {
    const shape = box();
    const views: Float64Array[] = [];
    for (let i = 0; i < 20; i++) {
      const world = new World({ capacity: 1000 });
      world.add({ shape });
      views.push(world.positions);
      world.dispose();
    }
    const world = new World({ capacity: 1000 });
    const a = world.add({ shape, position: [7, 0, 0] });
    for (const view of views) if (view.length > 0) view.fill(1e300);
    world.update();
    expect(world.raycast([0, 0, 0], [1, 0, 0])).toMatchObject({ collider: a, distance: 6.5 });
  });
});

describe("misuse is refused by name", () => {
  const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
  type Use = (world: World, collider: Collider) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: wrong arguments on purpose
  const wrong = (value: unknown): any => value;
  const cases: [use: Use, message: string][] = [
    [() => new World(wrong(null)), "invalid-argument: options must be an object, got null"],
    [
      () => new World({ broadPhase: wrong("grid") }),
      'invalid-argument: options.broadPhase must be one of "automatic", "sweep-and-prune", "bvh", "brute-force", got the string "grid"',
    ],
    [
      () => new World({ capacity: -1 }),
      "invalid-argument: options.capacity must be a whole number from 0 to 16777216, got -1",
    ],
    [
      (world) => world.add(wrong(undefined)),
      "invalid-argument: add takes an object with shape, position and quaternion, got undefined",
    ],
    [
      (world) => world.add(box() as never),
      "invalid-argument: add takes an object with shape, position and quaternion, got an object of class Box",
    ],
    [(world) => world.add(wrong({})), "invalid-argument: options.shape must be a shape of this package, got undefined"],
    [
      (world) => world.add({ shape: box(), position: [nan, 0, 0] }),
      "invalid-argument: options.position[0] must be a finite number, got NaN",
    ],
    [
      (world) => world.add({ shape: box(), quaternion: { x: 0, y: 0, z: 0, w: 0 } }),
      "invalid-argument: options.quaternion must not be zero",
    ],
    [
      (world) => world.add({ shape: box(), layer: 1.5 }),
      "invalid-argument: options.layer must be a whole number of 32 bits, got 1.5",
    ],
    [
      (world) => world.add({ shape: box(), static: wrong(1) }),
      "invalid-argument: options.static must be true or false, got 1",
    ],
    [(world) => world.remove(wrong({ index: 0 })), "invalid-argument: collider must be a collider, got an object"],
    [
      (world) => world.remove(new World().add({ shape: box() })),
      "invalid-argument: collider is a collider of another world",
    ],
    [(world, a) => world.ignore(a, a), "invalid-argument: a and b must be two colliders, got the same one twice"],
    [(_, a) => a.setPose([0, 0, infinity]), "invalid-argument: position[2] must be a finite number, got Infinity"],
    [(_, a) => a.setPose([0, 0, 0], [0, 0, 0, 0]), "invalid-argument: quaternion must not be zero"],
    [
      (_, a) => a.setPose([1e13, 0, 0]),
      "invalid-argument: position is out of range: a coordinate may be at most 1e12 m in magnitude, got 10000000000000",
    ],
    [(world) => world.raycast([0, 0, 0], [0, 0, 0]), "invalid-argument: direction must not be zero"],
    [
      (world) => world.raycast(wrong("here"), [0, 0, 1]),
      'invalid-argument: origin must be an object with x, y and z, or an array of 3 numbers, got the string "here"',
    ],
    [
      (world) => world.raycast([0, 0, 0], [1, 0, 0], { maxDistance: -1 }),
      "invalid-argument: options.maxDistance must be a length of at least 0 m, got -1",
    ],
    [
      (world) => world.raycastAll([0, 0, 0], [1, 0, 0], { filter: wrong(3) }),
      "invalid-argument: options.filter must be a function, got 3",
    ],
    [
      (world) => world.raycastBatch(wrong([0])),
      "invalid-argument: rays must be a Float64Array, got an array of length 1",
    ],
    [
      (world) => world.raycastBatch(new Float64Array(7)),
      "invalid-argument: rays must have 6 numbers per ray, got 7 in all",
    ],
    [
      (world) => world.raycastBatch(new Float64Array([0, 0, 0, 1, 0, 0, 0, nan, 0, 1, 0, 0])),
      "invalid-argument: ray 1: origin[1] must be a finite number, got NaN",
    ],
    [
      (world) => world.overlap(box(), wrong({ x: 1 })),
      "invalid-argument: pose must be an object with position and quaternion, got an object",
    ],
    [
      (world) => world.castShape(box(), wrong(null)),
      "invalid-argument: sweep must be an object with the poses from and to, got null",
    ],
    [
      (world) => world.castShape(box(), wrong({ from: {} })),
      "invalid-argument: sweep.to must be an object with position and quaternion, got undefined",
    ],
    [
      (world) => world.castShape(box(), { from: { position: [0, nan, 0] }, to: {} }),
      "invalid-argument: sweep.from.position[1] must be a finite number, got NaN",
    ],
    [
      (world) => world.castShape(wrong({}), { from: {}, to: {} }),
      "invalid-argument: shape must be a shape of this package, got an object",
    ],
    [(world) => world.closest([0, nan, 0]), "invalid-argument: point[1] must be a finite number, got NaN"],
  ];
  it.each(cases.map(([use, message]) => ({ use, message })))("$message", ({ use, message }) => {
    const world = new World();
    const a = world.add({ shape: box() });
    world.add({ shape: box(), position: [0.5, 0, 0] });
    world.update();
    const before = world.hash();
    expect(complaintOf(() => use(world, a))).toBe(message);
    expect(world.hash()).toBe(before);
    expect(world.size).toBe(2);
  });

  it("a wrong row changes nothing, and is named", () => {
    const world = new World();
    const a = world.add({ shape: box() });
    const b = world.add({ shape: box(), position: [0.5, 0, 0] });
    world.update();
    const before = world.hash();
    world.positions[3 * a.index] = 50;
    world.positions[3 * b.index + 1] = nan;
    for (const call of [() => world.update(), () => world.refit()]) {
      expect(complaintOf(call)).toBe(
        "invalid-argument: the pose in row 1 is wrong: a coordinate of the position is not a finite number",
      );
    }
    expect(world.hash()).toBe(before);
    expect(world.contacts.count).toBe(1);
    world.positions[3 * b.index + 1] = 0;
    world.quaternions.fill(0, 4 * b.index, 4 * b.index + 4);
    expect(complaintOf(() => world.update())).toMatch(/row 1 is wrong: the quaternion is zero$/);
    world.quaternions[4 * b.index + 3] = 2;
    world.update();
    expect(world.contacts.count).toBe(0);
  });

  it("removed colliders throw disposed", () => {
    const world = new World();
    const a = world.add({ shape: box() });
    const b = world.add({ shape: box() });
    world.remove(a);
    const next = world.add({ shape: box() });
    expect(next.index).toBe(a.index);
    world.remove(a);
    a.remove();
    expect(complaintOf(() => a.setPose([0, 0, 0]))).toBe("disposed: the collider has been removed");
    expect(complaintOf(() => a.setFilter(1, 1))).toBe("disposed: the collider has been removed");
    expect(complaintOf(() => world.ignore(b, a))).toBe("disposed: b is a collider that has been removed");
    expect(next.removed).toBe(false);
  });

  it("a disposed world is disposed", () => {
    const world = new World();
    const a = world.add({ shape: box() });
    world.update();
    world.dispose();
    world.dispose();
    expect(a.removed).toBe(true);
    const uses: (() => unknown)[] = [
      () => world.add({ shape: box() }),
      () => world.remove(a),
      () => world.update(),
      () => world.refit(),
      () => world.size,
      () => world.positions,
      () => world.contacts.count,
      () => [...world.contacts],
      () => [...world.began],
      () => world.raycast([0, 0, 0], [1, 0, 0]),
      () => world.raycastBatch(new Float64Array(6)),
      () => world.overlap(box(), {}),
      () => world.castShape(box(), { from: {}, to: {} }),
      () => world.closest([0, 0, 0]),
      () => world.hash(),
      () => a.setPose([0, 0, 0]),
    ];
    for (const use of uses) expect(complaintOf(use)).toBe("disposed: the world has been disposed of");
  });

  it("more than the caps allow is out-of-memory, and the world goes on", () => {
    const world = new World({ maxContacts: 10, maxCandidates: 30 });
    const colliders = Array.from({ length: 5 }, (_, i) => world.add({ shape: box(), position: [0.1 * i, 0, 0] }));
    world.update();
    expect(world.contacts.count).toBe(10);
    for (const more of [1, 10]) {
      for (let i = 0; i < more; i++) colliders.push(world.add({ shape: box() }));
      expect(complaintOf(() => world.update())).toMatch(
        /^out-of-memory: more (contacts|pairs with overlapping bounds) /,
      );
      expect(world.contacts.count).toBe(10);
    }
    for (const collider of colliders.splice(3)) world.remove(collider);
    world.update();
    expect(world.contacts.count).toBe(3);
  });
});

describe("memory", () => {
  it("is freed by dispose, by using, and when a world is forgotten", async () => {
    const script = fileURLToPath(new URL("../support/forget_worlds.js", import.meta.url));
    // Young space for all of it: a collection would hide what there was.
    const room = ["--min-semi-space-size=256", "--max-semi-space-size=256"];
    const output = execFileSync(process.execPath, ["--expose-gc", ...room, script], { encoding: "utf8" });
    const { before, after } = JSON.parse(output) as { before: number; after: number };
    expect(before).toBeGreaterThan(0);
    expect(after).toBe(before);
  });

  it("holds at most 160 bytes of JavaScript's heap a collider", () => {
    const script = fileURLToPath(new URL("../support/count_collider_heap.js", import.meta.url));
    const output = execFileSync(process.execPath, ["--expose-gc", script], { encoding: "utf8" });
    const { bytes, sizes } = JSON.parse(output) as { bytes: number; sizes: number[] };
    expect(sizes).toEqual([20_000, 20_000]);
    expect(bytes).toBeGreaterThan(50);
    expect(bytes).toBeLessThan(160);
  });

  // Made one after another they share a row, whose generation outgrows its bits in the world's number.
  it("has room for any number of worlds that are disposed of", () => {
    for (let i = 0; i < 70_000; i++) new World().dispose();
  });

  it("is not asked for by update and loops, frame after frame", () => {
    const { bytesPerFrame, contacts } = countGarbage("count_garbage.js");
    expect(contacts).toBeGreaterThan(100);
    // Less than one object for each contact: engines box a number that a getter returns, 16 bytes, where they do not inline it.
    expect(bytesPerFrame).toBeLessThan(32 * contacts);
    // Takes 20 s of a core, and several times that beside other work.
  }, 300_000);

  it("of the core stays where it is through a soak of adds, removes and updates", async () => {
    const { init: start, World: Place, Box: Cube } = await fresh();
    await start();
    const world = new Place();
    const shape = new Cube(1, 1, 1);
    const colliders: Collider[] = [];
    let seed = 1;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32;
    };
    const step = () => {
      if (colliders.length < 50 || random() < 0.5) {
        colliders.push(world.add({ shape, position: [5 * random(), 5 * random(), 0] }) as unknown as Collider);
      } else {
        const [collider] = colliders.splice(Math.floor(random() * colliders.length), 1);
        world.remove(collider as never);
      }
      if (colliders.length > 80) for (const collider of colliders.splice(40)) world.remove(collider as never);
      world.update();
    };
    for (let i = 0; i < 2000; i++) step();
    const before = world.positions.buffer.byteLength;
    for (let i = 0; i < 20000; i++) step();
    expect(world.positions.buffer.byteLength).toBe(before);
  });
});
