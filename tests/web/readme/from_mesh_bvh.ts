import { closestPoint, init, TriangleMesh, World } from "hyperplane";
import { SceneColliders } from "hyperplane/three";
import { Mesh, Raycaster, TorusKnotGeometry, Vector3 } from "three";

await init();
const geometry = new TorusKnotGeometry(1, 0.3, 200, 24);
const knot = new Mesh(geometry);

const colliders = new SceneColliders(new World());
colliders.add(knot, { fit: "mesh" }); // or addLevel(scene)
const raycaster = new Raycaster(new Vector3(1.5, 0, 5), new Vector3(0, 0, -1));
const [hit] = colliders.intersect(raycaster, { first: true });
console.log(hit?.distance.toFixed(3), hit?.faceIndex); // 4.666 83

// Without a scene: the mesh as a shape.
const shape = new TriangleMesh(geometry.getAttribute("position").array, geometry.index?.array);
const closest = closestPoint(shape, {}, [1.5, 0, 0]);
console.log(closest.distance.toFixed(3), closest.triangle >= 0); // 0.297 true
