import { Box, type Collider, type ContactCursor, defineLayers, init, Sphere, World } from "hyperplane";
import * as plane from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

/** Lists of a world as arrays have them, and what they say of one collider. */

beforeAll(() => Promise.all([init(), plane.init()]));

/** A row of unit boxes, each 0.1 m into the next. */
function row(count: number): { world: World; boxes: Collider[] } {
  const world = new World();
  const shape = new Box(1, 1, 1);
  const boxes = Array.from({ length: count }, (_, i) => world.add({ shape, position: [0.9 * i, 0, 0] }));
  world.update();
  return { world, boxes };
}

const pairOf = ({ a, b }: { readonly a: Collider; readonly b: Collider }) => [a.index, b.index];

describe("lists", () => {
  it("have at, map, find and toArray", () => {
    const { world } = row(4);
    for (const list of [world.contacts, world.began, world.touching]) {
      expect(list.toArray().map(pairOf)).toEqual([
        [0, 1],
        [1, 2],
        [2, 3],
      ]);
      expect((list.map as (call: typeof pairOf) => number[][])(pairOf)).toEqual(list.toArray().map(pairOf));
      const found = [list.at(0), list.at(2), list.at(-1), list.at(-3)].map((pair) => pair && pairOf(pair));
      expect(found).toEqual([
        [0, 1],
        [2, 3],
        [2, 3],
        [0, 1],
      ]);
      expect([list.at(3), list.at(-4), list.find(() => false)]).toEqual([undefined, undefined, undefined]);
      expect(list.find(({ a }: { a: Collider }) => a.index === 1)?.b.index).toBe(2);
      for (const wrong of [Number.NaN, 0.5, "0", null, undefined]) {
        expect(complaintOf(() => list.at(wrong as never))).toContain("index must be a whole number");
      }
      expect(complaintOf(() => list.map(null as never))).toContain("convert must be a function, got null");
      expect(complaintOf(() => list.find({} as never))).toContain("accepts must be a function, got an object");
      const { at } = list;
      expect(complaintOf(() => at.call({} as never, 0))).toContain("must be called on a list of a world");
      expect(complaintOf(() => at.call(Object.create(list) as never, 0))).toContain("must be called on");
    }
    expect([world.impacts.at(0), world.impacts.map(String), world.impacts.find(() => true)]).toEqual([
      undefined,
      [],
      undefined,
    ]);
    world.dispose();
    expect(complaintOf(() => world.contacts.at(0))).toContain("disposed");
    expect(complaintOf(() => world.touching.map(String))).toContain("disposed");
  });

  it("may be changed in their callbacks", () => {
    const { world, boxes } = row(5);
    expect(
      world.contacts.map(({ a, b, depth }) => {
        a.removed || a.remove();
        world.update();
        return [b.index, depth.toFixed(6)];
      }),
    ).toEqual([1, 2, 3, 4].map((index) => [index, "0.100000"]));
    expect(boxes.map(({ removed }) => removed)).toEqual([true, true, true, true, false]);
  });
});

describe("contacts that are handed on", () => {
  const copies: [string, (world: World) => readonly ContactCursor[]][] = [
    ["by spreading", ({ contacts }) => [...contacts]],
    ["by Array.from", ({ contacts }) => Array.from(contacts)],
    [
      "by a loop that only collects",
      ({ contacts }) => {
        const list: ContactCursor[] = [];
        for (const contact of contacts) list.push(contact);
        return list;
      },
    ],
    [
      "by destructuring",
      ({ contacts }) => {
        const [a, b, c] = contacts;
        return [a, b, c] as ContactCursor[];
      },
    ],
    ["by a set", ({ contacts }) => [...new Set(contacts)]],
    ["by toArray", ({ contacts }) => contacts.toArray()],
  ];
  for (const [how, take] of copies) {
    it(`are copies ${how}`, () => {
      const { world, boxes } = row(4);
      for (let round = 0; round < 3; round++) {
        const list = take(world);
        const expected = world.contacts.toArray();
        for (const box of boxes) box.position.y += 5;
        for (let i = 0; i < 50; i++) world.add({ shape: new Sphere(0.1), position: [i, -9 - 3 * round, 0] });
        world.update();
        expect(list.map(pairOf)).toEqual(expected.map(pairOf));
        for (const [i, contact] of list.entries()) {
          const { normal, depth, mtv, points, partA, triangleB } = contact;
          expect({ normal, depth, mtv, points, partA, triangleB }).toEqual(
            (({ normal, depth, mtv, points, partA, triangleB }) => ({ normal, depth, mtv, points, partA, triangleB }))(
              expected[i] as (typeof expected)[number],
            ),
          );
        }
        // A loop in between works as ever.
        let seen = 0;
        for (const { depth } of world.contacts) seen += Number(depth > 0.05);
        expect(seen).toBe(3);
      }
    });
  }

  it("are reused by a loop that reads them, and then throw", () => {
    const { world } = row(4);
    const held: ContactCursor[] = [];
    for (const contact of world.contacts) if (contact.depth > 0) held.push(contact);
    expect(new Set(held).size).toBe(2);
    for (const contact of held) expect(complaintOf(() => contact.depth)).toContain("has moved past this contact");
    for (const contact of world.contacts) {
      world.update();
      expect(complaintOf(() => contact.depth)).toContain("has moved past this contact");
    }
    let first: ContactCursor | undefined;
    for (const contact of world.contacts) {
      first = contact;
      break;
    }
    world.dispose();
    expect(first?.depth).toBeCloseTo(0.1, 7);
  });

  it("nest", () => {
    const { world } = row(3);
    const seen: number[][] = [];
    for (const { a } of world.contacts) for (const { b } of [...world.contacts]) seen.push([a.index, b.index]);
    expect(seen).toEqual([
      [0, 1],
      [0, 2],
      [1, 1],
      [1, 2],
    ]);
  });

  it("are copies in the plane, too", () => {
    const world = new plane.World();
    const shape = new plane.Rectangle(1, 1);
    const boxes = [0, 1, 2].map((i) => world.add({ shape, position: [0.9 * i, 0] }));
    world.update();
    const list = [...world.contacts];
    expect(world.contacts.at(-1)?.depth).toBeCloseTo(0.1, 7);
    expect(world.contacts.find(({ a }) => a === boxes[1])?.b).toBe(boxes[2]);
    boxes[2]?.remove();
    world.update();
    expect(list.map(({ a, b, depth }) => [a.index, b.index, depth.toFixed(6)])).toEqual([
      [0, 1, "0.100000"],
      [1, 2, "0.100000"],
    ]);
    expect(world.touching.map(({ a, b }) => [a.index, b.index])).toEqual([[0, 1]]);
    world.clear();
    expect(world.size).toBe(0);
  });
});

describe("contactsOf and touchingOf", () => {
  it("tell of one collider", () => {
    const { world, boxes } = row(5);
    const [, b, c, d] = boxes as [Collider, Collider, Collider, Collider];
    const sensor = world.add({ shape: new Sphere(0.2), position: [1.8, 0, 0], sensor: true });
    expect([world.contactsOf(sensor), world.touchingOf(sensor)]).toEqual([[], []]);
    world.update();
    expect(world.contactsOf(c)).toEqual(
      world.contacts.toArray().filter((contact) => contact.a === c || contact.b === c),
    );
    expect(world.contactsOf(c).map(pairOf)).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(world.touchingOf(c)).toEqual([b, d, sensor]);
    expect([world.contactsOf(sensor), world.touchingOf(sensor)]).toEqual([[], [c]]);
    d.remove();
    expect([world.contactsOf(c).map(pairOf), world.touchingOf(c)]).toEqual([[[1, 2]], [b, sensor]]);
    for (const other of world.touchingOf(c)) other.remove();
    expect(world.touchingOf(c)).toEqual([]);
    expect(complaintOf(() => world.touchingOf(d))).toContain("disposed: collider is a collider that has been removed");
    const stranger = row(1).boxes[0] as Collider;
    expect(complaintOf(() => world.contactsOf(stranger))).toContain("is a collider of another world");
    expect(complaintOf(() => world.contactsOf(null as never))).toContain("collider must be a collider, got null");
    expect(complaintOf(() => World.prototype.contactsOf.call({} as never, c))).toContain("world must be a World");
    world.dispose();
    expect(complaintOf(() => world.touchingOf(c))).toContain("disposed");
  });
});

describe("exclude", () => {
  it("leaves colliders out of every query", () => {
    const { world, boxes } = row(4);
    const [a, b, c] = boxes as [Collider, Collider, Collider];
    const ball = new Sphere(0.2);
    const ask = (options: { exclude?: Collider | readonly Collider[]; filter?: (collider: Collider) => boolean }) => [
      world.raycast([-5, 0, 0], [1, 0, 0], options)?.collider.index,
      world.raycastAll([-5, 0, 0], [1, 0, 0], options)[0]?.collider.index,
      world.raycastBatch(Float64Array.of(-5, 0, 0, 1, 0, 0, -5, 0, 0, 1, 0, 0), options).colliders[1],
      world.overlap(ball, {}, options)[0]?.index,
      world.closest([-5, 0, 0], options)?.collider.index,
      world.castShape(ball, { from: { position: [-5, 0, 0] }, to: { position: [5, 0, 0] } }, options)?.collider.index,
      world.castShapes(ball, Float64Array.of(-5, 0, 0, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0, 1), options).colliders[0],
      world.overlaps(ball, Float64Array.of(0, 0, 0, 0, 0, 0, 1), options).colliders[0],
      world.closests(Float64Array.of(-5, 0, 0), options).colliders[0],
    ];
    const all = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    const nobody = (row: number) => [row, row, row, undefined, row, row, row, undefined, row];
    expect(ask({})).toEqual(all);
    expect(ask({ exclude: a })).toEqual(nobody(1));
    expect(ask({ exclude: [a, b] })).toEqual(nobody(2));
    expect(ask({ exclude: [a], filter: (collider) => collider !== b && collider !== c })).toEqual(nobody(3));
    expect(ask({ exclude: [] })).toEqual(all);
    expect(ask({})).toEqual(all);
    // Getters of arguments may query.
    const origin = {
      get x() {
        expect(world.raycast([-5, 0, 0], [1, 0, 0])?.collider).toBe(a);
        return -5;
      },
      y: 0,
      z: 0,
    };
    expect(world.raycast(origin, [1, 0, 0], { exclude: a })?.collider).toBe(b);
    const list = [a, b];
    world.raycastAll([-5, 0, 0], [1, 0, 0], { exclude: list, filter: () => false });
    expect(list).toEqual([a, b]);
    const rays = Float64Array.of(-5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    expect(complaintOf(() => world.raycastBatch(rays, { exclude: a }))).toContain("ray 1: direction must not be zero");
    expect(ask({})).toEqual(all);
  });

  it("takes colliders of the world only", () => {
    const { world, boxes } = row(2);
    const stranger = row(1).boxes[0] as Collider;
    const gone = boxes[1] as Collider;
    gone.remove();
    const wrong: [unknown, string][] = [
      [null, "options.exclude must be a collider, got null"],
      [3, "options.exclude must be a collider, got 3"],
      [[undefined], "options.exclude must be a collider, got undefined"],
      [stranger, "options.exclude is a collider of another world"],
      [[gone], "options.exclude is a collider that has been removed"],
    ];
    for (const [exclude, message] of wrong) {
      const options = { exclude: exclude as Collider };
      for (const call of [
        () => world.raycast([0, 0, 0], [1, 0, 0], options),
        () => world.raycastAll([0, 0, 0], [1, 0, 0], options),
        () => world.raycastBatch(new Float64Array(0), options),
        () => world.overlap(new Sphere(1), {}, options),
        () => world.closest([0, 0, 0], options),
        () => world.castShape(new Sphere(1), { from: {}, to: {} }, options),
      ]) {
        expect(complaintOf(call)).toContain(message);
      }
    }
    expect(complaintOf(() => world.raycast([0, 0, 0], [1, 0, 0], { excludes: boxes[0] } as never))).toContain(
      "there is no option excludes: did you mean exclude?",
    );
  });

  it("works in the plane", () => {
    const world = new plane.World();
    const shape = new plane.Circle(0.5);
    const [a, b] = [0, 2].map((x) => world.add({ shape, position: [x, 0] })) as [plane.Collider, plane.Collider];
    const options = { exclude: a };
    expect(world.raycast([-5, 0], [1, 0], options)?.collider).toBe(b);
    expect(world.raycastAll([-5, 0], [1, 0], options)).toHaveLength(1);
    expect(world.raycastBatch(Float64Array.of(-5, 0, 1, 0), options).colliders[0]).toBe(b.index);
    expect(world.overlap(new plane.Circle(9), {}, options)).toEqual([b]);
    expect(world.closest([-5, 0], options)?.collider).toBe(b);
    expect(complaintOf(() => world.raycast([0, 0], [1, 0], { exclude: 1 as never }))).toContain("options.exclude");
  });
});

describe("defineLayers", () => {
  it("names bits", () => {
    const layers = defineLayers("player", "enemy", "wall");
    const player: number = layers.player;
    expect([player, layers.enemy, layers.wall, Object.keys(layers)]).toEqual([1, 2, 4, ["player", "enemy", "wall"]]);
    expect(Object.isFrozen(layers)).toBe(true);
    // @ts-expect-error a name that was not given
    expect(layers.door).toBeUndefined();
    const many = Array.from({ length: 32 }, (_, i) => `layer ${i}`);
    const all = defineLayers(...many);
    expect(all["layer 31"]).toBe(2 ** 31);
    const world = new World();
    const shape = new Sphere(1);
    const a = world.add({ shape, layer: all["layer 31"] as number, mask: layers.enemy | (all["layer 31"] as number) });
    world.add({ shape, layer: layers.enemy });
    world.add({ shape, layer: layers.wall });
    world.update();
    expect(world.touchingOf(a).map(({ index }) => index)).toEqual([1]);
    expect(Object.keys(defineLayers())).toEqual([]);
    expect(Object.keys(defineLayers("__proto__"))).toEqual(["__proto__"]);
  });

  it("takes names only", () => {
    expect(complaintOf(() => defineLayers("a", "b", "a"))).toBe(
      'invalid-argument: layer names must be strings without repeats, got the string "a"',
    );
    for (const wrong of [undefined, null, 3, "", ["a"]]) {
      expect(complaintOf(() => defineLayers("a", wrong as never))).toContain("layer names must be strings");
    }
    expect(complaintOf(() => defineLayers(...Array.from({ length: 33 }, String)))).toContain(
      "at most 32 layers, got 33",
    );
  });
});
