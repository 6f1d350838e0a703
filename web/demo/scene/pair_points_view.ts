/** The points of A and B behind each vertex of the simplex, joined by dashes and numbered as in the second view. */

import { Group, type Vector3 } from "three";
import { themeColor } from "../shell/theme.js";
import { Dots } from "./dots.js";
import { Label } from "./label.js";
import { order } from "./order.js";
import { dash, Segments } from "./segments.js";

const most = 8;

export class PairPointsView {
  readonly object = new Group();
  private readonly dotsA = new Dots({ pixels: 8, renderOrder: order.notes });
  private readonly dotsB = new Dots({ pixels: 8, renderOrder: order.notes });
  private readonly lines = new Segments({ width: 1.2, renderOrder: order.notes, opacity: 0.7 });
  private readonly labels = Array.from({ length: 2 * most }, (_, i) => new Label(i % 2 === 0 ? "label-a" : "label-b"));

  constructor() {
    this.object.add(this.dotsA.object, this.dotsB.object, this.lines.object);
    for (const label of this.labels) {
      label.leanTowards(0, -1);
      this.object.add(label.object);
    }
  }

  set(pairs: readonly { readonly onA: Vector3; readonly onB: Vector3 }[], dashLength: number): void {
    this.dotsA.set(pairs.map(({ onA }) => onA));
    this.dotsB.set(pairs.map(({ onB }) => onB));
    const lines: number[] = [];
    for (const { onA, onB } of pairs) dash(lines, onA, onB, dashLength);
    this.lines.set(lines);
    for (const [i, label] of this.labels.entries()) {
      const pair = pairs.length <= most ? pairs[i >> 1] : undefined;
      label.visible = pair !== undefined;
      if (!pair) continue;
      label.set(String((i >> 1) + 1));
      label.object.position.copy(i % 2 === 0 ? pair.onA : pair.onB);
    }
  }

  recolor(): void {
    this.dotsA.setColor(themeColor("a-scene"), themeColor("dot-rim"));
    this.dotsB.setColor(themeColor("b-scene"), themeColor("dot-rim"));
    this.lines.setColor(themeColor("ink"));
  }

  dispose(): void {
    for (const part of [this.dotsA, this.dotsB, this.lines]) part.dispose();
    this.object.clear();
    this.object.removeFromParent();
  }
}
