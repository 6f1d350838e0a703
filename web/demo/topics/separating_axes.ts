/** Topic "Separating axes": two boxes to move, the fifteen candidate axes, the projections on one of them, and the MTV. */

import { AnswerCard, type Verdict, verdictWords } from "../parts/answer_card.js";
import { AxisList } from "../parts/axis_list.js";
import { axisNames } from "../parts/axis_names.js";
import { type Case, presets, readCase, type SatPreset, writeCase } from "../parts/box_cases.js";
import { BoxPair } from "../parts/box_pair.js";
import { createBoxPanel } from "../parts/box_panel.js";
import { fillText } from "../parts/explanation.js";
import type { LegendEntry } from "../parts/legend.js";
import { MtvButton } from "../parts/mtv_button.js";
import { PairHands } from "../parts/pair_hands.js";
import { refreshPanel } from "../parts/panel.js";
import { PointTable } from "../parts/point_table.js";
import { PresetBar } from "../parts/presets.js";
import { BoxPairView } from "../scene/box_pair_view.js";
import type { Direction } from "../scene/stage.js";
import { length, vector } from "../shell/format.js";
import { readNumber, unreadableLink } from "../shell/link.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/separating_axes.html?raw";

export function createTopic(page: Page): Topic {
  return new SeparatingAxes(page);
}

class SeparatingAxes implements Topic {
  private readonly view: BoxPairView;
  private readonly pair: BoxPair;
  private readonly names = axisNames();
  private readonly answer: AnswerCard;
  private readonly list: AxisList;
  private readonly points: PointTable;
  private readonly presetBar: PresetBar<SatPreset>;
  private readonly panel: ReturnType<typeof createBoxPanel>;
  private readonly hands: PairHands;
  private readonly mtv: MtvButton;
  private readonly stops: (() => void)[] = [];

  /** The axis under the pointer or the keyboard's cursor. */
  private preview: number | null = null;
  private changed = true;
  /** Null once the user has changed the preset. */
  private presetId: string | null = null;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    this.view = new BoxPairView(stage);
    const { bodies } = this.view;
    this.pair = new BoxPair([bodies[0].group, bodies[1].group]);
    const events = { onMove: () => this.touch(), onRest: () => this.save() };

    this.answer = new AnswerCard(regions.answer);
    this.mtv = new MtvButton(page, this.answer, bodies[1].group, { contact: () => this.pair.overlap, ...events });
    this.list = new AxisList(
      regions.details,
      this.names,
      (index) => {
        this.preview = index;
        this.showAxis();
      },
      () => {
        this.showAxis();
        this.save();
      },
    );
    this.points = new PointTable(regions.details);
    this.presetBar = new PresetBar(regions.presets, shortcuts, presets, (preset) => this.usePreset(preset));
    this.panel = createBoxPanel(regions.controls, this.pair, this.view, {
      onResize: () => this.resize(),
      onChange: () => this.touch(),
      onFinish: () => this.save(),
    });
    this.hands = new PairHands(page, bodies, {
      ...events,
      onFit: () => this.fit(),
      legend: () => this.legend(),
    });
    this.stops.push(
      fillText(page, explanation, (action) => {
        if (action === "mtv") this.mtv.apply();
      }),
      shortcuts.add({ keys: ["Escape"], shown: "Esc", help: "Unpin the axis", where: "page", run: () => this.unpin() }),
      stage.onColors(() => this.view.recolor()),
      stage.onFrame(() => {
        this.updateIfChanged();
        this.view.place();
      }),
    );
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.mtv.dispose();
    this.hands.dispose();
    this.presetBar.dispose();
    this.panel.destroy();
    this.view.dispose();
    this.pair.dispose();
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  private useCase(state: Case): void {
    this.mtv.stop();
    this.pair.state = state;
    this.resizeBodies();
    refreshPanel(this.panel);
  }

  private usePreset(preset: SatPreset): void {
    this.useCase(preset);
    this.list.pinnedAxis = null;
    this.presetId = preset.id;
    this.fitAcross();
    this.save(true);
  }

  restore(params: URLSearchParams): string | null {
    const [first] = presets as readonly [SatPreset];
    const isCase = params.has("a") || params.has("b");
    const preset = params.size === 0 ? first : presets.find(({ id }) => id === params.get("case"));
    if (preset && !isCase) {
      this.usePreset(preset);
      return null;
    }
    const state = readCase(params);
    const axis = readNumber(params, "axis", -1, 0, 14);
    if (state === null || !Number.isInteger(axis)) {
      this.usePreset(first);
      return unreadableLink;
    }
    this.useCase(state);
    this.list.pinnedAxis = axis < 0 ? null : axis;
    this.presetId = null;
    this.presetBar.current = null;
    this.fitAcross();
    return null;
  }

  private save(isPreset = false): void {
    if (!isPreset) this.presetId = null;
    this.presetBar.current = this.presetId;
    this.page.saveLink(() => {
      const pinned = this.list.pinnedAxis;
      if (this.presetId !== null && pinned === null) return new URLSearchParams({ case: this.presetId });
      const params = new URLSearchParams();
      writeCase(this.pair.state, params);
      if (pinned !== null) params.set("axis", String(pinned));
      return params;
    });
  }

  /** Answers again before the next frame. */
  private touch(): void {
    this.changed = true;
    this.page.stage.invalidate();
  }

  private resize(): void {
    this.pair.resize();
    this.resizeBodies();
  }

  private resizeBodies(): void {
    this.view.resize(this.pair);
    this.touch();
  }

  // ------------------------------------------------------------------------------------------------------------- answer

  private updateIfChanged(): void {
    if (!this.changed) return;
    this.changed = false;
    const { pair, view } = this;
    pair.solve();
    this.list.update(
      pair.axes.map(({ axis, overlap }) => ({ overlap: axis === null ? null : overlap })),
      pair.decisive,
      !pair.intersects,
    );
    view.draw(pair);
    this.showAxis();
    this.writeAnswer();
  }

  private writeAnswer(): void {
    const { answer, names } = this;
    const { verdict, contact, gap, decisive } = this.pair;
    if (!gap) return;
    const size = length(Math.abs(gap.distance));
    const measures: Record<Verdict, [string, string]> = {
      overlap: [size, "deep"],
      touch: [length(0), `gap, ${length(0)} deep`],
      apart: [size, "gap"],
    };
    answer.setAnswer(verdict, verdictWords[verdict], ...measures[verdict]);
    const name = names[decisive];
    if (name) answer.setRow("decided", "Decided by", name.content());
    answer.setRow("normal", "Normal, A to B", vector(gap.normal));
    answer.setRow("mtv", "MTV of B", contact ? `${vector(contact.mtv)}\u202fm` : "none");
    answer.setRow(
      "points",
      contact ? "Contact points" : "Closest points",
      contact ? String(contact.points.length) : "1 pair",
    );
    this.points.set(contact ? contact.points : [{ onA: gap.pointA, onB: gap.pointB }]);
    this.mtv.refresh();
    const by = name?.text ?? "";
    const sentences: Record<Verdict, string> = {
      overlap: `Overlapping, ${size} deep. Least overlap on ${by}.`,
      touch: "The boxes only touch.",
      apart: `Apart by ${size}. Separated on ${by}.`,
    };
    this.page.announce(sentences[verdict]);
  }

  private legend(): LegendEntry[] {
    const { shown, planeIsShown } = this.view;
    const { overlap, contact } = this.pair;
    const lines = [
      ...(shown.projection ? ["axis"] : []),
      ...(shown.contacts ? [contact ? "contact normals" : "closest points"] : []),
    ];
    return [
      ...(overlap && shown.wayOut ? [{ color: "overlap", mark: "arrow", text: "MTV" } as const] : []),
      ...(lines.length > 0 ? [{ color: "ink", mark: "line", text: lines.join(", ") } as const] : []),
      ...(planeIsShown ? [{ color: "apart", mark: "area", text: "separating plane" } as const] : []),
    ];
  }

  // --------------------------------------------------------------------------------------------------------------- view

  /** Draws the previewed axis, else the pinned one, else the decisive one. */
  private showAxis(): void {
    const { axes, decisive } = this.pair;
    const index = this.preview ?? this.list.pinnedAxis ?? decisive;
    this.view.showAxis(this.pair, axes[index] ?? null);
  }

  private unpin(): void {
    if (this.list.pinnedAxis === null) return;
    this.list.pinnedAxis = null;
    this.showAxis();
    this.save();
  }

  private fit(direction?: Direction): void {
    this.updateIfChanged();
    this.view.fit(this.pair, direction);
  }

  private fitAcross(): void {
    this.updateIfChanged();
    this.fit(this.view.viewAcross(this.pair));
  }
}
