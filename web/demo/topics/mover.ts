/** Topic "Mover": a capsule to walk over a course of ramps, stairs, corners, low ceilings and things that carry it. */

import type { Collider, MoverHit } from "hyperplane";
import { Raycaster, Vector2, Vector3 } from "three";
import { AnswerCard } from "../parts/answer_card.js";
import { Course, deckHeight, extent, towerHeight } from "../parts/course.js";
import { bodyReach, CourseWalker } from "../parts/course_walker.js";
import { EventLog } from "../parts/event_log.js";
import { Legend } from "../parts/legend.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { type Preset, PresetBar } from "../parts/presets.js";
import { Steering } from "../parts/steering.js";
import { type Leg, type Place, Way } from "../parts/way.js";
import { Arrow } from "../scene/arrow.js";
import { order } from "../scene/order.js";
import { Segments } from "../scene/segments.js";
import { element } from "../shell/dom.js";
import { length, vector } from "../shell/format.js";
import { icon } from "../shell/icons.js";
import { readNumbers } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import { themeColor } from "../shell/theme.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/mover.html?raw";

interface Walk extends Preset {
  /** Where it begins, and how high the ground is there. */
  readonly from: readonly [x: number, z: number, height: number];
  readonly legs: (course: Course) => readonly Leg[];
}

const walks: readonly Walk[] = [
  {
    id: "ramp",
    label: "Ramp",
    hint: "25\u00b0 are walked up, and down again without a hop",
    from: [-5.2, 4.2, 0],
    legs: () => [[-5.2, -0.2]],
  },
  {
    id: "steep",
    label: "Too steep",
    hint: "55\u00b0 are a wall, until the slope is allowed",
    from: [-2.9, 4.2, 0],
    legs: () => [[-2.9, -0.2]],
  },
  {
    id: "stairs",
    label: "Stairs",
    hint: "Steps of 20 cm: up, on, down, three casts each",
    from: [-5.2, -4.4, 0],
    legs: () => [[-5.2, -0.2]],
  },
  {
    id: "tall",
    label: "Too tall",
    hint: "Steps of 40 cm, until the step height is raised",
    from: [-2.9, -4.4, 0],
    legs: () => [[-2.9, -0.2]],
  },
  {
    id: "wall",
    label: "Wall",
    hint: "What is left of the way goes on along the wall",
    from: [-4.4, 3.6, 0],
    legs: () => [[1, 7]],
  },
  {
    id: "corner",
    label: "Corner",
    hint: "Two walls leave nowhere to slide: it stops, and does not shake",
    from: [-0.2, -1.4, 0],
    legs: () => [[0.15, -4.6]],
  },
  {
    id: "ceiling",
    label: "Low ceiling",
    hint: "The floor below, the ceiling above, and no way on",
    from: [1.6, 4.6, 0],
    legs: () => [[1.6, 0.7]],
  },
  {
    id: "ferry",
    label: "Ferry",
    hint: "Carried by a platform, and free to walk on it",
    from: [-2.4, -0.2, deckHeight],
    legs: ({ ferry }) => {
      const { position } = ferry.mesh;
      const onIt = (): Place => [position.x, position.z];
      return [{ until: () => position.x < -0.95 }, onIt, { until: () => position.x > 1.35 }, [3, -0.2]];
    },
  },
  {
    id: "lift",
    label: "Fast lift",
    hint: "Three metres in 0.7 seconds, up to 24 km/h",
    from: [5.4, 1.3, 0],
    legs: ({ lift }) => {
      const { position } = lift.mesh;
      const isBelow = () => position.y < 0;
      const isAbove = () => position.y > towerHeight - 0.1;
      return [{ until: isBelow }, [5.4, -0.2], { until: isAbove }, [5.4, -1.9]];
    },
  },
];
const startView = { azimuth: -0.5, polar: 0.66 };
const stepSeconds = 1 / 60;
/** A frame that took longer makes no more steps: a slow page is slow, and not far off. */
const mostSteps = 4;
/** CSS pixels that a pointer may move and still be said to have clicked. */
const clickSlack = 5;
/** Something that was not touched for so many steps is touched anew. */
const stepsToForget = 20;
const mostTrail = 600;
const lowest = -8;
const pad = [
  ["a", "\u2190", "Walk left"],
  ["w", "\u2191", "Walk ahead"],
  ["s", "\u2193", "Walk back"],
  ["d", "\u2192", "Walk right"],
] as const;
const usual = { slope: 45, step: 0.3, snap: 0.3, skin: 0.01, speed: 3 } as const;
type Setting = keyof typeof usual;
const limits: Readonly<Record<Setting, readonly [least: number, most: number, step: number]>> = {
  slope: [0, 90, 1],
  step: [0, 0.6, 0.01],
  snap: [0, 0.6, 0.01],
  skin: [0.001, 0.1, 0.001],
  speed: [0.5, 30, 0.5],
};
const settingNames = Object.keys(usual) as Setting[];

export function createTopic(page: Page): Topic {
  return new MoverTopic(page);
}

class MoverTopic implements Topic {
  private readonly course = new Course();
  private readonly walker = new CourseWalker();
  private readonly answer: AnswerCard;
  private readonly log: EventLog;
  private readonly presetBar: PresetBar<Walk>;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly runButton: HTMLButtonElement;
  private readonly steering: Steering;
  private readonly way = new Way();
  private readonly arrows: Arrow[] = [];
  private readonly groundArrow = new Arrow(3, order.notes);
  private readonly trail = new Segments({ width: 2, renderOrder: order.notes, opacity: 0.7 });
  private readonly raycaster = new Raycaster();
  private readonly stops: (() => void)[] = [];

  private readonly settings: Record<Setting, number> = { ...usual };
  private readonly shown = { normals: true, trail: true, rate: 1 };
  /** Somebody who has asked for less motion sees some only while walking. */
  private mode: "running" | "paused" | "asked" = prefersLessMotion() ? "asked" : "running";
  private walk: Walk | null = null;
  private outcome = "none yet";
  private steps = 0;
  private owed = 0;
  private lastFrame = -1;
  private readonly trailPoints: number[] = [];
  private readonly lastTouched = new Map<Collider, number>();
  private groundName = "";

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    stage.grid.setHeight(-0.41);
    stage.scene.add(this.course.group, this.walker.group, this.groundArrow.object, this.trail.object);

    this.answer = new AnswerCard(regions.answer);
    this.runButton = element("button", { class: "button button-main", attributes: { type: "button" } });
    this.runButton.addEventListener("click", () => this.toggleRunning());
    const stepButton = element("button", { class: "button", attributes: { type: "button" } });
    stepButton.append("One step", element("kbd", { text: ".", attributes: { "aria-hidden": "true" } }));
    stepButton.addEventListener("click", () => this.stepOnce());
    this.answer.addAction(this.runButton);
    this.answer.addAction(stepButton);
    this.log = new EventLog(regions.details, "What happens", "Click or tap the ground to walk there.");
    this.presetBar = new PresetBar(regions.presets, shortcuts, walks, (walk) => this.begin(walk));
    this.panel = createPanel(regions.controls, "Controls");
    const labels = {
      slope: "max slope, \u00b0",
      step: "step height, m",
      snap: "snap, m",
      skin: "skin, m",
      speed: "speed, m/s",
    };
    for (const name of settingNames) {
      this.panel
        .add(this.settings, name, ...limits[name])
        .name(labels[name])
        .onChange(() => this.save());
    }
    this.panel.add(this.shown, "rate", 0.05, 1, 0.05).name("time, \u00d7");
    this.panel
      .add(this.shown, "normals")
      .name("hits, normals")
      .onChange(() => this.draw());
    this.panel
      .add(this.shown, "trail")
      .name("trail")
      .onChange(() => this.draw());
    this.panel.add({ again: () => this.restart() }, "again").name("Start again");

    this.steering = new Steering(
      shortcuts,
      () => this.steer(),
      () => this.save(),
    );
    const legend = new Legend([
      { color: "b-scene", mark: "area", text: "carries" },
      { color: "overlap", mark: "area", text: "too steep or too tall" },
      { color: "apart", mark: "arrow", text: "ground" },
      { color: "overlap", mark: "arrow", text: "in the way" },
    ]);
    regions.tools.append(this.padOf(), this.fitButton(), legend.element);
    regions.text.innerHTML = explanation;
    regions.text.addEventListener("click", this.followText);
    const jump = () => this.jump();
    this.stops.push(
      () => regions.text.removeEventListener("click", this.followText),
      shortcuts.add(
        { keys: ["j"], shown: "J", help: "Jump", where: "page", run: jump },
        { keys: [" "], shown: "Space", help: "Jump, when the scene has the focus", where: "scene", run: jump },
        { keys: ["p"], shown: "P", help: "Pause, or go on", where: "page", run: () => this.toggleRunning() },
        { keys: ["."], shown: ".", help: "One step", where: "page", run: () => this.stepOnce() },
        { keys: ["r"], shown: "R", help: "Start again", where: "page", run: () => this.restart() },
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
    shortcuts.pointer = "Click or tap the ground to walk there; hold the arrow buttons to walk.";
    this.listen();
    this.showMode();
  }

  /** Where there are no keys: buttons that are held down. */
  private padOf(): HTMLElement {
    const hold = (key: string, text: string, title: string) => {
      const button = element("button", {
        class: "tool",
        text,
        title,
        attributes: { type: "button", "aria-label": title, tabindex: "-1" },
        on: {
          pointerdown: (event) => {
            button.setPointerCapture(event.pointerId);
            this.steering.press(key);
          },
          lostpointercapture: () => this.steering.release(key),
          contextmenu: (event) => event.preventDefault(),
        },
      });
      return button;
    };
    const jump = element("button", {
      class: "tool tool-wide",
      text: "Jump",
      title: "Jump (J)",
      attributes: { type: "button" },
      on: { pointerdown: () => this.jump(), click: (event) => event.detail === 0 && this.jump() },
    });
    return element("div", { class: "pad" }, ...pad.map(([key, text, title]) => hold(key, text, title)), jump);
  }

  private fitButton(): HTMLElement {
    const fit = element(
      "button",
      { class: "tool", title: "Fit the view (F)", attributes: { type: "button", "aria-label": "Fit the view" } },
      icon("fit"),
    );
    fit.addEventListener("click", () => this.fit());
    return fit;
  }

  private listen(): void {
    const { host } = this.page.stage;
    const down = { x: 0, y: 0 };
    const press = (event: PointerEvent) => Object.assign(down, { x: event.clientX, y: event.clientY });
    const click = (event: PointerEvent) => {
      if (event.button !== 0 || Math.hypot(event.clientX - down.x, event.clientY - down.y) > clickSlack) return;
      this.walkTo(event.clientX, event.clientY);
    };
    host.addEventListener("pointerdown", press);
    host.addEventListener("pointerup", click);
    this.stops.push(() => {
      host.removeEventListener("pointerdown", press);
      host.removeEventListener("pointerup", click);
    });
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.steering.dispose();
    this.presetBar.dispose();
    this.panel.destroy();
    for (const arrow of this.arrows) arrow.dispose();
    this.groundArrow.dispose();
    this.trail.object.removeFromParent();
    this.trail.dispose();
    this.walker.dispose();
    this.course.dispose();
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): string | null {
    const walk = walks.find(({ id }) => id === (params.get("walk") ?? "ramp"));
    const at = params.has("at") ? readNumbers(params.get("at"), 3, lowest, 20) : [];
    const steps = params.has("steps") ? (readNumbers(params.get("steps"), 1, 0, 1e7)?.[0] ?? Number.NaN) : 0;
    const settings = settingNames.map((name) => {
      const [least, most] = limits[name];
      return params.has(name) ? (readNumbers(params.get(name), 1, least, most)?.[0] ?? Number.NaN) : usual[name];
    });
    const readable = walk !== undefined && at !== null && Number.isInteger(steps) && !settings.some(Number.isNaN);
    for (const [i, name] of settingNames.entries()) {
      this.settings[name] = readable ? (settings[i] as number) : usual[name];
    }
    refreshPanel(this.panel);
    const first = walks[0] as Walk;
    this.begin(readable ? walk : first);
    const [x, y, z] = readable ? at : [];
    if (x !== undefined && y !== undefined && z !== undefined) {
      this.forgetWalk();
      this.steps = steps;
      this.course.moveTo(steps * stepSeconds);
      this.walker.place(x, y, z);
      this.trailPoints.length = 0;
      this.draw();
    }
    this.fit(startView);
    return readable ? null : "This link could not be read, so the first walk begins.";
  }

  private save(): void {
    this.page.saveLink(() => {
      const params = new URLSearchParams();
      if (this.walk) params.set("walk", this.walk.id);
      else {
        const { x, y, z } = this.walker.position;
        params.set("at", `${x.toFixed(3)},${y.toFixed(3)},${z.toFixed(3)}`);
        params.set("steps", String(this.steps));
      }
      for (const name of settingNames) {
        if (this.settings[name] !== usual[name]) params.set(name, String(this.settings[name]));
      }
      return params;
    });
  }

  private restart(): void {
    Object.assign(this.settings, usual);
    refreshPanel(this.panel);
    this.begin(walks[0] as Walk);
    this.save();
  }

  // ------------------------------------------------------------------------------------------------------------ walking

  /** A ready-made walk, always from the same place and the same time on. */
  private begin(walk: Walk): void {
    const [x, z, height] = walk.from;
    this.walk = walk;
    this.steps = 0;
    this.owed = 0;
    this.course.moveTo(0);
    this.walker.place(x, height + bodyReach + 0.05, z);
    this.walker.group.rotation.y = Math.PI;
    this.way.start(walk.legs(this.course));
    this.presetBar.current = walk.id;
    this.outcome = "on its way";
    this.trailPoints.length = 0;
    this.lastTouched.clear();
    this.groundName = "";
    this.log.clear();
    if (this.mode === "paused") this.mode = prefersLessMotion() ? "asked" : "running";
    this.showMode();
    this.draw();
    this.save();
  }

  private forgetWalk(): void {
    this.walk = null;
    this.outcome = "none";
    this.way.clear();
    this.presetBar.current = null;
  }

  private steer(): void {
    this.forgetWalk();
    this.page.stage.invalidate();
  }

  private jump(): void {
    this.walker.jump();
    this.page.stage.invalidate();
  }

  private walkTo(clientX: number, clientY: number): void {
    const { stage } = this.page;
    const frame = stage.host.getBoundingClientRect();
    pointer.set(((clientX - frame.left) / frame.width) * 2 - 1, 1 - ((clientY - frame.top) / frame.height) * 2);
    this.raycaster.setFromCamera(pointer, stage.camera);
    const { origin, direction } = this.raycaster.ray;
    const hit = this.course.world.raycast(origin, direction);
    if (!hit || hit.normal.y < 0.5) return;
    this.forgetWalk();
    this.way.start([[hit.point.x, hit.point.z]]);
    stage.invalidate();
  }

  private get isBusy(): boolean {
    return this.steering.isSteering || !this.way.isOver || !this.walker.grounded;
  }

  private toggleRunning(): void {
    this.mode = this.mode === "running" ? "paused" : "running";
    this.showMode();
  }

  private showMode(): void {
    this.lastFrame = -1;
    this.runButton.replaceChildren(
      this.mode === "running" ? "Pause" : "Go on",
      element("kbd", { text: "P", attributes: { "aria-hidden": "true" } }),
    );
    this.page.stage.invalidate();
  }

  private stepOnce(): void {
    if (this.mode !== "paused") {
      this.mode = "paused";
      this.showMode();
    }
    this.step();
    this.draw();
  }

  private onFrame(): void {
    const isMoving = this.mode === "running" || (this.mode === "asked" && this.isBusy);
    if (!isMoving) {
      this.lastFrame = -1;
      return;
    }
    const now = performance.now();
    const passed = this.lastFrame < 0 ? stepSeconds : (now - this.lastFrame) / 1000;
    this.lastFrame = now;
    this.owed = Math.min(mostSteps, this.owed + (passed / stepSeconds) * this.shown.rate);
    const due = Math.floor(this.owed);
    for (let i = 0; i < due; i++) this.step();
    this.owed -= due;
    if (due > 0) this.draw();
    this.page.stage.invalidate();
  }

  /** One sixtieth of a second: what moves moves, and then the walker. */
  private step(): void {
    const { course, walker, way, settings } = this;
    this.steps++;
    course.advanceTo(this.steps * stepSeconds);
    const wasOver = way.isOver;
    walking.set(0, 0, 0);
    if (this.steering.isSteering) {
      if (this.steering.direction(this.page.stage.camera, walking)) walking.multiplyScalar(settings.speed);
    } else if (way.direction(walker.position, stepSeconds, walking)) {
      walking.multiplyScalar(Math.min(settings.speed, way.toGo / stepSeconds));
    } else {
      walking.set(0, 0, 0);
    }
    walker.step(course, walking, stepSeconds, {
      skin: settings.skin,
      maxSlope: (settings.slope * Math.PI) / 180,
      stepHeight: settings.step,
      snapDistance: settings.snap,
    });
    this.remember();
    if (!wasOver && way.isOver) this.finish();
    if (walker.position.y < lowest) this.begin(this.walk ?? (walks[0] as Walk));
  }

  private finish(): void {
    const { walk, way, log, page } = this;
    this.outcome = way.gaveUp ? "stopped on its way" : "arrived";
    log.add("walk", `${walk ? walk.label : "there"}: ${this.outcome}, step ${this.steps}`);
    page.announce(`${walk ? walk.label : "Walk"}: ${this.outcome}.`);
    this.presetBar.current = null;
    this.save();
  }

  /** The trail, and what is new. */
  private remember(): void {
    const { walker, course, log, trailPoints, lastTouched } = this;
    const { x, y, z } = walker.position;
    trailPoints.push(x, y - bodyReach + 0.03, z);
    if (trailPoints.length > 3 * mostTrail) trailPoints.splice(0, 3);
    const ground = walker.ground ? course.nameOf(walker.ground.collider) : "none: in the air";
    if (ground !== this.groundName) log.add("ground", ground);
    this.groundName = ground;
    for (const { collider } of walker.hits) {
      const last = lastTouched.get(collider) ?? Number.NEGATIVE_INFINITY;
      if (collider !== walker.ground?.collider && this.steps - last > stepsToForget) {
        log.add("against", course.nameOf(collider));
      }
      lastTouched.set(collider, this.steps);
    }
  }

  // -------------------------------------------------------------------------------------------------------------- shown

  private draw(): void {
    this.drawNormals();
    const { trailPoints } = this;
    const segments: number[] = [];
    if (this.shown.trail) {
      for (let i = 3; i < trailPoints.length; i += 3) segments.push(...trailPoints.slice(i - 3, i + 3));
    }
    this.trail.set(segments);
    this.write();
    this.page.stage.invalidate();
  }

  private drawNormals(): void {
    const { ground, hits } = this.walker;
    const place = (arrow: Arrow, { point, normal }: MoverHit) => {
      from.set(point.x, point.y, point.z);
      arrow.set(from, to.set(normal.x, normal.y, normal.z).multiplyScalar(0.9).add(from), 0.22);
    };
    this.groundArrow.object.visible = false;
    for (const { object } of this.arrows) object.visible = false;
    if (!this.shown.normals) return;
    if (ground) place(this.groundArrow, ground);
    const others = hits.filter(({ collider }) => collider !== ground?.collider);
    for (const [i, hit] of others.entries()) {
      let arrow = this.arrows[i];
      if (!arrow) {
        arrow = new Arrow(3, order.notes);
        arrow.setColor(themeColor("overlap"));
        this.arrows.push(arrow);
        this.page.stage.scene.add(arrow.object);
      }
      place(arrow, hit);
    }
  }

  private write(): void {
    const { answer, walker, course, settings } = this;
    const { ground, hits, velocity, position } = walker;
    answer.setAnswer(
      "plain",
      walker.grounded ? "On ground" : "In the air",
      velocity.length().toFixed(2),
      "metres a second",
    );
    const degrees = ground ? (Math.acos(Math.min(1, ground.normal.y)) * 180) / Math.PI : 0;
    answer.setRow("ground", "Ground", ground ? course.nameOf(ground.collider) : "\u2014");
    answer.setRow("slope", "Slope", ground ? `${degrees.toFixed(1)}\u00b0 of ${settings.slope}\u00b0` : "\u2014");
    answer.setRow("normal", "Ground normal", ground ? vector(ground.normal) : "\u2014");
    const against = hits.filter(({ collider }) => collider !== ground?.collider);
    const names = [...new Set(against.map(({ collider }) => course.nameOf(collider)))];
    answer.setRow("hits", "Against", names.length > 0 ? names.join(", ") : "nothing");
    answer.setRow("normals", "First normal", against[0] ? vector(against[0].normal) : "\u2014");
    answer.setRow("at", "Position", vector(position));
    answer.setRow("feet", "Feet at", length(position.y - bodyReach));
    answer.setRow("steps", "Step", String(this.steps));
    answer.setRow("walk", "Walk", this.walk ? `${this.walk.label}: ${this.outcome}` : "by hand");
  }

  private fit(direction?: { readonly azimuth: number; readonly polar: number }): void {
    const { x, z } = extent;
    const corners = [-1, 1].flatMap((i) =>
      [-1, 1].flatMap((k) => [0, k < 0 ? 2.2 : 0.5].map((y) => new Vector3(i * (x + 0.2), y, k * (z + 0.2)))),
    );
    corners.push(new Vector3(6.2, towerHeight + 1.2, -2));
    this.page.stage.fit(() => corners, direction);
  }

  private recolor(): void {
    this.course.recolor();
    this.walker.recolor();
    this.groundArrow.setColor(themeColor("apart"));
    for (const arrow of this.arrows) arrow.setColor(themeColor("overlap"));
    this.trail.setColor(themeColor("a-scene"));
    this.page.stage.invalidate();
  }

  private readonly followText = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const walk = walks.find(({ id }) => id === button?.dataset.action);
    if (walk) this.begin(walk);
  };
}

const pointer = new Vector2();
const walking = new Vector3();
const from = new Vector3();
const to = new Vector3();
