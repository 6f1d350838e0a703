// Runs frames of a scene with moving objects and instances; the argument "lines" draws debug lines too. Prints the heap growth
// per frame in bytes.

import { init, World } from "hyperplane";
import { SceneColliders, WorldLines } from "hyperplane/three";
import { BoxGeometry, Group, InstancedMesh, Mesh } from "three";

await init();
const world = new World();
const colliders = new SceneColliders(world);
const lines = new WorldLines(world);
const geometry = new BoxGeometry(1, 1, 1);
const group = new Group();
const meshes = [];
for (let i = 0; i < 50; i++) {
  const mesh = new Mesh(geometry);
  group.add(mesh);
  meshes.push(mesh);
  colliders.add(mesh);
}
const instances = new InstancedMesh(geometry, undefined, 200);
colliders.addInstances(instances);
const { array } = instances.instanceMatrix;

const draws = process.argv.includes("lines");
let contacts = 0;
function frame(n) {
  for (let i = 0; i < 200; i++) {
    array[16 * i + 12] = 0.7 * (i % 20);
    array[16 * i + 13] = 0.7 * Math.floor(i / 20);
    array[16 * i + 14] = (i * n) % 7 < 3 ? 0 : 0.9;
  }
  for (let i = 0; i < 50; i++) meshes[i].position.set(0.8 * i, -2, (n % 10) / 10);
  colliders.pull();
  world.update();
  if (draws) lines.refresh();
  contacts = world.contacts.count;
}

// Warm-up: compiles the code and grows all buffers.
for (let n = 0; n < 3000; n++) frame(n);
// The least of several runs: on a busy machine the engine still compiles during the first of them.
const runs = 6;
const measured = 600;
const every = 100;
let least = Infinity;
for (let run = 0; run < runs; run++) {
  let grown = 0;
  let last = process.memoryUsage().heapUsed;
  for (let n = 0; n < measured; n++) {
    frame(n);
    if (n % every !== every - 1) continue;
    const used = process.memoryUsage().heapUsed;
    // A collection in between must not offset the growth.
    grown += Math.max(0, used - last);
    last = used;
  }
  least = Math.min(least, grown / measured);
}
process.stdout.write(JSON.stringify({ bytesPerFrame: least, contacts }));
