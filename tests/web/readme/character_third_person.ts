import { Box, Capsule, Character, init, Sphere, type Vec3, World } from "hyperplane";

await init();
const world = new World();
world.add({ shape: new Box(40, 1, 40), position: [0, -0.5, 0], static: true });
world.add({ shape: new Box(20, 4, 0.5), position: [0, 2, 3], static: true }); // a wall behind the player
const coin = world.add({ shape: new Sphere(0.4), position: [0, 0.5, -2], static: true, sensor: true });

const shape = new Capsule(0.3, 1.2);
// The collider is how triggers, rays and other characters find the player.
const collider = world.add({ shape });
const player = new Character(world, { shape, position: [0, 0.91, 0], collider });

let coins = 0;
coin.on("began", (other) => {
  if (other !== collider) return;
  coins++;
  coin.enabled = false;
});

const lens = new Sphere(0.2);
/** Where the camera is: 6 m behind the head, or nearer where a wall is in between. */
function camera(behind: Vec3): Vec3 {
  const { x, y, z } = player.position;
  const head = { x, y: y + 0.7, z };
  const to = { x: head.x + behind.x, y: head.y + behind.y, z: head.z + behind.z };
  const sweep = { from: { position: head }, to: { position: to } };
  const time = world.castShape(lens, sweep, { exclude: collider })?.time ?? 1;
  return { x: head.x + time * behind.x, y: head.y + time * behind.y, z: head.z + time * behind.z };
}

console.log(camera({ x: 0, y: 1.4, z: 5.8 }).z.toFixed(2)); // 2.55: 0.2 m before the wall
for (let i = 0; i < 60; i++) {
  world.update();
  player.step(1 / 60, [0, 0, -3]);
}
console.log(player.position.z.toFixed(2), coins); // -3.00 1
