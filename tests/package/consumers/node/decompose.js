// A program in Node that decomposes a model, in a worker thread and without.
import init, { ConvexHull } from "hyperplane";
import { decompose } from "hyperplane/decompose";

// An L of 1 by 1 by 1: six corners at the bottom, six at the top.
const outline = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
const vertices = [0, 1].flatMap((z) => [0, 1, 2, 3, 4, 5].flatMap((i) => [outline[2 * i], outline[2 * i + 1], z]));
const sides = [0, 1, 2, 3, 4, 5].flatMap((i) => [i, (i + 1) % 6, i + 6, (i + 1) % 6, ((i + 1) % 6) + 6, i + 6]);
const cap = [0, 1, 3, 1, 2, 3, 0, 3, 5, 3, 4, 5];
const indices = [...sides, ...cap.slice().reverse(), ...cap.map((i) => i + 6)];

await init();
let last = 0;
const inWorker = await decompose(vertices, indices, {
  onProgress: (done) => {
    last = done;
  },
});
const here = await decompose(vertices, indices, { worker: false });
const hulls = inWorker.parts.map((part) => new ConvexHull(part));
console.log(JSON.stringify({ worker: inWorker.parts.length, here: here.parts.length, hulls: hulls.length, last }));
