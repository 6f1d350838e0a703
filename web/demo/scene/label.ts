/** Text in the scene: a DOM element that follows a point, sharp at any zoom and in the page's font. */

import { CSS2DObject } from "three/addons/renderers/CSS2DRenderer.js";
import { element, setText } from "../shell/dom.js";

export class Label {
  readonly object: CSS2DObject;
  private readonly text: HTMLElement;

  constructor(className: string, text = "") {
    // The renderer moves the outer element; the inner one is free for styling.
    this.text = element("span", { class: `label ${className}`, text });
    this.object = new CSS2DObject(element("div", { class: "label-anchor" }, this.text));
  }

  set(text: string): void {
    setText(this.text, text);
  }

  /** Puts the label beside its point instead of on it, towards a direction on screen (y downwards). */
  leanTowards(x: number, y: number): void {
    // Saturated well before the direction is exactly horizontal or vertical, so that most directions lean to a corner.
    const strength = 1.6 / Math.max(1e-6, Math.hypot(x, y));
    const lean = (value: number) => 0.5 - 0.5 * Math.max(-1, Math.min(1, strength * value));
    this.object.center.set(lean(x), lean(y));
  }

  get visible(): boolean {
    return this.object.visible;
  }

  set visible(visible: boolean) {
    this.object.visible = visible;
  }
}
