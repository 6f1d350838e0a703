/**
 * The candidate axes with their overlaps as bars on one scale: left of the zero line the axis separates the boxes, right of it
 * their projections overlap. A list box: up and down move, Enter pins an axis in the scene, Escape unpins it.
 */

import { element, setText } from "../shell/dom.js";
import { length, niceCeiling, roundLength } from "../shell/format.js";

export interface AxisRow {
  /** Null where the edges are parallel and give no axis. */
  readonly overlap: number | null;
}

export interface AxisName {
  readonly group: string;
  /** Spoken form. */
  readonly text: string;
  /** Shown form, coloured. */
  readonly content: () => Node;
}

/** Share of the track that lies left of the zero line. */
const zero = 0.3;

interface Row {
  readonly option: HTMLElement;
  readonly bar: HTMLElement;
  readonly value: HTMLElement;
  readonly tag: HTMLElement;
}

export class AxisList {
  private readonly rows: Row[] = [];
  private readonly box: HTMLElement;
  private readonly scaleHigh = element("span");
  private active = 0;
  private pinned: number | null = null;
  private focused = false;
  private hovered: number | null = null;

  /**
   * @param onPreview gets the axis under the pointer or the keyboard's cursor, or null
   * @param onPin gets the pinned axis, or null
   */
  constructor(
    host: HTMLElement,
    private readonly names: readonly AxisName[],
    private readonly onPreview: (index: number | null) => void,
    private readonly onPin: (index: number | null) => void,
    title = "Fifteen axes",
  ) {
    this.box = element("div", {
      class: "axes",
      attributes: { role: "listbox", tabindex: "0", "aria-label": "Candidate axes with their overlaps" },
    });
    const groups = new Map<string, HTMLElement>();
    for (const [i, name] of names.entries()) {
      let group = groups.get(name.group);
      if (!group) {
        const id = `axes-group-${groups.size}`;
        group = element("div", { class: "axes-group", attributes: { role: "group", "aria-labelledby": id } });
        group.append(element("div", { class: "axes-heading", text: name.group, attributes: { id } }));
        groups.set(name.group, group);
        this.box.append(group);
      }
      const bar = element("span", { class: "axis-bar" });
      const value = element("span", { class: "axis-value" });
      const tag = element("span", { class: "axis-tag" });
      const option = element(
        "div",
        { class: "axis", attributes: { role: "option", id: `axis-${i}`, "aria-selected": "false" } },
        element("span", { class: "axis-name" }, name.content()),
        element("span", { class: "axis-track", attributes: { "aria-hidden": "true" } }, bar, tag),
        value,
      );
      option.addEventListener("pointerenter", (event) => {
        if (event.pointerType !== "touch") this.preview(i, "pointer");
      });
      option.addEventListener("pointerleave", () => this.preview(null, "pointer"));
      option.addEventListener("click", () => {
        this.active = i;
        this.pin(this.pinned === i ? null : i);
      });
      group.append(option);
      this.rows.push({ option, bar, value, tag });
    }
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("focus", () => {
      // The mouse moves the focus too, but not the keyboard's cursor.
      if (!this.box.matches(":focus-visible")) return;
      this.focused = true;
      this.preview(this.active, "keyboard");
    });
    this.box.addEventListener("blur", () => {
      this.focused = false;
      this.preview(null, "keyboard");
    });
    host.append(
      element(
        "div",
        { class: "axes-head" },
        element("h2", { text: title }),
        element(
          "div",
          { class: "axes-scale", attributes: { "aria-hidden": "true" } },
          element("span", { text: "0" }),
          this.scaleHigh,
        ),
      ),
      this.box,
      element("p", {
        class: "axes-hint",
        text: "Point at an axis to see it; click to pin it.",
      }),
    );
  }

  private preview(index: number | null, by: "pointer" | "keyboard"): void {
    if (by === "pointer") this.hovered = index;
    const shown = this.hovered ?? (this.focused ? this.active : null);
    this.box.toggleAttribute("data-keyboard", this.focused);
    for (const [i, row] of this.rows.entries())
      row.option.toggleAttribute("data-active", this.focused && i === this.active);
    if (this.focused) this.box.setAttribute("aria-activedescendant", `axis-${this.active}`);
    this.onPreview(shown);
  }

  private key(event: KeyboardEvent): void {
    const last = this.rows.length - 1;
    const moves: Record<string, number> = { ArrowDown: this.active + 1, ArrowUp: this.active - 1, Home: 0, End: last };
    const to = moves[event.key];
    if (to !== undefined) {
      this.active = Math.min(last, Math.max(0, to));
      this.rows[this.active]?.option.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" || event.key === " ") {
      this.pin(this.pinned === this.active ? null : this.active);
    } else if (event.key === "Escape" && this.pinned !== null) {
      this.pin(null);
    } else {
      return;
    }
    event.preventDefault();
    this.focused = true;
    this.preview(this.active, "keyboard");
  }

  private pin(index: number | null): void {
    this.pinnedAxis = index;
    this.onPin(index);
  }

  get pinnedAxis(): number | null {
    return this.pinned;
  }

  set pinnedAxis(index: number | null) {
    this.pinned = index;
    for (const [i, row] of this.rows.entries()) row.option.setAttribute("aria-selected", String(i === index));
  }

  update(axes: readonly AxisRow[], decisive: number, apart: boolean): void {
    let most = 0;
    for (const { overlap } of axes) {
      if (overlap !== null) most = Math.max(most, overlap, (-overlap * (1 - zero)) / zero);
    }
    const scale = niceCeiling(most);
    setText(this.scaleHigh, roundLength(scale));
    for (const [i, row] of this.rows.entries()) {
      const overlap = axes[i]?.overlap ?? null;
      const isDecisive = i === decisive;
      const state = overlap === null ? "none" : overlap < 0 ? "apart" : "overlap";
      row.option.dataset.state = state;
      row.option.toggleAttribute("data-decisive", isDecisive);
      setText(row.value, overlap === null ? "\u2014" : length(overlap));
      setText(row.tag, overlap === null ? "parallel, no axis" : isDecisive ? (apart ? "separates" : "least") : "");
      const width = overlap === null ? 0 : (Math.abs(overlap) / scale) * (1 - zero);
      row.bar.style.left = `${100 * (state === "apart" ? zero - width : zero)}%`;
      row.bar.style.width = `${100 * width}%`;
      const words =
        overlap === null
          ? "parallel edges, no axis"
          : `${state === "apart" ? "gap" : "overlap"} ${length(Math.abs(overlap))}`;
      row.option.setAttribute("aria-label", `${this.names[i]?.text ?? ""}: ${words}${isDecisive ? ", decisive" : ""}`);
    }
  }
}
