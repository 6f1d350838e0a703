/**
 * Signed distance of any two convex shapes from their support functions h, in 64 bits, by search:
 *
 *   distance(A, B) = max over unit n of g(n),  g(n) = -h_A(n) - h_B(-n)
 *
 * g(n) is the gap along n. Apart, the best n is the direction between the closest points; overlapping, every g is negative
 * and the best one is minus the penetration depth. The search looks at a dense, even set of directions and at the shapes'
 * own axes, then refines the best few with a direct search whose set of directions keeps turning, which reaches a maximum
 * of a function with kinks too (Audet, Dennis, "Mesh Adaptive Direct Search Algorithms for Constrained Optimization",
 * 2006). It is slow, knows nothing of GJK or EPA, and is good to 1e-4 of the shapes' size,
 * a tenth of what counts as wrong.
 */

import { add, cross, dot, normalise, rotate, rotationMatrix, scale } from "./polytope.js";

const supports = {
  box: (s, d) => [
    Math.sign(d[0] || 1) * s.width * 0.5,
    Math.sign(d[1] || 1) * s.height * 0.5,
    Math.sign(d[2] || 1) * s.depth * 0.5,
  ],
  roundBox: (s, d) => add(supports.box(s, d), scale(normalise(d), s.rounding)),
  taperedCapsule: (s, d) => {
    const length = Math.sqrt(dot(d, d));
    const isTop = s.radiusTop * length + s.height * d[1] > s.radiusBottom * length;
    const tip = scale(d, (isTop ? s.radiusTop : s.radiusBottom) / length);
    return [tip[0], tip[1] + (isTop ? 0.5 : -0.5) * s.height, tip[2]];
  },
  capsule: (s, d) => {
    const tip = scale(normalise(d), s.radius);
    return [tip[0], tip[1] + Math.sign(d[1] || 1) * s.height * 0.5, tip[2]];
  },
  cylinder: (s, d) => {
    const across = Math.sqrt(d[0] * d[0] + d[2] * d[2]);
    const rim = across > 0 ? s.radius / across : 0;
    return [d[0] * rim, Math.sign(d[1] || 1) * s.height * 0.5, d[2] * rim];
  },
  sphere: (s, d) => scale(normalise(d), s.radius),
  hull: (s, d) => {
    let best = 0;
    let most = -Infinity;
    for (let i = 0; i < s.points.length; i += 3) {
      const t = d[0] * s.points[i] + d[1] * s.points[i + 1] + d[2] * s.points[i + 2];
      if (t > most) {
        most = t;
        best = i;
      }
    }
    return [s.points[best], s.points[best + 1], s.points[best + 2]];
  },
};

/** A shape at a pose: x, y, z, qx, qy, qz, qw from `offset` on. */
export function placeConvex(shape, poses, offset) {
  const rotation = rotationMatrix(poses[offset + 3], poses[offset + 4], poses[offset + 5], poses[offset + 6]);
  const columns = [0, 1, 2].map((k) => [rotation[0][k], rotation[1][k], rotation[2][k]]);
  const support = supports[shape.type];
  return {
    position: [poses[offset], poses[offset + 1], poses[offset + 2]],
    axes: columns,
    /** h(d), without the position's share. */
    extent: (d) =>
      dot(d, rotate(rotation, support(shape, [dot(columns[0], d), dot(columns[1], d), dot(columns[2], d)]))),
  };
}

const evenDirections = (() => {
  // Points of a golden spiral: even over the sphere (Vogel, "A better way to construct the sunflower head", 1979).
  const count = 1500;
  const list = [];
  for (let i = 0; i < count; ++i) {
    const z = 1 - (2 * i + 1) / count;
    const r = Math.sqrt(1 - z * z);
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    list.push([r * Math.cos(angle), r * Math.sin(angle), z]);
  }
  return list;
})();

/** Distance, and the normal from A to B; B moved by offsetB first. */
export function convexDistance(a, b, offsetB = [0, 0, 0]) {
  const between = add(add(b.position, offsetB), scale(a.position, -1));
  const gap = (n) => dot(n, between) - a.extent(n) - b.extent(scale(n, -1));

  const starts = [...evenDirections];
  for (const axis of [...a.axes, ...b.axes]) starts.push(axis, scale(axis, -1));
  for (const u of a.axes) {
    for (const v of b.axes) {
      const n = cross(u, v);
      if (dot(n, n) > 1e-12) starts.push(normalise(n), scale(normalise(n), -1));
    }
  }
  if (dot(between, between) > 0) starts.push(normalise(between));
  const ranked = starts.map((normal) => ({ normal, value: gap(normal) })).sort((p, q) => q.value - p.value);

  let best = ranked[0];
  const refined = [];
  for (const start of ranked) {
    if (refined.length === 12) break;
    // One start for each neighbourhood.
    if (refined.some((other) => dot(other, start.normal) > 0.995)) continue;
    refined.push(start.normal);
    const end = climb(gap, start);
    if (end.value > best.value) best = end;
  }
  return { distance: best.value, normal: best.normal };
}

function climb(gap, start) {
  let { normal, value } = start;
  let step = 0.08;
  let turn = 0;
  while (step > 1e-9) {
    const side = normalise(cross(normal, Math.abs(normal[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
    const up = cross(normal, side);
    let improved = false;
    for (let k = 0; k < 8; ++k) {
      const angle = turn + (k * Math.PI) / 4;
      const candidate = normalise(
        add(normal, add(scale(side, step * Math.cos(angle)), scale(up, step * Math.sin(angle)))),
      );
      const next = gap(candidate);
      if (next > value) {
        normal = candidate;
        value = next;
        improved = true;
        break;
      }
    }
    turn += 2.399963;
    step = improved ? Math.min(step * 1.5, 0.2) : step * 0.7;
  }
  return { normal, value };
}
