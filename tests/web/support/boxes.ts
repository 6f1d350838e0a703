import type { PlacedBox } from "./box_oracle.js";
import type { Random } from "./random.js";

/** Kinds of box pairs: ordinary ones, and those on which algorithms stumble. */
export const kinds = [
  "ordinary",
  "parallel axes",
  "almost parallel axes",
  "touching",
  "contained",
  "thin plates",
  "tiny",
  "huge",
  "almost equal poses",
  "far from the origin",
] as const;
export type Kind = (typeof kinds)[number];

type V = [number, number, number];
type Q = [number, number, number, number];

function turned(random: Random, angle: number): Q {
  const axis = random.vector(1);
  const s = Math.sin(angle / 2) / Math.hypot(...axis);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

/** A pair of a kind; about half of them overlap. */
export function randomPair(random: Random, kind: Kind): [PlacedBox, PlacedBox] {
  const scale = kind === "tiny" ? 1e-3 : kind === "huge" ? 1e3 : 1;
  const size = (): V => {
    const thin = kind === "thin plates" ? 1e-3 : 1;
    return [random.number(0.5, 1.5) * scale, random.number(0.5, 1.5) * scale * thin, random.number(0.5, 1.5) * scale];
  };
  const sizeA = size();
  let sizeB = size();
  let spread = kind === "thin plates" ? 0.65 : 1.3;
  let quaternionA: Q = random.quaternion();
  let quaternionB: Q = random.quaternion();
  if (kind === "parallel axes")
    [quaternionA, quaternionB] = [
      [0, 0, 0, 1],
      [0, Math.SQRT1_2, 0, Math.SQRT1_2],
    ];
  if (kind === "almost parallel axes")
    [quaternionA, quaternionB] = [[0, 0, 0, 1], turned(random, random.number(0, 1e-4))];
  if (kind === "contained") sizeB = [sizeB[0] * 0.2, sizeB[1] * 0.2, sizeB[2] * 0.2];
  if (kind === "contained") spread = 0.75;
  if (kind === "almost equal poses") {
    quaternionB = quaternionA;
    sizeB = sizeA;
  }
  const offset = random.vector(spread * scale);
  if (kind === "almost equal poses") for (let i = 0; i < 3; i++) offset[i] = (offset[i] as number) * 1e-5;
  if (kind === "touching") {
    quaternionA = quaternionB = [0, 0, 0, 1];
    const axis = random.integer(3);
    const gap = random.number() < 0.5 ? 0 : 1e-4;
    offset[axis] = ((sizeA[axis] as number) + (sizeB[axis] as number)) / 2 + gap;
    for (const other of [(axis + 1) % 3, (axis + 2) % 3]) offset[other] = (offset[other] as number) * 0.3;
  }
  if (kind === "almost equal poses" && random.number() < 0.5) {
    // As far out as two equal boxes still almost touch, to keep the overlap rate near a half.
    offset[0] = 3 * scale;
  }
  const far = kind === "far from the origin" ? 1e6 : 1;
  const position: V = random.vector(far);
  return [
    { size: sizeA, position, quaternion: quaternionA },
    {
      size: sizeB,
      position: [position[0] + offset[0], position[1] + offset[1], position[2] + offset[2]],
      quaternion: quaternionB,
    },
  ];
}
