import { init, Sphere, World } from "hyperplane";
import { fitDecomposition, SceneColliders } from "hyperplane/three";
import { BoxGeometry, Group, Mesh } from "three";

await init();
const chair = new Group(); // or the scene of a glTF file
const add = (width: number, height: number, depth: number, x: number, y: number, z: number) => {
  const mesh = new Mesh(new BoxGeometry(width, height, depth));
  mesh.position.set(x, y, z);
  chair.add(mesh);
};
add(0.5, 0.05, 0.5, 0, 0.45, 0);
add(0.5, 0.5, 0.05, 0, 0.7, -0.225);
for (const x of [-0.22, 0.22]) for (const z of [-0.22, 0.22]) add(0.05, 0.45, 0.05, x, 0.225, z);

const { shape, complete } = await fitDecomposition(chair, { maxParts: 8 });
console.log(shape.partCount, complete); // 6 true

const world = new World();
new SceneColliders(world).add(chair, { shape });
console.log(world.overlap(new Sphere(0.15), { position: [0, 0.2, 0] }).length); // 0: below the seat is nothing
