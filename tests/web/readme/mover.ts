import { Box, Capsule, init, moveAndSlide, World } from "hyperplane";

await init();
const world = new World();
world.add({ shape: new Box(100, 1, 100), position: [0, -0.5, 0], static: true });
world.add({ shape: new Box(1, 0.2, 4), position: [2, 0.1, 0], static: true }); // a step
world.add({ shape: new Box(1, 4, 100), position: [6, 2, 0], static: true }); // a wall

const body = new Capsule(0.3, 1.2); // 1.8 m tall
let position = { x: 0, y: 0.91, z: 0 };
let grounded = true;

// Every frame: say where it would like to go, and take what it gets.
for (let frame = 0; frame < 120; frame++) {
  const wish = { x: 0.05, y: grounded ? -0.01 : -0.1, z: 0.02 };
  ({ position, grounded } = moveAndSlide(world, body, { position }, wish, { stepHeight: 0.3 }));
}
console.log(position.x.toFixed(2)); // 5.19: over the step, and up to the wall, less the body's radius and its skin
console.log(position.z.toFixed(2)); // 2.40: along the wall as far as it wanted to
console.log(grounded); // true
