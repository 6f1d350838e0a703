import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  Box,
  type Collider,
  type Compound,
  type ConvexHull,
  collide,
  init,
  raycast,
  type Shape,
  Sphere,
  TriangleMesh,
  World,
} from "hyperplane";
import { fitShape, type Owner, SceneColliders } from "hyperplane/three";
import {
  BatchedMesh,
  Bone,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  type Intersection,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  Raycaster,
  Skeleton,
  SkinnedMesh,
  Sphere as Sphere3,
  TorusKnotGeometry,
  Uint16BufferAttribute,
  type Vector2,
  Vector3,
} from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf, errorOf } from "../support/errors.js";
import { Random, seed } from "../support/random.js";
import { place, rayAt, rayInto, sceneOf } from "../support/scenes.js";

/** Levels of three.js as colliders, beside three's own Raycaster. */

beforeAll(() => init());

const material = new MeshBasicMaterial({ side: DoubleSide });
const knot = () => new TorusKnotGeometry(1, 0.3, 60, 8);

function scene() {
  const world = new World();
  return { world, colliders: new SceneColliders(world) };
}

const isDisposed = (shape: Shape) => {
  try {
    raycast(shape, {}, [0, 0, 9], [0, 0, -1]);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === "disposed";
  }
};

describe("the fit mesh", () => {
  it("has the triangles of the geometry, with three's numbers", () => {
    const mesh = new Mesh(knot(), material);
    mesh.scale.set(2, 0.5, 3);
    mesh.position.set(7, 8, 9);
    const { shape, offset } = fitShape(mesh, { fit: "mesh", sides: "front", thickness: 0.25 });
    expect(offset).toEqual({ x: 0, y: 0, z: 0 });
    expect(shape).toBeInstanceOf(TriangleMesh);
    expect(shape).toMatchObject({ triangleCount: 2 * 60 * 8, sides: "front", thickness: 0.25, solid: false });
    const index = mesh.geometry.index as BufferAttribute;
    for (const number of [0, 17, 2 * 60 * 8 - 1]) {
      const corners = (shape as TriangleMesh).triangle(number);
      for (let k = 0; k < 3; k++) {
        const vertex = mesh.getVertexPosition(index.getX(3 * number + k), new Vector3()).multiply(mesh.scale);
        expect(new Vector3().fromArray(corners, 3 * k).distanceTo(vertex)).toBeLessThan(1e-9);
      }
    }
  });

  it("keeps fronts in front, however often the object is mirrored", () => {
    for (let signs = 0; signs < 8; signs++) {
      const mesh = new Mesh(new BoxGeometry(2, 2, 2), material);
      mesh.scale.set(signs & 1 ? -1 : 1, signs & 2 ? -1 : 1, signs & 4 ? -1 : 1);
      const { shape } = fitShape(mesh, { fit: "mesh", sides: "front" });
      expect(raycast(shape, {}, [0.1, 0.2, 5], [0, 0, -1])?.distance).toBeCloseTo(4, 9);
      expect(raycast(shape, {}, [0.1, 0.2, 0], [0, 0, -1])).toBe(null);
      // Solid needs all fronts outside.
      const solid = fitShape(mesh, { fit: "mesh", solid: true }).shape;
      expect(raycast(solid, {}, [0.1, 0.2, 0], [0, 0, -1])?.distance).toBe(0);
    }
  });

  it("draws what three.js draws: the draw range, and groups that have a material", () => {
    const geometry = new PlaneGeometry(4, 1, 4, 1);
    // Two triangles for each x from -2 on.
    const hitAt = (mesh: Mesh, x: number) =>
      raycast(fitShape(mesh, { fit: "mesh" }).shape, {}, [x, 0.1, 5], [0, 0, -1])?.triangle ?? null;
    const inTurn = new Mesh(geometry.toNonIndexed(), material);
    expect([-1.6, -0.6, 0.4, 1.4].map((x) => hitAt(inTurn, x))).toEqual([0, 2, 4, 6]);
    geometry.setDrawRange(6, 12);
    expect([-1.6, -0.6, 0.4, 1.4].map((x) => hitAt(new Mesh(geometry, material), x))).toEqual([null, 2, 4, null]);
    geometry.setDrawRange(0, Number.POSITIVE_INFINITY);
    geometry.addGroup(18, 6, 0);
    geometry.addGroup(6, 6, 2);
    geometry.addGroup(0, 6, 1);
    const materials = new Mesh(geometry, [material, material]);
    expect([-1.6, -0.6, 0.4, 1.4].map((x) => hitAt(materials, x))).toEqual([0, null, null, 6]);
    for (const [list, message] of [
      [[], "the Mesh: three.js draws no triangle of it: its list of materials is empty"],
      [[undefined], "the Mesh: three.js draws no triangle of it: no group of its geometry has a material"],
    ] as const) {
      const bare = new Mesh(geometry, list as unknown as Material[]);
      expect(complaintOf(() => fitShape(bare, { fit: "mesh" }))).toBe(`invalid-argument: ${message}`);
      expect(fitShape(bare).shape).toBeInstanceOf(Box);
    }
    // A single material draws all groups.
    expect([-1.6, -0.6, 0.4, 1.4].map((x) => hitAt(new Mesh(geometry, material), x))).toEqual([0, 2, 4, 6]);
  });

  it("is shared by meshes and instances of one geometry and scale, until the last is removed", () => {
    const { colliders } = scene();
    const geometry = knot();
    const meshes = [1, 1, 2, 1].map((size) => {
      const mesh = new Mesh(geometry, material);
      mesh.scale.setScalar(size);
      mesh.quaternion.set(...new Random(size).quaternion());
      return mesh;
    });
    const random = new Random(3);
    const instances = new InstancedMesh(geometry, material, 40);
    for (let i = 0; i < 40; i++) {
      const matrix = new Matrix4().makeRotationFromQuaternion(new Quaternion(...random.quaternion()));
      instances.setMatrixAt(i, matrix.scale(new Vector3(1 + (i % 2), 1 + (i % 2), 1 + (i % 2))));
    }
    const shapes = meshes.map((mesh) => colliders.add(mesh, { fit: "mesh" }).shape);
    expect(new Set(shapes).size).toBe(2);
    const all = colliders.addInstances(instances, { fit: "mesh", layer: 2 });
    expect(new Set([...shapes, ...all.map(({ shape }) => shape)]).size).toBe(2);
    const other = new Mesh(geometry, material);
    const front = colliders.add(other, { fit: "mesh", sides: "front" }).shape;
    expect(shapes).not.toContain(front);

    colliders.remove(other);
    expect([isDisposed(front), isDisposed(shapes[0] as Shape)]).toEqual([true, false]);
    for (const mesh of meshes) colliders.remove(mesh);
    expect(shapes.map(isDisposed)).toEqual([false, false, false, false]);
    colliders.remove(instances);
    expect(shapes.map(isDisposed)).toEqual([true, true, true, true]);
    expect(colliders.add(meshes[0] as Mesh, { fit: "mesh" }).shape).not.toBe(shapes[0]);
  });

  it("is not shared across changes of the geometry, or with morph targets at work", () => {
    const { colliders } = scene();
    const geometry = new BoxGeometry(1, 1, 1);
    const positions = geometry.getAttribute("position").array as Float32Array;
    geometry.morphAttributes.position = [
      new BufferAttribute(
        positions.map((number) => 3 * number),
        3,
      ),
    ];
    const added = () => {
      const mesh = new Mesh(geometry, material);
      return { mesh, shape: () => colliders.add(mesh, { fit: "mesh" }).shape };
    };
    const width = (shape: Shape) => 10 - (raycast(shape, {}, [10, 0.1, 0.2], [-1, 0, 0])?.distance as number);
    const plain = added().shape();
    const morphed = added();
    (morphed.mesh.morphTargetInfluences as number[])[0] = 1;
    expect([width(plain), width(morphed.shape())]).toEqual([0.5, 1.5]);
    expect(added().shape()).toBe(plain);
    geometry.scale(2, 1, 1);
    const wide = added().shape();
    expect(width(wide)).toBe(1);
    geometry.setDrawRange(0, 30);
    expect(added().shape()).not.toBe(wide);
  });

  it("joins the meshes of an object, whose triangles lead back to them", () => {
    const { world, colliders } = scene();
    const random = new Random(5);
    const root = new Group();
    const parts = [0, 1, 2].map((i) => {
      const mesh = new Mesh(knot(), material);
      place(random, mesh, 0);
      mesh.position.set(5 * i, 0, 0);
      return mesh;
    });
    root.add(...parts);
    root.position.set(1, 2, 3);
    const collider = colliders.add(root, { fit: "mesh" });
    expect((collider.shape as TriangleMesh).triangleCount).toBe(3 * 960);
    root.position.set(-4, 5, 0);
    root.updateMatrixWorld();
    colliders.pull();
    world.update();
    let hits = 0;
    for (let i = 0; i < 200; i++) {
      const { origin, direction } = rayInto(random, 4);
      const caster = new Raycaster(origin, direction);
      const [expected] = caster.intersectObject(root);
      const hit = world.raycast(origin, direction);
      expect(hit?.distance ?? null).toSatisfy((d) =>
        d === null ? !expected : Math.abs(d - (expected?.distance ?? 0)) < 1e-4,
      );
      if (hit === null) continue;
      hits++;
      const owner = colliders.ownerOf(hit.collider, hit.triangle);
      expect([owner?.object, owner?.mesh, owner?.faceIndex]).toEqual([root, expected?.object, expected?.faceIndex]);
    }
    expect(hits).toBeGreaterThan(20);
  });
});

describe("flat geometry", () => {
  it("fits a convex polygon as its hull, and as a part", () => {
    const random = new Random(9);
    for (const geometry of [new PlaneGeometry(4, 2, 7, 5), new CircleGeometry(2, 24)]) {
      const mesh = new Mesh(geometry, material);
      mesh.quaternion.set(...random.quaternion());
      const { shape } = fitShape(mesh, { fit: "hull" });
      expect(shape).toBeInstanceOf(TriangleMesh);
      for (let i = 0; i < 300; i++) {
        const [x, y] = [random.number(-3, 3), random.number(-3, 3)];
        const radius = Math.hypot(x, y);
        // An edge of the circle's polygon is up to 1 % nearer than its corners.
        if (geometry instanceof CircleGeometry && radius > 1.97 && radius < 2.001) continue;
        const inside = geometry instanceof CircleGeometry ? radius < 1.98 : Math.abs(x) < 2 && Math.abs(y) < 1;
        expect(raycast(shape, {}, [x, y, 3], [0, 0, -1]) !== null).toBe(inside);
      }
    }
    const group = new Group().add(new Mesh(new PlaneGeometry(2, 2), material), new Mesh(new BoxGeometry(1, 1, 1)));
    const { shape } = fitShape(group, { fit: "parts" });
    expect((shape as Compound).part(0).shape.type).toBe("triangle-mesh");
    expect(raycast(shape, {}, [0.9, 0.9, 3], [0, 0, -1])).toMatchObject({ distance: 3, part: 0 });
  });

  it("fits nothing to points on a line but a box or a sphere", () => {
    const mesh = new Mesh(new PlaneGeometry(4, 0), material);
    expect(fitShape(mesh).shape).toMatchObject({ width: 4, height: 0, depth: 0 });
    expect(errorOf(() => fitShape(mesh, { fit: "hull" })).code).toBe("degenerate-shape");
    expect(errorOf(() => fitShape(mesh, { fit: "mesh" })).code).toBe("degenerate-shape");
  });
});

describe("the fit parts", () => {
  it("has a hull for each mesh and instance, at its pose in the object", () => {
    const { world, colliders } = scene();
    const table = new Group();
    const top = new Mesh(new BoxGeometry(2, 0.2, 1), material);
    top.position.y = 1;
    const legs = new InstancedMesh(new BoxGeometry(0.1, 1, 0.1), material, 2);
    legs.setMatrixAt(0, new Matrix4().makeTranslation(-0.9, 0.5, 0));
    legs.setMatrixAt(1, new Matrix4().makeTranslation(0.9, 0.5, 0));
    table.add(top, new Mesh(new BufferGeometry(), material), legs);
    table.scale.setScalar(2);
    table.position.set(0, 0, 7);
    const collider = colliders.add(table, { fit: "parts", maxVertices: 8 });
    const compound = collider.shape as Compound;
    expect(compound.partCount).toBe(3);
    expect(compound.part(2).position).toEqual({ x: expect.closeTo(1.8, 6), y: 1, z: 0 });
    expect((compound.part(0).shape as ConvexHull).vertices).toHaveLength(24);
    const hit = world.raycast([1.8, 0.5, 0], [0, 0, 1]);
    expect(hit).toMatchObject({ part: 2, distance: expect.closeTo(6.9, 5) });
    expect(colliders.ownerOf(collider, -1, 2)).toMatchObject({ object: table, mesh: legs, instance: 1, faceIndex: -1 });
    expect(colliders.ownerOf(collider, -1, 0)).toMatchObject({ object: table, mesh: top, instance: -1 });
    // The room between the legs is free.
    const ball = new Sphere(0.4);
    expect(collide(compound, {}, ball, { position: [0, 1, 0] })).toBe(null);
    expect(collide(compound, {}, ball, { position: [0, 1.5, 0] })?.partA).toBe(0);
    colliders.remove(table);
    expect(isDisposed(compound)).toBe(true);
  });

  it("leaves out what is scaled to 0", () => {
    const { colliders } = scene();
    const group = new Group();
    const hidden = new Mesh(new BoxGeometry(1, 1, 1), material);
    hidden.scale.setScalar(0);
    const legs = new InstancedMesh(new BoxGeometry(0.1, 1, 0.1), material, 3);
    for (let i = 0; i < 3; i++) legs.setMatrixAt(i, new Matrix4().makeScale(i % 2, i % 2, i % 2));
    group.add(hidden, legs);
    expect((fitShape(group, { fit: "parts" }).shape as Compound).partCount).toBe(1);
    const collider = colliders.add(group, { fit: "parts" });
    expect(colliders.ownerOf(collider, -1, 0)).toMatchObject({ mesh: legs, instance: 1 });
    expect(() => fitShape(new Group().add(hidden), { fit: "parts" })).toThrow(/has no vertices/);
  });

  it("takes sheared and mirrored meshes as they are", () => {
    const object = new Group();
    object.scale.set(1, 2, 1);
    const tilted = new Group();
    tilted.rotation.z = 0.6;
    const inner = new Mesh(new BoxGeometry(1, 1, 1), material);
    inner.scale.set(-1, 2, 1);
    tilted.add(inner);
    object.add(tilted);
    const { shape } = fitShape(object, { fit: "parts" });
    const hull = fitShape(object, { fit: "hull" }).shape;
    const random = new Random(1);
    let hits = 0;
    for (let i = 0; i < 100; i++) {
      const { origin, direction } = rayInto(random, 2);
      const expected = raycast(hull, {}, origin, direction);
      if (expected) hits++;
      expect(raycast(shape, {}, origin, direction)?.distance ?? -1).toBeCloseTo(expected?.distance ?? -1, 6);
    }
    expect(hits).toBeGreaterThan(20);
  });
});

describe("a level", () => {
  it(`is hit where three's Raycaster hits it, at the same face (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    let hits = 0;
    let rays = 0;
    for (let round = 0; round < 40; round++) {
      const { world, colliders } = scene();
      const root = sceneOf(random, material);
      const added = colliders.addLevel(root, { layer: 4, userData: "level" });
      expect(added.length).toBe(world.size);
      expect(added[0]).toMatchObject({ static: true, layer: 4, userData: "level" });
      for (let i = 0; i < 60; i++) {
        const { origin, direction } = rayAt(random, root, 8);
        const expected = new Raycaster(origin, direction).intersectObject(root);
        const hit = world.raycast(origin, direction);
        rays++;
        expect(hit === null).toBe(expected.length === 0);
        if (hit === null) continue;
        hits++;
        expect(hit.distance).toBeCloseTo(expected[0]?.distance as number, 4);
        const { object, mesh, instance, faceIndex } = colliders.ownerOf(hit.collider, hit.triangle) as Owner;
        expect(mesh).toBe(object);
        // Rounding decides between two faces at their common edge.
        const same = expected.find((one) => one.object === mesh && one.faceIndex === faceIndex);
        expect(same?.distance).toBeCloseTo(hit.distance, 4);
        expect(same?.instanceId ?? same?.batchId ?? -1).toBe(instance);
      }
      colliders.remove(root);
      expect(world.size).toBe(0);
      for (const { shape } of added) expect(isDisposed(shape)).toBe(true);
    }
    expect(hits / rays).toBeGreaterThan(0.3);
  });

  it("shares one mesh among all objects of one geometry and scale", () => {
    const { colliders } = scene();
    const geometry = knot();
    const root = new Group();
    for (let i = 0; i < 50; i++) {
      const mesh = new Mesh(geometry, material);
      mesh.position.set(3 * i, 0, 0);
      mesh.rotation.set(i, 2 * i, 3 * i);
      root.add(mesh);
    }
    const batched = new BatchedMesh(20, 2000, 6000, material);
    const ids = [
      batched.addGeometry(new BoxGeometry(1, 1, 1)),
      batched.addGeometry(new IcosahedronGeometry(1, 0).setIndex([...Array(60).keys()])),
    ];
    for (let i = 0; i < 20; i++) batched.addInstance(ids[i % 2] as number);
    root.add(batched);
    const added = colliders.addLevel(root);
    expect(added).toHaveLength(70);
    expect(new Set(added.map(({ shape }) => shape)).size).toBe(3);
  });

  it("is added whole or not at all", () => {
    const { world, colliders } = scene();
    world.add({ shape: new Box(1, 1, 1) });
    const before = world.hash();
    const root = new Group();
    const first = new Mesh(knot(), material);
    const bad = Object.assign(new Mesh(new BoxGeometry(1, 1, 1), material), { name: "bad" });
    root.add(first, bad);
    const attempt = (change: (mesh: Mesh) => void, message: string) => {
      bad.copy(new Mesh(new BoxGeometry(1, 1, 1), material));
      bad.name = "bad";
      change(bad);
      expect(complaintOf(() => colliders.addLevel(root))).toContain(message);
      expect([world.size, world.hash(), colliders.colliderOf(first)]).toEqual([1, before, null]);
    };
    attempt((mesh) => mesh.scale.set(0, 1, 1), 'the Mesh "bad" has a scale of zero');
    attempt(
      (mesh) => mesh.geometry.getAttribute("position").setX(3, Number.NaN),
      'the Mesh "bad" has a vertex coordinate of NaN',
    );
    attempt((mesh) => mesh.geometry.index?.setX(7, 900), 'the Mesh "bad": triangle-mesh: indices');
    attempt((mesh) => mesh.geometry.scale(0, 0, 1), 'the Mesh "bad": triangle-mesh: ');
    colliders.add(bad.copy(new Mesh(new BoxGeometry(1, 1, 1), material)));
    expect(complaintOf(() => colliders.addLevel(root))).toContain("was added before");
    expect(world.size).toBe(2);
    colliders.remove(bad);
    expect(complaintOf(() => colliders.addLevel(root, { layer: "one" as never }))).toContain("options.layer");
    expect(complaintOf(() => colliders.addLevel(root, { fit: "mesh" } as never))).toContain("there is no option fit");
    expect(complaintOf(() => colliders.addLevel(root, { filter: 3 as never }))).toContain("options.filter");
    expect(world.size).toBe(1);
    expect(colliders.addLevel(root)).toHaveLength(2);
  });

  it("leaves out what draws nothing and what the filter rejects", () => {
    const { colliders } = scene();
    const root = new Group();
    const hidden = new Mesh(new BoxGeometry(1, 1, 1), material);
    hidden.visible = false;
    const empty = new Mesh(new BufferGeometry(), material);
    const nothing = new Mesh(new BoxGeometry(1, 1, 1).clone(), material);
    nothing.geometry.setDrawRange(0, 0);
    const door = new Group().add(new Mesh(new BoxGeometry(1, 1, 1), material));
    door.name = "door";
    root.add(hidden, empty, nothing, door);
    expect(colliders.addLevel(root, { filter: ({ name }) => name !== "door" })).toHaveLength(1);
    expect(colliders.colliderOf(hidden)).not.toBe(null);
    expect(colliders.addLevel(new Group())).toEqual([]);
    colliders.remove(root);
    expect(colliders.world.size).toBe(0);
  });

  it("is removed whole, also when it was added in several calls", () => {
    const { world, colliders } = scene();
    const meshes = Array.from({ length: 6 }, () => new Mesh(new BoxGeometry(), material));
    const root = new Group().add(...meshes);
    const only = (rest: number) => (object: unknown) =>
      object === root || (meshes as unknown[]).indexOf(object) % 3 === rest;
    for (const rest of [0, 1, 2]) colliders.addLevel(root, { filter: only(rest), layer: 1 << rest });
    expect(world.size).toBe(6);
    // One is removed by itself and added as something else: it is no part of the level any more.
    colliders.remove(meshes[0] as Mesh);
    const own = colliders.add(meshes[0] as Mesh);
    colliders.remove(root);
    expect(world.size).toBe(1);
    expect(own.removed).toBe(false);
    expect(colliders.addLevel(root, { filter: only(1) })).toHaveLength(2);
    colliders.remove(root);
    expect(world.size).toBe(1);
  });

  it("is forgotten when its last object is removed", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const { colliders } = scene();
    const addAndRemove = () => {
      const root = new Group().add(new Mesh(new BoxGeometry(1, 1, 1)), new Mesh(new BoxGeometry(1, 1, 1)));
      colliders.addLevel(root);
      for (const mesh of root.children) colliders.remove(mesh);
      return new WeakRef(root);
    };
    const levels = Array.from({ length: 20 }, addAndRemove);
    // A reference that was made or read is strong until the end of its task.
    await new Promise((resolve) => setTimeout(resolve));
    collect();
    expect(levels.filter((level) => level.deref() !== undefined).length).toBeLessThan(2);
    expect(colliders.world.size).toBe(0);
  });

  it("carries things that fall on it, and moves when it is pulled", () => {
    const { world, colliders } = scene();
    const root = new Group().add(new Mesh(new PlaneGeometry(20, 20, 30, 30).rotateX(-Math.PI / 2), material));
    const [ground] = colliders.addLevel(root, { sides: "front" }) as [Collider];
    const ball = world.add({ shape: new Sphere(0.5), position: [1.1, 0.4, 0.3] });
    world.update();
    const [contact] = world.contacts.toArray();
    expect(contact?.depth).toBeCloseTo(0.1, 6);
    const triangle = contact?.a === ground ? contact.triangleA : contact?.triangleB;
    expect(colliders.ownerOf(ground, triangle)).toMatchObject({ mesh: root.children[0], faceIndex: triangle });
    root.position.y = -1;
    colliders.pull();
    world.update();
    expect(world.contacts.count).toBe(1);
    colliders.pull(true);
    world.update();
    expect(world.contacts.count).toBe(0);
    expect(ball.removed).toBe(false);
  });

  it(`takes the shear of rotations within unequal scales (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    let hits = 0;
    for (let round = 0; round < 12; round++) {
      const { world, colliders } = scene();
      const root = new Group();
      for (let i = 0; i < 4; i++) {
        const outer = new Group();
        place(random, outer, 5);
        outer.scale.y *= random.number(2, 4);
        const mesh = i === 0 ? new InstancedMesh(knot(), material, 2) : new Mesh(knot(), material);
        place(random, mesh, 2);
        if (mesh instanceof InstancedMesh)
          mesh.setMatrixAt(1, mesh.matrix.compose(mesh.position, mesh.quaternion, mesh.scale));
        // three.js scales spheres by the longest column of a matrix, too little for a sheared one.
        mesh.geometry.computeBoundingSphere();
        (mesh.geometry.boundingSphere as Sphere3).radius *= 4;
        if (mesh instanceof InstancedMesh) mesh.boundingSphere = new Sphere3(new Vector3(), 100);
        root.add(outer.add(mesh));
      }
      expect(complaintOf(() => colliders.add(root.children[1]?.children[0] as Mesh))).toContain("sheared");
      expect(colliders.addLevel(root)).toHaveLength(5);
      const expectSame = () => {
        world.update();
        for (let i = 0; i < 20; i++) {
          const { origin, direction } = rayAt(random, root, 8);
          const caster = new Raycaster(origin, direction);
          // Near an edge rounding decides between its faces.
          const clear = (list: Intersection[]) =>
            list.filter((hit) => Math.min(...(hit.barycoord as Vector3).toArray()) > 1e-4);
          const name = ({ object, faceIndex, instanceId }: Intersection) => `${object.id} ${instanceId} ${faceIndex}`;
          const expected = clear(caster.intersectObject(root));
          const actual = clear(colliders.intersect(caster));
          expect(actual.map(name).sort()).toEqual(expected.map(name).sort());
          for (const hit of actual) {
            const same = expected.find((one) => name(one) === name(hit)) as Intersection;
            expect(hit.point.distanceTo(same.point)).toBeLessThan(1e-3);
            expect(hit.uv?.distanceTo(same.uv as Vector2)).toBeLessThan(1e-2);
          }
          hits += expected.length;
        }
      };
      expectSame();
      // A turn of the whole leaves the shear as it is.
      root.position.set(...random.vector(5));
      root.quaternion.set(...random.quaternion());
      colliders.pull(true);
      expectSame();
      colliders.remove(root);
      expect(world.size).toBe(0);
    }
    expect(hits).toBeGreaterThan(300);
  });

  it("follows the instances of a BatchedMesh, but for deleted ones", () => {
    const { world, colliders } = scene();
    const mesh = new BatchedMesh(5, 100, 300, material);
    const box = mesh.addGeometry(new BoxGeometry(1, 1, 1));
    for (let i = 0; i < 5; i++) mesh.setMatrixAt(mesh.addInstance(box), new Matrix4().makeTranslation(3 * i, 0, 0));
    mesh.deleteInstance(2);
    const all = colliders.addInstances(mesh);
    expect(all.map((collider) => colliders.ownerOf(collider)?.instance)).toEqual([0, 1, 3, 4]);
    expect(colliders.colliderOf(mesh, 3)).toBe(all[2]);
    expect(colliders.colliderOf(mesh, 2)).toBe(null);
    mesh.setMatrixAt(4, new Matrix4().makeTranslation(0, 9, 0));
    mesh.deleteInstance(1);
    colliders.pull();
    expect(Array.from(world.positions.slice(3 * (all[3] as Collider).index).slice(0, 3))).toEqual([0, 9, 0]);
    expect(world.positions[3 * (all[1] as Collider).index]).toBe(3);
    colliders.remove(mesh);
    expect(complaintOf(() => colliders.add(mesh))).toContain("the BatchedMesh has instances");
  });
});

describe("a skinned mesh", () => {
  /** A cylinder bent by two bones, the bones below the mesh or beside it, as loaders of models may place them. */
  function bent(random: Random, beside: boolean) {
    const geometry = new CylinderGeometry(0.5, 0.5, 4, 8, 8);
    const position = geometry.getAttribute("position");
    const shares = Array.from({ length: position.count }, (_, i) => (position.getY(i) + 2) / 4);
    geometry.setAttribute(
      "skinIndex",
      new Uint16BufferAttribute(
        shares.flatMap(() => [0, 1, 0, 0]),
        4,
      ),
    );
    geometry.setAttribute(
      "skinWeight",
      new Float32BufferAttribute(
        shares.flatMap((w) => [1 - w, w, 0, 0]),
        4,
      ),
    );
    const [low, high] = [new Bone(), new Bone()];
    low.position.y = -2;
    high.position.y = 4;
    const mesh = new SkinnedMesh(geometry, material);
    const root = new Group().add(mesh);
    (beside ? root : mesh).add(low.add(high));
    root.updateMatrixWorld(true);
    mesh.bind(new Skeleton([low, high]));
    // From here on nothing has brought the matrices up to date.
    for (const bone of [low, high]) bone.rotation.set(random.number(-1, 1), 0, random.number(-1, 1));
    root.position.fromArray(random.vector(5));
    root.rotation.set(random.number(-3, 3), random.number(-3, 3), 0);
    if (!beside) mesh.position.fromArray(random.vector(5));
    return { mesh, root };
  }

  it(`is met where three.js draws it, though nothing was drawn since it moved (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    for (const beside of [false, true]) {
      for (const add of ["add", "addLevel", "fitShape"] as const) {
        const { mesh, root } = bent(random, beside);
        const { colliders } = scene();
        const shapes =
          add === "fitShape"
            ? [fitShape(mesh, { fit: "mesh" }).shape]
            : [add === "add" ? colliders.add(mesh, { fit: "mesh" }) : colliders.addLevel(root)]
                .flat()
                .map((c) => c.shape);
        const frame = mesh.matrixWorld.clone();
        root.updateMatrixWorld(true);
        expect(mesh.matrixWorld.equals(frame)).toBe(true);
        const corners = new Float64Array(9);
        const index = mesh.geometry.index as BufferAttribute;
        for (let triangle = 0; triangle < index.count / 3; triangle++) {
          (shapes[0] as TriangleMesh).triangle(triangle, corners);
          for (let k = 0; k < 3; k++) {
            const drawn = mesh.getVertexPosition(index.getX(3 * triangle + k), new Vector3());
            expect(new Vector3().fromArray(corners, 3 * k).distanceTo(drawn)).toBeLessThan(1e-4);
          }
        }
      }
    }
  });
});

describe("the owner of a collider", () => {
  it("is that of the triangle when it was added, though the meshes draw something else since", () => {
    const { colliders, world } = scene();
    const batch = new BatchedMesh(4, 100, 200, material);
    const box = batch.addGeometry(new BoxGeometry(1, 1, 1));
    const ids = [0, 3].map((x) => {
      const id = batch.addInstance(box);
      batch.setMatrixAt(id, new Matrix4().makeTranslation(x, 0, 0));
      return id;
    });
    const [left, right] = [
      new Mesh(new BoxGeometry(1, 1, 1), [material]),
      new Mesh(new BoxGeometry(1, 1, 1), material),
    ];
    left.geometry.clearGroups();
    left.geometry.addGroup(0, 36, 0);
    left.position.x = 6;
    right.position.x = 9;
    const ship = new Group().add(batch, left, right);
    const collider = colliders.add(ship, { fit: "mesh" });
    const owners = () =>
      [0, 3, 6, 9].map((x) => {
        const hit = world.raycast([x + 0.1, 0.2, 5], [0, 0, -1]);
        const { mesh, instance, faceIndex } = colliders.ownerOf(collider, hit?.triangle) as Owner;
        return [mesh, instance, faceIndex];
      });
    const before = owners();
    expect(before.map(([mesh]) => mesh)).toEqual([batch, batch, left, right]);
    batch.deleteInstance(ids[0] as number);
    // A group that begins at another corner of a triangle: twice as many numbers.
    left.geometry.addGroup(1, 30, 0);
    expect(owners()).toEqual(before);
  });

  it("has no faces for shapes that are not of its triangles", () => {
    const { colliders } = scene();
    const mesh = new Mesh(knot(), material);
    const collider = colliders.add(mesh, { fit: "hull" });
    expect(colliders.ownerOf(collider, 3)).toMatchObject({ object: mesh, mesh, instance: -1, faceIndex: -1 });
    const given = new Mesh(knot(), material);
    const shape = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(colliders.ownerOf(colliders.add(given, { shape }), 0)).toMatchObject({ mesh: given, faceIndex: -1 });
    const group = new Group().add(new Mesh(knot(), material));
    expect(colliders.ownerOf(colliders.add(group))).toMatchObject({ object: group, mesh: null });
    const fitted = new Mesh(knot(), material);
    const meshCollider = colliders.add(fitted, { fit: "mesh" });
    expect(colliders.ownerOf(meshCollider, 1e6)).toMatchObject({ mesh: fitted, faceIndex: -1 });
    expect(complaintOf(() => colliders.ownerOf(meshCollider, 0.5))).toContain("triangle must be a whole number");
  });
});
