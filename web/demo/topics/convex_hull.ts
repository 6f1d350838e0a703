/** Topic "Convex hull": a point cloud, the hull around it, and the volume that a hull with fewer vertices keeps. */

import { ConvexHull, HyperplaneError } from "hyperplane";
import { BufferGeometry, DoubleSide, Mesh, MeshLambertMaterial, Vector3 } from "three";
import { AnswerCard } from "../parts/answer_card.js";
import { type CloudKind, type CloudRequest, clouds, makeCloud } from "../parts/clouds.js";
import { fillText } from "../parts/explanation.js";
import type { Mix } from "../parts/legend.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { PresetBar } from "../parts/presets.js";
import { mixedColor } from "../parts/scenery.js";
import { Tally } from "../parts/tally.js";
import { addViewControls } from "../parts/view_controls.js";
import { Dots } from "../scene/dots.js";
import { order } from "../scene/order.js";
import { polyhedronLook, polyhedronVolume } from "../scene/polyhedron.js";
import { ShapeView } from "../scene/shape_view.js";
import type { Direction } from "../scene/stage.js";
import { milliseconds, whole as wholeNumber } from "../shell/format.js";
import { readNumber, unreadableLink } from "../shell/link.js";
import { themeColor } from "../shell/theme.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/convex_hull.html?raw";

const countLimits = { least: 4, most: 5000 };
const seedLimit = 0xffffffff;
const startView = { azimuth: 0.55, polar: 1.15 };
const growSeconds = 5;
/** The last bar counts the faces with so many corners or more. */
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

const modelColor: Mix = ["b-scene", "scene", 0.35];

class ConvexHullTopic implements Topic {
  private readonly view = new ShapeView();
  private readonly model = new Mesh<BufferGeometry, MeshLambertMaterial>(
    new BufferGeometry(),
    // Pushed back a little: much of the hull coincides with the model.
    new MeshLambertMaterial({
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 2,
      polygonOffsetUnits: 4,
    }),
  );
  /** The cloud whose model is loaded. */
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
  /** The hull with all its vertices, or the error that refused it. */
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
    this.growButton = this.answer.addButton("Watch it grow", "G", () => this.grow(), "main");
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
    this.panel.add({ again: () => this.reseed() }, "again").name("Shuffle points");
    this.panel
      .add(this.choice, "faces")
      .name("faces")
      .onChange(() => this.draw());
    this.panel
      .add(this.choice, "points")
      .name("cloud points")
      .onChange(() => this.draw());
    this.modelControl = this.panel
      .add(this.choice, "model")
      .name("model")
      .onChange(() => this.draw());
    this.stops.push(
      addViewControls(page, {
        fit: () => this.fit(),
        legend: () => [
          this.view.group.visible && { color: "a-scene", mark: "area", text: "hull" },
          this.shown !== null && { color: "b-scene", mark: "dot", text: "corners" },
          this.choice.points && { color: "ink-3", mark: "dot", text: "cloud points" },
          this.model.visible && { color: modelColor, mark: "area", text: "model" },
        ],
      }),
      fillText(page, explanation, (action) => {
        if (action === "grow") this.grow();
      }),
      shortcuts.add(
        { keys: ["g"], shown: "G", help: "Watch the hull grow", where: "page", run: () => this.grow() },
        { keys: ["n"], shown: "N", help: "Shuffle points", where: "page", run: () => this.reseed() },
        {
          keys: ["ArrowLeft", "ArrowRight"],
          shown: "\u2190 \u2192",
          help: "One corner fewer or more, while the scene has the focus",
          where: "scene",
          run: (event) => this.step(event.key === "ArrowLeft" ? -1 : 1),
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
    const count = readNumber(params, "n", kind?.count ?? 0, countLimits.least, countLimits.most);
    const seed = readNumber(params, "seed", 1, 0, seedLimit);
    const max = readNumber(params, "max", kind?.corners ?? 0, 0, countLimits.most);
    if (!kind || ![count, seed, max].every(Number.isInteger) || (max > 0 && max < 4)) {
      this.useKind(first);
      return unreadableLink;
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

  /** Builds the whole hull of new points, then reduces it. `max` 0: all corners. */
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
      // Slow at first, where each corner changes most.
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
        answer.setRow(key, name, key === "points" ? wholeNumber(count) : "\u2014");
      }
      this.tally.set([], error?.message ?? "");
      this.page.announce(`Refused: ${error?.message ?? ""}`);
      return;
    }
    const corners = shown.vertices.length / 3;
    const edges = shown.faces.reduce((sum, face) => sum + face.length, 0) / 2;
    answer.setAnswer("plain", "Hull", wholeNumber(corners), corners === 1 ? "corner" : "corners");
    answer.setRow("points", "Points", wholeNumber(count));
    answer.setRow("faces", "Faces", wholeNumber(shown.faces.length));
    answer.setRow("edges", "Edges", wholeNumber(edges));
    const kept = whole.volume > 0 ? (100 * shown.volume) / whole.volume : 100;
    answer.setRow("volume", "Volume kept", corners === this.wholeCount ? "all" : `${kept.toFixed(1)}\u202f%`);
    answer.setRow("time", "Built in", milliseconds(shown.milliseconds, "once"));
    const byCorners = new Map<number, number>();
    for (const face of shown.faces) {
      const size = Math.min(tallyMost, face.length);
      byCorners.set(size, (byCorners.get(size) ?? 0) + 1);
    }
    const rows = [...byCorners].sort(([a], [b]) => a - b);
    this.tally.set(
      rows.map(([size, faces]) => ({ name: `${size}${size === tallyMost ? " or more" : ""} corners`, count: faces })),
      `Euler: ${wholeNumber(corners)} corners \u2212 ${wholeNumber(edges)} edges + ${wholeNumber(shown.faces.length)} faces = ${corners - edges + shown.faces.length}`,
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
    // Many corners are drawn finer.
    const crowd = Math.min(1, Math.sqrt(120 / Math.max(1, corners.length)));
    this.cornersInFront.setSize(4 + 6 * crowd);
    this.cornersBehind.setSize(3 + 4 * crowd);
    this.view.fineness = 0.35 + 0.65 * crowd;
    this.page.stage.invalidate();
  }

  private fit(direction?: Direction): void {
    const points = vectors(this.points);
    const lowest = points.reduce((low, { y }) => Math.min(low, y), 0);
    this.page.stage.grid.setHeight(Math.min(-1.6, lowest - 0.2));
    this.page.stage.fit(() => points, direction);
  }

  private recolor(): void {
    this.view.setColor(themeColor("a-scene"), 0.24);
    this.model.material.color.copy(mixedColor(...modelColor));
    this.inside.setColor(themeColor("ink-3"), themeColor("ink-3"));
    for (const dots of [this.cornersInFront, this.cornersBehind]) {
      dots.setColor(themeColor("b-scene"), themeColor("dot-rim"));
    }
  }
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
