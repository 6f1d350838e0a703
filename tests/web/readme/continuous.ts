import { Box, init, Sphere, World } from "hyperplane";

await init();
const world = new World();
const pane = world.add({ shape: new Box(0.01, 2, 2), position: [5, 1, 0], static: true });
const bullet = world.add({ shape: new Sphere(0.02), position: [0, 1, 0], continuous: true });
world.update();

bullet.setPose([15, 1, 0]); // 900 metres a second: a sixtieth later it is far behind the pane
world.update();
for (const { b, time, point } of world.impacts) console.log(b === pane, time.toFixed(3), point.x.toFixed(3)); // true 0.332 4.995

// Before anything moves: how much of its way would a crate get, turning as it goes?
const sweep = {
  from: { position: [0, 1, 0] },
  to: { position: [10, 1, 0], quaternion: [0, 0.383, 0, 0.924] },
} as const;
const impact = world.castShape(new Box(1, 1, 1), sweep, { filter: (collider) => collider === pane });
console.log(impact?.time.toFixed(3)); // 0.436
