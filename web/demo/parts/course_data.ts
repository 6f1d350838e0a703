/**
 * The course of the topic "Character" as data: two ramps and two stairs onto a deck, a ferry to a second deck, a lift up a tower, a
 * turning disc, crates, a corner, a sloping ceiling, a dome and a pillar. The page draws it; tests/web/character/demo_course.test.ts
 * walks it in all directions of up, scaled and far out.
 */

export type Triple = readonly [x: number, y: number, z: number];
export type CourseMaterial = "ground" | "wall" | "solid" | "steep" | "roof" | "platform" | "crate";

export type Form =
  | { readonly kind: "box"; readonly size: Triple }
  /** Upright. */
  | { readonly kind: "cylinder"; readonly radius: number; readonly height: number }
  | { readonly kind: "ball"; readonly radius: number }
  /** Rises along -z from its place. */
  | { readonly kind: "wedge"; readonly width: number; readonly height: number; readonly run: number };

export interface Piece {
  readonly name: string;
  readonly material: CourseMaterial;
  readonly form: Form;
  /** Its middle; of a wedge, the middle of its lower edge. */
  readonly at: Triple;
  /** Radians. */
  readonly turn?: { readonly axis: "x" | "y"; readonly angle: number };
}

/** Where a platform is. */
export interface Placed {
  readonly at: Triple;
  /** Radians about up. */
  readonly yaw: number;
}

export interface MovingPiece extends Piece {
  readonly placeAt: (seconds: number) => Placed;
}

/** Half the size of the floor. */
export const extent = { x: 6.8, z: 5 } as const;
export const deckHeight = 1.2;
export const towerHeight = 3.2;
export const discHeight = 0.16;
export const discRadius = 1.2;
/** Of the capsules that stand and crouch. */
export const bodySize = { radius: 0.3, height: 0.6, lowHeight: 0.1 } as const;
const wallHeight = 0.5;
const crateSize = 0.5;

const box = (name: string, material: CourseMaterial, size: Triple, at: Triple, turn?: Piece["turn"]): Piece => ({
  name,
  material,
  form: { kind: "box", size },
  at,
  ...(turn && { turn }),
});

function wedge(name: string, material: CourseMaterial, degrees: number, x: number): Piece {
  const run = deckHeight / Math.tan((degrees * Math.PI) / 180);
  return { name, material, form: { kind: "wedge", width: 1.6, height: deckHeight, run }, at: [x, 0, 0.6 + run] };
}

const stairs = (name: string, material: CourseMaterial, count: number, depth: number, x: number): Piece[] =>
  Array.from({ length: count - 1 }, (_, k) => {
    const i = k + 1;
    const height = (deckHeight * i) / count;
    return box(`${name} ${i}`, material, [1.6, height, depth], [x, height / 2, -1 - depth * (count - i - 0.5)]);
  });

function surroundings(): Piece[] {
  const { x, z } = extent;
  const [y, thick] = [wallHeight / 2, 0.2];
  const long: Triple = [2 * x + 2 * thick, wallHeight, thick];
  const short: Triple = [thick, wallHeight, 2 * z];
  return [
    box("floor", "ground", [2 * x, 0.4, 2 * z], [0, -0.2, 0]),
    box("far wall", "wall", long, [0, y, -(z + thick / 2)]),
    box("left wall", "wall", short, [-(x + thick / 2), y, 0]),
    box("near wall", "wall", long, [0, y, z + thick / 2]),
    box("right wall", "wall", short, [x + thick / 2, y, 0]),
  ];
}

/** What never moves. One ramp and one stairs can be climbed, the others are too steep or too tall. */
export const pieces: readonly Piece[] = [
  ...surroundings(),
  box("deck", "solid", [4.4, deckHeight, 1.6], [-4, deckHeight / 2, -0.2]),
  wedge("ramp, 25\u00b0", "solid", 25, -5.2),
  wedge("ramp, 55\u00b0", "steep", 55, -2.9),
  ...stairs("stair", "solid", 6, 0.34, -5.2),
  ...stairs("tall stair", "steep", 3, 0.6, -2.9),
  box("second deck", "solid", [1.6, deckHeight, 1.6], [3, deckHeight / 2, -0.2]),
  box("tower", "solid", [1.6, towerHeight, 1.8], [5.4, towerHeight / 2, -1.86]),
  box("corner, left", "wall", [0.24, 0.9, 2.4], [-0.63, 0.45, -2.9], { axis: "y", angle: -0.62 }),
  box("corner, right", "wall", [0.24, 0.9, 2.4], [0.93, 0.45, -2.9], { axis: "y", angle: 0.62 }),
  box("ceiling", "roof", [1.7, 0.12, 3], [1.7, 1.42, 2.7], { axis: "x", angle: -0.3 }),
  { name: "pillar", material: "wall", form: { kind: "cylinder", radius: 0.4, height: 1.2 }, at: [-1, 0.6, 2.9] },
  // Most of it is below the floor.
  { name: "dome", material: "solid", form: { kind: "ball", radius: 2.5 }, at: [4.7, -1.9, 3.3] },
];

export type PlatformName = "ferry" | "lift" | "disc";

/** Platforms, each at its place at 0 seconds. */
export const platforms: Readonly<Record<PlatformName, MovingPiece>> = {
  ferry: moving(box("ferry", "platform", [1.5, 0.2, 1.5], [0, 0, 0]), (seconds) => ({
    at: [0.2 - 1.22 * Math.cos((2 * Math.PI * seconds) / 7), deckHeight - 0.1, -0.2],
    yaw: 0,
  })),
  lift: moving(box("lift", "platform", [1.5, 0.16, 1.5], [0, 0, 0]), (seconds) => ({
    at: [5.4, -0.05 + (towerHeight - 0.03) * liftShare(seconds), -0.2],
    yaw: 0,
  })),
  disc: moving(
    {
      name: "disc",
      material: "platform",
      form: { kind: "cylinder", radius: discRadius, height: discHeight },
      at: [0, 0, 0],
    },
    (seconds) => ({ at: [2.9, discHeight / 2, -3.3], yaw: 1.1 * seconds }),
  ),
};

function moving(piece: Piece, placeAt: (seconds: number) => Placed): MovingPiece {
  return { ...piece, at: placeAt(0).at, placeAt };
}

/** The height of the lift, from 0 at the bottom to 1 at the top: a rest, a fast rise, a rest, a fast descent. */
function liftShare(seconds: number): number {
  const rest = 1.6;
  const rise = 0.7;
  const at = seconds % (2 * (rest + rise));
  const share =
    at < rest ? 0 : at < rest + rise ? (at - rest) / rise : at < 2 * rest + rise ? 1 : (2 * (rest + rise) - at) / rise;
  return share * share * (3 - 2 * share);
}

/** Crates, which a walker pushes. */
export const crates: readonly Piece[] = [2.1, 2.7].map((z, i) =>
  box(`crate ${i + 1}`, "crate", [crateSize, crateSize, crateSize], [-0.1, crateSize / 2 + 0.001, z]),
);
/** m/s: crates are heavy. */
export const fastestCrate = 1.5;
