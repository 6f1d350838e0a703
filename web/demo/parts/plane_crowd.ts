/** Thousands of polygons that drift and turn in a square, with what a frame of them costs. */

import { ConvexPolygon, World } from "hyperplane/2d";
import { type FlatView, type Rectangle, traceRing } from "../scene/flat_view.js";
import { milliseconds, whole } from "../shell/format.js";
import { readNumber } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import { AnswerCard } from "./answer_card.js";
import type { LegendSource } from "./legend.js";
import { createPanel, refreshPanel } from "./panel.js";
import type { ModeHost, PlaneMode } from "./plane_mode.js";
import { seeded } from "./random.js";
import { RunControls } from "./run_controls.js";
import { StagePlot } from "./stage_plot.js";

const countLimits = { least: 100, most: 20_000, step: 100, usual: 10_000 };
/** Square metres a polygon: so that about one in three touches another. */
const room = 4.5;
/** m/s and rad/s. */
const speed = 1.5;
const spin = 1.2;
/** s: longer frames count as this. */
const longestFrame = 1 / 30;
/** Milliseconds between two readings of the numbers. */
const writeEvery = 200;

/** Polygons in a path of the canvas. */
const pathSize = 100;

/** Polygons of 3 to 8 corners, in three sizes. */
const kinds = [3, 4, 5, 6, 7, 8].flatMap((corners) =>
  [0.45, 0.6, 0.75].map((radius) =>
    Float64Array.from({ length: 2 * corners }, (_, i) => {
      const angle = (2 * Math.PI * Math.floor(i / 2)) / corners;
      return radius * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
    }),
  ),
);

export class CrowdMode implements PlaneMode {
  readonly legend: LegendSource = () => [
    { color: "a-scene", mark: "area", text: "free" },
    { color: "overlap", mark: "area", text: "touching" },
  ];
  readonly pointer = "";

  private readonly view: FlatView;
  private readonly answer: AnswerCard;
  private readonly plot: StagePlot;
  private readonly run: RunControls;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly choice = { count: countLimits.usual };
  private world = new World();
  private halfSide = 1;
  private velocities = new Float64Array(0);
  private touching = new Uint8Array(0);
  private drawing = 0;
  private frames = 0;
  private nextWrite = 0;

  constructor(host: ModeHost) {
    const { regions } = host.page;
    this.view = host.view;
    this.answer = new AnswerCard(regions.answer);
    this.run = new RunControls(host.page, this.answer, {
      onStep: () => {
        this.step(1 / 60);
        this.view.invalidate();
      },
    });
    this.plot = new StagePlot(regions.details, "A frame", [
      { name: "update", title: "contacts found", color: "a-scene" },
      { name: "read", title: "contacts read", color: "b-scene" },
    ]);
    this.panel = createPanel(regions.controls, "Controls");
    const { least, most, step } = countLimits;
    this.panel
      .add(this.choice, "count", least, most, step)
      .name("polygons")
      .onFinishChange(() => {
        this.fill();
        this.view.fit();
        host.onChange();
      });
    this.run.isRunning = !prefersLessMotion();
  }

  dispose(): void {
    this.run.dispose();
    this.plot.dispose();
    this.panel.destroy();
    this.world.dispose();
  }

  restore(params: URLSearchParams): boolean {
    const { least, most, usual } = countLimits;
    const count = readNumber(params, "n", usual, least, most);
    this.choice.count = Number.isInteger(count) ? count : usual;
    refreshPanel(this.panel);
    this.fill();
    return Number.isInteger(count);
  }

  write(params: URLSearchParams): void {
    params.set("n", String(this.choice.count));
  }

  private fill(): void {
    const { count } = this.choice;
    this.world.dispose();
    this.world = new World({ capacity: count });
    this.halfSide = 0.5 * Math.sqrt(room * count);
    const random = seeded(7);
    const within = (reach: number) => reach * (2 * random() - 1);
    const shapes = kinds.map((ring) => new ConvexPolygon(ring));
    for (let i = 0; i < count; i++) {
      const shape = shapes[i % shapes.length];
      if (!shape) throw new Error("there are no kinds of polygons");
      this.world.add({
        shape,
        position: { x: within(this.halfSide), y: within(this.halfSide) },
        angle: within(Math.PI),
      });
    }
    for (const shape of shapes) shape.dispose();
    this.velocities = Float64Array.from({ length: 3 * count }, (_, i) => within(i % 3 === 2 ? spin : speed));
    this.touching = new Uint8Array(count);
    this.frames = 0;
    this.plot.clear();
    this.step(0);
    this.writeAnswer();
  }

  // ---------------------------------------------------------------------------------------------------------------- time

  prepare(): void {
    if (!this.run.isRunning) return;
    const passed = this.run.nextFrame() ?? 1000 / 60;
    this.step(Math.min(longestFrame, passed / 1000));
    this.view.invalidate();
  }

  private step(seconds: number): void {
    const { world, velocities, touching, halfSide } = this;
    const { positions, angles } = world;
    for (let i = 0; i < touching.length; i++) {
      for (let k = 0; k < 2; k++) {
        const at = (positions[2 * i + k] as number) + seconds * (velocities[3 * i + k] as number);
        positions[2 * i + k] = at;
        if (Math.abs(at) > halfSide) velocities[3 * i + k] = -Math.sign(at) * Math.abs(velocities[3 * i + k] as number);
      }
      angles[i] = (angles[i] as number) + seconds * (velocities[3 * i + 2] as number);
    }
    const begin = performance.now();
    world.update();
    const updated = performance.now();
    touching.fill(0);
    const { pairs } = world.contacts;
    for (const row of pairs) touching[row] = 1;
    const read = performance.now();
    if (seconds > 0) this.plot.push([updated - begin, read - updated]);
    this.frames++;
    if (read > this.nextWrite || !this.run.isRunning) {
      this.nextWrite = read + writeEvery;
      this.writeAnswer();
    }
  }

  private writeAnswer(): void {
    const { answer, plot, world } = this;
    const isTimed = this.frames > 1;
    answer.setAnswer(
      "plain",
      whole(this.choice.count),
      isTimed ? milliseconds(plot.mean(0), "mean") : "\u2014",
      "an update",
    );
    answer.setRow("touching", "Touching pairs", whole(world.contacts.count));
    answer.setRow("read", "Read in", isTimed ? milliseconds(plot.mean(1), "mean") : "\u2014");
    answer.setRow("drawn", "Drawn in", milliseconds(this.drawing, "once"));
    plot.write("");
    plot.draw();
  }

  // --------------------------------------------------------------------------------------------------------------- view

  bounds(): Rectangle {
    const { halfSide } = this;
    return { left: -halfSide, right: halfSide, low: -halfSide, high: halfSide };
  }

  draw(paint: CanvasRenderingContext2D): void {
    const begin = performance.now();
    const { view, halfSide } = this;
    paint.beginPath();
    paint.rect(-halfSide - 0.8, -halfSide - 0.8, 2 * halfSide + 1.6, 2 * halfSide + 1.6);
    view.stroke(paint, "line-strong", 1);
    this.drawAll(paint, 0, () => view.fill(paint, "a-scene", 0.55));
    this.drawAll(paint, 1, () => view.fill(paint, "overlap", 0.75));
    this.drawing = performance.now() - begin;
  }

  /** Those that touch, or those that do not, in paths of a hundred: single ones, and one for all, take longer. */
  private drawAll(paint: CanvasRenderingContext2D, touching: number, fill: () => void): void {
    const { positions, angles } = this.world;
    const ring: number[] = [];
    let traced = 0;
    for (let i = 0; i < this.touching.length; i++) {
      if (this.touching[i] !== touching) continue;
      const [x, y, angle] = [positions[2 * i] as number, positions[2 * i + 1] as number, angles[i] as number];
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const local = kinds[i % kinds.length] ?? [];
      ring.length = local.length;
      for (let k = 0; k < local.length; k += 2) {
        const [px, py] = [local[k] as number, local[k + 1] as number];
        ring[k] = x + c * px - s * py;
        ring[k + 1] = y + s * px + c * py;
      }
      if (traced === 0) paint.beginPath();
      traceRing(paint, ring);
      if (++traced < pathSize) continue;
      fill();
      traced = 0;
    }
    if (traced > 0) fill();
  }
}
