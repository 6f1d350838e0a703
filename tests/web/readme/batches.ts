import { Box, init, Sphere, World } from "hyperplane";

await init();
const world = new World();
for (let i = 0; i < 10; i++) world.add({ shape: new Box(1, 1, 1), position: [2 * i, 0, 0], static: true });

// Two rays: six numbers each. Answers are by ray.
const { distances, colliders } = world.raycastBatch(Float64Array.of(0, 5, 0, 0, -1, 0, 1, 5, 0, 0, -1, 0));
console.log(distances.join(), colliders.join()); // 4.5,Infinity 0,-1

// Two places of one shape: a position and a quaternion each. Place i has the rows from offsets[i] to offsets[i + 1].
const places = Float64Array.of(1, 0, 0, 0, 0, 0, 1, 50, 0, 0, 0, 0, 0, 1);
const found = world.overlaps(new Sphere(0.6), places);
console.log(found.colliders.join(), found.offsets.join()); // 0,1 0,2,2

// The closest surface to each of two points, and a sphere on its way from one pose to another.
const closest = world.closests(Float64Array.of(0, 1, 0, 18, 0, 2));
console.log(closest.distances.join(), closest.colliders.join()); // 0.5,1.5 0,9
const ways = Float64Array.of(0, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1);
const casts = world.castShapes(new Sphere(0.5), ways, { mask: 1 });
console.log(casts.times[0]?.toFixed(3)); // 0.667
