/** Topic "Convex hull": a cloud of points, the hull around it, and how much of it fewer corners keep. */

import { ConvexHull, HyperplaneError } from "hyperplane";
import { BufferGeometry, DoubleSide, Mesh, MeshLambertMaterial, Vector3 } from "three";
import { AnswerCard } from "../parts/answer_card.js";
import { type CloudKind, type CloudRequest, clouds, makeCloud } from "../parts/clouds.js";
import { Legend } from "../parts/legend.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { PresetBar } from "../parts/presets.js";
import { mixedColor } from "../parts/scenery.js";
import { Tally } from "../parts/tally.js";
import { Dots } from "../scene/dots.js";
import { order } from "../scene/order.js";
import { polyhedronLook, polyhedronVolume } from "../scene/polyhedron.js";
import { ShapeView } from "../scene/shape_view.js";
import { element } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { readNumbers } from "../shell/link.js";
import { themeColor } from "../shell/theme.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/convex_hull.html?raw";

const countLimits = { least: 4, most: 5000 };
const seedLimit = 0xffffffff;
const startView = { azimuth: 0.55, polar: 1.15 };
const growSeconds = 5;
/** Bars for faces with 3, 4, ... corners; the last one is for all that have more. */
const tallyMost = 8;

interface Built {
  readonly vertices: Float32Array;
  readonly faces: readonly (readonly number[])[];
  readonly volume: number;
  readonly milliseconds: number;
}

export function createTopic(page: Page): Topic {
  return new ConvexHullTopic(page);
}

class ConvexHullTopic implements Topic {
  private readonly view = new ShapeView();
  private readonly model = new Mesh<BufferGeometry, MeshLambertMaterial>(
    new BufferGeometry(),
    // Pushed back a little: much of the hull lies in the very same surface.
    new MeshLambertMaterial({
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 2,
      polygonOffsetUnits: 4,
    }),
  );
  /** Which cloud the model is of. */
  private modelOf = "";
  private readonly inside = new Dots({ pixels: 4, renderOrder: order.plane, opacity: 0.75 });
  private readonly cornersInFront = new Dots({ pixels: 8, renderOrder: order.notes, depth: "visible" });
  private readonly cornersBehind = new Dots({ pixels: 6, renderOrder: order.plane, depth: "hidden", opacity: 0.4 });
  private readonly answer: AnswerCard;
  private readonly tally: Tally;
  private readonly presetBar: PresetBar<CloudKind>;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly countControl: ReturnType<ReturnType<typeof createPanel>["add"]>;
  private readonly maxControl: ReturnType<ReturnType<typeof createPanel>["add"]>;
  private readonly modelControl: ReturnType<ReturnType<typeof createPanel>["add"]>;
  private readonly growButton: HTMLButtonElement;
  private readonly stops: (() => void)[] = [];

  private readonly choice = {
    cloud: "teapot",
    count: 0,
    seed: 1,
    maxVertices: 4,
    faces: true,
    points: true,
    model: true,
  };
  private points: number[] = [];
  /** The hull with all its corners, or why there is none. */
  private whole: Built | HyperplaneError | null = null;
  /** The hull on screen. */
  private shown: Built | null = null;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    stage.scene.add(
      this.model,
      this.view.group,
      this.inside.object,
      this.cornersInFront.object,
      this.cornersBehind.object,
    );
    this.answer = new AnswerCard(regions.answer);
    this.growButton = element("button", { class: "button button-main", attributes: { type: "button" } });
    this.growButton.append("Watch it grow", element("kbd", { text: "G", attributes: { "aria-hidden": "true" } }));
    this.growButton.addEventListener("click", () => this.grow());
    this.answer.addAction(this.growButton);
    this.tally = new Tally(regions.details, "Faces by their corners");
    this.presetBar = new PresetBar(regions.presets, shortcuts, clouds, (kind) => this.useKind(kind));

    this.panel = createPanel(regions.controls, "Controls");
    this.countControl = this.panel
      .add(this.choice, "count", countLimits.least, 2000, 1)
      .name("points")
      .onChange(() => this.build())
      .onFinishChange(() => this.save());
    this.maxControl = this.panel
      .add(this.choice, "maxVertices", 4, 300, 1)
      .name("maxVertices")
      .onChange(() => {
        stage.stopAnimation("grow");
        this.reduce();
      })
      .onFinishChange(() => this.save());
    this.panel.add({ again: () => this.reseed() }, "again").name("Other points");
    this.panel
      .add(this.choice, "faces")
      .name("faces")
      .onChange(() => this.draw());
    this.panel
      .add(this.choice, "points")
      .name("points of the cloud")
      .onChange(() => this.draw());
    this.modelControl = this.panel
      .add(this.choice, "model")
      .name("model")
      .onChange(() => this.draw());
    const legend = new Legend([
      { color: "a-scene", mark: "area", text: "hull" },
      { color: "b-scene", mark: "dot", text: "corners" },
      { color: "ink-3", mark: "dot", text: "points of the cloud" },
    ]);
    const fit = element(
      "button",
      { class: "tool", title: "Fit the view (F)", attributes: { type: "button", "aria-label": "Fit the view" } },
      icon("fit"),
    );
    fit.addEventListener("click", () => this.fit());
    regions.tools.append(legend.element, fit);
    regions.text.innerHTML = explanation;
    regions.text.addEventListener("click", this.followText);
    this.stops.push(
      () => regions.text.removeEventListener("click", this.followText),
      shortcuts.add(
        { keys: ["g"], shown: "G", help: "Watch the hull grow", where: "page", run: () => this.grow() },
        { keys: ["n"], shown: "N", help: "Other points", where: "page", run: () => this.reseed() },
        { keys: ["f"], shown: "F", help: "Fit the view", where: "page", run: () => this.fit() },
        {
          keys: ["ArrowLeft", "ArrowRight"],
          shown: "\u2190 \u2192",
          help: "One corner fewer or more, when the scene has the focus",
          where: "scene",
          run: (event) => this.step(event.key === "ArrowLeft" ? -1 : 1),
        },
        {
          keys: ["q", "e"],
          shown: "Q E",
          help: "Look from farther left or right",
          where: "page",
          run: (event) => stage.moveView((event.key.toLowerCase() === "q" ? -1 : 1) * (Math.PI / 18), 1),
        },
      ),
      stage.onColors(() => this.recolor()),
    );
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.page.stage.stopAnimation("grow");
    this.presetBar.dispose();
    this.panel.destroy();
    for (const part of [this.view, this.inside, this.cornersInFront, this.cornersBehind]) part.dispose();
    this.model.removeFromParent();
    this.model.geometry.dispose();
    this.model.material.dispose();
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): string | null {
    this.page.stage.stopAnimation("grow");
    const first = clouds[0] as CloudKind;
    const kind = params.has("cloud") ? clouds.find(({ id }) => id === params.get("cloud")) : first;
    const number = (name: string, otherwise: number, least: number, most: number) =>
      params.has(name) ? (readNumbers(params.get(name), 1, least, most)?.[0] ?? Number.NaN) : otherwise;
    const count = number("n", kind?.count ?? 0, countLimits.least, countLimits.most);
    const seed = number("seed", 1, 0, seedLimit);
    const max = number("max", kind?.corners ?? 0, 0, countLimits.most);
    if (!kind || ![count, seed, max].every(Number.isInteger) || (max > 0 && max < 4)) {
      this.useKind(first);
      return "This link could not be read, so here is the first cloud instead.";
    }
    this.useCloud({ cloud: kind.id, count, seed }, max);
    return null;
  }

  private useKind(kind: CloudKind): void {
    this.useCloud({ cloud: kind.id, count: kind.count, seed: 1 }, kind.corners ?? 0);
  }

  /** `max` 0: all corners. */
  private useCloud({ cloud, count, seed }: CloudRequest, max: number): void {
    Object.assign(this.choice, { cloud, count, seed });
    this.build(max);
    this.fit(startView);
    this.save();
  }

  private reseed(): void {
    if (!this.kind.adjustable) return;
    this.choice.seed = (this.choice.seed % seedLimit) + 1;
    this.build();
    this.save();
  }

  private get kind(): CloudKind {
    return clouds.find(({ id }) => id === this.choice.cloud) ?? (clouds[0] as CloudKind);
  }

  private save(): void {
    this.page.saveLink(() => {
      const { cloud, count, seed, maxVertices } = this.choice;
      const params = new URLSearchParams({ cloud });
      if (this.kind.adjustable && count !== this.kind.count) params.set("n", String(count));
      if (this.kind.adjustable && seed !== 1) params.set("seed", String(seed));
      const usual = this.kind.corners ?? this.wholeCount;
      if (this.wholeCount > 0 && maxVertices !== usual)
        params.set("max", String(maxVertices === this.wholeCount ? 0 : maxVertices));
      return params;
    });
  }

  private get wholeCount(): number {
    return this.whole && "vertices" in this.whole ? this.whole.vertices.length / 3 : 0;
  }

  // --------------------------------------------------------------------------------------------------------------- hull

  /** New points: the whole hull first, then the one with as many corners as are wanted. */
  private build(max = 0): void {
    this.page.stage.stopAnimation("grow");
    const { choice } = this;
    this.points = makeCloud(choice);
    if (!this.kind.adjustable) choice.count = this.points.length / 3;
    this.presetBar.current = choice.cloud;
    this.whole = buildHull(this.points, 0);
    const count = Math.max(4, this.wholeCount);
    choice.maxVertices = max === 0 ? count : Math.min(max, count);
    this.countControl.enable(this.kind.adjustable);
    this.maxControl.max(count);
    this.maxControl.enable(this.wholeCount > 4);
    refreshPanel(this.panel);
    this.reduce();
  }

  private reduce(): void {
    const { whole, choice } = this;
    if (whole && "vertices" in whole) {
      const reduced = choice.maxVertices < this.wholeCount ? buildHull(this.points, choice.maxVertices) : whole;
      this.shown = "vertices" in reduced ? reduced : null;
    } else {
      this.shown = null;
    }
    this.write();
    this.draw();
  }

  private step(by: number): void {
    const most = Math.max(4, this.wholeCount);
    this.choice.maxVertices = Math.min(most, Math.max(4, this.choice.maxVertices + by));
    refreshPanel(this.panel);
    this.reduce();
    this.save();
  }

  /** From a tetrahedron to the whole hull. */
  private grow(): void {
    const most = this.wholeCount;
    if (most <= 4) return;
    this.page.stage.animate("grow", growSeconds, (share) => {
      // Slowly at first, where each corner changes much.
      const count = Math.round(4 * (most / 4) ** share);
      if (count === this.choice.maxVertices) return;
      this.choice.maxVertices = count;
      refreshPanel(this.panel);
      this.reduce();
      if (share === 1) this.save();
    });
  }

  // ------------------------------------------------------------------------------------------------------------- answer

  private write(): void {
    const { whole, shown, answer } = this;
    const count = this.points.length / 3;
    this.growButton.disabled = this.wholeCount <= 4;
    if (!whole || !("vertices" in whole) || !shown) {
      const error = whole && !("vertices" in whole) ? whole : null;
      answer.setAnswer("refused", "Refused", error?.code ?? "", "");
      for (const [key, name] of [
        ["points", "Points"],
        ["faces", "Faces"],
        ["edges", "Edges"],
        ["volume", "Volume kept"],
        ["time", "Built in"],
      ] as const) {
        answer.setRow(key, name, key === "points" ? String(count) : "\u2014");
      }
      this.tally.set([], error?.message ?? "");
      this.page.announce(`Refused: ${error?.message ?? ""}`);
      return;
    }
    const corners = shown.vertices.length / 3;
    const edges = shown.faces.reduce((sum, face) => sum + face.length, 0) / 2;
    answer.setAnswer("plain", "Hull", String(corners), corners === 1 ? "corner" : "corners");
    answer.setRow("points", "Points", String(count));
    answer.setRow("faces", "Faces", String(shown.faces.length));
    answer.setRow("edges", "Edges", String(edges));
    const kept = whole.volume > 0 ? (100 * shown.volume) / whole.volume : 100;
    answer.setRow("volume", "Volume kept", corners === this.wholeCount ? "all" : `${kept.toFixed(1)}\u202f%`);
    answer.setRow("time", "Built in", `${shown.milliseconds.toFixed(2)}\u202fms`);
    const byCorners = new Map<number, number>();
    for (const face of shown.faces) {
      const size = Math.min(tallyMost, face.length);
      byCorners.set(size, (byCorners.get(size) ?? 0) + 1);
    }
    const rows = [...byCorners].sort(([a], [b]) => a - b);
    this.tally.set(
      rows.map(([size, faces]) => ({ name: `${size}${size === tallyMost ? " or more" : ""} corners`, count: faces })),
      `Euler: ${corners} corners \u2212 ${edges} edges + ${shown.faces.length} faces = ${corners - edges + shown.faces.length}`,
    );
    this.page.announce(`Hull of ${count} points with ${corners} corners and ${shown.faces.length} faces.`);
  }

  private draw(): void {
    const { shown, choice, points } = this;
    this.view.group.visible = shown !== null && choice.faces;
    const { model } = this.kind;
    this.modelControl.enable(model !== undefined);
    this.model.visible = model !== undefined && choice.model;
    if (model && this.modelOf !== choice.cloud) {
      this.modelOf = choice.cloud;
      this.model.geometry.dispose();
      this.model.geometry = model();
    }
    if (shown) this.view.look = polyhedronLook(shown.vertices, shown.faces);
    this.inside.set(choice.points ? vectors(points) : []);
    const corners = shown ? vectors(shown.vertices) : [];
    this.cornersInFront.set(corners);
    this.cornersBehind.set(corners);
    // A crowd is drawn finer.
    const crowd = Math.min(1, Math.sqrt(120 / Math.max(1, corners.length)));
    this.cornersInFront.setSize(4 + 6 * crowd);
    this.cornersBehind.setSize(3 + 4 * crowd);
    this.view.fineness = 0.35 + 0.65 * crowd;
    this.page.stage.invalidate();
  }

  private fit(direction?: { readonly azimuth: number; readonly polar: number }): void {
    const points = vectors(this.points);
    const lowest = points.reduce((low, { y }) => Math.min(low, y), 0);
    this.page.stage.grid.setHeight(Math.min(-1.6, lowest - 0.2));
    this.page.stage.fit(() => points, direction);
  }

  private recolor(): void {
    this.view.setColor(themeColor("a-scene"), 0.24);
    this.model.material.color.copy(mixedColor("b-scene", "scene", 0.35));
    this.inside.setColor(themeColor("ink-3"), themeColor("ink-3"));
    for (const dots of [this.cornersInFront, this.cornersBehind]) {
      dots.setColor(themeColor("b-scene"), themeColor("dot-rim"));
    }
  }

  private readonly followText = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.action === "grow") this.grow();
  };
}

/** `max` 0: all corners. */
function buildHull(points: readonly number[], max: number): Built | HyperplaneError {
  try {
    const begin = performance.now();
    const hull = new ConvexHull(points, max === 0 ? {} : { maxVertices: max });
    const milliseconds = performance.now() - begin;
    const { vertices, faces } = hull;
    hull.dispose();
    return { vertices, faces, volume: polyhedronVolume(vertices, faces), milliseconds };
  } catch (error) {
    if (error instanceof HyperplaneError) return error;
    throw error;
  }
}

function vectors(coordinates: ArrayLike<number>): Vector3[] {
  return Array.from(
    { length: coordinates.length / 3 },
    (_, i) => new Vector3(coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2]),
  );
}
