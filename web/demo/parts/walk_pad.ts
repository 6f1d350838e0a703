/** Walking without a keyboard: a stick under one thumb, and buttons to jump and to crouch under the other. */

import { element } from "../shell/dom.js";
import { heldButton } from "./held_button.js";
import type { Steering } from "./steering.js";

/** Share of the stick's reach in which it rests. */
const rest = 0.15;

/** @param onCrouch with a button to crouch: whether it is held */
export function walkPad(steering: Steering, onJump: () => void, onCrouch?: (isHeld: boolean) => void): HTMLElement {
  const jump = element("button", {
    class: "tool tool-wide",
    text: "Jump",
    title: "Jump (J)",
    attributes: { type: "button" },
    // A pointer jumps at once; a click without one comes from the keyboard.
    on: { pointerdown: onJump, click: (event) => event.detail === 0 && onJump() },
  });
  const buttons = element("div", { class: "pad-hands" }, jump);
  if (onCrouch) {
    const held = { press: () => onCrouch(true), release: () => onCrouch(false) };
    buttons.prepend(heldButton("Crouch", "Crouch while held (X)", held));
  }
  return element("div", { class: "pad" }, walkStick(steering), buttons);
}

function walkStick(steering: Steering): HTMLElement {
  const knob = element("i", { class: "stick-knob", attributes: { "aria-hidden": "true" } });
  const tilt = (x: number, y: number) => {
    knob.style.translate = `${50 * x}% ${50 * y}%`;
    steering.tilt(x, -y);
  };
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = stick.getBoundingClientRect();
    const [x, y] = [(2 * (clientX - left)) / width - 1, (2 * (clientY - top)) / height - 1];
    const size = Math.hypot(x, y);
    if (size < rest) tilt(0, 0);
    else tilt(x / Math.max(1, size), y / Math.max(1, size));
  };
  // Keys do the same: it is not in the tab order.
  const stick: HTMLElement = element(
    "div",
    {
      class: "stick",
      title: "Drag to walk",
      attributes: { role: "img", "aria-label": "Stick: drag to walk" },
      on: {
        pointerdown: (event) => {
          stick.setPointerCapture(event.pointerId);
          follow(event);
        },
        pointermove: (event) => {
          if (stick.hasPointerCapture(event.pointerId)) follow(event);
        },
        lostpointercapture: () => tilt(0, 0),
        contextmenu: (event) => event.preventDefault(),
      },
    },
    knob,
  );
  return stick;
}
