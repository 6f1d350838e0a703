import { Box, Capsule, init, World } from "hyperplane";

await init();
const world = new World();
const door = world.add({ shape: new Box(2, 3, 0.2), position: [0, 1.5, 0] });
const trigger = world.add({ shape: new Box(4, 3, 4), position: [0, 1.5, 0], sensor: true, static: true });
const player = world.add({ shape: new Capsule(0.3, 1.2), position: [0, 0.9, 5] });
world.ignore(door, trigger); // it opens for the player, not for itself

let inside = 0;
trigger.on("began", () => inside++);
trigger.on("ended", () => inside--);

const heights: number[] = [];
for (const z of [5, 1.5, 5]) {
  player.setPose([0, 0.9, z]);
  world.update();
  door.setPose([0, inside > 0 ? 4.5 : 1.5, 0]);
  heights.push(door.position.y);
}
console.log(heights.join(" ")); // 1.5 4.5 1.5
