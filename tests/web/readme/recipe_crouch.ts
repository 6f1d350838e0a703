import { Box, Capsule, init, World } from "hyperplane";

await init();
const world = new World();
world.add({ shape: new Box(10, 1, 10), position: [0, -0.5, 0], static: true });
world.add({ shape: new Box(2, 1, 2), position: [0, 1.8, 0], static: true }); // its lower side is at 1.3 m

const standing = new Capsule(0.3, 1.2); // 1.8 m
const crouching = new Capsule(0.3, 0.4); // 1 m
const feet = { x: 0, y: 0.01, z: 0 };

/** Whether the standing body has room where the crouching one is. */
const canStand = ({ x, y, z }: typeof feet) => world.overlap(standing, { position: [x, y + 0.9, z] }).length === 0;
console.log(canStand(feet), canStand({ ...feet, x: 3 })); // false true
console.log(world.overlap(crouching, { position: [0, feet.y + 0.5, 0] }).length); // 0
