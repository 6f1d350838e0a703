/** Topic "Level": a walk through a level of 100,000 triangles, with a ray from the pointer and balls that rain onto it. */

import { explainRay, type RayExplanation, type Vec3, type WorldRayHit } from "hyperplane";
import type { Controller } from "lil-gui";
import { type Group, Vector3 } from "three";
import { AnswerCard, none } from "../parts/answer_card.js";
import { mostBalls } from "../parts/ball_rain.js";
import { fillText } from "../parts/explanation.js";
import { GamepadReader } from "../parts/gamepad.js";
import type { LegendSource } from "../parts/legend.js";
import { groundExtent } from "../parts/level_ground.js";
import { type CrateSlide, LevelRun, layers } from "../parts/level_run.js";
import { type LevelWalk, levelWalks } from "../parts/level_walks.js";
import { modelKind } from "../parts/model_files.js";
import { OwnFiles } from "../parts/own_files.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { PresetBar } from "../parts/presets.js";
import { RunControls } from "../parts/run_controls.js";
import { Steering } from "../parts/steering.js";
import { addViewControls } from "../parts/view_controls.js";
import { walkPad } from "../parts/walk_pad.js";
import { bodyReach, stepSeconds } from "../parts/walker.js";
import { ChaseCamera } from "../scene/chase_camera.js";
import { onClick } from "../scene/clicks.js";
import { LevelView } from "../scene/level_view.js";
import { element } from "../shell/dom.js";
import { length, milliseconds, vector, whole } from "../shell/format.js";
import { readNumber, readNumbers, unreadableLink } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/level.html?raw";

/** A frame makes at most so many steps: on a slow machine the level slows down instead of skipping. */
const mostSteps = 3;
/** Balls of one press of the button. */
const shower = 300;
/** The y of the flattest surface normal on which a click walks. */
const leastUp = 0.5;
/** Radians per second of a gamepad's stick held to its end. */
const turnSpeed = { aside: 2.4, up: 1.2 } as const;
/** Metres from the walker to the crate. */
const crateDistance = 1.6;

export function createTopic(page: Page): Topic {
  return new LevelTopic(page);
}

class LevelTopic implements Topic {
  private readonly run: LevelRun;
  private readonly view: LevelView;
  private readonly camera: ChaseCamera;
  private readonly answer: AnswerCard;
  private readonly presetBar: PresetBar<LevelWalk>;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly runControls: RunControls;
  private readonly steering: Steering;
  private readonly gamepad: GamepadReader;
  private readonly files: OwnFiles<Group>;
  private backButton: Controller | null = null;
  private readonly stops: (() => void)[] = [];

  private readonly choice = { pointer: true, crate: false, rule: true };
  private slide: CrateSlide | null = null;
  private hit: WorldRayHit | null = null;
  /** Of the pointer's ray in the mesh, if it is shown. */
  private descent: RayExplanation | null = null;
  /** Where the mouse is, in CSS pixels of the window; null while it is elsewhere or pressed. */
  private pointer: { readonly x: number; readonly y: number } | null = null;
  /** Steps that are due but not made yet. */
  private owed = 0;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    this.run = new LevelRun(() => this.finish());
    this.view = new LevelView(stage, this.run);
    this.camera = new ChaseCamera(stage, this.run.world, layers.level);
    this.answer = new AnswerCard(regions.answer);
    this.runControls = new RunControls(page, this.answer, { onStep: () => this.stepOnce() });
    this.runControls.isRunning = true;
    this.presetBar = new PresetBar(regions.presets, shortcuts, levelWalks, (walk) => this.begin(walk));
    this.panel = this.makePanel();
    this.files = new OwnFiles(page, modelKind("Level file", "the level"), (model, name) => this.open(model, name));
    this.steering = new Steering(
      shortcuts,
      () => this.steer(),
      () => this.save(),
    );
    const jump = () => this.jump();
    regions.presets.append(walkPad(this.steering, jump));
    this.gamepad = new GamepadReader({
      onWalk: ({ x, y }) => this.steering.tilt(x, -y),
      onTurn: ({ x, y }, seconds) => stage.moveView(-x * turnSpeed.aside * seconds, 1, -y * turnSpeed.up * seconds),
      onJump: jump,
    });
    this.stops.push(
      addViewControls(page, {
        fit: () => this.fit(),
        tools: [this.rainButton()],
        legend: () => this.legend(),
        plates: true,
      }),
      fillText(page, explanation, (action) => this.act(action)),
      shortcuts.add(
        { keys: ["b"], shown: "B", help: "Rain balls", where: "page", run: () => this.rain() },
        {
          keys: ["n"],
          shown: "N",
          help: "Show contact normals, or not",
          where: "page",
          run: () => this.toggleNormals(),
        },
        { keys: ["j"], shown: "J", help: "Jump", where: "page", run: jump },
        { keys: [" "], shown: "Space", help: "Jump, while the scene has the focus", where: "scene", run: jump },
        { keys: ["r"], shown: "R", help: "Start again", where: "page", run: () => this.restart() },
      ),
      onClick(stage.host, (x, y) => this.pick(x, y)),
      this.watchPointer(),
      stage.onColors(() => this.recolor()),
      stage.onFrame(() => this.onFrame()),
    );
    shortcuts.pointer =
      "Point at a surface to cast a ray; click or tap the ground to walk there. A gamepad walks with its left stick, turns the view with the right one, and jumps with its lowest button.";
  }

  private rainButton(): HTMLButtonElement {
    return element("button", {
      class: "tool tool-wide",
      text: "Rain",
      title: "Rain balls (B)",
      attributes: { type: "button" },
      on: { click: () => this.rain() },
    });
  }

  private makePanel(): ReturnType<typeof createPanel> {
    const panel = createPanel(this.page.regions.controls, "Controls");
    const draw = () => this.view.draw();
    panel.add(this.view.shown, "normals").name("contact normals").onChange(draw);
    panel
      .add(this.choice, "crate")
      .name("sliding crate")
      .onChange(() => this.showCrate());
    panel
      .add(this.choice, "rule")
      .name("internal-edge rule")
      .onChange(() => {
        this.choice.crate = true;
        refreshPanel(this.panel);
        this.showCrate();
      });
    panel.add(this.view.shown, "triangles").name("all triangles").onChange(draw);
    panel
      .add(this.choice, "pointer")
      .name("pointer ray")
      .onChange(() => this.showHit(null));
    panel
      .add(this.view.shown, "nodes")
      .name("tree nodes tested")
      .onChange(() => this.showHit(null));
    panel.add({ open: () => this.files.choose() }, "open").name("Open your own .glb file");
    this.backButton = panel.add({ back: () => this.begin(levelWalks[0]) }, "back").name("Back to the built-in level");
    this.backButton.hide();
    panel.add({ clear: () => this.clearBalls() }, "clear").name("Remove balls");
    panel.add({ again: () => this.restart() }, "again").name("Start again");
    return panel;
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.files.dispose();
    this.gamepad.dispose();
    this.steering.dispose();
    this.runControls.dispose();
    this.presetBar.dispose();
    this.panel.destroy();
    this.camera.dispose();
    this.view.dispose();
    this.run.dispose();
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): string | null {
    const walk = levelWalks.find(({ id }) => id === (params.get("walk") ?? "village"));
    const at = params.has("at") ? readNumbers(params.get("at"), 3, -groundExtent, groundExtent) : [];
    const balls = readNumber(params, "balls", 0, 0, mostBalls);
    const isReadable = walk !== undefined && at !== null && Number.isInteger(balls);
    this.clearBalls();
    this.begin(isReadable ? walk : levelWalks[0]);
    const [x, y, z] = isReadable ? at : [];
    if (x !== undefined && y !== undefined && z !== undefined) {
      this.run.placeAt(x, y, z);
      this.presetBar.current = null;
      this.camera.start(this.run.walker.position, this.page.stage.view.azimuth);
    } else if (params.size === 0 && prefersLessMotion()) {
      this.run.stopWalk();
      this.presetBar.current = null;
    }
    if (isReadable && balls > 0) this.run.rain.drop(balls, this.run.walker.position);
    this.refresh();
    return isReadable ? null : unreadableLink;
  }

  private save(): void {
    this.page.saveLink(() => {
      const { walk, walker, rain, own } = this.run;
      const params = new URLSearchParams();
      // A link cannot hold a file.
      if (own) return params;
      if (walk) params.set("walk", walk.id);
      else {
        const { x, y, z } = walker.position;
        params.set("at", `${x.toFixed(3)},${y.toFixed(3)},${z.toFixed(3)}`);
      }
      if (rain.balls.length > 0) params.set("balls", String(rain.balls.length));
      return params;
    });
  }

  private restart(): void {
    this.clearBalls();
    if (this.run.own) this.startOnTop();
    else this.begin(levelWalks[0]);
  }

  // -------------------------------------------------------------------------------------------------------------- level

  /** Makes the visitor's model the level. */
  private open(model: Group, name: string): void {
    this.run.open(model);
    this.changeLevel();
    this.startOnTop();
    this.page.note(`${name}: ${whole(this.run.level.mesh.triangleCount)} triangles.`);
  }

  private changeLevel(): void {
    this.view.showLevel();
    this.backButton?.show(this.run.own !== null);
  }

  private startOnTop(): void {
    this.run.startOnTop();
    this.presetBar.current = null;
    this.startSteps();
    this.fit();
  }

  // ------------------------------------------------------------------------------------------------------------ walking

  /** Begins a walk through the built-in level. */
  private begin(walk: LevelWalk): void {
    this.files.cancel();
    if (this.run.own) {
      this.run.openBuiltIn();
      this.changeLevel();
    }
    this.run.begin(walk);
    this.presetBar.current = walk.id;
    this.startSteps();
    this.camera.start(this.run.walker.position, walk.azimuth);
  }

  private startSteps(): void {
    this.owed = 0;
    this.runControls.isRunning = true;
    this.showHit(null);
    this.refresh();
    this.save();
  }

  private finish(): void {
    const { walk, outcome } = this.run;
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

  // -------------------------------------------------------------------------------------------------------------- balls

  private rain(): void {
    const { rain, walker } = this.run;
    if (rain.balls.length >= mostBalls) rain.clear();
    rain.drop(shower, walker.position);
    this.page.announce(`${rain.balls.length} balls.`);
    this.save();
    this.refresh();
  }

  private clearBalls(): void {
    this.run.rain.clear();
    // Removed colliders leave the lists of the world with its next update.
    this.run.world.update();
    this.refresh();
    this.save();
  }

  private toggleNormals(): void {
    this.view.shown.normals = !this.view.shown.normals;
    refreshPanel(this.panel);
    this.view.draw();
  }

  private toggleRule(): void {
    this.choice.rule = !this.choice.rule;
    this.choice.crate = true;
    refreshPanel(this.panel);
    this.showCrate();
  }

  /** Slides the crate over where the pointer is, or before the walker while it is nowhere. */
  private showCrate(): void {
    const { choice, run, page } = this;
    const middle = choice.crate ? (this.hit?.point ?? this.beforeWalker()) : null;
    const { azimuth } = page.stage.view;
    this.slide = middle && run.slideCrate(middle, along.set(Math.cos(azimuth), 0, -Math.sin(azimuth)));
    this.view.showSlide(this.slide, choice.rule);
    this.write();
  }

  private beforeWalker(): Vec3 {
    const { group, position } = this.run.walker;
    return new Vector3(0, -bodyReach, crateDistance).applyEuler(group.rotation).add(position);
  }

  private toggleNodes(): void {
    this.view.shown.nodes = !this.view.shown.nodes;
    refreshPanel(this.panel);
    this.showHit(null);
  }

  // ------------------------------------------------------------------------------------------------------------- frames

  private step(): void {
    const { isSteering } = this.steering;
    if (isSteering && !this.steering.direction(this.page.stage.camera, steered)) steered.set(0, 0, 0);
    this.run.step(isSteering ? steered : null);
    if (this.run.walker.position.y >= this.run.level.lowest) return;
    if (this.run.own) this.startOnTop();
    else this.begin(this.run.walk ?? levelWalks[0]);
  }

  private stepOnce(): void {
    this.step();
    this.moveCamera(stepSeconds);
    this.refresh();
  }

  private onFrame(): void {
    const { runControls } = this;
    if (
      runControls.isRunning &&
      (this.steering.isSteering || this.run.isBusy || this.camera.isBehind(this.run.walker.position))
    ) {
      const passed = Math.min(mostSteps * stepSeconds, (runControls.nextFrame() ?? 1000 * stepSeconds) / 1000);
      this.owed += passed / stepSeconds;
      for (; this.owed >= 1; this.owed--) this.step();
      this.moveCamera(passed);
      this.refresh();
    } else {
      runControls.rest();
    }
    this.camera.avoidWalls();
    if (this.pointer) this.castRay(this.pointer.x, this.pointer.y);
  }

  private moveCamera(seconds: number): void {
    const { velocity, position } = this.run.walker;
    heading.copy(velocity).setY(0);
    const isWalking = heading.lengthSq() > 0.2;
    this.camera.follow(position, isWalking ? heading.normalize() : null, seconds);
  }

  private refresh(): void {
    this.view.draw();
    this.write();
  }

  // ---------------------------------------------------------------------------------------------------------------- ray

  /** Follows the mouse; touch has taps. */
  private watchPointer(): () => void {
    const { stage } = this.page;
    const move = (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      this.pointer = event.buttons === 0 && this.choice.pointer ? { x: event.clientX, y: event.clientY } : null;
      stage.invalidate();
    };
    const leave = () => {
      this.pointer = null;
    };
    stage.host.addEventListener("pointermove", move);
    stage.host.addEventListener("pointerleave", leave);
    return () => {
      stage.host.removeEventListener("pointermove", move);
      stage.host.removeEventListener("pointerleave", leave);
    };
  }

  private castRay(clientX: number, clientY: number): WorldRayHit | null {
    const { origin, direction } = this.page.stage.rayAt(clientX, clientY);
    const hit = this.run.world.raycast(origin, direction, { mask: layers.level | layers.balls });
    const isSame = hit?.triangle === this.hit?.triangle && hit?.distance === this.hit?.distance;
    if (!isSame)
      this.showHit(hit, this.view.shown.nodes ? explainRay(this.run.level.mesh, {}, origin, direction) : null);
    return hit;
  }

  private pick(clientX: number, clientY: number): void {
    const hit = this.castRay(clientX, clientY);
    if (!hit || hit.normal.y < leastUp) return;
    this.steer();
    this.run.walkTo([hit.point.x, hit.point.z]);
  }

  private showHit(hit: WorldRayHit | null, descent: RayExplanation | null = null): void {
    this.hit = hit;
    this.descent = descent;
    this.view.showHit(hit);
    this.view.showDescent(descent);
    this.showCrate();
  }

  // --------------------------------------------------------------------------------------------------------------- view

  private write(): void {
    const { answer, hit, descent, slide } = this;
    const { walker, rain, level, world, moveTime, updateTime, walk, outcome } = this.run;
    const triangles = whole(level.mesh.triangleCount);
    answer.setAnswer("plain", walker.grounded ? "On ground" : "In the air", triangles, "triangles");
    answer.setRow("move", "Walker, per step", moveTime.mean > 0 ? milliseconds(moveTime.mean, "mean") : none);
    answer.setRow("update", "World update", updateTime.mean > 0 ? milliseconds(updateTime.mean, "mean") : none);
    const hasBalls = rain.balls.length + rain.lost > 0;
    answer.setRow(
      "balls",
      "Balls: all, awake",
      hasBalls ? `${whole(rain.balls.length)}, ${whole(rain.awakeCount)}` : none,
    );
    answer.setRow("contacts", "Contacts", hasBalls ? whole(world.contacts.count) : none);
    answer.setRow("crate", "Crate: contacts, edge pushes", slide ? pushes(slide) : none);
    answer.setRow("lost", "Balls fallen out", hasBalls ? whole(rain.lost) : none);
    answer.setRow("hit", "Pointer on", hit ? (hit.triangle < 0 ? "ball" : level.nameOf(hit.triangle)) : none);
    answer.setRow("triangle", "Triangle", hit && hit.triangle >= 0 ? whole(hit.triangle) : none);
    answer.setRow("normal", "Normal", hit ? vector(hit.normal) : none);
    answer.setRow("point", "Hit point", hit ? vector(hit.point) : none);
    answer.setRow("nodes", "Tree nodes, triangles", descent ? tests(descent) : none);
    answer.setRow("distance", "Along the ray", hit ? length(hit.distance) : none);
    answer.setRow("at", "Walker at", vector(walker.position));
    answer.setRow("walk", "Walk", walk ? `${walk.label}: ${outcome}` : "by hand");
    answer.setRow("build", "Built in", milliseconds(level.buildTime, "once"));
  }

  private legend(): ReturnType<LegendSource> {
    const { hit, slide, choice } = this;
    const { balls } = this.run.rain;
    return [
      hit !== null && hit.triangle >= 0 && { color: "touch", mark: "area", text: "triangle hit" },
      balls.some(({ isTouching }) => !isTouching) && { color: "difference", mark: "dot", text: "falling ball" },
      balls.some(({ isTouching }) => isTouching) && { color: "b-scene", mark: "dot", text: "touching ball" },
      (slide !== null || this.view.shown.normals) && { color: "apart", mark: "line", text: "contact normal" },
      slide !== null && !choice.rule && { color: "overlap", mark: "line", text: "push of an internal edge" },
    ];
  }

  private fit(): void {
    const { group, position } = this.run.walker;
    this.camera.start(position, group.rotation.y + Math.PI);
  }

  private recolor(): void {
    this.run.walker.recolor();
    this.view.recolor();
    this.view.draw();
  }

  /** A button of the text. */
  private act(action: string): void {
    const walk = levelWalks.find(({ id }) => id === action);
    if (walk) this.begin(walk);
    if (action === "rain") this.rain();
    if (action === "normals") this.toggleNormals();
    if (action === "rule") this.toggleRule();
    if (action === "nodes") this.toggleNodes();
    if (action === "open") this.files.choose();
  }
}

const tests = ({ nodes, triangles }: RayExplanation) => `${whole(nodes.length)}, ${whole(triangles.length)}`;
/** Contacts along the way of the crate, and pushes that the rule for internal edges leaves out. */
const pushes = (slide: CrateSlide) => `${whole(slide.contacts.length)}, ${whole(slide.pushes.length)}`;
const steered = new Vector3();
const along = new Vector3();
const heading = new Vector3();
