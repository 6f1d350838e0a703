import { Capsule, Chain, Character, type Collider, init, Rectangle, World } from "hyperplane/2d";

await init();
const world = new World();
world.add({ shape: new Rectangle(20, 1), position: [0, -0.5], static: true });
// "front" blocks only what comes from the left of the way from point to point: here from above.
const ledge = world.add({ shape: new Chain([-1, 0, 1, 0], { sides: "front" }), position: [0, 1.2] });

/** The ledge that the player drops through, while "down" is held. */
let passed: Collider | undefined;
const player = new Character(world, {
  shape: new Capsule(0.3, 1),
  position: [0, 0.81],
  filter: (collider) => collider !== passed,
});

function run(frames: number, walk: number): void {
  for (let i = 0; i < frames; i++) {
    world.update();
    player.step(1 / 60, [walk, 0]);
  }
}
const feet = () => (player.position.y - 0.81).toFixed(2);

run(2, 0);
player.jump(6);
run(90, 0);
console.log(feet(), player.ground?.collider === ledge); // 1.20 true
// The ledge carries who stands on it.
for (let i = 1; i <= 60; i++) {
  ledge.position = { x: i / 60, y: 1.2 };
  run(1, 0);
}
console.log(player.position.x.toFixed(2)); // 1.00
passed = ledge;
run(30, 0);
passed = undefined;
run(30, 0);
console.log(feet(), player.grounded); // 0.00 true
