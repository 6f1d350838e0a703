/** The colours of a scene and their meanings: of what is drawn at present. */

import { element } from "../shell/dom.js";

/** Two colours of the style sheet, without their dashes, and the share of the second one. */
export type Mix = readonly [color: string, other: string, share: number];

export interface LegendEntry {
  /** The name of a colour of the style sheet, without its dashes, or a mixture of two. */
  readonly color: string | Mix;
  /** Of what one sees through. Default: 1. */
  readonly opacity?: number;
  readonly mark: "area" | "line" | "dot" | "arrow";
  readonly text: string;
}

/** Called before each frame. False in place of what is not drawn. */
export type LegendSource = () => readonly (LegendEntry | false)[];

export class Legend {
  readonly element = element("ul", { class: "legend", attributes: { "aria-label": "Colours of the scene" } });
  private shown = "";

  /** Empty until the first `refresh`. */
  constructor(private readonly source: LegendSource) {}

  refresh(): void {
    const entries = this.source().filter((entry) => entry !== false);
    const shown = entries.map(({ color, text }) => `${color} ${text}`).join();
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.replaceChildren(
      ...entries.map(({ color, opacity = 1, mark, text }) => {
        const sign = element("i", { class: "legend-mark", attributes: { "data-mark": mark, "aria-hidden": "true" } });
        sign.style.setProperty("--mark", styled(color, opacity));
        return element("li", {}, sign, text);
      }),
    );
  }
}

/** Mixed in linear light, as by `mixedColor`; blended with the ground as WebGL blends. */
function styled(color: LegendEntry["color"], opacity: number): string {
  const [one, other = one, share = 0] = typeof color === "string" ? [color] : color;
  const solid = `color-mix(in srgb-linear, var(--${one}), var(--${other}) ${100 * share}%)`;
  return `color-mix(in srgb, ${solid} ${100 * opacity}%, var(--surface))`;
}
