import { Capsule, init, World } from "hyperplane";

await init();
const world = new World();
const person = new Capsule(0.3, 1.2);
// 100 people on 4 m x 4 m: too many for the place, so that they stand in each other.
for (let i = 0; i < 100; i++) world.add({ shape: person, position: [0.4 * (i % 10), 0.9, 0.4 * Math.floor(i / 10)] });

function deepest() {
  let depth = 0;
  for (const contact of world.contacts) depth = Math.max(depth, contact.depth);
  return depth;
}

world.update();
console.log(deepest().toFixed(2)); // 0.20

// Each of two gives way by half. One round does not solve a crowd; two or three a frame do, over some frames.
for (let round = 0; round < 80; round++) {
  const { positions } = world;
  for (const { a, b, mtv } of world.contacts) {
    positions[3 * a.index] = (positions[3 * a.index] ?? 0) - mtv.x / 2;
    positions[3 * a.index + 2] = (positions[3 * a.index + 2] ?? 0) - mtv.z / 2;
    positions[3 * b.index] = (positions[3 * b.index] ?? 0) + mtv.x / 2;
    positions[3 * b.index + 2] = (positions[3 * b.index + 2] ?? 0) + mtv.z / 2;
  }
  world.update();
}
console.log(deepest().toFixed(2)); // 0.02
