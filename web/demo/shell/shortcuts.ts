/**
 * Keyboard shortcuts. Topics register their keys with a sentence each, which also fills the help dialog. Letters and digits
 * work anywhere outside text fields, and can be turned off; keys with a meaning in the browser (arrows, page up and down) work
 * only while the scene has the focus.
 */

import { element, showDialog } from "./dom.js";

export interface Shortcut {
  /** KeyboardEvent.key values that trigger it; letters in lower case. */
  readonly keys: readonly string[];
  /** The keys as the help dialog shows them. */
  readonly shown: string;
  readonly help: string;
  readonly where: "page" | "scene";
  readonly run: (event: KeyboardEvent) => void;
}

/** The key of an event; letters in lower case. */
export const keyOf = ({ key }: KeyboardEvent): string => (key.length === 1 ? key.toLowerCase() : key);

/**
 * Calls when keys go up that may have been held.
 *
 * @param onLeave all of them, for the window no longer hears of its keys
 * @returns a function that stops it
 */
export function onKeysUp(onUp: (key: string) => void, onLeave: () => void): () => void {
  const up = (event: KeyboardEvent) => onUp(keyOf(event));
  addEventListener("keyup", up);
  addEventListener("blur", onLeave);
  return () => {
    removeEventListener("keyup", up);
    removeEventListener("blur", onLeave);
  };
}

const storageKey = "hyperplane-shortcuts";
/** How a 3D view is moved. */
export const orbitHelp =
  "Drag the scene to orbit; scroll or pinch to zoom; drag with the right button or two fingers to pan.";

export class Shortcuts {
  private readonly list: Shortcut[] = [];
  /** The use of the pointer in the current topic, for the help dialog. */
  pointer = "";
  /** How the view is moved, for the help dialog. */
  viewHelp = orbitHelp;
  private enabled = true;
  private dialog: HTMLDialogElement | null = null;

  constructor(private readonly scene: HTMLElement) {
    try {
      this.enabled = localStorage.getItem(storageKey) !== "off";
    } catch {
      // Storage may be blocked; shortcuts stay on.
    }
    document.addEventListener("keydown", (event) => this.handle(event));
  }

  /** @returns a function that removes the shortcuts */
  add(...shortcuts: readonly Shortcut[]): () => void {
    this.list.push(...shortcuts);
    return () => {
      for (const shortcut of shortcuts) this.list.splice(this.list.indexOf(shortcut), 1);
    };
  }

  private handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input:not([type=checkbox]), select, textarea, [contenteditable], dialog")) return;
    const key = keyOf(event);
    const inScene = target !== null && this.scene.contains(target);
    const found = this.list.find(
      (shortcut) =>
        shortcut.keys.includes(key) && (shortcut.where === "page" ? this.enabled || inScene : target === this.scene),
    );
    if (!found) return;
    event.preventDefault();
    found.run(event);
  }

  showHelp(): void {
    this.dialog?.remove();
    const rows = this.list.flatMap((shortcut) => [
      element("dt", {}, ...shortcut.shown.split(" ").map((key) => element("kbd", { text: key }))),
      element("dd", { text: shortcut.help }),
    ]);
    const toggle = element("input", { attributes: { type: "checkbox" } });
    toggle.checked = this.enabled;
    toggle.addEventListener("change", () => {
      this.enabled = toggle.checked;
      try {
        localStorage.setItem(storageKey, toggle.checked ? "on" : "off");
      } catch {
        // As above.
      }
    });
    const dialog = element(
      "dialog",
      { class: "help", attributes: { "aria-labelledby": "help-title" } },
      element("h2", { text: "Mouse, touch and keys", attributes: { id: "help-title" } }),
      element("p", {
        text: `${this.pointer} ${this.viewHelp}`.trim(),
      }),
      element("dl", { class: "keys" }, ...rows),
      element(
        "label",
        { class: "help-toggle" },
        toggle,
        "Letters and digits work on the whole page, not only in the scene",
      ),
      element(
        "form",
        { attributes: { method: "dialog" } },
        element("button", { class: "button", text: "Close", attributes: { type: "submit" } }),
      ),
    );
    showDialog(dialog);
    this.dialog = dialog;
  }
}
