/**
 * The course of the topic "Character" as data. In front: two ramps and two stairs onto a deck, a ferry to a second deck, a lift up a
 * tower, a turning disc, crates, a corner, a sloping ceiling, a dome and a pillar. Behind: a swing, doors that crush, a ladder and a
 * one-sided piston up to a loft, and a train around them. The page draws it; tests/web/character/demo_course.test.ts walks it in all
 * directions of up, scaled and far out.
 */

export type Triple = readonly [x: number, y: number, z: number];
export type Axis = "x" | "y" | "z";
export type CourseMaterial = "ground" | "wall" | "solid" | "steep" | "roof" | "platform" | "crate" | "ladder";

export type Form =
  | { readonly kind: "box"; readonly size: Triple }
  /** Upright. */
  | { readonly kind: "cylinder"; readonly radius: number; readonly height: number }
  | { readonly kind: "ball"; readonly radius: number }
  /** Rises along -z from its place. */
  | { readonly kind: "wedge"; readonly width: number; readonly height: number; readonly run: number }
  /** A box without a bottom, of one-sided triangles. */
  | { readonly kind: "hood"; readonly size: Triple }
  /** A box that is a sensor, drawn as rails and rungs. */
  | { readonly kind: "ladder"; readonly size: Triple };

export interface Piece {
  readonly name: string;
  readonly material: CourseMaterial;
  readonly form: Form;
  /** Its middle; of a wedge, the middle of its lower edge. */
  readonly at: Triple;
  /** Radians. */
  readonly turn?: { readonly axis: Axis; readonly angle: number };
}

/** Where a platform is. */
export interface Placed {
  readonly at: Triple;
  /** Radians about its axis. */
  readonly angle: number;
}

export interface MovingPiece extends Piece {
  readonly axis: Axis;
  readonly placeAt: (seconds: number) => Placed;
}

/** How far the floor reaches to both sides, to the front and to the back. */
export const extent = { x: 6.8, near: 5, far: 11 } as const;
export const deckHeight = 1.2;
export const towerHeight = 3.2;
export const discHeight = 0.16;
export const discRadius = 1.2;
/** Where the swing hangs, and how far its board is below. */
export const swing = { x: -5.1, height: 2.6, z: -7.6, length: 2.52 } as const;
const loft = { height: 2.2, face: -7.2 } as const;
const doors = { x: -1.6, z: -7, width: 0.9, opening: 0.75 } as const;
/** From its start along x, around the bend, and on along z. */
const track = { x: -4.4, z: -9.9, straight: 7.4, radius: 2.4, end: 1.3 } as const;
const trackBend = (track.radius * Math.PI) / 2;
export const trackLength = track.straight + trackBend + track.end;
/** How far a hood's triangles push to their fronts. */
export const hoodThickness = 0.2;
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
  const { x, near, far } = extent;
  const [y, thick] = [wallHeight / 2, 0.2];
  const [deep, z] = [near + far, (near - far) / 2];
  const long: Triple = [2 * x + 2 * thick, wallHeight, thick];
  const short: Triple = [thick, wallHeight, deep];
  return [
    box("floor", "ground", [2 * x, 0.4, deep], [0, -0.2, z]),
    box("far wall", "wall", long, [0, y, -(far + thick / 2)]),
    box("left wall", "wall", short, [-(x + thick / 2), y, z]),
    box("near wall", "wall", long, [0, y, near + thick / 2]),
    box("right wall", "wall", short, [x + thick / 2, y, z]),
  ];
}

/** What the doors slide into, the frame of the swing, and the loft with its ladder. */
function backyard(): Piece[] {
  const thick = 0.12;
  const beam = swing.height + thick / 2;
  const post: Triple = [thick, swing.height, thick];
  const [pocket, reach] = [doors.width + 0.15, 0.75];
  return [
    ...[-1, 1].map((side) => box("post", "wall", post, [swing.x, swing.height / 2, swing.z + side * reach])),
    box("beam", "wall", [thick, thick, 2 * reach + thick], [swing.x, beam, swing.z]),
    ...[-1, 1].map((side) =>
      box("pocket", "wall", [pocket, 1.5, 1.1], [doors.x + side * (doors.opening + pocket / 2), 0.75, doors.z]),
    ),
    box("loft", "solid", [1.6, loft.height, 1.4], [2.2, loft.height / 2, loft.face - 0.7]),
    {
      name: "ladder",
      material: "ladder",
      form: { kind: "ladder", size: [0.6, loft.height + 0.06, 0.3] },
      at: [2.2, loft.height / 2 + 0.03, loft.face + 0.15],
    },
  ];
}

/** What never moves. One ramp and one stairs can be climbed, the others are too steep or too tall. */
export const pieces: readonly Piece[] = [
  ...surroundings(),
  ...backyard(),
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

/** Platforms, each at its place at 0 seconds. */
export const platforms = {
  ferry: moving(box("ferry", "platform", [1.5, 0.2, 1.5], [0, 0, 0]), "y", (seconds) => ({
    at: [0.2 - 1.22 * Math.cos((2 * Math.PI * seconds) / 7), deckHeight - 0.1, -0.2],
    angle: 0,
  })),
  lift: moving(box("lift", "platform", [1.5, 0.16, 1.5], [0, 0, 0]), "y", (seconds) => ({
    at: [5.4, -0.05 + (towerHeight - 0.03) * shuttle(seconds, 1.6, 0.7), -0.2],
    angle: 0,
  })),
  disc: moving(
    {
      name: "disc",
      material: "platform",
      form: { kind: "cylinder", radius: discRadius, height: discHeight },
      at: [0, 0, 0],
    },
    "y",
    (seconds) => ({ at: [2.9, discHeight / 2, -3.3], angle: 1.1 * seconds }),
  ),
  swing: moving(box("swing", "platform", [1.4, 0.12, 1.1], [0, 0, 0]), "z", (seconds) => {
    const angle = 0.3 * Math.sin((2 * Math.PI * seconds) / 3.2);
    const { x, height, z, length } = swing;
    return { at: [x + length * Math.sin(angle), height - length * Math.cos(angle), z], angle };
  }),
  train: moving(box("train", "platform", [3, 0.2, 1.2], [0, 0, 0]), "y", (seconds) => onTrain(seconds, 0, 0.12)),
  cab: moving(box("cab", "platform", [0.4, 0.9, 1.2], [0, 0, 0]), "y", (seconds) => onTrain(seconds, 1.3, 0.67)),
  leftDoor: door("left door", -1),
  rightDoor: door("right door", 1),
  piston: moving(
    { name: "piston", material: "platform", form: { kind: "hood", size: [1, 2.4, 1.3] }, at: [0, 0, 0] },
    "y",
    (seconds) => ({ at: [0.85, -1.18 + (loft.height - 0.02) * shuttle(seconds, 1.4, 0.6), loft.face - 0.7], angle: 0 }),
  ),
} as const satisfies Readonly<Record<string, MovingPiece>>;

export type PlatformName = keyof typeof platforms;
export const platformNames = Object.keys(platforms) as PlatformName[];

function moving(piece: Piece, axis: Axis, placeAt: (seconds: number) => Placed): MovingPiece {
  return { ...piece, at: placeAt(0).at, axis, placeAt };
}

function door(name: string, side: number): MovingPiece {
  return moving(box(name, "platform", [doors.width, 1.3, 0.9], [0, 0, 0]), "y", (seconds) => {
    const open = doors.opening * (1 - shuttle(seconds, 1.4, 0.6));
    return { at: [doors.x + side * (doors.width / 2 + open), 0.66, doors.z], angle: 0 };
  });
}

/** From 0 to 1 and back: a rest, the way there, a rest, the way back, each way with a smooth start and end. */
function shuttle(seconds: number, rest: number, travel: number): number {
  const at = seconds % (2 * (rest + travel));
  const isBack = at >= rest + travel;
  const share = Math.max(0, (isBack ? at - rest - travel : at) - rest) / travel;
  const smooth = share * share * (3 - 2 * share);
  return isBack ? 1 - smooth : smooth;
}

/** Where a part of the train is. @param ahead of its middle. @param height of the part's middle */
function onTrain(seconds: number, ahead: number, height: number): Placed {
  return onTrack(trackLength * shuttle(seconds, 1.8, 4.2), ahead, height);
}

/** Where a part of a train is whose middle has gone a way on the track, from 0 to `trackLength`. */
export function onTrack(way: number, ahead: number, height: number): Placed {
  const { x, z, straight, radius } = track;
  const turned = Math.min(Math.max(way - straight, 0), trackBend) / radius;
  const [sine, cosine] = [Math.sin(turned), Math.cos(turned)];
  const after = Math.max(0, way - straight - trackBend);
  return {
    at: [
      x + Math.min(way, straight) + radius * sine + ahead * cosine,
      height,
      z + radius * (1 - cosine) + after + ahead * sine,
    ],
    angle: -turned,
  };
}

/**
 * How fast one climbs who is at the ladder: what leads into its wall leads up.
 *
 * @param walk along z, m/s
 * @returns m/s upwards; null for who walks on the ground
 */
export function climbSpeed(walk: number, grounded: boolean): number | null {
  return walk < 0 || !grounded ? -walk : null;
}

/** Crates, which a walker pushes. */
export const crates: readonly Piece[] = [2.1, 2.7].map((z, i) =>
  box(`crate ${i + 1}`, "crate", [crateSize, crateSize, crateSize], [-0.1, crateSize / 2 + 0.001, z]),
);
/** m/s: crates are heavy. */
export const fastestCrate = 1.5;
