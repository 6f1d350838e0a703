import { Box, collide, distance, HyperplaneError, init, intersects, Sphere } from "hyperplane";

await init(); // once, before anything else
const crate = new Box(1, 1, 1); // full sizes, in metres
const ball = new Sphere(0.5);

// A pose is a position and a rotation, as arrays or as objects with x, y, z. What is left out is zero.
const here = { position: [0, 0.5, 0] };
const there = { position: { x: 0.8, y: 0.5, z: 0 }, quaternion: [0, 0, 0, 1] };
console.log(intersects(crate, here, ball, there)); // true

const contact = collide(crate, here, ball, there);
console.log(contact?.normal.x, contact?.depth.toFixed(2)); // 1 0.20

const gap = distance(crate, here, ball, { position: [3, 0.5, 0] });
console.log(gap.distance, gap.pointA.x, gap.pointB.x); // 2 0.5 2.5

try {
  new Box(-1, 1, 1);
} catch (error) {
  console.log(error instanceof HyperplaneError && error.code); // invalid-argument
}
