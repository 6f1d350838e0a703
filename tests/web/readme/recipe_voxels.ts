import { Box, Capsule, Compound, init, moveAndSlide, World } from "hyperplane";

await init();
/** Cells of a chunk, along x, y and z. */
const SIZE = 16;
const at = (x: number, y: number, z: number) => (y * SIZE + z) * SIZE + x;

/** Solid cells as few boxes: each grows along x, then z, then y. */
function chunkOf(cells: Uint8Array): Compound {
  const left = cells.slice();
  const isFull = (x: number, y: number, z: number) => left[at(x, y, z)] !== 0;
  const parts = [];
  for (let i = 0; i < left.length; i++) {
    if (left[i] === 0) continue;
    const [x, y, z] = [i % SIZE, Math.floor(i / SIZE ** 2), Math.floor(i / SIZE) % SIZE];
    let [w, h, d] = [1, 1, 1];
    while (x + w < SIZE && isFull(x + w, y, z)) w++;
    const isRow = (v: number, u: number) => Array.from({ length: w }, (_, k) => isFull(x + k, v, u)).every(Boolean);
    while (z + d < SIZE && isRow(y, z + d)) d++;
    const isLayer = (v: number) => Array.from({ length: d }, (_, k) => isRow(v, z + k)).every(Boolean);
    while (y + h < SIZE && isLayer(y + h)) h++;
    for (let v = y; v < y + h; v++) for (let u = z; u < z + d; u++) left.fill(0, at(x, v, u), at(x + w, v, u));
    parts.push({ shape: new Box(w, h, d), position: [x + w / 2, y + h / 2, z + d / 2] });
  }
  return new Compound(parts);
}

const cells = new Uint8Array(SIZE ** 3).fill(1, 0, 4 * SIZE * SIZE); // four layers of ground
cells[at(8, 4, 8)] = 1; // a block on it
const world = new World();
const chunk = world.add({ shape: chunkOf(cells), static: true });
console.log((chunk.shape as Compound).partCount); // 2

const body = new Capsule(0.3, 1.2);
const walk = () => moveAndSlide(world, body, { position: [6, 4.91, 8.5] }, { x: 4, y: -0.01, z: 0 }).position.x;
console.log(walk().toFixed(2)); // 7.69: up to the block

// The block is mined: the chunk is made anew.
cells[at(8, 4, 8)] = 0;
chunk.shape = chunkOf(cells);
console.log(walk().toFixed(2)); // 10.00
