import { closestPoint, init, raycast, TriangleMesh } from "hyperplane";
import { TorusKnotGeometry } from "three";

await init();
const geometry = new TorusKnotGeometry(1, 0.3, 200, 24);
const vertices = geometry.getAttribute("position").array;
// Closed, with an inside. The geometry splits vertices along its seams; weld joins them.
const knot = new TriangleMesh(vertices, geometry.index?.array, { solid: true, weld: 1e-4 });

const hit = raycast(knot, {}, [1.5, 0, 5], [0, 0, -1]);
console.log(hit?.distance.toFixed(3), hit?.triangle); // 4.666 83
console.log(closestPoint(knot, {}, [1.5, 0, 0]).distance.toFixed(3)); // -0.297

// Built beforehand or in a worker, a mesh travels as bytes.
const copy = TriangleMesh.deserialize(knot.serialize());
console.log(copy.triangleCount, copy.solid); // 9600 true

// Vertices may move, here to half the size.
copy.setVertices(vertices.map((x) => x / 2));
console.log(closestPoint(copy, {}, [0.75, 0, 0]).distance.toFixed(3)); // -0.148
