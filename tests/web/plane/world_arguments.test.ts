import * as space from "hyperplane";
import {
  Circle,
  type Collider,
  HyperplaneError,
  init,
  moveAndSlide,
  Rectangle,
  type Shape,
  World,
} from "hyperplane/2d";
import { describe, expect, it } from "vitest";
import { complaintOf, errorOf } from "../support/errors.js";
import { fresh } from "../support/fresh.js";
import { countGarbage } from "../support/garbage.js";
import { startForMemory, startHooked, withAnswers } from "../support/hooked_start.js";

/** What the worlds of hyperplane/2d refuse, and that nothing changes then. */

const freshPlane = async () => (await fresh("2d.js")) as unknown as typeof import("hyperplane/2d");

await Promise.all([init(), space.init()]);

const box = () => new Rectangle(1, 1);

describe("a world of the plane", () => {
  it("refuses options that are none", () => {
    for (const options of [
      null,
      1,
      [],
      { broadPhase: "grid" },
      { capacity: -1 },
      { capacity: 2 ** 25 },
      { maxContacts: 0 },
    ]) {
      expect(errorOf(() => new World(options as never)).code).toBe("invalid-argument");
    }
    expect(complaintOf(() => new World({ broadphase: "bvh" } as never))).toMatch(/did you mean broadPhase\?/);
  });

  it("refuses colliders that are none, and adds nothing then", () => {
    const world = new World();
    const gone = box();
    gone.dispose();
    const wrong: [unknown, RegExp][] = [
      [undefined, /^invalid-argument: add takes an object with shape, position and angle/],
      [{}, /^invalid-argument: options\.shape must be a shape of hyperplane\/2d/],
      [{ shape: gone }, /^disposed: options\.shape is a rectangle/],
      [{ shape: new space.Box(1, 1, 1) }, /options\.shape must be a shape of hyperplane\/2d/],
      [{ shape: box(), position: [0] }, /options\.position/],
      [{ shape: box(), position: [0, Number.NaN] }, /options\.position/],
      [{ shape: box(), position: [0, 2e12] }, /options\.position/],
      [{ shape: box(), angle: Number.POSITIVE_INFINITY }, /options\.angle/],
      [{ shape: box(), angle: "1" }, /options\.angle/],
      [{ shape: box(), static: 1 }, /options\.static must be true or false/],
      [{ shape: box(), layer: 0.5 }, /options\.layer must be a whole number of 32 bits/],
      [{ shape: box(), mask: 2 ** 33 }, /options\.mask/],
      [{ shape: box(), quaternion: [0, 0, 0, 1] }, /there is no option quaternion/],
    ];
    for (const [options, message] of wrong) expect(complaintOf(() => world.add(options as never))).toMatch(message);
    expect(world.size).toBe(0);
  });

  it("refuses poses that are none, and stays as it was", () => {
    const world = new World();
    const it = world.add({ shape: box(), position: [1, 2], angle: 0.5 });
    const hash = world.hash();
    for (const place of ["setPose", "teleport"] as const) {
      expect(complaintOf(() => it[place](undefined as never))).toMatch(/^invalid-argument: position must be/);
      expect(complaintOf(() => it[place]([0, Number.NaN]))).toMatch(/^invalid-argument: position\[1\]/);
      expect(complaintOf(() => it[place]([0, 0], Number.NaN))).toMatch(/^invalid-argument: angle must be/);
      expect(complaintOf(() => it[place]([0, 0], "1" as never))).toMatch(/^invalid-argument: angle must be/);
      expect(complaintOf(() => it[place]([0, 0], Symbol("s") as never))).toMatch(/^invalid-argument: angle must be/);
      expect(complaintOf(() => it[place]([0, 0], 1n as never))).toMatch(/^invalid-argument: angle must be/);
      expect(complaintOf(() => it[place]([0, 0], 2e6))).toMatch(/^invalid-argument: angle must be.* 1e6 rad/);
      expect(complaintOf(() => it[place].call(world as never, [0, 0]))).toMatch(/must be called on a Collider/);
    }
    expect([...world.positions.subarray(0, 2), world.angles[0]]).toEqual([1, 2, 0.5]);
    expect(world.hash()).toBe(hash);
    it.setPose([3, 4]);
    expect(world.angles[0]).toBe(0.5);
    world.angles[0] = Number.NaN;
    expect(complaintOf(() => world.update())).toMatch(/^invalid-argument: the pose in row 0 is wrong/);
    expect(complaintOf(() => world.refit())).toMatch(/the pose in row 0 is wrong/);
    world.angles[0] = 0;
    world.update();
    for (const name of ["shape", "index", "static", "sensor", "continuous", "removed"] as const) {
      expect(() => Object.assign(it, { [name]: 1 })).toThrow(HyperplaneError);
    }
    expect(complaintOf(() => it.setFilter(1, Number.NaN))).toMatch(/^invalid-argument: mask/);
  });

  it("refuses queries that are none", () => {
    const world = new World();
    const it = box();
    world.add({ shape: it });
    const calls: [() => unknown, RegExp][] = [
      [() => world.raycast(1 as never, [1, 0]), /^invalid-argument: origin/],
      [() => world.raycast([0, 0], [0, 0]), /^invalid-argument: direction must not be zero/],
      [() => world.raycastAll([0, 0], [Number.NaN, 0]), /^invalid-argument: direction/],
      [() => world.raycast([0, 0], [1, 0], { maxDistance: -1 }), /options\.maxDistance/],
      [() => world.raycast([0, 0], [1, 0], { mask: 0.1 }), /options\.mask/],
      [() => world.raycast([0, 0], [1, 0], { filter: 1 as never }), /options\.filter must be a function/],
      [() => world.raycast([0, 0], [1, 0], { fliter: () => true } as never), /did you mean filter\?/],
      [() => world.raycastBatch([0, 0, 1, 0] as never), /rays must be a Float64Array/],
      [() => world.raycastBatch(new Float64Array(5)), /4 numbers per ray/],
      [() => world.raycastBatch(Float64Array.of(0, 0, 1, 0, 0, 0, 0, 0)), /ray 1: direction must not be zero/],
      [() => world.raycastBatch(Float64Array.of(0, 0, 1, 0, 0, Number.NaN, 1, 0)), /ray 1: origin/],
      [() => world.overlap({} as never, {}), /shape must be a shape/],
      [() => world.overlap(it, { angle: Number.NaN }), /pose\.angle/],
      [() => world.castShape(it, {} as never), /sweep\.from/],
      [() => world.castShape(it, { from: {}, to: { position: [0, "1"] as never } }), /sweep\.to\.position/],
      [() => world.closest([0] as never), /point/],
    ];
    for (const [call, message] of calls) {
      expect(errorOf(call).code).toBe("invalid-argument");
      expect(complaintOf(call)).toMatch(message);
    }
    const late = new Float64Array(4 * 600).fill(1);
    late[4 * 599] = Number.NaN;
    expect(complaintOf(() => world.raycastBatch(late))).toMatch(/ray 599: origin/);
    world.positions.fill(1);
    expect(world.raycastBatch(world.positions).distances.length).toBe(world.positions.length / 4);
  });

  it("lets filters remove, add and throw", () => {
    const world = new World();
    const colliders = [1, 2, 3].map((x) => world.add({ shape: box(), position: [3 * x, 0] }));
    const hit = world.raycast([0, 0], [1, 0], {
      filter: (collider) => {
        if (collider === colliders[0]) world.remove(colliders[1] as Collider);
        for (let i = 0; i < 50; i++) world.add({ shape: box(), position: [100 + 3 * i, 50] });
        return collider === colliders[2];
      },
    });
    expect(hit?.collider).toBe(colliders[2]);
    const mine = new RangeError("mine");
    for (const query of [
      () =>
        world.closest([0, 0], {
          filter: () => {
            throw mine;
          },
        }),
      () =>
        world.castShape(
          box(),
          { from: {}, to: { position: [50, 0] } },
          {
            filter: () => {
              throw mine;
            },
          },
        ),
      () =>
        moveAndSlide(world, box(), {}, [5, 0], {
          filter: () => {
            throw mine;
          },
        }),
    ]) {
      expect(query).toThrow(mine);
    }
    expect(world.castShape(box(), { from: {}, to: { position: [50, 0] } })?.collider).toBe(colliders[0]);
  });

  it("is refused when it is of space, and the other way round", () => {
    const [flat, deep] = [new World(), new space.World()];
    const collider = deep.add({ shape: new space.Box(1, 1, 1) });
    expect(complaintOf(() => flat.remove(collider as never))).toMatch(/collider of another world/);
    expect(complaintOf(() => space.moveAndSlide(flat as never, new space.Sphere(1), {}, [0, 0, 0]))).toMatch(
      /world must be a World/,
    );
    expect(complaintOf(() => moveAndSlide(deep as never, box(), {}, [0, 0]))).toMatch(/world must be a World/);
    expect(complaintOf(() => World.restore(deep.snapshot()))).toMatch(/^invalid-argument/);
    expect(complaintOf(() => space.World.restore(flat.snapshot()))).toMatch(/^invalid-argument/);
  });

  it("throws when it is disposed of, and not before init", async () => {
    const world = new World();
    const collider = world.add({ shape: box() });
    world.update();
    const positions = world.positions;
    const { contacts, began, impacts } = world;
    world.dispose();
    for (const call of [
      () => world.update(),
      () => world.positions,
      () => world.size,
      () => world.add({ shape: box() }),
      () => collider.setPose([0, 0]),
      () => contacts.count,
      () => [...contacts],
      () => [...began],
      () => [...impacts],
      () => world.raycast([0, 0], [1, 0]),
      () => world.snapshot(),
      () => world.hash(),
      () => world.rollback(new Uint8Array(8)),
    ]) {
      expect(errorOf(call).code).toBe("disposed");
    }
    positions[0] = 7;
    const early = await freshPlane();
    expect(errorOf(() => new early.World()).code).toBe("not-initialised");
    expect(errorOf(() => early.World.restore(new Uint8Array(8))).code).toBe("not-initialised");
  });

  it("leaks nothing over thousands of worlds, colliders, snapshots and failures", async () => {
    const early = await freshPlane();
    const memory = await startForMemory(early.init);
    const churn = () => {
      for (let i = 0; i < 60; i++) {
        const world = new early.World();
        const shapes: Shape[] = [new early.Polygon([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2]), new early.Circle(1)];
        shapes.push(
          new early.Compound([{ shape: shapes[0] as Shape }, { shape: shapes[1] as Shape, position: [3, 0] }]),
        );
        for (let k = 0; k < 30; k++)
          world.add({ shape: shapes[k % 3] as Shape, position: [k, k % 5], static: k % 7 === 0 });
        for (const shape of shapes) shape.dispose();
        world.update();
        const bytes = world.snapshot();
        world.remove(world.at(3) as Collider);
        world.rollback(bytes);
        const twin = early.World.restore(bytes);
        expect(() => early.World.restore(bytes.slice(1))).toThrow();
        for (const { shape } of twin.colliders) shape.dispose();
        twin.dispose();
        world.dispose();
      }
    };
    churn();
    churn();
    const before = memory.buffer.byteLength;
    for (let round = 0; round < 5; round++) churn();
    expect(memory.buffer.byteLength).toBe(before);
  });

  it("survives memory that grows in every call", async () => {
    const early = await freshPlane();
    await startHooked(early.init, (exports) =>
      withAnswers(exports, (answer) => {
        (exports.memory as WebAssembly.Memory).grow(0);
        return answer;
      }),
    );
    const world = new early.World();
    for (let i = 0; i < 4; i++) world.add({ shape: new early.Rectangle(1, 1), position: [0.9 * i, 0] });
    world.positions[0] = 0.2;
    world.update();
    const depths = [];
    for (const contact of world.contacts) {
      world.raycast([0, 9], [0, -1]);
      depths.push(contact.depth.toFixed(3), contact.points.length, contact.a.index);
    }
    expect(depths).toEqual(["0.300", 2, 0, "0.100", 2, 1, "0.100", 2, 2]);
    expect([...world.began].map(({ a, b }) => [a.index, b.index])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    const twin = early.World.restore(world.snapshot());
    expect(twin.hash()).toBe(world.hash());
    expect(early.moveAndSlide(twin, new early.Circle(0.4), { position: [1, 3] }, [0, -5]).position.y).toBeCloseTo(
      0.91,
      3,
    );
    expect(world.raycastBatch(Float64Array.of(0, 9, 0, -1)).distances[0]).toBe(8.5);
  });

  it("makes no garbage in update and loops, frame after frame", () => {
    const { bytesPerFrame, contacts } = countGarbage("count_garbage_plane.js");
    expect(contacts).toBeGreaterThan(100);
    // As in world.test.ts.
    expect(bytesPerFrame).toBeLessThan(32 * contacts);
  }, 300_000);

  it("disposing of a shape leaves its colliders", () => {
    const world = new World();
    const shape = new Circle(1);
    const it = world.add({ shape });
    shape.dispose();
    world.update();
    expect(world.closest([0, 3])?.distance).toBeCloseTo(2, 12);
    expect(it.shape).toBe(shape);
    expect(errorOf(() => world.add({ shape })).code).toBe("disposed");
  });
});
