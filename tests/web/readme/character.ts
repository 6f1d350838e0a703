import { Box, Capsule, Character, init, World } from "hyperplane";

await init();
const world = new World();
world.add({ shape: new Box(100, 1, 100), position: [0, -0.5, 0], static: true });
world.add({ shape: new Box(1, 0.2, 4), position: [2, 0.1, 0], static: true }); // a step
world.add({ shape: new Box(1, 4, 100), position: [6, 2, 0], static: true }); // a wall
const lift = world.add({ shape: new Box(2, 0.2, 2), position: [5, 0.1, 2] });

const player = new Character(world, { shape: new Capsule(0.3, 1.2), position: [0, 0.91, 0] }); // 1.8 m tall

// Every frame: move what moves, update, and step the character once.
const STEP = 1 / 60;
function frame(walk: readonly [number, number, number], time: number): void {
  lift.position = { x: 5, y: 0.1 + 2 * time, z: 2 };
  world.update();
  player.step(STEP, walk);
}
for (let i = 0; i < 120; i++) frame([3, 0, 1], 0);
console.log(player.position.x.toFixed(2)); // 5.19: over the steps, and up to the wall, less the body's radius and its skin
console.log(player.ground?.collider === lift); // true
for (let i = 1; i <= 60; i++) frame([0, 0, 0], i * STEP);
console.log(player.position.y.toFixed(2), player.velocity.y.toFixed(2)); // 3.11 2.00
console.log(player.jump(5), player.velocity.y.toFixed(2)); // true 7.00
