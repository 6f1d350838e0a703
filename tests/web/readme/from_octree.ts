import { Capsule, init, moveAndSlide, World } from "hyperplane";
import { SceneColliders } from "hyperplane/three";
import { BoxGeometry, Mesh } from "three";

await init();
const level = new Mesh(new BoxGeometry(10, 0.2, 10));
const world = new World();
new SceneColliders(world).addLevel(level);

const player = new Capsule(0.3, 1.2);
let position = { x: 0, y: 0.95, z: 0 }; // of its middle
const { y } = position;
({ position } = moveAndSlide(world, player, { position }, { x: 0.1, y: 0, z: 0 }));
console.log(position.x.toFixed(2), position.y > y); // 0.10 true
