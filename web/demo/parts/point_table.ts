/** The coordinates of contact points or closest points, folded away until the user opens them. */

import type { Vector3Like } from "three";
import { element } from "../shell/dom.js";
import { vector } from "../shell/format.js";

export class PointTable {
  private readonly rows = element("tbody");

  constructor(host: HTMLElement) {
    const headings = ["", "x", "y", "z"].map((text) => element("th", { text, attributes: { scope: "col" } }));
    host.append(
      element(
        "details",
        { class: "points" },
        element("summary", { text: "Points in numbers" }),
        element("table", {}, element("thead", {}, element("tr", {}, ...headings)), this.rows),
      ),
    );
  }

  set(pairs: readonly { readonly onA: Vector3Like; readonly onB: Vector3Like }[]): void {
    this.rows.replaceChildren(...pairs.flatMap(({ onA, onB }) => [row("a", "on A", onA), row("b", "on B", onB)]));
  }
}

function row(side: "a" | "b", text: string, point: Vector3Like): HTMLElement {
  const numbers = vector(point).split(", ");
  return element(
    "tr",
    {},
    element("th", { attributes: { scope: "row" } }, element("b", { class: side, text })),
    ...numbers.map((number) => element("td", { text: number })),
  );
}
