/** A choice among a few options: radio buttons in a row, so that arrow keys work and screen readers say "1 of 2". */

import { element } from "../shell/dom.js";
import { type IconName, icon } from "../shell/icons.js";

export interface SegmentedOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: IconName;
  /** Class of the swatch before the label. */
  readonly swatch?: string;
  readonly title?: string;
}

let groups = 0;

export class Segmented<T extends string> {
  readonly element: HTMLElement;
  private readonly inputs = new Map<T, HTMLInputElement>();

  constructor(legend: string, options: readonly SegmentedOption<T>[], onChoose: (value: T) => void) {
    const name = `segmented-${groups++}`;
    this.element = element("div", { class: "segmented", attributes: { role: "radiogroup", "aria-label": legend } });
    for (const option of options) {
      const input = element("input", { attributes: { type: "radio", name, value: option.value } });
      input.addEventListener("change", () => onChoose(option.value));
      this.inputs.set(option.value, input);
      this.element.append(
        element(
          "label",
          option.title === undefined ? {} : { title: option.title },
          input,
          element(
            "span",
            { class: "segment" },
            option.icon !== undefined && icon(option.icon),
            option.swatch !== undefined && element("i", { class: `swatch ${option.swatch}` }),
            option.label,
          ),
        ),
      );
    }
  }

  set value(value: T) {
    const input = this.inputs.get(value);
    if (input) input.checked = true;
  }
}
