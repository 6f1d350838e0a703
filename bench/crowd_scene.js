/** A crowd of colliders of all kinds that cross each other, from a seed alone: the same numbers on every machine. */

import { circle, torusKnot } from "./mesh_scene.js";
import { Random } from "./scenes.js";

/** m: the colliders' middles are within. */
const HALF = [10, 3, 10];

/**
 * Solids of each kind, and a quarter of meshes and height fields of 128 to 192 triangles: a scene as lib/worlds.js
 * describes it.
 */
export function crowd(count) {
  const random = new Random(21);
  const frameCount = 8;
  const shapes = Array.from({ length: count }, (_, i) => (i % 4 === 0 ? surface(random, i / 4) : solid(random, i)));
  const starts = shapes.map(() => HALF.map((half) => random.uniform(-half, half)));
  const ways = shapes.map(() => random.direction().map((c) => 0.02 * c));
  const turns = shapes.flatMap(() => random.rotation());
  const positions = Array.from({ length: frameCount }, (_, frame) =>
    Float64Array.from(starts.flatMap((start, i) => start.map((at, k) => at + frame * ways[i][k]))),
  );
  return { count, frameCount, shapes, positions, quaternions: positions.map(() => Float64Array.from(turns)) };
}

function solid(random, i) {
  const [x, y, z] = [0, 0, 0].map(() => random.uniform(0.7, 2.4));
  switch (i % 8) {
    case 1:
      return { type: "sphere", radius: x / 2 };
    case 2:
      return { type: "capsule", radius: x / 4, height: y };
    case 3:
      return { type: "box", width: x, height: y, depth: z };
    case 5:
      return { type: "cylinder", radius: x / 2, height: y };
    case 6:
      return random.below(2)
        ? { type: "cone", radius: x / 2, height: y }
        : { type: "ellipsoid", radii: [x / 2, y / 2, z / 2] };
    default:
      return {
        type: "hull",
        points: Float32Array.from(Array.from({ length: 24 }, () => random.direction()).flat(), (c) => (c * x) / 2),
      };
  }
}

function surface(random, i) {
  const size = random.uniform(2.5, 4.5);
  if (i % 4 === 0) return { type: "mesh", ...torusKnot(16, 6, 0.3 * size) };
  if (i % 4 === 1) return { type: "mesh", ...ball(12, 8, [0.45 * size, 0.3 * size, 0.45 * size]) };
  const heights = Float32Array.from({ length: 81 }, () => random.uniform(-0.1, 0.1) * size);
  const options = { columns: 9, rows: 9, width: size, depth: size, sides: i % 4 === 2 ? "both" : "front" };
  return { type: "field", heights, options };
}

/** A closed surface of `around` by `rings` quadrilaterals, two triangles each but at the poles. */
function ball(around, rings, radii) {
  const vertices = [0, -radii[1], 0, 0, radii[1], 0];
  const indices = [];
  for (let ring = 1; ring < rings; ++ring) {
    const [cosine, sine] = circle(ring / rings / 2);
    for (let i = 0; i < around; ++i) {
      const [x, z] = circle(i / around);
      vertices.push(radii[0] * sine * x, -radii[1] * cosine, -radii[2] * sine * z);
    }
  }
  const at = (ring, i) => (ring === 0 ? 0 : ring === rings ? 1 : 2 + (ring - 1) * around + (i % around));
  for (let ring = 0; ring < rings; ++ring) {
    for (let i = 0; i < around; ++i) {
      if (ring > 0) indices.push(at(ring, i), at(ring, i + 1), at(ring + 1, i + 1));
      if (ring + 1 < rings) indices.push(at(ring, i), at(ring + 1, i + 1), at(ring + 1, i));
    }
  }
  return { vertices: new Float32Array(vertices), indices: new Uint32Array(indices) };
}
