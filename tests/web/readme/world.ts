import { Box, init, Sphere, World } from "hyperplane";

await init();
const world = new World();
world.add({ shape: new Box(100, 1, 100), position: [0, -0.5, 0], static: true });
const coin = world.add({ shape: new Sphere(0.3), position: [2.6, 0.5, 0], sensor: true, userData: "a coin" });
const crates = Array.from({ length: 1000 }, (_, i) =>
  world.add({ shape: new Box(1, 1, 1), position: [2 * (i % 40) - 40, 0.45, 2 * Math.floor(i / 40) - 24] }),
);

// Every frame: write the poses, ask once, read what touches.
for (const { index } of crates) world.positions[3 * index + 1] = 0.46;
world.update();
let deepest = 0;
for (const { depth } of world.contacts) deepest = Math.max(deepest, depth);
for (const { a, b } of world.began) if (a === coin || b === coin) coin.userData = "found";
console.log(coin.userData, deepest.toFixed(2)); // found 0.04

const hit = world.raycast([0, 5, 0], [0, -1, 0]);
console.log(hit?.distance.toFixed(2), hit?.collider === crates[500]); // 4.04 true
