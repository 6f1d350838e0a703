/** Topic "Broad phase": many boxes on the move, three ways of finding the pairs worth a closer look, and what each costs. */

import { World } from "hyperplane";
import { Color, Vector3 } from "three";
import { AnswerCard } from "../parts/answer_card.js";
import { BoxSwarm, reach } from "../parts/box_swarm.js";
import { Legend, type LegendEntry } from "../parts/legend.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { PresetBar } from "../parts/presets.js";
import { Segmented } from "../parts/segmented.js";
import { StagePlot } from "../parts/stage_plot.js";
import {
  type Case,
  type Choice,
  cases,
  limits,
  type Method,
  methodNames,
  methods,
  mostByBruteForce,
  usual,
} from "../parts/swarm_cases.js";
import { BroadPhaseOverlay, writeEdges } from "../scene/broad_phase_overlay.js";
import { order } from "../scene/order.js";
import { Segments } from "../scene/segments.js";
import { Mark, SwarmView } from "../scene/swarm_view.js";
import { element } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { readNumbers } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import { themeColor } from "../shell/theme.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/broad_phase.html?raw";

const startView = { azimuth: 0.6, polar: 1.12 };
const stepSeconds = 1 / 60;
/** Of the sweep's plane through the space. */
const sweepSeconds = 6;
/** Between two changes of the numbers. */
const writeMilliseconds = 250;
/** Of frame times that the verdict on what is slow goes by. */
const rememberedFrames = 30;

const space = "\u202f";
const whole = (value: number) => Math.round(value).toLocaleString("en").replaceAll(",", space);

const alwaysSeen: readonly LegendEntry[] = [
  { color: "overlap", mark: "area", text: "touching" },
  { color: "a-scene", mark: "area", text: "touching nothing" },
];
const seenWith: Readonly<Record<Method, readonly LegendEntry[]>> = {
  "sweep-and-prune": [{ color: "axis-active", mark: "area", text: "cut by the sweep" }],
  bvh: [{ color: "ink", mark: "line", text: "boxes of the tree" }],
  "brute-force": [],
};

export function createTopic(page: Page): Topic {
  return new BroadPhaseTopic(page);
}

class BroadPhaseTopic implements Topic {
  private readonly answer: AnswerCard;
  private readonly plot: StagePlot;
  private readonly presetBar: PresetBar<Case>;
  private readonly methodControl: Segmented<Method>;
  private readonly legend = new Legend();
  /** What the legend tells of the overlay. */
  private explained: Method | null = null;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly runButton: HTMLButtonElement;
  private readonly frame = new Segments({ width: 1.2, renderOrder: order.edges, opacity: 0.7 });
  private readonly overlay: BroadPhaseOverlay;
  private readonly stops: (() => void)[] = [];

  private readonly choice = {
    method: usual.method as Method,
    count: 2000,
    seed: 1,
    fill: 0.03,
    spread: 3,
    moving: 1,
    flat: false,
  };
  private readonly play = { speed: 1, overlay: true, depth: 3 };
  private running = !prefersLessMotion();
  private world: World | null = null;
  private swarm: BoxSwarm | null = null;
  private view: SwarmView | null = null;
  private rows = new Uint32Array(0);
  private boxOfRow = new Uint32Array(0);
  private bounds = new Float64Array(0);
  /** Where the sweep's plane is: 0 to 1. */
  private sweepAt = 0.5;
  private overlayText = "";
  private lastFrame = -1;
  private lastWrite = -1;
  private readonly frameTimes: number[] = [];
  private readonly ownTimes: number[] = [];
  private steps = 0;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    this.overlay = new BroadPhaseOverlay(stage.scene);
    stage.scene.add(this.frame.object);

    this.answer = new AnswerCard(regions.answer);
    this.runButton = element("button", { class: "button button-main", attributes: { type: "button" } });
    this.runButton.addEventListener("click", () => this.run(!this.running));
    const stepButton = element("button", { class: "button", attributes: { type: "button" } });
    stepButton.append("One step", element("kbd", { text: ".", attributes: { "aria-hidden": "true" } }));
    stepButton.addEventListener("click", () => this.stepOnce());
    this.answer.addAction(this.runButton);
    this.answer.addAction(stepButton);
    this.plot = new StagePlot(regions.details, "Milliseconds a frame", [
      { name: "bounds", title: "bounds of what has moved", color: "apart" },
      { name: "broad", title: "broad phase: pairs of bounds", color: "a-scene" },
      { name: "narrow", title: "narrow phase: pairs that touch", color: "b-scene" },
      { name: "events", title: "what began and ended", color: "overlap" },
    ]);
    this.presetBar = new PresetBar(regions.presets, shortcuts, cases, (one) => this.useCase(one));
    this.methodControl = new Segmented(
      "Broad phase",
      methods.map((value) => ({ value, label: methodNames[value] })),
      (method) => this.useMethod(method),
    );

    this.panel = createPanel(regions.controls, "Controls");
    const { count, fill, spread } = limits;
    const rebuilds = (controller: ReturnType<typeof this.panel.add>) =>
      controller.onFinishChange(() => {
        this.build();
        this.save();
      });
    rebuilds(this.panel.add(this.choice, "count", count.least, count.most, 100).name("boxes"));
    this.panel.add(this.play, "speed", 0, 4, 0.1).name("speed, m/s");
    rebuilds(this.panel.add(this.choice, "fill", fill.least, fill.most, 0.01).name("density"));
    rebuilds(this.panel.add(this.choice, "spread", spread.least, spread.most, 1).name("size spread"));
    rebuilds(this.panel.add(this.choice, "moving", 0, 1, 0.01).name("share that moves"));
    this.panel
      .add(this.play, "overlay")
      .name("overlay")
      .onChange(() => this.show());
    this.panel
      .add(this.play, "depth", 0, 6, 1)
      .name("tree depth")
      .onChange(() => this.show());

    const fit = element(
      "button",
      { class: "tool", title: "Fit the view (F)", attributes: { type: "button", "aria-label": "Fit the view" } },
      icon("fit"),
    );
    fit.addEventListener("click", () => this.fit());
    regions.tools.append(this.methodControl.element, fit, this.legend.element);
    regions.text.innerHTML = explanation;
    this.stops.push(
      shortcuts.add(
        { keys: ["p"], shown: "P", help: "Pause, or go on", where: "page", run: () => this.run(!this.running) },
        { keys: ["."], shown: ".", help: "One step", where: "page", run: () => this.stepOnce() },
        {
          keys: ["b"],
          shown: "B",
          help: "The next broad phase",
          where: "page",
          run: () => this.useMethod(methods[(methods.indexOf(this.choice.method) + 1) % methods.length] as Method),
        },
        { keys: ["o"], shown: "O", help: "Show or hide the overlay", where: "page", run: () => this.toggleOverlay() },
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
    this.run(this.running);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.presetBar.dispose();
    this.plot.dispose();
    this.panel.destroy();
    this.frame.dispose();
    this.frame.object.removeFromParent();
    this.overlay.dispose();
    this.tearDown();
    this.page.stage.invalidate();
  }

  private tearDown(): void {
    this.world?.dispose();
    this.swarm?.dispose();
    this.view?.dispose();
    this.world = null;
    this.swarm = null;
    this.view = null;
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): string | null {
    const first = cases[0] as Case;
    if (params.size === 0) {
      this.useCase(first);
      return null;
    }
    const number = (name: string, otherwise: number, least: number, most: number) =>
      params.has(name) ? (readNumbers(params.get(name), 1, least, most)?.[0] ?? Number.NaN) : otherwise;
    const method = methods.find((name) => name === (params.get("bp") ?? usual.method));
    const count = number("n", usual.count, limits.count.least, limits.count.most);
    const fill = number("fill", usual.fill, limits.fill.least, limits.fill.most);
    const spread = number("spread", usual.spread, limits.spread.least, limits.spread.most);
    const moving = number("moving", usual.moving, 0, 1);
    const flat = number("flat", 0, 0, 1);
    const readable = Number.isInteger(count) && Number.isInteger(flat) && ![fill, spread, moving].some(Number.isNaN);
    if (!method || !readable) {
      this.useCase(first);
      return "This link could not be read, so here is the first case instead.";
    }
    this.use({ method, count, fill, spread, moving, flat: flat === 1 });
    return null;
  }

  private useCase({ method, count, fill, spread, moving, flat }: Case): void {
    this.use({ method, count, fill, spread, moving, flat });
  }

  private use(choice: Omit<Choice, "seed">): void {
    Object.assign(this.choice, choice);
    this.build();
    this.fit(startView);
    this.save();
  }

  private useMethod(method: Method): void {
    this.choice.method = method;
    if (method === "brute-force" && this.choice.count > mostByBruteForce) {
      this.page.note(`Brute force ends here at ${whole(mostByBruteForce)} boxes: more would take a second a frame.`);
      this.build();
    } else if (this.world) {
      this.world.broadPhase = method;
      this.plot.clear();
      this.redo();
    }
    this.methodControl.value = method;
    this.markCase();
    this.save();
  }

  private markCase(): void {
    const keys = ["method", "count", "fill", "spread", "moving", "flat"] as const;
    this.presetBar.current = cases.find((one) => keys.every((key) => one[key] === this.choice[key]))?.id ?? null;
  }

  private save(): void {
    this.page.saveLink(() => {
      const params = new URLSearchParams();
      const { method, count, fill, spread, moving, flat } = this.choice;
      params.set("n", String(count));
      if (method !== usual.method) params.set("bp", method);
      if (fill !== usual.fill) params.set("fill", String(fill));
      if (spread !== usual.spread) params.set("spread", String(spread));
      if (moving !== usual.moving) params.set("moving", String(moving));
      if (flat) params.set("flat", "1");
      return params;
    });
  }

  // -------------------------------------------------------------------------------------------------------------- swarm

  private build(): void {
    const { choice, page } = this;
    if (choice.method === "brute-force") choice.count = Math.min(choice.count, mostByBruteForce);
    this.tearDown();
    const swarm = new BoxSwarm(choice);
    const world = new World({ capacity: swarm.count, broadPhase: choice.method, measure: true });
    this.rows = new Uint32Array(swarm.count);
    this.boxOfRow = new Uint32Array(swarm.count);
    const { places } = swarm;
    for (let i = 0; i < swarm.count; i++) {
      const shape = swarm.shapes[swarm.shapeOf[i] as number] as (typeof swarm.shapes)[number];
      const { index } = world.add({ shape, position: places.subarray(3 * i, 3 * i + 3) });
      this.rows[i] = index;
      this.boxOfRow[index] = i;
    }
    this.view = new SwarmView(swarm.count);
    page.stage.scene.add(this.view.object);
    this.world = world;
    this.swarm = swarm;
    this.steps = 0;
    this.lastFrame = -1;
    this.frameTimes.length = 0;
    this.ownTimes.length = 0;
    this.bounds = new Float64Array(2 * world.positions.length);
    this.plot.clear();
    this.recolor();
    this.drawFrame();
    this.methodControl.value = choice.method;
    this.markCase();
    refreshPanel(this.panel);
    world.update();
    this.place(0, swarm.count);
    this.show();
    this.page.announce(`${swarm.count} boxes, ${world.touching.count} pairs touch.`);
  }

  /** The last update once more by another way: with nothing moved it would find nothing to do. */
  private redo(): void {
    const { world, swarm, rows } = this;
    if (!world || !swarm) return;
    if (!this.running) {
      // A turn by less than anything can be seen makes every row a changed one.
      const { quaternions } = world;
      for (let i = 0; i < swarm.count; i++) {
        const at = 4 * (rows[i] as number);
        for (let k = at; k < at + 4; k++) quaternions[k] = -(quaternions[k] as number);
      }
      world.update();
      this.record();
      this.show();
    }
  }

  private place(from: number, to: number): void {
    const { world, swarm, view } = this;
    if (!world || !swarm || !view) return;
    const { shapes, shapeOf } = swarm;
    view.place(
      from,
      to,
      this.rows,
      world.positions,
      world.quaternions,
      (i) => shapes[shapeOf[i] as number] as (typeof shapes)[number],
    );
  }

  // ------------------------------------------------------------------------------------------------------------- frames

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
    this.show();
  }

  /** One step of the swarm, and of the world. */
  private advance(): void {
    const { world, swarm } = this;
    if (!world || !swarm) return;
    swarm.step(stepSeconds * this.play.speed, this.rows, world.positions, world.quaternions);
    world.update();
    this.sweepAt = (this.sweepAt + stepSeconds / sweepSeconds) % 1;
    this.steps++;
    this.place(0, swarm.movingCount);
    this.record();
  }

  private record(): void {
    if (!this.world) return;
    const { bounds, broadPhase, narrowPhase, events } = this.world.timings;
    this.plot.push([bounds, broadPhase, narrowPhase, events]);
  }

  private onFrame(): void {
    if (!this.running || !this.world) return;
    const begin = performance.now();
    // A page in the background gets no frames: that is no slow one.
    const passed = begin - this.lastFrame;
    if (this.lastFrame >= 0 && passed < 1000) remember(this.frameTimes, passed);
    this.lastFrame = begin;
    this.advance();
    const mayWrite = begin - this.lastWrite >= writeMilliseconds;
    this.show(mayWrite);
    if (mayWrite) this.lastWrite = begin;
    remember(this.ownTimes, performance.now() - begin);
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- shown

  private show(writes = true): void {
    const { world, view, swarm } = this;
    if (!world || !view || !swarm) return;
    view.marks.fill(Mark.plain);
    this.drawOverlay(world, swarm, view);
    const { pairs } = world.touching;
    for (let i = 0; i < pairs.length; i++) view.marks[this.boxOfRow[pairs[i] as number] as number] = Mark.touching;
    view.paint();
    this.plot.draw();
    if (writes) this.write();
    this.page.stage.invalidate();
  }

  private write(): void {
    const { world, answer, choice } = this;
    if (!world) return;
    const count = world.size;
    const touching = world.touching.count;
    const { bounds, broadPhase, narrowPhase, events } = world.timings;
    answer.setAnswer("plain", "Touching", whole(touching), touching === 1 ? "pair" : "pairs");
    answer.setRow("boxes", "Boxes", whole(count));
    answer.setRow("pairs", "Pairs there are", whole((count * (count - 1)) / 2));
    answer.setRow("candidates", "Candidates", `${whole(world.candidateCount)} pairs`);
    answer.setRow("update", "Last update", `${(bounds + broadPhase + narrowPhase + events).toFixed(2)}${space}ms`);
    answer.setRow("overlay", choice.method === "bvh" ? "Tree" : "Sweep", this.overlayText);
    const passed = median(this.frameTimes);
    answer.setRow(
      "frame",
      "Frame",
      !this.running
        ? `step ${whole(this.steps)}`
        : passed > 0
          ? `${passed.toFixed(1)}${space}ms, ${whole(1000 / passed)} a second`
          : "\u2014",
    );
    this.plot.write(this.running ? this.slowest(passed) : "");
  }

  /** What holds the page up, when something does. */
  private slowest(passed: number): string {
    if (passed < 1.25 * (1000 / 60)) return "";
    const own = median(this.ownTimes);
    const update = [0, 1, 2, 3].reduce((sum, k) => sum + this.plot.mean(k), 0);
    const times = `Of ${passed.toFixed(0)}${space}ms a frame, finding what touches takes ${update.toFixed(1)}${space}ms`;
    if (update > 0.5 * passed) return `${times}: collision detection is what is slow here.`;
    if (own > 0.5 * passed) return `${times}: moving and colouring the boxes is what is slow here.`;
    return `${times}. It is the drawing that is slow here, and not the collision detection.`;
  }

  private toggleOverlay(): void {
    this.play.overlay = !this.play.overlay;
    refreshPanel(this.panel);
    this.show();
  }

  /** The sweep's plane and what it cuts, or the boxes of one level of the tree. */
  private drawOverlay(world: World, swarm: BoxSwarm, view: SwarmView): void {
    const { choice, play, overlay } = this;
    overlay.hide();
    const explained = play.overlay ? choice.method : "brute-force";
    if (explained !== this.explained) {
      this.explained = explained;
      this.legend.entries = [...alwaysSeen, ...seenWith[explained]];
    }
    if (choice.method === "brute-force") {
      this.overlayText = "none: each with each";
      return;
    }
    const { axis, cells, nodes } = world.explainBroadPhase(play.depth);
    if (choice.method === "sweep-and-prune") {
      this.overlayText = `along ${axis ?? "x"}, ${whole(cells)} ${cells === 1 ? "cell" : "cells"}`;
      if (!play.overlay) return;
      const k = "xyz".indexOf(axis ?? "x");
      const at = (k === 1 ? swarm.reachUp : reach) * (2 * this.sweepAt - 1);
      overlay.showPlane(k, at, reach, swarm.reachUp);
      this.overlayText += `, ${whole(this.markCut(world, view, k, at))} cut`;
      return;
    }
    const level = nodes.filter(({ depth }) => depth === play.depth);
    this.overlayText = `${whole(level.length)} boxes at depth ${play.depth}`;
    if (play.overlay) overlay.showLevel(level);
  }

  /** Marks the boxes that a plane across an axis cuts. @returns how many */
  private markCut(world: World, view: SwarmView, k: number, at: number): number {
    const bounds = world.bounds(this.bounds);
    let count = 0;
    for (let i = 0; i < view.count; i++) {
      const row = 6 * (this.rows[i] as number);
      if ((bounds[row + k] as number) > at || (bounds[row + 3 + k] as number) < at) continue;
      view.marks[i] = Mark.open;
      count++;
    }
    return count;
  }

  /** The edges of the space. */
  private drawFrame(): void {
    const up = this.swarm?.reachUp ?? reach;
    const numbers = new Float32Array(72);
    writeEdges(numbers, 0, { x: -reach, y: -up, z: -reach }, { x: reach, y: up, z: reach });
    this.frame.set([...numbers]);
    this.page.stage.grid.setHeight(-up - 0.4);
  }

  private fit(direction?: { readonly azimuth: number; readonly polar: number }): void {
    const up = this.swarm?.reachUp ?? reach;
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
      (i) => new Vector3(i & 1 ? reach : -reach, i & 2 ? up : -up, i & 4 ? reach : -reach),
    );
    this.page.stage.fit(() => corners, direction);
  }

  private recolor(): void {
    // Pale, so that those stand out that touch.
    const plain = new Color(themeColor("a-scene")).lerp(new Color(themeColor("scene")), 0.5);
    this.view?.setColors(plain, themeColor("overlap"), themeColor("axis-active"));
    this.frame.setColor(themeColor("ink-3"));
    this.overlay.recolor();
    if (this.world) this.show();
  }
}

function remember(times: number[], time: number): void {
  times.push(time);
  if (times.length > rememberedFrames) times.shift();
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
}
