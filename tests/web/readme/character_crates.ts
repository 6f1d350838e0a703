import { Box, Capsule, Character, type Collider, init, World } from "hyperplane";

await init();
const world = new World();
world.add({ shape: new Box(40, 1, 40), position: [0, -0.5, 0], static: true });
const wall = world.add({ shape: new Box(1, 4, 40), position: [6, 2, 0], static: true });
const crates = [1.5, 2.6].map((x) => world.add({ shape: new Box(1, 1, 1), position: [x, 0.51, 0] }));
// Without steps: who may climb on a crate does not push it.
const player = new Character(world, { shape: new Capsule(0.3, 1.2), position: [0, 0.91, 0], stepHeight: 0 });

const STEP = 1 / 60;
/** m/s: crates are heavy. */
const MOST = 1.5;

/** Moves a crate on the floor. */
function shift(crate: Collider, x: number, z: number): void {
  const { position } = crate;
  crate.position = { x: position.x + x, y: position.y, z: position.z + z };
}

function frame(walk: readonly [number, number, number]): void {
  world.update();
  player.step(STEP, walk);
  for (const { collider, normal, speed } of player.hits) {
    if (!crates.includes(collider)) continue;
    const way = Math.min(speed, MOST) * STEP;
    shift(collider, -normal.x * way, -normal.z * way);
  }
  // They push each other, and walls push them.
  for (let pass = 0; pass < 2; pass++) {
    world.update();
    for (const crate of crates) {
      const { x, z } = world.separation(crate);
      shift(crate, x, z);
    }
  }
}

for (let i = 0; i < 300; i++) frame([3, 0, 0]);
const [first, second] = crates.map(({ position }) => position.x.toFixed(1));
console.log(first, second); // 4.0 5.0: one behind the other at the wall
console.log(player.position.x < 3.3, wall.position.x); // true 6
