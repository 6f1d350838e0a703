import { Box, type Collider, init, Sphere, World } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => init());

/** A thin plate across the x axis and a bullet before it. */
function range(): { world: World; plate: Collider; bullet: Collider } {
  const world = new World();
  const plate = world.add({ shape: new Box(0.001, 4, 4), static: true });
  const bullet = world.add({ shape: new Sphere(0.05), position: [-50, 0.25, 0], continuous: true });
  world.update();
  return { world, plate, bullet };
}

describe("world.impacts", () => {
  it("has what a fast collider passed through since the last update", () => {
    const { world, plate, bullet } = range();
    expect(bullet.continuous).toBe(true);
    expect(plate.continuous).toBe(false);
    expect(world.impacts.count).toBe(0);
    world.positions[3 * bullet.index] = 50;
    world.update();
    expect(world.touching.count).toBe(0);
    expect(world.impacts.count).toBe(1);
    const [impact] = [...world.impacts];
    expect(impact?.a).toBe(bullet);
    expect(impact?.b).toBe(plate);
    expect(impact?.time).toBeCloseTo((50 - 0.0505) / 100, 12);
    expect(impact?.point.x).toBeCloseTo(-0.0005, 9);
    expect(impact?.point.y).toBeCloseTo(0.25, 9);
    expect(impact?.normal).toEqual({ x: 1, y: 0, z: 0 });
    expect(world.impacts.toArray()).toEqual([impact]);
    world.update();
    expect(world.impacts.toArray()).toEqual([]);
  });

  it("sweeps setPose and written rows alike, and not a teleport", () => {
    const { world, bullet } = range();
    bullet.setPose([50, 0, 0]);
    world.update();
    expect(world.impacts.count).toBe(1);
    bullet.teleport([-50, 0, 0]);
    world.update();
    expect(world.impacts.count).toBe(0);
    expect(Array.from(world.positions.subarray(3 * bullet.index, 3 * bullet.index + 3))).toEqual([-50, 0, 0]);
    bullet.teleport([-50, 10, 0], [0, 0, 1, 0]);
    world.update();
    expect(() => bullet.teleport([Number.NaN, 0, 0])).toThrow(/position/);
    world.remove(bullet);
    expect(() => bullet.teleport([0, 0, 0])).toThrow(/removed/);
  });

  it("turns what turns, the shorter way round", () => {
    const world = new World();
    const blade = world.add({ shape: new Box(4, 0.01, 0.2), continuous: true });
    const ball = world.add({ shape: new Sphere(0.1), position: [0, 1.5, 0] });
    world.update();
    blade.setPose([0, 0, 0], [0, 0, Math.sin(1.2), Math.cos(1.2)]);
    world.update();
    const [impact] = world.impacts.toArray();
    expect(impact?.b).toBe(ball);
    // The blade's upper face touches the ball where sin(angle) = radius / distance before it is upright.
    const angle = Math.PI / 2 - Math.asin(0.105 / 1.5);
    expect(impact?.time).toBeCloseTo(angle / 2.4, 6);
  });

  it("comes in order of time", () => {
    const world = new World();
    world.add({ shape: new Box(0.01, 100, 100), static: true });
    const speeds = [3, 9, 4, 7, 5];
    const bullets = speeds.map((speed, i) =>
      world.add({ shape: new Sphere(0.1), position: [-2, 3 * i, 0], userData: speed, continuous: true }),
    );
    world.update();
    for (const bullet of bullets) world.positions[3 * bullet.index] = -2 + (bullet.userData as number);
    world.update();
    expect(Array.from(world.impacts, ({ a }) => a.userData)).toEqual([9, 7, 5, 4, 3]);
  });

  it("ends a loop when the world is updated or disposed of in it", () => {
    const { world, bullet } = range();
    bullet.setPose([50, 0, 0]);
    world.update();
    let rounds = 0;
    for (const _ of world.impacts) {
      rounds++;
      world.update();
    }
    expect(rounds).toBe(1);
    world.dispose();
    expect(() => world.impacts.count).toThrow(/disposed/);
  });

  it("goes on in a world that was saved and restored", () => {
    const { world, bullet } = range();
    bullet.setPose([50, 0, 0]);
    const copy = World.restore(world.snapshot());
    expect(copy.at(bullet.index)?.continuous).toBe(true);
    world.update();
    copy.update();
    expect(copy.impacts.toArray().map(({ time }) => time)).toEqual(world.impacts.toArray().map(({ time }) => time));
    expect(copy.impacts.count).toBe(1);
    expect(copy.hash()).toBe(world.hash());
  });

  it("refuses what is not a flag", () => {
    const world = new World();
    expect(() => world.add({ shape: new Sphere(1), continuous: "yes" as never })).toThrow(/options\.continuous/);
  });
});
