import { Box, Capsule, init, moveAndSlide, World } from "hyperplane";

await init();
const world = new World();
const platform = world.add({ shape: new Box(4, 0.2, 4), position: [0, 0, 0] });
const body = new Capsule(0.3, 1.2);
let position = { x: 0, y: 1.01, z: 0 };

for (let frame = 0; frame < 60; frame++) {
  const carry = { x: 0.05, y: 0.02, z: 0 };
  platform.setPose([carry.x * (frame + 1), carry.y * (frame + 1), 0]);
  // First with the platform, through which it passes, then its own walk.
  const carried = moveAndSlide(world, body, { position }, carry, { exclude: platform, snapDistance: 0 });
  ({ position } = moveAndSlide(world, body, carried, { x: 0, y: -0.01, z: 0.01 }));
}
console.log(position.x.toFixed(2), position.y.toFixed(2), position.z.toFixed(2)); // 3.00 2.21 0.60
