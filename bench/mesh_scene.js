/** The mesh that is measured, and what is asked about it, from a seed alone: the same numbers on every machine. */

import { cameraRays, cross, Random, unit } from "./scenes.js";

/**
 * A tube around the (2, 3) torus knot, closed: the twin of `make_torus_knot` in cpp/scenes/meshes.h, in 32 bits.
 *
 * @param {number} lengthwise how many rings
 * @param {number} around how many vertices a ring has
 * @param {number} radius of the torus, in metres; the tube is a ninth of it
 */
export function torusKnot(lengthwise, around, radius) {
  const middle = (share) => {
    const [turnX, turnY] = circle(2 * share);
    const [out, up] = circle(3 * share);
    const r = 0.5 * radius * (2 + out);
    return [r * turnX, r * turnY, 0.5 * radius * up];
  };
  const vertices = [];
  for (let i = 0; i < lengthwise; ++i) {
    const at = middle(i / lengthwise);
    const next = middle(i / lengthwise + 1e-4);
    const forwards = unit(next.map((c, k) => c - at[k]));
    const side = unit(cross(forwards, [next[0] + at[0], next[1] + at[1], next[2] + at[2]]));
    const up = cross(forwards, side);
    for (let j = 0; j < around; ++j) {
      const [cosine, sine] = circle(j / around);
      for (let k = 0; k < 3; ++k) vertices.push(at[k] + (radius / 9) * (side[k] * sine + up[k] * cosine));
    }
  }
  const indices = [];
  const at = (i, j) => (i % lengthwise) * around + (j % around);
  for (let i = 0; i < lengthwise; ++i) {
    for (let j = 0; j < around; ++j) {
      const corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      indices.push(corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]);
    }
  }
  return { vertices: new Float32Array(vertices), indices: new Uint32Array(indices) };
}

/**
 * Questions about the knot of radius 1. Points, boxes and the ends of rays and casts are within its bounds.
 *
 * @param {string} question see lib/meshes.js
 * @returns {{ values: Float64Array, count: number, radius: number, half: number[] }} the ball's radius, the box's half sizes
 */
export function askKnot(question, count) {
  const sizes = { count, radius: 0.1, half: [0.1, 0.1, 0.1] };
  if (question === "camera") return { values: cameraRays([1.2, 1.6, 3.4], Math.sqrt(count), 0.4), ...sizes };
  const random = new Random(7);
  const values = [];
  for (let i = 0; i < count; ++i) {
    const to = [random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(-0.6, 0.6)];
    const from = random.direction().map((c) => 2 * c);
    if (question === "closest") values.push(...to);
    if (question === "overlap") values.push(...to, ...random.rotation());
    if (question === "cast") values.push(...from, ...to);
    if (question === "raycast") values.push(...from, ...unit(to.map((c, k) => c - from[k])));
  }
  return { values: new Float64Array(values), ...sizes };
}

/** Cosine and sine of a share of the full turn, by their series: the same bits everywhere, unlike Math.cos. */
export function circle(share) {
  const angle = 2 * Math.PI * (share - Math.round(share));
  let cosine = 0;
  let sine = 0;
  let term = 1;
  for (let n = 0; n < 40; n += 2) {
    cosine += term;
    term *= angle / (n + 1);
    sine += term;
    term *= -angle / (n + 2);
  }
  return [cosine, sine];
}
