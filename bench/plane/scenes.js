/**
 * Scenes in the plane, the same bits everywhere: no function but the square root, and numbers of 32 bits where peers have no more.
 *
 * A shape is { type: "rectangle", width, height }, { type: "circle", radius } or { type: "polygon", points, hull }, x, y of each
 * vertex counter-clockwise, its centroid at the origin, where Matter.js puts it. A pose is x, y, angle.
 */

import { Random } from "../scenes.js";

/** A point on the unit circle, by rejection. */
function direction(random) {
  for (;;) {
    const x = random.uniform(-1, 1);
    const y = random.uniform(-1, 1);
    const squared = x * x + y * y;
    if (squared <= 1 && squared > 1e-6) return [x / Math.sqrt(squared), y / Math.sqrt(squared)];
  }
}

const angleOf = (random) => Math.fround(random.uniform(-3.14, 3.14));

const makeShape = {
  rectangle: (random) => ({
    type: "rectangle",
    width: Math.fround(random.uniform(0.5, 1.5)),
    height: Math.fround(random.uniform(0.5, 1.5)),
  }),
  /** On an ellipse: every point is a corner. Box2D has at most eight. */
  polygon: (random, count = 3 + random.below(6)) => {
    const axes = [random.uniform(0.4, 0.8), random.uniform(0.4, 0.8)];
    for (;;) {
      const around = Array.from({ length: count }, () => direction(random)).sort((a, b) => turnOf(a) - turnOf(b));
      const points = centred(around.flatMap(([x, y]) => [x * axes[0], y * axes[1]]));
      if (points !== null) return { type: "polygon", points, convex: true };
    }
  },
  /** A star with notches: as many vertices that look inwards as outwards. */
  concave: (random, tips = 5 + random.below(4)) => {
    for (;;) {
      const around = Array.from({ length: 2 * tips }, () => direction(random)).sort((a, b) => turnOf(a) - turnOf(b));
      const points = centred(
        around.flatMap(([x, y], i) => {
          const reach = i % 2 === 0 ? random.uniform(0.8, 1) : random.uniform(0.35, 0.5);
          return [x * reach, y * reach];
        }),
        0.1,
      );
      if (points !== null) return { type: "polygon", points, convex: false };
    }
  },
};

/**
 * 0 to 4, growing with the angle.
 *
 * @param {number[]} point
 */
function turnOf([x = 0, y = 0]) {
  const along = x / (Math.abs(x) + Math.abs(y));
  return y >= 0 ? 1 - along : 3 + along;
}

/** With the centroid at the origin; null for corners that are too close, or a ring that leaves it outside. */
function centred(points, gap = 0.05) {
  let area = 0;
  let x = 0;
  let y = 0;
  for (let i = 0; i < points.length; i += 2) {
    const j = (i + 2) % points.length;
    const cross = points[i] * points[j + 1] - points[i + 1] * points[j];
    if (cross <= 0.02 || Math.hypot(points[j] - points[i], points[j + 1] - points[i + 1]) < gap) return null;
    area += cross;
    x += (points[i] + points[j]) * cross;
    y += (points[i + 1] + points[j + 1]) * cross;
  }
  return Float64Array.from(points, (value, i) => Math.fround(value - (i % 2 === 0 ? x : y) / (3 * area)));
}

export const randomShapes = (type, count, seed) => {
  const random = new Random(seed);
  return Array.from({ length: count }, () => makeShape[type](random));
};

/** Pairs of random shapes at random angles: B off A by up to `spread` along each axis. poses: x, y, angle of A, then of B. */
export function planePairs({ type, count, spread, seed = 1, shapeCount = 512 }) {
  const random = new Random(seed);
  const shapes = randomShapes(type, shapeCount, seed + 1000);
  const pairs = new Uint32Array(2 * count);
  const poses = new Float64Array(6 * count);
  for (let i = 0; i < count; ++i) {
    pairs[2 * i] = random.below(shapeCount);
    pairs[2 * i + 1] = random.below(shapeCount);
    const pose = poses.subarray(6 * i, 6 * i + 6);
    for (let k = 0; k < 2; ++k) pose[k] = Math.fround(random.uniform(-10, 10));
    for (let k = 0; k < 2; ++k) pose[3 + k] = Math.fround(pose[k] + random.uniform(-spread, spread));
    pose[2] = angleOf(random);
    pose[5] = angleOf(random);
  }
  return { count, shapes, pairs, poses, dimension: 2 };
}

/**
 * Shapes a square metre. The Minkowski sum of two convex bodies at random angles has the mean area A1 + A2 + P1 P2 / 2 pi
 * (Santalo, "Integral Geometry and Geometric Probability", 1976): 1 + 1 + 16 / 6.28 = 4.5 for these rectangles. So n of them
 * in an area of 2.2 n have about n overlapping pairs.
 */
const DENSITY = 1 / 2.2;
const SPEED = 3;
const SPIN = 1.5;

/**
 * Shapes that drift and turn in a square, as frames made beforehand, 60 a second.
 *
 * @returns count, halfSide (m), shapes by row, positions[frame] (2 per shape), angles[frame]
 */
export function movingInPlane(type, count, { seed = 2, frameCount = 6 } = {}) {
  const random = new Random(seed);
  const shapes = randomShapes(type, count, seed + 1000);
  const halfSide = 0.5 * Math.sqrt(count / DENSITY);
  const velocities = Float64Array.from({ length: 2 * count }, () => random.uniform(-SPEED, SPEED));
  const spins = Float64Array.from({ length: count }, () => random.uniform(-SPIN, SPIN));
  const positions = [Float64Array.from({ length: 2 * count }, () => Math.fround(random.uniform(-halfSide, halfSide)))];
  const angles = [Float64Array.from({ length: count }, () => angleOf(random))];
  for (let frame = 1; frame < frameCount; ++frame) {
    positions.push(positions[frame - 1].map((value, i) => Math.fround(value + velocities[i] / 60)));
    angles.push(angles[frame - 1].map((value, i) => Math.fround(value + spins[i] / 60)));
  }
  return { count, halfSide, shapes, positions, angles, frameCount, dimension: 2 };
}

/** m: farther than nearly all rays get, and as far as any library looks. */
export const RAY_LENGTH = 30;

/** From anywhere in the square in any direction: origin x, y, unit direction x, y. None starts where `inside` says so. */
export function planeRays(scene, count, inside, seed = 3) {
  const random = new Random(seed);
  const rays = new Float64Array(4 * count);
  for (let i = 0; i < count; ) {
    for (let k = 0; k < 2; ++k) rays[4 * i + k] = Math.fround(random.uniform(-scene.halfSide, scene.halfSide));
    if (inside(rays[4 * i], rays[4 * i + 1])) continue;
    rays.set(direction(random), 4 * i + 2);
    ++i;
  }
  return rays;
}

/** x, y, angle at the start, and the way x, y; drawn again until `free` accepts. */
export function planeCasts(scene, count, distance, free, seed = 4) {
  const random = new Random(seed);
  const casts = new Float64Array(5 * count);
  for (let i = 0; i < count; ) {
    const cast = casts.subarray(5 * i, 5 * i + 5);
    for (let k = 0; k < 2; ++k) cast[k] = Math.fround(random.uniform(-scene.halfSide, scene.halfSide));
    cast[2] = angleOf(random);
    direction(random).forEach((along, k) => {
      cast[3 + k] = Math.fround(distance * along);
    });
    if (free(cast)) ++i;
  }
  return casts;
}

/** Hills of 200 x 60 tiles, and bodies that walk over them, half of them each way, turning every second. */
export function walkersOnTiles(count) {
  const [columns, rows] = [200, 60];
  const topAt = (x) => Math.floor(20 + 8 * Math.sin(0.11 * x) + 4 * Math.sin(0.37 * x + 1));
  const tiles = new Uint8Array(columns * rows);
  for (let i = 0; i < tiles.length; ++i) tiles[i] = Math.floor(i / columns) < topAt(i % columns) ? 1 : 0;
  const places = new Float64Array(2 * count);
  for (let i = 0; i < count; ++i) {
    const x = 5 + 190 * ((0.618 * i) % 1);
    places[2 * i] = x;
    places[2 * i + 1] = Math.max(...[-0.4, 0, 0.4].map((aside) => topAt(Math.floor(x + aside)))) + 0.7;
  }
  const deltasOf = (frame) =>
    Float64Array.from({ length: 2 * count }, (_, k) => {
      const turned = (Math.floor(frame / 60) + (k >> 1)) % 2 === 1;
      return k % 2 === 1 ? -0.1 : turned ? 0.08 : -0.08;
    });
  return { columns, rows, tiles, places, deltas: [deltasOf(0), deltasOf(60)], frames: 120, count };
}
