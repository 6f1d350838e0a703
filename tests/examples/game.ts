import type { Page } from "playwright-core";
import { expect } from "vitest";
import { drawNothing } from "./undrawn.js";

/** What the game shows of itself to the console. */
interface GameState {
  x: number;
  y: number;
  z: number;
  vx: number;
  vz: number;
  coins: number;
  falls: number;
  won: boolean;
  /** How far each door, lift and ferry is. */
  done: number[];
}

/** Of `Game` in examples/game/src/game.ts. */
interface Game {
  readonly position: { x: number; y: number; z: number };
  readonly velocity: { x: number; y: number; z: number };
  readonly coins: readonly { touched: boolean }[];
  readonly movers: readonly { done: number }[];
  readonly falls: number;
  readonly won: boolean;
}

interface PageGlobals {
  readonly game: Game;
  advance(milliseconds: number): Promise<void>;
}

const TILE = 2;
const keys = { ArrowLeft: "x", ArrowRight: "x", ArrowUp: "z", ArrowDown: "z" } as const;

/**
 * Plays `examples/game` with the keyboard, by the clock of the page: each decision stands for a tenth of a second, however long
 * the machine takes to draw.
 */
export class Player {
  readonly #held = new Set<string>();

  private constructor(readonly page: Page) {}

  static async start(page: Page, url: string): Promise<Player> {
    await drawNothing(page);
    await page.addInitScript(() => {
      let now = 0;
      const frames: FrameRequestCallback[] = [];
      const shown = requestAnimationFrame;
      performance.now = () => now;
      Object.assign(globalThis, {
        requestAnimationFrame: (frame: FrameRequestCallback) => frames.push(frame),
        // Not faster than the browser can show.
        advance: (milliseconds: number) =>
          new Promise<void>((resolve) => {
            now += milliseconds;
            for (const frame of frames.splice(0)) frame(now);
            shown(() => resolve());
          }),
      });
    });
    await page.goto(url);
    await page.waitForFunction(() => "game" in globalThis, undefined, { polling: 50 });
    return new Player(page);
  }

  /** A tenth of a second. @returns the state after it */
  tick(): Promise<GameState> {
    return this.page.evaluate(async () => {
      const { game, advance } = globalThis as unknown as PageGlobals;
      await advance(100);
      const { position, velocity, coins, movers, falls, won } = game;
      return {
        ...position,
        vx: velocity.x,
        vz: velocity.z,
        coins: coins.filter(({ touched }) => touched).length,
        done: movers.map(({ done }) => done),
        falls,
        won,
      };
    });
  }

  async #hold(wanted: ReadonlySet<string>): Promise<void> {
    for (const key of Object.keys(keys)) {
      if (wanted.has(key) === this.#held.has(key)) continue;
      if (wanted.has(key)) await this.page.keyboard.down(key);
      else await this.page.keyboard.up(key);
      this.#held[wanted.has(key) ? "add" : "delete"](key);
    }
  }

  /** Walks to the middle of a tile, and stops there if asked to. */
  async walkTo(column: number, row: number, stop = false): Promise<GameState> {
    let state = await this.tick();
    for (let ticks = 0; ticks < 400 && !state.won; ticks++) {
      const x = column * TILE - state.x;
      const z = row * TILE - state.z;
      const speed = Math.hypot(state.vx, state.vz);
      if (Math.hypot(x, z) < 0.5 && (!stop || speed < 0.4)) break;
      const wanted = new Set<string>();
      const steer = (gap: number, speed: number, less: string, more: string) => {
        const missing = Math.max(-3, Math.min(3, 2 * gap)) - speed;
        if (Math.abs(missing) > 0.7) wanted.add(missing < 0 ? less : more);
      };
      steer(x, state.vx, "ArrowLeft", "ArrowRight");
      steer(z, state.vz, "ArrowUp", "ArrowDown");
      await this.#hold(wanted);
      state = await this.tick();
    }
    if (stop) await this.#hold(new Set());
    return state;
  }

  /** Lets go of all keys until something has happened. */
  async wait(until: (state: GameState) => boolean): Promise<GameState> {
    await this.#hold(new Set());
    let state = await this.tick();
    for (let ticks = 0; ticks < 400 && !until(state); ticks++) state = await this.tick();
    return state;
  }
}

/** Over the second storey, through the second door. */
const PATH = [
  [10, 3],
  [10, 2],
  [10, 1],
  [10, 0],
  [11, 0],
  [12, 0],
  [13, 0],
  [14, 0],
  [15, 0],
  [15, 1],
  [15, 2],
  [15, 3],
  [15, 4],
  [15, 5],
] as const;

/** From the start to the goal: a coin, a door by its plate, a lift, the second door, a ferry. */
export async function playToTheEnd(player: Player): Promise<void> {
  let state = await player.wait(({ vx }) => vx === 0);
  const start = state.x;

  // A drag walks as keys do.
  await player.page.mouse.move(100, 80);
  await player.page.mouse.down();
  await player.page.mouse.move(120, 80);
  for (let i = 0; i < 3; i++) state = await player.tick();
  await player.page.mouse.up();
  expect(state.vx).toBeGreaterThan(0.5);

  // The space bar jumps, once, and not as high as a wall.
  const ground = state.y;
  await player.page.keyboard.down("Space");
  let highest = ground;
  for (let i = 0; i < 8; i++) {
    state = await player.tick();
    highest = Math.max(highest, state.y);
  }
  await player.page.keyboard.up("Space");
  expect(highest).toBeGreaterThan(ground + 0.4);
  expect(highest).toBeLessThan(ground + 0.7);
  expect(state.y).toBeCloseTo(ground, 1);

  // The door is closed: the hero stays in its room.
  await player.walkTo(3, 2);
  state = await player.walkTo(3.4, 2, true);
  expect(state.coins).toBe(0);
  await player.page.keyboard.down("ArrowRight");
  for (let i = 0; i < 20; i++) state = await player.tick();
  await player.page.keyboard.up("ArrowRight");
  expect(state.x).toBeGreaterThan(start);
  expect(state.x).toBeLessThan(4 * TILE - TILE / 2);

  state = await player.walkTo(1, 1);
  expect(state.coins).toBe(1);
  state = await player.walkTo(3, 4, true);
  state = await player.wait(({ done }) => done[0] === 1);
  expect(state.done[0]).toBe(1);
  await player.walkTo(3, 2.5);
  await player.walkTo(3.2, 2, true);
  state = await player.walkTo(5, 2);
  expect(state.x).toBeGreaterThan(4.5 * TILE);
  await player.walkTo(5, 1);
  await player.walkTo(6, 2);
  state = await player.walkTo(7, 4, true);
  expect(state.coins).toBe(3);

  // The lift carries the hero up by 4 metres.
  await player.walkTo(9, 4, true);
  state = await player.wait(({ y }) => y > 4.4);
  expect(state.y).toBeGreaterThan(4.4);
  await player.walkTo(10, 4, true);
  await player.walkTo(11, 4, true);
  await player.walkTo(10, 4, true);
  for (const [column, row] of PATH) {
    state = await player.walkTo(column, row, true);
    expect(state.falls).toBe(0);
  }

  // The ferry has just come back, and waits two seconds.
  await player.wait(({ done }) => (done[3] ?? 0) > 0.5);
  state = await player.wait(({ done }) => done[3] === 0);
  state = await player.walkTo(16, 5, true);
  state = await player.wait(({ done }) => done[3] === 1);
  expect(state.x).toBeGreaterThan(18.5 * TILE);
  expect(state.falls).toBe(0);
  state = await player.walkTo(20, 5);
  state = await player.walkTo(21, 5);
  expect(state.won).toBe(true);
  expect(state.coins).toBe(6);
}
