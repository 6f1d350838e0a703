import { Box, Compound, Cylinder, collideAll, init, raycast, Sphere } from "hyperplane";

await init();
const leg = new Cylinder(0.05, 0.7);
const table = new Compound([
  { shape: new Box(1.6, 0.1, 0.8), position: [0, 0.75, 0] },
  { shape: leg, position: [-0.7, 0.35, 0] },
  { shape: leg, position: [0.7, 0.35, 0] },
]);

const hit = raycast(table, {}, [0.7, 0.3, 2], [0, 0, -1]);
console.log(hit?.part, hit?.distance.toFixed(2)); // 2 1.95

// One contact a part that touches, the deepest first.
const crate = new Box(0.4, 0.4, 0.4);
const contacts = collideAll(table, {}, crate, { position: [0.88, 0.6, 0] });
console.log(contacts.map(({ partA, depth }) => `${partA} by ${depth.toFixed(2)}`).join(", ")); // 0 by 0.10, 2 by 0.07

// There is room for a ball under the table.
console.log(collideAll(table, {}, new Sphere(0.3), { position: [0, 0.35, 0] }).length); // 0
