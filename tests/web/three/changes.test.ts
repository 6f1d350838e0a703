import {
  Box,
  Capsule,
  type Collider,
  type Cylinder,
  closestPoint,
  debug,
  defineLayers,
  init,
  Sphere,
  World,
} from "hyperplane";
import { fitShape, SceneColliders, WorldLines } from "hyperplane/three";
import {
  BatchedMesh,
  Bone,
  Box3,
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Frustum,
  Group,
  InstancedMesh,
  type Intersection,
  type LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  OrthographicCamera,
  PlaneGeometry,
  Quaternion,
  Raycaster,
  Skeleton,
  SkinnedMesh,
  TorusKnotGeometry,
  Uint16BufferAttribute,
  Vector3,
  Vector4,
} from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { Random } from "../support/random.js";

/** Scenes that change: sizes of nothing, more instances, poses that go back, bones. */

beforeAll(() => init());

const material = new MeshBasicMaterial();
const cube = () => new Mesh(new BoxGeometry(1, 1, 1), material);
const at = (x: number, y = 0, z = 0, scale = 1) => new Matrix4().makeScale(scale, scale, scale).setPosition(x, y, z);

function instanced(count: number, room = count): InstancedMesh {
  const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), material, room);
  for (let i = 0; i < room; i++) mesh.setMatrixAt(i, at(2 * i));
  mesh.count = count;
  return mesh;
}

describe("what is scaled to 0", () => {
  it("is not there until it has a size", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const mesh = cube();
    const collider = colliders.add(mesh, { continuous: true });
    const ground = world.add({ shape: new Box(4, 1, 4), position: [0, -0.9, 0], static: true });
    world.update();
    expect(world.touchingOf(ground)).toEqual([collider]);
    for (const scale of [
      [0, 0, 0],
      [1, 0, 1],
    ] as const) {
      mesh.scale.set(...(scale as [number, number, number]));
      colliders.pull();
      world.update();
      expect([collider.enabled, collider.removed, world.touching.count]).toEqual([false, false, 0]);
      mesh.scale.set(1, 1, 1);
      mesh.position.x += 1;
      colliders.pull();
      world.update();
      expect([collider.enabled, world.touching.count, world.impacts.count]).toEqual([true, 1, 0]);
    }
    // One that the program has disabled stays so.
    collider.enabled = false;
    mesh.scale.set(0, 0, 0);
    colliders.pull();
    mesh.scale.set(1, 1, 1);
    colliders.pull();
    expect(collider.enabled).toBe(false);
    mesh.scale.set(0, 0, Number.NaN);
    expect(complaintOf(() => colliders.pull())).toContain("a matrix with an element of NaN");
  });

  it("comes back, also if another matrix is wrong at the time", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const mesh = cube();
    const collider = colliders.add(mesh);
    const wrong = cube();
    colliders.add(wrong);
    for (const [size, enabled] of [
      [0, false],
      [1, true],
    ] as const) {
      mesh.scale.setScalar(size);
      wrong.position.x = Number.NaN;
      expect(complaintOf(() => colliders.pull())).toContain("a matrix with an element of NaN");
      wrong.position.x = 3;
      colliders.pull();
      expect(collider.enabled).toBe(enabled);
    }
  });

  it("is left out among instances, and comes with its size", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const mesh = instanced(3);
    mesh.setMatrixAt(1, at(2, 0, 0, 0));
    const added = colliders.addInstances(mesh, { userData: "an instance" });
    expect([added.length, world.size, colliders.colliderOf(mesh, 1)]).toEqual([2, 2, null]);
    colliders.pull();
    expect(world.size).toBe(2);
    mesh.setMatrixAt(1, at(2, 5, 0, 2));
    colliders.pull();
    const late = colliders.colliderOf(mesh, 1) as Collider;
    expect(late).toMatchObject({ enabled: true, userData: "an instance", shape: { width: 2 } });
    expect({ ...late.position }).toEqual({ x: 2, y: 5, z: 0 });
    expect(colliders.ownerOf(late)).toMatchObject({ object: mesh, instance: 1 });
    mesh.setMatrixAt(1, at(2, 5, 0, 0));
    colliders.pull();
    expect([late.enabled, world.overlap(new Sphere(1), { position: [2, 5, 0] })]).toEqual([false, []]);
  });
});

describe("what gets another scale", () => {
  it("gets a shape of that scale, which equal meshes share", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const geometry = new BoxGeometry(1, 1, 1).translate(0, 0.5, 0);
    const parent = new Group();
    const meshes = [new Mesh(geometry, material), new Mesh(geometry, material), new Mesh(geometry, material)];
    parent.add(...meshes);
    const [a, b, c] = meshes.map((mesh) => colliders.add(mesh)) as [Collider, Collider, Collider];
    const former = a.shape;
    for (const mesh of meshes.slice(0, 2)) mesh.scale.set(1, 4, 1);
    colliders.pull();
    expect(a.shape).toMatchObject({ width: 1, height: expect.closeTo(4, 9), depth: 1 });
    expect(a.shape).toBe(b.shape);
    expect(c.shape).toBe(former);
    // The offset of the shape grows, too.
    expect(a.position.y).toBeCloseTo(2, 9);
    expect(colliders.ownerOf(a)?.object).toBe(meshes[0]);
    parent.scale.setScalar(2);
    colliders.pull();
    expect([a, c].map(({ shape }) => (shape as Box).height)).toEqual([expect.closeTo(8, 9), expect.closeTo(2, 9)]);
    world.update();
    expect(world.raycast([0, 20, 0], [0, -1, 0])).toMatchObject({ distance: expect.closeTo(12, 9) });
    // Nobody uses the smaller ones any more.
    expect(complaintOf(() => world.overlap(former, {}))).toContain("disposed");
    colliders.clear();
    expect(world.size).toBe(0);
  });

  it("keeps its shape while it turns, and if the shape was given", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const random = new Random(5);
    const [turning, given, own] = [cube(), cube(), cube()];
    const mesh = instanced(4);
    const all = [
      colliders.add(turning),
      colliders.add(given, { shape: new Sphere(1) }),
      colliders.add(own),
      ...colliders.addInstances(mesh),
    ];
    const replaced = new Sphere(3);
    (all[2] as Collider).shape = replaced;
    const shapes = all.map(({ shape }) => shape);
    for (let round = 0; round < 50; round++) {
      given.scale.setScalar(2 + round);
      own.scale.setScalar(2 + round);
      turning.quaternion.set(...random.quaternion());
      for (let i = 0; i < 4; i++) {
        mesh.setMatrixAt(i, new Matrix4().makeRotationFromQuaternion(new Quaternion(...random.quaternion())));
      }
      colliders.pull();
    }
    expect(all.map(({ shape }) => shape)).toEqual(shapes);
    expect(all.every(({ shape }, i) => shape === shapes[i])).toBe(true);
  });

  it("may be an instance, a group, a bone, a level, or what had no size", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const mesh = instanced(3);
    const [, instance] = colliders.addInstances(mesh) as Collider[];
    const group = new Group().add(cube(), cube().translateX(1));
    const pair = colliders.add(group);
    const { mesh: skinned, scene } = worm("attached");
    const [bone] = colliders.addSkeleton(skinned, { fit: "box" });
    const [wall] = colliders.addLevel(cube());
    const wallOwner = colliders.ownerOf(wall as Collider)?.object;
    const before = ((bone as Collider).shape as Box).height;
    mesh.setMatrixAt(1, at(0, 0, 0, 0));
    colliders.pull();
    expect(instance?.enabled).toBe(false);
    mesh.setMatrixAt(1, at(0, 0, 0, 3));
    group.scale.set(1, 1, 5);
    scene.scale.setScalar(2);
    wallOwner?.scale.setScalar(2);
    colliders.pull();
    expect(instance).toMatchObject({ enabled: true, shape: { width: 3 } });
    expect(pair.shape).toMatchObject({ width: expect.closeTo(2, 9), depth: expect.closeTo(5, 9) });
    expect(((bone as Collider).shape as Box).height).toBeCloseTo(2 * before, 5);
    const height = () => closestPoint((wall as Collider).shape, {}, [0, 9, 0]).distance;
    expect(height()).toBeCloseTo(8.5, 6);
    colliders.pull(true);
    expect(height()).toBeCloseTo(8, 6);
  });

  it("tells what cannot be fitted, and keeps the former shape", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const mesh = cube();
    const collider = colliders.add(mesh);
    const { shape } = collider;
    mesh.scale.setScalar(1e12);
    expect(complaintOf(() => colliders.pull())).toMatch(/^invalid-argument: the Mesh: box: width/);
    expect(collider.shape).toBe(shape);
    mesh.scale.setScalar(2);
    colliders.pull();
    expect(collider.shape).toMatchObject({ width: 2 });
  });
});

describe("instances", () => {
  it("follow a count that rises and falls", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const mesh = instanced(2, 6);
    const other = cube();
    other.position.y = 9;
    colliders.addInstances(mesh, { layer: 4 });
    colliders.add(other);
    const seen = () => [...world.colliders].filter(({ enabled, layer }) => enabled && layer === 4).length;
    const shapes = debug().shapes.box;
    for (const count of [2, 5, 3, 6, 0, 1, 6]) {
      mesh.count = count;
      colliders.pull();
      world.update();
      expect(seen()).toBe(count);
      for (let i = 0; i < 6; i++) {
        const hit = world.raycast([2 * i, 5, 0], [0, -1, 0])?.collider ?? null;
        expect(hit).toBe(i < count ? colliders.colliderOf(mesh, i) : null);
      }
    }
    expect(debug().shapes.box).toBe(shapes);
    const bad = instanced(1, 2);
    colliders.addInstances(bad);
    bad.setMatrixAt(1, new Matrix4().makeShear(0, 1, 0, 0, 0, 0));
    bad.count = 2;
    const size = world.size;
    expect(complaintOf(() => colliders.pull())).toContain("instance 1 of the InstancedMesh is sheared");
    expect(world.size).toBe(size);
    colliders.remove(bad);
    colliders.pull();
  });

  it("of a BatchedMesh come and go", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const mesh = new BatchedMesh(8, 200, 400, material);
    const geometry = mesh.addGeometry(new BoxGeometry(1, 1, 1));
    const make = (x: number) => {
      const id = mesh.addInstance(geometry);
      mesh.setMatrixAt(id, at(x));
      return id;
    };
    const first = make(0);
    const second = make(2);
    expect(colliders.addInstances(mesh)).toHaveLength(2);
    const third = make(4);
    colliders.pull();
    expect([world.size, colliders.colliderOf(mesh, third)?.position.x]).toEqual([3, 4]);
    mesh.deleteInstance(second);
    colliders.pull();
    const found = [first, second, third].map((id) => colliders.colliderOf(mesh, id)?.enabled);
    expect(found).toEqual([true, false, true]);
    expect(make(6)).toBe(second);
    colliders.pull();
    expect([
      world.size,
      colliders.colliderOf(mesh, second)?.enabled,
      colliders.colliderOf(mesh, second)?.position.x,
    ]).toEqual([3, true, 6]);
  });

  it("of a BatchedMesh have the shape of their geometry, also with the id of a deleted one", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const mesh = new BatchedMesh(8, 500, 1000, material);
    const small = mesh.addGeometry(new BoxGeometry(1, 1, 1));
    const large = mesh.addGeometry(new BoxGeometry(3, 3, 3));
    const id = mesh.addInstance(small);
    const other = mesh.addInstance(small);
    mesh.setMatrixAt(other, at(30));
    const [first, second] = colliders.addInstances(mesh, { fit: "mesh", layer: 4 }) as [Collider, Collider];
    const options = { maxDistance: 18 };
    const widthAt = (x: number) => {
      const [a, b] = [1, -1].map(
        (side) => world.raycast([x + 9 * side, 0.1, 0.2], [-side, 0, 0], options)?.distance ?? 0,
      );
      return 18 - (a as number) - (b as number);
    };
    expect(widthAt(0)).toBeCloseTo(1, 6);

    mesh.deleteInstance(id);
    colliders.pull();
    first.enabled = true; // whatever the game does with it
    colliders.pull();
    expect([first.enabled, widthAt(0)]).toEqual([false, 18]);
    expect(mesh.addInstance(large)).toBe(id);
    colliders.pull();
    const next = colliders.colliderOf(mesh, id) as Collider;
    expect([first.removed, next.enabled, next.layer, world.size]).toEqual([true, true, 4, 2]);
    expect(widthAt(0)).toBeCloseTo(3, 6);
    expect(colliders.ownerOf(next, 0)).toMatchObject({ object: mesh, instance: id, faceIndex: 12 });

    // Deleted and made again before a pull sees it, or given another geometry.
    mesh.deleteInstance(other);
    expect(mesh.addInstance(large)).toBe(other);
    mesh.setMatrixAt(other, at(30));
    mesh.setGeometryIdAt(id, small);
    colliders.pull();
    world.update();
    expect([widthAt(0), widthAt(30)].map((width) => width.toFixed(5))).toEqual(["1.00000", "3.00000"]);
    expect([colliders.colliderOf(mesh, id), colliders.colliderOf(mesh, other)]).toEqual([next, second]);
    const caster = new Raycaster(new Vector3(0.1, 0.2, 9), new Vector3(0, 0, -1));
    const faces = (list: readonly Intersection[]) => list.map(({ batchId, faceIndex }) => [batchId, faceIndex]);
    expect(faces(colliders.intersect(caster))).toEqual(faces(caster.intersectObject(mesh)));
    colliders.remove(mesh);
    expect([world.size, debug().shapes.triangleMesh]).toEqual([0, undefined]);
  });

  it("of a BatchedMesh that are not there cost no exceptions", () => {
    const colliders = new SceneColliders(new World());
    const mesh = new BatchedMesh(100, 200, 400, material);
    const geometry = mesh.addGeometry(new BoxGeometry(1, 1, 1));
    for (let i = 0; i < 20; i++) mesh.addInstance(geometry);
    mesh.setMatrixAt(3, at(0, 0, 0, 0)); // without a size, and so without a collider
    colliders.addInstances(mesh);
    for (let i = 10; i < 15; i++) mesh.deleteInstance(i);
    let exceptions = 0;
    const ask = mesh.getGeometryIdAt.bind(mesh);
    mesh.getGeometryIdAt = (id) => {
      exceptions++;
      const answer = ask(id);
      exceptions--;
      return answer;
    };
    colliders.pull();
    expect(exceptions).toBeGreaterThanOrEqual(5);
    exceptions = 0;
    for (let frame = 0; frame < 10; frame++) colliders.pull();
    expect(exceptions).toBe(0);
    mesh.setMatrixAt(3, at(1));
    mesh.addInstance(geometry);
    colliders.pull();
    expect([3, 10, 11].map((id) => colliders.colliderOf(mesh, id)?.enabled)).toEqual([true, true, false]);
  });
});

describe("the fits capsule and cylinder", () => {
  it("find their own geometry, along every axis", () => {
    for (const [axis, turn] of [
      [0, new Matrix4().makeRotationZ(-Math.PI / 2)],
      [1, new Matrix4()],
      [2, new Matrix4().makeRotationX(Math.PI / 2)],
    ] as const) {
      const offset = new Vector3(3, 4, 5);
      const place = (geometry: BufferGeometry) =>
        new Mesh(geometry.applyMatrix4(turn).translate(offset.x, offset.y, offset.z), material);
      const capsule = fitShape(place(new CapsuleGeometry(0.5, 2, 16, 64)), { fit: "capsule" });
      expect(capsule.shape).toBeInstanceOf(Capsule);
      expect((capsule.shape as Capsule).radius).toBeCloseTo(0.5, 5);
      expect((capsule.shape as Capsule).height).toBeCloseTo(2, 5);
      const cylinder = fitShape(place(new CylinderGeometry(0.5, 0.5, 3, 64)), { fit: "cylinder" });
      expect((cylinder.shape as Cylinder).radius).toBeCloseTo(0.5, 5);
      expect((cylinder.shape as Cylinder).height).toBeCloseTo(3, 5);
      for (const { offset: found, quaternion } of [capsule, cylinder]) {
        expect(new Vector3().copy(found as Vector3).distanceTo(offset)).toBeLessThan(1e-5);
        const up = new Vector3(0, 1, 0).applyQuaternion(quaternion as Quaternion);
        expect(Math.abs(up.getComponent(axis))).toBeCloseTo(1, 12);
      }
    }
    const disc = fitShape(new Mesh(new PlaneGeometry(2, 2), material), { fit: "cylinder" });
    expect(disc.shape).toMatchObject({ height: 0 });
    expect((disc.shape as Cylinder).radius).toBeCloseTo(Math.SQRT2, 6);
  });

  it("enclose every vertex, touch one, and stand at their objects in a world", () => {
    const random = new Random(11);
    let touched = 0;
    for (let i = 0; i < 40; i++) {
      const geometry = new TorusKnotGeometry(random.number(0.5, 2), random.number(0.1, 0.4), 24, 6);
      const mesh = new Mesh(geometry, material);
      mesh.scale.set(random.number(0.3, 2), random.number(0.3, 2), random.number(-2, -0.3));
      mesh.position.set(...(random.vector(5) as [number, number, number]));
      mesh.quaternion.set(...(random.vector(1) as [number, number, number]), 1).normalize();
      const parent = new Group();
      parent.scale.setScalar(random.number(0.5, 2));
      parent.quaternion.set(...(random.vector(1) as [number, number, number]), 1).normalize();
      parent.add(mesh);
      const fit = i % 2 === 0 ? "capsule" : "cylinder";
      const world = new World();
      const colliders = new SceneColliders(world);
      const collider = colliders.add(mesh, { fit });
      const check = () => {
        mesh.updateWorldMatrix(true, false);
        const distances = Array.from({ length: geometry.getAttribute("position").count }, (_, k) => {
          const vertex = mesh.getVertexPosition(k, new Vector3()).applyMatrix4(mesh.matrixWorld);
          return closestPoint(collider.shape, collider, vertex).distance;
        });
        expect(Math.max(...distances)).toBeLessThan(2e-5);
        return Math.max(...distances) > -1e-4;
      };
      touched += Number(check());
      mesh.rotateX(1);
      mesh.position.y += 2;
      colliders.pull();
      check();
    }
    expect(touched).toBe(40);
  });

  it("are shared by instances, and turned with them", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const mesh = new InstancedMesh(new CapsuleGeometry(0.2, 1).rotateZ(Math.PI / 2), material, 2);
    mesh.setMatrixAt(0, at(0));
    mesh.setMatrixAt(1, new Matrix4().makeRotationZ(Math.PI / 2).setPosition(5, 0, 0));
    const [a, b] = colliders.addInstances(mesh, { fit: "capsule" }) as [Collider, Collider];
    expect(a.shape).toBe(b.shape);
    expect(world.raycast([-5, 0, 0], [1, 0, 0])?.distance).toBeCloseTo(4.3, 5);
    expect(world.raycast([5, 5, 0], [0, -1, 0])?.distance).toBeCloseTo(4.3, 5);
  });
});

describe("push", () => {
  it("takes objects to where their colliders are", () => {
    const random = new Random(5);
    const turn = () => new Quaternion(...(random.vector(1) as [number, number, number]), 1).normalize();
    for (let round = 0; round < 20; round++) {
      const world = new World();
      const colliders = new SceneColliders(world);
      const scene = new Group();
      const outer = new Group();
      outer.scale.setScalar(random.number(0.5, 2) * (round % 3 === 0 ? -1 : 1));
      outer.quaternion.copy(turn());
      outer.position.set(...(random.vector(3) as [number, number, number]));
      const parent = new Mesh(new BoxGeometry(1, 2, 3).translate(1, 0, 0), material);
      const child = new Mesh(new CapsuleGeometry(0.2, 1).rotateX(1.5707963).translate(0, 0.5, 0), material);
      child.scale.set(1, 2, 0.5);
      child.position.set(0, 3, 0);
      parent.quaternion.copy(turn());
      scene.add(outer.add(parent.add(child)));
      const meshes = round % 2 === 0 ? [parent, child] : [child, parent];
      const added = meshes.map((mesh) => colliders.add(mesh, { fit: mesh === child ? "capsule" : "box" }));
      const instances = instanced(3);
      instances.position.set(1, 1, 1);
      instances.quaternion.copy(turn());
      scene.add(instances);
      added.push(...colliders.addInstances(instances));
      const scales = meshes.map(({ scale }) => scale.clone());
      colliders.pull();
      const numbers = () => scene.toJSON().object as unknown;
      const still = JSON.stringify([numbers(), instances.instanceMatrix.array]);
      colliders.push();
      expect(JSON.stringify([numbers(), instances.instanceMatrix.array])).toBe(still);
      for (const collider of added) collider.setPose(random.vector(9), turn());
      const expected = added.map(({ position, quaternion }) => [{ ...position }, { ...quaternion }] as const);
      colliders.push();
      // Pulled back, nothing has moved.
      colliders.pull();
      for (const [i, { position, quaternion }] of added.entries()) {
        const [p, q] = expected[i] as (typeof expected)[number];
        expect(new Vector3().copy(position as Vector3).distanceTo(p as Vector3)).toBeLessThan(2e-5);
        const dot = quaternion.x * q.x + quaternion.y * q.y + quaternion.z * q.z + quaternion.w * q.w;
        expect(Math.abs(dot)).toBeGreaterThan(1 - 1e-6);
      }
      expect(meshes.map(({ scale }) => scale)).toEqual(scales);
      const [first] = added as [Collider];
      const before = meshes[0]?.quaternion.toArray();
      first.position.x += 1;
      colliders.push();
      expect(meshes[0]?.quaternion.toArray()).toEqual(before);
    }
  });

  it("knows objects that turn about a pivot", () => {
    const random = new Random(11);
    const turn = () => new Quaternion(...(random.vector(1) as [number, number, number]), 1).normalize();
    for (let round = 0; round < 10; round++) {
      const world = new World();
      const colliders = new SceneColliders(world);
      const door = new Mesh(new BoxGeometry(1, 2, 0.1), material);
      door.pivot = new Vector3(...(random.vector(1) as [number, number, number]));
      door.scale.set(1, 2, 0.5);
      door.quaternion.copy(turn());
      new Group().add(door).position.set(3, 2, 1);
      const collider = colliders.add(door);
      const quaternion = turn();
      const position = random.vector(9) as [number, number, number];
      collider.setPose(position, quaternion);
      colliders.push();
      const middle = door.localToWorld(new Vector3());
      expect(middle.distanceTo(new Vector3(...position))).toBeLessThan(1e-6);
      expect(door.getWorldQuaternion(new Quaternion()).angleTo(quaternion)).toBeLessThan(1e-5);
    }
  });

  it("leaves no bounds behind that instances have left", () => {
    const row = instanced(2);
    const batch = new BatchedMesh(2, 24, 36, material);
    const box = batch.addGeometry(new BoxGeometry(1, 1, 1));
    for (let i = 0; i < 2; i++) batch.setMatrixAt(batch.addInstance(box), at(2 * i));
    for (const mesh of [row, batch]) {
      const colliders = new SceneColliders(new World());
      const [first] = colliders.addInstances(mesh);
      mesh.computeBoundingBox();
      mesh.computeBoundingSphere();
      first?.setPose([50, 0, 0]);
      colliders.push();
      // As a renderer that culls, and as whoever asks for the extent of a scene.
      const view = new OrthographicCamera(49, 51, 1, -1, -9, 9);
      const frustum = new Frustum().setFromProjectionMatrix(view.projectionMatrix);
      expect(frustum.intersectsObject(mesh)).toBe(true);
      expect(new Box3().setFromObject(mesh).max.x).toBeCloseTo(50.5, 5);
    }
  });

  it("leaves out statics, what is gone and what is not there", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const [wall, gone, flat] = [cube(), cube(), cube()];
    const fixed = colliders.add(wall, { static: true });
    const removed = colliders.add(gone);
    const hidden = colliders.add(flat);
    flat.scale.setScalar(0);
    colliders.pull();
    fixed.setPose([1, 2, 3]);
    hidden.setPose([1, 2, 3]);
    removed.remove();
    colliders.push();
    expect([wall, gone, flat].map(({ position }) => position.length())).toEqual([0, 0, 0]);
    colliders.push(true);
    expect(wall.position.toArray()).toEqual([1, 2, 3]);
    wall.matrixAutoUpdate = false;
    fixed.setPose([4, 2, 3]);
    colliders.push(true);
    wall.updateWorldMatrix(true, false);
    expect([wall.matrix.elements[12], wall.matrixWorld.elements[12]]).toEqual([4, 4]);
    world.dispose();
    expect(complaintOf(() => colliders.push())).toContain("disposed");
  });
});

describe("clear and dispose", () => {
  it("remove what was added here, with its shapes", () => {
    const world = new World();
    const own = world.add({ shape: new Sphere(1) });
    const before = debug().shapes;
    const colliders = new SceneColliders(world);
    const level = new Group().add(cube(), cube());
    const mesh = cube();
    for (let round = 0; round < 3; round++) {
      colliders.add(mesh, { fit: "hull" });
      colliders.addInstances(instanced(4));
      colliders.addLevel(level);
      expect(world.size).toBe(8);
      if (round === 1) colliders.dispose();
      else colliders.clear();
      expect([world.size, own.removed, colliders.colliderOf(mesh)]).toEqual([1, false, null]);
      world.update();
      expect(debug().shapes).toEqual(before);
    }
    colliders.clear();
    colliders[Symbol.dispose ?? Object.getOwnPropertySymbols(SceneColliders.prototype)[0]]();
  });
});

/** A bar along x, of four bones of 1 m in a row, with smooth weights; in pieces of 0.1 m, 0.3 m high. */
function worm(bindMode = "attached"): { mesh: SkinnedMesh; bones: Bone[]; scene: Group } {
  const geometry = new BoxGeometry(4, 0.3, 0.3, 40, 2, 2).translate(2, 0, 0);
  const { count } = geometry.getAttribute("position");
  const indices: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < count; i++) {
    const along = Math.min(3.999, Math.max(0, geometry.getAttribute("position").getX(i)));
    const bone = Math.floor(along);
    const share = 0.5 * Math.max(0, along - bone - 0.5);
    indices.push(bone, Math.min(3, bone + 1), 0, 0);
    weights.push(1 - share, share, 0, 0);
  }
  geometry.setAttribute("skinIndex", new Uint16BufferAttribute(indices, 4));
  geometry.setAttribute("skinWeight", new Float32BufferAttribute(weights, 4));
  const bones = [0, 1, 2, 3, 4].map((i) => Object.assign(new Bone(), { name: `bone ${i}` }));
  for (let i = 1; i < 5; i++) {
    (bones[i] as Bone).position.x = 1;
    (bones[i - 1] as Bone).add(bones[i] as Bone);
  }
  const mesh = new SkinnedMesh(geometry, material);
  mesh.bindMode = bindMode as typeof mesh.bindMode;
  const scene = new Group();
  scene.add(mesh);
  mesh.add(bones[0] as Bone);
  scene.updateMatrixWorld(true);
  mesh.bind(new Skeleton(bones));
  return { mesh, bones, scene };
}

describe("a skeleton", () => {
  it("has a shape on each bone that moves vertices, which encloses them in every pose", () => {
    const random = new Random(3);
    for (const bindMode of ["attached", "detached"]) {
      for (const fit of ["capsule", "box", "sphere", "cylinder", "hull"] as const) {
        const { mesh, bones, scene } = worm(bindMode);
        scene.scale.setScalar(1.5);
        const world = new World();
        const colliders = new SceneColliders(world);
        const added = colliders.addSkeleton(mesh, { fit, userData: "worm" });
        expect(added.map((collider) => colliders.ownerOf(collider)?.bone)).toEqual(bones.slice(0, 4));
        expect(added[0]?.shape.type).toBe(fit === "hull" ? "convex-hull" : fit);
        expect(colliders.colliderOf(mesh, 4)).toBe(null);
        const { skinIndex, skinWeight, position } = mesh.geometry.attributes as Record<string, Float32BufferAttribute>;
        let whole = 0;
        for (let pose = 0; pose < 5; pose++) {
          for (const bone of bones)
            bone.quaternion.set(...(random.vector(0.3) as [number, number, number]), 1).normalize();
          scene.position.set(...(random.vector(5) as [number, number, number]));
          scene.rotation.y = random.number(0, 6);
          colliders.pull();
          world.update();
          scene.updateMatrixWorld(true);
          for (let i = 0; i < (position?.count ?? 0); i++) {
            // Vertices that move with one bone alone are where three.js draws them.
            if (skinWeight?.getX(i) !== 1) continue;
            const index = skinIndex?.getX(i) ?? 0;
            const vertex = mesh.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld);
            whole++;
            const collider = colliders.colliderOf(mesh, index) as Collider;
            expect(closestPoint(collider.shape, collider, vertex).distance).toBeLessThan(1e-4);
          }
        }
        expect(whole).toBeGreaterThan(1000);
        colliders.clear();
        expect(world.size).toBe(0);
      }
    }
  });

  it("names the bone that is hit", () => {
    const layers = defineLayers("hitbox", "bullet");
    const { mesh, bones } = worm();
    const world = new World();
    const colliders = new SceneColliders(world);
    colliders.addSkeleton(mesh, { layer: layers.hitbox, mask: layers.bullet });
    world.update();
    expect([world.size, world.touching.count]).toEqual([4, 0]);
    const boneAt = (x: number, y: number) => {
      const hit = world.raycast([x, y, 5], [0, 0, -1]);
      return hit && colliders.ownerOf(hit.collider)?.bone;
    };
    expect([0.5, 1.5, 2.5, 3.4].map((x) => boneAt(x, 0))).toEqual(bones.slice(0, 4));
    // The tail rises.
    (bones[2] as Bone).rotation.z = Math.PI / 2;
    colliders.pull();
    world.update();
    expect([boneAt(2.8, 0), boneAt(2, 0.6), boneAt(2, 1.5)]).toEqual([null, bones[2], bones[3]]);
    const raycaster = new Raycaster(new Vector3(2, 1.5, 5), new Vector3(0, 0, -1));
    const [first] = colliders.intersect(raycaster);
    expect([first?.bone, first?.object, first?.instanceId]).toEqual([bones[3], mesh, undefined]);
    (bones[3] as Bone).scale.setScalar(0);
    colliders.pull();
    expect(boneAt(2, 1.5)).toBe(null);
    const hit = world.add({ shape: new Sphere(0.1), position: [2, 0.6, 0], layer: layers.bullet });
    world.update();
    expect(world.touchingOf(hit).map((collider) => colliders.ownerOf(collider)?.bone?.name)).toEqual(["bone 2"]);
    colliders.push();
    expect((bones[2] as Bone).rotation.z).toBeCloseTo(Math.PI / 2, 12);
  });

  it("may leave out bones, and complains of what is wrong", () => {
    const { mesh, bones } = worm();
    const colliders = new SceneColliders(new World());
    expect(colliders.addSkeleton(mesh, { filter: (bone) => bone !== bones[1] })).toHaveLength(3);
    expect(complaintOf(() => colliders.addSkeleton(mesh))).toContain("was added before");
    colliders.remove(mesh);
    const bare = worm().mesh;
    bare.geometry.deleteAttribute("skinWeight");
    const far = worm().mesh;
    (far.geometry.getAttribute("skinIndex") as Uint16BufferAttribute).setX(7, 99);
    const lost = worm().mesh;
    const unbound = worm().mesh;
    unbound.skeleton.boneInverses.length = 2;
    const gap = worm().mesh;
    gap.skeleton.bones[1] = undefined as never;
    lost.geometry.getAttribute("position").setX(3, Number.NaN);
    const wrong: [() => unknown, string][] = [
      [() => colliders.addSkeleton(cube() as never), "mesh must be a SkinnedMesh of three.js that is bound"],
      [() => colliders.addSkeleton(null as never), "mesh must be a SkinnedMesh"],
      [() => colliders.addSkeleton(new SkinnedMesh(new BoxGeometry(), material)), "mesh must be a SkinnedMesh"],
      [() => colliders.addSkeleton(mesh, { fit: "mesh" as never }), 'a bone cannot have the fit "mesh"'],
      [() => colliders.addSkeleton(mesh, { fit: "cone" as never }), "options.fit must be one of"],
      [() => colliders.addSkeleton(mesh, { maxVertices: 8 }), "options.maxVertices belongs to fit"],
      [() => colliders.addSkeleton(mesh, { filter: 3 as never }), "options.filter must be a function"],
      [() => colliders.addSkeleton(mesh, { weight: 3 } as never), "there is no option weight"],
      [() => colliders.addSkeleton(bare), "without position, skinIndex and skinWeight"],
      [() => colliders.addSkeleton(far), "has no bone 99, which vertex 7 names"],
      [() => colliders.addSkeleton(lost), "has a vertex coordinate of NaN in the space of its bone"],
      [() => colliders.addSkeleton(unbound), "has no bone 3, which vertex"],
      [() => colliders.addSkeleton(gap), "has no bone 1, which vertex"],
      [() => colliders.add(new SkinnedMesh(new BoxGeometry(), material)), "has no skeleton, or a geometry without"],
      [() => colliders.addLevel(bare), "without position, skinIndex and skinWeight"],
      [() => fitShape(far), "has no bone 99, which vertex 7 names"],
      [() => colliders.add(unbound), "has no bone 3, which vertex"],
      [() => colliders.addLevel(gap), "has no bone 1, which vertex"],
    ];
    for (const [call, message] of wrong) expect(complaintOf(call)).toContain(message);
    expect(colliders.world.size).toBe(0);
    const { mesh: flat } = worm();
    const weights = flat.geometry.getAttribute("skinWeight");
    const none = new Vector4();
    for (let i = 3; i < weights.count; i++) weights.setXYZW(i, none.x, none.y, none.z, 0);
    expect(colliders.addSkeleton(flat, { fit: "hull" }).map(({ shape }) => shape.type)).toEqual(["box"]);
  });
});

describe("a world's lines", () => {
  it("follow colliders that change", () => {
    const world = new World();
    const lines = new WorldLines(world, { shapes: true });
    const collider = world.add({ shape: new Box(1, 1, 1) });
    const other = world.add({ shape: new Sphere(1), position: [5, 0, 0] });
    world.update();
    lines.refresh();
    const [line] = lines.children as LineSegments[];
    const drawn = lines.geometry.drawRange.count;
    const { material: plain, geometry } = line as LineSegments;
    collider.sensor = true;
    collider.shape = new Capsule(0.5, 1);
    other.enabled = false;
    world.update();
    lines.refresh();
    expect(line?.material).not.toBe(plain);
    expect(line?.geometry).not.toBe(geometry);
    expect((lines.children as Object3D[]).map(({ visible }) => visible)).toEqual([true, false]);
    expect(lines.geometry.drawRange.count).toBe(drawn / 2);
    lines.dispose();
  });
});
