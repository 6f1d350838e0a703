import { Capsule, Circle, init, Rectangle, World } from "hyperplane/2d";

await init();
const world = new World();
const hero = world.add({ shape: new Capsule(0.3, 1), position: [0, 0.8] });
const door = world.add({ shape: new Rectangle(0.2, 2), position: [0.35, 1], static: true });
const coin = world.add({ shape: new Circle(0.2), position: [-0.4, 0.8], sensor: true });
world.update();
console.log(world.touchingOf(hero).length, world.contactsOf(hero)[0]?.depth.toFixed(2)); // 2 0.05

// The door opens, and the coin is found: both keep their places.
door.enabled = false;
coin.enabled = false;
console.log(world.overlap(hero.shape, hero, { exclude: hero }).length); // 0
world.update();
console.log(world.ended.map(({ b }) => b === door).join()); // true,false

// The hero ducks, and looks up.
hero.shape = new Capsule(0.3, 0.4);
hero.position.y -= 0.3; // as a write to world.positions: seen by the next update
hero.angle = 0.1;
world.update();
console.log(world.raycast([0, 5], [0, -1])?.distance.toFixed(2)); // 4.00
