/** Twenty concave models, the same in every run: tubes, shells, blocks, machine parts, bodies that overlap, and a sheet. */

import {
  BoxGeometry,
  CatmullRomCurve3,
  CylinderGeometry,
  ExtrudeGeometry,
  IcosahedronGeometry,
  LatheGeometry,
  Path,
  Shape,
  TorusGeometry,
  TorusKnotGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
} from "three";
import { TeapotGeometry } from "three/addons/geometries/TeapotGeometry.js";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { seeded } from "./lib/random.js";

const box = (w, h, d, x, y, z) => new BoxGeometry(w, h, d).translate(x, y, z);

/** Only positions, so that geometries of all kinds can be joined. */
function joined(...parts) {
  const plain = parts.map((part) => {
    const loose = part.index ? part.toNonIndexed() : part;
    for (const name of Object.keys(loose.attributes)) if (name !== "position") loose.deleteAttribute(name);
    return loose;
  });
  return mergeGeometries(plain);
}

function bowl(thickness, around, steps) {
  const along = (radius, i) => {
    const angle = (i / steps) * 0.5 * Math.PI;
    return new Vector2(Math.max(1e-6, radius * Math.sin(angle)), -radius * Math.cos(angle));
  };
  const outer = Array.from({ length: steps + 1 }, (_, i) => along(1, i));
  const inner = Array.from({ length: steps + 1 }, (_, i) => along(1 - thickness, steps - i));
  return new LatheGeometry([...outer, ...inner], around);
}

/** The surface of the unit cubes of a grid that are filled. */
function blocks(size, filled) {
  const at = (x, y, z) => Math.min(x, y, z) >= 0 && Math.max(x, y, z) < size && filled(x, y, z);
  const positions = [];
  for (let i = 0; i < size ** 3; i++) {
    const p = [i % size, Math.floor(i / size) % size, Math.floor(i / size ** 2)];
    if (!at(...p)) continue;
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [0, 1]) {
        const next = [...p];
        next[axis] += side === 1 ? 1 : -1;
        if (at(...next)) continue;
        const [u, v] = side === 1 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
        const corner = (a, b) => {
          const c = [...p];
          c[axis] += side;
          c[u] += a;
          c[v] += b;
          return c;
        };
        for (const [a, b] of [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
          [1, 1],
          [0, 1],
        ])
          positions.push(...corner(a, b));
      }
    }
  }
  return positions;
}

/** Cubes that are connected: a random walk. */
function walk(size, steps, seed) {
  const random = seeded(seed);
  const filled = new Set();
  const p = [2, 2, 2];
  for (let i = 0; i < steps; i++) {
    filled.add(p.join());
    const axis = Math.floor(3 * random());
    p[axis] = Math.max(0, Math.min(size - 1, p[axis] + (random() < 0.5 ? -1 : 1)));
  }
  return blocks(size, (...at) => filled.has(at.join()));
}

function extruded(outline, hole, depth) {
  const shape = new Shape(outline);
  if (hole) shape.holes.push(new Path().absarc(0, 0, hole, 0, 2 * Math.PI, true));
  return new ExtrudeGeometry(shape, { depth, bevelEnabled: false, curveSegments: 24 });
}

const ring = (count, radius) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return new Vector2(radius(i) * Math.cos(angle), radius(i) * Math.sin(angle));
  });

function helix(turns) {
  const points = Array.from({ length: 24 * turns + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 24;
    return new Vector3(Math.cos(angle), (0.5 * i) / 24, Math.sin(angle));
  });
  return new TubeGeometry(new CatmullRomCurve3(points), 40 * turns, 0.15, 8);
}

function rock(seed) {
  const random = seeded(seed);
  const waves = Array.from({ length: 8 }, () => [0, 0, 0, 0].map(() => 6 * random() - 3));
  const geometry = new IcosahedronGeometry(1, 8);
  const position = geometry.getAttribute("position");
  const at = new Vector3();
  for (let i = 0; i < position.count; i++) {
    at.fromBufferAttribute(position, i);
    const rough = waves.reduce((sum, [x, y, z, w]) => sum + Math.sin(x * at.x + y * at.y + z * at.z + w), 0);
    at.multiplyScalar(1 + 0.08 * rough);
    position.setXYZ(i, at.x, at.y, at.z);
  }
  return geometry;
}

function chair() {
  const legs = [-0.45, 0.45].flatMap((x) => [-0.45, 0.45].map((z) => box(0.1, 0.95, 0.1, x, 0.475, z)));
  const posts = [-0.45, 0.45].map((x) => box(0.1, 0.9, 0.1, x, 1.5, -0.45));
  return joined(box(1, 0.1, 1, 0, 1, 0), ...legs, ...posts, box(0.8, 0.3, 0.06, 0, 1.75, -0.45));
}

function table() {
  const legs = [0, 1, 2].map((i) => {
    const angle = (2 * Math.PI * i) / 3;
    return new CylinderGeometry(0.08, 0.08, 1, 16).translate(0.7 * Math.cos(angle), 0.45, 0.7 * Math.sin(angle));
  });
  return joined(new CylinderGeometry(1, 1, 0.1, 32).translate(0, 0.95, 0), ...legs);
}

function mug() {
  const profile = [
    [1e-6, 0],
    [0.5, 0],
    [0.5, 1.2],
    [0.43, 1.2],
    [0.43, 0.08],
    [1e-6, 0.08],
  ].map(([x, y]) => new Vector2(x, y));
  return joined(new LatheGeometry(profile, 32), new TorusGeometry(0.3, 0.06, 8, 24).translate(0.65, 0.6, 0));
}

function chain() {
  return joined(
    ...[0, 1, 2].map((i) =>
      new TorusGeometry(0.5, 0.12, 10, 28).rotateX(i % 2 === 0 ? 0 : Math.PI / 2).translate(0.7 * i, 0, 0),
    ),
  );
}

const makers = {
  "box with a hole": () => blocks(3, (x, y) => x !== 1 || y !== 1),
  "three holes": () => blocks(3, (...at) => at.filter((c) => c === 1).length < 2),
  "hollow box": () => blocks(3, (x, y, z) => x !== 1 || y !== 1 || z !== 1),
  stairs: () => blocks(6, (x, y) => y <= x),
  "blocks A": () => walk(5, 30, 1),
  "blocks B": () => walk(6, 70, 2),
  chair,
  table,
  mug,
  chain,
  torus: () => new TorusGeometry(1, 0.3, 16, 48),
  "knot 2/3": () => new TorusKnotGeometry(1, 0.3, 120, 12, 2, 3),
  "knot 3/5": () => new TorusKnotGeometry(1, 0.2, 200, 8, 3, 5),
  spring: () => helix(3),
  teapot: () => new TeapotGeometry(1, 6),
  "bowl, thick": () => bowl(0.1, 40, 12),
  "bowl, thin": () => bowl(0.03, 48, 14),
  gear: () =>
    extruded(
      ring(48, (i) => (i % 4 < 2 ? 1 : 0.8)),
      0.3,
      0.3,
    ),
  star: () =>
    extruded(
      ring(14, (i) => (i % 2 === 0 ? 1 : 0.4)),
      0,
      0.4,
    ),
  rock: () => rock(5),
};

/** @returns {{ name: string, vertices: Float64Array, indices: Uint32Array }[]} corners that are equal are one vertex */
export function concaveModels() {
  return Object.entries(makers).map(([name, make]) => {
    const made = make();
    const positions = Array.isArray(made) ? made : made.getAttribute("position").array;
    const corners =
      Array.isArray(made) || !made.index ? Array.from({ length: positions.length / 3 }, (_, i) => i) : made.index.array;
    const known = new Map();
    const vertices = [];
    const indices = [];
    const numbers = Array.from(corners, (corner) => {
      const point = [0, 1, 2].map((k) => positions[3 * corner + k]);
      // As numbers: -0 is 0.
      const key = point.map((c) => Number(c.toFixed(6))).join();
      if (!known.has(key)) {
        known.set(key, vertices.length / 3);
        vertices.push(...point);
      }
      return known.get(key);
    });
    for (let i = 0; i < numbers.length; i += 3) {
      const [a, b, c] = numbers.slice(i, i + 3);
      if (a !== b && b !== c && c !== a) indices.push(a, b, c);
    }
    return { name, vertices: Float64Array.from(vertices), indices: Uint32Array.from(indices) };
  });
}
