/** Topic "Convex decomposition": a concave model as a few convex parts, drawn apart, and balls that show that its hollows are hollow. */

import { type BufferGeometry, type Group, Matrix4, type Mesh, type Object3D, Vector3 } from "three";
import { AnswerCard, none } from "../parts/answer_card.js";
import { type ConcaveModel, concaveModels, joined, normalize } from "../parts/concave_models.js";
import { DecompositionRun, stepSeconds } from "../parts/decomposition_run.js";
import { fillText } from "../parts/explanation.js";
import { disposeModel, modelKind } from "../parts/model_files.js";
import { OwnFiles } from "../parts/own_files.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { PresetBar } from "../parts/presets.js";
import { addViewControls } from "../parts/view_controls.js";
import { PartsView } from "../scene/parts_view.js";
import { element } from "../shell/dom.js";
import { whole } from "../shell/format.js";
import { readNumber, unreadableLink } from "../shell/link.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/convex_decomposition.html?raw";

const usual = { parts: 32, error: 2, apart: 0.35 } as const;
const mostParts = 64;
/** Of an error in percent. */
const errorLimits = { least: 0.2, most: 10 } as const;
const startView = { azimuth: 0.6, polar: 1.15 };
/** Distance of the floor from the lowest point, m. */
const belowLowest = 0.02;
const explodeSeconds = 1.2;
/** A frame makes at most so many steps. */
const mostSteps = 3;

const modelFiles = modelKind(
  "Model file",
  "decomposed",
  {
    obj: async (file: File): Promise<Object3D> => {
      // Loads with the first file only.
      const { OBJLoader } = await import("three/addons/loaders/OBJLoader.js");
      return new OBJLoader().parse(await file.text());
    },
  },
  [".obj", "model/obj"],
);

export function createTopic(page: Page): Topic {
  return new ConvexDecompositionTopic(page);
}

class ConvexDecompositionTopic implements Topic {
  private readonly run = new DecompositionRun();
  private readonly view = new PartsView();
  private readonly answer: AnswerCard;
  private readonly bar: HTMLProgressElement;
  private readonly ballButton: HTMLButtonElement;
  private readonly presetBar: PresetBar<ConcaveModel>;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly files: OwnFiles<Group>;
  private readonly stops: (() => void)[] = [];

  private readonly choice = {
    parts: usual.parts as number,
    error: usual.error as number,
    shapes: false,
    apart: 0,
    model: false,
  };
  /** The preset on screen; null for the visitor's own model. */
  private kind: ConcaveModel | null = null;
  /** Seconds that are due but not simulated yet, and when the last frame was. */
  private owed = 0;
  private last = 0;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    stage.scene.add(this.view.group);
    this.answer = new AnswerCard(regions.answer);
    this.ballButton = this.answer.addButton("Drop balls on it", "B", () => this.dropBalls(), "main");
    this.bar = element("progress", { class: "work-bar", attributes: { max: "1", "aria-label": "Decomposition" } });
    regions.answer.append(this.bar);
    this.presetBar = new PresetBar(regions.presets, shortcuts, concaveModels, (kind) => this.useKind(kind));
    this.panel = createPanel(regions.controls, "Controls");
    const again = () => this.decompose();
    this.panel
      .add(this.choice, "apart", 0, 1, 0.01)
      .decimals(2)
      .name("explode")
      .onChange(() => this.moveApart());
    this.panel.add(this.choice, "parts", 1, mostParts, 1).name("maxParts").onFinishChange(again);
    this.panel
      .add(this.choice, "error", errorLimits.least, errorLimits.most, 0.1)
      .name("maxError in %")
      .onFinishChange(again);
    this.panel.add(this.choice, "shapes").name("primitives").onFinishChange(again);
    this.panel
      .add(this.choice, "model")
      .name("model")
      .onChange(() => this.arrange());
    this.panel.add({ open: () => this.files.choose() }, "open").name("Open your own .glb or .obj file");
    this.files = new OwnFiles(page, modelFiles, (model, name) => this.open(model, name));
    this.stops.push(
      addViewControls(page, {
        fit: () => this.fit(),
        // Each part has a colour of its own.
        legend: () => [this.run.rain.balls.length > 0 && { color: "b-scene", mark: "dot", text: "balls" }],
      }),
      fillText(page, explanation, (action) => {
        if (action === "balls") this.dropBalls();
        if (action === "open") this.files.choose();
      }),
      shortcuts.add(
        { keys: ["b"], shown: "B", help: "Drop balls on the parts", where: "page", run: () => this.dropBalls() },
        { keys: ["x"], shown: "X", help: "Move the parts apart, or together", where: "page", run: () => this.toggle() },
      ),
      stage.onColors(() => this.view.recolor()),
      stage.onFrame(() => this.onFrame()),
    );
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.page.stage.stopAnimation("apart");
    this.files.dispose();
    this.presetBar.dispose();
    this.panel.destroy();
    this.run.dispose();
    this.view.dispose();
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): string | null {
    const first = concaveModels[0] as ConcaveModel;
    const kind = params.has("model") ? concaveModels.find(({ id }) => id === params.get("model")) : first;
    const parts = readNumber(params, "parts", usual.parts, 1, mostParts);
    const error = readNumber(params, "error", usual.error, errorLimits.least, errorLimits.most);
    const shapes = readNumber(params, "shapes", 0, 0, 1);
    const isReadable =
      kind !== undefined && Number.isInteger(parts) && !Number.isNaN(error) && Number.isInteger(shapes);
    Object.assign(
      this.choice,
      isReadable ? { parts, error, shapes: shapes === 1 } : { parts: usual.parts, error: usual.error, shapes: false },
    );
    refreshPanel(this.panel);
    this.useKind(isReadable ? kind : first);
    return isReadable ? null : unreadableLink;
  }

  private save(): void {
    this.page.saveLink(() => {
      const { parts, error, shapes } = this.choice;
      const params = new URLSearchParams();
      // A link cannot hold a file.
      if (this.kind) params.set("model", this.kind.id);
      if (parts !== usual.parts) params.set("parts", String(parts));
      if (error !== usual.error) params.set("error", String(error));
      if (shapes) params.set("shapes", "1");
      return params;
    });
  }

  private useKind(kind: ConcaveModel): void {
    this.files.cancel();
    this.kind = kind;
    this.useModel(normalize(kind.make()));
  }

  /** Takes the visitor's model. */
  private open(model: Group, name: string): void {
    const geometry = triangles(model);
    if (!geometry) throw new Error("it has no triangles.");
    disposeModel(model);
    this.kind = null;
    this.useModel(normalize(geometry));
    this.page.note(`${name}: ${whole(this.run.triangleCount)} triangles.`);
  }

  private useModel(geometry: BufferGeometry): void {
    this.presetBar.current = this.kind?.id ?? null;
    this.run.setModel(geometry);
    this.view.setModel(geometry);
    this.decompose();
    this.fit(startView);
  }

  // ------------------------------------------------------------------------------------------------------ decomposition

  private decompose(): void {
    const { choice, page } = this;
    page.stage.stopAnimation("apart");
    this.view.setParts([]);
    this.view.setBalls([]);
    choice.apart = 0;
    refreshPanel(this.panel);
    this.arrange();
    this.run.start(
      { maxParts: choice.parts, maxError: choice.error / 100, primitives: choice.shapes },
      (share) => this.showProgress(share),
      () => this.finish(),
    );
    this.showProgress(0);
    this.save();
  }

  private showProgress(share: number): void {
    this.bar.value = share;
    this.bar.hidden = false;
    this.write(share);
  }

  private finish(): void {
    const { result, failure } = this.run;
    this.bar.hidden = true;
    this.write(1);
    if (!result) {
      this.page.announce(`Refused: ${failure ?? ""}`);
      return;
    }
    this.view.setParts(result.parts);
    this.page.announce(`${result.parts.length} parts, error ${percent(result.error)}.`);
    this.explode(usual.apart);
  }

  private write(share: number): void {
    const { answer, run } = this;
    const { result, failure } = run;
    this.ballButton.disabled = result === null;
    if (result)
      answer.setAnswer(
        "plain",
        result.complete ? "Decomposed" : "Error too large",
        whole(result.parts.length),
        "parts",
      );
    else if (failure !== null) answer.setAnswer("refused", "Refused", failure, "");
    else answer.setAnswer("plain", "Working", String(Math.floor(100 * share)), "%");
    const named = result?.parts.filter(({ shape }) => shape !== null).length ?? 0;
    answer.setRow("error", "Error", result ? percent(result.error) : none);
    answer.setRow("triangles", "Triangles", whole(run.triangleCount));
    answer.setRow("shapes", "Primitive parts", result && this.choice.shapes ? whole(named) : none);
    answer.setRow("time", "Time", result ? `${(result.milliseconds / 1000).toFixed(1)}\u202fs` : none);
    answer.setRow("balls", "Balls: all, at rest", result ? this.ballCounts() : none);
  }

  private ballCounts(): string {
    const { balls, awakeCount } = this.run.rain;
    return `${whole(balls.length)}, ${whole(balls.length - awakeCount)}`;
  }

  // --------------------------------------------------------------------------------------------------------------- view

  private toggle(): void {
    if (this.run.result) this.explode(this.choice.apart > 0 ? 0 : usual.apart);
  }

  private explode(to: number): void {
    const from = this.choice.apart;
    this.page.stage.animate("apart", explodeSeconds, (share) => {
      this.choice.apart = from + (to - from) * share;
      refreshPanel(this.panel);
      this.arrange();
    });
  }

  private moveApart(): void {
    this.page.stage.stopAnimation("apart");
    this.clearBalls();
    this.arrange();
  }

  private arrange(): void {
    const lowest = this.view.arrange(this.choice.apart, this.choice.model);
    // The floor is below all of them, or its lines would be drawn over those that are apart.
    this.page.stage.grid.setHeight(Math.min(this.run.bounds.min.y, lowest) - belowLowest);
    this.page.stage.invalidate();
  }

  private fit(direction?: typeof startView): void {
    const { min, max } = this.run.bounds;
    // Room for the parts that are apart.
    const more = max.clone().sub(min).multiplyScalar(0.12);
    const [low, high] = [min.clone().sub(more), max.clone().add(more)];
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
      (i) => new Vector3(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z),
    );
    this.page.stage.fit(() => corners, direction);
  }

  // -------------------------------------------------------------------------------------------------------------- balls

  private dropBalls(): void {
    if (!this.run.result) return;
    this.page.stage.stopAnimation("apart");
    this.choice.apart = 0;
    refreshPanel(this.panel);
    this.arrange();
    this.clearBalls();
    this.run.dropBalls();
    this.last = 0;
    this.page.stage.invalidate();
  }

  private clearBalls(): void {
    this.run.rain.clear();
    this.view.setBalls([]);
    this.write(1);
  }

  private onFrame(): void {
    const { rain, world } = this.run;
    if (rain.awakeCount === 0) {
      this.last = 0;
      return;
    }
    const now = performance.now();
    this.owed += this.last === 0 ? stepSeconds : Math.min(mostSteps * stepSeconds, (now - this.last) / 1000);
    this.last = now;
    for (; this.owed >= stepSeconds; this.owed -= stepSeconds) this.run.step();
    const { positions } = world;
    this.view.setBalls(
      rain.balls.map(({ collider, radius }) => ({
        at: new Vector3().fromArray(positions, 3 * collider.index),
        radius,
      })),
    );
    this.write(1);
    this.page.stage.invalidate();
  }
}

const percent = (share: number) => (share < 5e-5 ? "0\u202f%" : `${(100 * share).toFixed(2)}\u202f%`);

/** All triangles of a model at their places, as one geometry; null if there are none. */
function triangles(model: Object3D): BufferGeometry | null {
  model.updateMatrixWorld(true);
  const geometries: BufferGeometry[] = [];
  model.traverse((object) => {
    const mesh = object as Partial<Mesh>;
    if (!mesh.isMesh || !mesh.geometry?.getAttribute("position")) return;
    const plain = mesh.geometry.index ? mesh.geometry.toNonIndexed() : mesh.geometry.clone();
    for (const name of Object.keys(plain.attributes)) if (name !== "position") plain.deleteAttribute(name);
    plain.morphAttributes = {};
    plain.applyMatrix4(object.matrixWorld ?? new Matrix4());
    plain.computeVertexNormals();
    geometries.push(plain);
  });
  return geometries.length === 0 ? null : joined(geometries);
}
