import { element } from "../shell/dom.js";

/** Called when a button is pressed and when it is let go. */
export interface HeldButton {
  readonly press: () => void;
  readonly release: () => void;
}

/** A button of a pad that acts while it is held down. Keys do the same, so it is not in the tab order. */
export function heldButton(text: string, label: string, { press, release }: HeldButton): HTMLElement {
  const button = element("button", {
    class: text.length > 1 ? "tool tool-wide" : "tool",
    text,
    title: label,
    attributes: { type: "button", "aria-label": label, tabindex: "-1" },
    on: {
      pointerdown: (event) => {
        button.setPointerCapture(event.pointerId);
        press();
      },
      lostpointercapture: release,
      contextmenu: (event) => event.preventDefault(),
    },
  });
  return button;
}
