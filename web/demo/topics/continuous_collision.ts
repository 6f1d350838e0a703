/**
 * Topic "Continuous collision": the same bullets at the same thin, spinning plates, tested at the ends of the steps on the left
 * and swept on the right, and the search for one time of impact, iteration by iteration.
 */

import { explainTimeOfImpact, type ImpactExplanation } from "hyperplane";
import { Vector3 } from "three";
import { AnswerCard } from "../parts/answer_card.js";
import { type BulletCase, type BulletChoice, cases, limits, usual } from "../parts/bullet_cases.js";
import { BulletRange, bulletKinds, type Lane, type Meeting, range as size } from "../parts/bullet_range.js";
import { Legend } from "../parts/legend.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { PresetBar } from "../parts/presets.js";
import { kindOf } from "../parts/shape_cases.js";
import { StepList } from "../parts/step_list.js";
import { MeetingView } from "../scene/meeting_view.js";
import { plateLook, RangeView } from "../scene/range_view.js";
import type { Direction, Stage } from "../scene/stage.js";
import { element } from "../shell/dom.js";
import { length } from "../shell/format.js";
import { icon } from "../shell/icons.js";
import { readNumbers } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/continuous_collision.html?raw";

/** From behind the guns, so that the lanes lie side by side. */
const startView = { azimuth: -Math.PI / 2, polar: 0.86 };
const nearView = { azimuth: -0.5, polar: 1.05 };
const seed = 5;
/** A frame moves on by no more: a page that was away does not catch up. */
const longestFrame = 1 / 15;
/** Steps that are taken at once for who has not set things going. */
const mostAhead = 200;
const mostLookedAhead = 60;
/** CSS pixels that a pointer may move and still be said to have clicked. */
const clickSlack = 5;
const playMilliseconds = 500;
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
  private readonly runButton: HTMLButtonElement;
  private readonly stops: (() => void)[] = [];

  private readonly choice: { -readonly [K in keyof BulletChoice]: BulletChoice[K] } = { ...usual };
  private readonly play = { slowness: 15, bullet: 2 };
  private range: BulletRange | null = null;
  private running = !prefersLessMotion();
  /** Of the last step, how much has been shown. */
  private share = 1;
  private lastFrame = -1;
  private meeting: Meeting | null = null;
  private coming: readonly (Meeting | null)[] = [];
  private found: ImpactExplanation | null = null;
  private playTimer = 0;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    this.second = page.secondStage(
      "One impact, iteration by iteration",
      new Legend([
        { color: "a-scene", mark: "area", text: "bullet" },
        { color: "b-scene", mark: "area", text: "plate" },
        { color: "apart", mark: "line", text: "gap" },
      ]).element,
    );
    this.second.scene.add(this.near.object);
    stage.scene.add(this.view.object);
    stage.grid.setHeight(-0.62);
    this.second.grid.setHeight(-0.7);

    this.answer = new AnswerCard(regions.answer);
    this.runButton = element("button", { class: "button button-main", attributes: { type: "button" } });
    this.runButton.addEventListener("click", () => this.run(!this.running));
    const stepButton = element("button", { class: "button", attributes: { type: "button" } });
    stepButton.append("One step", element("kbd", { text: ".", attributes: { "aria-hidden": "true" } }));
    stepButton.addEventListener("click", () => this.stepOnce());
    this.answer.addAction(this.runButton);
    this.answer.addAction(stepButton);
    this.list = new StepList(
      regions.details,
      "Iterations",
      () => {
        this.stopPlaying();
        // The next volley would take away what one is looking at.
        if (this.running) this.run(false);
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
    rebuilds("rate", 5, "steps a second");
    this.panel.add(this.play, "slowness", 1, 100, 1).name("slow motion, times");
    const names = bulletKinds.map(({ kind }, track) => [kindOf(kind).label, track]);
    this.panel
      .add(this.play, "bullet", Object.fromEntries(names))
      .name("look at")
      .onChange(() => this.select(this.play.bullet));

    const legend = new Legend([
      { color: "a-scene", mark: "dot", text: "tested" },
      { color: "overlap", mark: "line", text: "tunnelled" },
      { color: "touch", mark: "arrow", text: "impact, normal" },
    ]);
    const fit = element(
      "button",
      { class: "tool", title: "Fit the view (F)", attributes: { type: "button", "aria-label": "Fit the view" } },
      icon("fit"),
    );
    fit.addEventListener("click", () => this.fit());
    regions.tools.append(legend.element, fit);
    regions.text.innerHTML = explanation;
    this.stops.push(
      shortcuts.add(
        { keys: ["p"], shown: "P", help: "Pause, or go on", where: "page", run: () => this.run(!this.running) },
        { keys: ["."], shown: ".", help: "One step", where: "page", run: () => this.stepOnce() },
        { keys: ["n"], shown: "N", help: "Look at the next bullet", where: "page", run: () => this.selectNext() },
        { keys: ["r"], shown: "R", help: "Start again", where: "page", run: () => this.build() },
        { keys: ["f"], shown: "F", help: "Fit the view", where: "page", run: () => this.fit() },
        {
          keys: ["q", "e"],
          shown: "Q E",
          help: "Look from farther left or right",
          where: "page",
          run: (event) => stage.moveView((event.key.toLowerCase() === "q" ? -1 : 1) * (Math.PI / 18), 1),
        },
      ),
      stage.onColors(() => this.recolor()),
      stage.onFrame(() => this.onFrame()),
    );
    shortcuts.pointer = "Click a bullet to see its impact in the lower view.";
    this.listen();
    this.run(this.running);
  }

  /** A click on a bullet, of either lane, chooses it. */
  private listen(): void {
    const { stage } = this.page;
    const { host } = stage;
    const faces = this.view.bullets.map((bullet) => bullet.faces);
    const down = { x: 0, y: 0 };
    const press = (event: PointerEvent) => Object.assign(down, { x: event.clientX, y: event.clientY });
    const click = (event: PointerEvent) => {
      if (event.button !== 0 || Math.hypot(event.clientX - down.x, event.clientY - down.y) > clickSlack) return;
      const picked = stage.pick(event.clientX, event.clientY, faces);
      const track = picked ? this.range?.bullets[faces.indexOf(picked)]?.track : undefined;
      if (track === undefined) return;
      this.select(track);
      refreshPanel(this.panel);
    };
    host.addEventListener("pointerdown", press);
    host.addEventListener("pointerup", click);
    this.stops.push(() => {
      host.removeEventListener("pointerdown", press);
      host.removeEventListener("pointerup", click);
    });
  }

  dispose(): void {
    this.stopPlaying();
    for (const stop of this.stops) stop();
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
    const read: { -readonly [K in keyof BulletChoice]: number } = { ...usual };
    let readable = true;
    for (const key of choiceKeys) {
      if (!params.has(key)) continue;
      const value = readNumbers(params.get(key), 1, limits[key].least, limits[key].most)?.[0];
      if (value === undefined) readable = false;
      else read[key] = value;
    }
    const bullet = params.has("bullet") ? readNumbers(params.get("bullet"), 1, 1, bulletKinds.length)?.[0] : 3;
    if (bullet === undefined || !Number.isInteger(bullet)) readable = false;
    this.play.bullet = readable ? (bullet ?? 3) - 1 : 2;
    this.use(readable ? read : usual);
    return readable ? null : "This link could not be read, so here is the first case instead.";
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
      if (this.play.bullet !== 2) params.set("bullet", String(this.play.bullet + 1));
      return params;
    });
  }

  private build(): void {
    this.range?.dispose();
    this.range = new BulletRange({ ...this.choice }, seed);
    // Who stands still finds something to look at.
    while (!this.running && this.range.meetings[this.play.bullet] === null && this.range.steps < mostAhead)
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

  /** The first impact of every bullet: the same seed makes the same bullets, and nobody has to wait for theirs. */
  private lookAhead(): readonly (Meeting | null)[] {
    const ahead = new BulletRange({ ...this.choice }, seed);
    while (ahead.meetings.includes(null) && ahead.steps < mostLookedAhead) ahead.step();
    ahead.dispose();
    return ahead.meetings;
  }

  // ------------------------------------------------------------------------------------------------------------ playing

  private run(running: boolean): void {
    this.running = running;
    this.lastFrame = -1;
    this.runButton.replaceChildren(
      running ? "Pause" : "Go on",
      element("kbd", { text: "P", attributes: { "aria-hidden": "true" } }),
    );
    this.page.stage.invalidate();
  }

  private stepOnce(): void {
    if (this.running) this.run(false);
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
    const { range, running } = this;
    if (!running || !range) return;
    const now = performance.now();
    const passed = this.lastFrame < 0 ? 0 : Math.min(longestFrame, (now - this.lastFrame) / 1000);
    this.lastFrame = now;
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
    answer.setRow("way", "Way in a step", length(choice.speed * stepSeconds));
    const impact = found?.impact;
    const which = meetings[this.play.bullet] === null ? "a step to come" : "the step";
    answer.setRow("time", "Time of impact", impact ? `${impact.time.toFixed(6)} of ${which}` : "none yet");
  }

  // --------------------------------------------------------------------------------------------------------- one impact

  private selectNext(): void {
    this.select((this.play.bullet + 1) % bulletKinds.length);
    refreshPanel(this.panel);
  }

  private select(track: number): void {
    this.play.bullet = track;
    this.look();
    this.show();
    this.save();
  }

  /** The selected bullet's last impact; before it has had one, its first. */
  private meetingOf(range: BulletRange): Meeting | null {
    const { bullet } = this.play;
    return range.meetings[bullet] ?? this.coming[bullet] ?? null;
  }

  /** The last impact of the selected bullet, in the second view and in the list. */
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
        group: "Time + certainly free, and the gap",
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
    if (this.running) this.run(false);
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
    const wide = size.z + (bulletKinds.length * size.track) / 2;
    const corners = [-1, 1].flatMap((i) => [-1, 1].map((k) => new Vector3(i * (size.x + 0.4), 0, k * wide)));
    this.page.stage.fit(() => corners, direction);
  }

  private recolor(): void {
    this.view.recolor();
    this.near.recolor();
    this.page.stage.invalidate();
    this.second.invalidate();
  }
}
