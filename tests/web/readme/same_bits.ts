import { Box, init, Sphere, World } from "hyperplane";

await init();
function play() {
  const world = new World();
  world.add({ shape: new Box(20, 1, 20), position: [0, -0.5, 0], static: true });
  const balls = Array.from({ length: 50 }, (_, i) =>
    world.add({ shape: new Sphere(0.3), position: [0.5 * (i % 10), 0.2 + 0.1 * Math.floor(i / 10), 0] }),
  );
  for (let frame = 0; frame < 30; frame++) {
    world.update();
    for (const ball of balls) {
      const { x, y, z } = world.separation(ball);
      const at = 3 * ball.index;
      const { positions } = world;
      positions[at] = (positions[at] ?? 0) + x / 2;
      positions[at + 1] = (positions[at + 1] ?? 0) + y / 2 - 0.01;
      positions[at + 2] = (positions[at + 2] ?? 0) + z / 2;
    }
  }
  world.update();
  return world.hash();
}
const first = play();
console.log(play() === first); // true
