/** Buttons for walking without a keyboard: four to hold down, and one to jump. */

import { element } from "../shell/dom.js";
import type { Steering } from "./steering.js";

const directions = [
  ["a", "\u2190", "Walk left"],
  ["w", "\u2191", "Walk forward"],
  ["s", "\u2193", "Walk back"],
  ["d", "\u2192", "Walk right"],
] as const;

export function walkPad(steering: Steering, onJump: () => void): HTMLElement {
  const buttons = directions.map(([key, text, title]) => {
    const button = element("button", {
      class: "tool",
      text,
      title,
      attributes: { type: "button", "aria-label": title, tabindex: "-1" },
      on: {
        pointerdown: (event) => {
          button.setPointerCapture(event.pointerId);
          steering.press(key);
        },
        lostpointercapture: () => steering.release(key),
        contextmenu: (event) => event.preventDefault(),
      },
    });
    return button;
  });
  const jump = element("button", {
    class: "tool tool-wide",
    text: "Jump",
    title: "Jump (J)",
    attributes: { type: "button" },
    // A pointer jumps at once; a click without one comes from the keyboard.
    on: { pointerdown: onJump, click: (event) => event.detail === 0 && onJump() },
  });
  return element("div", { class: "pad" }, ...buttons, jump);
}
