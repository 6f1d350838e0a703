import { Box, init, World } from "hyperplane";

await init();
const world = new World();
world.add({ shape: new Box(10, 1, 10), position: [0, -0.5, 0], static: true }); // a floor
world.add({ shape: new Box(1, 10, 10), position: [-0.5, 5, 0], static: true }); // a wall
const crate = world.add({ shape: new Box(1, 1, 1), position: [0.4, 0.3, 0] });

world.update();
console.log(world.contacts.count); // 2
const out = world.separation(crate);
console.log(out.x.toFixed(2), out.y.toFixed(2)); // 0.10 0.20
crate.setPose([0.4 + out.x, 0.3 + out.y, out.z]);
