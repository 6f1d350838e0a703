import { Capsule, ConvexPolygon, collide, init, Rectangle, raycast, timeOfImpact } from "hyperplane/2d";

await init();

const crate = new Rectangle(2, 1);
const ship = new ConvexPolygon([0, 1, -1, -1, 1, -1]);
const contact = collide(crate, {}, ship, { position: { x: 0, y: 1.25 } });
console.log(contact?.depth, contact?.mtv.y); // 0.25 0.25

const hit = raycast(ship, { angle: Math.PI / 2 }, [-3, 0], [1, 0]);
console.log(hit?.distance); // 2

const bullet = new Capsule(0.1, 0.4);
const shot = { from: { position: [-9, 0], angle: 0 }, to: { position: [9, 0], angle: 6 * Math.PI } };
const impact = timeOfImpact(bullet, shot, crate, { from: {}, to: {} });
console.log(impact?.time.toFixed(3)); // 0.428: it turns thrice on the way
