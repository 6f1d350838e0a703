import {
  Box,
  Capsule,
  Cone,
  Cylinder,
  closestPoint,
  collide,
  distance,
  Ellipsoid,
  init,
  intersects,
  moveAndSlide,
  raycast,
  type Shape,
  Sphere,
  timeOfImpact,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => init());

const points = () => [
  new Sphere(0),
  new Capsule(0, 0),
  new Cylinder(0, 0),
  new Cone(0, 0),
  new Box(0, 0, 0),
  new Ellipsoid(0, 0, 0),
];
/** Segments of length 2 along Y. */
const segments = () => [
  new Capsule(0, 2),
  new Cylinder(0, 2),
  new Cone(0, 2),
  new Box(0, 2, 0),
  new Ellipsoid(0, 1, 0),
];
/** Across Y; all hold the square of side 1. */
const surfaces = () => [new Box(2, 0, 2), new Cylinder(1, 0), new Cone(1, 0), new Ellipsoid(1, 0, 1)];
const alongX = { quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] };
const pairs = (a: Shape[], b: Shape[]) => a.flatMap((one) => b.map((other) => [one, other] as const));

describe("pairs of points, segments and surfaces", () => {
  it("finds points equal, or as far apart as they are", () => {
    for (const [a, b] of pairs(points(), points())) {
      const position = [1e6, -2, 0.1];
      expect(intersects(a, { position }, b, { position })).toBe(true);
      expect(distance(a, { position }, b, { position }).distance).toBe(0);
      const apart = distance(a, {}, b, { position: [0, 3, 4] });
      expect(apart.distance).toBe(5);
      expect(apart.normal).toEqual({ x: 0, y: expect.closeTo(0.6, 15), z: expect.closeTo(0.8, 15) });
      expect(collide(a, {}, b, {})?.points).toHaveLength(1);
    }
  });

  it("crosses segments at distance 0 along their common perpendicular", () => {
    for (const [a, b] of pairs(segments(), segments())) {
      const contact = collide(a, {}, b, { position: [0.25, 0.5, 0], ...alongX });
      expect(contact?.depth).toBe(0);
      expect(Math.abs(contact?.normal.z ?? 0)).toBeCloseTo(1, 12);
      expect(contact?.points[0]?.onA.y).toBeCloseTo(0.5, 9);
      expect(distance(a, {}, b, { position: [0, 0, 0.5], ...alongX }).distance).toBeCloseTo(0.5, 12);
      // On one line: side by side, end to end, apart.
      expect(distance(a, {}, b, { position: [0, 0.5, 0] }).distance).toBe(0);
      expect(distance(a, {}, b, { position: [0, 2, 0] }).distance).toBe(0);
      expect(distance(a, {}, b, { position: [0, 3, 0] }).distance).toBeCloseTo(1, 12);
    }
  });

  it("touches in one plane, along the plane's normal", () => {
    for (const [a, b] of pairs(surfaces(), surfaces())) {
      const contact = collide(a, {}, b, { position: [0.25, 0, 0.125] });
      expect(contact?.depth).toBe(0);
      expect(Math.abs(contact?.normal.y ?? 0)).toBeCloseTo(1, 12);
      expect(contact?.points.length).toBe(4);
      for (const { onA, onB } of contact?.points ?? []) {
        expect(closestPoint(a, {}, onA).distance).toBeLessThan(1e-6);
        expect(closestPoint(b, { position: [0.25, 0, 0.125] }, onB).distance).toBeLessThan(1e-6);
      }
      expect(distance(a, {}, b, { position: [0, 0.125, 0] }).distance).toBeCloseTo(0.125, 12);
    }
  });

  it("measures the way out of a box", () => {
    const box = new Box(2, 4, 6);
    for (const point of points())
      expect(collide(box, {}, point, { position: [0.75, 0, 0] })?.depth).toBeCloseTo(0.25, 9);
    for (const segment of segments()) {
      expect(collide(box, {}, segment, { position: [0.75, 0, 0] })?.depth).toBeCloseTo(0.25, 9);
    }
    for (const surface of surfaces()) {
      expect(collide(box, {}, surface, { position: [0, 1.5, 0] })?.depth).toBeCloseTo(0.5, 9);
    }
  });
});

describe("questions about flat shapes", () => {
  it("hits them by rays from both sides, in their plane and end on", () => {
    for (const surface of surfaces()) {
      for (const side of [1, -1]) {
        const hit = raycast(surface, {}, [0.25, 5 * side, 0.25], [0, -side, 0]);
        expect(hit).toMatchObject({ distance: 5, normal: { x: 0, y: side, z: 0 } });
      }
      expect(raycast(surface, {}, [-5, 0, 0], [1, 0, 0])?.distance).toBeCloseTo(4, 12);
      expect(raycast(surface, {}, [-5, 0, 0], [1, 0, 0])?.normal.x).toBeCloseTo(-1, 12);
      expect(raycast(surface, {}, [-5, 1e-6, 0], [1, 0, 0])).toBeNull();
    }
    for (const segment of segments()) {
      expect(raycast(segment, {}, [5, 0.5, 0], [-1, 0, 0])).toMatchObject({
        distance: 5,
        normal: { x: 1, y: 0, z: 0 },
      });
      expect(raycast(segment, {}, [0, 5, 0], [0, -1, 0])).toMatchObject({ distance: 4, normal: { x: 0, y: 1, z: 0 } });
    }
    for (const point of points()) {
      expect(raycast(point, { position: [0.1, 0.2, 0.3] }, [3.1, 4.2, 5.3], [-3, -4, -5])?.distance).toBeCloseTo(
        Math.sqrt(50),
        9,
      );
    }
  });

  it("has no inside", () => {
    for (const shape of [...points(), ...segments(), ...surfaces()]) {
      const closest = closestPoint(shape, {}, [0, 0, 0]);
      expect(closest.distance).toBe(0);
      expect(Math.hypot(closest.normal.x, closest.normal.y, closest.normal.z)).toBeCloseTo(1, 12);
    }
    for (const surface of surfaces()) {
      expect(closestPoint(surface, {}, [0.25, -2, 0])).toMatchObject({
        distance: 2,
        point: { x: 0.25, y: 0, z: 0 },
        normal: { y: -1 },
      });
    }
  });

  it("does not let them slip through each other", () => {
    for (const [a, b] of pairs(surfaces(), [...points(), ...segments().slice(0, 3)])) {
      const through = { from: { position: [0.25, 9, 0] }, to: { position: [0.25, -9, 0.125] } };
      const still = { from: {}, to: {} };
      expect(timeOfImpact(a, still, b, through)?.time).toBeGreaterThan(0.4);
      const parting = { from: { position: [0.25, 0, 0] }, to: { position: [0.25, -9, 0] } };
      if (b instanceof Sphere || b.type === "box") expect(timeOfImpact(a, still, b, parting)).toBeNull();
    }
  });
});

describe("a world with flat shapes", () => {
  function build(): World {
    const world = new World();
    surfaces().forEach((shape, i) => {
      world.add({ shape, position: [4 * i, 0, 0], static: true });
    });
    [...segments().slice(0, 2), ...points().slice(0, 2)].forEach((shape, i) => {
      world.add({ shape, position: [4 * i, i < 2 ? 0.5 : 0, 0.25] });
    });
    world.update();
    return world;
  }

  it("reports contacts, and answers queries", () => {
    using world = build();
    expect(world.contacts.toArray().map((contact) => [contact.a.index, contact.b.index])).toEqual([
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ]);
    for (const contact of world.contacts) {
      expect(contact.depth).toBeGreaterThanOrEqual(0);
      expect(contact.points.length).toBeGreaterThan(0);
      for (const number of [contact.normal.x, contact.normal.y, contact.normal.z]) expect(number).not.toBeNaN();
    }
    expect(world.raycast([0.5, 3, 0.5], [0, -1, 0])).toMatchObject({ distance: 3, collider: { index: 0 } });
    expect(world.raycast([0, 3, 0.25], [0, -1, 0])).toMatchObject({ distance: 1.5, collider: { index: 4 } });
    expect(world.overlap(new Sphere(0), { position: [8, 0, 0.25] }).map(({ index }) => index)).toEqual([2, 6]);
    expect(world.closest([8, 1, 0.25], { filter: ({ index }) => index === 6 })).toMatchObject({ distance: 1 });
    const cast = world.castShape(new Sphere(0), { from: { position: [12, 2, 0.5] }, to: { position: [12, -2, 0.5] } });
    expect(cast?.collider.index).toBe(3);
    expect(cast?.time).toBeCloseTo(0.5, 6);
  });

  it("is the same after a snapshot", () => {
    using world = build();
    using copy = World.restore(world.snapshot());
    expect(copy.hash).toEqual(world.hash);
    copy.update();
    world.update();
    expect(copy.hash).toEqual(world.hash);
    expect(copy.contacts.count).toBe(4);
  });

  it("moves a point and slides it along a rectangle", () => {
    using world = new World();
    world.add({ shape: new Box(10, 0, 10), static: true });
    world.add({ shape: new Box(0, 10, 10), position: [2, 0, 0], static: true });
    for (const body of [new Sphere(0), new Box(0, 0, 0), new Capsule(0, 1), new Cylinder(0.3, 0)]) {
      let position: { x: number; y: number; z: number } = { x: 0, y: 1, z: 0 };
      for (let i = 0; i < 60; i++) position = moveAndSlide(world, body, { position }, [0.1, -0.1, 0]).position;
      expect(position.y).toBeGreaterThan(0);
      expect(position.y).toBeLessThan(0.6);
      expect(position.x).toBeGreaterThan(1.6);
      expect(position.x).toBeLessThan(2);
    }
  });
});
