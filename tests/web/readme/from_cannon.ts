import { Box, init, World } from "hyperplane";

await init();
const world = new World();
const floor = world.add({ shape: new Box(10, 0.2, 10), static: true }); // full sizes
const crate = world.add({ shape: new Box(1, 1, 1), position: [0, 0.55, 0] });
world.update();
for (const { a, b, normal } of world.contacts) console.log(a === floor, b === crate, normal.y); // true true 1

const hit = world.raycast([0, 5, 0], [0, -1, 0], { maxDistance: 10 });
console.log(hit?.distance.toFixed(2)); // 3.95
