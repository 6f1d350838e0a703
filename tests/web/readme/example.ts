import { Box, collide, init } from "hyperplane";

await init();
const crate = new Box(1, 1, 1);
const floor = new Box(10, 0.2, 10);

const contact = collide(floor, {}, crate, { position: [0, 0.55, 0] });
if (contact) {
  console.log(contact.depth.toFixed(3)); // 0.050: the crate stands five centimetres deep in the floor
  console.log(contact.mtv.y.toFixed(3)); // 0.050: move the crate by contact.mtv and the two only touch
  console.log(contact.points.length); // 4: the corners of the contact area
}
