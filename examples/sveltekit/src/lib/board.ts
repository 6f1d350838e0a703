/** A board with notes that push each other. Pixels and radians; y points down, as in CSS. */

import { type Collider, init, Polygon, Rectangle, type Vec2, World } from "hyperplane/2d";

export const WIDTH = 800;
export const HEIGHT = 500;
/** Pixels that nobody sees. */
const CLOSE = 0.05;
/** Pixels that a note moves at once: less than half of the smallest note. */
const STEP = 20;
const ROUNDS = 200;

export interface Note {
  text: string;
  width: number;
  height: number;
  /** Of its middle. */
  x: number;
  y: number;
  angle: number;
}

/** To be awaited before the first board. */
export const ready = () => init();

export class Board {
  readonly #world = new World();
  readonly #colliders: Collider[];

  /** @param notes are moved by `settle` and `drag` */
  constructor(readonly notes: Note[]) {
    const room = [0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT];
    const outside = [-200, -200, WIDTH + 200, -200, WIDTH + 200, HEIGHT + 200, -200, HEIGHT + 200];
    this.#world.add({ shape: new Polygon(outside, [room]), static: true });
    this.#colliders = notes.map((note) =>
      this.#world.add({ shape: new Rectangle(note.width, note.height), position: note, angle: note.angle }),
    );
  }

  /** Moves notes until none lies on another. @returns false if there is no room for that */
  settle(): boolean {
    for (let round = 0; round < ROUNDS; round++) {
      this.#world.update();
      const ways = this.#colliders.map((collider) => this.#world.separation(collider));
      if (ways.every(({ x, y }) => Math.hypot(x, y) < CLOSE)) return true;
      // Of two that touch, each moves a bit more than its half, but never so far that it could pass a wall.
      ways.forEach(({ x, y }, i) => {
        const share = Math.min(0.6, STEP / (Math.hypot(x, y) || 1));
        this.#move(i, share * x, share * y);
      });
    }
    return false;
  }

  /** Moves a note to a place, or as near as the others let it, and pushes them. */
  drag(index: number, to: Vec2): void {
    const note = this.notes[index];
    const steps = Math.ceil(Math.hypot(to.x - note.x, to.y - note.y) / STEP);
    for (let step = 0; step < steps; step++) {
      const [x, y] = [to.x - note.x, to.y - note.y];
      const share = Math.min(1, STEP / (Math.hypot(x, y) || 1));
      const before = this.notes.map(({ x, y }) => ({ x, y }));
      this.#move(index, share * x, share * y);
      if (this.settle()) continue;
      before.forEach(({ x, y }, i) => {
        this.#move(i, x - this.notes[i].x, y - this.notes[i].y);
      });
      return;
    }
  }

  #move(index: number, x: number, y: number): void {
    const note = this.notes[index];
    note.x += x;
    note.y += y;
    this.#colliders[index].setPose(note);
  }

  dispose(): void {
    this.#world.dispose();
  }
}
