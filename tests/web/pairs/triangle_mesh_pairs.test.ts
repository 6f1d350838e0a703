import {
  Box,
  Capsule,
  Compound,
  collide,
  collideAll,
  distance,
  distanceBatch,
  init,
  intersects,
  intersectsBatch,
  moveAndSlide,
  Sphere,
  Triangle,
  TriangleMesh,
  timeOfImpact,
  World,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { closedBox, knot, soup, terrain, trianglesOf } from "../support/meshes.js";
import { Random, seed } from "../support/random.js";

/** Meshes in pairs, motion and worlds, beside their triangles one by one. */

beforeAll(() => init());

/** A flat floor of `cells` x `cells` squares with their front upwards. */
function floor(cells: number, size: number) {
  const vertices: number[] = [];
  const indices: number[] = [];
  const n = cells + 1;
  for (let row = 0; row < n; row++)
    for (let column = 0; column < n; column++)
      vertices.push((size * column) / cells - size / 2, 0, (size * row) / cells - size / 2);
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const corner = row * n + column;
      indices.push(corner, corner + n, corner + 1, corner + 1, corner + n, corner + n + 1);
    }
  }
  return { vertices, indices };
}

describe("pairs with a mesh", () => {
  it("are those of its triangles", () => {
    const random = new Random(seed);
    let hits = 0;
    const count = 150;
    for (let i = 0; i < count; i++) {
      const geometry = soup(random, 40, 1);
      const mesh = new TriangleMesh(geometry.vertices, geometry.indices);
      const triangles = trianglesOf(geometry).map(({ a, b, c }) => new Triangle(a, b, c));
      const body = [new Sphere(0.7), new Box(1, 0.6, 1.4), new Capsule(0.4, 1)][i % 3] as Sphere | Box | Capsule;
      const pose = { position: random.vector(2), quaternion: random.quaternion() };
      const touching = triangles.filter((triangle) => intersects(triangle, {}, body, pose));
      expect(intersects(mesh, {}, body, pose), `seed ${seed}, case ${i}`).toBe(touching.length > 0);
      expect(intersects(body, pose, mesh, {})).toBe(touching.length > 0);
      const found = distance(mesh, {}, body, pose);
      const contacts = collideAll(mesh, {}, body, pose);
      if (touching.length > 0) {
        hits++;
        expect(found.distance).toBeLessThanOrEqual(0);
        expect(contacts.length).toBeGreaterThan(0);
        expect(contacts.length).toBeLessThanOrEqual(touching.length);
        const deepest = collide(mesh, {}, body, pose);
        expect(deepest?.depth).toBe(contacts[0]?.depth);
        for (const { triangleA, partA, triangleB, points } of contacts) {
          expect([partA, triangleB]).toEqual([-1, -1]);
          expect(touching).toContain(triangles[triangleA]);
          expect(points.length).toBeGreaterThan(0);
          expect(points.length).toBeLessThanOrEqual(4);
        }
      } else {
        const least = Math.min(...triangles.map((triangle) => distance(triangle, {}, body, pose).distance));
        expect(found.distance).toBeCloseTo(least, 9);
        expect(contacts).toEqual([]);
        expect(collide(mesh, {}, body, pose)).toBeNull();
      }
      const batch = {
        shapes: [mesh, body],
        pairs: new Uint32Array([0, 1]),
        poses: new Float64Array([0, 0, 0, 0, 0, 0, 1, ...pose.position, ...pose.quaternion]),
      };
      expect([...intersectsBatch(batch)]).toEqual([touching.length > 0 ? 1 : 0]);
      expect(distanceBatch(batch)[3]).toBeCloseTo(found.distance, 9);
    }
    expect(hits).toBeGreaterThan(count / 6);
    expect(hits).toBeLessThan((count * 5) / 6);
  });

  it("are one contact of four points for a box on a floor of a thousand triangles", () => {
    const { vertices, indices } = floor(24, 6);
    const contacts = collideAll(new TriangleMesh(vertices, indices), {}, new Box(2, 1, 2), {
      position: [0.1, 0.45, -0.2],
    });
    expect(contacts).toHaveLength(1);
    expect(contacts[0]?.points).toHaveLength(4);
    expect(contacts[0]?.depth).toBeCloseTo(0.05, 12);
    expect(contacts[0]?.normal.y).toBeCloseTo(1, 12);
  });

  it("hold what is inside a solid", () => {
    const box = closedBox(4, 4, 4);
    const [solid, hollow] = [true, false].map(
      (isSolid) => new TriangleMesh(box.vertices, box.indices, { solid: isSolid }),
    );
    const ball = new Sphere(0.5);
    const pose = { position: [0.3, 1, 0.2] };
    expect(intersects(solid as TriangleMesh, {}, ball, pose)).toBe(true);
    expect(intersects(hollow as TriangleMesh, {}, ball, pose)).toBe(false);
    const contact = collide(solid as TriangleMesh, {}, ball, pose);
    expect(contact?.normal.y).toBeCloseTo(1, 9);
    expect(contact?.depth).toBeCloseTo(1.5, 9);
    expect(distance(hollow as TriangleMesh, {}, ball, pose).distance).toBeCloseTo(0.5, 9);
    expect(timeOfImpact(solid as TriangleMesh, { from: {}, to: {} }, ball, { from: pose, to: pose })?.time).toBe(0);
  });

  it("let casts from behind a one-sided surface pass", () => {
    const { vertices, indices } = floor(4, 6);
    const mesh = new TriangleMesh(vertices, indices, { sides: "front", thickness: 0.5 });
    const rest = { from: {}, to: {} };
    const [low, high] = [{ position: [0, -4, 0] }, { position: [0, 4, 0] }];
    expect(timeOfImpact(mesh, rest, new Sphere(1), { from: low, to: high })).toBeNull();
    const impact = timeOfImpact(mesh, rest, new Sphere(1), { from: high, to: low });
    expect(impact?.time).toBeCloseTo(3 / 8, 9);
    expect(impact?.triangleA).toBeGreaterThanOrEqual(0);
    expect(collide(mesh, {}, new Sphere(0.2), { position: [0, -0.5, 0] })?.depth).toBeCloseTo(0.7, 9);
  });
});

describe("a world with meshes", () => {
  it("reports a pair once, with the triangles of its contacts", () => {
    const { vertices, indices } = floor(10, 10);
    const level = new TriangleMesh(vertices, indices);
    const world = new World();
    const ground = world.add({ shape: level, static: true });
    const ball = world.add({ shape: new Sphere(0.5), position: [0.3, 0.45, 0.2] });
    world.update();
    expect(world.contacts.count).toBe(1);
    const [contact] = world.contacts.toArray();
    expect([contact?.a, contact?.b, contact?.partA, contact?.triangleB]).toEqual([ground, ball, -1, -1]);
    expect(contact?.triangleA).toBe(distance(level, {}, new Sphere(0.5), { position: [0.3, 0.45, 0.2] }).triangleA);
    expect([...world.began]).toHaveLength(1);
    expect(world.separation(ball).y).toBeCloseTo(0.05, 6);

    const hit = world.raycast([3.2, 5, 1.1], [0, -1, 0]);
    expect(hit?.collider).toBe(ground);
    const corners = level.triangle(hit?.triangle as number);
    const xs = [corners[0], corners[3], corners[6]] as number[];
    expect(Math.min(...xs)).toBeLessThanOrEqual(3.2);
    expect(Math.max(...xs)).toBeGreaterThanOrEqual(3.2);
    expect(world.closest([3.2, 2, 1.1])?.triangle).toBe(hit?.triangle);
    expect(world.overlap(new Box(1, 1, 1), { position: [3, 0.2, 3] })).toEqual([ground]);
    const sweep = { from: { position: [3, 3, 3] }, to: { position: [3, -3, 3] } };
    expect(world.castShape(new Box(1, 1, 1), sweep)?.time).toBeCloseTo(2.5 / 6, 9);
    const rays = world.raycastBatch(new Float64Array([3.2, 5, 1.1, 0, -1, 0]));
    expect([...rays.features]).toEqual([-1, hit?.triangle]);
  });

  it("follows vertices that move, also those of a part of a compound", () => {
    const { vertices, indices } = floor(6, 6);
    const mesh = new TriangleMesh(vertices, indices);
    const world = new World();
    world.add({ shape: mesh, static: true });
    world.add({ shape: new Compound([{ shape: mesh, position: [0, 10, 0] }]), static: true });
    world.add({ shape: new Sphere(0.5), position: [0, 1.4, 0] });
    world.add({ shape: new Sphere(0.5), position: [0, 11.4, 0] });
    world.update();
    expect(world.contacts.count).toBe(0);
    mesh.setVertices(vertices.map((x, i) => (i % 3 === 1 ? x + 1 : x)));
    world.update();
    expect(world.contacts.count).toBe(2);
    expect([...world.contacts.features]).toEqual([-1, expect.any(Number), -1, -1, 0, expect.any(Number), -1, -1]);
    mesh.setVertices(vertices);
    world.update();
    expect([...world.ended]).toHaveLength(2);
  });

  it("comes back from a snapshot", () => {
    const random = new Random(7);
    const ground = terrain(random, 12, 20);
    const ring = knot(36, 5, 1);
    const world = new World();
    const solid = new TriangleMesh(ring.vertices, ring.indices, { solid: true });
    world.add({ shape: new TriangleMesh(ground.vertices, ground.indices, { sides: "front" }), static: true });
    for (let i = 0; i < 12; i++) {
      const shape =
        i % 2 === 0 ? solid : new Compound([{ shape: solid, position: [1, 0, 0] }, { shape: new Sphere(0.5) }]);
      world.add({ shape, position: random.vector(4), quaternion: random.quaternion() });
    }
    world.update();
    expect(world.contacts.count).toBeGreaterThan(0);
    const copy = World.restore(world.snapshot());
    expect(copy.hash()).toBe(world.hash());
    const meshes = [...copy.colliders].map(({ shape }) => shape).filter((shape) => shape instanceof TriangleMesh);
    expect(meshes[0]?.triangleCount).toBe(288);
    expect([meshes[0]?.sides, meshes[0]?.thickness, meshes[1]?.solid]).toEqual(["front", 1, true]);
    for (const each of [world, copy]) {
      for (let row = 1; row < 13; row++) each.positions[3 * row] = (each.positions[3 * row] as number) + 0.1;
      each.update();
    }
    expect(copy.hash()).toBe(world.hash());
  });

  it("lets a body walk over triangles as over a box", () => {
    const { vertices, indices } = floor(30, 10);
    const [level, plain] = [new World(), new World()];
    level.add({ shape: new TriangleMesh(vertices, indices), static: true });
    plain.add({ shape: new Box(10, 1, 10), position: [0, -0.5, 0], static: true });
    const body = new Capsule(0.3, 1);
    let [a, b] = [{ position: [-3, 0.82, -2] }, { position: [-3, 0.82, -2] }] as { position: readonly number[] }[];
    for (let i = 0; i < 60; i++) {
      const delta = [0.08, -0.05, 0.05];
      const moved = moveAndSlide(level, body, a as { position: number[] }, delta);
      const expected = moveAndSlide(plain, body, b as { position: number[] }, delta);
      expect(moved.grounded).toBe(true);
      a = { position: [moved.position.x, moved.position.y, moved.position.z] };
      b = { position: [expected.position.x, expected.position.y, expected.position.z] };
      for (let k = 0; k < 3; k++) expect(a.position[k]).toBeCloseTo(b.position[k] as number, 6);
    }
  });
});
