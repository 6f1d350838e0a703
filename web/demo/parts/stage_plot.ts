/** The time of each stage, frame by frame, as stacked areas; beside the names the means of the last frames. */

import { element, setText } from "../shell/dom.js";
import { milliseconds, niceCeiling } from "../shell/format.js";
import { onThemeChange, themeColor } from "../shell/theme.js";

export interface PlotSeries {
  readonly name: string;
  readonly title: string;
  /** A colour of the style sheet. */
  readonly color: string;
}

const frames = 150;
const height = 96;
/** Frames in the mean of a number. */
const lately = 30;
/** Milliseconds of a frame at 60 per second. */
const budget = 1000 / 60;

export class StagePlot {
  private readonly canvas = element("canvas", { class: "plot-canvas", attributes: { "aria-hidden": "true" } });
  private readonly scale = element("span", { class: "plot-scale" });
  private readonly values: HTMLElement[];
  private readonly note = element("p", { class: "plot-note", attributes: { role: "status" } });
  /** By frame, then by series. */
  private readonly history: Float32Array;
  private count = 0;
  private colors: string[] = [];
  private most = 1;
  private readonly stop: () => void;

  constructor(
    host: HTMLElement,
    title: string,
    private readonly series: readonly PlotSeries[],
  ) {
    this.history = new Float32Array(frames * series.length);
    this.values = series.map(({ name }) => element("dd", { attributes: { "data-stage": name } }));
    const rows = series.flatMap(({ title: text, color }, i) => {
      const swatch = element("i", { class: "swatch", attributes: { "aria-hidden": "true" } });
      swatch.style.background = `var(--${color})`;
      return [element("dt", {}, swatch, text), this.values[i] as HTMLElement];
    });
    host.append(
      element(
        "div",
        { class: "plot" },
        element("h2", {}, title, this.scale),
        this.canvas,
        element("dl", { class: "plot-legend" }, ...rows),
        this.note,
      ),
    );
    const readColors = () => {
      this.colors = [...series.map(({ color }) => themeColor(color)), themeColor("line-strong")];
      this.draw();
    };
    this.stop = onThemeChange(readColors);
    readColors();
  }

  clear(): void {
    this.count = 0;
    this.most = 1;
    this.draw();
  }

  push(values: readonly number[]): void {
    const at = (this.count++ % frames) * this.series.length;
    for (const [i, value] of values.entries()) this.history[at + i] = value;
  }

  /** The mean of a series over the last frames, in milliseconds. */
  mean(series: number): number {
    const size = Math.min(lately, this.count);
    let sum = 0;
    for (let i = 1; i <= size; i++)
      sum += this.history[((this.count - i) % frames) * this.series.length + series] as number;
    return size === 0 ? 0 : sum / size;
  }

  /** Writes the numbers. Call it a few times per second, so that they can be read. */
  write(note: string): void {
    for (const [i, value] of this.values.entries())
      setText(value, this.count > 0 ? milliseconds(this.mean(i), "mean") : "");
    setText(this.note, note);
  }

  draw(): void {
    const { canvas, series } = this;
    const ratio = Math.min(2, devicePixelRatio);
    const width = canvas.clientWidth;
    if (width === 0) return;
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    const paint = canvas.getContext("2d");
    if (!paint) return;
    const shown = Math.min(frames, this.count);
    const value = (age: number, k: number) =>
      this.history[((this.count - 1 - age) % frames) * series.length + k] as number;
    let highest = 0.1;
    for (let age = 0; age < shown; age++) {
      let sum = 0;
      for (let k = 0; k < series.length; k++) sum += value(age, k);
      highest = Math.max(highest, sum);
    }
    const most = niceCeiling(highest);
    // The scale grows at once and shrinks late, so that it does not flicker.
    if (most > this.most || highest < 0.3 * this.most) this.most = most;
    setText(this.scale, shown > 0 ? `${this.most}\u202fms` : "");
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.clearRect(0, 0, width, height);
    const x = (age: number) => width * (1 - age / (frames - 1));
    const y = (ms: number) => height * (1 - ms / this.most);
    for (let k = series.length - 1; k >= 0; k--) {
      paint.fillStyle = this.colors[k] ?? "";
      paint.beginPath();
      paint.moveTo(x(0), height);
      for (let age = 0; age < shown; age++) {
        let sum = 0;
        for (let j = 0; j <= k; j++) sum += value(age, j);
        paint.lineTo(x(age), y(sum));
      }
      paint.lineTo(x(Math.max(0, shown - 1)), height);
      paint.fill();
    }
    if (this.most >= budget) {
      paint.strokeStyle = this.colors[series.length] ?? "";
      paint.setLineDash([4, 4]);
      paint.strokeRect(-1, y(budget), width + 2, height);
      paint.setLineDash([]);
    }
  }

  dispose(): void {
    this.stop();
  }
}
