/**
 * The iterations of an algorithm as a list to step through. Each row draws its bounds of the answer as a bar. Buttons, a slider
 * and the arrow keys move one cursor.
 */

import { element, setText } from "../shell/dom.js";
import { length, niceCeiling } from "../shell/format.js";
import { icon } from "../shell/icons.js";

export interface StepRow {
  /** Heading above the rows of one group. */
  readonly group: string;
  readonly name: string;
  readonly lower: number;
  readonly upper: number;
}

/** Metres of rounding in a bound that is zero. */
const roundOff = 1e-9;

export class StepList {
  private readonly box: HTMLElement;
  private readonly slider = element("input", {
    attributes: { type: "range", min: "0", step: "1", "aria-label": "Step" },
  });
  private readonly count = element("span", { class: "steps-count" });
  private readonly back: HTMLButtonElement;
  private readonly forth: HTMLButtonElement;
  private options: HTMLElement[] = [];
  private rows: readonly StepRow[] = [];
  private at = 0;

  constructor(
    host: HTMLElement,
    title: string,
    private readonly onStep: (index: number) => void,
    onPlay: () => void,
    /** Tooltip of the play button. */
    playTitle = "Play (P)",
  ) {
    const button = (label: string, text: string, by: number) => {
      const made = element("button", {
        class: "button steps-button",
        text,
        attributes: { type: "button", "aria-label": label },
      });
      made.addEventListener("click", () => this.move(by));
      return made;
    };
    this.back = button("One step back", "\u2039", -1);
    this.forth = button("One step on", "\u203a", 1);
    const play = element(
      "button",
      {
        class: "button steps-button",
        title: playTitle,
        attributes: { type: "button", "aria-label": "Play the steps" },
      },
      icon("play"),
    );
    play.addEventListener("click", onPlay);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.box = element("div", { class: "steps", attributes: { role: "listbox", tabindex: "0", "aria-label": title } });
    this.box.addEventListener("keydown", (event) => {
      const last = this.rows.length - 1;
      const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.go(to);
    });
    host.append(
      element("div", { class: "steps-head" }, element("h2", { text: title }), this.count),
      element("div", { class: "steps-walk" }, this.back, this.slider, this.forth, play),
      this.box,
    );
  }

  get index(): number {
    return this.at;
  }

  /** Replaces the steps and moves the cursor to one of them, without calling back. */
  set(rows: readonly StepRow[], index: number): void {
    this.rows = rows;
    const finite = rows.flatMap(({ lower, upper }) => [lower, upper]).filter(Number.isFinite);
    // The scale starts at zero, or below where shapes overlap within their rounding radii.
    const least = Math.min(0, ...finite);
    const start = least < -roundOff ? -niceCeiling(-least) : 0;
    const most = Math.max(0, ...finite);
    const range = (most > roundOff || start === 0 ? niceCeiling(most) : 0) - start;
    const share = (value: number) => (100 * Math.min(range, Math.max(0, value - start))) / range;
    this.options = [];
    const children: HTMLElement[] = [];
    let group = "";
    for (const [i, row] of rows.entries()) {
      if (row.group !== group) {
        group = row.group;
        children.push(element("div", { class: "axes-heading", text: group, attributes: { role: "presentation" } }));
      }
      const bar = element("span", { class: "step-bar" });
      bar.style.left = `${share(row.lower)}%`;
      bar.style.width = `${share(row.upper) - share(row.lower)}%`;
      const option = element(
        "div",
        {
          class: "step",
          attributes: {
            role: "option",
            id: `step-${i}`,
            "aria-label": `Step ${i + 1}, ${row.group}: ${row.name}, between ${length(row.lower)} and ${length(row.upper)}`,
          },
        },
        element("span", { class: "step-number", text: String(i + 1) }),
        element("span", { class: "step-name", text: row.name }),
        element("span", { class: "step-track", attributes: { "aria-hidden": "true" } }, bar),
        element("span", { class: "axis-value", text: length(row.upper) }),
      );
      option.addEventListener("click", () => this.go(i));
      this.options.push(option);
      children.push(option);
    }
    this.box.replaceChildren(...children);
    this.slider.max = String(Math.max(0, rows.length - 1));
    this.show(index);
  }

  move(by: number): void {
    this.go(this.at + by);
  }

  private go(index: number): void {
    const to = Math.min(this.rows.length - 1, Math.max(0, index));
    if (to === this.at) return;
    this.show(to);
    this.onStep(to);
  }

  private show(index: number): void {
    this.at = Math.min(Math.max(0, this.rows.length - 1), Math.max(0, index));
    for (const [i, option] of this.options.entries()) option.setAttribute("aria-selected", String(i === this.at));
    const option = this.options[this.at];
    if (option) {
      // Scrolls the list only: scrollIntoView would scroll the page too.
      const top = option.offsetTop;
      const { scrollTop, clientHeight } = this.box;
      if (top < scrollTop || top + option.offsetHeight > scrollTop + clientHeight)
        this.box.scrollTop = top - clientHeight / 2;
    }
    if (this.rows.length > 0) this.box.setAttribute("aria-activedescendant", `step-${this.at}`);
    this.slider.value = String(this.at);
    setText(this.count, this.rows.length === 0 ? "none" : `${this.at + 1} of ${this.rows.length}`);
    this.back.disabled = this.at === 0;
    this.forth.disabled = this.at >= this.rows.length - 1;
  }
}
