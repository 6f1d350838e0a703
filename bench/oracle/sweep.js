/**
 * When two polytopes that move and turn first touch: conservative advancement (Mirtich, "Impulse-based Dynamic Simulation of
 * Rigid Body Systems", 1996) on the exact distance. No point of a body moves faster than its centre's speed plus its angular
 * speed times its radius, so a gap d lasts at least d / (sum of both) longer. The steps are as short as the bound demands
 * and many; nothing is extrapolated.
 */

import { dot, placePolytope, polytopeDistance } from "./polytope.js";

const STEPS = 20_000;
/** Closer than this, in metres, is touching. */
const TOUCH = 1e-7;

/**
 * @param a, b { polytope, radius, from, to }: poses as arrays of x, y, z, qx, qy, qz, qw
 * @returns 0 to 1, Infinity where they never touch, or NaN where the steps did not suffice to tell
 */
export function firstTouch(a, b) {
  const motionA = motionOf(a);
  const motionB = motionOf(b);
  const between = [0, 1, 2].map((k) => motionA.way[k] - motionB.way[k]);
  const speed = Math.sqrt(dot(between, between)) + motionA.angle * a.radius + motionB.angle * b.radius;
  let time = 0;
  for (let step = 0; step < STEPS; ++step) {
    const { distance } = polytopeDistance(
      placePolytope(a.polytope, motionA.at(time), 0),
      placePolytope(b.polytope, motionB.at(time), 0),
    );
    if (distance < TOUCH) return time;
    if (speed === 0) return Infinity;
    time += distance / speed;
    if (time > 1) return Infinity;
  }
  return Number.NaN;
}

/** From one pose to another at constant linear and angular velocity, the shorter way round. */
function motionOf({ from, to }) {
  const way = [0, 1, 2].map((k) => to[k] - from[k]);
  const p = from.slice(3, 7);
  const q = to.slice(3, 7);
  let cosine = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, cosine * sign);
  const half = Math.acos(cosine);
  return {
    way,
    angle: 2 * half,
    at(time) {
      const sine = Math.sin(half);
      // Two equal rotations have no axis to turn about.
      const u = sine > 1e-9 ? Math.sin((1 - time) * half) / sine : 1 - time;
      const v = (sine > 1e-9 ? Math.sin(time * half) / sine : time) * sign;
      return [...[0, 1, 2].map((k) => from[k] + time * way[k]), ...[0, 1, 2, 3].map((k) => u * p[k] + v * q[k])];
    },
  };
}
