import {
  Box,
  type Collider,
  type ColliderOptions,
  ConvexHull,
  HyperplaneError,
  init,
  moveAndSlide,
  Sphere,
  type Vec3Like,
  World,
} from "hyperplane";
import { fitShape, SceneColliders, WorldLines } from "hyperplane/three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

/** User code that runs during a call: getters, filters, proxies; and objects that throw when they are read. */

beforeAll(() => init());

const ball = () => new Sphere(0.5);

/** Balls at x = 0, 2, 4, ... */
function row(count: number): { world: World; balls: Collider[] } {
  const world = new World();
  const shape = ball();
  const balls = Array.from({ length: count }, (_, i) => world.add({ shape, position: [2 * i, 0, 0] }));
  return { world, balls };
}

/** A point whose reading does something first. */
function pointThat(action: () => void, x: number): Vec3Like {
  return {
    get x() {
      action();
      return x;
    },
    y: 0,
    z: 0,
  };
}

const RAY = [
  [-5, 0, 0],
  [1, 0, 0],
] as const;

describe("getters that call the library", () => {
  it("add nothing when one throws after the others were read", () => {
    const world = new World();
    const options = {
      shape: ball(),
      get userData(): unknown {
        throw new Error("mine");
      },
    };
    expect(() => world.add(options)).toThrow("mine");
    expect(world.size).toBe(0);
    expect(world.overlap(ball(), {})).toEqual([]);
  });

  it("are asked once, so that the collider and the core agree", () => {
    const world = new World();
    let asked = 0;
    const options: ColliderOptions = {
      shape: ball(),
      get static() {
        return asked++ === 0;
      },
    };
    const a = world.add(options);
    const b = world.add({ shape: ball(), static: true });
    world.update();
    expect([a.static, b.static]).toEqual([true, true]);
    expect(world.contacts.count).toBe(0);
  });

  it("may move another collider while one is moved that keeps its turn", () => {
    const world = new World();
    const turned = world.add({ shape: new Box(4, 1, 1), quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
    const other = world.add({ shape: ball(), position: [0, 50, 0], quaternion: [1, 0, 0, 0] });
    turned.setPose(pointThat(() => other.setPose([0, 60, 0]), 10));
    expect(world.raycast([10, 9, 0], [0, -1, 0])?.distance).toBeCloseTo(7, 6);
    expect([...world.quaternions.subarray(0, 4)].map((q) => q.toFixed(4))).toEqual([
      "0.0000",
      "0.0000",
      "0.7071",
      "0.7071",
    ]);
  });

  it("may remove the collider that is moved: then nothing is", () => {
    const { world, balls } = row(2);
    const first = balls[0] as Collider;
    let newcomer: Collider | undefined;
    const removeAndReplace = (): void => {
      if (first.removed) return;
      world.remove(first);
      world.update();
      world.update();
      newcomer = world.add({ shape: ball(), position: [-50, 0, 0] });
    };
    expect(complaintOf(() => first.setPose(pointThat(removeAndReplace, 100)))).toMatch(/^disposed/);
    expect(newcomer?.index).toBe(first.index);
    expect(world.overlap(ball(), { position: [-50, 0, 0] })).toEqual([newcomer]);
    expect(world.overlap(ball(), { position: [100, 0, 0] })).toEqual([]);
  });

  it("may dispose of the world of the collider that is moved", () => {
    const { world, balls } = row(1);
    expect(complaintOf(() => balls[0]?.setPose(pointThat(() => world.dispose(), 1)))).toMatch(/^disposed/);
  });
});

describe("filters that change the world", () => {
  it("may dispose of it", () => {
    const ways: ((world: World, filter: () => boolean) => unknown)[] = [
      (world, filter) => world.raycast(...RAY, { filter }),
      (world, filter) => world.raycastAll(...RAY, { filter }),
      (world, filter) => world.raycastBatch(Float64Array.of(...RAY.flat(), ...RAY.flat()), { filter }),
      (world, filter) =>
        world.castShape(ball(), { from: { position: [-5, 0, 0] }, to: { position: [9, 0, 0] } }, { filter }),
      (world, filter) => world.overlap(new Sphere(50), {}, { filter }),
      (world, filter) => world.closest([0, 0, 0], { filter }),
      (world, filter) =>
        world.castShapes(ball(), Float64Array.of(-5, 0, 0, 0, 0, 0, 1, 9, 0, 0, 0, 0, 0, 1), { filter }),
      (world, filter) => world.overlaps(new Sphere(50), Float64Array.of(0, 0, 0, 0, 0, 0, 1), { filter }),
      (world, filter) => world.closests(new Float64Array(6), { filter }),
      (world, filter) =>
        world.castShapeAll(ball(), { from: { position: [-5, 0, 0] }, to: { position: [9, 0, 0] } }, { filter }),
      (world, filter) => world.nearest(ball(), {}, { filter }),
      (world, filter) => world.nearestAll(ball(), {}, { maxDistance: 9, filter }),
      (world, filter) => world.nearests(ball(), Float64Array.of(0, 0, 0, 0, 0, 0, 1), { filter }),
      (world, filter) => moveAndSlide(world, new Sphere(0.6), { position: [1, 0, 0] }, [0, 0, 0], { filter }),
    ];
    for (const way of ways) {
      const { world } = row(3);
      try {
        way(world, () => {
          world.dispose();
          return false;
        });
      } catch (error) {
        expect(error).toBeInstanceOf(HyperplaneError);
        expect((error as HyperplaneError).code).toBe("disposed");
      }
    }
  });

  it("never meet a newcomer in the row of a collider that was turned down and removed", () => {
    const ways: ((world: World, filter: (collider: Collider) => boolean) => Collider | undefined)[] = [
      (world, filter) => world.raycast(...RAY, { filter })?.collider,
      (world, filter) =>
        world.castShape(ball(), { from: { position: [-5, 0, 0] }, to: { position: [9, 0, 0] } }, { filter })?.collider,
      (world, filter) => world.closest([-5, 0, 0], { filter })?.collider,
      (world, filter) => world.nearest(ball(), { position: [-5, 0, 0] }, { filter })?.collider,
    ];
    for (const way of ways) {
      const { world, balls } = row(2);
      const first = balls[0] as Collider;
      let newcomer: Collider | undefined;
      const found = way(world, (collider) => {
        if (collider !== first) return true;
        world.remove(first);
        world.update();
        world.update();
        newcomer = world.add({ shape: ball(), position: [0, 0, 0] });
        expect(newcomer.index).toBe(first.index);
        return false;
      });
      // They look again, and then see who has come.
      expect(found).toBe(newcomer);
    }
  });

  it("exclude colliders for one query only", () => {
    const { world, balls } = row(2);
    const sphere = ball();
    let isAngry = false;
    const moody = new Proxy(sphere, {
      get(target, key) {
        if (isAngry) throw new Error("mine");
        return Reflect.get(target, key, target);
      },
    });
    const filter = (): boolean => {
      isAngry = true;
      return false;
    };
    const sweep = { from: { position: [-5, 0, 0] }, to: { position: [9, 0, 0] } };
    expect(() => world.castShape(moody, sweep, { filter })).toThrow("mine");
    expect(world.castShape(sphere, sweep)?.collider).toBe(balls[0]);
    expect(world.closest([-5, 0, 0])?.collider).toBe(balls[0]);
    isAngry = false;
    expect(() => moveAndSlide(world, moody, { position: [-2, 0, 0] }, [3, 0, 0], { filter })).toThrow("mine");
    expect(moveAndSlide(world, sphere, { position: [-2, 0, 0] }, [3, 0, 0]).hits[0]?.collider).toBe(balls[0]);
  });
});

describe("objects that throw when they are read", () => {
  it("is an error of ours all the same", () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    const odd = {
      get constructor(): unknown {
        throw new Error("mine");
      },
    };
    const collider = new World().add({ shape: ball() });
    for (const value of [proxy, odd, new Proxy(collider, {}), Object.create(collider)]) {
      expect(complaintOf(() => new Sphere(value as unknown as number))).toMatch(/^invalid-argument/);
      expect(complaintOf(() => new World().remove(value as unknown as Collider))).toMatch(/^invalid-argument/);
    }
  });

  it("is refused as a point cloud of more points than there may be, before room is made for them", () => {
    expect(complaintOf(() => new ConvexHull({ length: 3e15 } as ArrayLike<number>))).toMatch(
      /^invalid-argument.*2\^24/,
    );
    expect(complaintOf(() => new ConvexHull({ length: 3 * 2 ** 24 + 3 } as ArrayLike<number>))).toMatch(/2\^24/);
  });

  it("is refused by the calls that take few options", () => {
    const world = new World();
    const a = world.add({ shape: ball() });
    const b = world.add({ shape: ball() });
    const bytes = world.snapshot();
    const detached = new ArrayBuffer(96);
    const gone = new Float64Array(detached);
    structuredClone(detached, { transfer: [detached] });
    expect(complaintOf(() => new ConvexHull(gone))).toMatch(/^degenerate-shape/);
    expect(new SceneColliders(world).ownerOf(null as never)).toBe(null);
    const calls: (() => unknown)[] = [
      () => world.snapshot(null as never),
      () => world.snapshot({ shapes: 1 as never }),
      () => World.restore(bytes, null as never),
      () => World.restore(detached),
      () => world.rollback(bytes, [] as never),
      () => world.rollback(bytes, { shapes: ball() as never }),
      () => world.rollback(detached),
      () => world.at("length" as never),
      () => world.at(null as never),
      () => world.ignore(a, b, 1 as never),
      () => new SceneColliders({} as World),
      () => new WorldLines(null as never),
      () => fitShape(null as never),
      // An array has a filter of its own.
      () => world.raycast([5, 0, 0], [-1, 0, 0], [] as never),
      () => world.raycastBatch(new Float64Array(6), new Float64Array(6) as never),
      () => moveAndSlide(world, ball(), {}, [1, 0, 0], [] as never),
      () => new World([] as never),
    ];
    for (const call of calls) expect(complaintOf(call), String(call)).toMatch(/^invalid-argument/);
    world.update();
    expect(world.contacts.count).toBe(1);
    world.dispose();
    expect(complaintOf(() => world.impacts[Symbol.iterator]())).toMatch(/^disposed/);
  });
});

describe("a view on the core's own memory", () => {
  it("is a point cloud, even if making room for its points makes that memory grow", () => {
    let grown = 0;
    let seed = 1;
    for (let capacity = 2 ** 12; capacity <= 2 ** 19; capacity *= 2) {
      using world = new World({ capacity });
      const { positions } = world;
      for (let i = 0; i < positions.length; i++) {
        seed = (seed * 48271) % 2147483647;
        positions[i] = seed / 2147483647;
      }
      const copy = positions.slice();
      const hull = new ConvexHull(positions);
      grown += positions.length === 0 ? 1 : 0;
      expect(hull.vertices).toEqual(new ConvexHull(copy).vertices);
    }
    expect(grown).toBeGreaterThan(0);
  });
});
