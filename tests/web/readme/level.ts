import { Capsule, init, moveAndSlide, World } from "hyperplane";
import { SceneColliders } from "hyperplane/three";
import {
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Raycaster,
  TorusGeometry,
  Vector3,
} from "three";

await init();
const level = new Group(); // or the scene of a glTF file
const ground = new Mesh(new PlaneGeometry(40, 40, 100, 100).rotateX(-Math.PI / 2), new MeshBasicMaterial());
const arches = new InstancedMesh(new TorusGeometry(2.5, 0.3, 12, 48), ground.material, 5);
for (let i = 0; i < 5; i++) arches.setMatrixAt(i, new Matrix4().makeTranslation(0, 0, -3 * i));
level.add(ground, arches);

const world = new World();
const colliders = new SceneColliders(world);
console.log(colliders.addLevel(level).length); // 6

// A walk through the arches.
const body = new Capsule(0.3, 1.2);
let position = { x: 0, y: 0.91, z: 4 };
for (let frame = 0; frame < 200; frame++) {
  ({ position } = moveAndSlide(world, body, { position }, { x: 0, y: -0.01, z: -0.1 }));
}
console.log(position.z.toFixed(1)); // -16.0

// What a pointer is on: as intersectObject of three.js lists it.
const pointer = new Raycaster(new Vector3(2.5, 0.2, 10), new Vector3(0, 0, -1));
const [hit] = colliders.intersect(pointer, { first: true });
console.log(hit?.object === arches, hit?.instanceId, hit?.faceIndex, hit?.uv?.x.toFixed(2)); // true 0 192 0.01

// Which face a contact or a query is on.
const below = world.raycast([5, 3, 5], [0, -1, 0]);
if (below) console.log(colliders.ownerOf(below.collider, below.triangle)?.faceIndex); // 12524
