import { Box, init, Sphere, World } from "hyperplane";
import { Circle, init as initPlane, World as PlaneWorld, Rectangle } from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => Promise.all([init(), initPlane()]));

describe("a sensor that a continuous collider crosses", () => {
  it("begins and ends in one update", () => {
    using world = new World();
    const ball = world.add({ shape: new Sphere(0.05), position: [-5, 0, 0], continuous: true });
    const sensor = world.add({ shape: new Box(0.1, 4, 4), sensor: true, static: true });
    world.update();
    ball.setPose([5, 0, 0]);
    world.update();
    expect([...world.began].map(({ a, b }) => [a, b])).toEqual([[ball, sensor]]);
    expect([...world.ended].map(({ a, b }) => [a, b])).toEqual([[ball, sensor]]);
    expect([...world.touching]).toEqual([]);
    world.update();
    expect([...world.began]).toEqual([]);
  });

  it("is the same after a rollback", () => {
    using world = new World();
    const ball = world.add({ shape: new Sphere(0.05), position: [-5, 0, 0], continuous: true });
    world.add({ shape: new Box(0.1, 4, 4), sensor: true });
    world.update();
    const bytes = world.snapshot();
    const cross = () => {
      ball.setPose([5, 0, 0]);
      world.update();
      return [world.began.count, world.ended.count, world.hash()];
    };
    const first = cross();
    expect(first.slice(0, 2)).toEqual([1, 1]);
    world.rollback(bytes);
    expect(cross()).toEqual(first);
    using restored = World.restore(world.snapshot());
    expect([restored.began.count, restored.ended.count]).toEqual([1, 1]);
  });

  it("does so in the plane", () => {
    using world = new PlaneWorld();
    const ball = world.add({ shape: new Circle(0.05), position: [-5, 0], continuous: true });
    const sensor = world.add({ shape: new Rectangle(0.1, 4), sensor: true, static: true });
    world.update();
    ball.setPose([5, 0]);
    world.update();
    expect([...world.began].map(({ a, b }) => [a, b])).toEqual([[ball, sensor]]);
    expect([...world.ended].map(({ a, b }) => [a, b])).toEqual([[ball, sensor]]);
  });
});
