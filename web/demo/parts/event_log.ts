/** The latest events, newest first. */

import { element } from "../shell/dom.js";

export type EventKind = "began" | "ended" | "picked" | "ground" | "against" | "walk";

const most = 40;

export class EventLog {
  private readonly list = element("ol", {
    class: "log-list",
    attributes: { role: "log", "aria-label": "Events", tabindex: "0" },
  });
  private count = 0;

  constructor(host: HTMLElement, title: string, hint: string) {
    host.append(
      element(
        "div",
        { class: "log" },
        element("h2", { text: title }),
        this.list,
        element("p", { class: "log-hint", text: hint }),
      ),
    );
  }

  add(kind: EventKind, text: string): void {
    this.count++;
    this.list.prepend(
      element(
        "li",
        { attributes: { "data-event": kind } },
        element("span", { class: "log-number", text: String(this.count) }),
        element("span", { class: "log-kind", text: kind }),
        element("span", { text }),
      ),
    );
    while (this.list.childElementCount > most) this.list.lastElementChild?.remove();
  }

  clear(): void {
    this.count = 0;
    this.list.replaceChildren();
  }
}
