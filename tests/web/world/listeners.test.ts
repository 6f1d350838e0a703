import { Box, type Collider, init, World } from "hyperplane";
import * as plane from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

beforeAll(() => Promise.all([init(), plane.init()]));

/** What both modules have. */
const modules = [
  { name: "space", make: () => new World(), box: () => new Box(1, 1, 1), place: (x: number) => [x, 0, 0] },
  {
    name: "the plane",
    make: () => new plane.World() as unknown as World,
    box: () => new plane.Rectangle(1, 1) as unknown as Box,
    place: (x: number) => [x, 0],
  },
];

for (const { name, make, box, place } of modules) {
  /** A row of unit boxes, each 0.1 m into the next, before the first update. */
  const row = (count: number) => {
    const world = make();
    const shape = box();
    const options = Array.from({ length: count }, (_, i) => ({ shape, position: place(0.9 * i) }));
    return { world, boxes: world.addMany(options) as [Collider, Collider, Collider, ...Collider[]] };
  };

  describe(`listeners in ${name}`, () => {
    it("are told of each pair, in order", () => {
      const { world, boxes } = row(4);
      const told: string[] = [];
      const [a, b] = boxes;
      b.on("began", (other) => told.push(`b began ${other.index}`));
      world.on("began", (event) => told.push(`began ${event.a.index} ${event.b.index} ${event.other(event.a).index}`));
      world.on("ended", (event) => told.push(`ended ${event.a.index} ${event.b.index}`));
      a.on("ended", (other) => told.push(`a ended ${other.index}`));
      world.on("began", () => told.push("second"));
      world.update();
      expect(told.splice(0)).toEqual([
        "began 0 1 1",
        "second",
        "b began 0",
        "began 1 2 2",
        "second",
        "b began 2",
        "began 2 3 3",
        "second",
      ]);
      world.update();
      expect(told).toEqual([]);
      a.setPose(place(-9));
      boxes[3]?.setPose(place(0.4));
      world.update();
      expect(told.splice(0)).toEqual(["began 1 3 3", "second", "b began 3", "ended 0 1", "a ended 1", "ended 2 3"]);
      world.refit();
      expect(told).toEqual([]);
    });

    it("stop when they are told to, once", () => {
      const { world, boxes } = row(3);
      const told: string[] = [];
      const listener = () => told.push("both");
      const stop = world.on("began", listener);
      const stopAgain = world.on("began", listener);
      const stopOwn = boxes[0].on("began", () => told.push("own"));
      stop();
      stop();
      world.update();
      expect(told.splice(0)).toEqual(["both", "own", "both"]);
      stopAgain();
      stopOwn();
      for (const collider of boxes) collider.enabled = false;
      world.update();
      for (const collider of boxes) collider.enabled = true;
      world.update();
      expect([told, world.began.length]).toEqual([[], 2]);
    });

    it("may stop others, and start new ones", () => {
      const { world, boxes } = row(3);
      const told: string[] = [];
      let isFirst = true;
      world.on("began", () => {
        told.push("first");
        stopSecond();
        if (isFirst) world.on("began", () => told.push("new"));
        isFirst = false;
      });
      const stopSecond = world.on("began", () => told.push("second"));
      world.update();
      // The new one is told of what comes after.
      expect(told).toEqual(["first", "first", "new"]);
      expect(boxes[0].removed).toBe(false);
    });

    it("may remove colliders, whose own listeners are then not called", () => {
      const { world, boxes } = row(4);
      const hits: number[] = [];
      const all: string[] = [];
      const [, bullet] = boxes;
      bullet.on("began", (other) => {
        hits.push(other.index);
        bullet.remove();
        other.remove();
      });
      bullet.on("began", () => hits.push(-1));
      bullet.on("ended", () => hits.push(-2));
      world.on("began", ({ a, b }) => all.push(`began ${a.index} ${b.index} ${a.removed}`));
      world.on("ended", ({ a, b }) => all.push(`ended ${a.index} ${b.index} ${b.removed}`));
      world.update();
      expect(hits).toEqual([0]);
      expect(all.splice(0)).toEqual(["began 0 1 false", "began 1 2 true", "began 2 3 false"]);
      world.update();
      expect([hits, all]).toEqual([[0], ["ended 0 1 true", "ended 1 2 false"]]);
      expect(complaintOf(() => bullet.on("began", () => {}))).toBe("disposed: the collider has been removed");
    });

    it("may add colliders by the thousand, which grows memory", () => {
      const { world, boxes } = row(3);
      const pairs: number[][] = [];
      const shape = box();
      world.on("began", ({ a, b }) => {
        if (pairs.length < 2) for (let i = 0; i < 20_000; i++) world.add({ shape, position: place(1e6 + 3 * i) });
        pairs.push([a.index, b.index]);
      });
      world.update();
      expect(pairs).toEqual([
        [0, 1],
        [1, 2],
      ]);
      expect(world.size).toBe(40_003);
      boxes[0].setPose(place(-9));
      world.update();
      expect(world.ended.length).toBe(1);
    });

    it("may update the world: what follows from it is told afterwards", () => {
      const { world, boxes } = row(3);
      const told: string[] = [];
      world.on("began", ({ a, b }) => {
        told.push(`began ${a.index} ${b.index}`);
        if (b.index !== 1) return;
        boxes[2].setPose(place(9));
        world.update();
        expect([world.touching.length, world.ended.length]).toEqual([1, 1]);
      });
      world.on("ended", ({ a, b }) => told.push(`ended ${a.index} ${b.index}`));
      world.update();
      expect(told).toEqual(["began 0 1", "began 1 2", "ended 1 2"]);
    });

    it("may dispose of the world, which ends everything", () => {
      const { world } = row(4);
      let calls = 0;
      world.on("began", () => {
        calls++;
        world.dispose();
      });
      world.on("began", () => calls++);
      world.update();
      expect(calls).toBe(1);
      expect(complaintOf(() => world.update())).toContain("disposed");
      expect(complaintOf(() => world.on("began", () => {}))).toContain("disposed");
    });

    it("may throw: the others are called, and the first error comes out of update", () => {
      const { world } = row(3);
      const [first, second] = [new Error("first"), new Error("second")];
      const told: number[][] = [];
      world.on("began", ({ b }) => {
        throw b.index === 1 ? first : second;
      });
      world.on("began", ({ a, b }) => told.push([a.index, b.index]));
      expect(() => world.update()).toThrow(first);
      expect(told).toEqual([
        [0, 1],
        [1, 2],
      ]);
      expect(world.contacts.length).toBe(2);
      world.update();
      expect(told).toHaveLength(2);
    });

    it("are not called by a rollback, and stay with colliders that it brings back", () => {
      const { world, boxes } = row(2);
      const told: string[] = [];
      const [a, b] = boxes;
      world.update();
      const bytes = world.snapshot();
      b.on("began", () => told.push("began"));
      b.on("ended", () => told.push("ended"));
      b.remove();
      world.update();
      expect(told).toEqual([]);
      world.rollback(bytes);
      expect([told, b.removed]).toEqual([[], false]);
      a.setPose(place(-9));
      world.update();
      expect(told).toEqual(["ended"]);
    });

    it("are functions, for events that there are", () => {
      const { world, boxes } = row(2);
      for (const target of [world, boxes[0]] as Pick<World, "on">[]) {
        for (const wrong of [undefined, null, {}, "f"]) {
          expect(complaintOf(() => target.on("began", wrong as never))).toContain("listener must be a function, got");
        }
        for (const wrong of ["begin", "contact", undefined, {}]) {
          expect(complaintOf(() => target.on(wrong as never, () => {}))).toContain('event must be "began" or "ended"');
        }
        const { on } = target;
        expect(complaintOf(() => on.call({} as never, "began", () => {}))).toContain("invalid-argument");
      }
    });
  });

  describe(`lists in ${name}`, () => {
    it("have length and filter, and their pairs other", () => {
      const { world, boxes } = row(3);
      const [a, b, c] = boxes;
      c.continuous = true;
      world.update();
      c.setPose(place(0.5));
      world.update();
      const lists = [world.contacts, world.touching, world.began, world.ended, world.impacts];
      expect(lists.map(({ length }) => length)).toEqual(lists.map(({ count }) => count));
      expect(lists.map((list) => [...list].length)).toEqual(lists.map(({ length }) => length));
      expect(lists.map(({ length }) => length)).toEqual([3, 3, 1, 0, 1]);
      const { touching } = world;
      expect(touching.filter((pair) => pair.a === a).map((pair) => pair.other(a))).toEqual([b, c]);
      expect(world.contacts.filter(({ depth }, i) => depth > 0 && i > 0)).toHaveLength(2);
      expect(world.impacts.at(0)?.other(c)).toBe(b);
      for (const contact of world.contacts) expect(contact.other(contact.b)).toBe(contact.a);
      for (const contact of [...world.contacts]) expect(contact.other(contact.a)).toBe(contact.b);
      expect(world.contactsOf(a)[0]?.other(a)).toBe(b);
      const pair = touching.at(0) as { other(me: Collider): Collider };
      expect(complaintOf(() => pair.other(c))).toContain("me must be a or b of the pair, got neither");
      expect(complaintOf(() => pair.other(undefined as never))).toContain(
        "me must be a or b of the pair, got undefined",
      );
      const { other } = pair;
      expect(complaintOf(() => other.call(undefined, a))).toContain("must be called on a pair of colliders");
      expect(complaintOf(() => touching.filter(null as never))).toContain("accepts must be a function");
    });
  });
}

describe("the type of userData", () => {
  it("is that of the world", () => {
    const world = new World<{ hp: number }>();
    const shape = new Box(1, 1, 1);
    const orc = world.add({ shape, userData: { hp: 3 } });
    world.add({ shape, userData: { hp: 5 } });
    const points: number = orc.userData.hp;
    expect(points).toBe(3);
    world.update();
    for (const { a, b } of world.contacts) expect(a.userData.hp + b.userData.hp).toBe(8);
    const hit: number | undefined = world.raycast([0, 5, 0], [0, -1, 0], { filter: (it) => it.userData.hp > 4 })
      ?.collider.userData.hp;
    expect(hit).toBe(5);
    expect(world.overlap(shape, {}).map(({ userData }) => userData.hp)).toEqual([3, 5]);
    // @ts-expect-error another type
    world.add({ shape, userData: { health: 3 } });
    const any: World = world;
    expect(any.size).toBe(3);
    const flat = new plane.World<string>();
    const name: string = flat.add({ shape: new plane.Circle(1), userData: "ball" }).userData;
    expect(name).toBe("ball");
  });
});
