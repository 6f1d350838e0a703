import { Box, init, moveAndSlide, World } from "hyperplane";

await init();
const world = new World();
world.add({ shape: new Box(10, 1, 10), position: [0, -0.5, 0], static: true });
world.add({ shape: new Box(1, 1, 1), position: [2, 0.5, 0], static: true });
const crate = world.add({ shape: new Box(1, 1, 1), position: [0, 0.51, 0] });

/** Takes a crate as far towards the pointer as it goes. It slides along what is in the way, and never overlaps it. */
function drag(to: { x: number; y: number; z: number }): void {
  const { x, y, z } = crate.position;
  const options = { exclude: crate, stepHeight: 0, skin: 0.001 };
  const { position } = moveAndSlide(world, crate.shape, crate, { x: to.x - x, y: to.y - y, z: to.z - z }, options);
  crate.setPose(position);
}

drag({ x: 4, y: 0.51, z: 0.3 });
console.log(crate.position.x.toFixed(2), crate.position.z.toFixed(2)); // 1.00 0.30
drag({ x: 4, y: 0.51, z: 2 });
console.log(crate.position.x.toFixed(2), crate.position.z.toFixed(2)); // 1.00 2.00
