import { Box, init, Sphere, World } from "hyperplane";

await init();
const world = new World<{ name: string; hp: number }>();
const orc = world.add({ shape: new Box(1, 2, 1), userData: { name: "orc", hp: 3 } });
const arrow = world.add({ shape: new Sphere(0.1), position: [-4, 0, 0], userData: { name: "arrow", hp: 1 } });
const door = world.add({
  shape: new Box(3, 3, 1),
  position: [0, 0, 4],
  sensor: true,
  userData: { name: "door", hp: 1 },
});

// What one collider meets. The function that comes back ends it.
const stop = arrow.on("began", (other) => {
  other.userData.hp--;
  arrow.remove();
});
arrow.setPose([-0.5, 0, 0]);
world.update();
console.log(orc.userData.hp, arrow.removed); // 2 true

// Everything, as pairs.
world.on("ended", (event) => console.log(`${event.other(orc).userData.name} left`)); // arrow left
world.update();
stop();

// "It does not collide": ask.
console.log(world.explainPair(orc, door).text); // They are 3.00 m apart.
orc.setPose([0, 0, 3.4]);
console.log(world.explainPair(orc, door).reason); // not-updated
world.update();
console.log(world.explainPair(orc, door).reason); // touching
