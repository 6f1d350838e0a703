import { Box, Capsule, init, moveAndSlide, World } from "hyperplane";

await init();
const world = new World();
const floor = world.add({ shape: new Box(10, 0.2, 10), static: true });
const crate = world.add({ shape: new Box(1, 1, 1), position: [0, 0.55, 0] });
world.update();
for (const { a, b } of world.began) console.log(a === floor, b === crate); // true true
for (const { normal, depth } of world.contacts) console.log(normal.y, depth.toFixed(2)); // 1 0.05

const hit = world.raycast([0, 5, 0], [0, -1, 0], { maxDistance: 100 });
console.log(hit?.distance.toFixed(2), hit?.collider === crate); // 3.95 true

const player = new Capsule(0.3, 1.2);
const wish = { x: 0.05, y: -0.01, z: 0 };
const { position, grounded } = moveAndSlide(world, player, { position: [3, 1.02, 0] }, wish);
console.log(position.x.toFixed(2), position.y.toFixed(2), grounded); // 3.05 1.01 true
