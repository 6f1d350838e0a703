/** The answer in words and numbers: a verdict, one number, a few named values. Always the same rows, so that nothing jumps. */

import { element, setText } from "../shell/dom.js";

export type Verdict = "overlap" | "touch" | "apart";

/** "plain" and "refused" are answers of other kinds than where two bodies stand. */
export type AnswerKind = Verdict | "plain" | "refused";

export const verdictWords: Readonly<Record<Verdict, string>> = {
  overlap: "Overlapping",
  touch: "Touching",
  apart: "Apart",
};

export class AnswerCard {
  private readonly card: HTMLElement;
  private readonly word = element("span", { class: "verdict-word" });
  private readonly number = element("span", { class: "verdict-number" });
  private readonly unit = element("span", { class: "verdict-unit" });
  private readonly rows = new Map<string, { readonly name: HTMLElement; readonly value: HTMLElement }>();
  private readonly list = element("dl", { class: "facts" });
  private readonly actions = element("div", { class: "answer-actions" });

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
      this.list,
      this.actions,
    );
  }

  /** `measure` is the number that goes with the answer, `what` says what it measures. */
  setAnswer(kind: AnswerKind, word: string, measure: string, what: string): void {
    this.card.dataset.verdict = kind;
    setText(this.word, word);
    setText(this.number, measure);
    setText(this.unit, what);
  }

  /** Sets a row, making it if it is new. A name may change with the verdict, so rows have keys. */
  setRow(key: string, name: string, value: string | Node): void {
    let row = this.rows.get(key);
    if (!row) {
      row = { name: element("dt"), value: element("dd", { attributes: { "data-fact": key } }) };
      this.rows.set(key, row);
      this.list.append(row.name, row.value);
    }
    setText(row.name, name);
    if (typeof value === "string") setText(row.value, value);
    else if (row.value.textContent !== value.textContent) row.value.replaceChildren(value);
  }

  addAction(button: HTMLElement): void {
    this.actions.append(button);
  }
}
