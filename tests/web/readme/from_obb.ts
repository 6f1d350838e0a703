import { Box, collide, init, intersects } from "hyperplane";
import { BoxGeometry, Mesh } from "three";

await init();
const crate = new Mesh(new BoxGeometry(1, 1, 1));
crate.position.y = 0.55;
const floor = new Mesh(new BoxGeometry(10, 0.2, 10));
const crateBox = new Box(1, 1, 1); // full sizes, as the geometry has them
const floorBox = new Box(10, 0.2, 10);

console.log(intersects(crateBox, crate, floorBox, floor)); // true
const contact = collide(floorBox, floor, crateBox, crate); // OBB says whether; this also says how to get apart
if (contact) crate.position.add(contact.mtv);
console.log(crate.position.y.toFixed(2)); // 0.60
