import { Board, type Note, ready } from "../lib/board.js";

/** As they were pinned, without a look at what hangs there: all in the middle. */
const pinned = [
  "Buy milk",
  "Call Ada about the engine",
  "Water the plants",
  "Return the library books",
  "Tea at four",
  "Mend the bicycle",
  "Learn about separating axes",
  "Sleep",
];

/** Lays them out on the server: the page that it sends needs no script to be readable. */
export async function load() {
  await ready();
  const notes = pinned.map((text, i): Note => {
    const turned = (i * 5) % 7;
    return {
      text,
      width: 110 + 6 * turned,
      height: 80,
      x: 340 + 17 * i,
      y: 220 + 9 * turned,
      angle: 0.06 * (turned - 3),
    };
  });
  const board = new Board(notes);
  board.settle();
  board.dispose();
  return { notes };
}
