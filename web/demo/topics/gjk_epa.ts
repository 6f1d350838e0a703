/**
 * Topic "GJK and EPA": any two convex shapes to move, their Minkowski difference in a second view, and the iterations that find
 * the distance or the penetration depth.
 */

import { type Contact, collide, type Distance, distance, type Pose, type Shape, support } from "hyperplane";
import { Vector3, type Vector3Like } from "three";
import { AnswerCard, type Verdict, verdictWords } from "../parts/answer_card.js";
import { fillText } from "../parts/explanation.js";
import { explainSteps, type Step, stepName } from "../parts/gjk_steps.js";
import { Legend } from "../parts/legend.js";
import { MtvButton } from "../parts/mtv_button.js";
import { PairHands } from "../parts/pair_hands.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { PresetBar } from "../parts/presets.js";
import {
  type BodyState,
  kindOf,
  readShapeCase,
  type ShapeCase,
  type ShapePreset,
  shapePresets,
  sizeLimits,
  usualSizes,
  writeShapeCase,
} from "../parts/shape_cases.js";
import { shapeKinds } from "../parts/shapes.js";
import { StepList } from "../parts/step_list.js";
import { ContactView } from "../scene/contact_view.js";
import { boxCorners } from "../scene/corners.js";
import { DifferenceView, directions } from "../scene/difference_view.js";
import { PairPointsView } from "../scene/pair_points_view.js";
import { ShapeView } from "../scene/shape_view.js";
import type { Direction, Stage } from "../scene/stage.js";
import { length, vector } from "../shell/format.js";
import { readNumber, unreadableLink } from "../shell/link.js";
import { themeColor } from "../shell/theme.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/gjk_epa.html?raw";

type Side = 0 | 1;
type Panel = ReturnType<typeof createPanel>;

interface BodyChoice {
  kind: string;
  sizes: number[];
}

const startView = { azimuth: 0.4, polar: 1.2 };
const playMilliseconds = 700;
const mostSteps = 400;
const touchShare = 1e-9;

export function createTopic(page: Page): Topic {
  return new GjkEpa(page);
}

class GjkEpa implements Topic {
  private readonly views = [new ShapeView(), new ShapeView()] as const;
  private readonly choices: readonly [BodyChoice, BodyChoice] = [
    { kind: "box", sizes: usualSizes("box") },
    { kind: "hull", sizes: usualSizes("hull") },
  ];
  private shapes: [Shape, Shape];
  private readonly second: Stage;
  private readonly difference: DifferenceView;
  private readonly contactView: ContactView;
  private readonly pairPoints = new PairPointsView();
  private readonly answer: AnswerCard;
  private readonly list: StepList;
  private readonly presetBar: PresetBar<ShapePreset>;
  private readonly hands: PairHands;
  private readonly mtv: MtvButton;
  private readonly panel: Panel;
  private readonly folders: [Panel | null, Panel | null] = [null, null];
  private readonly stops: (() => void)[] = [];

  private steps: Step[] = [];
  private readonly secondLegend = new Legend(() => [
    { color: "difference", mark: "area", text: "B \u2212 A" },
    {
      color: "overlap",
      mark: "line",
      text: this.steps[this.list.index]?.phase === "epa" ? "polytope" : "simplex",
    },
    this.difference.planeIsShown && { color: "apart", mark: "area", text: "support plane" },
  ]);
  private unfinished = false;
  private contact: Contact | null = null;
  private gap: Distance | null = null;
  private presetId: string | null = null;
  /** Null: the last step, whatever its number. */
  private chosenStep: number | null = null;
  private changed = true;
  private playTimer = 0;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    this.shapes = [this.makeShape(0), this.makeShape(1)];
    this.second = page.secondStage("The Minkowski difference", this.secondLegend.element);
    this.difference = new DifferenceView(this.second);
    this.contactView = new ContactView(stage);
    for (const view of this.views) stage.scene.add(view.group);
    stage.scene.add(this.contactView.object, this.pairPoints.object);

    this.answer = new AnswerCard(regions.answer);
    const events = { onMove: () => this.touch(), onRest: () => this.save() };
    this.mtv = new MtvButton(page, this.answer, this.views[1].group, { contact: () => this.overlap, ...events });
    this.list = new StepList(
      regions.details,
      "Steps",
      (index) => this.chooseStep(index),
      () => this.play(),
    );
    this.presetBar = new PresetBar(regions.presets, shortcuts, shapePresets, (preset) => this.usePreset(preset));
    this.panel = createPanel(regions.controls, "Shapes");
    this.hands = new PairHands(page, this.views, {
      ...events,
      onFit: () => this.fit(),
      legend: () => [
        this.overlap !== null && { color: "overlap", mark: "arrow", text: "MTV" },
        { color: "ink", mark: "line", text: this.contact ? "contact normals" : "closest points" },
      ],
    });
    this.stops.push(
      fillText(page, explanation),
      shortcuts.add(
        { keys: [","], shown: ",", help: "One step back", where: "page", run: () => this.walk(-1) },
        { keys: ["."], shown: ".", help: "One step on", where: "page", run: () => this.walk(1) },
        { keys: ["p"], shown: "P", help: "Play the steps", where: "page", run: () => this.play() },
      ),
      stage.onColors(() => this.recolor()),
      stage.onFrame(() => {
        this.updateIfChanged();
        this.contactView.place();
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.playTimer);
    for (const stop of this.stops) stop();
    this.mtv.dispose();
    this.hands.dispose();
    this.presetBar.dispose();
    this.panel.destroy();
    for (const part of [...this.views, this.contactView, this.pairPoints, this.difference]) part.dispose();
    for (const shape of this.shapes) shape.dispose();
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  private makeShape(side: Side): Shape {
    const { kind, sizes } = this.choices[side];
    return kindOf(kind).make(sizes);
  }

  private get state(): ShapeCase {
    const of = (side: Side): BodyState => {
      const { position, quaternion } = this.views[side].group;
      const { kind, sizes } = this.choices[side];
      return { kind, sizes: [...sizes], position: position.toArray(), quaternion: quaternion.toArray() };
    };
    return { a: of(0), b: of(1) };
  }

  private set state({ a, b }: ShapeCase) {
    this.mtv.stop();
    for (const [side, body] of [
      [0, a],
      [1, b],
    ] as const) {
      const [x = 0, y = 0, z = 0] = body.position;
      const [qx = 0, qy = 0, qz = 0, qw = 1] = body.quaternion;
      this.views[side].group.position.set(x, y, z);
      this.views[side].group.quaternion.set(qx, qy, qz, qw);
      Object.assign(this.choices[side], { kind: body.kind, sizes: [...body.sizes] });
      this.remake(side);
    }
    this.fillPanel();
    this.touch();
  }

  private usePreset(preset: ShapePreset): void {
    this.stopPlaying();
    this.state = preset;
    this.chosenStep = null;
    this.presetId = preset.id;
    this.presetBar.current = preset.id;
    this.fit(startView);
    this.save(true);
  }

  restore(params: URLSearchParams): string | null {
    const first = shapePresets[0] as ShapePreset;
    const isCase = params.has("a") || params.has("b");
    const preset = params.has("case") ? shapePresets.find(({ id }) => id === params.get("case")) : first;
    const state = readShapeCase(params);
    const step = readNumber(params, "step", 0, 1, mostSteps);
    if ((isCase ? !state : !preset) || !Number.isInteger(step)) {
      this.usePreset(first);
      return unreadableLink;
    }
    if (isCase && state) {
      this.state = state;
      this.presetId = null;
      this.presetBar.current = null;
      this.fit(startView);
    } else {
      this.usePreset(preset ?? first);
    }
    this.chosenStep = step === 0 ? null : step - 1;
    this.touch();
    return null;
  }

  private save(isPreset = false): void {
    if (!isPreset) this.presetId = null;
    this.presetBar.current = this.presetId;
    this.page.saveLink(() => {
      const params = new URLSearchParams();
      if (this.presetId !== null) params.set("case", this.presetId);
      else writeShapeCase(this.state, params);
      if (this.chosenStep !== null) params.set("step", String(this.chosenStep + 1));
      return params;
    });
  }

  private touch(): void {
    this.changed = true;
    this.page.stage.invalidate();
  }

  private remake(side: Side): void {
    this.shapes[side].dispose();
    this.shapes[side] = this.makeShape(side);
    const { kind, sizes } = this.choices[side];
    this.views[side].look = kindOf(kind).look(sizes);
  }

  private poseOf(side: Side): Pose {
    return this.views[side].group;
  }

  // ------------------------------------------------------------------------------------------------------------- answer

  private updateIfChanged(): void {
    if (!this.changed) return;
    this.changed = false;
    const [a, b] = this.shapes;
    const [poseA, poseB] = [this.poseOf(0), this.poseOf(1)];
    this.contact = collide(a, poseA, b, poseB);
    this.gap = distance(a, poseA, b, poseB);
    const { steps, unfinished } = explainSteps(a, poseA, b, poseB);
    this.steps = steps;
    this.unfinished = unfinished;
    this.drawDifference();
    this.drawContacts();
    this.writeAnswer();
    const last = this.steps.length - 1;
    this.list.set(
      this.steps.map((step) => ({
        group: step.phase === "gjk" ? "GJK: distance" : "EPA: depth",
        name: stepName(step),
        lower: step.lower,
        upper: step.upper,
      })),
      Math.min(last, this.chosenStep ?? last),
    );
    this.showStep();
    // The second view is fitted once the difference is known.
    if (this.fitSecond) {
      this.fitSecond = false;
      const { points } = this.difference;
      this.second.fit(() => [...points, new Vector3()], startView);
    }
  }

  private fitSecond = false;

  private get verdict(): Verdict {
    const separation = this.gap?.distance ?? 0;
    if (Math.abs(separation) <= touchShare * this.extent) return "touch";
    return separation > 0 ? "apart" : "overlap";
  }

  private get extent(): number {
    return Math.max(...this.choices.flatMap(({ sizes }) => sizes));
  }

  private writeAnswer(): void {
    const { gap, contact, verdict, steps } = this;
    if (!gap) return;
    const size = length(Math.abs(gap.distance));
    this.answer.setAnswer(
      verdict,
      verdictWords[verdict],
      verdict === "touch" ? length(0) : size,
      verdict === "overlap" ? "deep" : "gap",
    );
    this.answer.setRow("normal", "Normal, A to B", vector(gap.normal));
    this.answer.setRow("mtv", "MTV of B", contact ? `${vector(contact.mtv)}\u202fm` : "none");
    this.answer.setRow(
      "points",
      contact ? "Contact points" : "Closest points",
      contact ? String(contact.points.length) : "1 pair",
    );
    const count = (phase: Step["phase"]) => steps.filter((step) => step.phase === phase).length;
    const counted = (n: number) => `${n} ${n === 1 ? "step" : "steps"}`;
    this.answer.setRow("gjk", "GJK", counted(count("gjk")));
    this.answer.setRow(
      "epa",
      "EPA",
      count("epa") === 0 ? "not needed" : `${counted(count("epa"))}${this.unfinished ? ", then a search" : ""}`,
    );
    this.mtv.refresh();
    this.page.announce(
      verdict === "overlap"
        ? `Overlapping, ${size} deep.`
        : verdict === "touch"
          ? "The shapes only touch."
          : `Apart by ${size}.`,
    );
  }

  /** The contact to be resolved: null where the shapes are apart or only touch. */
  private get overlap(): Contact | null {
    return this.verdict === "overlap" ? this.contact : null;
  }

  // -------------------------------------------------------------------------------------------------------------- steps

  private chooseStep(index: number): void {
    this.stopPlaying();
    this.chosenStep = index === this.steps.length - 1 ? null : index;
    this.showStep();
    this.save(this.presetId !== null);
  }

  private walk(by: number): void {
    this.stopPlaying();
    this.list.move(by);
  }

  /** Plays from the first step to the last; pressed again, stops at the present one. */
  private play(): void {
    if (this.playTimer !== 0) {
      this.stopPlaying();
      return;
    }
    const next = (index: number) => {
      this.chosenStep = index >= this.steps.length - 1 ? null : index;
      this.touch();
      this.playTimer = this.chosenStep === null ? 0 : window.setTimeout(() => next(index + 1), playMilliseconds);
    };
    next(0);
  }

  private stopPlaying(): void {
    clearTimeout(this.playTimer);
    this.playTimer = 0;
  }

  private showStep(): void {
    const step = this.steps[this.list.index] ?? null;
    this.difference.setStep(step);
    const isSimplex = step?.phase === "gjk";
    this.secondLegend.refresh();
    this.pairPoints.set(isSimplex ? step.points : step?.support ? [step.support] : [], 0.05 * this.extent);
    this.page.stage.invalidate();
  }

  // ------------------------------------------------------------------------------------------------------------ drawing

  private drawDifference(): void {
    const [a, b] = this.shapes;
    const [poseA, poseB] = [this.poseOf(0), this.poseOf(1)];
    const against = new Vector3();
    const outer = directions.map((direction) => {
      const onB = support(b, poseB, direction);
      const onA = support(a, poseA, against.copy(direction).negate());
      return new Vector3(onB.x - onA.x, onB.y - onA.y, onB.z - onA.z);
    });
    const radius = this.choices.reduce((sum, { kind, sizes }) => sum + kindOf(kind).rounding(sizes), 0);
    this.difference.setSurface(outer, radius);
  }

  private drawContacts(): void {
    const { contact, gap, overlap } = this;
    const local = (point: Vector3Like) => new Vector3().copy(point);
    const found = contact ? contact.points : gap ? [{ onA: gap.pointA, onB: gap.pointB, depth: 0 }] : [];
    const deepest = contact?.points.reduce((best, point) => (point.depth > best.depth ? point : best));
    this.contactView.set({
      pairs: found.map(({ onA, onB }) => ({ onA: local(onA), onB: local(onB) })),
      normal: contact ? local(contact.normal) : null,
      wayOut:
        overlap && deepest
          ? { from: local(deepest.onB), mtv: local(overlap.mtv), depth: overlap.depth, outline: [] }
          : null,
      gap: !contact && gap ? gap.distance : null,
    });
  }

  private fit(direction?: Direction): void {
    const points = ([0, 1] as const).flatMap((side) => {
      const { kind, sizes } = this.choices[side];
      const { geometry } = kindOf(kind).look(sizes);
      geometry.computeBoundingBox();
      const box = geometry.boundingBox;
      geometry.dispose();
      if (!box) return [];
      const { group } = this.views[side];
      group.updateMatrixWorld();
      return boxCorners(box.min, box.max).map((corner) => corner.applyMatrix4(group.matrixWorld));
    });
    this.page.stage.grid.setHeight(Math.min(-1.6, ...points.map(({ y }) => y - 0.1)));
    this.page.stage.fit(() => points, direction);
    this.fitSecond = true;
    this.touch();
  }

  private recolor(): void {
    this.views[0].setColor(themeColor("a-scene"), 0.24);
    this.views[1].setColor(themeColor("b-scene"), 0.26);
    this.contactView.recolor();
    this.pairPoints.recolor();
  }

  // -------------------------------------------------------------------------------------------------------------- panel

  private fillPanel(): void {
    for (const side of [0, 1] as const) {
      this.folders[side]?.destroy();
      const choice = this.choices[side];
      const folder = this.panel.addFolder(side === 0 ? "Shape A" : "Shape B");
      folder.domElement.classList.add(side === 0 ? "folder-a" : "folder-b");
      this.folders[side] = folder;
      folder
        .add(choice, "kind", Object.fromEntries(shapeKinds.map(({ id, label }) => [label, id])))
        .name("shape")
        .onChange(() => {
          choice.sizes = usualSizes(choice.kind);
          this.remake(side);
          // Later, since the panel is still calling back for this change.
          queueMicrotask(() => this.fillPanel());
          this.chosenStep = null;
          this.touch();
          this.save();
        });
      for (const [i, { label }] of kindOf(choice.kind).sizes.entries()) {
        const holder = { value: choice.sizes[i] ?? 1 };
        folder
          .add(holder, "value", sizeLimits.least, 3, 0.01)
          .name(`${label}, m`)
          .onChange((value: number) => {
            choice.sizes[i] = Math.min(sizeLimits.most, Math.max(sizeLimits.least, value));
            this.remake(side);
            this.touch();
          })
          .onFinishChange(() => this.save());
      }
    }
    refreshPanel(this.panel);
  }
}
