import { Box, distance, init, raycast, Sphere, World } from "hyperplane";

await init();
// The sizes are those of the core; the radius comes on top of them.
const crate = new Box(1, 1, 1, { radius: 0.1 });
console.log(raycast(crate, {}, [0, 5, 0], [0, -1, 0])?.distance.toFixed(2)); // 4.40
console.log(raycast(crate, {}, [0.59, 5, 0.59], [0, -1, 0]) === null); // true: past the round edge

// How far? No farther than this matters.
const ball = new Sphere(0.5);
console.log(distance(crate, {}, ball, { position: [2, 0, 0] }, { maxDistance: 1 })?.distance.toFixed(2)); // 0.90
console.log(distance(crate, {}, ball, { position: [9, 0, 0] }, { maxDistance: 1 }) === null); // true

// A ray that starts inside hits at once, or where it leaves.
const world = new World();
world.add({ shape: crate, static: true });
console.log(world.raycast([0, 0, 0], [1, 0, 0])?.distance); // 0
console.log(world.raycast([0, 0, 0], [1, 0, 0], { solid: false })?.distance.toFixed(2)); // 0.60
