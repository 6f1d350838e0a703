import { Box, Capsule, init, Sphere, World } from "hyperplane";

await init();
const world = new World();
world.add({ shape: new Box(100, 1, 100), position: [0, -0.5, 0], static: true });
const player = world.add({ shape: new Capsule(0.3, 1.2), position: [0, 0.9, 0] });
const grenade = world.add({ shape: new Sphere(0.1), position: [1, 5, 0], userData: "a grenade" });

const history: Uint8Array[] = [];
const speeds = [0.1, 0.1, 0.1, 0.1, 0.1];
function play(frame: number) {
  history[frame] = world.snapshot({ shapes: false });
  world.positions[3 * player.index] = (world.positions[3 * player.index] ?? 0) + (speeds[frame] ?? 0);
  if (frame === 3) world.remove(grenade);
  world.update();
}
for (let frame = 0; frame < 5; frame++) play(frame);
console.log(world.positions[3 * player.index]?.toFixed(1), grenade.removed); // 0.5 true

// A late message: at frame 2 the player had turned round. Go back to it, and play the frames since once more.
speeds.fill(-0.1, 2);
world.rollback(history[2] as Uint8Array);
console.log(grenade.removed, grenade.userData); // false a grenade
for (let frame = 2; frame < 5; frame++) play(frame);
console.log(world.positions[3 * player.index]?.toFixed(1)); // -0.1
