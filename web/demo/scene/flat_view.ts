/**
 * A view of the plane, drawn with Canvas 2D over the 3D one, which rests meanwhile. y points up. The canvas has the stage's size
 * and frames; dragging the ground moves the view, the wheel and two fingers zoom.
 */

import { element } from "../shell/dom.js";
import { themeColor } from "../shell/theme.js";
import type { Page } from "../shell/topic.js";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rectangle {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

/** Something held by a pointer. */
export interface Grip {
  readonly move: (to: Point) => void;
  readonly release?: () => void;
}

export interface FlatScene {
  /** Called before each frame is drawn: time passes, and the view may follow. */
  readonly prepare?: () => void;
  readonly draw: (paint: CanvasRenderingContext2D) => void;
  /** What the view shows. */
  readonly bounds: () => Rectangle;
  /** Takes hold of what is within `reach` metres of a point; null: the view is dragged. */
  readonly grab?: (at: Point, reach: number) => Grip | null;
}

/** CSS pixels around what is fitted, and within which something is grabbed: by a mouse, by a finger. */
const margin = 26;
const reachOf = { mouse: 9, touch: 22 };
/** CSS pixels a metre. */
const scaleLimits = { least: 1, most: 4000 };
const maxPixelRatio = 2;

const colorNames = [
  "scene",
  "grid",
  "a-scene",
  "b-scene",
  "overlap",
  "apart",
  "touch",
  "ink",
  "ink-2",
  "ink-3",
  "line",
  "line-strong",
  "surface",
  "difference",
  "axis-active",
] as const;
export type ColorName = (typeof colorNames)[number];

export class FlatView {
  readonly canvas = element("canvas", { class: "flat-canvas", attributes: { "aria-hidden": "true" } });
  /** CSS pixels a metre. */
  scale = 100;
  readonly middle = { x: 0, y: 0 };
  private colors = new Map<ColorName, string>();
  /** Null once the user has moved the view: a change of size then leaves it alone. */
  private fitted: Rectangle | null = null;
  private size = "";
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private grip: Grip | null = null;
  private readonly stops: (() => void)[];

  constructor(
    private readonly page: Page,
    private readonly scene: FlatScene,
  ) {
    const { stage } = page;
    stage.isDrawn = false;
    stage.orbit.enabled = false;
    stage.host.append(this.canvas);
    this.listen();
    this.stops = [stage.onColors(() => this.readColors()), stage.onFrame(() => this.draw())];
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.canvas.remove();
    this.page.stage.orbit.enabled = true;
    this.page.stage.isDrawn = true;
    this.page.stage.invalidate();
  }

  color(name: ColorName): string {
    return this.colors.get(name) ?? "";
  }

  /** False once the user has moved the view. */
  get isFitted(): boolean {
    return this.fitted !== null;
  }

  /** Draws the scene in the next frame. */
  invalidate(): void {
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- places

  /** Shows all of it, between the tool bar and the presets; again after each change of size, until the user moves the view. */
  fit(bounds: Rectangle = this.scene.bounds()): void {
    this.fitted = bounds;
    const { canvas } = this;
    const [top, bottom] = this.insets();
    const width = Math.max(40, canvas.clientWidth - 2 * margin);
    const height = Math.max(40, canvas.clientHeight - top - bottom - 2 * margin);
    this.scale = Math.min(width / (bounds.right - bounds.left), height / (bounds.high - bounds.low));
    this.middle.x = (bounds.left + bounds.right) / 2;
    this.middle.y = (bounds.low + bounds.high) / 2 + (top - bottom) / 2 / this.scale;
    this.invalidate();
  }

  /** CSS pixels under the tool bar, and under the presets. */
  insets(): [number, number] {
    const { tools, presets } = this.page.regions;
    return [tools.offsetHeight, presets.offsetHeight];
  }

  /** Metres of a length in CSS pixels. */
  metres(pixels: number): number {
    return pixels / this.scale;
  }

  private pointAt(event: MouseEvent): Point {
    const frame = this.canvas.getBoundingClientRect();
    return {
      x: this.middle.x + (event.clientX - frame.left - frame.width / 2) / this.scale,
      y: this.middle.y - (event.clientY - frame.top - frame.height / 2) / this.scale,
    };
  }

  zoom(factor: number, about: Point = this.middle): void {
    const scale = Math.min(scaleLimits.most, Math.max(scaleLimits.least, this.scale * factor));
    const kept = this.scale / scale;
    this.middle.x = about.x + (this.middle.x - about.x) * kept;
    this.middle.y = about.y + (this.middle.y - about.y) * kept;
    this.scale = scale;
    this.fitted = null;
    this.invalidate();
  }

  // ------------------------------------------------------------------------------------------------------------ pointers

  private listen(): void {
    const { canvas, pointers } = this;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pointers.size > 1) {
        this.release();
        return;
      }
      const reach = this.metres(event.pointerType === "touch" ? reachOf.touch : reachOf.mouse);
      this.grip = this.scene.grab?.(this.pointAt(event), reach) ?? null;
      canvas.classList.toggle("flat-grip", this.grip !== null);
    });
    canvas.addEventListener("pointermove", (event) => {
      const last = pointers.get(event.pointerId);
      if (last === undefined) return;
      if (this.grip) this.grip.move(this.pointAt(event));
      else this.drag(event, last);
      last.x = event.clientX;
      last.y = event.clientY;
    });
    canvas.addEventListener("lostpointercapture", (event) => {
      pointers.delete(event.pointerId);
      this.release();
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-0.0015 * event.deltaY), this.pointAt(event));
      },
      { passive: false },
    );
  }

  private release(): void {
    this.grip?.release?.();
    this.grip = null;
    this.canvas.classList.remove("flat-grip");
  }

  /** One pointer moves the view; of two, each moves its half of it. */
  private drag(event: PointerEvent, last: { readonly x: number; readonly y: number }): void {
    const share = 1 / this.pointers.size;
    this.middle.x -= (share * (event.clientX - last.x)) / this.scale;
    this.middle.y += (share * (event.clientY - last.y)) / this.scale;
    this.fitted = null;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (at: { readonly x: number; readonly y: number }) => Math.hypot(at.x - other.x, at.y - other.y);
      this.zoom(apart({ x: event.clientX, y: event.clientY }) / Math.max(1, apart(last)));
    }
    this.invalidate();
  }

  // ------------------------------------------------------------------------------------------------------------- drawing

  private readColors(): void {
    this.colors = new Map(colorNames.map((name) => [name, themeColor(name)]));
  }

  private draw(): void {
    const { canvas } = this;
    const ratio = Math.min(maxPixelRatio, devicePixelRatio);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const size = `${width} ${height} ${ratio} ${this.insets()}`;
    if (size !== this.size) {
      this.size = size;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      if (this.fitted) this.fit(this.fitted);
    }
    this.scene.prepare?.();
    const paint = canvas.getContext("2d", { alpha: false });
    if (!paint) return;
    paint.setTransform(1, 0, 0, 1, 0, 0);
    paint.fillStyle = this.color("scene");
    paint.fillRect(0, 0, canvas.width, canvas.height);
    const unit = this.scale * ratio;
    paint.setTransform(
      unit,
      0,
      0,
      -unit,
      canvas.width / 2 - this.middle.x * unit,
      canvas.height / 2 + this.middle.y * unit,
    );
    this.scene.draw(paint);
  }

  /** A grid of lines `step` metres apart. */
  grid(paint: CanvasRenderingContext2D, step = 1): void {
    const { middle, canvas } = this;
    const [halfWidth, halfHeight] = [this.metres(canvas.clientWidth / 2), this.metres(canvas.clientHeight / 2)];
    if (this.scale * step < 8) return;
    paint.beginPath();
    for (let x = Math.ceil((middle.x - halfWidth) / step) * step; x <= middle.x + halfWidth; x += step) {
      paint.moveTo(x, middle.y - halfHeight);
      paint.lineTo(x, middle.y + halfHeight);
    }
    for (let y = Math.ceil((middle.y - halfHeight) / step) * step; y <= middle.y + halfHeight; y += step) {
      paint.moveTo(middle.x - halfWidth, y);
      paint.lineTo(middle.x + halfWidth, y);
    }
    this.stroke(paint, "grid", 1, 0.45);
  }

  /** Fills what was traced. */
  fill(paint: CanvasRenderingContext2D, color: ColorName, alpha = 1): void {
    paint.globalAlpha = alpha;
    paint.fillStyle = this.color(color);
    paint.fill();
    paint.globalAlpha = 1;
  }

  /** Strokes what was traced. @param width and dashes in CSS pixels */
  stroke(
    paint: CanvasRenderingContext2D,
    color: ColorName,
    width: number,
    alpha = 1,
    dashes: readonly number[] = [],
  ): void {
    paint.globalAlpha = alpha;
    paint.strokeStyle = this.color(color);
    paint.lineWidth = this.metres(width);
    paint.lineJoin = "round";
    paint.lineCap = dashes.length > 0 ? "butt" : "round";
    paint.setLineDash(dashes.map((length) => this.metres(length)));
    paint.stroke();
    paint.setLineDash([]);
    paint.globalAlpha = 1;
  }

  line(
    paint: CanvasRenderingContext2D,
    from: Point,
    to: Point,
    color: ColorName,
    width: number,
    alpha = 1,
    dashes: readonly number[] = [],
  ): void {
    paint.beginPath();
    paint.moveTo(from.x, from.y);
    paint.lineTo(to.x, to.y);
    this.stroke(paint, color, width, alpha, dashes);
  }

  /** @param radius in CSS pixels */
  dot(paint: CanvasRenderingContext2D, at: Point, color: ColorName, radius = 4.5): void {
    paint.beginPath();
    paint.arc(at.x, at.y, this.metres(radius), 0, 2 * Math.PI);
    this.fill(paint, color);
    this.stroke(paint, "scene", 1.5);
  }

  /** A handle. */
  ring(paint: CanvasRenderingContext2D, at: Point, color: ColorName): void {
    paint.beginPath();
    paint.arc(at.x, at.y, this.metres(6), 0, 2 * Math.PI);
    this.fill(paint, "scene");
    this.stroke(paint, color, 2.5);
  }

  arrow(paint: CanvasRenderingContext2D, from: Point, to: Point, color: ColorName): void {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (this.scale * length < 1) return;
    const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const head = Math.min(this.metres(11), length);
    const neck = { x: to.x - x * head, y: to.y - y * head };
    this.line(paint, from, neck, color, 3);
    paint.beginPath();
    paint.moveTo(to.x, to.y);
    paint.lineTo(neck.x - 0.5 * head * y, neck.y + 0.5 * head * x);
    paint.lineTo(neck.x + 0.5 * head * y, neck.y - 0.5 * head * x);
    paint.closePath();
    this.fill(paint, color);
  }

  /** Text of 13 CSS pixels around a point. */
  text(paint: CanvasRenderingContext2D, at: Point, text: string, color: ColorName): void {
    paint.save();
    paint.translate(at.x, at.y);
    paint.scale(1 / this.scale, -1 / this.scale);
    paint.font = `600 13px ${getComputedStyle(this.canvas).fontFamily}`;
    paint.textAlign = "center";
    paint.textBaseline = "middle";
    paint.lineWidth = 4;
    paint.lineJoin = "round";
    paint.strokeStyle = this.color("scene");
    paint.strokeText(text, 0, 0);
    paint.fillStyle = this.color(color);
    paint.fillText(text, 0, 0);
    paint.restore();
  }
}

/** Adds a ring to the path: x, y of each vertex. */
export function traceRing(paint: CanvasRenderingContext2D, ring: ArrayLike<number>): void {
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i] as number, ring[i + 1] as number];
    if (i === 0) paint.moveTo(x, y);
    else paint.lineTo(x, y);
  }
  paint.closePath();
}

/** The least rectangle around points, x, y of each. */
export function boundsOf(...rings: readonly ArrayLike<number>[]): Rectangle {
  const bounds = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity };
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [ring[i] as number, ring[i + 1] as number];
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x);
      bounds.low = Math.min(bounds.low, y);
      bounds.high = Math.max(bounds.high, y);
    }
  }
  return bounds;
}
