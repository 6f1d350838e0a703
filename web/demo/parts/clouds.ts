/** Seeded point clouds for the convex hull. */

import type { BufferGeometry } from "three";
import { TorusKnotGeometry } from "three";
import { TeapotGeometry } from "three/addons/geometries/TeapotGeometry.js";
import type { Preset } from "./presets.js";
import { seeded } from "./random.js";

export interface CloudRequest {
  readonly cloud: string;
  /** Number of points; ignored by clouds that are not adjustable. */
  readonly count: number;
  readonly seed: number;
}

export interface CloudKind extends Preset {
  readonly count: number;
  /** False: the points are fixed; count and seed are ignored. */
  readonly adjustable: boolean;
  readonly make: (count: number, random: () => number) => number[];
  /** Number of corners at the start; left out: all. */
  readonly corners?: number;
  /** The mesh whose vertices are the points. */
  readonly model?: () => BufferGeometry;
}

type Point = [number, number, number];

/** A uniformly distributed direction. */
function direction(random: () => number): Point {
  const z = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), z, r * Math.sin(angle)];
}

function many(count: number, make: (i: number) => readonly number[]): number[] {
  return Array.from({ length: count }, (_, i) => make(i)).flat();
}

function verticesOf(geometry: BufferGeometry): number[] {
  const points = Array.from(geometry.getAttribute("position").array);
  geometry.dispose();
  return points;
}

export const clouds: readonly CloudKind[] = [
  {
    id: "teapot",
    label: "Teapot",
    hint: "The vertices of the Utah teapot: how a game makes a collider from a mesh",
    count: 0,
    adjustable: false,
    corners: 48,
    model: () => new TeapotGeometry(0.9, 8),
    make: () => verticesOf(new TeapotGeometry(0.9, 8)),
  },
  {
    id: "ball",
    label: "Ball",
    hint: "Points throughout a ball: most of them lie inside the hull",
    count: 300,
    adjustable: true,
    make: (count, random) =>
      many(count, () => {
        const r = 1.3 * Math.cbrt(random());
        return direction(random).map((c) => r * c);
      }),
  },
  {
    id: "sphere",
    label: "Sphere",
    hint: "Points on a sphere: every point is a corner",
    count: 160,
    adjustable: true,
    make: (count, random) => many(count, () => direction(random).map((c) => 1.3 * c)),
  },
  {
    id: "grid",
    label: "Grid",
    hint: "A cube of points: six faces with four corners each, although dozens of points lie in them",
    count: 216,
    adjustable: true,
    make: (count) => {
      const side = Math.max(2, Math.round(Math.cbrt(count)));
      const at = (i: number) => (2 * i) / (side - 1) - 1;
      return many(side ** 3, (i) => [at(i % side), at(Math.floor(i / side) % side), at(Math.floor(i / side ** 2))]);
    },
  },
  {
    id: "clusters",
    label: "Clusters",
    hint: "A few clusters of points; the hull bridges the gaps between them",
    count: 240,
    adjustable: true,
    make: (count, random) => {
      const middles = Array.from({ length: 5 }, () => direction(random).map((c) => 1.2 * c) as Point);
      return many(count, (i) => {
        const r = 0.35 * random() ** 2;
        const away = direction(random);
        return (middles[i % middles.length] ?? [0, 0, 0]).map((c, k) => c + r * (away[k] ?? 0));
      });
    },
  },
  {
    id: "knot",
    label: "Knot",
    hint: "The vertices of a knotted tube: the hull fills every hollow",
    count: 0,
    adjustable: false,
    corners: 80,
    model: () => new TorusKnotGeometry(0.9, 0.28, 160, 12, 2, 3),
    make: () => verticesOf(new TorusKnotGeometry(0.9, 0.28, 160, 12, 2, 3)),
  },
  {
    id: "needle",
    label: "Needle",
    hint: "A thousand times as long as it is thick",
    count: 120,
    adjustable: true,
    make: (count, random) =>
      many(count, () => {
        const [x, y, z] = direction(random);
        return [1.8 * x, 0.0018 * y, 0.0018 * z];
      }),
  },
  {
    id: "flat",
    label: "Flat",
    hint: "All points in one plane: refused, since they enclose no volume",
    count: 60,
    adjustable: true,
    make: (count, random) =>
      many(count, () => {
        const r = 1.3 * Math.sqrt(random());
        const angle = 2 * Math.PI * random();
        return [r * Math.cos(angle), 0, r * Math.sin(angle)];
      }),
  },
];

/** The points of a cloud: x, y, z in turn. */
export function makeCloud({ cloud, count, seed }: CloudRequest): number[] {
  const kind = clouds.find(({ id }) => id === cloud);
  return kind ? kind.make(count, seeded(seed)) : [];
}
