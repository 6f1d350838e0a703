import {
  Box,
  Capsule,
  type Collider,
  Compound,
  Cone,
  ConvexHull,
  Cylinder,
  closestPoint,
  Ellipsoid,
  explainTree,
  HeightField,
  init,
  Sphere,
  Triangle,
  TriangleMesh,
  World,
} from "hyperplane";
import { fitShape, SceneColliders, WorldLines } from "hyperplane/three";
import {
  Box3,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Euler,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  type LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  Quaternion,
  Raycaster,
  SphereGeometry,
  Vector3,
} from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { countGarbage } from "../support/garbage.js";
import { Random } from "../support/random.js";

beforeAll(() => init());

const material = new MeshBasicMaterial();
const cube = () => new Mesh(new BoxGeometry(1, 1, 1), material);
const named = <T extends Mesh>(mesh: T, name: string) => Object.assign(mesh, { name });

/** The pose of a collider in the world. */
function poseOf(world: World, { index }: Collider) {
  return {
    position: new Vector3().fromArray(world.positions, 3 * index),
    quaternion: new Quaternion().fromArray(world.quaternions, 4 * index),
  };
}

function expectVector(actual: { x: number; y: number; z: number }, expected: readonly number[], digits = 6): void {
  for (const [i, number] of [actual.x, actual.y, actual.z].entries()) {
    expect(number).toBeCloseTo(expected[i] as number, digits);
  }
}

describe("fitShape", () => {
  it("fits the smallest box along the object's axes, scale included", () => {
    const mesh = new Mesh(new BoxGeometry(1, 2, 3).translate(0.5, 0, 0), material);
    mesh.scale.set(2, 3, 0.5);
    mesh.rotation.set(1, 2, 3);
    mesh.position.set(100, 0, 0);
    const { shape, offset } = fitShape(mesh);
    expect(shape).toBeInstanceOf(Box);
    const { width, height, depth } = shape as Box;
    expectVector({ x: width, y: height, z: depth }, [2, 6, 1.5]);
    expectVector(offset, [1, 0, 0]);
  });

  it("fits a rectangle to a plane, and a point to coinciding vertices", () => {
    const plane = new Mesh(new PlaneGeometry(4, 3), material);
    plane.rotation.set(1, 2, 3);
    const { width, height, depth } = fitShape(plane).shape as Box;
    expectVector({ x: width, y: height, z: depth }, [4, 3, 0]);
    expect(depth).toBe(0);
    const turned = fitShape(new Mesh(new PlaneGeometry(4, 3).rotateX(-Math.PI / 2), material)).shape as Box;
    expect(turned.height).toBe(0);
    const point = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array([1, 2, 3]), 3));
    expect((fitShape(new Mesh(point, material), { fit: "sphere" }).shape as Sphere).radius).toBe(0);
    expect((fitShape(new Mesh(point, material)).shape as Box).width).toBe(0);
  });

  it("fits a sphere around the centre of that box", () => {
    const { shape, offset } = fitShape(new Mesh(new SphereGeometry(2).translate(0, 5, 0), material), { fit: "sphere" });
    expect((shape as Sphere).radius).toBeCloseTo(2, 5);
    expectVector(offset, [0, 5, 0], 5);
  });

  it("fits the hull of the vertices, with a limit on their number", () => {
    const mesh = new Mesh(new IcosahedronGeometry(1, 3), material);
    mesh.scale.setScalar(2);
    const hull = fitShape(mesh, { fit: "hull" }).shape as ConvexHull;
    const radii = Array.from({ length: hull.vertices.length / 3 }, (_, i) =>
      new Vector3().fromArray(hull.vertices, 3 * i).length(),
    );
    expect(radii.length).toBeGreaterThan(100);
    for (const radius of radii) expect(radius).toBeCloseTo(2, 5);
    const coarse = fitShape(mesh, { fit: "hull", maxVertices: 20 }).shape as ConvexHull;
    expect(coarse.vertices.length).toBeLessThanOrEqual(60);
  });

  it("includes the descendants of a group, instances, and the scale of parents", () => {
    const world = new Group();
    world.scale.setScalar(2);
    const group = new Group();
    world.add(group);
    const left = cube();
    left.position.x = -1;
    left.rotation.z = Math.PI / 4;
    const right = new InstancedMesh(new BoxGeometry(1, 1, 1), material, 2);
    right.setMatrixAt(0, new Matrix4().makeTranslation(1, 0, 0));
    right.setMatrixAt(1, new Matrix4().makeTranslation(3, 2, 0));
    group.add(left, right);
    const { shape, offset } = fitShape(group);
    const { width, height, depth } = shape as Box;
    const low = -1 - Math.SQRT1_2;
    expectVector({ x: width, y: height, z: depth }, [2 * (3.5 - low), 2 * (2.5 + Math.SQRT1_2), 2], 5);
    expectVector(offset, [3.5 + low, 2.5 - Math.SQRT1_2, 0], 5);
  });

  it("includes morph targets", () => {
    const geometry = new BoxGeometry(1, 1, 1);
    const positions = geometry.getAttribute("position").array as Float32Array;
    geometry.morphAttributes.position = [
      new BufferAttribute(
        positions.map((number) => 3 * number),
        3,
      ),
    ];
    const mesh = new Mesh(geometry, material);
    (mesh.morphTargetInfluences as number[])[0] = 1;
    expect((fitShape(mesh).shape as Box).width).toBeCloseTo(3, 6);
  });
});

describe("a scene's colliders", () => {
  function scene() {
    const world = new World();
    return { world, colliders: new SceneColliders(world) };
  }

  it("stand where the objects do, however nested, rotated and mirrored", () => {
    const { world, colliders } = scene();
    const random = new Random(7);
    const between = (low: number, high: number) => random.number(low, high);
    for (let round = 0; round < 200; round++) {
      const parent = new Group();
      parent.position.set(between(-9, 9), between(-9, 9), between(-9, 9));
      parent.rotation.set(between(-4, 4), between(-4, 4), between(-4, 4));
      parent.scale.setScalar(between(0.5, 2));
      const mesh = new Mesh(new BoxGeometry(1, 2, 3).translate(0.3, -0.4, 0.5), material);
      mesh.position.set(between(-9, 9), between(-9, 9), between(-9, 9));
      mesh.rotation.set(between(-4, 4), between(-4, 4), between(-4, 4));
      mesh.scale.set(between(0.5, 2) * (random.number() < 0.3 ? -1 : 1), between(0.5, 2), between(0.5, 2));
      parent.add(mesh);
      const collider = colliders.add(mesh);
      parent.position.x += 5;
      mesh.rotation.y += 1;
      colliders.pull();
      const { width, height, depth } = collider.shape as Box;
      const { position, quaternion } = poseOf(world, collider);
      expect(quaternion.length()).toBeCloseTo(1, 6);
      // The corners of the box are the vertices of the mesh, in whatever order.
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
        new Vector3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5)
          .multiply(new Vector3(width, height, depth))
          .applyQuaternion(quaternion)
          .add(position),
      );
      mesh.updateWorldMatrix(true, false);
      for (let i = 0; i < 24; i++) {
        const vertex = mesh.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld);
        expect(Math.min(...corners.map((corner) => corner.distanceTo(vertex)))).toBeLessThan(1e-5);
      }
      colliders.remove(mesh);
    }
    expect(world.size).toBe(0);
  });

  it("keep 64 bits of an object's position", () => {
    const { world, colliders } = scene();
    const mesh = cube();
    const collider = colliders.add(mesh);
    mesh.position.set(1e7 + 0.125, -3e8 - 0.0625, 0);
    colliders.pull();
    expectVector(poseOf(world, collider).position, [1e7 + 0.125, -3e8 - 0.0625, 0], 9);
  });

  it("follow the instances of an InstancedMesh, which share shapes of one scale", () => {
    const { world, colliders } = scene();
    const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1).translate(0, 0.5, 0), material, 30);
    const matrix = new Matrix4();
    const turn = new Quaternion();
    const place = (i: number, x: number) =>
      mesh.setMatrixAt(
        i,
        matrix.compose(new Vector3(x, i, 0), turn.setFromEuler(new Euler(0, 0, i)), new Vector3(1, 1 + (i % 3), 1)),
      );
    for (let i = 0; i < 30; i++) place(i, i);
    mesh.position.x = 100;
    mesh.scale.setScalar(2);
    const all = colliders.addInstances(mesh, { layer: 4, userData: "crate" });
    expect(all).toHaveLength(30);
    expect(new Set(all.map(({ shape }) => shape)).size).toBe(3);
    expect((all[2] as Collider).shape).toMatchObject({ height: expect.closeTo(6, 5) });
    expect(all[3]).toMatchObject({ layer: 4, userData: "crate" });
    for (let i = 0; i < 30; i++) place(i, i + 7);
    colliders.pull();
    all.forEach((collider, i) => {
      const height = 1 + (i % 3);
      // The middle of the box is half its height above the instance's origin, along its own axis.
      const x = 100 + 2 * (i + 7 - 0.5 * height * Math.sin(i));
      expectVector(poseOf(world, collider).position, [x, 2 * (i + 0.5 * height * Math.cos(i)), 0], 4);
      expect(colliders.ownerOf(collider)).toMatchObject({ object: mesh, instance: i });
      expect(colliders.colliderOf(mesh, i)).toBe(collider);
    });
    expect(colliders.colliderOf(mesh, 30)).toBe(null);
  });

  it("lead back to the objects, and are forgotten when removed here or in the world", () => {
    const { world, colliders } = scene();
    const [a, b, c] = [cube(), cube(), cube()] as [Mesh, Mesh, Mesh];
    const colliderA = colliders.add(a);
    const colliderB = colliders.add(b);
    const other = world.add({ shape: new Sphere(1) });
    expect(colliders.ownerOf(colliderA)).toMatchObject({ object: a, instance: -1 });
    expect(colliders.ownerOf(other)).toBe(null);
    // As of a ray that hits nothing.
    expect(colliders.ownerOf(undefined as never, 3)).toBe(null);
    colliders.remove(a);
    colliders.remove(a);
    expect([colliderA.removed, colliders.colliderOf(a)]).toEqual([true, null]);
    world.remove(colliderB);
    world.update();
    world.update();
    // The rows belong to other colliders now: pull must not write to them for the old objects.
    const next = [colliders.add(c), world.add({ shape: new Sphere(1) })];
    b.position.set(7, 7, 7);
    colliders.pull();
    for (const collider of next) expectVector(poseOf(world, collider).position, [0, 0, 0]);
    expect(colliders.ownerOf(colliderB)).not.toMatchObject({ object: c });
    expect(colliders.colliderOf(b)).toBe(null);
    expect(colliders.add(b)).toMatchObject({ removed: false });
  });

  it("stay with their objects while others are added and removed", () => {
    const { world, colliders } = scene();
    const random = new Random(11);
    const meshes: Mesh[] = [];
    let next = 0;
    for (let round = 0; round < 300; round++) {
      if (meshes.length < 5 || random.number() < 0.55) {
        const mesh = named(cube(), String(next++));
        meshes.push(mesh);
        colliders.add(mesh);
      } else {
        const [mesh] = meshes.splice(random.integer(meshes.length), 1) as [Mesh];
        colliders.remove(mesh);
      }
      for (const mesh of meshes) mesh.position.set(round, Number(mesh.name), 0);
      colliders.pull();
      world.update();
      expect(world.size).toBe(meshes.length);
    }
    expect(meshes.length).toBeGreaterThan(10);
    for (const mesh of meshes) {
      const collider = colliders.colliderOf(mesh) as Collider;
      expect(colliders.ownerOf(collider)?.object).toBe(mesh);
      expectVector(poseOf(world, collider).position, [299, Number(mesh.name), 0]);
    }
  });

  it("leave statics in place until asked", () => {
    const { world, colliders } = scene();
    const wall = cube();
    wall.position.x = 3;
    const collider = colliders.add(wall, { static: true, mask: 2 });
    expect(collider).toMatchObject({ static: true, mask: 2 });
    wall.position.x = 4;
    colliders.pull();
    expectVector(poseOf(world, collider).position, [3, 0, 0]);
    colliders.pull(true);
    expectVector(poseOf(world, collider).position, [4, 0, 0]);
  });

  it("take a given shape as it is", () => {
    const { world, colliders } = scene();
    const mesh = cube();
    mesh.scale.setScalar(3);
    const shape = new Sphere(0.25);
    const collider = colliders.add(mesh, { shape, sensor: true });
    expect(collider.shape).toBe(shape);
    const other = cube();
    other.position.x = 0.7;
    colliders.add(other);
    colliders.pull();
    world.update();
    expect(Array.from(world.began, ({ a }) => a.sensor)).toEqual([true]);
    expect(world.contacts.count).toBe(0);
  });

  // Counting takes 13 s of a core, and other stages may run beside it.
  it("are pulled without garbage, and lines are drawn with little", () => {
    const pulled = countGarbage("count_three_garbage.js");
    expect(pulled.contacts).toBeGreaterThan(500);
    expect(pulled.bytesPerFrame).toBeLessThan(16);
    // The engine boxes some numbers, 16 bytes each; a contact's cross and normal alone have 78.
    const drawn = countGarbage("count_three_garbage.js", "lines");
    expect(drawn.contacts).toBeGreaterThan(500);
    expect(drawn.bytesPerFrame).toBeLessThan(128 * drawn.contacts);
  }, 300_000);
});

describe("misuse is refused in terms of the scene", () => {
  // biome-ignore lint/suspicious/noExplicitAny: wrong types on purpose
  const wrong = (value: unknown): any => value;
  const instances = (count = 3) => new InstancedMesh(new BoxGeometry(1, 1, 1), material, count);
  function sheared(): Mesh {
    const parent = new Group();
    parent.scale.set(1, 3, 1);
    const mesh = named(cube(), "lid");
    mesh.rotation.z = 0.5;
    parent.add(mesh);
    return mesh;
  }
  const cases: [use: (colliders: SceneColliders) => unknown, message: string][] = [
    [(c) => c.add(wrong(null)), "invalid-argument: object must be an Object3D of three.js, got null"],
    [
      (c) => c.add(cube(), { fit: wrong("cone") }),
      'invalid-argument: options.fit must be one of "box", "rounded box", "sphere", "capsule", "cylinder", "tapered capsule", "hull", "mesh", "parts", got the string "cone"',
    ],
    [(c) => c.add(cube(), wrong(3)), "invalid-argument: options must be an object, got 3"],
    [
      (c) => c.add(named(new Mesh(new BufferGeometry(), material), "ghost")),
      'invalid-argument: the Mesh "ghost" has no vertices to fit a shape to',
    ],
    [(c) => c.add(new Group(), { fit: "hull" }), "invalid-argument: the Group has no vertices to fit a shape to"],
    [
      (c) => c.add(new Mesh(new PlaneGeometry(4, 0), material), { fit: "hull" }),
      "degenerate-shape: the Mesh: convex-hull: fewer than 4 distinct points",
    ],
    [
      (c) => c.add(cube(), { fit: "mesh", maxVertices: 8 }),
      'invalid-argument: options.maxVertices belongs to fit "hull" and "parts", but fit is "mesh"',
    ],
    [
      (c) => c.add(cube(), { fit: "hull", sides: "front" }),
      'invalid-argument: options.sides belongs to fit "mesh", but fit is "hull"',
    ],
    [
      (c) => c.add(cube(), { thickness: 2 }),
      'invalid-argument: options.thickness belongs to fit "mesh", but fit is "box"',
    ],
    [
      (c) => c.add(named(cube(), "box"), { fit: "mesh", sides: wrong("back") }),
      'invalid-argument: the Mesh "box": triangle-mesh: sides must be "both" or "front", got the string "back"',
    ],
    [
      (c) => c.add(named(new Mesh(new PlaneGeometry(4, 4), material), "sheet"), { fit: "mesh", solid: true }),
      'degenerate-shape: the Mesh "sheet": triangle-mesh: the surface of a solid has an open edge: the edge from vertex 0 to vertex 1 of triangle 0',
    ],
    [
      (c) => c.add(sheared()),
      'invalid-argument: the Mesh "lid" is sheared, but colliders are rigid. Is it rotated within a parent of unequal scale?',
    ],
    [
      (c) => {
        const mesh = cube();
        mesh.scale.y = 0;
        c.add(mesh);
      },
      "invalid-argument: the Mesh has a scale of zero, so it has no rotation",
    ],
    [
      (c) => {
        const mesh = cube();
        mesh.position.y = Number.NaN;
        c.add(mesh);
      },
      "invalid-argument: the Mesh has a matrix with an element of NaN",
    ],
    [(c) => c.add(instances()), "invalid-argument: the InstancedMesh has instances: use addInstances"],
    [
      (c) => c.addInstances(wrong(cube())),
      "invalid-argument: the Mesh is not an InstancedMesh or a BatchedMesh: use add",
    ],
    [
      (c) => {
        const mesh = instances();
        mesh.setMatrixAt(1, new Matrix4().makeShear(0, 1, 0, 0, 0, 0));
        c.addInstances(mesh);
      },
      "invalid-argument: instance 1 of the InstancedMesh is sheared, but colliders are rigid. Is it rotated within a parent of unequal scale?",
    ],
    [
      (c) => {
        const mesh = cube();
        c.add(mesh);
        try {
          c.add(mesh);
        } finally {
          c.remove(mesh);
        }
      },
      "invalid-argument: the Mesh was added before",
    ],
    [(c) => new WorldLines(c.world, wrong(1)), "invalid-argument: options must be an object, got 1"],
  ];
  it.each(cases.map(([use, message]) => ({ use, message })))("$message", ({ use, message }) => {
    const world = new World();
    const colliders = new SceneColliders(world);
    expect(complaintOf(() => use(colliders))).toBe(message);
    expect(world.size).toBe(0);
  });

  it("in pull as well, before the world reads the poses", () => {
    const world = new World();
    const colliders = new SceneColliders(world);
    const mesh = named(cube(), "lift");
    colliders.add(mesh);
    world.update();
    const before = world.hash();
    mesh.scale.set(Number.NaN, 1, 1);
    expect(complaintOf(() => colliders.pull())).toBe(
      'invalid-argument: the Mesh "lift" has a matrix with an element of NaN',
    );
    mesh.scale.set(1, 1, 1);
    colliders.pull();
    world.update();
    expect(world.hash()).toBe(before);
  });
});

describe("a world's lines", () => {
  function pair() {
    const world = new World();
    const shape = new Box(1, 1, 1);
    world.add({ shape, static: true });
    world.add({ shape, position: [0.75, 0.25, 0] });
    world.update();
    return world;
  }
  /** The drawn segments: both ends, in scene coordinates. */
  function segmentsOf(lines: WorldLines): [Vector3, Vector3][] {
    const position = lines.geometry.getAttribute("position");
    const at = (i: number) => new Vector3().fromBufferAttribute(position as BufferAttribute, i).add(lines.position);
    return Array.from({ length: lines.geometry.drawRange.count / 2 }, (_, i) => [at(2 * i), at(2 * i + 1)]);
  }

  it("show the edges of bounds", () => {
    const lines = new WorldLines(pair(), { contacts: false, normals: false });
    lines.refresh();
    const segments = segmentsOf(lines);
    expect(segments).toHaveLength(24);
    for (const [from, to] of segments) {
      const along = to.clone().sub(from).toArray().map(Math.abs).sort();
      for (const [i, length] of [0, 0, 1].entries()) expect(along[i]).toBeCloseTo(length, 4);
    }
    const corners = new Set(
      segments.flat().map((corner) =>
        corner
          .toArray()
          .map((x) => x.toFixed(2))
          .join(" "),
      ),
    );
    expect(corners.size).toBe(16);
    const colors = lines.geometry.getAttribute("color");
    expect(colors.getX(0)).not.toBeCloseTo(colors.getX(24), 2);
  });

  it("show contact points and normals", () => {
    const lines = new WorldLines(pair(), { bounds: false, pointSize: 0.1, normalLength: 2 });
    lines.refresh();
    const segments = segmentsOf(lines);
    expect(segments).toHaveLength(4 * 3 + 1);
    const [from, to] = segments[12] as [Vector3, Vector3];
    expectVector(from, [0.375, 0.125, 0]);
    expectVector(to, [2.375, 0.125, 0]);
    for (const [a, b] of segments.slice(0, 12)) {
      expect(a.distanceTo(b)).toBeCloseTo(0.2, 6);
      expect((a.x + b.x) / 2).toBeCloseTo(0.375, 6);
    }
    lines.showContacts = false;
    lines.refresh();
    expect(segmentsOf(lines)).toHaveLength(1);
    lines.showNormals = false;
    lines.refresh();
    expect(segmentsOf(lines)).toHaveLength(0);
  });

  it("show a pair, and say why it touches or does not", () => {
    const world = pair();
    const [a, b] = world.colliders as unknown as [Collider, Collider];
    const far = world.add({ shape: new Sphere(0.5), position: [4, 0, 0] });
    world.update();
    const lines = new WorldLines(world, { bounds: false, contacts: false, normals: false });
    lines.refresh();
    expect(lines.explanation).toBeNull();
    lines.pair = [a, far];
    lines.refresh();
    expect(lines.explanation).toEqual(world.explainPair(a, far));
    expect(lines.explanation?.reason).toBe("apart");
    const segments = segmentsOf(lines);
    // The edges of both bounds, and the way from one to the other.
    expect(segments).toHaveLength(25);
    const [from, to] = segments[24] as [Vector3, Vector3];
    expectVector(from, [0.5, 0, 0]);
    expectVector(to, [3.5, 0, 0]);
    lines.pair = [b, a];
    lines.refresh();
    expect(lines.explanation?.reason).toBe("touching");
    // Shapes that were disposed of, which their colliders hold.
    a.shape.dispose();
    b.shape.dispose();
    lines.refresh();
    expect(lines.explanation?.reason).toBe("touching");
    expect(segmentsOf(lines)).toHaveLength(25);
    // One collider by itself, and one that is gone.
    lines.pair = [far, far];
    lines.refresh();
    expect(segmentsOf(lines)).toHaveLength(12);
    world.remove(far);
    lines.pair = [a, far];
    lines.refresh();
    expect(lines.explanation?.reason).toBe("removed");
    expect(segmentsOf(lines)).toHaveLength(12);
    const other = new World().add({ shape: new Sphere(1) });
    lines.pair = [a, other];
    expect(complaintOf(() => lines.refresh())).toMatch(/^invalid-argument: b/);
  });

  it("are drawn in front of the faces on which they lie, at the same place on screen", () => {
    const lines = new WorldLines(pair(), { shapes: true });
    lines.refresh();
    const [edges] = lines.children as [LineSegments];
    const point = new Vector3(0.5, 0.5, 0.5);
    for (const camera of [new PerspectiveCamera(50, 1.5, 0.1, 100), new OrthographicCamera(-3, 3, 2, -2, 0.1, 100)]) {
      camera.position.set(3, 4, 5);
      camera.lookAt(0, 0, 0);
      camera.updateMatrixWorld();
      for (const object of [lines, edges]) {
        object.updateWorldMatrix(true, false);
        const before = object.matrixWorld.clone();
        const seen = () => point.clone().applyMatrix4(object.matrixWorld).project(camera);
        const at = seen();
        const call = (name: "onBeforeRender" | "onAfterRender") =>
          object[name](null as never, null as never, camera, null as never, null as never, null as never);
        call("onBeforeRender");
        const drawn = seen();
        expect(Math.hypot(drawn.x - at.x, drawn.y - at.y)).toBeLessThan(1e-9);
        expect(at.z - drawn.z).toBeGreaterThan(1e-6);
        call("onAfterRender");
        expect(object.matrixWorld.equals(before)).toBe(true);
      }
    }
  });

  it("show the triangles that contacts are on, also of a compound's parts", () => {
    const world = new World();
    const floor = new TriangleMesh([-2, 0, 2, 2, 0, 2, 2, 0, -2, -2, 0, -2], [0, 1, 2, 0, 2, 3]);
    const turn = new Quaternion().setFromEuler(new Euler(0.4, 1, 0.3));
    const pose = { position: new Vector3(5, 6, 7), quaternion: turn };
    const inner = { position: new Vector3(0, -1, 0), quaternion: new Quaternion().setFromEuler(new Euler(0, 0.5, 0)) };
    const shapes = [
      { shape: floor, toWorld: (v: Vector3) => v },
      {
        shape: new Compound([
          { shape: new Sphere(0.1), position: [9, 9, 9] },
          { shape: floor, ...inner },
        ]),
        toWorld: (v: Vector3) => v.applyQuaternion(inner.quaternion).add(inner.position),
      },
    ];
    for (const { shape, toWorld } of shapes) {
      const place = (v: Vector3) => toWorld(v).applyQuaternion(turn).add(pose.position);
      const collider = world.add({ shape, static: true, ...pose });
      const ball = world.add({ shape: new Sphere(0.3), position: place(new Vector3(1, 0.2, 0.4)) });
      world.update();
      const lines = new WorldLines(world, { bounds: false, contacts: false, normals: false });
      lines.position.set(1, 2, 3);
      lines.refresh();
      const corners = [new Vector3(-2, 0, 2), new Vector3(2, 0, 2), new Vector3(2, 0, -2)].map(place);
      const segments = segmentsOf(lines);
      expect(segments).toHaveLength(3);
      for (const [i, [from, to]] of segments.entries()) {
        expect(from.distanceTo(corners[i] as Vector3)).toBeLessThan(1e-5);
        expect(to.distanceTo(corners[(i + 1) % 3] as Vector3)).toBeLessThan(1e-5);
      }
      lines.showTriangles = false;
      lines.refresh();
      expect(segmentsOf(lines)).toHaveLength(0);
      world.remove(collider);
      world.remove(ball);
    }
    // A mesh that is gone for the program has no triangles to draw.
    world.add({ shape: floor, static: true });
    world.add({ shape: new Sphere(1) });
    world.update();
    floor.dispose();
    const lines = new WorldLines(world, { bounds: false, contacts: false, normals: false, shapes: true });
    lines.refresh();
    expect(segmentsOf(lines)).toHaveLength(0);
  });

  it("show the triangles and the edges of height fields, but not at holes", () => {
    const world = new World();
    // Cells of 1 m, from x = -2 and z = -1.5.
    const heights = Array.from({ length: 5 * 4 }, (_, i) => 0.1 * (i % 5));
    const field = new HeightField(heights, { columns: 5, rows: 4, width: 4, depth: 3 });
    const turn = new Quaternion().setFromEuler(new Euler(0.4, 1, 0.3));
    const place = (v: Vector3) => v.applyQuaternion(turn).add(new Vector3(5, 6, 7));
    const shapes = [field, new Compound([{ shape: field }, { shape: new Sphere(0.1), position: [9, 9, 9] }])];
    for (const shape of shapes) {
      const collider = world.add({ shape, static: true, position: [5, 6, 7], quaternion: turn });
      // Over the triangle at low x and high z of the cell in column 1 and row 1.
      const ball = world.add({ shape: new Sphere(0.1), position: place(new Vector3(-0.7, 0.22, 0.2)) });
      world.update();
      const lines = new WorldLines(world, { bounds: false, contacts: false, normals: false });
      lines.position.set(1, 2, 3);
      lines.refresh();
      const corners = [new Vector3(-1, 0.1, -0.5), new Vector3(-1, 0.1, 0.5), new Vector3(0, 0.2, 0.5)].map(place);
      const segments = segmentsOf(lines);
      expect(segments).toHaveLength(3);
      for (const corner of corners) {
        const near = segments.flat().filter((end) => end.distanceTo(corner) < 1e-5);
        expect(near).toHaveLength(2);
      }
      world.remove(collider);
      world.remove(ball);
    }

    const collider = world.add({ shape: field, static: true });
    const ball = world.add({ shape: new Sphere(0.1), position: [-0.7, 0.22, 0.2] });
    world.update();
    const lines = new WorldLines(world, { bounds: false, contacts: false, normals: false, shapes: true });
    const edges = () => {
      lines.refresh();
      const line = lines.children.find((child) => child.position.length() === 0) as LineSegments;
      return line.geometry.getAttribute("position");
    };
    // Along x, along z, and a diagonal each cell.
    expect(edges().count / 2).toBe(4 * 4 + 5 * 3 + 4 * 3);
    expect(segmentsOf(lines)).toHaveLength(3);
    // A corner of that triangle, of six triangles in all: their six spokes go, and an edge of the rim.
    field.setHeights([Number.NaN], 2, 2, 1, 1);
    lines.showShapes = false;
    lines.refresh();
    expect(segmentsOf(lines)).toHaveLength(0);
    lines.showShapes = true;
    expect(edges().count / 2).toBe(4 * 4 + 5 * 3 + 4 * 3 - 7);
    expect(Array.from(edges().array).every(Number.isFinite)).toBe(true);
    field.dispose();
    lines.showShapes = false;
    lines.refresh();
    lines.showShapes = true;
    expect(edges().count).toBe(0);
    expect(segmentsOf(lines)).toHaveLength(0);
    world.remove(collider);
    world.remove(ball);
    lines.dispose();
  });

  it("show the edges of shapes, a geometry for each", () => {
    const world = new World();
    const geometry = new BoxGeometry(2, 2, 2);
    const { array } = geometry.getAttribute("position");
    const mesh = new TriangleMesh(array, geometry.index?.array);
    const hull = new ConvexHull(array);
    const shapes = [
      new Sphere(1),
      new Box(1, 2, 3),
      new Capsule(0.5, 1),
      new Cylinder(0.5, 1),
      new Cone(0.5, 1),
      new Ellipsoid(1, 2, 3),
      hull,
      mesh,
      new Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]),
      new Compound([{ shape: hull, position: [1, 2, 3], quaternion: [0, 1, 0, 1] }, { shape: mesh }]),
    ];
    const turn = new Quaternion().setFromEuler(new Euler(0.4, 1, 0.3));
    const colliders = shapes.map((shape, i) => world.add({ shape, position: [10 * i, 0, 0], quaternion: turn }));
    world.add({ shape: mesh, position: [0, 9, 0] });
    const lines = new WorldLines(world, { bounds: false, shapes: true });
    lines.position.set(0, 5, 0);
    lines.refresh();
    lines.updateMatrixWorld(true);
    expect(lines.children).toHaveLength(11);
    const segments = lines.children.map((child) => (child as LineSegments).geometry.getAttribute("position").count / 2);
    // Both have 12 edges along the box; the triangles of the mesh have 6 diagonals.
    expect([segments[1], segments[6], segments[7], segments[8], segments[9]]).toEqual([12, 12, 18, 3, 30]);
    expect((lines.children[7] as LineSegments).geometry).toBe((lines.children[10] as LineSegments).geometry);
    for (const [i, shape] of shapes.entries()) {
      const line = lines.children[i] as LineSegments;
      const positions = line.geometry.getAttribute("position");
      const box = new Vector3();
      for (let k = 0; k < positions.count; k++) {
        const vertex = new Vector3().fromBufferAttribute(positions, k);
        box.max(new Vector3(Math.abs(vertex.x), Math.abs(vertex.y), Math.abs(vertex.z)));
        const world = vertex.applyMatrix4(line.matrixWorld);
        const near = closestPoint(shape, { position: [10 * i, 0, 0], quaternion: turn }, world);
        expect(Math.abs(near.distance)).toBeLessThan(1e-5);
      }
      // As far out as the shape.
      if (shape.type === "ellipsoid") expectVector(box, [1, 2, 3]);
      if (shape.type === "capsule") expectVector(box, [0.5, 1, 0.5]);
    }
    for (const collider of colliders) world.remove(collider);
    lines.refresh();
    expect(lines.children).toHaveLength(1);
    expect(new Raycaster(new Vector3(0, 9, 5), new Vector3(0, 0, -1)).intersectObject(lines)).toEqual([]);
    lines.showShapes = false;
    lines.refresh();
    expect(lines.children).toHaveLength(0);
    lines.dispose();
  });

  it("show a level of the trees of meshes", () => {
    const world = new World();
    const { index, attributes } = new PlaneGeometry(8, 8, 20, 20);
    const mesh = new TriangleMesh(attributes.position?.array as Float32Array, index?.array);
    world.add({ shape: mesh, position: [5, 0, 0] });
    world.add({ shape: new Compound([{ shape: new Box(1, 1, 1) }, { shape: mesh, position: [0, 3, 0] }]) });
    world.add({ shape: new Sphere(1) });
    const lines = new WorldLines(world, { bounds: false, treeLevel: 0 });
    const shown = () => {
      lines.refresh();
      lines.updateMatrixWorld(true);
      return (lines.children as LineSegments[]).filter(({ visible }) => visible);
    };
    const counts = () => shown().map(({ geometry }) => geometry.getAttribute("position").count / 24);
    expect(counts()).toEqual([1, 1]);
    const [own, part] = shown().map((line) => new Box3().setFromObject(line)) as [Box3, Box3];
    expectVector(own.min, [1, -4, 0]);
    expectVector(part.max, [4, 7, 0]);
    for (const level of [1, 2, 3, 50]) {
      lines.treeLevel = level;
      const { length } = explainTree(mesh, level);
      expect(counts()).toEqual([length, length]);
    }
    expect(lines.treeLevel).toBe(50);
    lines.treeLevel = -1;
    expect(shown()).toEqual([]);
    expect(lines.children).toEqual([]);
    expect(complaintOf(() => new WorldLines(world, { treeLevel: 0.5 }))).toContain("options.treeLevel");
    mesh.dispose();
    lines.treeLevel = 2;
    expect(counts()).toEqual([]);
    lines.dispose();
  });

  it("stay sharp far away, placed there", () => {
    const world = new World();
    world.add({ shape: new Box(1, 1, 1), position: [1e8, 0, 0] });
    world.update();
    const lines = new WorldLines(world);
    lines.position.x = 1e8;
    lines.refresh();
    const [from, to] = segmentsOf(lines)[0] as [Vector3, Vector3];
    expect(from.distanceTo(to)).toBeCloseTo(1, 4);
    expect(lines.geometry.getAttribute("position").getX(0)).toBeCloseTo(-0.5, 4);
  });

  it("keep up with a world that grows and shrinks", () => {
    const world = pair();
    const lines = new WorldLines(world, { contacts: false, normals: false });
    const count = () => {
      world.update();
      lines.refresh();
      return lines.geometry.drawRange.count / 24;
    };
    expect(count()).toBe(2);
    const shape = new Sphere(1);
    const many = Array.from({ length: 500 }, (_, i) => world.add({ shape, position: [3 * i, 9, 0] }));
    expect(count()).toBe(502);
    for (const collider of many) world.remove(collider);
    expect(count()).toBe(2);
    for (const [from] of segmentsOf(lines)) expect(from.length()).toBeLessThan(5);
    lines.dispose();
    world.dispose();
    expect(complaintOf(() => lines.refresh())).toBe("disposed: the world has been disposed of");
  });

  it("are not picked", () => {
    const lines = new WorldLines(pair());
    lines.refresh();
    expect(new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1)).intersectObject(lines)).toEqual([]);
  });
});
