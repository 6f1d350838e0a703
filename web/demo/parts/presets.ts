/** The row of presets, numbered by the keys that select them. */

import { element, keyHint } from "../shell/dom.js";
import type { Shortcuts } from "../shell/shortcuts.js";

export interface Preset {
  readonly id: string;
  readonly label: string;
  /** What there is to see, in one sentence. */
  readonly hint: string;
}

export class PresetBar<T extends Preset> {
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private readonly stop: () => void;

  constructor(host: HTMLElement, shortcuts: Shortcuts, presets: readonly T[], choose: (preset: T) => void) {
    const list = element("ul", { class: "chips", attributes: { "aria-label": "Presets" } });
    for (const [i, preset] of presets.entries()) {
      const button = element(
        "button",
        {
          class: "chip",
          title: preset.hint,
          attributes: { type: "button", "data-preset": preset.id, "aria-pressed": "false" },
        },
        i < 9 && keyHint(String(i + 1)),
        preset.label,
      );
      button.addEventListener("click", () => choose(preset));
      this.buttons.set(preset.id, button);
      list.append(element("li", {}, button));
    }
    host.append(list);
    this.stop = shortcuts.add({
      keys: presets.slice(0, 9).map((_, i) => String(i + 1)),
      shown: `1 \u2013 ${Math.min(9, presets.length)}`,
      help: "Presets",
      where: "page",
      run: (event) => {
        const preset = presets[Number(event.key) - 1];
        if (preset) choose(preset);
      },
    });
  }

  /** Marks the preset on screen; null once the user has changed it. */
  set current(id: string | null) {
    for (const [key, button] of this.buttons) {
      const pressed = String(key === id);
      if (button.getAttribute("aria-pressed") === pressed) continue;
      button.setAttribute("aria-pressed", pressed);
      // Scrolls the row only: scrollIntoView would scroll the page on a phone.
      const row = button.closest<HTMLElement>(".chips");
      if (pressed === "true" && row) {
        row.scrollTo({ left: button.offsetLeft - (row.clientWidth - button.offsetWidth) / 2, behavior: "instant" });
      }
    }
  }

  dispose(): void {
    this.stop();
  }
}
