// What a program in Node does with the package: both entries, which share one core.
import init, { Box, collide } from "hyperplane";
import * as inline from "hyperplane/inline";

await init();
const box = new Box(1, 1, 1);
const contact = collide(box, {}, box, { position: { x: 0.75, y: 0, z: 0 } });
const same = inline.intersects(box, {}, new inline.Box(1, 1, 1), { position: [2, 0, 0] });
console.log(JSON.stringify({ mtv: contact?.mtv, same, shared: inline.Box === Box }));
