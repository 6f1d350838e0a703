import { init, World } from "hyperplane";
import { SceneColliders } from "hyperplane/three";
import { BoxGeometry, Mesh, Scene } from "three";

await init();
const floor = new Mesh(new BoxGeometry(10, 0.2, 10));
const crate = new Mesh(new BoxGeometry(1, 1, 1));
crate.position.y = 2;
const scene = new Scene().add(floor, crate);

const world = new World();
const colliders = new SceneColliders(world);
colliders.add(floor, { static: true });
colliders.add(crate); // a box around its mesh; { fit: "sphere" } or { fit: "hull" } puts another shape around it

function frame() {
  crate.position.y -= 0.1; // it falls, as far as the game is concerned
  colliders.pull(); // where the objects are, into the world
  world.update(); // what touches
  for (const { b, mtv } of world.contacts) colliders.ownerOf(b)?.object.position.add(mtv);
}

for (let i = 0; i < 30; i++) frame();
console.log(scene.children.length, world.size); // 2 2
console.log(crate.position.y.toFixed(3)); // 0.600: the crate lies on the floor
