import { Box, Capsule, distance, init, World } from "hyperplane";

await init();
const world = new World();
const cell = world.addMany([
  { shape: new Box(4, 0.1, 4), position: [0, -0.05, 0], static: true },
  { shape: new Box(0.5, 2, 0.5), position: [1.5, 1, 0], static: true },
]);
const links = world.addMany([
  { shape: new Capsule(0.1, 0.8), position: [0, 0.6, 0] },
  { shape: new Capsule(0.08, 0.6), position: [0.4, 1.1, 0], quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
]);

// The least clearance of the arm, and where it is. Signed: negative where something overlaps.
const gaps = links.flatMap((link) => cell.map((thing) => distance(link.shape, link, thing.shape, thing)));
const least = gaps.reduce((a, b) => (a.distance < b.distance ? a : b));
console.log(least.distance.toFixed(3), least.pointA.y.toFixed(2)); // 0.100 0.10
