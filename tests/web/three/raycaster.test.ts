import { Box, init, Sphere, TriangleMesh, World } from "hyperplane";
import { type ColliderIntersection, SceneColliders } from "hyperplane/three";
import {
  BackSide,
  BatchedMesh,
  BoxGeometry,
  DoubleSide,
  FrontSide,
  Group,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Raycaster,
  SphereGeometry,
  TorusKnotGeometry,
  Vector2,
  Vector3,
} from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { Random, seed } from "../support/random.js";
import { rayAt, sceneOf } from "../support/scenes.js";

/** SceneColliders.intersect beside three's own Raycaster.intersectObject. */

beforeAll(() => init());

const doubleSided = new MeshBasicMaterial({ side: DoubleSide });
const knot = () => new TorusKnotGeometry(1, 0.3, 60, 8);

function scene() {
  const world = new World();
  return { world, colliders: new SceneColliders(world) };
}

/** What tells the hits of a list from each other. */
const nameOf = ({ object, faceIndex, instanceId, batchId, face }: Intersection) =>
  [object.uuid, faceIndex, instanceId ?? batchId ?? -1, face?.materialIndex].join(" ");

/** Whether a hit lies so close to an edge of its face that rounding may decide between it and the next face. */
const isAtEdge = ({ barycoord }: Intersection) =>
  barycoord !== undefined && barycoord !== null && Math.min(...barycoord.toArray()) < 1e-4;

function expectSame(actual: ColliderIntersection, expected: Intersection): void {
  expect(actual.distance).toBeCloseTo(expected.distance, 4);
  expect(actual.point.distanceTo(expected.point)).toBeLessThan(1e-4);
  expect(actual.object).toBe(expected.object);
  expect([actual.instanceId, actual.batchId]).toEqual([expected.instanceId, expected.batchId]);
  const { normal, ...corners } = expected.face as NonNullable<Intersection["face"]>;
  expect(actual.face).toMatchObject(corners);
  expect(actual.face?.normal.distanceTo(normal)).toBeLessThan(1e-6);
  // Grazing rays move along the face as their point moves along them.
  for (const name of ["uv", "uv1", "normal", "barycoord"] as const) {
    const [one, other] = [actual[name] as Vector3 | undefined, expected[name] as Vector3 | undefined];
    expect(one === undefined).toBe(other === undefined);
    if (one && other) expect(one.distanceTo(other)).toBeLessThan(1e-2);
  }
}

describe("a raycaster's list", () => {
  const materials = { FrontSide, BackSide, DoubleSide } as const;
  it.each(Object.entries(materials))(`is that of three.js, for %s (HYPERPLANE_SEED=${seed})`, (_, side) => {
    const random = new Random(seed + side);
    const material = new MeshBasicMaterial({ side });
    let hits = 0;
    let several = 0;
    let rays = 0;
    for (let round = 0; round < 25; round++) {
      const { colliders } = scene();
      const root = sceneOf(random, material);
      colliders.addLevel(root);
      for (let i = 0; i < 40; i++) {
        const { origin, direction } = rayAt(random, root, 8);
        const near = random.number() < 0.3 ? random.number(0, 20) : 0;
        const far = random.number() < 0.3 ? random.number(10, 30) : Number.POSITIVE_INFINITY;
        const caster = new Raycaster(origin, direction, near, far);
        // Meshes are on layer 0 and, every other one, on layer 3.
        if (random.number() < 0.3) caster.layers.set(3);
        for (const [k, { children }] of root.children.entries()) if (k % 2 === 0) children[0]?.layers.enable(3);
        const expected = caster.intersectObject(root).filter((hit) => !isAtEdge(hit));
        const actual = colliders.intersect(caster);
        const inside = actual.filter((hit) => !isAtEdge(hit));
        rays++;
        if (expected.length > 0) hits++;
        if (expected.length > 2) several++;
        expect(actual.map(({ distance }) => distance)).toEqual(actual.map((hit) => hit.distance).sort((a, b) => a - b));
        expect(inside.map(nameOf).sort()).toEqual(expected.map(nameOf).sort());
        const byName = new Map(inside.map((hit) => [nameOf(hit), hit]));
        for (const hit of expected) expectSame(byName.get(nameOf(hit)) as ColliderIntersection, hit);
        const first = colliders.intersect(caster, { first: true });
        expect(first.length).toBe(Math.min(1, actual.length));
        if (first[0]) expect(first[0].distance).toBeCloseTo((actual[0] as ColliderIntersection).distance, 9);
      }
    }
    expect(hits / rays).toBeGreaterThan(0.3);
    expect(several).toBeGreaterThan(5);
  });

  it(`names the faces of groups and draw ranges that begin and end anywhere (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed + 7);
    const sides = [FrontSide, BackSide, DoubleSide] as const;
    const direction = () => new Vector3(...random.vector(1)).normalize();
    const nameWithCorners = (hit: Intersection) => `${nameOf(hit)} ${hit.face?.a} ${hit.face?.b} ${hit.face?.c}`;
    let hits = 0;
    let shared = 0;
    for (let round = 0; round < 60; round++) {
      const indexed = round % 2 === 0 ? new TorusKnotGeometry(1, 0.4, 12, 5) : new BoxGeometry(2, 2, 2, 2, 1, 3);
      const geometry = random.number() < 0.5 ? indexed.toNonIndexed() : indexed;
      const vertexCount = geometry.getAttribute("position").count;
      const count = geometry.index?.count ?? vertexCount;
      const entry = () => random.integer(count);
      geometry.clearGroups();
      for (let i = 0; i < 3; i++) {
        geometry.addGroup(entry(), random.number() < 0.2 ? Number.POSITIVE_INFINITY : entry(), random.integer(3));
      }
      if (random.number() < 0.3) geometry.setDrawRange(entry(), entry());
      const pick = () => new MeshBasicMaterial({ side: sides[random.integer(3)] as (typeof sides)[number] });
      const mesh = new Mesh(geometry, random.number() < 0.8 ? [pick(), pick(), pick()] : pick());
      mesh.position.set(random.number(-5, 5), random.number(-5, 5), random.number(-5, 5));
      mesh.quaternion.set(...random.quaternion());
      mesh.updateMatrixWorld();
      const { colliders, world } = scene();
      try {
        colliders.addLevel(mesh);
      } catch (error) {
        // A draw range may leave nothing but triangles without area.
        expect((error as Error).message).toMatch(/no triangle/);
        continue;
      }
      for (let i = 0; i < 30; i++) {
        const origin = mesh.position.clone().add(direction().multiplyScalar(6));
        const aim = mesh.position.clone().add(direction().multiplyScalar(1.2));
        const caster = new Raycaster(origin, aim.sub(origin).normalize());
        // three.js lists triangles, too, whose corners lie beyond the end of the buffer.
        const isWhole = ({ face }: Intersection) => face !== null && face !== undefined && face.c < vertexCount;
        const expected = caster.intersectObject(mesh).filter((hit) => isWhole(hit) && !isAtEdge(hit));
        const actual = colliders.intersect(caster).filter((hit) => !isAtEdge(hit));
        expect(actual.map(nameWithCorners).sort()).toEqual(expected.map(nameWithCorners).sort());
        const byName = new Map(actual.map((hit) => [nameWithCorners(hit), hit]));
        for (const hit of expected) expectSame(byName.get(nameWithCorners(hit)) as ColliderIntersection, hit);
        hits += expected.length;
        const numbers = new Map(expected.map((hit) => [`${hit.faceIndex}`, nameWithCorners(hit)]));
        if (expected.some((hit) => numbers.get(`${hit.faceIndex}`) !== nameWithCorners(hit))) shared++;
        // What the world names is one of them.
        const first = world.raycast(caster.ray.origin, caster.ray.direction);
        if (first === null || isAtEdge(expected[0] ?? ({} as Intersection))) continue;
        const faceIndex = colliders.ownerOf(first.collider, first.triangle)?.faceIndex ?? -1;
        expect(faceIndex).toBeGreaterThanOrEqual(0);
        expect(faceIndex).toBeLessThan(Math.floor(count / 3));
      }
    }
    expect(hits).toBeGreaterThan(500);
    expect(shared).toBeGreaterThan(10);
  });

  it("lists all triangles of a mesh on the way, those at grazing angles too", () => {
    const { colliders } = scene();
    const mesh = new Mesh(new PlaneGeometry(100, 100, 50, 50).rotateX(-Math.PI / 2), doubleSided);
    const positions = mesh.geometry.getAttribute("position");
    const random = new Random(seed);
    for (let i = 0; i < positions.count; i++) positions.setY(i, random.number(-0.5, 0.5));
    colliders.addLevel(mesh);
    let most = 0;
    for (let i = 0; i < 200; i++) {
      const direction = new Vector3(random.number(-1, 1), random.number(-0.01, 0.01), random.number(-1, 1)).normalize();
      const caster = new Raycaster(
        direction
          .clone()
          .multiplyScalar(-80)
          .add(new Vector3(0, random.number(-0.3, 0.3), 0)),
        direction,
      );
      const expected = caster.intersectObject(mesh).filter((hit) => !isAtEdge(hit));
      const actual = colliders.intersect(caster).filter((hit) => !isAtEdge(hit));
      expect(actual.map(({ faceIndex }) => faceIndex)).toEqual(expected.map(({ faceIndex }) => faceIndex));
      most = Math.max(most, actual.length);
    }
    expect(most).toBeGreaterThan(20);
  });

  it("finds both sides of walls whose triangles have a front and a back", () => {
    const front = new PlaneGeometry(2, 2, 3, 3);
    for (const order of [1, -1]) {
      const geometry = front.clone();
      const index = Array.from(geometry.index?.array ?? []);
      const back = index.flatMap((_, i) => (i % 3 === 0 ? [index[i], index[i + 2], index[i + 1]] : [])) as number[];
      geometry.setIndex(order > 0 ? [...index, ...back] : [...back, ...index]);
      for (const side of [FrontSide, BackSide, DoubleSide]) {
        const { colliders } = scene();
        const wall = new Mesh(geometry, new MeshBasicMaterial({ side }));
        colliders.addLevel(wall);
        const caster = new Raycaster(new Vector3(0.15, 0.23, 5), new Vector3(0, 0.01, -1).normalize());
        const expected = caster.intersectObject(wall).map(({ faceIndex }) => faceIndex);
        expect(colliders.intersect(caster).map(({ faceIndex }) => faceIndex)).toEqual(expected);
        expect(expected).toHaveLength(side === DoubleSide ? 2 : 1);
        expect(colliders.intersect(caster, { first: true })).toHaveLength(1);
      }
    }
  });

  it("has no faces for other shapes, one hit each", () => {
    const { world, colliders } = scene();
    const ball = new Mesh(new SphereGeometry(1, 64, 48), doubleSided);
    const boxes = new InstancedMesh(new BoxGeometry(1, 1, 1), doubleSided, 2);
    boxes.setMatrixAt(0, new Matrix4().makeTranslation(3, 0, 0));
    boxes.setMatrixAt(1, new Matrix4().makeTranslation(6, 0, 0));
    const parts = new Group().add(new Mesh(new BoxGeometry(1, 1, 1), doubleSided));
    parts.position.x = 9;
    const given = new Mesh(new BoxGeometry(1, 1, 1), doubleSided);
    given.position.x = 12;
    const collider = colliders.add(ball, { fit: "sphere" });
    colliders.addInstances(boxes);
    colliders.add(parts, { fit: "parts" });
    colliders.add(given, { shape: new TriangleMesh([0, -1, -1, 0, 1, -1, 0, 0, 2]) });
    world.add({ shape: new Box(1, 1, 1), position: [15, 0, 0] });
    const caster = new Raycaster(new Vector3(-5, 0.1, 0.2), new Vector3(1, 0, 0));
    const hits = colliders.intersect(caster);
    expect(hits.map(({ object, instanceId, face, faceIndex }) => [object, instanceId, face, faceIndex])).toEqual([
      [ball, undefined, null, null],
      [boxes, 0, null, null],
      [boxes, 1, null, null],
      [parts.children[0], undefined, null, null],
      [given, undefined, null, null],
    ]);
    expect(hits[0]).toMatchObject({ collider, distance: expect.closeTo(5 - Math.sqrt(0.95), 5) });
    expect(hits[0]?.worldNormal.x).toBeLessThan(-0.9);
    expect(hits[1]?.distance).toBeCloseTo(7.5, 6);
    // A ray that begins inside, at its near distance.
    caster.near = 5;
    expect(colliders.intersect(caster)[0]).toMatchObject({ object: ball, distance: 5 });
    caster.near = 100;
    caster.far = 99;
    expect(colliders.intersect(caster)).toEqual([]);
  });

  it("finds solids at their first point", () => {
    const { colliders } = scene();
    const mesh = new Mesh(new BoxGeometry(2, 2, 2), doubleSided);
    colliders.addLevel(mesh, { solid: true });
    const outside = new Raycaster(new Vector3(0.1, 0.2, 5), new Vector3(0, 0, -1));
    expect(colliders.intersect(outside)).toMatchObject([{ distance: 4, faceIndex: expect.any(Number) }]);
    const inside = new Raycaster(new Vector3(0.1, 0.2, 0), new Vector3(0, 0, -1));
    expect(colliders.intersect(inside)).toMatchObject([{ distance: 0, face: null }]);
  });

  it("leaves out what the options and the raycaster leave out", () => {
    const { world, colliders } = scene();
    const near = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
    const far = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
    near.position.z = 2;
    colliders.add(near, { fit: "mesh", layer: 2 });
    const sensor = colliders.add(far, { fit: "mesh", sensor: true });
    world.add({ shape: new Sphere(5), position: [0, 0, 20] });
    const caster = new Raycaster();
    const camera = new PerspectiveCamera(50, 1, 0.1, 100);
    camera.position.z = 30;
    camera.updateMatrixWorld();
    caster.setFromCamera(new Vector2(0.01, 0.005), camera);
    const objects = (options?: Parameters<SceneColliders["intersect"]>[1]) =>
      colliders.intersect(caster, options).map(({ object }) => object);
    expect(objects()).toEqual([near]);
    expect(objects({ sensors: true })).toEqual([near, far]);
    for (const first of [true, false]) {
      expect(objects({ first, sensors: true, mask: 1 })).toEqual([far]);
      expect(objects({ first, sensors: true, filter: (collider) => collider === sensor })).toEqual([far]);
    }
    near.layers.set(5);
    expect(objects({ first: true, sensors: true })).toEqual([far]);
    expect(objects({ first: true })).toEqual([]);
  });

  it("has no invisible instances of a batch", () => {
    const { colliders } = scene();
    const batch = new BatchedMesh(2, 100, 300, doubleSided);
    const box = batch.addGeometry(new BoxGeometry(1, 1, 1));
    for (const z of [0, 3]) batch.setMatrixAt(batch.addInstance(box), new Matrix4().makeTranslation(0, 0, z));
    colliders.addLevel(batch);
    const caster = new Raycaster(new Vector3(0.1, 0.2, 9), new Vector3(0, 0, -1));
    const ids = () => colliders.intersect(caster).map(({ batchId }) => batchId);
    expect(ids()).toEqual([1, 1, 0, 0]);
    batch.setVisibleAt(1, false);
    expect(ids()).toEqual([0, 0]);
    batch.deleteInstance(0);
    expect(ids()).toEqual([]);
  });

  it("refuses what is no raycaster", () => {
    const { world, colliders } = scene();
    colliders.addLevel(new Mesh(knot(), doubleSided));
    const caster = new Raycaster();
    // biome-ignore lint/suspicious/noExplicitAny: wrong types on purpose
    const wrong = (value: unknown): any => value;
    expect(complaintOf(() => colliders.intersect(wrong(null)))).toBe(
      "invalid-argument: raycaster must be a Raycaster of three.js, got null",
    );
    for (const ray of [null, {}, { origin: null, direction: null }]) {
      expect(complaintOf(() => colliders.intersect(wrong({ ray, layers: {} })))).toContain("must be a Raycaster");
    }
    expect(complaintOf(() => colliders.intersect(caster, { maxDistance: 3 } as never))).toContain(
      "no option maxDistance",
    );
    expect(complaintOf(() => colliders.intersect(caster, { first: wrong(1) }))).toContain("options.first");
    expect(complaintOf(() => colliders.intersect(caster, { filter: wrong(1) }))).toContain("options.filter");
    caster.ray.direction.set(0, 0, 0);
    expect(complaintOf(() => colliders.intersect(caster))).toBe("invalid-argument: direction must not be zero");
    world.dispose();
    caster.ray.direction.set(0, 0, 1);
    expect(complaintOf(() => colliders.intersect(caster))).toContain("disposed");
  });
});
