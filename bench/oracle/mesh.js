/**
 * Answers by all triangles, one by one, in 64 bits. Shares no code with the package.
 *
 * @param {{ vertices: Float32Array, indices: Uint32Array }} mesh
 */
export function meshOracle({ vertices, indices }) {
  const corner = (t, k) => [0, 1, 2].map((axis) => vertices[3 * indices[3 * t + k] + axis]);
  /** @param {number} t @returns {[number[], number[], number[]]} */
  const triangle = (t) => [corner(t, 0), corner(t, 1), corner(t, 2)];
  const triangles = Array.from({ length: indices.length / 3 }, (_, t) => triangle(t));
  return {
    raycast: (origin, direction) =>
      triangles.reduce((best, corners) => Math.min(best, rayDistance(corners, origin, direction)), Infinity),
    closest: (point) => triangles.reduce((best, corners) => Math.min(best, distanceTo(corners, point)), Infinity),
    cast: (from, to, radius) => castTime(triangles, from, to, radius),
    overlap: (position, quaternion, half) =>
      triangles.some((corners) => boxTouches(corners, position, quaternion, half)) ? 1 : 0,
  };
}

const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const along = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];

/** Möller and Trumbore, "Fast, Minimum Storage Ray-Triangle Intersection" (1997). */
function rayDistance([a, b, c], origin, direction) {
  const ab = sub(b, a);
  const ac = sub(c, a);
  const p = cross(direction, ac);
  const determinant = dot(ab, p);
  if (determinant === 0) return Infinity;
  const s = sub(origin, a);
  const u = dot(s, p) / determinant;
  const q = cross(s, ab);
  const v = dot(direction, q) / determinant;
  const t = dot(ac, q) / determinant;
  return u >= 0 && v >= 0 && u + v <= 1 && t >= 0 ? t : Infinity;
}

function distanceToSegment(a, b, point) {
  const side = sub(b, a);
  const t = Math.min(1, Math.max(0, dot(sub(point, a), side) / dot(side, side)));
  return Math.hypot(...sub(point, along(a, b, t)));
}

function distanceTo([a, b, c], point) {
  const normal = cross(sub(b, a), sub(c, a));
  const inside = (from, to) => dot(cross(normal, sub(to, from)), sub(point, from)) >= 0;
  if (inside(a, b) && inside(b, c) && inside(c, a)) {
    return Math.abs(dot(normal, sub(point, a))) / Math.hypot(...normal);
  }
  return Math.min(distanceToSegment(a, b, point), distanceToSegment(b, c, point), distanceToSegment(c, a, point));
}

/** By steps of the distance: a ball cannot touch anything before it has come so far. */
function castTime(triangles, from, to, radius) {
  const near = triangles.filter((corners) =>
    [0, 1, 2].every((k) => {
      const low = Math.min(from[k], to[k]) - radius;
      const high = Math.max(from[k], to[k]) + radius;
      return corners.some((c) => c[k] >= low) && corners.some((c) => c[k] <= high);
    }),
  );
  const way = Math.hypot(...sub(to, from));
  for (let time = 0; time <= 1; ) {
    const centre = along(from, to, time);
    const gap = near.reduce((best, triangle) => Math.min(best, distanceTo(triangle, centre)), Infinity) - radius;
    if (gap < 1e-7) return time;
    time += gap / way;
  }
  return Infinity;
}

/** All thirteen axes. */
function boxTouches(triangle, position, [x, y, z, w], half) {
  const turned = (v) => {
    const t = cross([-x, -y, -z], v).map((c) => 2 * c);
    const u = cross([-x, -y, -z], t);
    return [0, 1, 2].map((k) => v[k] + w * t[k] + u[k]);
  };
  const [a, b, c] = triangle.map((corner) => turned(sub(corner, position)));
  const units = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const edges = [sub(b, a), sub(c, b), sub(a, c)];
  const axes = [...units, cross(edges[0], edges[1])];
  for (const edge of edges) for (const unit of units) axes.push(cross(edge, unit));
  return axes.every((axis) => {
    const reach = Math.abs(axis[0]) * half[0] + Math.abs(axis[1]) * half[1] + Math.abs(axis[2]) * half[2];
    const heights = [dot(axis, a), dot(axis, b), dot(axis, c)];
    return Math.max(...heights) >= -reach && Math.min(...heights) <= reach;
  });
}
