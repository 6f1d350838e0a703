/** A case of two shapes at their poses, in presets and links. */

import { readNumbers, writeNumbers } from "../shell/link.js";
import type { Preset } from "./presets.js";
import { type ShapeKind, shapeKinds } from "./shapes.js";

export interface BodyState {
  readonly kind: string;
  readonly sizes: readonly number[];
  readonly position: readonly number[];
  readonly quaternion: readonly number[];
}

export interface ShapeCase {
  readonly a: BodyState;
  readonly b: BodyState;
}

export interface ShapePreset extends Preset, ShapeCase {}

export const sizeLimits = { least: 0.01, most: 100 };
const positionLimit = 1000;

export function kindOf(id: string): ShapeKind {
  return shapeKinds.find((kind) => kind.id === id) ?? (shapeKinds[0] as ShapeKind);
}

export function usualSizes(id: string): number[] {
  return kindOf(id).sizes.map(({ usual }) => usual);
}

function body(
  kind: string,
  position: readonly number[],
  quaternion: readonly number[] = [0, 0, 0, 1],
  sizes = usualSizes(kind),
): BodyState {
  return { kind, sizes, position, quaternion };
}

export const shapePresets: readonly ShapePreset[] = [
  {
    id: "apart",
    label: "Apart",
    hint: "GJK converges on the closest points of a box and a hull",
    a: body("box", [-1.1, -0.1, 0], [0.05, 0.2, 0.1, 0.97]),
    b: body("hull", [1.15, 0.3, 0.1]),
  },
  {
    id: "deep",
    label: "Overlapping",
    hint: "GJK encloses the origin, EPA finds the depth",
    a: body("box", [-0.45, 0, 0], [0.05, 0.2, 0.1, 0.97]),
    b: body("hull", [0.6, 0.2, 0.1]),
  },
  {
    id: "round",
    label: "Round",
    hint: "Capsule and sphere: a segment and a point with radii, so GJK needs a step or two",
    a: body("capsule", [-0.9, 0, 0], [0, 0, 0.38, 0.92]),
    b: body("sphere", [0.75, 0.25, 0.2]),
  },
  {
    id: "rounded",
    label: "Rounded",
    hint: "A rounded box and a hull: GJK works on the cores, and the answer adds the radius",
    a: body("round-box", [-0.85, 0, 0], [0.05, 0.2, 0.1, 0.97]),
    b: body("hull", [0.9, 0.2, 0.1]),
  },
  {
    id: "cylinder",
    label: "Cylinder",
    hint: "A cylinder in a cone: EPA's polytope approaches the round surface step by step",
    a: body("cylinder", [-0.35, 0, 0], [0, 0, 0.2, 0.98]),
    b: body("cone", [0.45, 0.1, 0.1], [0.3, 0, -0.3, 0.9]),
  },
  {
    id: "ellipsoids",
    label: "Ellipsoids",
    hint: "No corners to end on: GJK's bounds meet after a dozen steps",
    a: body("ellipsoid", [-1, 0, 0], [0, 0.3, 0.2, 0.93]),
    b: body("ellipsoid", [1, 0.3, 0.1], [0.2, -0.4, 0.3, 0.84]),
  },
  {
    id: "same",
    label: "Same place",
    hint: "Two equal boxes at the same pose: the origin is the centre of the difference",
    a: body("box", [0, 0, 0]),
    b: body("box", [0, 0, 0]),
  },
];

export function writeShapeCase({ a, b }: ShapeCase, params: URLSearchParams): void {
  for (const [name, state] of [
    ["a", a],
    ["b", b],
  ] as const) {
    const numbers = [state.sizes, state.position, state.quaternion].map(writeNumbers);
    params.set(name, [state.kind, ...numbers].join("~"));
  }
}

/** Null where the parameters do not describe a case. */
export function readShapeCase(params: URLSearchParams): ShapeCase | null {
  const a = readBody(params.get("a"));
  const b = readBody(params.get("b"));
  return a && b ? { a, b } : null;
}

function readBody(text: string | null): BodyState | null {
  const [kindText, sizesText, positionText, quaternionText, ...rest] = (text ?? "").split("~");
  const kind = shapeKinds.find(({ id }) => id === kindText);
  if (!kind || rest.length > 0) return null;
  const sizes = readNumbers(sizesText ?? null, kind.sizes.length, sizeLimits.least, sizeLimits.most);
  const position = readNumbers(positionText ?? null, 3, -positionLimit, positionLimit);
  const quaternion = readNumbers(quaternionText ?? null, 4, -2, 2);
  if (!sizes || !position || !quaternion || Math.hypot(...quaternion) < 0.5) return null;
  return { kind: kind.id, sizes, position, quaternion };
}
