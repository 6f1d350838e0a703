import { Box, init, Sphere, TriangleMesh, Voxels, World } from "hyperplane";
import * as plane from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { closedBox } from "../support/meshes.js";

beforeAll(() => Promise.all([init(), plane.init()]));

/** What both modules have. */
const modules = [
  {
    name: "space",
    make: () => new World(),
    box: (size: number) => new Box(size, size, size),
    hollow: (size: number) => {
      const { vertices, indices } = closedBox(size, size, size);
      return new TriangleMesh(vertices, indices);
    },
    sea: () => new Voxels({ columns: 4, layers: 2, rows: 1, cells: [1, 1, 1, 1, 2, 2, 2, 2] }),
    place: (x: number, y = 0) => [x, y, y && 0.5],
  },
  {
    name: "the plane",
    make: () => new plane.World() as unknown as World,
    box: (size: number) => new plane.Rectangle(size, size) as unknown as Box,
    hollow: (h: number) =>
      new plane.Chain(
        [-h, -h, h, -h, h, h, -h, h].map((x) => x / 2),
        { closed: true },
      ) as unknown as TriangleMesh,
    sea: () => new plane.TileMap({ columns: 4, rows: 2, tiles: [1, 1, 1, 1, 2, 2, 2, 2] }) as unknown as Voxels,
    place: (x: number, y = 0) => [x, y],
  },
];

for (const { name, make, box, hollow, sea, place } of modules) {
  /** Two unit boxes, 0.1 m into each other. */
  const pair = (a: object = {}, b: object = {}) => {
    const world = make();
    const one = world.add({ shape: box(1), ...a });
    const two = world.add({ shape: box(1), position: place(0.9), ...b });
    world.update();
    const ask = () => {
      const { reason, touching, distance } = world.explainPair(one, two);
      return [reason, touching, Number(distance.toFixed(6))];
    };
    return { world, one, two, ask, text: () => world.explainPair(one, two).text };
  };

  describe(`explainPair in ${name}`, () => {
    it("tells what touches, and what is apart", () => {
      const { world, two, ask, text } = pair();
      expect(ask()).toEqual(["touching", true, -0.1]);
      expect(text()).toBe("They touch, 0.100 m deep.");
      two.setPose(place(3));
      world.update();
      expect(ask()).toEqual(["apart", false, 2]);
      expect(text()).toBe("They are 2.00 m apart.");
      two.setPose(place(1));
      world.update();
      expect(ask()).toEqual(["touching", true, 0]);
    });

    it("tells of sensors", () => {
      const { text, ask } = pair({ sensor: true });
      expect(ask()).toEqual(["touching", true, -0.1]);
      expect(text()).toContain("One is a sensor: the pair is in began, ended and touching, and has no contacts.");
    });

    it("tells which rule keeps a pair from being tested", () => {
      const rules: [object, object, string, string][] = [
        [{ static: true }, { static: true }, "static", "static colliders are not tested against each other"],
        [{ static: true, sensor: true }, { static: true }, "static", "make one of them non-static"],
        [{ enabled: false }, {}, "disabled", "a is disabled"],
        [{}, { enabled: false, static: true }, "disabled", "b is disabled"],
        [{ layer: 4 }, { mask: 0x13 }, "mask", "The mask of b (0x13) has none of the layers of a (0x4)."],
        [{ mask: 0 }, { layer: 2 ** 31 }, "mask", "The mask of a (0x0) has none of the layers of b (0x80000000)."],
      ];
      for (const [a, b, reason, sentence] of rules) {
        const { ask, text } = pair(a, b);
        expect(ask()).toEqual([reason, false, -0.1]);
        expect(text()).toContain(sentence);
      }
      const { world, one, two, ask } = pair();
      world.ignore(two, one);
      world.update();
      expect(ask()).toEqual(["ignored", false, -0.1]);
      expect(world.explainPair(two, one).reason).toBe("ignored");
      const other = world.add({ shape: box(1) });
      world.update();
      expect(world.explainPair(one, other).reason).toBe("touching");
      const restored = (world.constructor as typeof World).restore(world.snapshot());
      const [first, second] = restored.colliders;
      expect(restored.explainPair(first as typeof one, second as typeof one).reason).toBe("ignored");
      world.ignore(one, two, false);
      world.update();
      expect(ask()).toEqual(["touching", true, -0.1]);
    });

    it("tells that the world has not been updated", () => {
      const { world, one, two, ask, text } = pair();
      two.setPose(place(3));
      expect(ask()).toEqual(["not-updated", true, 2]);
      expect(text()).toContain("They are apart at their current poses, but touched at the last world.update()");
      world.update();
      world.positions.set(place(0.8), place(0).length * two.index);
      expect(ask()).toEqual(["not-updated", false, -0.2]);
      expect(text()).toContain("They touch at their current poses, but did not at the last world.update()");
      const late = world.add({ shape: box(1) });
      expect(world.explainPair(one, late).reason).toBe("not-updated");
    });

    it("tells what is within something hollow", () => {
      const world = make();
      const room = world.add({ shape: hollow(10), static: true });
      const body = world.add({ shape: box(1), position: place(1) });
      world.update();
      expect(world.explainPair(body, room)).toMatchObject({ reason: "hollow", touching: false });
      expect(world.explainPair(body, room).text).toContain("a is within b, whose surface is 3.50 m away");
      expect(world.explainPair(room, body).text).toContain("b is within a, whose surface is 3.50 m away");
      body.setPose(place(20));
      world.update();
      expect(world.explainPair(room, body)).toMatchObject({ reason: "apart", distance: expect.closeTo(14.5, 9) });
    });

    it("heeds the kinds of both", () => {
      const world = make();
      const whole = world.add({ shape: sea() });
      const ground = world.add({ shape: sea(), kinds: [1] });
      const [boat, stone] = [{ kinds: [1] }, {}].map((options) =>
        world.add({ shape: box(0.6), position: place(2, 1.5), ...options }),
      );
      world.update();
      const ask = (one: unknown, other: unknown) => world.explainPair(one as never, other as never);
      const apart = { reason: "apart", touching: false, distance: expect.closeTo(0.2, 6) };
      expect(ask(boat, whole)).toMatchObject(apart);
      expect(ask(whole, boat)).toMatchObject(apart);
      expect(ask(stone, ground)).toMatchObject(apart);
      expect(ask(stone, whole)).toMatchObject({ reason: "touching", distance: expect.closeTo(-0.8, 6) });
    });

    it("takes any two colliders of the world", () => {
      const { world, one, two } = pair();
      expect(world.explainPair(one, one)).toMatchObject({ reason: "same", touching: false, distance: Number.NaN });
      two.remove();
      expect(world.explainPair(one, two)).toMatchObject({ reason: "removed", distance: Number.NaN });
      expect(world.explainPair(two, one).text).toBe("a has been removed.");
      const stranger = pair().one;
      expect(complaintOf(() => world.explainPair(one, stranger))).toContain("b is a collider of another world");
      for (const value of [undefined, null, 3, {}, Object.create(one)]) {
        expect(complaintOf(() => world.explainPair(value as never, one))).toContain("a must be a collider");
      }
      const call = world.explainPair;
      expect(complaintOf(() => call.call({} as never, one, two))).toContain("world must be a World");
      world.dispose();
      expect(complaintOf(() => world.explainPair(one, two))).toContain("disposed");
    });

    it("measures shapes that were disposed of, which their colliders hold", () => {
      const { world, one, two, ask } = pair();
      one.shape.dispose();
      two.shape.dispose();
      expect(ask()).toEqual(["touching", true, -0.1]);
      expect(complaintOf(() => world.overlap(one.shape, one))).toContain("disposed");
      const room = world.add({ shape: hollow(10), position: place(1), static: true });
      room.shape.dispose();
      world.update();
      expect(world.explainPair(one, room)).toMatchObject({ reason: "hollow", distance: expect.closeTo(3.5, 9) });
    });

    it("changes nothing", () => {
      const { world, one, two } = pair();
      const hash = world.hash();
      world.explainPair(one, two);
      expect(world.hash()).toBe(hash);
    });
  });
}

describe("what is behind a one-sided chain of the plane", () => {
  it("is apart from it, also within a margin and overlapping", () => {
    const world = new plane.World();
    const ledge = world.add({ shape: new plane.Chain([-2, 0, 2, 0], { oneWay: [0, 1] }), static: true });
    for (const [y, distance] of [
      [-0.5, "0.200"],
      [-0.2, "0.00"],
    ] as const) {
      const body = world.add({ shape: new plane.Circle(0.3), position: [0, y], margin: 0.4 });
      world.update();
      const { touching, reason, text } = world.explainPair(body, ledge);
      expect([touching, reason]).toEqual([false, "apart"]);
      expect(text).toBe(`They are ${distance} m apart, on a side from which one of them is not there.`);
      body.remove();
    }
  });
});

describe("a row that is no pose", () => {
  it("is named", () => {
    const world = new World();
    const [a, b] = world.addMany([{ shape: new Sphere(1) }, { shape: new Sphere(1) }]);
    world.positions[3] = Number.NaN;
    expect(complaintOf(() => world.explainPair(a as never, b as never))).toContain("must be a finite number");
  });
});
