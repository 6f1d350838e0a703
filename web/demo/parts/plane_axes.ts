/** Two polygons to drag, their projections on every axis of explainSat, and the MTV. */

import {
  type Contact,
  ConvexPolygon,
  closestPoint,
  collide,
  type Distance,
  distance,
  explainSat,
  type SatExplanation,
} from "hyperplane/2d";
import { type FlatView, type Grip, type Point, type Rectangle, traceRing } from "../scene/flat_view.js";
import { element } from "../shell/dom.js";
import { component, length } from "../shell/format.js";
import { readNumbers, writeNumbers } from "../shell/link.js";
import { AnswerCard, type Verdict, verdictWords } from "./answer_card.js";
import { AxisList, type AxisName } from "./axis_list.js";
import type { LegendSource } from "./legend.js";
import { createPanel, refreshPanel } from "./panel.js";
import type { ModeHost, PlaneMode } from "./plane_mode.js";

const rings = {
  Triangle: regular(3),
  Square: regular(4),
  Pentagon: regular(5),
  Hexagon: regular(6),
  Octagon: regular(8),
  Wedge: [-0.9, -0.45, 0.9, -0.45, 0.5, 0.35, -0.6, 0.5],
  Beam: [-1.2, -0.25, 1.2, -0.25, 1.2, 0.25, -1.2, 0.25],
};
type Kind = keyof typeof rings;
const kinds = Object.keys(rings) as Kind[];
/** Metres and radians of one key press. */
const keyStep = 0.05;
const keyTurn = Math.PI / 36;
/** Metres from the middle of a body to the handle that turns it, beyond its corners. */
const handleGap = 0.28;
const mtvSeconds = 0.35;
const placeLimit = 100;
/** Metres: closer to touching than this is touching, for coordinates of a few metres. */
const touching = 1e-9;

interface Body {
  kind: Kind;
  x: number;
  y: number;
  angle: number;
  shape: ConvexPolygon;
}

export class AxesMode implements PlaneMode {
  readonly legend: LegendSource = () => [
    { color: "a-scene", mark: "area", text: "A and its projections" },
    { color: "b-scene", mark: "area", text: "B and its projections" },
    (this.contact?.depth ?? 0) > touching
      ? { color: "overlap", mark: "arrow", text: "MTV" }
      : (this.gap?.distance ?? 0) > touching && { color: "apart", mark: "area", text: "gap" },
  ];
  readonly pointer = "Drag a polygon to move it, and the dot beside it to turn it.";

  private readonly a = this.body("Pentagon");
  private readonly b = this.body("Wedge");
  /** The body that the keys move. */
  private active = this.b;
  private readonly view: FlatView;
  private readonly answer: AnswerCard;
  private readonly mtv: HTMLButtonElement;
  private readonly listHost = element("div");
  private list: AxisList | null = null;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly stop: () => void;
  private explained: SatExplanation = { intersects: false, axes: [], decisive: 0 };
  private contact: Contact | null = null;
  private gap: Distance | null = null;
  private preview: number | null = null;
  private changed = true;

  constructor(private readonly host: ModeHost) {
    const { regions, shortcuts, stage } = host.page;
    this.view = host.view;
    this.answer = new AnswerCard(regions.answer);
    this.mtv = this.answer.addButton("Apply the MTV", "M", () => this.applyMtv(), "main");
    regions.details.append(this.listHost);
    this.panel = createPanel(regions.controls, "Polygons");
    for (const [name, body] of [
      ["A", this.a],
      ["B", this.b],
    ] as const) {
      this.panel
        .add(body, "kind", kinds)
        .name(name)
        .onChange(() => {
          this.reshape(body);
          host.onChange();
        });
    }
    const move = (x: number, y: number) => () => this.move(x * keyStep, y * keyStep, 0);
    const arrows: readonly (readonly [string, number, number])[] = [
      ["ArrowLeft", -1, 0],
      ["ArrowRight", 1, 0],
      ["ArrowUp", 0, 1],
      ["ArrowDown", 0, -1],
    ];
    this.stop = shortcuts.add(
      {
        keys: ["m"],
        shown: "M",
        help: "Apply the minimum translation vector",
        where: "page",
        run: () => this.applyMtv(),
      },
      { keys: ["a"], shown: "A", help: "The keys move A", where: "page", run: () => this.choose(this.a) },
      { keys: ["b"], shown: "B", help: "The keys move B", where: "page", run: () => this.choose(this.b) },
      { keys: ["q"], shown: "Q", help: "Turn it left", where: "page", run: () => this.move(0, 0, keyTurn) },
      { keys: ["e"], shown: "E", help: "Turn it right", where: "page", run: () => this.move(0, 0, -keyTurn) },
      ...arrows.map(([key, x, y], i) => ({
        keys: [key],
        shown: "\u2190\u2192\u2191\u2193"[i] ?? "",
        help: "Move it, while the scene has the focus",
        where: "scene" as const,
        run: move(x, y),
      })),
    );
    stage.stopAnimation("mtv");
  }

  dispose(): void {
    this.host.page.stage.stopAnimation("mtv");
    this.stop();
    this.panel.destroy();
    this.a.shape.dispose();
    this.b.shape.dispose();
  }

  private body(kind: Kind): Body {
    return { kind, x: 0, y: 0, angle: 0, shape: new ConvexPolygon(rings[kind]) };
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): boolean {
    const read = (body: Body, name: "a" | "b"): boolean => {
      const kind = kinds.find((kind) => kind === params.get(name));
      const pose = readNumbers(params.get(`${name}-at`), 3, -placeLimit, placeLimit);
      if (kind === undefined || pose === null) return false;
      [body.x, body.y, body.angle] = pose as [number, number, number];
      body.kind = kind;
      return true;
    };
    const isRead = read(this.a, "a") && read(this.b, "b");
    this.reshape(this.a, this.b);
    refreshPanel(this.panel);
    this.solve();
    return isRead;
  }

  write(params: URLSearchParams): void {
    for (const [name, { kind, x, y, angle }] of [
      ["a", this.a],
      ["b", this.b],
    ] as const) {
      params.set(name, kind);
      params.set(`${name}-at`, writeNumbers([x, y, angle]));
    }
  }

  private reshape(...bodies: readonly Body[]): void {
    for (const body of bodies) {
      body.shape.dispose();
      body.shape = new ConvexPolygon(rings[body.kind]);
    }
    this.listHost.replaceChildren();
    const names = [...namesOf(this.a, "a"), ...namesOf(this.b, "b")];
    const preview = (index: number | null) => {
      this.preview = index;
      this.view.invalidate();
    };
    this.list = new AxisList(this.listHost, names, preview, () => this.view.invalidate(), "All axes");
    this.names = names;
    this.touch();
  }
  private names: readonly AxisName[] = [];

  private touch(): void {
    this.changed = true;
    this.view.invalidate();
  }

  private choose(body: Body): void {
    this.active = body;
    this.view.invalidate();
  }

  private move(x: number, y: number, turn: number): void {
    this.host.page.stage.stopAnimation("mtv");
    this.active.x += x;
    this.active.y += y;
    this.active.angle += turn;
    this.touch();
    this.host.onChange();
  }

  private applyMtv(): void {
    this.solve();
    const { contact, b } = this;
    if (contact === null) return;
    const [x, y] = [b.x, b.y];
    this.host.page.stage.animate("mtv", mtvSeconds, (share) => {
      b.x = x + share * contact.mtv.x;
      b.y = y + share * contact.mtv.y;
      this.touch();
      if (share === 1) this.host.onChange();
    });
  }

  // ------------------------------------------------------------------------------------------------------------- answer

  private solve(): void {
    if (!this.changed) return;
    this.changed = false;
    const { a, b } = this;
    const [poseA, poseB] = [poseOf(a), poseOf(b)];
    this.explained = explainSat(a.shape, poseA, b.shape, poseB);
    this.contact = collide(a.shape, poseA, b.shape, poseB);
    this.gap = distance(a.shape, poseA, b.shape, poseB);
    const { axes, decisive, intersects } = this.explained;
    this.list?.update(axes, decisive, !intersects);
    this.writeAnswer(this.gap);
  }

  private writeAnswer(gap: Distance): void {
    const { answer, contact } = this;
    const verdict: Verdict = Math.abs(gap.distance) < touching ? "touch" : contact === null ? "apart" : "overlap";
    const size = length(Math.abs(gap.distance));
    answer.setAnswer(verdict, verdictWords[verdict], size, verdict === "apart" ? "gap" : "deep");
    const name = this.names[this.explained.decisive];
    if (name) answer.setRow("decided", "Decided by", name.content());
    answer.setRow("normal", "Normal, A to B", plain(gap.normal));
    answer.setRow("mtv", "MTV of B", contact ? `${plain(contact.mtv)}\u202fm` : "none");
    answer.setRow(
      "points",
      contact ? "Contact points" : "Closest points",
      contact ? String(contact.points.length) : "1 pair",
    );
    this.mtv.disabled = contact === null;
    this.host.page.announce(`${verdictWords[verdict]}, ${size}. Decided by ${name?.text ?? ""}.`);
  }

  // --------------------------------------------------------------------------------------------------------------- view

  /** The circle that the rulers stand around. */
  private circle(): { x: number; y: number; radius: number } {
    const { a, b } = this;
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    return { x, y, radius: 1.4 + Math.hypot(a.x - b.x, a.y - b.y) / 2 };
  }

  bounds(): Rectangle {
    this.solve();
    const { x, y, radius } = this.circle();
    const reach = radius + 0.45;
    return { left: x - reach, right: x + reach, low: y - reach, high: y + reach };
  }

  /** A's is on its left: away from B in most cases. */
  private handleOf(body: Body): Point {
    const far = rings[body.kind].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const reach = (far + handleGap) * (body === this.a ? -1 : 1);
    return { x: body.x + reach * Math.cos(body.angle), y: body.y + reach * Math.sin(body.angle) };
  }

  grab(at: Point, reach: number): Grip | null {
    this.host.page.stage.stopAnimation("mtv");
    for (const body of [this.b, this.a]) {
      const { x, y } = this.handleOf(body);
      if (Math.hypot(x - at.x, y - at.y) > 1.4 * reach) continue;
      const offset = body.angle - Math.atan2(at.y - body.y, at.x - body.x);
      return this.grip(body, (to) => {
        body.angle = offset + Math.atan2(to.y - body.y, to.x - body.x);
      });
    }
    for (const body of [this.b, this.a]) {
      if (closestPoint(body.shape, poseOf(body), at).distance > reach) continue;
      const [x, y] = [body.x - at.x, body.y - at.y];
      return this.grip(body, (to) => {
        body.x = clamp(to.x + x);
        body.y = clamp(to.y + y);
      });
    }
    return null;
  }

  private grip(body: Body, follow: (to: Point) => void): Grip {
    this.choose(body);
    return {
      move: (to) => {
        follow(to);
        this.touch();
      },
      release: () => this.host.onChange(),
    };
  }

  draw(paint: CanvasRenderingContext2D): void {
    this.solve();
    const { view, a, b, explained, contact, gap } = this;
    view.grid(paint);
    const chosen = this.preview ?? this.list?.pinnedAxis ?? explained.decisive;
    explained.axes.forEach((_, i) => {
      if (i !== chosen) this.drawRuler(paint, i, false);
    });
    for (const [body, color] of [
      [a, "a-scene"],
      [b, "b-scene"],
    ] as const) {
      const ring = ringAt(body);
      paint.beginPath();
      traceRing(paint, ring);
      view.fill(paint, color, 0.24);
      view.stroke(paint, color, body === this.active ? 3 : 2);
      const handle = this.handleOf(body);
      view.line(paint, body, handle, color, 1, 0.5);
      view.ring(paint, handle, color);
      view.text(paint, body, body === a ? "A" : "B", "ink");
    }
    this.drawRuler(paint, chosen, true);
    if (contact && contact.depth > touching) {
      paint.beginPath();
      traceRing(paint, ringAt({ ...b, x: b.x + contact.mtv.x, y: b.y + contact.mtv.y }));
      view.stroke(paint, "b-scene", 1.5, 0.8, [5, 4]);
      const { onA, onB } = contact.points[0] ?? { onA: a, onB: b };
      view.arrow(paint, onB, onA, "overlap");
    } else if (gap && gap.distance > touching) {
      view.line(paint, gap.pointA, gap.pointB, "apart", 1.5, 1, [3, 3]);
      view.dot(paint, gap.pointA, "a-scene");
      view.dot(paint, gap.pointB, "b-scene");
    }
  }

  /** An axis as a ruler outside of the circle, with both projections on it; A's edges on one side, B's on the other. */
  private drawRuler(paint: CanvasRenderingContext2D, index: number, isChosen: boolean): void {
    const it = this.explained.axes[index];
    if (!it) return;
    const { view } = this;
    const { axis, intervalA, intervalB, overlap } = it;
    const { x, y, radius } = this.circle();
    const side = it.source === "edge-a" ? 1 : -1;
    const aside = { x: -side * axis.y, y: side * axis.x };
    // Coordinates along the axis count from the world's origin.
    const foot = x * axis.x + y * axis.y;
    const at = (along: number, out: number): Point => ({
      x: x + axis.x * (along - foot) + aside.x * (radius + out),
      y: y + axis.y * (along - foot) + aside.y * (radius + out),
    });
    const width = isChosen ? 7 : 3;
    const alpha = isChosen ? 1 : 0.35;
    const step = view.metres(isChosen ? 9 : 4);
    const ends = [Math.min(intervalA[0], intervalB[0]), Math.max(intervalA[1], intervalB[1])] as const;
    const reach = view.metres(isChosen ? 14 : 4);
    view.line(
      paint,
      at(ends[0] - reach, 0),
      at(ends[1] + reach, 0),
      isChosen ? "ink" : "line-strong",
      1,
      isChosen ? 0.7 : 0.8,
    );
    if (isChosen) this.drawBand(paint, it, at, radius);
    view.line(paint, at(intervalA[0], step), at(intervalA[1], step), "a-scene", width, alpha);
    view.line(paint, at(intervalB[0], 2.1 * step), at(intervalB[1], 2.1 * step), "b-scene", width, alpha);
    if (isChosen) {
      const [from, to] = [Math.max(intervalA[0], intervalB[0]), Math.min(intervalA[1], intervalB[1])];
      view.text(paint, at((from + to) / 2, 4.3 * step), length(Math.abs(overlap)), overlap < 0 ? "apart" : "overlap");
    }
  }

  /** What the projections share, or the gap between them, as a band across the scene. */
  private drawBand(
    paint: CanvasRenderingContext2D,
    { intervalA, intervalB, overlap }: SatExplanation["axes"][number],
    at: (along: number, out: number) => Point,
    radius: number,
  ): void {
    const { view } = this;
    const [from, to] = [Math.max(intervalA[0], intervalB[0]), Math.min(intervalA[1], intervalB[1])];
    const color = overlap < 0 ? "apart" : "overlap";
    const corners = [at(from, 0), at(to, 0), at(to, -2 * radius), at(from, -2 * radius)];
    paint.beginPath();
    traceRing(
      paint,
      corners.flatMap(({ x, y }) => [x, y]),
    );
    view.fill(paint, color, 0.09);
    for (const [near, far] of [
      [corners[0], corners[3]],
      [corners[1], corners[2]],
    ] as const) {
      if (near && far) view.line(paint, near, far, color, 1, 0.6, [5, 4]);
    }
  }
}

function regular(count: number): number[] {
  return Array.from({ length: 2 * count }, (_, i) => {
    const angle = (2 * Math.PI * Math.floor(i / 2)) / count + Math.PI / 2 - Math.PI / count;
    return 0.8 * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  });
}

function namesOf({ kind }: Body, side: "a" | "b"): AxisName[] {
  const upper = side.toUpperCase();
  return Array.from({ length: rings[kind].length / 2 }, (_, i) => ({
    group: `Edges of ${upper}`,
    text: `edge ${i} of ${upper}`,
    content: () => element("span", { class: "axis-label" }, element("b", { class: side, text: `${upper} ${i}` })),
  }));
}

const poseOf = ({ x, y, angle }: Body) => ({ position: { x, y }, angle });
const plain = ({ x, y }: Point) => `${component(x)}, ${component(y)}`;
const clamp = (value: number) => Math.min(placeLimit, Math.max(-placeLimit, value));

function ringAt({ kind, x, y, angle }: Body): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const ring = rings[kind];
  return ring.map((_, i) => {
    const [px, py] = [ring[i - (i % 2)] as number, ring[i - (i % 2) + 1] as number];
    return i % 2 === 0 ? x + c * px - s * py : y + s * px + c * py;
  });
}
