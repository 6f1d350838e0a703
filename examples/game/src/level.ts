/** The level: two storeys of tiles, seen from above. North, away from the camera, is up. */

/** Metres. */
export const TILE = 2;

/**
 * . floor   # wall   n bump   i post   o coin   s start   g goal   1 2 plate   A B the door that the plate of its number opens
 * ^ lift to the storey above   > ferry that crosses the gap to the east   (space) nothing
 */
const STOREYS = [
  {
    height: 0,
    // biome-ignore format: a map
    rows: [
      "##########",
      "#o..#o...#",
      "#...A..i.#",
      "#.s.#.n..#",
      "#..1#..o.^",
      "##########",
    ],
  },
  {
    height: 4,
    rows: [
      "          ....o.       ",
      "          .    .       ",
      "          o    B       ",
      "          .    .       ",
      "          .2   .    ...",
      "               .>   og.",
      "                    ...",
    ],
  },
];

export type Kind = "floor" | "wall" | "bump" | "post" | "coin" | "start" | "goal" | "plate" | "door" | "lift" | "ferry";

/** One thing of the level. The position is that of the floor below it, in metres. */
export interface Piece {
  readonly kind: Kind;
  readonly position: { readonly x: number; readonly y: number; readonly z: number };
  /** Plates open the door of the same number. */
  readonly group: number;
  /** Of a lift or a ferry: how far it goes, in metres. */
  readonly reach: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  "#": "wall",
  n: "bump",
  i: "post",
  o: "coin",
  s: "start",
  g: "goal",
  "1": "plate",
  "2": "plate",
  A: "door",
  B: "door",
  "^": "lift",
  ">": "ferry",
};

function readLevel(): Piece[] {
  const pieces: Piece[] = [];
  for (const { height, rows } of STOREYS) {
    rows.forEach((row, southward) => {
      [...row].forEach((letter, eastward) => {
        if (letter === " ") return;
        const position = { x: eastward * TILE, y: height, z: southward * TILE };
        const kind = KINDS[letter];
        const gap = row.slice(eastward + 1).search(/\S/);
        const reach = kind === "lift" ? 4 : kind === "ferry" ? gap * TILE : 0;
        if (reach === 0) pieces.push({ kind: "floor", position, group: 0, reach });
        if (kind) pieces.push({ kind, position, group: "1A".includes(letter) ? 1 : 2, reach });
      });
    });
  }
  return pieces;
}

export const level: readonly Piece[] = readLevel();

/** All pieces of a kind. */
export const all = (kind: Kind): Piece[] => level.filter((piece) => piece.kind === kind);
