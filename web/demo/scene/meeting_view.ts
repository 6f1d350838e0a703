/** One impact close up: bullet and plate at each iteration of the search, and the gap measured there. */

import type { ImpactStep } from "hyperplane";
import { Group, type Quaternion, Vector3 } from "three";
import type { Meeting } from "../parts/bullet_range.js";
import { themeColor } from "../shell/theme.js";
import { Dots } from "./dots.js";
import { order } from "./order.js";
import { Segments } from "./segments.js";
import { type Look, ShapeView } from "./shape_view.js";

/** Ghosts closer together than this share of the sweep are not drawn: they would blur into one. */
const leastApart = 0.004;

export class MeetingView {
  readonly object = new Group();
  private readonly bullet = new ShapeView();
  private readonly plate = new ShapeView();
  private readonly bulletGhosts = new Segments({ width: 1.1, renderOrder: order.edges, opacity: 0.3 });
  private readonly plateGhosts = new Segments({ width: 1.1, renderOrder: order.edges, opacity: 0.3 });
  private readonly path = new Segments({ width: 1.4, renderOrder: order.edges, opacity: 0.7 });
  private readonly gap = new Segments({ width: 2.6, renderOrder: order.notes });
  private readonly witnesses = new Dots({ pixels: 9, renderOrder: order.marks });
  private bulletLines: readonly number[] = [];
  private plateLines: readonly number[] = [];

  constructor() {
    this.object.add(this.bullet.group, this.plate.group);
    for (const part of [this.bulletGhosts, this.plateGhosts, this.path, this.gap, this.witnesses])
      this.object.add(part.object);
  }

  setLooks(bullet: Look, plate: Look): void {
    this.bullet.look = bullet;
    this.plate.look = plate;
    this.bulletLines = bullet.lines;
    this.plateLines = plate.lines;
  }

  /** @returns points to fit the view to */
  set(meeting: Meeting, steps: readonly ImpactStep[]): Vector3[] {
    const bullets: number[] = [];
    const plates: number[] = [];
    let last = -1;
    for (const { time } of [...steps, { time: 1 }]) {
      if (time - last < leastApart) continue;
      last = time;
      meeting.bullet.at(time, ghost);
      append(bullets, this.bulletLines, ghost);
      meeting.plate.at(time, ghost);
      append(plates, this.plateLines, ghost);
    }
    this.bulletGhosts.set(bullets);
    this.plateGhosts.set(plates);
    const { from, to } = meeting.bullet;
    this.path.set([...from.position.toArray(), ...to.position.toArray()]);
    const seen: Vector3[] = [];
    for (const lines of [bullets, plates])
      for (let i = 0; i < lines.length; i += 3) seen.push(new Vector3(lines[i], lines[i + 1], lines[i + 2]));
    return seen;
  }

  setStep(meeting: Meeting, step: ImpactStep): void {
    meeting.bullet.at(step.time, this.bullet.group);
    meeting.plate.at(step.time, this.plate.group);
    const { pointA: p, pointB: q } = step;
    this.gap.set([p.x, p.y, p.z, q.x, q.y, q.z]);
    this.witnesses.set([p, q]);
  }

  recolor(): void {
    this.bullet.setColor(themeColor("a-scene"), 0.45);
    this.plate.setColor(themeColor("b-scene"), 0.35);
    this.bulletGhosts.setColor(themeColor("a-scene"));
    this.plateGhosts.setColor(themeColor("b-scene"));
    this.path.setColor(themeColor("ink-3"));
    this.gap.setColor(themeColor("apart"));
    this.witnesses.setColor(themeColor("touch"), themeColor("dot-rim"));
  }

  dispose(): void {
    this.bullet.dispose();
    this.plate.dispose();
    for (const part of [this.bulletGhosts, this.plateGhosts, this.path, this.gap, this.witnesses]) part.dispose();
    this.object.removeFromParent();
  }
}

function append(out: number[], lines: readonly number[], pose: { position: Vector3; quaternion: Quaternion }): void {
  for (let i = 0; i < lines.length; i += 3) {
    corner.set(lines[i] ?? 0, lines[i + 1] ?? 0, lines[i + 2] ?? 0);
    corner.applyQuaternion(pose.quaternion).add(pose.position);
    out.push(corner.x, corner.y, corner.z);
  }
}

const corner = new Vector3();
const ghost = new Group();
