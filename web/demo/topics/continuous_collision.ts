/**
 * Topic "Continuous collision": the same bullets and the same thin, spinning plates in two lanes, tested at the ends of the steps
 * in the left one and swept in the right one; and the search for one time of impact, iteration by iteration.
 */

import { explainTimeOfImpact, type ImpactExplanation } from "hyperplane";
import { AnswerCard } from "../parts/answer_card.js";
import { type BulletCase, type BulletChoice, cases, limits, usual } from "../parts/bullet_cases.js";
import { BulletRange, bulletKinds, type Lane, type Meeting, range as size } from "../parts/bullet_range.js";
import { fillText } from "../parts/explanation.js";
import { Legend } from "../parts/legend.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { PresetBar } from "../parts/presets.js";
import { RunControls } from "../parts/run_controls.js";
import { kindOf } from "../parts/shape_cases.js";
import { StepList } from "../parts/step_list.js";
import { addViewControls } from "../parts/view_controls.js";
import { onClick } from "../scene/clicks.js";
import { boxCorners } from "../scene/corners.js";
import { MeetingView } from "../scene/meeting_view.js";
import { plateLook, RangeView } from "../scene/range_view.js";
import type { Direction, Stage } from "../scene/stage.js";
import { length } from "../shell/format.js";
import { readNumber, unreadableLink } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/continuous_collision.html?raw";

/** From behind the guns, so that the lanes lie side by side. */
const startView = { azimuth: -Math.PI / 2, polar: 0.86 };
const nearView = { azimuth: -0.5, polar: 1.05 };
const seed = 5;
/** Seconds that one frame advances at most: a page in the background does not catch up. */
const longestFrame = 1 / 15;
/** Steps made at once while paused, up to the first impact of the selected bullet. */
const mostAhead = 200;
const mostLookedAhead = 60;
const playMilliseconds = 500;
/** The bullet that the lower view shows at first. */
const usualBullet = 2;
const choiceKeys = ["speed", "thickness", "spin", "rate"] as const;

export function createTopic(page: Page): Topic {
  return new ContinuousCollision(page);
}

class ContinuousCollision implements Topic {
  private readonly view = new RangeView();
  private readonly near = new MeetingView();
  private readonly second: Stage;
  private readonly answer: AnswerCard;
  private readonly list: StepList;
  private readonly presetBar: PresetBar<BulletCase>;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly runControls: RunControls;
  private readonly stops: (() => void)[] = [];

  private readonly choice: { -readonly [K in keyof BulletChoice]: BulletChoice[K] } = { ...usual };
  private readonly play = { slowness: 15, bullet: usualBullet };
  private range: BulletRange | null = null;
  /** The share of the last step that is on screen. */
  private share = 1;
  private meeting: Meeting | null = null;
  private coming: readonly (Meeting | null)[] = [];
  private found: ImpactExplanation | null = null;
  private playTimer = 0;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    const legend = new Legend(() => [
      { color: "a-scene", mark: "area", text: "bullet" },
      { color: "b-scene", mark: "area", text: "plate" },
      { color: "apart", mark: "line", text: "gap" },
    ]);
    legend.refresh();
    this.second = page.secondStage("One impact, iteration by iteration", legend.element);
    this.second.scene.add(this.near.object);
    stage.scene.add(this.view.object);
    stage.grid.setHeight(-0.62);
    this.second.grid.setHeight(-0.7);

    this.answer = new AnswerCard(regions.answer);
    this.runControls = new RunControls(page, this.answer, { onStep: () => this.stepOnce() });
    this.list = new StepList(
      regions.details,
      "Iterations",
      () => {
        this.stopPlaying();
        // The next volley would replace the impact on screen.
        this.runControls.isRunning = false;
        this.showIteration();
      },
      () => this.playIterations(),
      "Play",
    );
    this.presetBar = new PresetBar(regions.presets, shortcuts, cases, (one) => this.use(one));

    this.panel = createPanel(regions.controls, "Controls");
    const rebuilds = (key: keyof BulletChoice, step: number, name: string) =>
      this.panel
        .add(this.choice, key, limits[key].least, limits[key].most, step)
        .name(name)
        .onFinishChange(() => {
          this.build();
          this.save();
        });
    rebuilds("speed", 1, "bullet speed, m/s");
    rebuilds("thickness", 0.5, "plate, mm");
    rebuilds("spin", 0.1, "spin, turns/s");
    rebuilds("rate", 5, "steps per second");
    this.panel.add(this.play, "slowness", 1, 100, 1).name("slow motion, \u00d7");
    const names = bulletKinds.map(({ kind }, track) => [kindOf(kind).label, track]);
    this.panel
      .add(this.play, "bullet", Object.fromEntries(names))
      .name("lower view")
      .onChange(() => this.select(this.play.bullet));

    const faces = this.view.bullets.map((bullet) => bullet.faces);
    this.stops.push(
      addViewControls(page, {
        fit: () => this.fit(),
        legend: () => {
          const { tested, misses, hits } = this.view.drawn;
          return [
            tested > 0 && { color: "a-scene", mark: "dot", text: "tested" },
            misses > 0 && { color: "overlap", mark: "line", text: "tunnelled" },
            hits > 0 && { color: "touch", mark: "arrow", text: "impact, normal" },
          ];
        },
      }),
      fillText(page, explanation),
      shortcuts.add(
        { keys: ["n"], shown: "N", help: "Look at the next bullet", where: "page", run: () => this.selectNext() },
        { keys: ["r"], shown: "R", help: "Start again", where: "page", run: () => this.build() },
      ),
      onClick(stage.host, (x, y) => {
        const picked = stage.pick(x, y, faces);
        const track = picked ? this.range?.bullets[faces.indexOf(picked)]?.track : undefined;
        if (track !== undefined) this.select(track);
      }),
      stage.onColors(() => this.recolor()),
      stage.onFrame(() => this.onFrame()),
    );
    shortcuts.pointer = "Click a bullet to see its impact in the lower view.";
    this.runControls.isRunning = !prefersLessMotion();
  }

  dispose(): void {
    this.stopPlaying();
    for (const stop of this.stops) stop();
    this.runControls.dispose();
    this.presetBar.dispose();
    this.panel.destroy();
    this.view.dispose();
    this.near.dispose();
    this.range?.dispose();
    this.range = null;
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): string | null {
    const number = (key: keyof BulletChoice) =>
      readNumber(params, key, usual[key], limits[key].least, limits[key].most);
    const read: BulletChoice = {
      speed: number("speed"),
      thickness: number("thickness"),
      spin: number("spin"),
      rate: number("rate"),
    };
    const bullet = readNumber(params, "bullet", usualBullet + 1, 1, bulletKinds.length);
    const readable = Number.isInteger(bullet) && !Object.values(read).some(Number.isNaN);
    this.play.bullet = readable ? bullet - 1 : usualBullet;
    this.use(readable ? read : usual);
    return readable ? null : unreadableLink;
  }

  private use(choice: BulletChoice): void {
    for (const key of choiceKeys) this.choice[key] = choice[key];
    this.build();
    this.fit(startView);
    this.save();
  }

  private save(): void {
    this.page.saveLink(() => {
      const params = new URLSearchParams();
      for (const key of choiceKeys) if (this.choice[key] !== usual[key]) params.set(key, String(this.choice[key]));
      if (this.play.bullet !== usualBullet) params.set("bullet", String(this.play.bullet + 1));
      return params;
    });
  }

  private build(): void {
    this.range?.dispose();
    this.range = new BulletRange({ ...this.choice }, seed);
    // A paused page still shows an impact.
    while (
      !this.runControls.isRunning &&
      this.range.meetings[this.play.bullet] === null &&
      this.range.steps < mostAhead
    )
      this.range.step();
    this.coming = this.lookAhead();
    this.view.thickness = this.choice.thickness;
    this.view.recolor();
    this.share = 1;
    this.presetBar.current = cases.find((one) => choiceKeys.every((key) => one[key] === this.choice[key]))?.id ?? null;
    refreshPanel(this.panel);
    this.look();
    this.show();
  }

  /** The first impact of every bullet, from a range with the same seed, so that the lower view is never empty. */
  private lookAhead(): readonly (Meeting | null)[] {
    const ahead = new BulletRange({ ...this.choice }, seed);
    while (ahead.meetings.includes(null) && ahead.steps < mostLookedAhead) ahead.step();
    ahead.dispose();
    return ahead.meetings;
  }

  // ------------------------------------------------------------------------------------------------------------ playing

  private stepOnce(): void {
    this.advance();
    this.share = 1;
    this.show();
    const { score } = this.range ?? {};
    if (score) this.page.announce(`Discrete missed ${score.discrete.missed}, continuous ${score.continuous.missed}.`);
  }

  private advance(): void {
    const { range } = this;
    if (!range) return;
    range.step();
    if (this.meetingOf(range) !== this.meeting) this.look();
  }

  private onFrame(): void {
    const { range, runControls } = this;
    if (!runControls.isRunning || !range) return;
    const passed = Math.min(longestFrame, (runControls.nextFrame() ?? 0) / 1000);
    this.share += passed / this.play.slowness / range.stepSeconds;
    while (this.share > 1) {
      this.advance();
      this.share -= 1;
    }
    this.show();
  }

  private show(): void {
    const { range } = this;
    if (!range) return;
    this.view.draw(range, this.share, this.play.bullet);
    this.write(range);
    this.page.stage.invalidate();
  }

  private write({ score, fired, steps, volley, stepSeconds, meetings }: BulletRange): void {
    const { answer, found, choice } = this;
    const { missed } = score.discrete;
    const told = (lane: Lane) => `${score[lane].caught} caught, ${score[lane].missed} missed`;
    answer.setAnswer("plain", "Tunnelled", String(missed), missed === 1 ? "bullet, discrete" : "bullets, discrete");
    answer.setRow("discrete", "Discrete", told("discrete"));
    answer.setRow("continuous", "Continuous", told("continuous"));
    answer.setRow("fired", "Fired in each lane", String(fired));
    answer.setRow("step", "Volley, step", `${volley}, ${steps}`);
    answer.setRow("way", "Travel per step", length(choice.speed * stepSeconds));
    const impact = found?.impact;
    const which = meetings[this.play.bullet] === null ? "a later step" : "its step";
    answer.setRow("time", "Time of impact", impact ? `${impact.time.toFixed(6)} of ${which}` : "none yet");
  }

  // --------------------------------------------------------------------------------------------------------- one impact

  private selectNext(): void {
    this.select((this.play.bullet + 1) % bulletKinds.length);
  }

  private select(track: number): void {
    this.play.bullet = track;
    refreshPanel(this.panel);
    this.look();
    this.show();
    this.save();
  }

  /** The selected bullet's last impact; its first one to come where it has had none. */
  private meetingOf(range: BulletRange): Meeting | null {
    const { bullet } = this.play;
    return range.meetings[bullet] ?? this.coming[bullet] ?? null;
  }

  /** Shows the selected bullet's impact in the second view and in the list. */
  private look(): void {
    const { range, play, list, near } = this;
    if (!range) return;
    this.stopPlaying();
    const meeting = this.meetingOf(range);
    const shape = range.bulletShapes[play.bullet];
    this.meeting = meeting;
    this.found = null;
    near.object.visible = meeting !== null;
    if (!meeting || !shape) {
      list.set([], 0);
      this.second.invalidate();
      return;
    }
    this.found = explainTimeOfImpact(shape, meeting.bullet, range.plateShape, meeting.plate);
    const { steps } = this.found;
    const { kind, sizes } = bulletKinds[play.bullet] ?? { kind: "sphere", sizes: [] };
    near.setLooks(kindOf(kind).look(sizes), plateLook(this.choice.thickness));
    near.recolor();
    const seen = near.set(meeting, steps);
    list.set(
      steps.map(({ time, gap, step }) => ({
        group: "Time + safe step, gap",
        name: `${time.toFixed(4)} + ${step.toFixed(4)}`,
        lower: 0,
        upper: Math.max(0, gap),
      })),
      steps.length - 1,
    );
    this.second.fit(() => seen, nearView);
    this.showIteration();
  }

  private showIteration(): void {
    const step = this.found?.steps[this.list.index];
    if (this.meeting && step) this.near.setStep(this.meeting, step);
    this.second.invalidate();
  }

  private playIterations(): void {
    if (this.playTimer !== 0) {
      this.stopPlaying();
      return;
    }
    this.runControls.isRunning = false;
    const { list } = this;
    const last = (this.found?.steps.length ?? 0) - 1;
    const next = () => {
      this.playTimer = list.index >= last ? 0 : window.setTimeout(next, playMilliseconds);
      if (this.playTimer !== 0) {
        const timer = this.playTimer;
        this.playTimer = 0;
        list.move(1);
        this.playTimer = timer;
      }
    };
    list.move(-last);
    next();
  }

  private stopPlaying(): void {
    clearTimeout(this.playTimer);
    this.playTimer = 0;
  }

  // --------------------------------------------------------------------------------------------------------------- view

  private fit(direction?: Direction): void {
    const [x, z] = [size.x + 0.4, size.z + (bulletKinds.length * size.track) / 2];
    const corners = boxCorners({ x: -x, y: 0, z: -z }, { x, y: 0, z });
    this.page.stage.fit(() => corners, direction);
  }

  private recolor(): void {
    this.view.recolor();
    this.near.recolor();
    this.page.stage.invalidate();
    this.second.invalidate();
  }
}
