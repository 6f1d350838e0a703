// A scene of three.js, kept in step: the adapter shares its core with the other entries.
import { Box, init, World } from "hyperplane";
import { fitDecomposition, SceneColliders, WorldLines } from "hyperplane/three";
import { BoxGeometry, Mesh } from "three";

await init();
const world = new World();
const colliders = new SceneColliders(world);
const mesh = new Mesh(new BoxGeometry(1, 1, 1));
const collider = colliders.add(mesh);
world.add({ shape: new Box(1, 1, 1), position: [5, 0, 0] });
mesh.position.x = 4.25;
colliders.pull();
world.update();
const lines = new WorldLines(world);
lines.refresh();
const { shape } = await fitDecomposition(mesh);
console.log(
  JSON.stringify({
    depth: world.contacts.toArray()[0]?.depth,
    shared: collider.shape instanceof Box,
    vertices: lines.geometry.drawRange.count,
    parts: shape.partCount,
  }),
);
