/**
 * Topic "Separating axes": two boxes in a person's hands, the fifteen candidate axes of the separating axis theorem, the
 * shadows on the one that is looked at, and the shortest way out.
 */

import {
  Box,
  boxVertices,
  type Contact,
  collide,
  type Distance,
  distance,
  explainSat,
  type Pose,
  type SatAxis,
} from "hyperplane";
import { Group, Vector3 } from "three";
import { AnswerCard, type Verdict, verdictWords } from "../parts/answer_card.js";
import { AxisList } from "../parts/axis_list.js";
import { axisNames } from "../parts/axis_names.js";
import {
  type BoxState,
  type Case,
  origins,
  positionLimit,
  presets,
  readCase,
  type SatPreset,
  sizeLimits,
  writeCase,
} from "../parts/box_cases.js";
import { Legend } from "../parts/legend.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { PresetBar } from "../parts/presets.js";
import { AxisView } from "../scene/axis_view.js";
import { BoxView, cornerEdges } from "../scene/box_view.js";
import { type ContactDrawing, ContactView } from "../scene/contact_view.js";
import { PairHands } from "../scene/pair_hands.js";
import { PlaneView } from "../scene/plane_view.js";
import type { Direction } from "../scene/stage.js";
import { element } from "../shell/dom.js";
import { length, vector } from "../shell/format.js";
import { readNumbers } from "../shell/link.js";
import { themeColor } from "../shell/theme.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/separating_axes.html?raw";

const letters = ["x", "y", "z"] as const;

interface Size {
  width: number;
  height: number;
  depth: number;
}

const startView = { azimuth: 0.5, polar: 1.18 };
/** How far the view turns away from the usual one, at most, to look across the decisive axis: radians. */
const mostTurn = 0.7;
const pushSeconds = 0.35;

/** Within this share of the boxes' size (plus what rounding at the distance from the origin costs) the page says "touching". */
const touchShare = 1e-9;
const roundingShare = 4e-16;

export function createTopic(page: Page): Topic {
  return new SeparatingAxes(page);
}

class SeparatingAxes implements Topic {
  private readonly views = [new BoxView("label-a"), new BoxView("label-b")] as const;
  private boxes: [Box, Box] = [new Box(1, 1, 1), new Box(1, 1, 1)];
  private readonly sizes: readonly [Size, Size] = [
    { width: 1, height: 1, depth: 1 },
    { width: 1, height: 1, depth: 1 },
  ];
  private readonly place = { origin: 0 };
  private readonly shown = { corners: true, projection: true, contacts: true, wayOut: true, plane: true };

  private readonly notes = new Group();
  private readonly axisView: AxisView;
  private readonly plane = new PlaneView();
  private readonly contactView: ContactView;

  private readonly answer: AnswerCard;
  private readonly list: AxisList;
  private readonly presetBar: PresetBar<SatPreset>;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly hands: PairHands;
  private readonly pushButton: HTMLButtonElement;
  private readonly pointTable = element("tbody");
  private readonly stops: (() => void)[] = [];

  private axes: readonly SatAxis[] = [];
  private decisive = 0;
  private contact: Contact | null = null;
  private gap: Distance | null = null;
  private preview: number | null = null;
  private changed = true;
  private presetId: string | null = null;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    this.axisView = new AxisView(stage);
    for (const view of this.views) stage.scene.add(view.group, view.numbers);
    this.contactView = new ContactView(stage);
    this.notes.add(this.plane.object, this.axisView.object, this.contactView.object);
    stage.scene.add(this.notes);

    this.answer = new AnswerCard(regions.answer);
    this.pushButton = element("button", { class: "button button-main", attributes: { type: "button" } });
    this.pushButton.append("Apply the MTV", element("kbd", { text: "M", attributes: { "aria-hidden": "true" } }));
    this.pushButton.addEventListener("click", () => this.push());
    this.answer.addAction(this.pushButton);

    this.list = new AxisList(
      regions.details,
      axisNames(),
      (index) => {
        this.preview = index;
        this.showAxis();
      },
      () => {
        this.showAxis();
        this.save();
      },
    );
    regions.details.append(this.pointDetails());
    this.presetBar = new PresetBar(regions.presets, shortcuts, presets, (preset) => this.usePreset(preset));
    this.panel = this.makePanel();
    this.fillText();

    this.hands = new PairHands(page, this.views, {
      onMove: () => this.touch(),
      onRest: () => this.save(),
      onFit: () => this.fit(),
    });
    page.regions.tools.append(
      new Legend([
        { color: "overlap", mark: "arrow", text: "MTV" },
        { color: "ink", mark: "line", text: "axis, contact normals" },
        { color: "apart", mark: "area", text: "separating plane" },
      ]).element,
    );
    this.stops.push(
      shortcuts.add(
        {
          keys: ["m"],
          shown: "M",
          help: "Apply the minimum translation vector",
          where: "page",
          run: () => this.push(),
        },
        { keys: ["Escape"], shown: "Esc", help: "Let go of the pinned axis", where: "page", run: () => this.unpin() },
      ),
      stage.onColors(() => this.recolor()),
      stage.onFrame(() => {
        this.updateIfChanged();
        this.axisView.place(stage.camera);
        this.contactView.place();
      }),
    );
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.page.stage.stopAnimation("push");
    this.hands.dispose();
    this.presetBar.dispose();
    this.panel.destroy();
    for (const part of [...this.views, this.axisView, this.plane, this.contactView]) part.dispose();
    this.notes.clear();
    this.notes.removeFromParent();
    for (const shape of this.boxes) shape.dispose();
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  private get state(): Case {
    const of = (i: 0 | 1): BoxState => {
      const { position: p, quaternion: q } = this.views[i].group;
      const { width, height, depth } = this.sizes[i];
      return { size: [width, height, depth], position: [p.x, p.y, p.z], quaternion: [q.x, q.y, q.z, q.w] };
    };
    return { a: of(0), b: of(1), origin: this.place.origin };
  }

  private set state(state: Case) {
    this.page.stage.stopAnimation("push");
    for (const [i, of] of [state.a, state.b].entries()) {
      const view = this.views[i === 0 ? 0 : 1];
      const size = this.sizes[i === 0 ? 0 : 1];
      [size.width, size.height, size.depth] = of.size;
      view.group.position.set(...of.position);
      view.group.quaternion.set(...of.quaternion);
    }
    this.place.origin = state.origin;
    this.resizeBoxes();
    refreshPanel(this.panel);
    this.touch();
  }

  private usePreset(preset: SatPreset): void {
    this.state = preset;
    this.list.pinnedAxis = null;
    this.presetId = preset.id;
    this.presetBar.current = preset.id;
    this.fit(this.goodView);
    this.save(true);
  }

  restore(params: URLSearchParams): string | null {
    const first = presets[0] as SatPreset;
    if ([...params.keys()].length === 0) {
      this.usePreset(first);
      return null;
    }
    const named = presets.find((preset) => preset.id === params.get("case"));
    if (named && !params.has("a") && !params.has("b")) {
      this.usePreset(named);
      return null;
    }
    const state = readCase(params);
    const axis = params.has("axis") ? (readNumbers(params.get("axis"), 1, 0, 14)?.[0] ?? Number.NaN) : null;
    if (state === null || (axis !== null && !Number.isInteger(axis))) {
      this.usePreset(first);
      return "This link could not be read, so here is the first case instead.";
    }
    this.state = state;
    this.list.pinnedAxis = axis;
    this.presetId = null;
    this.presetBar.current = null;
    this.fit(this.goodView);
    return null;
  }

  private save(isPreset = false): void {
    if (!isPreset) this.presetId = null;
    this.presetBar.current = this.presetId;
    this.page.saveLink(() => {
      const params = new URLSearchParams();
      const pinned = this.list.pinnedAxis;
      if (this.presetId !== null && pinned === null) {
        params.set("case", this.presetId);
        return params;
      }
      writeCase(this.state, params);
      if (pinned !== null) params.set("axis", String(pinned));
      return params;
    });
  }

  /** Something moved: answer again before the next frame. */
  private touch(): void {
    this.changed = true;
    this.page.stage.invalidate();
  }

  private resizeBoxes(): void {
    for (const shape of this.boxes) shape.dispose();
    const make = ({ width, height, depth }: Size) => new Box(width, height, depth);
    this.boxes = [make(this.sizes[0]), make(this.sizes[1])];
    for (const [i, view] of this.views.entries()) {
      const { width, height, depth } = this.sizes[i === 0 ? 0 : 1];
      view.setSize(width, height, depth);
    }
  }

  /** Where the core sees a box: in the world, in 64 bits. */
  private worldPose(index: 0 | 1): Pose {
    const { position: p, quaternion } = this.views[index].group;
    const o = this.place.origin;
    return { position: [p.x + o, p.y + o, p.z + o], quaternion };
  }

  /** A point of the world as the scene has it. */
  private local(p: { readonly x: number; readonly y: number; readonly z: number }): Vector3 {
    const o = this.place.origin;
    return new Vector3(p.x - o, p.y - o, p.z - o);
  }

  // ------------------------------------------------------------------------------------------------------------- answer

  private updateIfChanged(): void {
    if (!this.changed) return;
    this.changed = false;
    const [a, b] = this.boxes;
    const poseA = this.worldPose(0);
    const poseB = this.worldPose(1);
    this.contact = collide(a, poseA, b, poseB);
    this.gap = distance(a, poseA, b, poseB);
    const explained = explainSat(a, poseA, b, poseB);
    this.axes = explained.axes;
    this.decisive = explained.decisive;
    this.corners[0] = boxVertices(a, poseA).map((corner) => this.local(corner));
    this.corners[1] = boxVertices(b, poseB).map((corner) => this.local(corner));
    this.list.update(
      explained.axes.map(({ axis, overlap }) => ({ overlap: axis === null ? null : overlap })),
      explained.decisive,
      !explained.intersects,
    );
    this.drawBodies();
    this.writeAnswer();
    this.drawContacts();
    this.showAxis();
  }

  private readonly corners: [Vector3[], Vector3[]] = [[], []];

  private get verdict(): Verdict {
    const size = Math.max(...this.sizes.map(({ width, height, depth }) => Math.hypot(width, height, depth)));
    const separation = this.gap?.distance ?? 0;
    const tolerance = touchShare * size + roundingShare * this.place.origin;
    return Math.abs(separation) <= tolerance ? "touch" : separation > 0 ? "apart" : "overlap";
  }

  private writeAnswer(): void {
    const { verdict, contact, gap } = this;
    if (!gap) return;
    const names = axisNames();
    const size = Math.abs(gap.distance);
    const measures: Record<Verdict, [string, string]> = {
      overlap: [length(size), "deep"],
      touch: ["0\u202fm", "apart, 0\u202fm deep"],
      apart: [length(size), "apart"],
    };
    this.answer.setAnswer(verdict, verdictWords[verdict], ...measures[verdict]);
    const decisiveName = names[this.decisive];
    if (decisiveName) this.answer.setRow("decided", "Decided by", decisiveName.content());
    this.answer.setRow("normal", "Normal, A to B", vector(gap.normal));
    this.answer.setRow("mtv", "MTV of B", contact ? `${vector(contact.mtv)}\u202fm` : "none");
    const count = contact?.points.length ?? 0;
    this.answer.setRow("points", contact ? "Contact points" : "Closest points", contact ? String(count) : "1 pair");
    this.pushButton.disabled = contact === null || verdict !== "overlap";
    this.fillPoints();
    const by = decisiveName?.text ?? "";
    this.page.announce(
      verdict === "overlap"
        ? `Overlapping, ${length(size)} deep. Least overlap on ${by}.`
        : verdict === "touch"
          ? "The boxes only touch."
          : `Apart by ${length(size)}. Separated on ${by}.`,
    );
  }

  private pointDetails(): HTMLElement {
    return element(
      "details",
      { class: "points" },
      element("summary", { text: "Points in numbers" }),
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            ...["", "x", "y", "z"].map((text) => element("th", { text, attributes: { scope: "col" } })),
          ),
        ),
        this.pointTable,
      ),
    );
  }

  private fillPoints(): void {
    const { contact, gap } = this;
    const pairs = contact
      ? contact.points.map(({ onA, onB }) => [onA, onB] as const)
      : gap
        ? [[gap.pointA, gap.pointB] as const]
        : [];
    const rows = pairs.flatMap(([onA, onB]) => [["a", "on A", onA] as const, ["b", "on B", onB] as const]);
    this.pointTable.replaceChildren(
      ...rows.map(([side, text, point]) =>
        element(
          "tr",
          {},
          element("th", { attributes: { scope: "row" } }, element("b", { class: side, text })),
          ...vector(point)
            .split(", ")
            .map((number) => element("td", { text: number })),
        ),
      ),
    );
  }

  private push(): void {
    const contact = this.contact;
    if (!contact || this.verdict !== "overlap") return;
    const { group } = this.views[1];
    const from = group.position.clone();
    const by = new Vector3(contact.mtv.x, contact.mtv.y, contact.mtv.z);
    this.page.stage.animate("push", pushSeconds, (share) => {
      group.position.copy(from).addScaledVector(by, share);
      this.touch();
      if (share === 1) this.save();
    });
  }

  private unpin(): void {
    if (this.list.pinnedAxis === null) return;
    this.list.pinnedAxis = null;
    this.showAxis();
    this.save();
  }

  // ------------------------------------------------------------------------------------------------------------ drawing

  private drawBodies(): void {
    const { stage } = this.page;
    for (const [i, view] of this.views.entries()) {
      const corners = this.corners[i === 0 ? 0 : 1];
      const extent = corners[0] && corners[4] ? corners[0].distanceTo(corners[4]) : 1;
      view.showNumbers = this.shown.corners;
      view.placeNumbers(corners, 0.06 * Math.min(2, extent));
    }
    const lowest = Math.min(...this.corners.flat().map((corner) => corner.y));
    // The ground stays put while boxes are moved about above it, and only makes way downwards.
    stage.grid.setHeight(Math.min(-1.6, Math.floor(lowest * 2) / 2 - 0.1));
  }

  private drawContacts(): void {
    const { contact, gap, shown, verdict } = this;
    const { x, y, z } = contact?.normal ?? { x: 0, y: 0, z: 0 };
    const found = contact ? contact.points : gap ? [{ onA: gap.pointA, onB: gap.pointB }] : [];
    this.contactView.set({
      pairs: shown.contacts ? found.map(({ onA, onB }) => ({ onA: this.local(onA), onB: this.local(onB) })) : [],
      normal: contact ? new Vector3(x, y, z) : null,
      wayOut: contact && shown.wayOut && verdict === "overlap" ? this.wayOut(contact) : null,
      gap: !contact && gap ? gap.distance : null,
    });
  }

  private wayOut({ points, mtv, depth }: Contact): ContactDrawing["wayOut"] {
    const deepest = points.reduce((best, point) => (point.depth > best.depth ? point : best));
    const by = new Vector3(mtv.x, mtv.y, mtv.z);
    const outline = cornerEdges(this.corners[1].map((corner) => corner.clone().add(by)));
    return { from: this.local(deepest.onB), mtv: by, depth, outline };
  }

  /** Draws the axis that is looked at: the one pointed at, else the pinned one, else the decisive one. */
  private showAxis(): void {
    const index = this.preview ?? this.list.pinnedAxis ?? this.decisive;
    const candidate = this.axes[index];
    this.page.stage.invalidate();
    this.plane.object.visible = false;
    if (!candidate?.axis || !this.shown.projection) {
      this.axisView.set(null);
      if (!candidate?.axis) return;
    }
    const axis = new Vector3(candidate.axis.x, candidate.axis.y, candidate.axis.z);
    const center = this.views[0].group.position.clone().lerp(this.views[1].group.position, 0.5);
    // The core measures from the world's origin; the drawing measures from between the boxes.
    const o = this.place.origin;
    const shift = axis.x * (center.x + o) + axis.y * (center.y + o) + axis.z * (center.z + o);
    const move = ([low, high]: readonly [number, number]): [number, number] => [low - shift, high - shift];
    const intervalA = move(candidate.intervalA);
    const intervalB = move(candidate.intervalB);
    if (this.shown.projection) {
      this.axisView.set({
        axis,
        center,
        intervalA,
        intervalB,
        overlap: candidate.overlap,
        cornersA: this.corners[0],
        cornersB: this.corners[1],
      });
    }
    if (this.shown.plane && candidate.overlap < 0) {
      const middle =
        intervalA[1] < intervalB[0] ? (intervalA[1] + intervalB[0]) / 2 : (intervalB[1] + intervalA[0]) / 2;
      const corners = this.corners.flat();
      const reach = Math.max(...corners.map((corner) => corner.distanceTo(center)));
      this.plane.set(center.clone().addScaledVector(axis, middle), axis, 0.75 * reach);
    }
  }

  /** A view across the decisive axis, so that its shadows are seen at full length, but not square to it: depth helps. */
  private get goodView(): Direction {
    this.updateIfChanged();
    const axis = this.axes[this.decisive]?.axis;
    if (!axis || Math.hypot(axis.x, axis.z) < 0.4) return startView;
    const across = Math.atan2(axis.x, axis.z) + Math.PI / 2 + 0.2;
    const turn = across - startView.azimuth;
    const nearest = turn - Math.PI * Math.round(turn / Math.PI);
    return { ...startView, azimuth: startView.azimuth + Math.max(-mostTurn, Math.min(mostTurn, nearest)) };
  }

  private fit(direction?: Direction): void {
    this.updateIfChanged();
    const { stage } = this.page;
    const mtv = this.verdict === "overlap" ? this.contact?.mtv : undefined;
    const outline = mtv ? this.corners[1].map((corner) => corner.clone().add(new Vector3(mtv.x, mtv.y, mtv.z))) : [];
    stage.fit((camera) => [...this.corners.flat(), ...outline, ...this.axisView.ends(camera)], direction);
  }

  private recolor(): void {
    const dark = document.documentElement.dataset.theme === "dark";
    this.views[0].setColor(themeColor("a-scene"), dark ? 0.26 : 0.24);
    this.views[1].setColor(themeColor("b-scene"), dark ? 0.26 : 0.26);
    this.axisView.recolor();
    this.plane.setColor(themeColor("apart"));
    this.contactView.recolor();
  }

  // -------------------------------------------------------------------------------------------------------- panel, text

  private makePanel(): ReturnType<typeof createPanel> {
    const panel = createPanel(this.page.regions.controls, "Controls");
    const settle = () => this.save();
    for (const [i, name] of ["Box A", "Box B"].entries()) {
      const size = this.sizes[i === 0 ? 0 : 1];
      const folder = panel.addFolder(name);
      folder.domElement.classList.add(i === 0 ? "folder-a" : "folder-b");
      for (const [key, label] of [
        ["width", "width x, m"],
        ["height", "height y, m"],
        ["depth", "depth z, m"],
      ] as const) {
        folder
          .add(size, key, sizeLimits.least, 4, 0.001)
          .name(label)
          .onChange(() => {
            size[key] = Math.min(sizeLimits.most, Math.max(sizeLimits.least, size[key]));
            this.resizeBoxes();
            this.touch();
          })
          .onFinishChange(settle);
      }
      const { position } = this.views[i === 0 ? 0 : 1].group;
      const places = folder.addFolder("Position").close();
      for (const key of letters) {
        places
          .add(position, key, -positionLimit, positionLimit, 0.001)
          .name(`${key}, m`)
          .onChange(() => this.touch())
          .onFinishChange(settle);
      }
    }
    const world = panel.addFolder("World and drawing").close();
    world
      .add(this.place, "origin", origins)
      .name("where")
      .onChange(() => {
        this.touch();
        this.save();
      });
    const { shown } = this;
    for (const [key, label] of [
      ["corners", "corner numbers"],
      ["projection", "axis and shadows"],
      ["plane", "separating plane"],
      ["contacts", "contacts, closest points"],
      ["wayOut", "way out"],
    ] as const) {
      world
        .add(shown, key)
        .name(label)
        .onChange(() => this.touch());
    }
    return panel;
  }

  private fillText(): void {
    const { text } = this.page.regions;
    text.innerHTML = explanation;
    text.addEventListener("click", this.followText);
    this.stops.push(() => text.removeEventListener("click", this.followText));
  }

  private readonly followText = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.action === "mtv") this.push();
  };
}
