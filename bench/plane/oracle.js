/**
 * The truth about shapes in the plane, in plain JavaScript, sharing no code with the core. Convex polygons: separating axes over
 * all edges with all vertices projected where they overlap, the least distance over all vertices and edges where they do not.
 * Concave ones: two edges that cross, or a vertex inside.
 */

/** Vertices of a shape at a pose: [x, y] of each, counter-clockwise. */
export function place(shape, x, y, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const corners = [];
  const points = shape.type === "rectangle" ? cornersOf(shape) : shape.points;
  for (let i = 0; i < points.length; i += 2) {
    corners.push([x + c * points[i] - s * points[i + 1], y + s * points[i] + c * points[i + 1]]);
  }
  return corners;
}

const cornersOf = ({ width, height }) =>
  [-1, -1, 1, -1, 1, 1, -1, 1].map((sign, i) => (sign * (i % 2 === 0 ? width : height)) / 2);

/** Positive: how far apart the convex polygons are; negative: minus the least translation that parts them. */
export function signedDistance(a, b) {
  const gap = Math.max(largestGap(a, b), largestGap(b, a));
  return gap <= 0 ? gap : Math.sqrt(Math.min(leastSquare(a, b), leastSquare(b, a)));
}

function largestGap(a, b) {
  let largest = -Infinity;
  for (let i = 0; i < a.length; ++i) {
    const [px, py] = a[i];
    const [qx, qy] = a[(i + 1) % a.length];
    const length = Math.hypot(qx - px, qy - py);
    const nx = (qy - py) / length;
    const ny = (px - qx) / length;
    let least = Infinity;
    for (const [x, y] of b) least = Math.min(least, (x - px) * nx + (y - py) * ny);
    largest = Math.max(largest, least);
  }
  return largest;
}

function leastSquare(a, b) {
  let least = Infinity;
  for (const [x, y] of a) {
    for (let i = 0; i < b.length; ++i) {
      const [px, py] = b[i];
      const [qx, qy] = b[(i + 1) % b.length];
      const [dx, dy] = [qx - px, qy - py];
      const t = Math.min(1, Math.max(0, ((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy)));
      least = Math.min(least, (x - px - t * dx) ** 2 + (y - py - t * dy) ** 2);
    }
  }
  return least;
}

/** By ray crossing (Shimrat, "Algorithm 112: Position of Point Relative to Polygon", 1962). */
function contains(ring, x, y) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [px, py] = ring[i];
    const [qx, qy] = ring[j];
    if (py > y !== qy > y && x < px + ((y - py) / (qy - py)) * (qx - px)) inside = !inside;
  }
  return inside;
}

const side = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The same for any two rings, but for the depth of those that overlap: -1. */
export function ringDistance(a, b) {
  for (let i = 0; i < a.length; ++i) {
    const [p, q] = [a[i], a[(i + 1) % a.length]];
    for (let j = 0; j < b.length; ++j) {
      const [r, s] = [b[j], b[(j + 1) % b.length]];
      if (side(p, q, r) > 0 !== side(p, q, s) > 0 && side(r, s, p) > 0 !== side(r, s, q) > 0) return -1;
    }
  }
  if (contains(a, ...b[0]) || contains(b, ...a[0])) return -1;
  return Math.sqrt(Math.min(leastSquare(a, b), leastSquare(b, a)));
}

const measureOf = (shapes) => (shapes.every(({ convex = true }) => convex) ? signedDistance : ringDistance);
const moved = (ring, x, y) => ring.map(([px, py]) => [px + x, py + y]);

/** What judge.js asks of a scene of pairs. */
export function judgePlane(scene) {
  const measure = measureOf(scene.shapes);
  const pair = (i) =>
    [0, 1].map((k) =>
      place(scene.shapes[scene.pairs[2 * i + k]], ...scene.poses.subarray(6 * i + 3 * k, 6 * i + 3 * k + 3)),
    );
  const signed = Float64Array.from({ length: scene.count }, (_, i) => measure(...pair(i)));
  return {
    scene,
    signed,
    size: new Float64Array(scene.count).fill(1),
    overlapping: signed.filter((distance) => distance <= 0).length,
    ask(i, [x, y]) {
      const [a, b] = pair(i);
      return measure(a, moved(b, x, y));
    },
  };
}

/** No shape of the scenes reaches farther than this from its middle, in metres. */
const REACH = 1.4;

/** Rows by square, and the rows near a place. */
function gridOf(positions, cell = 2 * REACH + 0.01) {
  const cells = new Map();
  const key = (x, y) => `${Math.floor(x / cell)},${Math.floor(y / cell)}`;
  for (let i = 0; 2 * i < positions.length; ++i) {
    const at = key(positions[2 * i], positions[2 * i + 1]);
    if (!cells.has(at)) cells.set(at, []);
    cells.get(at).push(i);
  }
  return function* near(x, y) {
    for (const dx of [-cell, 0, cell]) for (const dy of [-cell, 0, cell]) yield* cells.get(key(x + dx, y + dy)) ?? [];
  };
}

const placeAll = ({ shapes, positions, angles }, frame) =>
  shapes.map((shape, i) => place(shape, positions[frame][2 * i], positions[frame][2 * i + 1], angles[frame][i]));

/** Signed distances of all pairs that touch or nearly do, by lower row * count + higher row. */
export function touchingInPlane(scene, frame, near = 1e-3) {
  const positions = scene.positions[frame];
  const rings = placeAll(scene, frame);
  const measure = measureOf(scene.shapes);
  const found = new Map();
  const around = gridOf(positions);
  for (let i = 0; i < scene.count; ++i) {
    for (const j of around(positions[2 * i], positions[2 * i + 1])) {
      if (j <= i) continue;
      const distance = measure(rings[i], rings[j]);
      if (distance <= near) found.set(i * scene.count + j, distance);
    }
  }
  return found;
}

/** Whether a point is in any shape of the frame. */
export function pointInPlane(scene, frame) {
  const rings = placeAll(scene, frame);
  const around = gridOf(scene.positions[frame]);
  return (x, y) => [...around(x, y)].some((i) => contains(rings[i], x, y));
}

/** Distances at which rays first cross an edge, by trying all edges of all shapes. */
export function raysInPlane(scene, frame, rays) {
  const rings = placeAll(scene, frame);
  return Float64Array.from({ length: rays.length / 4 }, (_, i) => {
    const [x, y, dx, dy] = rays.subarray(4 * i, 4 * i + 4);
    let first = Infinity;
    for (const ring of rings) {
      for (let k = 0; k < ring.length; ++k) {
        const [px, py] = ring[k];
        const [qx, qy] = ring[(k + 1) % ring.length];
        const across = dx * (qy - py) - dy * (qx - px);
        const t = ((px - x) * (qy - py) - (py - y) * (qx - px)) / across;
        const u = ((px - x) * dy - (py - y) * dx) / across;
        if (t >= 0 && t < first && u >= 0 && u <= 1) first = t;
      }
    }
    return first;
  });
}

/** Casts by conservative advancement (Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996). */
export function castsInPlane(scene, frame, shape) {
  const rings = placeAll(scene, frame);
  const around = gridOf(scene.positions[frame]);
  return {
    free(cast) {
      const ring = place(shape, cast[0], cast[1], cast[2]);
      return [...around(cast[0], cast[1])].every((i) => signedDistance(rings[i], ring) > 1e-3);
    },
    /** The share of the way up to the first touch, or Infinity. */
    time(cast) {
      const [x, y, angle, wayX, wayY] = cast;
      const length = Math.hypot(wayX, wayY);
      const start = place(shape, x, y, angle);
      let first = Infinity;
      rings.forEach((ring, i) => {
        const [cx, cy] = scene.positions[frame].subarray(2 * i, 2 * i + 2);
        const along = Math.min(1, Math.max(0, ((cx - x) * wayX + (cy - y) * wayY) / (length * length)));
        if (Math.hypot(x + along * wayX - cx, y + along * wayY - cy) > 2 * REACH) return;
        for (let time = 0; time <= 1 && time < first; ) {
          const gap = signedDistance(ring, moved(start, time * wayX, time * wayY));
          if (gap < 1e-7) {
            first = time;
            break;
          }
          time += gap / length;
        }
      });
      return first;
    },
  };
}

/** How many of the capsules of `walkersOnTiles` are deeper in a tile than a millimetre. */
export function walkersInTiles({ columns, rows, tiles }, places) {
  const outside = (value, from, to) => Math.max(from - value, value - to, 0);
  let count = 0;
  for (let i = 0; i < places.length; i += 2) {
    const [x, y] = places.subarray(i, i + 2);
    const column = Math.floor(x);
    const isIn = [column - 1, column, column + 1].some((cx) =>
      Array.from({ length: rows }, (_, cy) => cy).some(
        // The core of the capsule is upright and 0.6 m long.
        (cy) => tiles[columns * cy + cx] && Math.hypot(outside(x, cx, cx + 1), outside(y, cy - 0.3, cy + 1.3)) < 0.299,
      ),
    );
    if (isIn) ++count;
  }
  return count;
}
