import { Box, collide, init, Sphere } from "hyperplane";

await init();
const wall = new Box(1, 4, 10);
const ball = new Sphere(0.5);
const position = { x: 0.8, y: 1, z: 0 };
const velocity = { x: -6, y: -1, z: 2 };

const contact = collide(wall, {}, ball, { position });
if (contact) {
  // Out of the wall by the shortest way: afterwards the two only touch.
  position.x += contact.mtv.x;
  position.y += contact.mtv.y;
  position.z += contact.mtv.z;

  // Take away the speed into the wall, and keep the rest: the ball slides.
  const { normal } = contact;
  const into = velocity.x * normal.x + velocity.y * normal.y + velocity.z * normal.z;
  if (into < 0) {
    velocity.x -= into * normal.x;
    velocity.y -= into * normal.y;
    velocity.z -= into * normal.z;
  }
}
console.log(position.x, collide(wall, {}, ball, { position })?.depth); // 1 0
console.log(velocity.x, velocity.y, velocity.z); // 0 -1 2
