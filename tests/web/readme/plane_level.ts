import { Capsule, Chain, Compound, collideAll, init, Polygon, Rectangle } from "hyperplane/2d";

await init();

const outline = [0, 0, 10, 0, 10, 6, 0, 6]; // either way round
const cave = new Polygon(outline, [[2, 1, 8, 1, 8, 4, 5, 2, 2, 4]]);
console.log(cave.parts.length); // 4

const ledge = new Chain([0, 0, 4, 0, 8, 2], { sides: "front" }); // blocks from its left only: jump up through it
const body = new Capsule(0.5, 1);
console.log(collideAll(ledge, {}, body, { position: [4, -0.5] }).length); // 0: its middle is below

const row = Array.from({ length: 9 }, (_, i) => ({ shape: new Rectangle(1, 1), position: [i, -0.5] }));
const floor = new Compound(row);
const contacts = collideAll(floor, {}, body, { position: [2.5, 0.9] });
console.log(contacts.map(({ normal }) => normal.y).join(" ")); // 1 1: internal edges push nobody sideways
