import { Box, init, Sphere, World } from "hyperplane";

await init();
const PLAYER = 1;
const ENEMY = 2;
const SHOT = 4;
const world = new World({ capacity: 1200, measure: true });
const bullet = new Sphere(0.05); // one shape for all of them
for (let i = 0; i < 1000; i++) {
  const position = [0.05 * (i % 100), 1, 0.05 * Math.floor(i / 100)] as const;
  world.add({ shape: bullet, position, layer: SHOT, mask: PLAYER | ENEMY }); // shots do not meet shots
}
world.add({ shape: new Box(1, 2, 1), position: [2, 1, 0.2], layer: ENEMY, mask: PLAYER | SHOT });

world.update();
const { broadPhase, narrowPhase } = world.timings; // milliseconds of the last update
console.log(broadPhase >= 0 && narrowPhase >= 0, world.candidateCount < 300); // true true

// Thousands of rays are one call, and their results are arrays.
const rays = new Float64Array(6 * 1000);
for (let i = 0; i < 1000; i++) rays.set([0.005 * i, 5, 0.2, 0, -1, 0], 6 * i);
const { distances } = world.raycastBatch(rays, { mask: ENEMY });
console.log(distances.filter((distance) => distance < 10).length); // 201
