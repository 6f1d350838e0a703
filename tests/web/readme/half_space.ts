import { HalfSpace, init, Sphere, World } from "hyperplane";

await init();
const world = new World();
const floor = world.add({ shape: new HalfSpace(), static: true });
const abyss = world.add({ shape: new HalfSpace(), position: [0, -50, 0], static: true, sensor: true });
const ball = world.add({ shape: new Sphere(1), position: [1e7, 0.75, 0] });
world.update();
console.log(world.contactsOf(ball)[0]?.depth); // 0.25
console.log(world.raycast([5, 20, 5], [0, -1, 0])?.collider === floor); // true

floor.enabled = false; // the ball falls
ball.position.y = -60;
world.update();
console.log(world.touchingOf(ball)[0] === abyss); // true
