/** What is drawn around the walker of the topic "Character": its trail, the ground normal and the normals of obstacles. */

import type { Vec3 } from "hyperplane";
import type { MoverRun } from "../parts/mover_run.js";
import { themeColor } from "../shell/theme.js";
import { Arrow } from "./arrow.js";
import { order } from "./order.js";
import { Segments } from "./segments.js";
import type { Stage } from "./stage.js";

const arrowWidth = 3;
const normalLength = 0.9;
const headLength = 0.22;

export class MoverView {
  readonly shown = { normals: true, trail: true };
  private readonly ground = new Arrow(arrowWidth, order.notes);
  private readonly obstacles: Arrow[] = [];
  private readonly trail = new Segments({ width: 2, renderOrder: order.notes, opacity: 0.7 });

  constructor(private readonly stage: Stage) {
    stage.scene.add(this.ground.object, this.trail.object);
  }

  draw({ walker, obstacles, trail }: MoverRun): void {
    const { normals } = this.shown;
    place(this.ground, normals ? walker.ground : null);
    const hits = normals ? obstacles : [];
    while (this.obstacles.length < hits.length) this.addObstacle();
    for (const [i, arrow] of this.obstacles.entries()) place(arrow, hits[i] ?? null);
    const segments: number[] = [];
    for (let i = 3; this.shown.trail && i < trail.length; i += 3) segments.push(...trail.slice(i - 3, i + 3));
    this.trail.set(segments);
    this.stage.invalidate();
  }

  private addObstacle(): void {
    const arrow = new Arrow(arrowWidth, order.notes);
    arrow.setColor(themeColor("overlap"));
    this.obstacles.push(arrow);
    this.stage.scene.add(arrow.object);
  }

  recolor(): void {
    this.ground.setColor(themeColor("apart"));
    for (const arrow of this.obstacles) arrow.setColor(themeColor("overlap"));
    this.trail.setColor(themeColor("a-scene"));
  }

  dispose(): void {
    for (const arrow of [this.ground, ...this.obstacles]) arrow.dispose();
    this.trail.object.removeFromParent();
    this.trail.dispose();
  }
}

function place(arrow: Arrow, hit: { readonly point: Vec3; readonly normal: Vec3 } | null): void {
  if (hit) arrow.setNormal(hit.point, hit.normal, normalLength, headLength);
  else arrow.object.visible = false;
}
