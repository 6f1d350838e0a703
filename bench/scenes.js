/**
 * The scenes that are measured, made from a seed alone: the same numbers, bit for bit, on every machine.
 *
 * Only the four operations and the square root are used, which IEEE 754 defines exactly. A scene of pairs has the form of the package's own batches:
 *
 *   shapes   descriptions, { type, ... } with the parameters of the package's constructors
 *   pairs    Uint32Array, 2 per pair: shape index of A, of B
 *   poses    Float64Array, 14 per pair: x, y, z, qx, qy, qz, qw of A, then of B
 */

/**
 * The twin of cpp/scenes/random.h, with the same bits: SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom
 * Number Generators", 2014). BigInt makes it slow and plain; scenes are made before anything is timed.
 */
export class Random {
  constructor(seed) {
    this.state = BigInt(seed);
  }

  bits() {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let z = this.state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }

  /** 0 to count - 1. */
  below(count) {
    return Number(((this.bits() >> 32n) * BigInt(count)) >> 32n);
  }

  /** In [low, high). */
  uniform(low = 0, high = 1) {
    return low + (high - low) * (Number(this.bits() >> 11n) * 2 ** -53);
  }

  /** Uniform on the unit sphere, by rejection from the cube around it. */
  direction() {
    for (;;) {
      const x = this.uniform(-1, 1);
      const y = this.uniform(-1, 1);
      const z = this.uniform(-1, 1);
      const squared = x * x + y * y + z * z;
      if (squared <= 1 && squared > 1e-6) {
        const inverse = 1 / Math.sqrt(squared);
        return [x * inverse, y * inverse, z * inverse];
      }
    }
  }

  /** Uniform over all rotations, by rejection from the cube around the sphere of unit quaternions. */
  rotation() {
    for (;;) {
      const x = this.uniform(-1, 1);
      const y = this.uniform(-1, 1);
      const z = this.uniform(-1, 1);
      const w = this.uniform(-1, 1);
      const squared = x * x + y * y + z * z + w * w;
      if (squared <= 1 && squared > 1e-6) return normalized(x, y, z, w);
    }
  }
}

/** As in cpp/src/math/quat.h. */
function normalized(x, y, z, w) {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  const sx = x / largest;
  const sy = y / largest;
  const sz = z / largest;
  const sw = w / largest;
  const inverse = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz + sw * sw);
  return [sx * inverse, sy * inverse, sz * inverse, sw * inverse];
}

/** Full sizes uniform in 0.5 to 1.5 along each axis, as in the moving-box scene. */
function randomBox(random) {
  return {
    type: "box",
    width: random.uniform(0.5, 1.5),
    height: random.uniform(0.5, 1.5),
    depth: random.uniform(0.5, 1.5),
  };
}

/**
 * `vertexCount` points on an ellipsoid with half axes of 0.35 to 0.65 m: every one of them is a corner of the hull. They
 * are rounded to 32 bits so that peers that store floats get the very same hull.
 */
function randomHull(random, vertexCount) {
  const axes = [random.uniform(0.35, 0.65), random.uniform(0.35, 0.65), random.uniform(0.35, 0.65)];
  const points = new Float32Array(vertexCount * 3);
  for (let i = 0; i < vertexCount; ++i) {
    const direction = random.direction();
    for (let k = 0; k < 3; ++k) points[3 * i + k] = direction[k] * axes[k];
  }
  return { type: "hull", points };
}

const makeShape = {
  box: randomBox,
  hull: (random) => randomHull(random, 64),
  roundBox: (random) => ({ ...randomBox(random), type: "roundBox", rounding: random.uniform(0.05, 0.2) }),
  taperedCapsule: (random) => ({
    type: "taperedCapsule",
    radiusTop: random.uniform(0.1, 0.3),
    radiusBottom: random.uniform(0.3, 0.5),
    height: random.uniform(0.6, 1.2),
  }),
  cylinder: (random) => ({ type: "cylinder", radius: random.uniform(0.25, 0.6), height: random.uniform(0.5, 1.5) }),
  capsule: (random) => ({ type: "capsule", radius: random.uniform(0.2, 0.4), height: random.uniform(0.4, 1.2) }),
  cone: (random) => ({ type: "cone", radius: random.uniform(0.25, 0.6), height: random.uniform(0.5, 1.5) }),
  ellipsoid: (random) => {
    const radius = () => random.uniform(0.25, 0.75);
    return { type: "ellipsoid", radii: [radius(), radius(), radius()] };
  },
  sphere: (random) => ({ type: "sphere", radius: random.uniform(0.3, 0.7) }),
};

/**
 * Pairs of random shapes at random rotations, A anywhere in a cube of 20 m and B off it by a random vector whose
 * coordinates are uniform in -spread to spread. The default spread makes about half of them overlap; `accept` may
 * refuse a pair, and then another one is drawn.
 *
 * @param options.accept handed the scene with its shapes, returns a function from the index of a pair that is in place to
 *        whether it stays
 */
export function makePairs({ seed, count, typeA, typeB, shapeCount = 256, spread, accept = (_scene) => (_i) => true }) {
  const random = new Random(seed);
  const shapes = [];
  for (let i = 0; i < shapeCount; ++i) shapes.push(makeShape[typeA](random));
  const firstB = typeA === typeB ? 0 : shapeCount;
  if (firstB > 0) for (let i = 0; i < shapeCount; ++i) shapes.push(makeShape[typeB](random));

  const scene = {
    seed,
    count,
    shapes,
    pairs: new Uint32Array(2 * count),
    poses: new Float64Array(14 * count),
  };
  const accepts = accept(scene);
  for (let i = 0; i < count; ) {
    scene.pairs[2 * i] = random.below(shapeCount);
    scene.pairs[2 * i + 1] = firstB + random.below(shapeCount);
    const pose = scene.poses.subarray(14 * i, 14 * i + 14);
    for (let k = 0; k < 3; ++k) pose[k] = Math.fround(random.uniform(-10, 10));
    for (let k = 0; k < 3; ++k) pose[7 + k] = Math.fround(pose[k] + random.uniform(-spread, spread));
    pose.set(random.rotation(), 3);
    pose.set(random.rotation(), 10);
    if (accepts(i)) ++i;
  }
  return scene;
}

/** Random box pairs, about half of them overlapping. */
export function boxPairs(count, seed = 1) {
  return makePairs({ seed, count, typeA: "box", typeB: "box", shapeCount: 1024, spread: 1.37 });
}

/** Points for hull building: in a ball (few of them on the hull) or on a sphere (all of them). */
export function pointCloud(count, seed, onSphere) {
  const random = new Random(seed);
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; ++i) {
    const direction = random.direction();
    // The larger of three uniform numbers has the cube root's distribution: even density in the ball.
    const radius = onSphere ? 1 : Math.max(random.uniform(), random.uniform(), random.uniform());
    // Rounded to 32 bits: all libraries get the same points.
    for (let k = 0; k < 3; ++k) points[3 * i + k] = Math.fround(direction[k] * radius);
  }
  return points;
}

/** Boxes a cubic metre. */
const DENSITY = 0.2;
const SPEED = 3;
const SPIN = 1.5;

/**
 * Boxes that drift and turn in a cube: the uniform layout of cpp/scenes/moving_boxes.cpp, with the same bits.
 *
 * The density gives about one overlapping pair a box. By the principal kinematic formula of integral geometry (Santalo,
 * "Integral Geometry and Geometric Probability", 1976) the Minkowski sum of two bodies at random rotations has the mean
 * volume V1 + V2 + (S1 w2 + S2 w1) / 2, w being the mean width, half the sum of the edge lengths for a box. For these
 * boxes that is 1 + 1 + (6 * 1.5 + 6 * 1.5) / 2 = 11, so n boxes in a volume of 5 n would have 1.1 n overlapping pairs if
 * there were no border.
 *
 * The motion is a series of frames made beforehand, 60 a second, so that every peer is handed the same poses and nobody's
 * time has the motion's in it; playing it to and fro makes it endless.
 *
 * @returns count, halfSide (of the cube, m), sizes (3 per box, full), positions[frame] (Float64Array, 3 per box),
 *          quaternions[frame] (Float32Array, 4 per box)
 */
export function movingBoxes(count, { seed = 2, frameCount = 6 } = {}) {
  const random = new Random(seed);
  const sizes = new Float64Array(3 * count);
  const positions = [new Float64Array(3 * count)];
  const quaternions = [new Float64Array(4 * count)];
  const velocities = new Float64Array(3 * count);
  const spins = new Float64Array(3 * count);
  const drift = (out, i, most) => {
    const direction = random.direction();
    const speed = random.uniform(0.2 * most, most);
    for (let k = 0; k < 3; ++k) out[3 * i + k] = direction[k] * speed;
  };
  for (let i = 0; i < count; ++i) {
    for (let k = 0; k < 3; ++k) sizes[3 * i + k] = random.uniform(0.5, 1.5);
    quaternions[0].set(random.rotation(), 4 * i);
    drift(velocities, i, SPEED);
    drift(spins, i, SPIN);
  }
  const halfSide = 0.5 * cubeRoot(count / DENSITY);
  // The centres of the clustered layout, which this one has no use for.
  for (let i = 0; i < 3 * (Math.floor(count / 100) + 1); ++i) random.bits();
  for (let i = 0; i < 3 * count; ++i) positions[0][i] = random.uniform(-halfSide, halfSide);

  const dt = 1 / 60;
  for (let frame = 1; frame < frameCount; ++frame) {
    const nextPositions = Float64Array.from(positions[frame - 1]);
    for (let i = 0; i < 3 * count; ++i) {
      nextPositions[i] += velocities[i] * dt;
      if ((nextPositions[i] > halfSide && velocities[i] > 0) || (nextPositions[i] < -halfSide && velocities[i] < 0)) {
        velocities[i] = -velocities[i];
      }
    }
    const from = quaternions[frame - 1];
    const nextQuaternions = new Float64Array(4 * count);
    for (let i = 0; i < count; ++i) {
      // The product {spin dt / 2, 1} q, normalised: the exponential map to first order.
      const x = spins[3 * i] * (0.5 * dt);
      const y = spins[3 * i + 1] * (0.5 * dt);
      const z = spins[3 * i + 2] * (0.5 * dt);
      const bx = from[4 * i];
      const by = from[4 * i + 1];
      const bz = from[4 * i + 2];
      const bw = from[4 * i + 3];
      nextQuaternions.set(
        normalized(
          bx + x * bw + y * bz - z * by,
          by - x * bz + y * bw + z * bx,
          bz + x * by - y * bx + z * bw,
          bw - x * bx - y * by - z * bz,
        ),
        4 * i,
      );
    }
    positions.push(nextPositions);
    quaternions.push(nextQuaternions);
  }
  return {
    seed,
    count,
    halfSide,
    sizes,
    positions,
    quaternions: quaternions.map((q) => Float32Array.from(q)),
    frameCount,
  };
}

/** The moving boxes, with capsules, cylinders and hulls of about the same sizes in the place of three in four: `shapes`, by row. */
export function movingShapes(count, { seed = 8, ...options } = {}) {
  const scene = movingBoxes(count, options);
  const random = new Random(seed);
  const shapes = Array.from({ length: count }, (_, i) => {
    const [width, height, depth] = scene.sizes.subarray(3 * i, 3 * i + 3);
    switch (i % 4) {
      case 0:
        return { type: "capsule", radius: 0.35 * width, height: 0.7 * height };
      case 1:
        return { type: "cylinder", radius: 0.5 * width, height };
      case 2: {
        const points = new Float32Array(3 * 32);
        for (let at = 0; at < points.length; at += 3) {
          random.direction().forEach((x, k) => {
            points[at + k] = x * 0.5 * scene.sizes[3 * i + k];
          });
        }
        return { type: "hull", points };
      }
      default:
        return { type: "box", width, height, depth };
    }
  });
  return { ...scene, shapes };
}

/** The shape of a row, of a scene of shapes or of boxes. */
export function shapeAt({ shapes, sizes }, i) {
  return shapes?.[i] ?? { type: "box", width: sizes[3 * i], height: sizes[3 * i + 1], depth: sizes[3 * i + 2] };
}

function cubeRoot(volume) {
  let x = volume > 1 ? volume : 1;
  for (let i = 0; i < 200; ++i) x = (2 * x + volume / (x * x)) / 3;
  return x;
}

/** Which frame comes at step s when the series plays to and fro: 0, 1, .. last, last - 1, .. 1, 0, .. */
export function frameAt(scene, step) {
  const period = 2 * (scene.frameCount - 1);
  const phase = step % period;
  return phase < scene.frameCount ? phase : period - phase;
}

/**
 * Rays from anywhere in the cube of a scene of boxes, in any direction: origin x, y, z, unit direction x, y, z.
 *
 * @param inside (x, y, z) => whether the point is in a box; no ray starts there, because libraries differ in what a ray
 *        hits that starts inside
 */
export function raysInto(scene, count, inside, seed = 3) {
  const random = new Random(seed);
  const rays = new Float64Array(6 * count);
  const { halfSide } = scene;
  for (let i = 0; i < count; ) {
    for (let k = 0; k < 3; ++k) rays[6 * i + k] = Math.fround(random.uniform(-halfSide, halfSide));
    if (inside(rays[6 * i], rays[6 * i + 1], rays[6 * i + 2])) continue;
    rays.set(random.direction(), 6 * i + 3);
    ++i;
  }
  return rays;
}

/**
 * The rays of a picture, row by row: origin, unit direction of each, from a camera at `eye` that looks at the origin.
 *
 * @param {number[]} eye metres; not above the origin (y is up)
 * @param {number} size rays a row, and rows
 * @param {number} half tangent of half the field of view
 */
export function cameraRays(eye, size, half) {
  const forwards = unit(eye.map((c) => -c));
  const right = unit([-forwards[2], 0, forwards[0]]);
  const up = cross(right, forwards);
  const rays = new Float64Array(6 * size * size);
  for (let i = 0; i < size * size; ++i) {
    const x = half * ((2 * (i % size) + 1) / size - 1);
    const y = half * (1 - (2 * Math.floor(i / size) + 1) / size);
    rays.set(eye, 6 * i);
    rays.set(unit(forwards.map((c, k) => c + x * right[k] + y * up[k])), 6 * i + 3);
  }
  return rays;
}

/** Where bullets appear, frame by frame: x, y, z of each. */
export function bulletSeries(scene, { frames, each, seed = 5 }) {
  const random = new Random(seed);
  const { halfSide } = scene;
  return Array.from({ length: frames }, () =>
    Float64Array.from({ length: 3 * each }, () => Math.fround(random.uniform(-halfSide, halfSide))),
  );
}

/**
 * Shape casts through the cube of a scene of boxes: position x, y, z, rotation x, y, z, w, displacement x, y, z of each.
 *
 * @param free (cast) => whether the shape stands free at the start; others are drawn again
 */
export function castsInto(scene, count, free, { distance = 20, seed = 7 } = {}) {
  const random = new Random(seed);
  const casts = new Float64Array(10 * count);
  const { halfSide } = scene;
  for (let i = 0; i < count; ) {
    const cast = casts.subarray(10 * i, 10 * i + 10);
    for (let k = 0; k < 3; ++k) cast[k] = Math.fround(random.uniform(-halfSide, halfSide));
    cast.set(random.rotation(), 3);
    random.direction().forEach((along, k) => {
      cast[7 + k] = Math.fround(distance * along);
    });
    if (free(cast)) ++i;
  }
  return casts;
}

/**
 * Where the shapes of a scene's pairs are a step later. A drifts by up to a metre along each axis, B comes two thirds of
 * the way to where A was, off by up to 1.4 m: about half of them meet. Both turn by up to 70 degrees.
 */
export function endPoses(scene, seed = 43) {
  const random = new Random(seed);
  const poses = Float64Array.from(scene.poses);
  for (let at = 0; at < poses.length; at += 7) {
    // The rows of B follow those of A.
    const isB = (at / 7) % 2 === 1;
    for (let k = 0; k < 3; ++k) {
      const towards = isB ? 0.65 * (scene.poses[at - 7 + k] - poses[at + k]) : 0;
      const drift = isB ? 1.4 : 1;
      poses[at + k] = Math.fround(poses[at + k] + towards + random.uniform(-drift, drift));
    }
    // A turn with a vector part of up to 0.7 times w, applied after the one there is.
    const axis = random.direction();
    const size = random.uniform(0, 0.7);
    const [x, y, z] = axis.map((value) => value * size);
    const [bx, by, bz, bw] = poses.subarray(at + 3, at + 7);
    poses.set(
      normalized(
        bx + x * bw + y * bz - z * by,
        by - x * bz + y * bw + z * bx,
        bz + x * by - y * bx + z * bw,
        bw - x * bx - y * by - z * bz,
      ),
      at + 3,
    );
  }
  return { ...scene, poses };
}

export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export function unit(v) {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return v.map((c) => c / length);
}
