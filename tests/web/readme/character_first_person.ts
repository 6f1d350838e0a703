import { Capsule, Character, Cylinder, init, World } from "hyperplane";

await init();
const world = new World();
const disc = world.add({ shape: new Cylinder(5, 0.5), position: [0, -0.25, 0] });
const [tall, low] = [new Capsule(0.3, 1.2), new Capsule(0.3, 0.4)];
const player = new Character(world, { shape: tall, position: [3, 0.91, 0] });
/** Where the player looks: radians about up. 0 is -z, as in three.js. */
let yaw = 0;

/** What the keys ask for: forward and right from -1 to 1. */
interface Keys {
  readonly forward?: number;
  readonly right?: number;
  readonly jump?: boolean;
  readonly crouch?: boolean;
}

function frame(keys: Keys, dt: number): void {
  const { forward = 0, right = 0 } = keys;
  // It stays low where there is no room to stand up.
  player.setShape(keys.crouch ? low : tall);
  const speed = player.shape === low ? 2 : 5;
  if (keys.jump) player.jump(4.5);
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  const walk = { x: speed * (right * cosine - forward * sine), y: 0, z: -speed * (right * sine + forward * cosine) };
  world.update();
  player.step(dt, walk);
  // Look along with a turning disc.
  yaw += player.yaw;
}

frame({}, 1 / 60); // it lands
for (let i = 1; i <= 60; i++) {
  const angle = i / 60;
  disc.setPose([0, -0.25, 0], [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)]);
  frame({}, 1 / 60);
}
console.log(yaw.toFixed(2)); // 1.00
console.log(player.position.x.toFixed(2), player.position.z.toFixed(2)); // 1.62 -2.52
frame({ crouch: true }, 1 / 60);
console.log(player.shape === low, player.position.y.toFixed(2)); // true 0.51
