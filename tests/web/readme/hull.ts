import { Box, ConvexHull, collide, init } from "hyperplane";

await init();
// Any cloud of points: x, y, z of each in turn, or a geometry of three.js.
const hull = new ConvexHull([0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0.3, 0.3, 0.3]);
console.log(hull.vertices.length / 3, hull.faces.length); // 4 4: the fifth point lies inside
console.log(collide(new Box(10, 1, 10), {}, hull, { position: [0, 0.4, 0] })?.depth.toFixed(1)); // 0.1
