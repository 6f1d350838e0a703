/** The answer in words and numbers: a verdict, one number and named values. Rows keep their order; one without a value is hidden. */

import { element, keyHint, setText } from "../shell/dom.js";

export type Verdict = "overlap" | "touch" | "apart";

/** "plain" and "refused" are for topics without a pair of shapes. */
export type AnswerKind = Verdict | "plain" | "refused";

export const verdictWords: Readonly<Record<Verdict, string>> = {
  overlap: "Overlapping",
  touch: "Touching",
  apart: "Apart",
};

/** The value of a row that has none at present. */
export const none = "\u2014";

export class AnswerCard {
  private readonly card: HTMLElement;
  private readonly word = element("span", { class: "verdict-word" });
  private readonly number = element("span", { class: "verdict-number" });
  private readonly unit = element("span", { class: "verdict-unit" });
  private readonly rows = new Map<string, { readonly name: HTMLElement; readonly value: HTMLElement }>();
  private readonly list = element("dl", { class: "facts" });
  private readonly actions = element("div", { class: "answer-actions" });
  /** Small screens show the rows on demand. */
  private readonly toggle = element("button", {
    class: "facts-toggle",
    text: "Numbers",
    attributes: { type: "button", "aria-expanded": "false" },
    on: {
      click: () => {
        const isOpen = this.list.toggleAttribute("data-open");
        this.toggle.setAttribute("aria-expanded", String(isOpen));
      },
    },
  });

  constructor(host: HTMLElement) {
    this.card = host;
    host.append(
      element(
        "h2",
        { class: "verdict" },
        element("i", { class: "verdict-mark", attributes: { "aria-hidden": "true" } }),
        this.word,
      ),
      element("p", { class: "verdict-measure" }, this.number, this.unit),
      this.actions,
      this.toggle,
      this.list,
    );
  }

  /** `measure` is the number of the answer, `what` its unit or meaning. */
  setAnswer(kind: AnswerKind, word: string, measure: string, what: string): void {
    this.card.dataset.verdict = kind;
    setText(this.word, word);
    setText(this.number, measure);
    setText(this.unit, what);
  }

  /** Sets a row, adding it on first use. Rows have keys because their names change with the verdict. */
  setRow(key: string, name: string, value: string | Node): void {
    let row = this.rows.get(key);
    if (!row) {
      row = { name: element("dt"), value: element("dd", { attributes: { "data-fact": key } }) };
      this.rows.set(key, row);
      this.list.append(row.name, row.value);
    }
    setText(row.name, name);
    row.name.hidden = row.value.hidden = value === none;
    if (typeof value === "string") setText(row.value, value);
    else if (row.value.textContent !== value.textContent) row.value.replaceChildren(value);
  }

  /** Adds a button below the rows, with the key that does the same. */
  addButton(text: string, key: string | null, run: () => void, rank: "main" | "other" = "other"): HTMLButtonElement {
    const button = element(
      "button",
      { class: rank === "main" ? "button button-main" : "button", attributes: { type: "button" }, on: { click: run } },
      text,
      key !== null && keyHint(key),
    );
    this.actions.append(button);
    return button;
  }
}
