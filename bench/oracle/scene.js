/**
 * All touching pairs of a scene of boxes, by a uniform grid and the exact test of every pair that shares a cell: far from
 * the sorting and the trees that it judges.
 */

import { convexDistance, placeConvex } from "./convex.js";
import { boxPolytope, dot, placePolytope, polytopeDistance, rotationMatrix } from "./polytope.js";

/**
 * @returns Map from i * count + j (i < j) to the signed distance, for pairs that overlap, and Infinity-free: pairs that
 *          are apart are kept only if they are closer than `near`.
 */
export function touchingPairs(scene, frame, near = 1e-3) {
  const { count, sizes } = scene;
  const positions = scene.positions[frame];
  const quaternions = scene.quaternions[frame];
  const shapes = [];
  const radii = new Float64Array(count);
  const pose = new Float64Array(7);
  let largest = 0;
  for (let i = 0; i < count; ++i) {
    const [w, h, d] = sizes.subarray(3 * i, 3 * i + 3);
    pose.set(positions.subarray(3 * i, 3 * i + 3), 0);
    pose.set(quaternions.subarray(4 * i, 4 * i + 4), 3);
    shapes.push(placePolytope(boxPolytope(w, h, d), pose, 0));
    radii[i] = 0.5 * Math.hypot(w, h, d);
    largest = Math.max(largest, radii[i]);
  }

  const cell = 2 * largest + near;
  const cellOf = (i, k) => Math.floor(positions[3 * i + k] / cell);
  const grid = new Map();
  const key = (x, y, z) => (x + 2048) * 4096 * 4096 + (y + 2048) * 4096 + (z + 2048);
  for (let i = 0; i < count; ++i) {
    const at = key(cellOf(i, 0), cellOf(i, 1), cellOf(i, 2));
    const list = grid.get(at);
    if (list) list.push(i);
    else grid.set(at, [i]);
  }

  const found = new Map();
  for (let i = 0; i < count; ++i) {
    const [x, y, z] = [cellOf(i, 0), cellOf(i, 1), cellOf(i, 2)];
    for (let dx = -1; dx <= 1; ++dx) {
      for (let dy = -1; dy <= 1; ++dy) {
        for (let dz = -1; dz <= 1; ++dz) {
          for (const j of grid.get(key(x + dx, y + dy, z + dz)) ?? []) {
            if (j <= i) continue;
            const gap = Math.hypot(
              positions[3 * i] - positions[3 * j],
              positions[3 * i + 1] - positions[3 * j + 1],
              positions[3 * i + 2] - positions[3 * j + 2],
            );
            if (gap > radii[i] + radii[j] + near) continue;
            const { distance } = polytopeDistance(shapes[i], shapes[j]);
            if (distance <= near) found.set(i * count + j, distance);
          }
        }
      }
    }
  }
  return found;
}

/**
 * The same for a scene of shapes of several types, by the slow search of convex.js, and so for a sample: the pairs whose first
 * row is below `rows`. Every shape lies in the ball around its box.
 */
export function touchingShapes({ count, sizes, shapes, ...scene }, frame, rows, near = 1e-3) {
  const positions = scene.positions[frame];
  const quaternions = scene.quaternions[frame];
  const radius = (i) => 0.5 * Math.hypot(...sizes.subarray(3 * i, 3 * i + 3));
  const place = (i) =>
    placeConvex(shapes[i], [...positions.subarray(3 * i, 3 * i + 3), ...quaternions.subarray(4 * i, 4 * i + 4)], 0);
  const found = new Map();
  for (let i = 0; i < Math.min(rows, count); ++i) {
    for (let j = i + 1; j < count; ++j) {
      const gap = Math.hypot(...[0, 1, 2].map((k) => positions[3 * i + k] - positions[3 * j + k]));
      if (gap > radius(i) + radius(j) + near) continue;
      const { distance } = convexDistance(place(i), place(j));
      if (distance <= near) found.set(i * count + j, distance);
    }
  }
  return found;
}

/** Every box of a frame, with its rotation's rows: a point in its frame is rows . (point - position). */
function boxesOf(scene, frame) {
  const { count, sizes } = scene;
  const positions = scene.positions[frame];
  const quaternions = scene.quaternions[frame];
  return Array.from({ length: count }, (_, i) => {
    const m = rotationMatrix(...quaternions.subarray(4 * i, 4 * i + 4));
    return {
      position: positions.subarray(3 * i, 3 * i + 3),
      half: [sizes[3 * i] / 2, sizes[3 * i + 1] / 2, sizes[3 * i + 2] / 2],
      // Columns of the rotation are the box's axes.
      axes: [0, 1, 2].map((k) => [m[0][k], m[1][k], m[2][k]]),
    };
  });
}

/** Whether a point is in any box of the frame: all boxes are looked at. */
export function pointTest(scene, frame) {
  const boxes = boxesOf(scene, frame);
  return (x, y, z) =>
    boxes.some(({ position, half, axes }) => {
      const d = [x - position[0], y - position[1], z - position[2]];
      if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > 1.7) return false; // beyond the corners of a box with sides of 1.5
      return axes.every((axis, k) => Math.abs(dot(axis, d)) <= half[k]);
    });
}

/** Distances at which rays first hit a box, by trying all boxes (slabs; Kay, Kajiya, "Ray Tracing Complex Scenes", 1986). */
export function rayDistances(scene, frame, rays) {
  const boxes = boxesOf(scene, frame);
  const distances = new Float64Array(rays.length / 6).fill(Infinity);
  distances.forEach((_, i) => {
    const origin = rays.subarray(6 * i, 6 * i + 3);
    const direction = rays.subarray(6 * i + 3, 6 * i + 6);
    for (const { position, half, axes } of boxes) {
      const d = [origin[0] - position[0], origin[1] - position[1], origin[2] - position[2]];
      let enter = 0;
      let leave = Infinity;
      for (let k = 0; k < 3 && enter <= leave; ++k) {
        const at = dot(axes[k], d);
        const along = dot(axes[k], direction);
        if (along === 0) {
          if (Math.abs(at) > half[k]) leave = -1;
          continue;
        }
        const near = (-Math.sign(along) * half[k] - at) / along;
        const far = (Math.sign(along) * half[k] - at) / along;
        enter = Math.max(enter, near);
        leave = Math.min(leave, far);
      }
      if (enter <= leave && enter < distances[i]) distances[i] = enter;
    }
  });
  return distances;
}

/**
 * When a box or a sphere that moves along a straight line first touches a box of the scene: conservative advancement (Mirtich,
 * "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996) on the exact distance, box by box. Between two steps the
 * shape cannot have passed a box that is farther away than the step is long.
 */
export function castOracle(scene, frame, shape) {
  const { count, sizes } = scene;
  const positions = scene.positions[frame];
  const quaternions = scene.quaternions[frame];
  const boxes = Array.from({ length: count }, (_, i) => {
    const pose = [...positions.subarray(3 * i, 3 * i + 3), ...quaternions.subarray(4 * i, 4 * i + 4)];
    const [w, h, d] = sizes.subarray(3 * i, 3 * i + 3);
    return {
      position: pose.slice(0, 3),
      radius: 0.5 * Math.hypot(w, h, d),
      polytope: placePolytope(boxPolytope(w, h, d), pose, 0),
    };
  });
  const sphere = shape.type === "sphere";
  const reach = sphere ? shape.radius : 0.5 * Math.hypot(shape.width, shape.height, shape.depth);
  // A sphere is its centre, a box too small to matter, with the radius taken off the distance.
  const local = sphere ? boxPolytope(1e-9, 1e-9, 1e-9) : boxPolytope(shape.width, shape.height, shape.depth);
  const margin = sphere ? shape.radius : 0;

  /** Boxes whose spheres come near the segment that the shape's centre moves along. */
  const near = (start, way) => {
    const square = dot(way, way);
    return boxes.filter(({ position, radius }) => {
      const to = [position[0] - start[0], position[1] - start[1], position[2] - start[2]];
      const along = square > 0 ? Math.min(1, Math.max(0, dot(to, way) / square)) : 0;
      const off = [to[0] - along * way[0], to[1] - along * way[1], to[2] - along * way[2]];
      return dot(off, off) <= (radius + reach) ** 2;
    });
  };

  return {
    /** Whether the shape is apart from all boxes where the cast starts. */
    free(cast) {
      const start = cast.subarray(0, 3);
      const placed = placePolytope(local, cast, 0);
      return near(start, [0, 0, 0]).every(
        ({ polytope }) => polytopeDistance(placed, polytope).distance > margin + 1e-3,
      );
    },
    /** The share of the way up to the first touch, or Infinity. */
    time(cast) {
      const start = cast.subarray(0, 3);
      const way = cast.subarray(7, 10);
      const length = Math.sqrt(dot(way, way));
      const placed = placePolytope(local, cast, 0);
      let first = Infinity;
      for (const { polytope } of near(start, way)) {
        let time = 0;
        while (time <= 1 && time < first) {
          const back = [-time * way[0], -time * way[1], -time * way[2]];
          const gap = polytopeDistance(placed, polytope, back).distance - margin;
          if (gap < 1e-7) {
            first = time;
            break;
          }
          time += gap / length;
        }
      }
      return first;
    },
  };
}
