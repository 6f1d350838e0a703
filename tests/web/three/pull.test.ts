import { init, Sphere, World } from "hyperplane";
import { fitShape, SceneColliders } from "hyperplane/three";
import { BatchedMesh, BoxGeometry, Group, InstancedMesh, Mesh, MeshBasicMaterial, Raycaster, Vector3 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

beforeAll(() => init());

const material = new MeshBasicMaterial();
const cube = () => new Mesh(new BoxGeometry(1, 1, 1), material);

describe("pull", () => {
  it("moves objects that keep their matrices along with their parents", () => {
    const world = new World();
    const scene = new SceneColliders(world);
    const train = new Group();
    const wagon = new Group();
    const crate = cube();
    const lamp = cube();
    train.add(wagon.add(crate, lamp));
    for (const object of [wagon, lamp]) {
      object.position.y = 1;
      object.updateMatrix();
      object.matrixAutoUpdate = false;
    }
    const colliders = [crate, lamp].map((object) => scene.add(object));
    train.position.x = 5;
    scene.pull();
    expect(colliders.map(({ position: { x, y } }) => [x, y])).toEqual([
      [5, 1],
      [5, 2],
    ]);
    expect(fitShape(lamp).offset.x).toBe(0);
    expect(lamp.matrixWorld.elements[12]).toBe(5);
    // Nor does it take the mark of a matrix that was written from those that draw.
    wagon.matrix.setPosition(0, 3, 0);
    wagon.matrixWorldNeedsUpdate = true;
    scene.remove(lamp);
    scene.pull();
    expect(colliders[0]?.position.y).toBe(3);
    train.updateMatrixWorld();
    expect(lamp.matrixWorld.elements[13]).toBe(4);
  });

  it("takes what was disposed of as gone", () => {
    const world = new World();
    const scene = new SceneColliders(world);
    const meshes = [
      new BatchedMesh(2, 100, 100, material),
      cube(),
      new InstancedMesh(new BoxGeometry(), material, 1),
    ] as const;
    const [batch, box, instanced] = meshes;
    batch.addInstance(batch.addGeometry(new BoxGeometry()));
    scene.addLevel(new Group().add(...meshes));
    for (const mesh of [batch, instanced]) mesh.dispose();
    box.geometry.dispose();
    box.position.x = 3;
    scene.pull(true);
    expect(meshes.map((mesh) => scene.colliderOf(mesh)?.enabled)).toEqual([false, true, true]);
    expect(scene.colliderOf(box)?.position.x).toBe(3);
    expect(scene.intersect(new Raycaster(new Vector3(0, 0, 9), new Vector3(0, 0, -1))).length).toBe(1);
    scene.push(true);
    expect(scene.addInstances(new BatchedMesh(1, 1, 1, material))).toEqual([]);
  });

  it("lets queries see the new poses before the update", () => {
    const world = new World();
    const scene = new SceneColliders(world);
    const box = cube();
    const collider = scene.add(box);
    box.position.set(5, 0, 0);
    scene.pull();
    expect(world.overlap(new Sphere(0.1), { position: [5, 0, 0] })).toEqual([collider]);
    expect(world.raycast([0, 0, 0], [0, 1, 0])).toBe(null);
    // What else was written to the rows is checked, too.
    world.positions[0] = Number.NaN;
    const other = world.add({ shape: new Sphere(1) });
    world.positions[3 * other.index] = Number.NaN;
    expect(complaintOf(() => scene.pull())).toContain(`the pose in row ${other.index} is wrong`);
  });
});
