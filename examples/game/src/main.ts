import { init } from "hyperplane";
import { Game, STEP } from "./game.js";
import { listen } from "./input.js";
import { View } from "./view.js";

const element = (id: string) => document.getElementById(id) as HTMLElement;
const canvas = document.querySelector("canvas") as HTMLCanvasElement;
const dialog = element("won") as HTMLDialogElement;

await init();
let game = new Game();
const view = new View(canvas, game);
const wish = listen(canvas, element("stick"));

let before = performance.now();
let rest = 0;
let jumps = false;
/** The first wish starts the clock. */
let started = false;

function frame(now: number): void {
  const seconds = Math.min((now - before) / 1000, 0.25);
  before = now;
  // A jump waits for the next step.
  const { x, z, jump } = wish();
  jumps ||= jump;
  started ||= x !== 0 || z !== 0 || jump;
  for (rest += seconds; rest >= STEP; rest -= STEP) {
    if (started && !game.won) game.step({ x, z, jump: jumps });
    jumps = false;
  }
  view.draw(game, seconds);
  report();
  requestAnimationFrame(frame);
}

function report(): void {
  const found = game.coins.filter(({ touched }) => touched).length;
  element("coins").textContent = `${found} of ${game.coins.length}`;
  element("time").textContent = `${game.time.toFixed(0)} s`;
  element("score").textContent = `${game.score} points`;
  if (started) element("hint").style.opacity = "0";
  if (!game.won || dialog.open) return;
  element("result").textContent =
    `${game.score} points, ${found} of ${game.coins.length} coins, ${game.time.toFixed(1)} s`;
  dialog.showModal();
}

element("again").addEventListener("click", () => {
  dialog.close();
  game.dispose();
  game = new Game();
  started = false;
  view.show(game);
});

requestAnimationFrame(frame);
// For the console: the hero, the movers, the coins.
Object.defineProperty(globalThis, "game", { get: () => game });
