// A program in Node that uses the plane beside space: two modules, one class of errors.
import * as space from "hyperplane";
import init, { Circle, collide, HyperplaneError, Rectangle } from "hyperplane/2d";

await init();
const contact = collide(new Rectangle(2, 2), {}, new Circle(1), { position: [1.75, 0] });
let early;
try {
  new space.Sphere(1);
} catch (error) {
  early = error instanceof HyperplaneError ? error.code : "another error";
}
await space.init();
let mixed;
try {
  space.intersects(new Circle(1), {}, new space.Sphere(1), {});
} catch (error) {
  mixed = error.code;
}
console.log(JSON.stringify({ mtv: contact.mtv, early, mixed }));
