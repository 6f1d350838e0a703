import { Box, Compound, ConvexHull, init, intersects } from "hyperplane";
import { decompose } from "hyperplane/decompose";
import { TorusGeometry } from "three";

await init();
const ring = new TorusGeometry(1, 0.2, 12, 32);
const { parts, complete } = await decompose(ring, null, { maxParts: 16 });
console.log(parts.length <= 16, complete); // true true

// It moves and collides as one shape, and its hole is a hole.
const shape = new Compound(parts.map((part) => ({ shape: new ConvexHull(part) })));
console.log(intersects(shape, {}, new Box(0.5, 0.5, 0.5), {})); // false
