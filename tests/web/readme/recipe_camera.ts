import { Box, Capsule, init, Sphere, World } from "hyperplane";

await init();
const world = new World();
world.add({ shape: new Box(20, 4, 0.5), position: [0, 2, 3], static: true }); // a wall behind the player
const player = world.add({ shape: new Capsule(0.3, 1.2), position: [0, 0.9, 0] });

// The camera wants to be 6 m behind the player's head. A ball goes there from the head, and stops where it touches.
const lens = new Sphere(0.2);
const head = { x: 0, y: 1.6, z: 0 };
const wanted = { x: 0, y: 3, z: 5.8 };
const hit = world.castShape(lens, { from: { position: head }, to: { position: wanted } }, { exclude: player });
const t = hit === null ? 1 : hit.time;
const camera = {
  x: head.x + t * (wanted.x - head.x),
  y: head.y + t * (wanted.y - head.y),
  z: head.z + t * (wanted.z - head.z),
};
console.log(camera.z.toFixed(2)); // 2.55: 0.2 m before the wall
