/** What the page and the worker both know. Metres. */
export const COUNT = 400;
export const RADIUS = 0.25;
/** The room is this wide and deep, and open above. */
export const ROOM = 8;

/** To the worker: how much time has passed, and an array to fill. */
export interface Request {
  readonly seconds: number;
  /** x, y, z of each ball. It goes to and fro, and is never copied. */
  readonly positions: Float32Array<ArrayBuffer>;
}

/** From the worker. */
export interface Answer {
  readonly positions: Float32Array<ArrayBuffer>;
  /** Of the last update. */
  readonly contacts: number;
}
