/**
 * One candidate axis with the projections of both boxes.
 *
 * The axis is drawn beside the boxes: moved at right angles to the axis and the line of sight, just beyond the farthest corner.
 * There it is visible at full length in any view. It changes sides only when the other side is clearly lower on screen, so
 * that the drawing does not flip back and forth.
 */

import { type Camera, Group, Vector3 } from "three";
import { length } from "../shell/format.js";
import { themeColor } from "../shell/theme.js";
import { Label } from "./label.js";
import { order } from "./order.js";
import { dash, Segments } from "./segments.js";
import type { Stage } from "./stage.js";

export interface Projection {
  /** Unit length. */
  readonly axis: Vector3;
  /** A point of the axis, from which the intervals are measured. */
  readonly center: Vector3;
  readonly intervalA: readonly [number, number];
  readonly intervalB: readonly [number, number];
  /** As in explainSat: negative where the boxes are apart. */
  readonly overlap: number;
  readonly cornersA: readonly Vector3[];
  readonly cornersB: readonly Vector3[];
}

/** Distance of the axis from the farthest corner, and overhang of its ends, as shares of the boxes' extent. */
const clearance = 0.16;
const overhang = 0.1;
/** Pixels from the axis to the middle of a bar, half the length of an end tick, and half the width of a bar. */
const barOffset = 9;
const tickHalf = 7;
/** Share of the extent within which a corner lies on the end of an interval. */
const endTolerance = 1e-4;
/** Sine of the angle on screen at which the axis changes sides. */
const sideHysteresis = 0.35;

export class AxisView {
  readonly object = new Group();
  private readonly line = new Segments({ width: 1.5, renderOrder: order.notes, opacity: 0.7 });
  private readonly barA = new Segments({ width: 7, renderOrder: order.notes });
  private readonly barB = new Segments({ width: 7, renderOrder: order.notes });
  private readonly ticksA = new Segments({ width: 2, renderOrder: order.notes });
  private readonly ticksB = new Segments({ width: 2, renderOrder: order.notes });
  private readonly dropsA = new Segments({ width: 1.2, renderOrder: order.edges, opacity: 0.5 });
  private readonly dropsB = new Segments({ width: 1.2, renderOrder: order.edges, opacity: 0.5 });
  private readonly overlapBar = new Segments({ width: 5, renderOrder: order.marks });
  private readonly gap = new Segments({ width: 2.5, renderOrder: order.marks });
  private readonly label = new Label("label-measure");
  private projection: Projection | null = null;
  private side = 1;

  constructor(private readonly stage: Stage) {
    this.object.add(...this.parts().map((part) => part.object), this.label.object);
    this.set(null);
  }

  private parts(): Segments[] {
    const { line, barA, barB, ticksA, ticksB, dropsA, dropsB, overlapBar, gap } = this;
    return [line, dropsA, dropsB, barA, barB, ticksA, ticksB, overlapBar, gap];
  }

  recolor(): void {
    this.line.setColor(themeColor("ink"));
    for (const part of [this.barA, this.ticksA, this.dropsA]) part.setColor(themeColor("a-scene"));
    for (const part of [this.barB, this.ticksB, this.dropsB]) part.setColor(themeColor("b-scene"));
    this.overlapBar.setColor(themeColor("overlap"));
    this.gap.setColor(themeColor("apart"));
  }

  set(projection: Projection | null): void {
    this.projection = projection;
    this.object.visible = projection !== null;
    // CSS2DRenderer ignores the visibility of parents.
    this.label.visible = projection !== null;
    if (!projection) return;
    const apart = projection.overlap < 0;
    this.label.set(`${apart ? "gap" : "overlap"} ${length(Math.abs(projection.overlap))}`);
    this.label.object.element.dataset.state = apart ? "apart" : "overlap";
  }

  /** The direction in which the drawing is moved off the boxes: across the axis and the line of sight, downwards on screen. */
  private sideways(camera: Camera, n: Vector3): Vector3 {
    camera.getWorldDirection(sight);
    const sideways = new Vector3().crossVectors(n, sight);
    const right = screenAxis.setFromMatrixColumn(camera.matrixWorld, 0);
    if (sideways.lengthSq() < 1e-6) sideways.copy(right).addScaledVector(n, -right.dot(n));
    sideways.normalize();
    const rise = sideways.dot(screenAxis.setFromMatrixColumn(camera.matrixWorld, 1));
    if (rise * this.side > sideHysteresis) this.side = -this.side;
    return sideways.multiplyScalar(this.side);
  }

  private frame(camera: Camera, p: Projection) {
    const sideways = this.sideways(camera, p.axis);
    let reach = 0;
    for (const corner of [...p.cornersA, ...p.cornersB]) {
      reach = Math.max(reach, relative.copy(corner).sub(p.center).dot(sideways));
    }
    const low = Math.min(p.intervalA[0], p.intervalB[0]);
    const high = Math.max(p.intervalA[1], p.intervalB[1]);
    const extent = Math.max(high - low, reach);
    const base = p.center.clone().addScaledVector(sideways, reach + clearance * extent);
    return { sideways, base, extent, low: low - overhang * extent, high: high + overhang * extent };
  }

  /** The ends of the drawing and the place of its label, as seen by a camera. */
  ends(camera: Camera): Vector3[] {
    const p = this.projection;
    if (!p) return [];
    const { base, low, high, extent, sideways } = this.frame(camera, p);
    const ends = [low, high].map((along) => base.clone().addScaledVector(p.axis, along));
    // The label beside the axis is wide and low, so it needs more room where the axis stands upright.
    const across = Math.abs(sideways.dot(screenAxis.setFromMatrixColumn(camera.matrixWorld, 0)));
    const beside = base.clone().addScaledVector(p.axis, (low + high) / 2);
    return [...ends, beside.addScaledVector(sideways, (0.1 + 0.3 * across) * extent)];
  }

  /** Lays everything out for the camera. To be called before each frame. */
  place(camera: Camera): void {
    const p = this.projection;
    if (!p) return;
    const n = p.axis;
    const { sideways, base, extent, low, high } = this.frame(camera, p);
    const pixel = this.stage.metresPerPixel(base);

    const at = (along: number, pixels: number) =>
      base
        .clone()
        .addScaledVector(n, along)
        .addScaledVector(sideways, pixels * pixel);
    const pair = (from: Vector3, to: Vector3) => [from.x, from.y, from.z, to.x, to.y, to.z];

    this.line.set(pair(at(low, 0), at(high, 0)));
    this.barA.set(pair(at(p.intervalA[0], -barOffset), at(p.intervalA[1], -barOffset)));
    this.barB.set(pair(at(p.intervalB[0], barOffset), at(p.intervalB[1], barOffset)));
    const ticks = (interval: readonly [number, number], middle: number) =>
      interval.flatMap((end) => pair(at(end, middle - tickHalf), at(end, middle + tickHalf)));
    this.ticksA.set(ticks(p.intervalA, -barOffset));
    this.ticksB.set(ticks(p.intervalB, barOffset));

    // One dashed line per corner at the end of its interval: one for a corner, two for an edge, four for a face.
    const drops = (corners: readonly Vector3[], interval: readonly [number, number], pixels: number) => {
      const out: number[] = [];
      for (const corner of corners) {
        const along = relative.copy(corner).sub(p.center).dot(n);
        for (const end of interval) {
          if (Math.abs(along - end) < endTolerance * extent) dash(out, corner, at(end, pixels), 8 * pixel);
        }
      }
      return out;
    };
    this.dropsA.set(drops(p.cornersA, p.intervalA, -barOffset));
    this.dropsB.set(drops(p.cornersB, p.intervalB, barOffset));

    const lean = this.stage.screenDirection(base, sideways);
    this.label.leanTowards(lean.x, lean.y);
    if (p.overlap < 0) {
      const [from, to] =
        p.intervalA[1] < p.intervalB[0] ? [p.intervalA[1], p.intervalB[0]] : [p.intervalB[1], p.intervalA[0]];
      this.overlapBar.set([]);
      this.gap.set(pair(at(from, 0), at(to, 0)));
      this.label.object.position.copy(at((from + to) / 2, barOffset + tickHalf + 5));
    } else {
      // The distance that B has to travel: to the upper or the lower end of A, whichever is nearer.
      const forwards = p.intervalA[1] - p.intervalB[0];
      const backwards = p.intervalB[1] - p.intervalA[0];
      const [from, to] = forwards <= backwards ? [p.intervalB[0], p.intervalA[1]] : [p.intervalA[0], p.intervalB[1]];
      this.overlapBar.set(pair(at(from, 0), at(to, 0)));
      this.gap.set([]);
      this.label.object.position.copy(at((from + to) / 2, barOffset + tickHalf + 5));
    }
  }

  dispose(): void {
    for (const part of this.parts()) part.dispose();
    this.object.clear();
    this.object.removeFromParent();
  }
}

const sight = new Vector3();
const screenAxis = new Vector3();
const relative = new Vector3();
