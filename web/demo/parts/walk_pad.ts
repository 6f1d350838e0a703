/** Buttons for walking without a keyboard: four to hold down, and one to jump. */

import { element } from "../shell/dom.js";
import { heldButton } from "./held_button.js";
import type { Steering } from "./steering.js";

const directions = [
  ["w", "\u2191", "Walk forward"],
  ["a", "\u2190", "Walk left"],
  ["s", "\u2193", "Walk back"],
  ["d", "\u2192", "Walk right"],
] as const;

export function walkPad(steering: Steering, onJump: () => void): HTMLElement {
  const buttons = directions.map(([key, text, title]) =>
    heldButton(text, title, { press: () => steering.press(key), release: () => steering.release(key) }),
  );
  const jump = element("button", {
    class: "tool tool-wide",
    text: "Jump",
    title: "Jump (J)",
    attributes: { type: "button" },
    // A pointer jumps at once; a click without one comes from the keyboard.
    on: { pointerdown: onJump, click: (event) => event.detail === 0 && onJump() },
  });
  return element("div", { class: "pad" }, element("div", { class: "pad-way" }, ...buttons), jump);
}
