/** What the colours of a scene mean, in a corner of it. */

import { element } from "../shell/dom.js";

export interface LegendEntry {
  /** A colour of the page, by its name without dashes. */
  readonly color: string;
  readonly mark: "area" | "line" | "dot" | "arrow";
  readonly text: string;
}

export class Legend {
  readonly element = element("ul", { class: "legend", attributes: { "aria-label": "Colours of the scene" } });

  constructor(entries: readonly LegendEntry[] = []) {
    this.entries = entries;
  }

  set entries(entries: readonly LegendEntry[]) {
    this.element.replaceChildren(
      ...entries.map(({ color, mark, text }) => {
        const sign = element("i", { class: "legend-mark", attributes: { "data-mark": mark, "aria-hidden": "true" } });
        sign.style.setProperty("--mark", `var(--${color})`);
        return element("li", {}, sign, text);
      }),
    );
  }
}
