/** A short bar chart: names, bars and numbers. */

import { element } from "../shell/dom.js";

export interface TallyRow {
  readonly name: string;
  readonly count: number;
}

export class Tally {
  private readonly rows = element("div");
  private readonly note = element("p", { class: "tally-note" });

  constructor(host: HTMLElement, title: string) {
    host.append(element("div", { class: "tally" }, element("h2", { text: title }), this.rows, this.note));
  }

  set(rows: readonly TallyRow[], note: string): void {
    const most = Math.max(1, ...rows.map(({ count }) => count));
    this.rows.replaceChildren(
      ...rows.map(({ name, count }) => {
        const bar = element("div", { class: "tally-bar", attributes: { "aria-hidden": "true" } });
        bar.style.width = `${(100 * count) / most}%`;
        return element(
          "div",
          { class: "tally-row" },
          element("span", { text: name }),
          bar,
          element("span", { class: "tally-value", text: String(count) }),
        );
      }),
    );
    this.note.textContent = note;
  }
}
