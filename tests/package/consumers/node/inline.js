import init, { Box, distance } from "hyperplane/inline";

await init();
const box = new Box(1, 1, 1);
console.log(JSON.stringify(distance(box, {}, box, { position: [3, 0, 0] }).distance));
