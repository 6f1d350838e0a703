/** The colours of a scene and their meanings. */

import { element } from "../shell/dom.js";

export interface LegendEntry {
  /** The name of a colour of the style sheet, without its dashes. */
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
