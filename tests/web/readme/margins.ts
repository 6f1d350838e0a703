import { Box, init, World } from "hyperplane";

await init();
const world = new World();
const wall = world.add({ shape: new Box(1, 2, 2), static: true, margin: 0.02 });
const cart = world.add({ shape: new Box(1, 1, 1), position: [1.04, 0, 0], margin: 0.03 });
world.update();
console.log(world.began.length); // 1: they are 0.04 m apart, within 0.02 m and 0.03 m

const [contact] = world.contactsOf(cart);
console.log(contact?.depth.toFixed(2), contact?.points.length); // -0.04 4: a distance is a negative depth
console.log(world.separation(cart).x); // 0: it is the shapes that are to be apart, and they are

cart.margin = 0.01;
world.update();
console.log(world.ended.length, world.touching.length); // 1 0
console.log(world.nearest(cart.shape, cart, { exclude: cart })?.collider === wall); // true
