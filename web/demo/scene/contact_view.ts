/**
 * Contacts and distances: for overlapping bodies the contact points with their normal, the minimum translation vector and an
 * outline of B at its end; for separate bodies the closest points and the line between them. Arrow heads and normals keep
 * their size on screen; the other lengths are to scale.
 */

import { Group, Vector3 } from "three";
import { length } from "../shell/format.js";
import { themeColor } from "../shell/theme.js";
import { Arrow } from "./arrow.js";
import { Dots } from "./dots.js";
import { Label } from "./label.js";
import { order } from "./order.js";
import { Segments } from "./segments.js";
import type { Stage } from "./stage.js";

/** All in scene coordinates. */
export interface ContactDrawing {
  readonly pairs: readonly { readonly onA: Vector3; readonly onB: Vector3 }[];
  /** Drawn at the points on A; null without a contact. */
  readonly normal: Vector3 | null;
  /** The MTV, from the deepest point of B; null to draw none. */
  readonly wayOut: {
    readonly from: Vector3;
    readonly mtv: Vector3;
    readonly depth: number;
    readonly outline: number[];
  } | null;
  /** The distance between the closest points; null where the bodies touch or overlap. */
  readonly gap: number | null;
}

const normalPixels = 34;
const headPixels = 15;

export class ContactView {
  readonly object = new Group();
  private readonly dotsA = new Dots({ pixels: 10, renderOrder: order.marks });
  private readonly dotsB = new Dots({ pixels: 10, renderOrder: order.marks });
  private readonly normals = new Segments({ width: 2, renderOrder: order.marks });
  private readonly witness = new Segments({ width: 2, renderOrder: order.marks });
  private readonly witnessLabel = new Label("label-witness");
  private readonly outline = new Segments({ width: 1.5, renderOrder: order.edges, opacity: 0.55 });
  private readonly arrow = new Arrow(4, order.marks);
  private readonly arrowLabel = new Label("label-mtv");
  private drawing: ContactDrawing = { pairs: [], normal: null, wayOut: null, gap: null };

  constructor(private readonly stage: Stage) {
    const { dotsA, dotsB, normals, witness, witnessLabel, outline, arrow, arrowLabel } = this;
    const parts = [dotsA, dotsB, normals, witness, witnessLabel, outline, arrow, arrowLabel];
    this.object.add(...parts.map((part) => part.object));
    this.witnessLabel.leanTowards(0, -1);
  }

  recolor(): void {
    this.dotsA.setColor(themeColor("a-scene"), themeColor("dot-rim"));
    this.dotsB.setColor(themeColor("b-scene"), themeColor("dot-rim"));
    this.normals.setColor(themeColor("ink"));
    this.witness.setColor(themeColor("ink"));
    this.outline.setColor(themeColor("b-scene"));
    this.arrow.setColor(themeColor("overlap"));
  }

  set(drawing: ContactDrawing): void {
    this.drawing = drawing;
    const { pairs, wayOut, gap } = drawing;
    this.dotsA.set(pairs.map(({ onA }) => onA));
    this.dotsB.set(pairs.map(({ onB }) => onB));
    this.outline.set(wayOut?.outline ?? []);
    this.arrow.object.visible = wayOut !== null;
    this.arrowLabel.visible = wayOut !== null;
    if (wayOut) {
      this.arrowLabel.set(`MTV ${length(wayOut.depth)}`);
      this.arrowLabel.object.position.copy(wayOut.from).add(wayOut.mtv);
    }
    const closest = pairs[0];
    const apart = gap !== null && closest !== undefined;
    this.witnessLabel.visible = apart;
    this.witness.set(apart ? [...closest.onA.toArray(), ...closest.onB.toArray()] : []);
    if (apart) {
      this.witnessLabel.set(length(gap));
      this.witnessLabel.object.position.copy(closest.onA).lerp(closest.onB, 0.5);
    }
  }

  /** Sizes the parts that keep their size on screen. To be called before each frame. */
  place(): void {
    const { pairs, normal, wayOut } = this.drawing;
    const lines: number[] = [];
    for (const { onA } of normal ? pairs : []) {
      tip.copy(onA).addScaledVector(normal ?? tip, normalPixels * this.stage.metresPerPixel(onA));
      lines.push(...onA.toArray(), ...tip.toArray());
    }
    this.normals.set(lines);
    if (!wayOut) return;
    tip.copy(wayOut.from).add(wayOut.mtv);
    this.arrow.set(wayOut.from, tip, headPixels * this.stage.metresPerPixel(tip));
    // The label stands beyond the tip.
    const { x, y } = this.stage.screenDirection(tip, wayOut.mtv.clone().normalize());
    this.arrowLabel.leanTowards(x, y);
  }

  dispose(): void {
    const { dotsA, dotsB, normals, witness, outline, arrow } = this;
    for (const part of [dotsA, dotsB, normals, witness, outline, arrow]) part.dispose();
    this.object.clear();
    this.object.removeFromParent();
  }
}

const tip = new Vector3();
