/** A case of two boxes, in presets and links. */

import type { Preset } from "../parts/presets.js";
import { readNumbers, writeNumbers } from "../shell/link.js";

type Triple = readonly [number, number, number];
type Quadruple = readonly [number, number, number, number];

export interface BoxState {
  readonly size: Triple;
  /** Relative to `origin`. */
  readonly position: Triple;
  readonly quaternion: Quadruple;
}

export interface Case {
  readonly a: BoxState;
  readonly b: BoxState;
  /** The place in the world, metres on each axis. The scene is drawn around it; the core gets the sum. */
  readonly origin: number;
}

export interface SatPreset extends Preset, Case {}

export const sizeLimits = { least: 0.001, most: 100 };
/** Metres from `origin`. */
export const positionLimit = 1000;
const originLimit = 1e9;
export const origins = { "at the origin": 0, "1 km away": 1e3, "1,000 km away": 1e6 };
const noTurn: Quadruple = [0, 0, 0, 1];

/** Turns about y, then x, then z, in degrees, rounded so that links stay short. */
function turned(y: number, x = 0, z = 0): Quadruple {
  const [cy, sy, cx, sx, cz, sz] = [y, x, z].flatMap((d) => [
    Math.cos((d * Math.PI) / 360),
    Math.sin((d * Math.PI) / 360),
  ]) as [number, number, number, number, number, number];
  const q = [
    cy * sx * cz + sy * cx * sz,
    sy * cx * cz - cy * sx * sz,
    cy * cx * sz - sy * sx * cz,
    cy * cx * cz + sy * sx * sz,
  ];
  const [qx = 0, qy = 0, qz = 0, qw = 1] = q.map((value) => Math.round(value * 1e6) / 1e6);
  return [qx, qy, qz, qw];
}

function box(size: Triple, position: Triple = [0, 0, 0], quaternion: Quadruple = noTurn): BoxState {
  return { size, position, quaternion };
}

export const presets: readonly SatPreset[] = [
  {
    id: "overlapping",
    label: "Overlapping",
    hint: "Two rotated boxes, overlapping a little",
    a: box([1.9, 1.2, 1.5], [-0.65, -0.1, 0], turned(20)),
    b: box([1.25, 1.25, 1.25], [1, 0.3, 0.15], turned(-32, 30, 16)),
    origin: 0,
  },
  {
    id: "apart",
    label: "Apart",
    hint: "One axis separates the projections, and a plane fits between the boxes",
    a: box([1.8, 1.2, 1.4], [-1.1, -0.1, 0], turned(24)),
    b: box([1.2, 1.2, 1.2], [1.3, 0.35, 0.1], turned(-30, 28, 20)),
    origin: 0,
  },
  {
    id: "touching",
    label: "Touching",
    hint: "Neither apart nor overlapping: a distance of zero counts as intersecting",
    a: box([2, 1, 1.6], [0, -0.5, 0]),
    b: box([1.2, 1, 1.2], [0.3, 0.5, 0.1], turned(35)),
    origin: 0,
  },
  {
    id: "contained",
    label: "Contained",
    hint: "B lies inside A; the MTV leads out through the nearest face",
    a: box([2.4, 1.8, 2], [0, 0, 0], turned(12)),
    b: box([0.7, 0.6, 0.7], [0.35, 0.25, 0.2], turned(40, 15, 0)),
    origin: 0,
  },
  {
    id: "parallel",
    label: "Parallel",
    hint: "Same orientation: three edge pairs give no axis, the others repeat the face axes",
    a: box([1.8, 1.2, 1.5], [-0.45, -0.15, 0]),
    b: box([1.2, 1.4, 1.1], [0.8, 0.3, 0.3]),
    origin: 0,
  },
  {
    id: "edges",
    label: "Edge on edge",
    hint: "Two edges meet crosswise; the decisive axis is their cross product",
    a: box([1.1, 1.1, 2.4], [0, -0.72, 0], turned(0, 0, 45)),
    b: box([2.4, 1.1, 1.1], [0.1, 0.72, 0.1], turned(12, 45, 0)),
    origin: 0,
  },
  {
    id: "crossing",
    label: "Crossing",
    hint: "No corner of either box lies inside the other",
    a: box([3, 0.6, 0.6], [0, 0, 0], turned(8)),
    b: box([0.6, 2.6, 0.6], [0.2, 0.1, 0.1], turned(20, 6, 8)),
    origin: 0,
  },
  {
    id: "plates",
    label: "Thin plates",
    hint: "A thousand times as wide as thick",
    a: box([2.4, 0.0024, 2.4], [0, 0, 0], turned(10, 8, 0)),
    b: box([2, 2, 0.002], [0.2, 0.4, 0.1], turned(-28, 10, 5)),
    origin: 0,
  },
  {
    id: "far",
    label: "Far away",
    hint: "A thousand kilometres from the world's origin, and no digit of the answer is lost",
    a: box([1.9, 1.2, 1.5], [-0.65, -0.1, 0], turned(20)),
    b: box([1.25, 1.25, 1.25], [1, 0.3, 0.15], turned(-32, 30, 16)),
    origin: 1e6,
  },
];

/** Puts a case into the parameters of a link. */
export function writeCase({ a, b, origin }: Case, params: URLSearchParams): void {
  params.set("a", writeBox(a));
  params.set("b", writeBox(b));
  if (origin !== 0) params.set("far", writeNumbers([origin]));
}

/** Null where the parameters do not describe a case: a link is untrusted input. */
export function readCase(params: URLSearchParams): Case | null {
  const a = readBox(params.get("a"));
  const b = readBox(params.get("b"));
  const origin = params.has("far") ? readNumbers(params.get("far"), 1, 0, originLimit)?.[0] : 0;
  return a && b && origin !== undefined ? { a, b, origin } : null;
}

function writeBox({ size, position, quaternion }: BoxState): string {
  return [size, position, quaternion].map(writeNumbers).join("~");
}

function readBox(text: string | null): BoxState | null {
  const [sizeText, positionText, quaternionText, ...rest] = (text ?? "").split("~");
  const size = readNumbers(sizeText ?? null, 3, sizeLimits.least, sizeLimits.most);
  const position = readNumbers(positionText ?? null, 3, -positionLimit, positionLimit);
  const quaternion = readNumbers(quaternionText ?? null, 4, -2, 2);
  if (!size || !position || !quaternion || rest.length > 0 || Math.hypot(...quaternion) < 0.5) return null;
  return { size: triple(size), position: triple(position), quaternion: quadruple(quaternion) };
}

function triple([x = 0, y = 0, z = 0]: readonly number[]): Triple {
  return [x, y, z];
}

function quadruple([x = 0, y = 0, z = 0, w = 1]: readonly number[]): Quadruple {
  return [x, y, z, w];
}
