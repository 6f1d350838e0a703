/** The names of the fifteen candidate axes of two boxes, in the order of explainSat. */

import { element } from "../shell/dom.js";
import type { AxisName } from "./axis_list.js";

const letters = ["x", "y", "z"] as const;

export function axisNames(): AxisName[] {
  const mark = (side: "a" | "b", text: string) => element("b", { class: side, text });
  const names: AxisName[] = [];
  for (const side of ["a", "b"] as const) {
    const upper = side.toUpperCase();
    for (const letter of letters) {
      names.push({
        group: `Faces of ${upper}`,
        text: `face of ${upper}, ${letter}`,
        content: () => wrap(mark(side, `${upper} ${letter}`)),
      });
    }
  }
  for (const i of letters) {
    for (const j of letters) {
      names.push({
        group: "Edge of A \u00d7 edge of B",
        text: `edge ${i} of A with edge ${j} of B`,
        content: () => wrap(mark("a", `A ${i}`), " \u00d7 ", mark("b", `B ${j}`)),
      });
    }
  }
  return names;
}

function wrap(...nodes: (Node | string)[]): HTMLElement {
  return element("span", { class: "axis-label" }, ...nodes);
}
