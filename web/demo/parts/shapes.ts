/** The shapes to choose from: labels, sizes, how each is made and drawn. */

import {
  Box,
  Capsule,
  Cone,
  ConvexHull,
  Cylinder,
  Ellipsoid,
  type Shape,
  Sphere,
  support,
  TaperedCapsule,
  Triangle,
} from "hyperplane";
import {
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  LatheGeometry,
  SphereGeometry,
  Vector2,
  Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { boxLook } from "../scene/box_view.js";
import { polyhedronLook } from "../scene/polyhedron.js";
import type { Look } from "../scene/shape_view.js";
import { seeded } from "./random.js";

export interface ShapeSize {
  readonly label: string;
  readonly usual: number;
}

export interface ShapeKind {
  readonly id: string;
  readonly label: string;
  /** In metres, in the order of the constructor's parameters. */
  readonly sizes: readonly ShapeSize[];
  readonly make: (sizes: readonly number[]) => Shape;
  readonly look: (sizes: readonly number[]) => Look;
  /** The rounding radius around the core that GJK and EPA work on: a sphere is a point with a radius. */
  readonly rounding: (sizes: readonly number[]) => number;
}

const turns = 64;

/** Appends segments around an ellipse in the plane of two axes (0, 1, 2 for x, y, z), shifted along y. */
function ring(
  lines: number[],
  first: number,
  second: number,
  r: number,
  s: number,
  y = 0,
  from = 0,
  to = 2 * Math.PI,
): void {
  const point = (angle: number) => {
    const p: [number, number, number] = [0, 0, 0];
    p[first] = r * Math.cos(angle);
    p[second] = s * Math.sin(angle);
    p[1] += y;
    return p;
  };
  const count = Math.max(1, Math.round((turns * (to - from)) / (2 * Math.PI)));
  for (let i = 0; i < count; i++) {
    const step = (to - from) / count;
    lines.push(...point(from + i * step), ...point(from + (i + 1) * step));
  }
}

/** Appends four lines from a circle at one height to a circle at another. */
function staves(lines: number[], low: number, lowRadius: number, high: number, highRadius: number): void {
  for (const [x, z] of [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ] as const) {
    lines.push(x * lowRadius, low, z * lowRadius, x * highRadius, high, z * highRadius);
  }
}

/** A boulder: points near the surface of a ball, always the same. */
function boulder(size: number): number[] {
  const random = seeded(7);
  return Array.from({ length: 26 }, () => {
    const y = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const r = 0.5 * (0.82 + 0.18 * random()) * size;
    const flat = Math.sqrt(1 - y * y);
    return [r * flat * Math.cos(angle), 0.8 * r * y, r * flat * Math.sin(angle)];
  }).flat();
}

const none = () => 0;

export const shapeKinds: readonly ShapeKind[] = [
  {
    id: "box",
    label: "Box",
    sizes: [
      { label: "width", usual: 1.4 },
      { label: "height", usual: 1 },
      { label: "depth", usual: 1.2 },
    ],
    make: ([x = 1, y = 1, z = 1]) => new Box(x, y, z),
    look: ([x = 1, y = 1, z = 1]) => boxLook(x, y, z),
    rounding: none,
  },
  {
    id: "round-box",
    label: "Rounded box",
    sizes: [
      { label: "width", usual: 0.9 },
      { label: "height", usual: 0.5 },
      { label: "depth", usual: 0.7 },
      { label: "radius", usual: 0.25 },
    ],
    make: ([x = 1, y = 1, z = 1, r = 0]) => new Box(x, y, z, { radius: r }),
    look: ([x = 1, y = 1, z = 1, r = 0]) => {
      // The outlines of the flat parts.
      const lines = [0, 1, 2].flatMap((axis) => boxLook(...grown([x, y, z], axis, 2 * r)).lines);
      return { geometry: new RoundedBoxGeometry(x + 2 * r, y + 2 * r, z + 2 * r, 8, r), lines };
    },
    rounding: ([, , , r = 0]) => r,
  },
  {
    id: "sphere",
    label: "Sphere",
    sizes: [{ label: "radius", usual: 0.7 }],
    make: ([r = 1]) => new Sphere(r),
    look: ([r = 1]) => roundLook(r, r, r),
    rounding: ([r = 1]) => r,
  },
  {
    id: "capsule",
    label: "Capsule",
    sizes: [
      { label: "radius", usual: 0.45 },
      { label: "height", usual: 1 },
    ],
    make: ([r = 1, h = 1]) => new Capsule(r, h),
    look: ([r = 1, h = 1]) => {
      const lines: number[] = [];
      for (const y of [-h / 2, h / 2]) ring(lines, 0, 2, r, r, y);
      for (const side of [0, 2]) {
        ring(lines, side, 1, r, r, h / 2, 0, Math.PI);
        ring(lines, side, 1, r, r, -h / 2, Math.PI, 2 * Math.PI);
      }
      staves(lines, -h / 2, r, h / 2, r);
      return { geometry: new CapsuleGeometry(r, h, 12, 48), lines };
    },
    rounding: ([r = 1]) => r,
  },
  {
    id: "tapered",
    label: "Tapered capsule",
    sizes: [
      { label: "radius top", usual: 0.25 },
      { label: "radius bottom", usual: 0.5 },
      { label: "height", usual: 1.1 },
    ],
    make: ([r = 1, s = 1, h = 1]) => new TaperedCapsule(r, s, h),
    look: ([r = 1, s = 1, h = 1]) => {
      const lines: number[] = [];
      ring(lines, 0, 2, r, r, h / 2);
      ring(lines, 0, 2, s, s, -h / 2);
      staves(lines, -h / 2, s, h / 2, r);
      return { geometry: new LatheGeometry(taperedProfile(r, s, h), turns), lines };
    },
    rounding: ([r = 1, s = 1]) => Math.min(r, s),
  },
  {
    id: "cylinder",
    label: "Cylinder",
    sizes: [
      { label: "radius", usual: 0.6 },
      { label: "height", usual: 1.2 },
    ],
    make: ([r = 1, h = 1]) => new Cylinder(r, h),
    look: ([r = 1, h = 1]) => {
      const lines: number[] = [];
      for (const y of [-h / 2, h / 2]) ring(lines, 0, 2, r, r, y);
      staves(lines, -h / 2, r, h / 2, r);
      return { geometry: new CylinderGeometry(r, r, h, turns), lines };
    },
    rounding: none,
  },
  {
    id: "round-cylinder",
    label: "Rounded cylinder",
    sizes: [
      { label: "radius", usual: 0.4 },
      { label: "height", usual: 0.8 },
      { label: "rounding", usual: 0.2 },
    ],
    make: ([r = 1, h = 1, s = 0]) => new Cylinder(r, h, { radius: s }),
    look: ([r = 1, h = 1, s = 0]) => {
      const lines: number[] = [];
      for (const y of [-h / 2, h / 2]) ring(lines, 0, 2, r + s, r + s, y);
      for (const y of [-h / 2 - s, h / 2 + s]) ring(lines, 0, 2, r, r, y);
      staves(lines, -h / 2, r + s, h / 2, r + s);
      return { geometry: supportFaces(new Cylinder(r, h, { radius: s })), lines };
    },
    rounding: ([, , s = 0]) => s,
  },
  {
    id: "cone",
    label: "Cone",
    sizes: [
      { label: "radius", usual: 0.75 },
      { label: "height", usual: 1.4 },
    ],
    make: ([r = 1, h = 1]) => new Cone(r, h),
    look: ([r = 1, h = 1]) => {
      const lines: number[] = [];
      ring(lines, 0, 2, r, r, -h / 2);
      staves(lines, -h / 2, r, h / 2, 0);
      return { geometry: new ConeGeometry(r, h, turns), lines };
    },
    rounding: none,
  },
  {
    id: "round-cone",
    label: "Rounded cone",
    sizes: [
      { label: "radius", usual: 0.5 },
      { label: "height", usual: 0.9 },
      { label: "rounding", usual: 0.2 },
    ],
    make: ([r = 1, h = 1, s = 0]) => new Cone(r, h, { radius: s }),
    look: ([r = 1, h = 1, s = 0]) => {
      const lines: number[] = [];
      // Outwards and up, along the normal of the side.
      const [out, up] = [(s * h) / Math.hypot(r, h), (s * r) / Math.hypot(r, h)];
      ring(lines, 0, 2, r, r, -h / 2 - s);
      ring(lines, 0, 2, r + out, r + out, up - h / 2);
      ring(lines, 0, 2, out, out, up + h / 2);
      staves(lines, up - h / 2, r + out, up + h / 2, out);
      return { geometry: supportFaces(new Cone(r, h, { radius: s })), lines };
    },
    rounding: ([, , s = 0]) => s,
  },
  {
    id: "ellipsoid",
    label: "Ellipsoid",
    sizes: [
      { label: "radius x", usual: 1 },
      { label: "radius y", usual: 0.5 },
      { label: "radius z", usual: 0.7 },
    ],
    make: ([x = 1, y = 1, z = 1]) => new Ellipsoid(x, y, z),
    look: ([x = 1, y = 1, z = 1]) => roundLook(x, y, z),
    rounding: none,
  },
  {
    id: "hull",
    label: "Convex hull",
    sizes: [{ label: "size", usual: 1.7 }],
    make: ([size = 1]) => new ConvexHull(boulder(size)),
    look: ([size = 1]) => {
      const hull = new ConvexHull(boulder(size));
      const look = polyhedronLook(hull.vertices, hull.faces);
      hull.dispose();
      return look;
    },
    rounding: none,
  },
  {
    id: "round-hull",
    label: "Rounded hull",
    sizes: [
      { label: "size", usual: 1.3 },
      { label: "rounding", usual: 0.15 },
    ],
    make: ([size = 1, s = 0]) => new ConvexHull(boulder(size), { radius: s }),
    look: ([size = 1, s = 0]) => {
      const hull = new ConvexHull(boulder(size), { radius: s });
      const { vertices, faces } = hull;
      const corner = (i: number) => new Vector3().fromArray(vertices, 3 * i);
      const lines = faces.flatMap((face) => {
        const [a, b, c] = face.map(corner) as [Vector3, Vector3, Vector3];
        const out = b.sub(a).cross(c.sub(a)).setLength(s);
        const outline = face.map((i) => corner(i).add(out).toArray());
        return outline.flatMap((from, i) => [...from, ...(outline[(i + 1) % outline.length] ?? from)]);
      });
      return { geometry: supportFaces(hull), lines };
    },
    rounding: ([, s = 0]) => s,
  },
  {
    id: "triangle",
    label: "Triangle",
    sizes: [
      { label: "width", usual: 1.8 },
      { label: "height", usual: 1.5 },
    ],
    make: ([w = 1, h = 1]) => new Triangle(...triangle(w, h)),
    look: ([w = 1, h = 1]) =>
      polyhedronLook(triangle(w, h).flat(), [
        [0, 1, 2],
        [0, 2, 1],
      ]),
    rounding: none,
  },
];

function grown(sizes: readonly [number, number, number], axis: number, by: number): [number, number, number] {
  return sizes.map((size, k) => (k === axis ? size + by : size)) as [number, number, number];
}

/** From the bottom to the top. */
function taperedProfile(top: number, bottom: number, height: number): Vector2[] {
  // The angle above the horizontal of the normals of the side; of a ball within the other only the larger one counts.
  const side = Math.asin(Math.min(Math.max((bottom - top) / height, -1), 1));
  const arc = (radius: number, y: number, from: number, to: number) =>
    Array.from({ length: 17 }, (_, i) => {
      const angle = from + ((to - from) * i) / 16;
      return new Vector2(radius * Math.max(Math.cos(angle), 0), y + radius * Math.sin(angle));
    });
  return [...arc(bottom, -height / 2, -Math.PI / 2, side), ...arc(top, height / 2, side, Math.PI / 2)];
}

/** Corners of an isosceles triangle that faces z. */
function triangle(
  width: number,
  height: number,
): [[number, number, number], [number, number, number], [number, number, number]] {
  return [
    [-width / 2, -height / 3, 0],
    [width / 2, -height / 3, 0],
    [0, (2 * height) / 3, 0],
  ];
}

/** The support points of a convex shape, which is disposed of: smooth where it is round, flat where it is flat. */
function supportFaces(shape: Shape): SphereGeometry {
  const faces = new SphereGeometry(1, turns, turns);
  const position = faces.getAttribute("position");
  for (let i = 0; i < position.count; i++) {
    const { x, y, z } = support(shape, {}, new Vector3().fromBufferAttribute(position, i));
    position.setXYZ(i, x, y, z);
  }
  shape.dispose();
  return faces;
}

function roundLook(x: number, y: number, z: number): Look {
  const lines: number[] = [];
  ring(lines, 0, 2, x, z);
  ring(lines, 0, 1, x, y);
  ring(lines, 2, 1, z, y);
  return { geometry: new SphereGeometry(1, 48, 32).scale(x, y, z), lines };
}
