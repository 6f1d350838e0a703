import { Box, HyperplaneError, init, Sphere, World } from "hyperplane";
import * as plane from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

beforeAll(() => Promise.all([init(), plane.init()]));

/** What both modules have. */
const modules = [
  { name: "space", make: () => new World(), shape: () => new Box(1, 1, 1), place: (x: number) => [x, 0, 0] },
  {
    name: "the plane",
    make: () => new plane.World() as unknown as World,
    shape: () => new plane.Rectangle(1, 1) as unknown as Box,
    place: (x: number) => [x, 0],
  },
];

for (const { name, make, shape, place } of modules) {
  describe(`addMany in ${name}`, () => {
    it("adds as add does, in the same order", () => {
      const [world, other] = [make(), make()];
      const box = shape();
      const options = Array.from({ length: 50 }, (_, i) => ({
        shape: box,
        position: place(0.9 * i),
        static: i % 3 === 0,
        sensor: i % 7 === 0,
        layer: 1 + (i % 4),
        userData: i,
      }));
      const colliders = world.addMany(options);
      for (const one of options) other.add(one);
      expect(colliders.map(({ index, userData }) => [index, userData])).toEqual(options.map((_, i) => [i, i]));
      world.update();
      other.update();
      expect(world.contacts.count).toBeGreaterThan(10);
      expect(world.hash()).toBe(other.hash());
      expect(world.addMany([])).toEqual([]);
    });

    it("adds none if one is wrong, and names its place", () => {
      const world = make();
      const box = shape();
      const gone = shape();
      gone.dispose();
      world.add({ shape: box });
      const before = [world.hash(), world.size];
      const right = { shape: box, position: place(3) };
      const wrong: [unknown, string][] = [
        [{ shape: box, position: place(Number.NaN) }, "invalid-argument: colliders[2]: options.position"],
        [{ shape: box, layer: 0.5 }, "invalid-argument: colliders[2]: options.layer must be a whole number"],
        [{ shape: gone }, "disposed: colliders[2]: options.shape is a"],
        [{ shape: box, frozen: true }, "colliders[2]: there is no option frozen"],
        [undefined, "colliders[2]: add takes an object"],
        [box, "colliders[2]: add takes an object"],
      ];
      for (const [options, message] of wrong) {
        expect(complaintOf(() => world.addMany([right, right, options as typeof right, right]))).toContain(message);
        expect([world.hash(), world.size]).toEqual(before);
      }
      // The rows are those that they would have got at first.
      expect(world.addMany([right, right]).map(({ index }) => index)).toEqual([1, 2]);
      const own = new Error("mine");
      const throwing = {
        get shape(): Box {
          throw own;
        },
      };
      expect(() => world.addMany([right, throwing])).toThrow(own);
      expect(world.size).toBe(3);
    });

    it("takes arrays only, and getters that change the world", () => {
      const world = make();
      const box = shape();
      for (const value of [undefined, null, 3, "ab", { shape: box }, new Set()]) {
        expect(complaintOf(() => world.addMany(value as never))).toContain("colliders must be an array, got");
      }
      const first = { shape: box };
      const clearing = {
        get shape() {
          world.clear();
          return box;
        },
        layer: 0.5,
      };
      expect(complaintOf(() => world.addMany([first, clearing]))).toContain("colliders[1]: options.layer");
      expect(world.size).toBe(0);
      const disposing = {
        get shape() {
          world.dispose();
          return box;
        },
      };
      expect(complaintOf(() => world.addMany([first, disposing]))).toContain("disposed: colliders[1]");
      expect(complaintOf(() => world.addMany([]))).toContain("disposed");
    });
  });
}

describe("an error of addMany", () => {
  it("has the original as its cause", () => {
    const world = new World({ capacity: 1 });
    try {
      world.addMany([{ shape: new Sphere(1), mask: "all" as never }]);
      expect.unreachable();
    } catch (error) {
      const { code, cause } = error as HyperplaneError;
      expect([error instanceof HyperplaneError, code]).toEqual([true, "invalid-argument"]);
      expect((cause as Error).message).toBe('options.mask must be a whole number of 32 bits, got the string "all"');
    }
  });
});
