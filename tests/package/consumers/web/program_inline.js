// The whole package in one program: a pair, and a decomposition, in a worker where there are workers. Returns how it went.

import { decompose } from "hyperplane/decompose/inline";
import { Box, collide, init } from "hyperplane/inline";

// An L of 1 by 1 by 1: six corners at the bottom, six at the top.
const outline = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
const corners = [0, 1, 2, 3, 4, 5];
const vertices = [0, 1].flatMap((z) => corners.flatMap((i) => [outline[2 * i], outline[2 * i + 1], z]));
const sides = corners.flatMap((i) => [i, (i + 1) % 6, i + 6, (i + 1) % 6, ((i + 1) % 6) + 6, i + 6]);
const cap = [0, 1, 3, 1, 2, 3, 0, 3, 5, 3, 4, 5];
const indices = [...sides, ...cap.slice().reverse(), ...cap.map((i) => i + 6)];

export async function program() {
  await init();
  const box = new Box(1, 1, 1);
  const contact = collide(box, {}, box, { position: { x: 0.75, y: 0, z: 0 } });
  let news = 0;
  if (typeof Worker === "function") {
    globalThis.Worker = class extends Worker {
      constructor(url, options) {
        super(url, options);
        this.addEventListener("message", () => news++);
      }
    };
  }
  const { parts } = await decompose(vertices, indices);
  return `mtv ${contact?.mtv.x}, parts ${parts.length}, ${news > 0 ? "worker" : "here"}`;
}
