import { Box, Capsule, defineLayers, init, Sphere, World } from "hyperplane";

await init();
const layers = defineLayers("body", "hitbox", "wall");
const world = new World<{ damage: number }>();
const [head, , body] = world.addMany([
  { shape: new Sphere(0.15), position: [0, 1.7, -10], layer: layers.hitbox, userData: { damage: 100 } },
  { shape: new Capsule(0.3, 0.6), position: [0, 1, -10], layer: layers.hitbox, userData: { damage: 35 } },
  // What walks: one capsule, which shots pass.
  { shape: new Capsule(0.35, 1.1), position: [0, 0.9, -10], layer: layers.body, userData: { damage: 0 } },
]);
world.add({ shape: new Box(4, 1.2, 0.2), position: [0, 0.6, -8], layer: layers.wall, userData: { damage: 0 } });

const shot = (y: number) =>
  world.raycast([0, y, 0], [0, 0, -1], { mask: layers.hitbox | layers.wall, maxDistance: 200 });
console.log(shot(1.7)?.collider === head, shot(1.7)?.collider.userData.damage); // true 100
console.log(shot(1.3)?.collider.userData.damage, shot(1)?.collider.userData.damage); // 35 0
console.log(world.raycast([0, 1.3, 0], [0, 0, -1])?.collider === body); // true: without the mask, the walker is hit first
