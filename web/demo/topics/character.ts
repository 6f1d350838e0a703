/** Topic "Character": a capsule walks over a course of ramps, stairs, corners, low ceilings, crates and moving platforms. */

import { Vector3 } from "three";
import { AnswerCard, none } from "../parts/answer_card.js";
import { crateColor, ladderColor, roofOpacity, steepColor } from "../parts/course.js";
import { extent, towerHeight } from "../parts/course_data.js";
import { EventLog } from "../parts/event_log.js";
import { fillText } from "../parts/explanation.js";
import { lowest, MoverRun } from "../parts/mover_run.js";
import { settingControls, settingNames, usualSettings, type Walk, walks } from "../parts/mover_walks.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { PresetBar } from "../parts/presets.js";
import { RunControls } from "../parts/run_controls.js";
import { Steering } from "../parts/steering.js";
import { addViewControls } from "../parts/view_controls.js";
import { walkPad } from "../parts/walk_pad.js";
import { stepSeconds } from "../parts/walker.js";
import { onClick } from "../scene/clicks.js";
import { boxCorners } from "../scene/corners.js";
import { MoverView } from "../scene/mover_view.js";
import type { Direction } from "../scene/stage.js";
import { length, vector } from "../shell/format.js";
import { readNumber, readNumbers, unreadableLink } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import { onKeysUp } from "../shell/shortcuts.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/character.html?raw";

const startView = { azimuth: -0.38, polar: 0.66 };
/** A frame makes at most so many steps: on a slow machine the course slows down instead of skipping. */
const mostSteps = 4;
/** The y of the flattest surface normal on which a click walks. */
const leastUp = 0.5;

export function createTopic(page: Page): Topic {
  return new CharacterTopic(page);
}

class CharacterTopic implements Topic {
  private readonly run: MoverRun;
  private readonly view: MoverView;
  private readonly answer: AnswerCard;
  private readonly log: EventLog;
  private readonly presetBar: PresetBar<Walk>;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly runControls: RunControls;
  private readonly steering: Steering;
  private readonly stops: (() => void)[] = [];

  private readonly time = { rate: 1 };
  /** With reduced motion the course moves only while the walker does, until the user runs or pauses it. */
  private followsWalk = false;
  /** Steps that are due but not made yet. */
  private owed = 0;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    this.log = new EventLog(regions.details, "Events", "Click or tap the ground to walk there.");
    this.run = new MoverRun({
      onGround: (name) => this.log.add("ground", name),
      onAgainst: (name) => this.log.add("against", name),
      onEnd: () => this.finish(),
      onFall: () => this.begin(this.run.walk ?? walks[0]),
    });
    stage.grid.setHeight(-0.41);
    stage.scene.add(this.run.course.group, this.run.walker.group);
    this.view = new MoverView(stage);

    this.answer = new AnswerCard(regions.answer);
    this.runControls = new RunControls(page, this.answer, {
      onStep: () => {
        this.followsWalk = false;
        this.step();
        this.draw();
      },
      onToggle: () => {
        this.followsWalk = false;
      },
    });
    this.presetBar = new PresetBar(regions.presets, shortcuts, walks, (walk) => this.begin(walk));
    this.panel = this.makePanel();
    this.steering = new Steering(
      shortcuts,
      () => this.steer(),
      () => this.save(),
    );
    const jump = () => this.jump();
    regions.presets.append(walkPad(this.steering, jump, (isHeld) => this.crouch(isHeld)));
    this.stops.push(
      addViewControls(page, {
        fit: () => this.fit(),
        legend: () => [
          { color: "b-scene", mark: "area", text: "moves and carries" },
          { color: crateColor, mark: "area", text: "is pushed" },
          { color: steepColor, mark: "area", text: "too steep or too tall" },
          { color: "touch", opacity: roofOpacity, mark: "area", text: "low ceiling" },
          { color: ladderColor, mark: "area", text: "is climbed" },
          this.view.shown.normals &&
            this.run.walker.ground !== null && { color: "apart", mark: "arrow", text: "ground normal" },
          this.view.shown.normals &&
            this.run.obstacles.length > 0 && { color: "overlap", mark: "arrow", text: "obstacle normal" },
        ],
      }),
      fillText(page, explanation, (action) => {
        const walk = walks.find(({ id }) => id === action);
        if (walk) this.begin(walk);
      }),
      shortcuts.add(
        { keys: ["j"], shown: "J", help: "Jump", where: "page", run: jump },
        { keys: [" "], shown: "Space", help: "Jump, while the scene has the focus", where: "scene", run: jump },
        { keys: ["x"], shown: "X", help: "Crouch while held", where: "page", run: () => this.crouch(true) },
        { keys: ["r"], shown: "R", help: "Start again", where: "page", run: () => this.restart() },
      ),
      onKeysUp(
        (key) => key === "x" && this.crouch(false),
        () => this.crouch(false),
      ),
      onClick(stage.host, (x, y) => this.walkTo(x, y)),
      stage.onColors(() => this.recolor()),
      stage.onFrame(() => this.onFrame()),
    );
    shortcuts.pointer = "Click or tap the ground to walk there, or drag the stick.";
    this.resume();
  }

  private makePanel(): ReturnType<typeof createPanel> {
    const panel = createPanel(this.page.regions.controls, "Controls");
    const draw = () => this.draw();
    for (const name of settingNames) {
      const { label, least, most, step } = settingControls[name];
      panel
        .add(this.run.settings, name, least, most, step)
        .name(label)
        .onChange(() => this.save());
    }
    panel.add(this.time, "rate", 0.05, 1, 0.05).name("time, \u00d7");
    panel.add(this.view.shown, "normals").name("normals").onChange(draw);
    panel.add(this.view.shown, "trail").name("trail").onChange(draw);
    panel.add({ again: () => this.restart() }, "again").name("Start again");
    return panel;
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.steering.dispose();
    this.runControls.dispose();
    this.presetBar.dispose();
    this.panel.destroy();
    this.view.dispose();
    this.run.dispose();
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): string | null {
    const { settings } = this.run;
    const walk = walks.find(({ id }) => id === (params.get("walk") ?? "ramp"));
    const at = params.has("at") ? readNumbers(params.get("at"), 3, lowest, 20) : [];
    const steps = readNumber(params, "steps", 0, 0, 1e7);
    for (const name of settingNames) {
      const { least, most } = settingControls[name];
      settings[name] = readNumber(params, name, usualSettings[name], least, most);
    }
    const isReadable =
      walk !== undefined && at !== null && Number.isInteger(steps) && !Object.values(settings).some(Number.isNaN);
    if (!isReadable) Object.assign(settings, usualSettings);
    refreshPanel(this.panel);
    this.begin(isReadable ? walk : walks[0]);
    const [x, y, z] = isReadable ? at : [];
    if (x !== undefined && y !== undefined && z !== undefined) {
      this.run.placeAt(x, y, z, steps);
      this.presetBar.current = null;
      this.draw();
    }
    this.fit(startView);
    return isReadable ? null : unreadableLink;
  }

  private save(): void {
    this.page.saveLink(() => {
      const { walk, walker, steps, settings } = this.run;
      const params = new URLSearchParams();
      if (walk) params.set("walk", walk.id);
      else {
        const { x, y, z } = walker.position;
        params.set("at", `${x.toFixed(3)},${y.toFixed(3)},${z.toFixed(3)}`);
        params.set("steps", String(steps));
      }
      for (const name of settingNames) {
        if (settings[name] !== usualSettings[name]) params.set(name, String(settings[name]));
      }
      return params;
    });
  }

  private restart(): void {
    Object.assign(this.run.settings, usualSettings);
    refreshPanel(this.panel);
    this.begin(walks[0]);
  }

  // ------------------------------------------------------------------------------------------------------------ walking

  private begin(walk: Walk): void {
    this.log.clear();
    this.run.begin(walk);
    this.presetBar.current = walk.id;
    this.owed = 0;
    if (!this.runControls.isRunning) this.resume();
    this.draw();
    this.save();
  }

  private finish(): void {
    const { walk, outcome, steps } = this.run;
    this.log.add("walk", `${walk ? walk.label : "there"}: ${outcome}, step ${steps}`);
    this.page.announce(`${walk ? walk.label : "Walk"}: ${outcome}.`);
    this.presetBar.current = null;
    this.save();
  }

  private steer(): void {
    this.run.stopWalk();
    this.presetBar.current = null;
    this.page.stage.invalidate();
  }

  private jump(): void {
    this.run.walker.jump();
    this.page.stage.invalidate();
  }

  private crouch(isHeld: boolean): void {
    this.run.wantsLow = isHeld;
    this.page.stage.invalidate();
  }

  private walkTo(clientX: number, clientY: number): void {
    const { origin, direction } = this.page.stage.rayAt(clientX, clientY);
    const hit = this.run.course.world.raycast(origin, direction);
    if (!hit || hit.normal.y < leastUp) return;
    this.steer();
    this.run.walkTo([hit.point.x, hit.point.z]);
  }

  private resume(): void {
    this.followsWalk = prefersLessMotion();
    this.runControls.isRunning = !this.followsWalk;
  }

  private step(): void {
    const { isSteering } = this.steering;
    if (isSteering && !this.steering.direction(this.page.stage.camera, steered)) steered.set(0, 0, 0);
    this.run.step(isSteering ? steered : null);
  }

  private onFrame(): void {
    const { runControls, followsWalk } = this;
    const isBusy = this.steering.isSteering || this.run.isBusy || this.run.wantsLow !== this.run.walker.crouches;
    if (!runControls.isRunning && !(followsWalk && isBusy)) {
      runControls.rest();
      return;
    }
    const passed = (runControls.nextFrame() ?? 1000 * stepSeconds) / 1000;
    this.owed = Math.min(mostSteps, this.owed + (passed / stepSeconds) * this.time.rate);
    const due = Math.floor(this.owed);
    for (let i = 0; i < due; i++) this.step();
    this.owed -= due;
    if (due > 0) this.draw();
    this.page.stage.invalidate();
  }

  // --------------------------------------------------------------------------------------------------------------- view

  private draw(): void {
    this.view.draw(this.run);
    this.write();
  }

  private write(): void {
    const { answer } = this;
    const { walker, course, settings, obstacles, walk, outcome, steps } = this.run;
    const { ground, velocity, position } = walker;
    const state = stateOf(this.run);
    answer.setAnswer("plain", state, velocity.length().toFixed(2), "m/s");
    const degrees = ground ? (Math.acos(Math.min(1, ground.normal.y)) * 180) / Math.PI : 0;
    answer.setRow("ground", "Ground", ground ? course.nameOf(ground.collider) : none);
    answer.setRow("slope", "Slope; limit", ground ? `${degrees.toFixed(1)}\u00b0, ${settings.slope}\u00b0` : none);
    answer.setRow("normal", "Ground normal", ground ? vector(ground.normal) : none);
    const names = new Set(obstacles.map(({ collider }) => course.nameOf(collider)));
    answer.setRow("hits", "Against", names.size > 0 ? [...names].join(", ") : "nothing");
    answer.setRow("normals", "First normal", obstacles[0] ? vector(obstacles[0].normal) : none);
    answer.setRow("at", "Position", vector(position));
    answer.setRow("feet", "Height of the feet", length(position.y - walker.reach));
    answer.setRow("steps", "Step", String(steps));
    answer.setRow("walk", "Walk", walk ? `${walk.label}: ${outcome}` : "by hand");
  }

  private fit(direction?: Direction): void {
    const { x, near, far } = extent;
    const [wide, front, back] = [x + 0.2, near + 0.2, -far - 0.2];
    const points = [
      ...boxCorners({ x: -wide, y: 0, z: back }, { x: wide, y: 2.2, z: back }),
      ...boxCorners({ x: -wide, y: 0, z: front }, { x: wide, y: 0.5, z: front }),
      new Vector3(6.2, towerHeight + 1.2, -2),
    ];
    this.page.stage.fit(() => points, direction);
  }

  private recolor(): void {
    this.run.course.recolor();
    this.run.walker.recolor();
    this.view.recolor();
    this.page.stage.invalidate();
  }
}

function stateOf({ walker, climbs }: MoverRun): string {
  if (walker.crushed) return "Crushed";
  if (walker.crouches) return "Crouching";
  if (climbs) return "Climbing";
  return walker.grounded ? "On ground" : "In the air";
}

const steered = new Vector3();
