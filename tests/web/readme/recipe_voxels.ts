import { Capsule, Character, init, Voxels, World } from "hyperplane";

await init();
const [GRASS, STONE, WATER] = [1, 2, 3];
// A chunk of 16 x 32 x 16 cells of a metre: four layers of stone, grass on it, a pond.
const chunk = new Voxels({ columns: 16, layers: 32, rows: 16 });
chunk.fill([0, 0, 0], [16, 4, 16], STONE);
chunk.fill([0, 4, 0], [16, 5, 16], GRASS);
chunk.fill([10, 4, 10], [14, 5, 14], WATER);
const world = new World();
world.add({ shape: chunk, static: true });
world.add({ shape: chunk, static: true, position: [16, 0, 0] }); // flush: nothing is felt between chunks

// The block that the pointer is on, and the place on its face where another one goes.
const solid = (kind: number) => kind !== WATER;
const hit = world.raycast([8, 8, 8.5], [0.1, -1, 0], { kinds: solid });
if (hit?.collider.shape !== chunk) throw new Error("nothing to build on");
const { x, y, z } = chunk.cell(hit.triangle);
chunk.set(x + hit.normal.x, y + hit.normal.y, z + hit.normal.z, STONE);
console.log(chunk.get(8, 5, 8), chunk.get(8, 4, 8)); // 2 1

// It wades through the pond, walks up the block, and falls where the ground is taken away.
const body = new Capsule(0.3, 1.2);
const walker = new Character(world, { shape: body, position: [5, 6, 8.5], stepHeight: 1.1, kinds: solid });
const walk = (seconds: number, speed: number) => {
  for (let i = 0; i < 60 * seconds; i++) walker.step(1 / 60, [speed, 0, 0]);
  return walker.position.y.toFixed(2);
};
console.log(walk(1, 0), walk(1.2, 3)); // 5.91 6.91
chunk.fill([8, 0, 8], [9, 6, 9], 0);
console.log(walk(1, 0)); // 2.17
