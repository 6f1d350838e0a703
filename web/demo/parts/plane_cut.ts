/** A polygon to draw or to pull about, and the convex parts that it is cut into. */

import { HyperplaneError, Polygon } from "hyperplane/2d";
import { boundsOf, type FlatView, type Grip, type Point, type Rectangle, traceRing } from "../scene/flat_view.js";
import { element } from "../shell/dom.js";
import { milliseconds } from "../shell/format.js";
import { readNumbers, writeNumbers } from "../shell/link.js";
import { AnswerCard } from "./answer_card.js";
import type { LegendSource } from "./legend.js";
import { createPanel, refreshPanel } from "./panel.js";
import type { ModeHost, PlaneMode } from "./plane_mode.js";
import { Tally } from "./tally.js";

type Rings = readonly (readonly number[])[];

const mostVertices = 200;
const placeLimit = 100;
/** Metres: the extent of a polygon that is drawn by hand before anything is there. */
const emptyReach = 2;
/** CSS pixels: the side of a square as large as the smallest part that has room for its number. */
const leastNumbered = 20;

const models: Readonly<Record<string, () => Rings>> = {
  Star: () => [star(7, 1.8, 0.75)],
  Comb: () => [comb(6)],
  Spiral: () => [spiral()],
  Gear: () => [star(12, 1.8, 1.4), star(4, 1, 0.5)],
  Window: () => [
    [-2, -1.5, 2, -1.5, 2, 1.5, -2, 1.5],
    ...[-1.1, 0.15].map((x) => [x, -0.9, x + 0.95, -0.9, x + 0.95, 0.9, x, 0.9]),
  ],
};

export const cutModels = Object.keys(models);

/** In turn, so that neighbours mostly differ. */
const tints = ["a-scene", "b-scene", "apart", "difference", "axis-active", "overlap"] as const;

export class CutMode implements PlaneMode {
  // Each part has a colour of its own.
  readonly legend: LegendSource = () => [
    { color: "ink", mark: "dot", text: this.drawn ? "corners so far" : "corners to drag" },
    this.faulty() !== null && { color: "overlap", mark: "dot", text: "the corner at fault" },
  ];
  readonly pointer = "Drag a corner to move it. After Draw, click one corner after the other, and the first one again.";

  private readonly view: FlatView;
  private readonly answer: AnswerCard;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly choice = { model: "Star", numbers: true };
  private readonly tally: Tally;
  private readonly drawButton: HTMLButtonElement;
  private readonly stop: () => void;
  private rings: number[][] = [];
  /** Of a polygon that is being drawn. */
  private drawn: number[] | null = null;
  private parts: readonly Float64Array[] = [];
  private error: HyperplaneError | null = null;

  constructor(private readonly host: ModeHost) {
    const { regions, shortcuts } = host.page;
    this.view = host.view;
    this.answer = new AnswerCard(regions.answer);
    this.drawButton = this.answer.addButton("Draw", "D", () => this.toggleDrawing(), "main");
    this.tally = new Tally(regions.details, "Parts by their corners");
    this.panel = createPanel(regions.controls, "Polygon");
    this.panel
      .add(this.choice, "model", cutModels)
      .name("polygon")
      .onChange(() => {
        this.use(models[this.choice.model]?.() ?? []);
        this.view.fit();
        host.onChange();
      });
    this.panel
      .add(this.choice, "numbers")
      .name("number the parts")
      .onChange(() => this.view.invalidate());
    this.stop = shortcuts.add(
      { keys: ["d"], shown: "D", help: "Draw a polygon", where: "page", run: () => this.toggleDrawing() },
      {
        keys: ["Enter"],
        shown: "Enter",
        help: "Close the ring that is drawn",
        where: "scene",
        run: () => this.close(),
      },
      { keys: ["Escape"], shown: "Esc", help: "Discard the drawing", where: "page", run: () => this.giveUp() },
    );
  }

  dispose(): void {
    this.stop();
    this.panel.destroy();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): boolean {
    this.drawn = null;
    const model = models[params.get("polygon") ?? ""];
    if (model) {
      this.choice.model = params.get("polygon") ?? "";
      refreshPanel(this.panel);
      this.use(model());
      return true;
    }
    const rings = params.getAll("ring").map((text) => {
      const count = text.split(",").length;
      return count >= 6 && count % 2 === 0 && count <= 2 * mostVertices
        ? readNumbers(text, count, -placeLimit, placeLimit)
        : null;
    });
    if (rings.length === 0 || rings.length > 20 || rings.includes(null)) {
      this.use(models.Star?.() ?? []);
      return false;
    }
    this.use(rings.filter((ring) => ring !== null));
    return true;
  }

  write(params: URLSearchParams): void {
    for (const ring of this.rings) params.append("ring", writeNumbers(ring));
  }

  private use(rings: Rings): void {
    this.rings = rings.map((ring) => [...ring]);
    this.cut();
  }

  private toggleDrawing(): void {
    if (this.drawn === null) this.drawn = [];
    else this.close();
    this.show();
  }

  private close(): void {
    const { drawn } = this;
    if (drawn === null) return;
    this.drawn = null;
    if (drawn.length >= 6) {
      this.use([drawn]);
      this.host.onChange();
    } else this.show();
  }

  private giveUp(): void {
    this.drawn = null;
    this.show();
  }

  // ------------------------------------------------------------------------------------------------------------- answer

  private cut(): void {
    const [outer = [], ...holes] = this.rings;
    this.error = null;
    let time = 0;
    try {
      const begin = performance.now();
      const polygon = new Polygon(outer, holes);
      time = performance.now() - begin;
      this.parts = polygon.parts;
      polygon.dispose();
    } catch (error) {
      if (!(error instanceof HyperplaneError)) throw error;
      this.error = error;
      this.parts = [];
    }
    const count = this.rings.reduce((sum, ring) => sum + ring.length / 2, 0);
    const { answer, error, parts } = this;
    if (error) answer.setAnswer("refused", "Refused", "", error.code);
    else answer.setAnswer("plain", "Cut into", String(parts.length), parts.length === 1 ? "part" : "convex parts");
    answer.setRow("corners", "Corners", String(count));
    answer.setRow("notches", "Inward corners", String(notchesOf(this.rings)));
    answer.setRow("holes", "Holes", String(holes.length));
    answer.setRow(
      "largest",
      "Corners of a part, at most",
      String(Math.max(0, ...parts.map((part) => part.length / 2))),
    );
    answer.setRow("time", "Cut in", error ? "\u2014" : milliseconds(time, "once"));
    this.writeTally();
    this.host.page.announce(error ? `Refused: ${error.message}` : `Cut into ${parts.length} convex parts.`);
    this.show();
  }

  private writeTally(): void {
    const counts = new Map<number, number>();
    for (const part of this.parts) counts.set(part.length / 2, (counts.get(part.length / 2) ?? 0) + 1);
    const rows = [...counts].sort(([a], [b]) => a - b);
    const notches = notchesOf(this.rings);
    // One cut for each hole parts nothing: it joins two rings.
    const least = Math.max(1, Math.ceil(notches / 2) + 2 - this.rings.length);
    this.tally.set(
      rows.map(([corners, count]) => ({ name: `${corners} corners`, count })),
      this.error?.message ??
        `No way of cutting it between its corners makes fewer than ${least}: each cut serves two inward corners at best.`,
    );
  }

  private show(): void {
    this.drawButton.replaceChildren(this.drawn === null ? "Draw" : "Close the ring", element("kbd", { text: "D" }));
    this.view.invalidate();
  }

  /** The corner that the refusal names, if it can be read from its sentence. */
  private faulty(): Point | null {
    const [, x, y] = /at \(([-+.\de]+), ([-+.\de]+)\)/.exec(this.error?.message ?? "") ?? [];
    return x === undefined || y === undefined ? null : { x: Number(x), y: Number(y) };
  }

  // --------------------------------------------------------------------------------------------------------------- view

  bounds(): Rectangle {
    return this.rings.length > 0
      ? boundsOf(...this.rings)
      : { left: -emptyReach, right: emptyReach, low: -emptyReach, high: emptyReach };
  }

  grab(at: Point, reach: number): Grip | null {
    if (this.drawn) {
      this.addCorner(at, reach);
      return { move: () => {} };
    }
    let nearest = { ring: -1, corner: 0, distance: reach };
    this.rings.forEach((ring, index) => {
      for (let i = 0; i < ring.length; i += 2) {
        const distance = Math.hypot((ring[i] as number) - at.x, (ring[i + 1] as number) - at.y);
        if (distance < nearest.distance) nearest = { ring: index, corner: i, distance };
      }
    });
    const ring = this.rings[nearest.ring];
    if (!ring) return null;
    return {
      move: ({ x, y }) => {
        ring[nearest.corner] = Math.min(placeLimit, Math.max(-placeLimit, x));
        ring[nearest.corner + 1] = Math.min(placeLimit, Math.max(-placeLimit, y));
        this.cut();
      },
      release: () => this.host.onChange(),
    };
  }

  private addCorner({ x, y }: Point, reach: number): void {
    const { drawn } = this;
    if (!drawn) return;
    const [firstX, firstY] = drawn;
    const isBack =
      firstX !== undefined && firstY !== undefined && drawn.length >= 6 && Math.hypot(firstX - x, firstY - y) < reach;
    if (isBack || drawn.length >= 2 * mostVertices) this.close();
    else drawn.push(x, y);
    this.show();
  }

  draw(paint: CanvasRenderingContext2D): void {
    const { view, parts } = this;
    view.grid(paint);
    if (this.drawn) {
      this.drawUnfinished(paint, this.drawn);
      return;
    }
    parts.forEach((part, i) => {
      paint.beginPath();
      traceRing(paint, part);
      view.fill(paint, tints[i % tints.length] ?? "a-scene", 0.28);
      view.stroke(paint, "ink-3", 1, 0.8, [4, 3]);
    });
    paint.beginPath();
    for (const ring of this.rings) traceRing(paint, ring);
    view.stroke(paint, this.error ? "overlap" : "ink", 2);
    for (const ring of this.rings) {
      for (let i = 0; i < ring.length; i += 2) {
        view.dot(paint, { x: ring[i] as number, y: ring[i + 1] as number }, "ink", 4);
      }
    }
    const faulty = this.faulty();
    if (faulty) view.dot(paint, faulty, "overlap", 8);
    if (this.choice.numbers) {
      parts.forEach((part, i) => {
        if (Math.sqrt(areaOf(part)) * view.scale > leastNumbered) view.text(paint, middleOf(part), String(i), "ink");
      });
    }
  }

  private drawUnfinished(paint: CanvasRenderingContext2D, ring: readonly number[]): void {
    const { view } = this;
    paint.beginPath();
    for (let i = 0; i < ring.length; i += 2) paint.lineTo(ring[i] as number, ring[i + 1] as number);
    view.stroke(paint, "ink", 2);
    for (let i = 0; i < ring.length; i += 2) {
      view.dot(paint, { x: ring[i] as number, y: ring[i + 1] as number }, i === 0 ? "apart" : "ink", i === 0 ? 6 : 4);
    }
    if (ring.length === 0) {
      view.text(paint, view.middle, "Click or tap the corners in turn", "ink-2");
    }
  }
}

function star(tips: number, outer: number, inner: number): number[] {
  return Array.from({ length: 4 * tips }, (_, i) => {
    const corner = Math.floor(i / 2);
    const angle = (Math.PI * corner) / tips + Math.PI / 2;
    return (corner % 2 === 0 ? outer : inner) * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  });
}

function comb(teeth: number): number[] {
  const ring = [2, -1, -2, -1];
  const width = 4 / (2 * teeth - 1);
  for (let i = 0; i < teeth; i++) {
    const left = -2 + 2 * i * width;
    ring.push(left, 1, left + width, 1);
    if (i < teeth - 1) ring.push(left + width, -0.5, left + 2 * width, -0.5);
  }
  return ring;
}

function spiral(): number[] {
  const arm = (inset: number) =>
    Array.from({ length: 30 }, (_, i) => {
      const angle = 0.42 * i;
      const radius = 0.25 + 0.13 * angle + inset;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
  return [...arm(0.22), ...arm(-0.14).reverse()].flat();
}

/** Corners of an angle of more than 180 degrees, looked at from inside the polygon. */
function notchesOf(rings: Rings): number {
  return rings.reduce((sum, ring, index) => {
    const at = (i: number): readonly [number, number] => {
      const k = (2 * i + ring.length) % ring.length;
      return [ring[k] as number, ring[k + 1] as number];
    };
    let area = 0;
    let left = 0;
    let right = 0;
    for (let i = 0; i < ring.length / 2; i++) {
      const [[px, py], [qx, qy], [rx, ry]] = [at(i - 1), at(i), at(i + 1)];
      area += qx * ry - qy * rx;
      const turn = (qx - px) * (ry - qy) - (qy - py) * (rx - qx);
      if (turn > 0) left++;
      if (turn < 0) right++;
    }
    return sum + (area > 0 === (index === 0) ? right : left);
  }, 0);
}

function areaOf(ring: ArrayLike<number>): number {
  let twice = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    twice += (ring[i] as number) * (ring[next + 1] as number) - (ring[i + 1] as number) * (ring[next] as number);
  }
  return twice / 2;
}

function middleOf(ring: ArrayLike<number>): Point {
  let [x, y] = [0, 0];
  for (let i = 0; i < ring.length; i += 2) {
    x += ring[i] as number;
    y += ring[i + 1] as number;
  }
  return { x: (2 * x) / ring.length, y: (2 * y) / ring.length };
}
