import { HeightField, init, raycast, Sphere, World } from "hyperplane";

await init();
// 129 x 129 heights over 64 m x 64 m: hills.
const columns = 129;
const heights = Float32Array.from({ length: columns * columns }, (_, i) => {
  const [x, z] = [i % columns, Math.floor(i / columns)];
  return 2 * Math.sin(x / 9) * Math.cos(z / 7);
});
const terrain = new HeightField(heights, { columns, rows: columns, width: 64, depth: 64 });
const world = new World();
world.add({ shape: terrain, static: true });

const hit = raycast(terrain, {}, [1.3, 50, -4.2], [0, -1, 0]);
console.log(hit?.point.y.toFixed(3), hit?.triangle); // -0.162 14212

// A crater of 9 x 9 heights, around column 66 and row 55.
terrain.setHeights(new Float32Array(81).fill(-3), 62, 51, 9, 9);
world.add({ shape: new Sphere(0.5), position: [1.3, -2.6, -4.2] });
world.update();
for (const { depth, triangleA } of world.contacts) console.log(depth.toFixed(3), triangleA); // 0.100 14212
