/** The tile level on screen: walking with keys or buttons, what the body stands on, and what is in its way. */

import { type FlatView, type Grip, type Point, type Rectangle, traceRing } from "../scene/flat_view.js";
import { element } from "../shell/dom.js";
import { component } from "../shell/format.js";
import { readNumber, readNumbers, writeNumbers } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import { keyOf, onKeysUp } from "../shell/shortcuts.js";
import { AnswerCard } from "./answer_card.js";
import { EventLog } from "./event_log.js";
import { heldButton } from "./held_button.js";
import type { LegendSource } from "./legend.js";
import { createPanel } from "./panel.js";
import {
  type Brush,
  bodySize,
  type LevelSettings,
  ledge,
  levelHeight,
  levelWidth,
  PlaneLevel,
  platformSizes,
  ramp,
  slopes,
  stepSeconds,
} from "./plane_level.js";
import type { ModeHost, PlaneMode } from "./plane_mode.js";
import { RunControls } from "./run_controls.js";
import { Segmented } from "./segmented.js";

type Command = "left" | "right" | "jump" | "down";
const commandOf: Readonly<Record<string, Command>> = {
  a: "left",
  ArrowLeft: "left",
  d: "right",
  ArrowRight: "right",
  w: "jump",
  ArrowUp: "jump",
  " ": "jump",
  s: "down",
  ArrowDown: "down",
};
/** A frame makes at most so many steps: on a slow machine the level slows down instead of skipping. */
const mostSteps = 4;
const mostTrail = 200;
/** CSS pixels a metre: more would show less of the level than a walker wants to see. */
const largestScale = 44;
const mostTime = 60 * 3600;

export class WalkMode implements PlaneMode {
  readonly legend: LegendSource = () => [
    { color: "difference", mark: "line", text: "one-way ledge" },
    { color: "b-scene", mark: "area", text: "moves and carries" },
    this.level.coins.size > 0 && { color: "axis-active", mark: "dot", text: "coin" },
    (this.level.moved?.ground ?? null) !== null && { color: "apart", mark: "arrow", text: "ground normal" },
    this.obstacles().length > 0 && { color: "overlap", mark: "arrow", text: "obstacle normal" },
  ];
  readonly pointer = "Hold the buttons to walk, jump, and drop through ledges. Choose a tile at the top, and draw.";
  readonly tools: readonly HTMLElement[];

  private readonly level = new PlaneLevel();
  private readonly settings: LevelSettings = { speed: 5, slope: 45, snap: 0.3 };
  private readonly view: FlatView;
  private readonly answer: AnswerCard;
  private readonly log: EventLog;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly run: RunControls;
  private brush: Brush | "view" = "view";
  private readonly pressed = new Set<Command>();
  private readonly stops: (() => void)[] = [];
  private readonly trail: number[] = [];
  private owed = 0;
  private ground = "";
  private taken = 0;
  /** With reduced motion the level moves only while the body is steered or falls, until the user runs or pauses it. */
  private followsWalk = prefersLessMotion();

  constructor(private readonly host: ModeHost) {
    const { regions } = host.page;
    this.view = host.view;
    this.answer = new AnswerCard(regions.answer);
    this.run = new RunControls(host.page, this.answer, {
      onStep: () => {
        this.followsWalk = false;
        this.step();
        this.view.invalidate();
      },
      onToggle: () => {
        this.followsWalk = false;
      },
    });
    this.log = new EventLog(
      regions.details,
      "Events",
      "Draw tiles while it runs: an edit takes less than a microsecond.",
    );
    const brushes = new Segmented<Brush | "view">(
      "What the pointer does",
      [
        { value: "view", label: "Move", title: "Drag the view" },
        { value: "block", label: "Block", title: "Draw solid tiles" },
        { value: "slope", label: "Slope", title: "Draw slopes" },
        { value: "ledge", label: "Ledge", title: "Draw one-way ledges" },
        { value: "erase", label: "Erase", title: "Erase tiles" },
      ],
      (value) => {
        this.brush = value;
      },
    );
    brushes.value = "view";
    this.tools = [brushes.element];
    this.panel = createPanel(regions.controls, "Controls");
    const saved = () => host.onChange();
    this.panel.add(this.settings, "speed", 1, 12, 0.5).name("speed, m/s").onChange(saved);
    this.panel.add(this.settings, "slope", 0, 80, 1).name("max slope, \u00b0").onChange(saved);
    this.panel.add(this.settings, "snap", 0, 0.5, 0.05).name("snap, m").onChange(saved);
    this.panel.add({ again: () => this.restart() }, "again").name("Start again");
    const pad = this.pad();
    regions.presets.append(pad);
    this.stops.push(() => pad.remove());
    this.listen();
    this.run.isRunning = !this.followsWalk;
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.run.dispose();
    this.panel.destroy();
    this.level.dispose();
  }

  // ------------------------------------------------------------------------------------------------------------ steering

  private listen(): void {
    const { shortcuts } = this.host.page;
    const press = (event: KeyboardEvent) => this.press(commandOf[keyOf(event)]);
    this.stops.push(
      shortcuts.add(
        { keys: ["a", "d"], shown: "A D", help: "Walk", where: "page", run: press },
        { keys: ["w"], shown: "W", help: "Jump", where: "page", run: press },
        { keys: ["s"], shown: "S", help: "Drop through a ledge", where: "page", run: press },
        {
          keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " "],
          shown: "\u2190 \u2192 \u2191 \u2193 Space",
          help: "The same, while the scene has the focus",
          where: "scene",
          run: press,
        },
        { keys: ["r"], shown: "R", help: "Start again", where: "page", run: () => this.restart() },
      ),
      onKeysUp(
        (key) => this.release(commandOf[key]),
        () => this.pressed.clear(),
      ),
    );
  }

  private pad(): HTMLElement {
    const button = (command: Command, text: string, label: string) =>
      heldButton(text, label, { press: () => this.press(command), release: () => this.release(command) });
    return element(
      "div",
      { class: "pad" },
      element(
        "div",
        { class: "pad-way" },
        button("left", "\u2190", "Walk left"),
        button("down", "\u2193", "Drop through a ledge"),
        button("right", "\u2192", "Walk right"),
      ),
      button("jump", "Jump", "Jump"),
    );
  }

  private press(command: Command | undefined): void {
    if (command === undefined) return;
    this.pressed.add(command);
    if (!this.run.isRunning && this.followsWalk) this.run.isRunning = true;
    this.view.invalidate();
  }

  private release(command: Command | undefined): void {
    if (command === undefined) return;
    this.pressed.delete(command);
    if (this.pressed.size === 0) this.host.onChange();
  }

  private restart(): void {
    this.level.place();
    this.trail.length = 0;
    this.view.fit();
    this.host.onChange();
  }

  // ---------------------------------------------------------------------------------------------------------------- time

  prepare(): void {
    if (this.run.isRunning) {
      const passed = this.run.nextFrame() ?? 1000 * stepSeconds;
      this.owed = Math.min(mostSteps, this.owed + passed / 1000 / stepSeconds);
      for (; this.owed >= 1; this.owed--) this.step();
      const isBusy = this.pressed.size > 0 || !this.level.grounded;
      if (this.followsWalk && !isBusy) {
        this.run.isRunning = false;
        this.run.rest();
      } else this.view.invalidate();
    }
    this.follow();
    this.writeAnswer();
  }

  private step(): void {
    const { level, pressed, trail } = this;
    const along = Number(pressed.has("right")) - Number(pressed.has("left"));
    level.step({ along, jump: pressed.has("jump"), down: pressed.has("down") }, this.settings);
    trail.push(level.position.x, level.position.y - bodySize.radius - bodySize.height / 2);
    if (trail.length > 2 * mostTrail) trail.splice(0, 2);
    const taken = level.coinCount - level.coins.size;
    if (taken !== this.taken) this.log.add("picked", `coin ${taken} of ${level.coinCount}`);
    this.taken = taken;
    if (level.groundName !== this.ground) this.log.add("ground", level.groundName);
    this.ground = level.groundName;
  }

  private writeAnswer(): void {
    const { answer, level } = this;
    answer.setAnswer("plain", level.grounded ? "On ground" : "In the air", level.grounded ? level.groundName : "", "");
    answer.setRow("at", "At", `${component(level.position.x)}, ${component(level.position.y)}`);
    answer.setRow("coins", "Coins", `${level.coinCount - level.coins.size} of ${level.coinCount}`);
    answer.setRow("hits", "Obstacles", String(this.obstacles().length));
    answer.setRow("steps", "Steps", String(level.steps));
  }

  private obstacles() {
    const { moved } = this.level;
    return moved ? moved.hits.filter(({ collider }) => collider !== moved.ground?.collider) : [];
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): boolean {
    const at = params.has("at") ? readNumbers(params.get("at"), 2, -10, 100) : undefined;
    const steps = readNumber(params, "steps", 0, 0, mostTime);
    const isRead = at !== null && Number.isInteger(steps);
    if (isRead && at) this.level.place({ x: at[0] as number, y: at[1] as number }, steps);
    else this.level.place();
    this.trail.length = 0;
    // What it stands on.
    this.step();
    return isRead;
  }

  write(params: URLSearchParams): void {
    params.set("at", writeNumbers([this.level.position.x, this.level.position.y]));
    params.set("steps", String(this.level.steps));
  }

  // --------------------------------------------------------------------------------------------------------------- view

  grab(at: Point): Grip | null {
    const { brush } = this;
    if (brush === "view") return null;
    const move = (to: Point) => {
      this.level.draw(to, brush);
      this.view.invalidate();
    };
    move(at);
    return { move };
  }

  bounds(): Rectangle {
    return { left: 0, right: levelWidth, low: 0, high: levelHeight };
  }

  /** A screen that is too narrow for all of it shows the whole height, and follows the body. */
  private follow(): void {
    const { view } = this;
    if (!view.isFitted) return;
    const [top, bottom] = view.insets();
    const { clientWidth, clientHeight } = view.canvas;
    const scale = Math.min(largestScale, (clientHeight - top - bottom - 20) / levelHeight);
    if (scale * levelWidth <= clientWidth) return;
    view.scale = scale;
    const half = clientWidth / 2 / scale;
    view.middle.x = Math.min(levelWidth - half, Math.max(half, this.level.position.x));
    view.middle.y = levelHeight / 2 + (top - bottom) / 2 / scale;
  }

  draw(paint: CanvasRenderingContext2D): void {
    const { view, level } = this;
    paint.beginPath();
    for (let i = 0; i < levelWidth * levelHeight; i++) {
      const { x, y, kind } = level.tiles.tile(i);
      const corners = slopes[kind];
      if (corners)
        traceRing(
          paint,
          corners.map((corner, k) => corner + (k % 2 === 0 ? x : y)),
        );
      else if (kind !== 0 && kind !== ledge) paint.rect(x, y, 1, 1);
    }
    view.fill(paint, "ink-3", 0.22);
    view.stroke(paint, "scene", 1, 0.9);
    paint.beginPath();
    traceRing(paint, ramp);
    view.fill(paint, "ink-3", 0.3);
    for (let i = 0; i < levelWidth * levelHeight; i++) {
      const { x, y, kind } = level.tiles.tile(i);
      if (kind !== ledge) continue;
      view.line(paint, { x, y: y + 1 }, { x: x + 1, y: y + 1 }, "difference", 4);
      for (const at of [x + 0.25, x + 0.75])
        view.line(paint, { x: at, y: y + 1 }, { x: at, y: y + 0.86 }, "difference", 1.5, 0.7);
    }
    for (const [i, size] of [platformSizes.ferry, platformSizes.lift].entries()) {
      const { x, y } = level.carriers[i]?.place ?? { x: 0, y: 0 };
      paint.beginPath();
      paint.rect(x - size[0] / 2, y - size[1] / 2, size[0], size[1]);
      view.fill(paint, "b-scene", 0.85);
    }
    for (const place of level.coins.values()) {
      paint.beginPath();
      paint.arc(place.x, place.y, 0.25, 0, 2 * Math.PI);
      view.fill(paint, "axis-active");
    }
    paint.beginPath();
    for (let i = 0; i < this.trail.length; i += 2) paint.lineTo(this.trail[i] as number, this.trail[i + 1] as number);
    view.stroke(paint, "a-scene", 2, 0.35);
    this.drawBody(paint);
  }

  private drawBody(paint: CanvasRenderingContext2D): void {
    const { view, level } = this;
    const { x, y } = level.position;
    const { radius, height } = bodySize;
    paint.beginPath();
    paint.arc(x, y + height / 2, radius, 0, Math.PI);
    paint.arc(x, y - height / 2, radius, Math.PI, 2 * Math.PI);
    paint.closePath();
    view.fill(paint, "a-scene", 0.9);
    view.stroke(paint, "a-scene", 1.5);
    const arrow = (point: { x: number; y: number }, normal: { x: number; y: number }, color: "apart" | "overlap") =>
      view.arrow(paint, point, { x: point.x + 0.8 * normal.x, y: point.y + 0.8 * normal.y }, color);
    const ground = level.moved?.ground;
    if (ground) arrow(ground.point, ground.normal, "apart");
    for (const { point, normal } of this.obstacles()) arrow(point, normal, "overlap");
  }
}
